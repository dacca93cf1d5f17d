// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "capturemerge.h"

#include "functionmerge.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

template<typename T>
void fill(std::optional<T> &value, const std::optional<T> &other)
{
    if (!value)
        value = other;
}

/// Where each of its sources stands once they are behind the others.
void renumberSources(ReadFunctions &reading, qsizetype before)
{
    for (PciFunction &function : reading.functions)
        function.lines.source += static_cast<int>(before);
    for (CaptureProblem &problem : reading.problems)
        problem.source += static_cast<int>(before);
}

QString nameOf(const ReadFunctions &reading)
{
    return reading.sources.isEmpty() ? reading.host : reading.sources.constFirst().name;
}

bool mayBeOneHost(const ReadFunctions &a, const ReadFunctions &b)
{
    if (!a.host.isEmpty() && !b.host.isEmpty() && a.host != b.host)
        return false;
    QHash<PciAddress, const PciFunction *> known;
    known.reserve(a.functions.size());
    for (const PciFunction &function : a.functions)
        known.insert(function.address, &function);
    return std::ranges::none_of(b.functions, [&known](const PciFunction &function) {
        const PciFunction *other = known.value(function.address);
        return other && contradict(*other, function);
    });
}

} // namespace

void completeReading(ReadFunctions &reading, ReadFunctions more)
{
    renumberSources(more, reading.sources.size());
    reading.sources.append(more.sources);
    FunctionCollector functions;
    for (QList<PciFunction> *list : {&reading.functions, &more.functions}) {
        for (PciFunction &function : *list)
            functions.add(std::move(function));
    }
    reading.functions = functions.take();
    reading.problems.append(more.problems);
    reading.driverLines.append(more.driverLines);
    reading.known.parents.insert(more.known.parents);
    reading.known.rootBuses.unite(more.known.rootBuses);
    if (reading.kind != more.kind)
        reading.kind = u"mixed"_s;
    if (reading.host.isEmpty())
        reading.host = more.host;
    fill(reading.hostKernel, more.hostKernel);
    fill(reading.qemu, more.qemu);
    if (reading.iommu && more.iommu && reading.iommu != more.iommu)
        reading.iommu.reset();
    else
        fill(reading.iommu, more.iommu);
}

bool completeOneOf(QList<ReadFunctions> &hosts, ReadFunctions &reading)
{
    const auto host = std::ranges::find_if(
        hosts, [&reading](const ReadFunctions &known) { return mayBeOneHost(known, reading); });
    if (host == hosts.end())
        return false;
    completeReading(*host, std::move(reading));
    return true;
}

void completeHosts(QList<ReadFunctions> &hosts, QList<ReadFunctions> others)
{
    for (ReadFunctions &other : others) {
        if (completeOneOf(hosts, other))
            continue;
        const QString sentence =
            QCoreApplication::translate("rootward", "%1 contradicts the others and is left out");
        for (ReadFunctions &known : hosts) {
            known.problems.append({.severity = CaptureProblem::Severity::Error,
                                   .reason = Reason::CaptureTwoHosts,
                                   .address = std::nullopt,
                                   .message = reasonSentence(Reason::CaptureTwoHosts,
                                                             {sentence.arg(nameOf(other))})});
        }
    }
}

} // namespace rootward
