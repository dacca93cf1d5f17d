// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "guestmachine.h"
#include "vfiocompleter.h"

namespace rootward {

/// What QEMU looks at when it realizes one vfio-pci device, besides the host.
struct QemuCandidate {
    QemuVersion qemu;
    PortType hostType = PortType::Unknown;
    bool onRootBus = false; ///< plugged into pcie.0 / pci.0 itself
    bool busIsExpress = false; ///< the bus it is plugged into
    bool rootBusIsExpress = false; ///< the machine's top root bus
    PortType parentType = PortType::Unknown; ///< of the bridge that owns the bus
    int slot = 0;
    int function = 0;
    bool multifunction = false; ///< the device's own multifunction=on
    bool portAlreadySet = false; ///< another device has given the port its widths already
    bool busKnown = true; ///< false: the definition leaves the bus open
    bool placementKnown = true; ///< false: how many functions the line passes is not known
};

/// How the guest sees the device, and what the root port above it is given.
struct QemuDecision {
    std::optional<bool> capabilityVisible;
    PortType guestType = PortType::Unknown;
    /// QemuOk where QEMU asks vfio and copies its answer, else the decline condition.
    Reason reason = Reason::QemuPlacementUnknown;
    /// The widths the port gets, each with its first cause over host, vfio and QEMU.
    PerWidth<Answer> port {Answer::Unknown, Answer::Unknown, Answer::Unknown};
};

/// Source: QEMU hw/vfio/pci.c vfio_setup_pcie_cap(), vfio_pci_enable_rp_atomics(); 8.1.0 and later.
QemuDecision qemuDecision(const QemuCandidate &candidate, const VfioCompleters &vfio);

} // namespace rootward
