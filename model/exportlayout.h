// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "entryexpansion.h"
#include "exporters.h"

namespace rootward {

/// A bridge that an exported guest needs above its cards.
struct ExportedBridge {
    QString id; ///< "rp1"; also the name of the bus it owns
    QString model; ///< QEMU's: "pcie-root-port"
    QString bus; ///< "pcie.0", or the id of another bridge, which comes before this one
    int slot = 0;
    int function = 0;
    bool multifunction = false;
    std::optional<int> busNumber; ///< of a further root bus (pxb-pcie, pxb)
};

/// A function of the host in an exported guest.
struct ExportedFunction {
    QString id; ///< a valid QEMU id, unique
    PciAddress host;
    QString sysfsdev; ///< of a mediated device; else empty
    QString bus;
    int slot = 0;
    int function = 0;
    bool multifunction = false;
    QString source; ///< "hostpci0"; "line 107, hostdev"
    HostpciValue options; ///< of its entry, where they are for this function; else empty
    bool mayMigrate = false;
};

/// A guest that a libvirt domain or a QEMU command line can say.
struct ExportedGuest {
    MachineKind kind = MachineKind::Q35;
    QString rootBus; ///< "pcie.0" or "pci.0"
    QList<ExportedBridge> bridges; ///< parents first; no two in one place
    QList<ExportedFunction> functions;
};

/// Proxmox's own places are not kept: each entry on PCI Express gets a root port of its own from
/// slot 2 on, a conventional one a slot behind pcie-pci-bridge, on i440fx one of the root bus.
/// The bridges of a libvirt domain or a QEMU command line are kept where the form is AsPlanned.
/// What Proxmox or QEMU refuses is left out. Fails where an entry's functions are not known, or, as
/// planned, its place.
Result<ExportedGuest> exportedGuest(const Plan &plan, ExportForm form);

} // namespace rootward
