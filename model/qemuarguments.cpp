// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemuarguments.h"

#include "guesttree.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// Options of the property string that reach the command line as they are.
struct OverrideRow {
    QLatin1StringView key;
    QLatin1StringView argument;
};
constexpr OverrideRow overrideRows[] = {
    {"vendor-id"_L1, "x-pci-vendor-id"_L1},
    {"device-id"_L1, "x-pci-device-id"_L1},
    {"sub-vendor-id"_L1, "x-pci-sub-vendor-id"_L1},
    {"sub-device-id"_L1, "x-pci-sub-device-id"_L1},
};

constexpr qsizetype firstBootIndex = 100;

QString portArgument(int index)
{
    return u"pcie-root-port,id=%1,addr=%2,x-speed=16,x-width=32,multifunction=on,bus=pcie.0,"
           "port=%3,chassis=%3"_s.arg(rootPortId(index), rootPortAddress(index))
               .arg(index + 1);
}

/// What only the entry's function 0 gets.
QString firstFunctionOptions(const Plan &plan, const ExpandedEntry &entry)
{
    QString options;
    if (!entry.value.rombar())
        options += ",rombar=0"_L1;
    if (entry.value.primaryGpu() && plan.guest.bios != "ovmf"_L1)
        options += ",x-vga=on"_L1;
    if (entry.functions.size() > 1)
        options += ",multifunction=on"_L1;
    if (const auto romfile = entry.value.option(u"romfile"))
        options += ",romfile=/usr/share/kvm/"_L1 + *romfile;
    if (const qsizetype boot = plan.guest.bootOrder.indexOf(entry.source); boot >= 0)
        options += ",bootindex="_L1 + QString::number(firstBootIndex + boot);
    return options + idOverrides(entry.value);
}

QString functionArgument(const Plan &plan, const ExpandedEntry &entry, int position)
{
    const PassedFunction &function = entry.functions.at(position);
    QString argument = "vfio-pci,"_L1
        + (function.sysfsdev.isEmpty() ? "host="_L1 + function.address.toString()
                                       : "sysfsdev="_L1 + function.sysfsdev);
    if (entry.mayMigrate)
        argument += ",enable-migration=on"_L1;
    argument += ",id="_L1 + function.qemuId + ",bus="_L1 + entry.place.bus + ",addr="_L1
        + functionAddress(entry, position);
    if (position == 0)
        argument += firstFunctionOptions(plan, entry);
    return argument;
}

} // namespace

QString idOverrides(const HostpciValue &value)
{
    QString arguments;
    for (const OverrideRow &row : overrideRows) {
        if (const auto id = value.option(row.key.toString()))
            arguments += u',' + row.argument + u'=' + *id;
    }
    return arguments;
}

QString functionAddress(const ExpandedEntry &entry, int position)
{
    const PassedFunction &function = entry.functions.at(position);
    const bool written = entry.functions.size() > 1 || function.function > 0;
    return written ? entry.place.addr + u'.' + QString::number(function.function)
                   : entry.place.addr;
}

QStringList passthroughArguments(const Plan &plan, const QList<ExpandedEntry> &entries)
{
    QStringList arguments;
    if (plan.guest.isTemplate)
        return arguments;
    for (const ExpandedEntry &entry : entries) {
        if (!entry.isPlaced() || !entry.placeKnown)
            continue;
        if (entry.isHostpci() && entry.place.rootPort && rootPortPlace(entry.entry.index).onDemand)
            arguments.append(portArgument(entry.entry.index));
        for (int position = 0; position < entry.functions.size(); ++position)
            arguments.append(functionArgument(plan, entry, position));
    }
    return arguments;
}

QStringList bridgeArguments(const Plan &plan, const QList<ExpandedEntry> &entries)
{
    const bool legacyIgd = std::ranges::any_of(entries, [&plan](const ExpandedEntry &entry) {
        return !plan.guest.isTemplate && entry.isPlaced() && entry.value.legacyIgd();
    });
    QStringList arguments;
    if (plan.layout)
        return arguments;
    // Proxmox builds a template, which it starts for a backup alone, on the default machine.
    GuestMachine machine = plan.guest;
    if (machine.isTemplate)
        machine.machine.clear();
    for (const BridgePlace &bridge : addedBridges(machine)) {
        const bool moved = legacyIgd && bridge.number == 2;
        arguments.append(u"pci-bridge,id=pci.%1,chassis_nr=%1,bus=%2,addr=0x%3"_s.arg(bridge.number)
                             .arg(moved ? u"pci.1"_s : bridge.bus,
                                  QString::number(moved ? 0x1e : bridge.slot, 16)));
    }
    return arguments;
}

QString mediatedDeviceFolder(const Plan &plan, int index)
{
    return u"/sys/bus/mdev/devices/%1-0000-0000-0000-%2"_s.arg(index, 8, 10, QChar(u'0'))
        .arg(plan.guest.vmid.value_or(0), 12, 10, QChar(u'0'));
}

} // namespace rootward
