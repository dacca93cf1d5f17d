// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "vmdefinition.h"

#include <QStringList>

namespace rootward {

/// "hostdev0 vfio-pci on pci.1 at 0.1 multifunction passes 0000:0b:00.1"; a bridge "owns" a bus.
inline QString placeText(const LayoutDevice &device)
{
    using namespace Qt::StringLiterals;
    QString text = device.id + u' ' + device.model + " on "_L1
        + (device.bus.isEmpty() ? u"?"_s : device.bus) + " at "_L1
        + (device.slot ? QString::number(*device.slot, 16) : u"?"_s) + u'.'
        + QString::number(device.function);
    if (device.multifunction)
        text += " multifunction"_L1;
    if (device.host)
        text += " passes "_L1 + device.host->toString();
    if (device.namesNoHost)
        text += " passes ?"_L1;
    if (!device.sysfsdev.isEmpty())
        text += " passes "_L1 + device.sysfsdev;
    if (!device.ownBus.isEmpty())
        text += " owns "_L1 + device.ownBus + u' ' + portTypeId(device.portType);
    if (device.ownBusIsRoot)
        text += " root "_L1 + QString::number(device.busNumber.value_or(-1));
    if (!device.refusal.isEmpty())
        text += " refused: "_L1 + device.refusal;
    if (!device.open.isEmpty())
        text += " open: "_L1 + device.open;
    return text;
}

inline QStringList layoutText(const VmDefinition &vm)
{
    QStringList lines;
    if (!vm.layout)
        return {QStringLiteral("no layout")};
    for (const LayoutDevice &device : vm.layout->devices)
        lines.append(placeText(device));
    return lines;
}

inline QStringList problemTexts(const VmDefinition &vm)
{
    QStringList lines;
    for (const Notice &problem : vm.problems)
        lines.append(problem.message);
    return lines;
}

} // namespace rootward
