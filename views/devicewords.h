// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pcifunction.h"

namespace rootward {

/// What a device is, in the short words of folds and filters.
struct DeviceKind {
    quint16 mask; ///< of the class code
    quint16 classCode;
    const char *one; ///< translate in context "rootward"
    const char *many;
};

/// The row of a function: VFs and ports by what they are, others by class code.
const DeviceKind &deviceKind(const PciFunction &function);

/// "12 NVMe, 4 NIC": kinds of devices with their numbers, the most frequent first.
QString kindsSummary(const QList<const PciFunction *> &functions);
/// What a device is called in a box.
QString deviceTitle(const PciFunction &function);

} // namespace rootward
