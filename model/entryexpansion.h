// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"

namespace rootward {

/// One host function that an entry passes, in the order the guest numbers them.
struct PassedFunction {
    PciAddress address;
    int hostIndex = -1; ///< -1: not in the capture, or no capture
    QString sysfsdev; ///< of a mediated device; else empty
    QString qemuId; ///< "hostpci0", "hostpci0.1"
    int function = 0; ///< its number in the guest slot
    bool multifunction = false; ///< carries multifunction=on
};

/// What of a layout keeps an entry of it from starting.
enum class RefusedBy {
    Nothing,
    Place, ///< where it stands
    Words, ///< what else it says
    Whole, ///< another part, and it with that
};

/// What becomes of one hostpciN line, or of one guest slot of another definition.
struct ExpandedEntry {
    PlanEntry entry; ///< of a layout: firstLayoutIndex and down, without a value
    QString source; ///< "hostpci0"; "line 107, hostdev"
    HostpciValue value;
    QList<PassedFunction> functions;
    Placement place;
    bool placeKnown = true; ///< false: the definition leaves it open
    RefusedBy refusedBy = RefusedBy::Nothing; ///< of a layout
    QString whyOpen; ///< what of a layout leaves it open; empty: the bus alone
    bool countKnown = true; ///< false: a whole slot or a mapping that nothing resolves
    bool mediated = false; ///< passed as a mediated device
    bool mayMigrate = false; ///< its mapping is live-migration-capable
    QList<Notice> errors; ///< not empty: Proxmox or QEMU refuses, nothing is placed

    bool isPlaced() const { return errors.isEmpty(); }
    bool isHostpci() const { return entry.index >= 0; }
};

/// Adds an error to an entry that has none: Proxmox and QEMU end at the first. `why` completes
/// the reason's sentence where that has a marker for it.
void refuseEntry(ExpandedEntry &entry, Reason reason, QLatin1StringView stage, const QString &why);

/// Reads the lines, finds their functions on the plan's host and says where they go, ascending
/// by index; of a plan with a layout the guest slots of that, as written.
/// Source: qemu-server PCI.pm parse_hostpci(), parse_hostpci_devices(); pve-common SysFSTools.pm
/// lspci().
QList<ExpandedEntry> expandEntries(const Plan &plan);

/// The function as the capture shows it; its address alone where it is not there.
PciFunction hostFunction(const Plan &plan, const PassedFunction &passed);

} // namespace rootward
