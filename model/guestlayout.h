// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pcifunction.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace rootward {

/// What a port calls its slot. QEMU takes each pair once.
struct PortSlot {
    int chassis = 0;
    int slot = 0;

    friend bool operator==(const PortSlot &, const PortSlot &) = default;
};

/// One PCI device or bridge of a VM definition that says itself where it stands.
struct LayoutDevice {
    QString id; ///< QEMU's id; one made of the place where none is written. Unique
    QString model; ///< "pcie-root-port", "vfio-pci"
    QString bus; ///< id of the bridge, or "pcie.0", "pci.0"; empty: not written, not known
    std::optional<int> slot; ///< nullopt: not written, chosen when the VM starts
    int function = 0;
    bool multifunction = false;
    QString ownBus; ///< of a bridge: the bus it owns; else empty
    PortType portType = PortType::Conventional; ///< of a bridge
    bool ownBusIsRoot = false; ///< pxb-pcie, pxb: its bus is a further root bus
    std::optional<int> busNumber; ///< of such a bus

    std::optional<PciAddress> host; ///< a passed function
    QString sysfsdev; ///< a mediated device; else empty
    QString source; ///< the place in the definition: "line 107, hostdev"

    bool namesNoHost = false; ///< passes a function, but it is not told which
    std::optional<PortSlot> portSlot; ///< of a bridge that has one; nullopt: none, or not told
    QString refusal; ///< why it is refused by what it says itself; empty: it is not
    QString open; ///< what of it is not known and may decide; empty: nothing

    bool isPassed() const { return host || !sysfsdev.isEmpty() || namesNoHost; }

    friend bool operator==(const LayoutDevice &, const LayoutDevice &) = default;
};

/// Where a libvirt domain or a QEMU command line puts the VM's PCI devices.
struct GuestLayout {
    enum class Origin { Qemu, Libvirt };

    Origin origin = Origin::Qemu;
    bool machineKnown = true; ///< false: a fragment without a machine type
    /// As written. Of a domain or a part of a command a bridge may come after what is below it;
    /// of a whole command in the order in which QEMU makes them, or that is refused.
    QList<LayoutDevice> devices;
    QStringList absent = {}; ///< the machine's own devices that it is told to leave out, by id
    QString refusal = {}; ///< why none of it starts; empty: not known to be so
    QString open = {}; ///< why no place in it can be told; empty: they can

    friend bool operator==(const GuestLayout &, const GuestLayout &) = default;
};

} // namespace rootward
