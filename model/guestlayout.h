// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pcifunction.h"

#include <QList>
#include <QString>

#include <optional>

namespace rootward {

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

    bool isPassed() const { return host || !sysfsdev.isEmpty(); }

    friend bool operator==(const LayoutDevice &, const LayoutDevice &) = default;
};

/// Where a libvirt domain or a QEMU command line puts the VM's PCI devices.
struct GuestLayout {
    enum class Origin { Qemu, Libvirt };

    Origin origin = Origin::Qemu;
    bool machineKnown = true; ///< false: a fragment without a machine type
    QList<LayoutDevice> devices; ///< as written; a bridge may come after what is below it

    friend bool operator==(const GuestLayout &, const GuestLayout &) = default;
};

} // namespace rootward
