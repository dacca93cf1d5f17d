// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "atomicpath.h"

namespace rootward {

enum class Answer { Yes, No, Unknown };

/// "yes", "no", "unknown": the words of the JSON.
QLatin1StringView answerId(Answer answer);

/// The widths that vfio-pci reports for a function of this host
/// (VFIO_DEVICE_INFO_CAP_PCI_ATOMIC_COMP): its physical function must itself complete the width,
/// and the host's path must carry it. Kernels before 6.5 report none.
/// Source: Linux drivers/vfio/pci/vfio_pci_core.c vfio_pci_info_atomic_cap().
struct VfioCompleters {
    PerWidth<Answer> answer {Answer::Unknown, Answer::Unknown, Answer::Unknown};
    PerWidth<Reason> reason {Reason::HostUnreadable, Reason::HostUnreadable,
                             Reason::HostUnreadable};
    HostPath hostPath; ///< the path that vfio asks about: for a VF its PF's
};

/// A negative index, or a virtual function whose physical function is not in the capture, is
/// answered with Unknown and HostNotInCapture, unless the kernel alone decides.
VfioCompleters vfioCompleters(const Topology &host, int index, const KernelVersion &kernel);

} // namespace rootward
