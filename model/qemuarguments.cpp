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
    for (const OverrideRow &row : overrideRows) {
        if (const auto value = entry.value.option(row.key.toString()))
            options += u',' + row.argument + u'=' + *value;
    }
    return options;
}

QString functionArgument(const Plan &plan, const ExpandedEntry &entry, const Placement &place,
                         int position)
{
    const QString source = entry.mediated
        ? "sysfsdev="_L1 + mediatedDeviceFolder(plan, entry.entry.index)
        : "host="_L1 + entry.functions.at(position).address.toString();
    QString addr = place.addr;
    if (entry.functions.size() > 1)
        addr += u'.' + QString::number(position);
    QString argument = "vfio-pci,"_L1 + source + ",id="_L1 + functionId(entry, position)
        + ",bus="_L1 + place.bus + ",addr="_L1 + addr;
    if (position == 0)
        argument += firstFunctionOptions(plan, entry);
    return argument;
}

} // namespace

QStringList passthroughArguments(const Plan &plan, const QList<ExpandedEntry> &entries)
{
    QStringList arguments;
    for (const ExpandedEntry &entry : entries) {
        if (!entry.isPlaced())
            continue;
        const Placement place = placementOf(plan, entry);
        if (place.rootPort && rootPortPlace(entry.entry.index).onDemand)
            arguments.append(portArgument(entry.entry.index));
        for (int position = 0; position < entry.functions.size(); ++position)
            arguments.append(functionArgument(plan, entry, place, position));
    }
    return arguments;
}

QStringList bridgeArguments(const Plan &plan, const QList<ExpandedEntry> &entries)
{
    const bool legacyIgd = std::ranges::any_of(entries, [](const ExpandedEntry &entry) {
        return entry.isPlaced() && entry.value.legacyIgd();
    });
    QStringList arguments;
    for (const BridgePlace &bridge : addedBridges(plan.guest)) {
        const bool moved = legacyIgd && bridge.number == 2;
        arguments.append(u"pci-bridge,id=pci.%1,chassis_nr=%1,bus=%2,addr=0x%3"_s.arg(bridge.number)
                             .arg(moved ? u"pci.1"_s : rootBusName(plan.guest),
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
