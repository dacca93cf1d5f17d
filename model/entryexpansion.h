// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"

namespace rootward {

/// One host function that an entry passes, in the order the guest numbers them.
struct PassedFunction {
    PciAddress address;
    int hostIndex = -1; ///< -1: not in the capture, or no capture
};

/// What Proxmox makes of one line before it places anything.
struct ExpandedEntry {
    PlanEntry entry;
    HostpciValue value;
    QList<PassedFunction> functions;
    bool countKnown = true; ///< false: a whole slot or a mapping that nothing resolves
    bool mediated = false; ///< mdev=
    QList<Notice> errors; ///< not empty: Proxmox or QEMU refuses, nothing is placed

    bool isPlaced() const { return errors.isEmpty(); }
};

/// Reads the lines and finds their functions on the plan's host, ascending by index.
/// Source: qemu-server PCI.pm parse_hostpci(), parse_hostpci_devices(); pve-common SysFSTools.pm
/// lspci().
QList<ExpandedEntry> expandEntries(const Plan &plan);

/// The function as the capture shows it; its address alone where it is not there.
PciFunction hostFunction(const Plan &plan, const PassedFunction &passed);

} // namespace rootward
