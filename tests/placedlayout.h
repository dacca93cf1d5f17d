// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "guesttree.h"
#include "layoutplacement.h"

/// Layouts put together device by device, and what becomes of them.
namespace placedlayout {

using namespace Qt::StringLiterals;
using namespace rootward;

inline LayoutDevice device(const QString &id, const QString &bus, std::optional<int> slot = {},
                           int function = 0)
{
    LayoutDevice place;
    place.id = id;
    place.model = u"nvme"_s;
    place.bus = bus;
    place.slot = slot;
    place.function = function;
    place.source = u"line "_s + id;
    return place;
}

inline LayoutDevice bridge(const QString &id, const QString &bus, PortType type,
                           std::optional<int> slot = {})
{
    LayoutDevice place = device(id, bus, slot);
    place.ownBus = id;
    place.portType = type;
    return place;
}

inline LayoutDevice passed(const QString &id, const QString &host, const QString &bus,
                           std::optional<int> slot = {}, int function = 0,
                           bool multifunction = false)
{
    LayoutDevice place = device(id, bus, slot, function);
    place.model = u"vfio-pci"_s;
    place.multifunction = multifunction;
    place.host = PciAddress::parse(host);
    return place;
}

inline Plan planOf(const QList<LayoutDevice> &devices, const QString &machine = u"q35"_s,
                   GuestLayout::Origin origin = GuestLayout::Origin::Qemu, bool machineKnown = true)
{
    Plan plan;
    plan.guest.machine = machine;
    plan.layout = std::make_shared<const GuestLayout>(GuestLayout {origin, machineKnown, devices});
    return plan;
}

/// "a: pcie.0 5 (a.0)", with the first error.
inline QStringList entriesOf(const Plan &plan)
{
    QStringList list;
    for (const ExpandedEntry &entry : placeLayout(plan).entries) {
        QStringList functions;
        for (const PassedFunction &function : entry.functions)
            functions.append(u"%1.%2"_s.arg(function.qemuId).arg(function.function));
        QString text =
            (entry.placeKnown ? u"%1 %2"_s.arg(entry.place.bus, entry.place.addr) : u"?"_s)
            + " ("_L1 + functions.join(u' ') + u')';
        if (entry.place.rootPort)
            text += " port "_L1 + entry.place.portAddress;
        if (!entry.errors.isEmpty())
            text += ": "_L1 + entry.errors.first().message;
        list.append(text);
    }
    return list;
}

/// "rp1 pcie.0 2.0 below -" without the machine's own.
inline QStringList bridgesOf(const Plan &plan)
{
    const QList<GuestNode> nodes = placeLayout(plan).bridges;
    QStringList list;
    for (qsizetype i = plan.layout->machineKnown ? builtInDevices(plan.guest).size() : 0;
         i < nodes.size(); ++i) {
        const GuestNode &node = nodes.at(i);
        list.append(u"%1 %2 %3.%4 below %5"_s.arg(node.id, node.bus)
                        .arg(node.slot, 0, 16)
                        .arg(node.function)
                        .arg(node.parent < 0 ? u"-"_s : nodes.at(node.parent).id));
    }
    return list;
}

inline std::shared_ptr<const Topology> hostWith(PortType type)
{
    PciFunction function;
    function.address = *PciAddress::parse(u"0b:00.0"_s);
    function.portType = type;
    return Topology::fromFunctions({function}).topology;
}

inline const QString card = u"0000:0b:00.0"_s;
inline const QString audio = u"0000:0b:00.1"_s;

} // namespace placedlayout
