// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines.h"

#include "memorymap.h"

#include <QByteArray>

#include <algorithm>

namespace rootward {

namespace {

PciAddress addressOf(const char *text)
{
    const QByteArray place(text);
    const auto number = [&](int from, int digits) {
        return static_cast<quint8>(place.sliced(from, digits).toUInt(nullptr, 16));
    };
    return {0, number(0, 2), number(3, 2), number(6, 1)};
}

SyntheticFunction functionOf(const MachineRow &row)
{
    const PciAddress address = addressOf(row.address);
    const bool isFabric = row.part == Part::ZenDataFabric || row.part == Part::MatisseDataFabric;
    SyntheticFunction function = isFabric ? dataFabric(row.part, address.function) : part(row.part);
    function.address = address;
    function.driver = QString::fromLatin1(row.driver);
    function.modules = QString::fromLatin1(row.modules);
    function.slotLabel = QString::fromLatin1(row.slotLabel);
    function.link = {row.generation, row.width, std::max(row.generation, row.maxGeneration),
                     std::max(row.width, row.maxWidth)};
    function.physicalSlot = row.physicalSlot;
    if (row.subsystemVendor != 0) {
        function.subsystemVendor = row.subsystemVendor;
        function.subsystemDevice = row.subsystemDevice;
    }
    if (row.iommuGroup >= 0)
        function.iommuGroup = row.iommuGroup;
    if (row.numaNode >= 0)
        function.numaNode = row.numaNode;
    if (function.isBridge)
        function.buses = {static_cast<quint8>(row.secondary), static_cast<quint8>(row.subordinate)};
    // Conventional functions of these processors are parts of the chip without any capability.
    function.hasCapabilityList = function.isExpress();
    return function;
}

void join(SyntheticHost &host)
{
    int interrupt = 24;
    for (SyntheticFunction &function : host.functions) {
        const auto bridge =
            std::ranges::find_if(host.functions, [&](const SyntheticFunction &other) {
                return other.isBridge && other.buses.secondary == function.address.bus;
            });
        if (bridge != host.functions.end()) {
            function.parent = bridge->address;
            bridge->slotOccupied = true;
        }
        function.multifunction =
            std::ranges::count_if(host.functions,
                                  [&](const SyntheticFunction &other) {
                                      return other.address.sameSlot(function.address);
                                  })
            > 1;
        if (!function.driver.isEmpty() && !function.bars.isEmpty())
            function.interruptLine = interrupt++;
    }
}

} // namespace

SyntheticHost assembled(std::span<const MachineRow> rows)
{
    SyntheticHost host;
    for (const MachineRow &row : rows)
        host.functions.append(functionOf(row));
    std::ranges::sort(host.functions, {}, &SyntheticFunction::address);
    join(host);
    placeMemory(host);
    return host;
}

} // namespace rootward
