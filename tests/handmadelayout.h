// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "handmadeplan.h"

/// Guests that say themselves where their devices stand, put together device by device.
namespace handmade {

inline LayoutDevice bridgeDevice(const char *id, const char *model, PortType type, const char *bus,
                                 int slot, int function = 0)
{
    LayoutDevice device;
    device.id = QString::fromLatin1(id);
    device.model = QString::fromLatin1(model);
    device.bus = QString::fromLatin1(bus);
    device.slot = slot;
    device.function = function;
    device.ownBus = device.id;
    device.portType = type;
    return device;
}

inline LayoutDevice port(const char *id, int slot, int function = 0, bool multifunction = false,
                         const char *bus = "pcie.0")
{
    LayoutDevice device =
        bridgeDevice(id, "pcie-root-port", PortType::RootPort, bus, slot, function);
    device.multifunction = multifunction;
    return device;
}

/// pxb-pcie: a further root bus with a number of its own.
inline LayoutDevice furtherRoot(const char *id, int slot, int busNumber)
{
    LayoutDevice device = bridgeDevice(id, "pxb-pcie", PortType::Conventional, "pcie.0", slot);
    device.ownBusIsRoot = true;
    device.busNumber = busNumber;
    return device;
}

inline LayoutDevice passed(const char *address, const char *bus, int slot = 0, int function = 0,
                           bool multifunction = false)
{
    LayoutDevice device;
    device.id = u"passed-"_s + QString::fromLatin1(address);
    device.model = u"vfio-pci"_s;
    device.bus = QString::fromLatin1(bus);
    device.slot = slot;
    device.function = function;
    device.multifunction = multifunction;
    device.host = PciAddress::parse(QLatin1StringView(address));
    device.source = u"device "_s + QString::fromLatin1(address);
    return device;
}

inline Plan layoutPlan(const std::shared_ptr<const Topology> &machine,
                       const QList<LayoutDevice> &devices, const QString &type = u"q35"_s)
{
    Plan plan = planFor(machine, {});
    plan.guest.machine = type;
    GuestLayout layout;
    layout.devices = devices;
    plan.layout = std::make_shared<const GuestLayout>(layout);
    return plan;
}

} // namespace handmade
