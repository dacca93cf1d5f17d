// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pictureplan.h"

#include "examples.h"
#include "importers.h"
#include "vmconfig.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// Groups of neighbours, some of one function, some of many.
void giveGroups(QList<PciFunction> &functions, QRandomGenerator &random)
{
    int group = 0;
    for (PciFunction &function : functions) {
        if (random.bounded(3U) != 0)
            ++group;
        function.iommuGroup = group;
    }
}

void giveFacts(PciFunction &function, QRandomGenerator &random)
{
    static const QStringList drivers {u"nvme"_s, u"vfio-pci"_s, u"a_driver_of_a_very_long_name"_s};
    static constexpr double speeds[] = {2.5, 5, 8, 16, 32};
    if (random.bounded(2U) == 0)
        function.driver = drivers.at(qsizetype(random.bounded(quint32(drivers.size()))));
    if (random.bounded(3U) == 0)
        function.physicalSlot = QString::number(random.bounded(40));
    if (random.bounded(4U) == 0)
        function.name = u"Maker of Things Device of the %1th Generation with Many Words"_s.arg(
            random.bounded(99));
    function.numaNode = int(random.bounded(3U)) - 1;
    const double most = speeds[random.bounded(5)];
    function.link = Link {.speed = speeds[random.bounded(5)],
                          .width = 1 << random.bounded(5),
                          .maxSpeed = most,
                          .maxWidth = 16};
}

std::shared_ptr<const Topology> withRandomFacts(const std::shared_ptr<const Topology> &host,
                                                quint32 seed)
{
    if (!host)
        return host;
    QRandomGenerator random(seed + 1);
    QList<PciFunction> functions = host->functions();
    giveGroups(functions, random);
    for (PciFunction &function : functions)
        giveFacts(function, random);
    return Topology::fromFunctions(std::move(functions)).topology;
}

} // namespace

std::shared_ptr<const Topology> readHost(const SyntheticHost &host)
{
    const auto capture = readCapture(hexDump(host, 256), u"made"_s);
    return capture ? capture->topology : nullptr;
}

Plan examplePlan(const QString &name)
{
    Plan plan;
    const Example *example = findExample(name);
    if (!example)
        return plan;
    if (const auto capture = readCapture(example->capture(), name))
        plan.host = capture->topology;
    if (const auto vm = readVmConfig(example->vmConfig(), u"101.conf"_s)) {
        plan.guest = vm->guest;
        plan.entries = vm->entries;
    }
    return plan;
}

Plan randomPlan(quint32 seed)
{
    Plan plan;
    plan.host = withRandomFacts(readHost(randomHost(seed)), seed);
    if (!plan.host)
        return plan;
    plan.hostKernel = *KernelVersion::parse(seed % 2 ? u"new" : u"old");
    plan.guest.os = GuestOs::Linux;
    QRandomGenerator random(seed);
    QList<int> passable = passableFunctions(*plan.host);
    int index = 0;
    for (quint32 left = random.bounded(7U); left > 0 && !passable.isEmpty(); --left) {
        const int function = passable.takeAt(qsizetype(random.bounded(quint32(passable.size()))));
        const PciAddress address = plan.host->at(function).address;
        const bool whole = random.bounded(2U) == 0;
        if (whole)
            passable.removeIf(
                [&](int other) { return plan.host->at(other).address.sameSlot(address); });
        plan = plan.withEntry(index++,
                              (whole ? address.slotString() : address.toString()) + u",pcie=1"_s);
    }
    return plan;
}

Pictured pictured(const Plan &plan, const DrawingOptions &options)
{
    Pictured result {plan, evaluate(plan), options, {}, {}, {}};
    result.request = layoutRequest(plan, result.outcome, options);
    result.layout = layOut(result.request);
    if (result.layout)
        result.drawing = buildDrawing(plan, result.outcome, *result.layout, options);
    return result;
}

} // namespace rootward
