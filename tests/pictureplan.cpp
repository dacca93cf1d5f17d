// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pictureplan.h"

#include "examples.h"
#include "importers.h"
#include "vmconfig.h"

#include "hostshapes.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace rootward {

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
    const auto capture = readCapture(hexDump(randomHost(seed), 256), u"random"_s);
    if (!capture)
        return plan;
    plan.host = capture->topology;
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
