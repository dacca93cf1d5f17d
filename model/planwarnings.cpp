// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "planwarnings.h"

#include "mappingexpansion.h"

#include "gpugeneration.h"
#include "guesttree.h"
#include "hostwarnings.h"
#include "plansentences.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

void warn(EntryOutcome &outcome, Reason reason, const QString &detail)
{
    const std::optional<int> index =
        outcome.index < 0 ? std::nullopt : std::optional(outcome.index);
    outcome.warnings.append({reason, {}, index, reasonSentence(reason, {detail})});
}

/// What one warning looks at.
struct Subject {
    const Plan &plan;
    const QList<ExpandedEntry> &entries;
    const PlanOutcome &outcome;
    const ExpandedEntry &entry;
    EntryOutcome &row;
};

void portHole(const Subject &subject)
{
    const bool hidden =
        std::ranges::any_of(subject.row.functions, [](const FunctionOutcome &function) {
            return function.visible == false;
        });
    const bool emptyHole = subject.row.functions.isEmpty() && subject.row.portNode >= 0
        && !subject.outcome.guestTree.at(subject.row.portNode).visible;
    if (subject.entry.isHostpci() && subject.entry.place.rootPort && (hidden || emptyHole))
        warn(subject.row, Reason::ProxmoxPortHole, placeLabel(subject.entry));
}

void swallowedVfs(const Subject &subject)
{
    const QList<HostId> ids = subject.entry.value.hosts();
    QStringList swallowed;
    for (const PassedFunction &passed : subject.entry.functions) {
        const bool whole = std::ranges::any_of(ids, [&](const HostId &id) {
            return id.allFunctions && id.address.sameSlot(passed.address);
        });
        if (whole && hostFunction(subject.plan, passed).isVirtual)
            swallowed.append(passed.address.toShortString());
    }
    if (!swallowed.isEmpty())
        warn(subject.row, Reason::ProxmoxVfsSwallowed, swallowed.join(u", "_s));
}

void renumbered(const Subject &subject)
{
    if (!subject.entry.isHostpci())
        return; // the number is the user's own choice
    QStringList changes;
    for (int position = 0; position < subject.entry.functions.size(); ++position) {
        const PciAddress &address = subject.entry.functions.at(position).address;
        const int number = subject.entry.functions.at(position).function;
        if (address.function != number)
            changes.append(tr("%1 becomes function %2").arg(address.toShortString()).arg(number));
    }
    if (!changes.isEmpty())
        warn(subject.row, Reason::ProxmoxFunctionRenumbered, changes.join(u", "_s));
}

std::optional<PciAddress> firstAddress(const PlanOutcome &outcome, const EntryOutcome &row)
{
    if (row.functions.isEmpty() || row.functions.first().guestNode < 0)
        return std::nullopt;
    return outcome.guestTree.at(row.functions.first().guestNode).likelyAddress;
}

void indexOrder(const Subject &subject)
{
    const auto mine = firstAddress(subject.outcome, subject.row);
    if (!mine)
        return;
    for (const EntryOutcome &other : subject.outcome.entries) {
        const auto theirs = firstAddress(subject.outcome, other);
        if (other.index >= 0 && other.index < subject.row.index && theirs && *theirs > *mine) {
            warn(subject.row, Reason::ProxmoxIndexOrder,
                 tr("hostpci%1 likely comes before hostpci%2 (%3 and %4)")
                     .arg(subject.row.index)
                     .arg(other.index)
                     .arg(mine->toShortString(), theirs->toShortString()));
            return;
        }
    }
}

