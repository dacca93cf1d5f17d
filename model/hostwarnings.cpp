// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hostwarnings.h"

#include "planremedy.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int bridgeClass = 0x06;
constexpr int displayClass = 0x03;
constexpr qsizetype mostMates = 8;

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

std::optional<int> baseClass(const PciFunction &function)
{
    return function.classCode ? std::optional(*function.classCode >> 8) : std::nullopt;
}

void warn(EntryOutcome &row, Reason reason, const QString &detail)
{
    row.warnings.append({reason,
                         {},
                         row.index < 0 ? std::nullopt : std::optional(row.index),
                         reasonSentence(reason, {detail})});
}

QSet<PciAddress> passedFunctions(const QList<ExpandedEntry> &entries)
{
    QSet<PciAddress> passed;
    for (const ExpandedEntry &entry : entries) {
        for (const PassedFunction &function : entry.functions) {
            if (entry.isPlaced())
                passed.insert(function.address);
        }
    }
    return passed;
}

/// Proxmox binds nothing for a mediated device, for NVIDIA's vGPUs and where the line says so.
bool bindsItsGroup(const ExpandedEntry &entry)
{
    return entry.isHostpci() && !entry.mediated && !entry.value.option(u"mdev")
        && entry.value.option(u"driver") != u"keep"_s;
}

QString mateLabel(const PciFunction &mate)
{
    const QString label = functionLabel(mate);
    const bool used = !mate.driver.isEmpty() && mate.driver != "vfio-pci"_L1;
    return used ? tr("%1 (in use by the host: %2)").arg(label, mate.driver) : label;
}

void sharedGroup(const Plan &plan, const QList<ExpandedEntry> &entries, const ExpandedEntry &entry,
                 EntryOutcome &row)
{
    if (!bindsItsGroup(entry))
        return;
    QSet<int> groups;
    for (const PassedFunction &function : entry.functions) {
        if (const auto group = hostFunction(plan, function).iommuGroup)
            groups.insert(*group);
    }
    if (groups.isEmpty())
        return;
    const QList<int> found = groupMates(*plan.host, groups, passedFunctions(entries));
    QStringList mates;
    for (const int mate : found.first(std::min(found.size(), mostMates)))
        mates.append(mateLabel(plan.host->at(mate)));
    const qsizetype more = found.size() - mates.size();
    if (more > 0)
        mates.append(tr("%1 more").arg(more));
    if (!mates.isEmpty())
        warn(row, Reason::ProxmoxSharedGroup, mates.join(u", "_s));
}

/// A VF leaves the display with the host, and is none.
bool isDisplay(const PciFunction &function)
{
    return baseClass(function) == displayClass && !function.isVirtual;
}

/// Only of a host whose every function is known can it be said that it has no other.
void bootDisplay(const Plan &plan, const ExpandedEntry &entry, EntryOutcome &row)
{
    if (!plan.host || entry.mediated || !plan.host->isWholeHost())
        return;
    const QList<PciFunction> &all = plan.host->functions();
    const bool classesKnown = std::ranges::all_of(
        all, [](const PciFunction &function) { return function.classCode.has_value(); });
    if (!classesKnown || std::ranges::count_if(all, isDisplay) != 1)
        return;
    for (const PassedFunction &passed : entry.functions) {
        if (isDisplay(hostFunction(plan, passed)))
            warn(row, Reason::HostBootDisplay, functionLabel(hostFunction(plan, passed)));
    }
}

} // namespace

QList<int> groupMates(const Topology &host, const QSet<int> &groups, const QSet<PciAddress> &passed)
{
    QList<int> mates;
    for (int i = 0; i < host.size(); ++i) {
        const PciFunction &function = host.at(i);
        const bool isMate = function.iommuGroup && groups.contains(*function.iommuGroup)
            && !passed.contains(function.address) && !function.isBridge
            && baseClass(function) != bridgeClass;
        if (isMate)
            mates.append(i);
    }
    return mates;
}

void addHostWarnings(const Plan &plan, const QList<ExpandedEntry> &entries,
                     const ExpandedEntry &entry, EntryOutcome &row)
{
    sharedGroup(plan, entries, entry, row);
    bootDisplay(plan, entry, row);
}

} // namespace rootward