/// What rests on reading source code alone.
QStringList predictions(const Subject &subject)
{
    QStringList list;
    if (machineKind(subject.plan.guest) == MachineKind::Virt)
        list.append(tr("an Arm guest's tree"));
    if (subject.entry.mediated)
        list.append(tr("a mediated device"));
    for (const PassedFunction &passed : subject.entry.functions) {
        const PciFunction function = hostFunction(subject.plan, passed);
        if (function.isVirtual)
            list.append(tr("a virtual function (%1)").arg(passed.address.toShortString()));
        else if (function.portType == PortType::RcIntegratedEndpoint)
            list.append(tr("an integrated endpoint (%1)").arg(passed.address.toShortString()));
        for (const ExpandedEntry &other : subject.entries) {
            for (const PassedFunction &theirs : other.functions) {
                if (other.isPlaced() && &other != &subject.entry
                    && theirs.address.sameSlot(passed.address) && !function.isVirtual) {
                    list.append(
                        tr("the card's functions %1 and %2 in guest slots of their own")
                            .arg(passed.address.toShortString(), theirs.address.toShortString()));
                }
            }
        }
    }
    return list;
}

void predicted(const Subject &subject)
{
    const QStringList list = predictions(subject);
    if (!list.isEmpty())
        warn(subject.row, Reason::GuestPredicted, list.join(u", "_s));
}

void apuInternalPath(const Subject &subject)
{
    for (const PassedFunction &passed : subject.entry.functions) {
        const PciFunction function = hostFunction(subject.plan, passed);
        if (guestDriverName(function) == "amdgpu"_L1 && usesInternalPath(gpuGeneration(function)))
            warn(subject.row, Reason::HostApuInternalPath, passed.address.toShortString());
    }
}

/// What an entry surely passes: its functions, or the devices of its line where the host does not
/// tell them.
QList<HostId> passedIds(const ExpandedEntry &entry)
{
    QList<HostId> ids;
    for (const PassedFunction &passed : entry.functions)
        ids.append({passed.address});
    return ids.isEmpty() ? entry.value.hosts() : ids;
}

bool overlaps(const HostId &one, const HostId &other)
{
    return one.spelledLikeSysfs && other.spelledLikeSysfs && one.address.sameSlot(other.address)
        && (one.allFunctions || other.allFunctions
            || one.address.function == other.address.function);
}

void usedByOtherVm(const Subject &subject)
{
    const QList<HostId> mine = passedIds(subject.entry);
    QStringList shared;
    for (const OtherVm &vm : subject.plan.otherVms) {
        for (const PlanEntry &line : vm.entries) {
            // What Proxmox would not take passes nothing.
            const auto value = HostpciValue::parse(line.value);
            if (!value)
                continue;
            const QList<HostId> theirs = surelyNamed(subject.plan, *value);
            for (const HostId &id : mine) {
                if (!std::ranges::any_of(theirs, [&](const HostId &o) { return overlaps(id, o); }))
                    continue;
                const QString name =
                    id.allFunctions ? id.address.slotString() : id.address.toShortString();
                shared.append(tr("%1 (hostpci%2 of %3)").arg(name).arg(line.index).arg(vm.label));
            }
        }
    }
    if (!shared.isEmpty())
        warn(subject.row, Reason::ProxmoxUsedByOtherVm, shared.join(u", "_s));
}

constexpr void (*entryWarnings[])(const Subject &) = {
    portHole, swallowedVfs, renumbered, indexOrder, predicted, apuInternalPath, usedByOtherVm};

} // namespace

void addWarnings(const Plan &plan, const QList<ExpandedEntry> &entries, PlanOutcome &outcome)
{
    for (qsizetype i = 0; i < outcome.entries.size(); ++i) {
        if (!entries.at(i).isPlaced())
            continue;
        for (const auto warning : entryWarnings)
            warning({plan, entries, outcome, entries.at(i), outcome.entries[i]});
        addHostWarnings(plan, entries, entries.at(i), outcome.entries[i]);
    }
    if (plan.guest.qemuVersion() > QemuVersion::newestChecked()) {
        outcome.warnings.append(
            {Reason::QemuNewerThanChecked,
             {},
             std::nullopt,
             reasonSentence(Reason::QemuNewerThanChecked, {plan.guest.qemuVersion().toString()})});
    }
}

} // namespace rootward
