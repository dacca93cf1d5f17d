// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "planedits.h"

#include "layoutplacement.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

std::unexpected<Error> failure(const QString &what, const QString &hint = {})
{
    return std::unexpected(Error {Error::Kind::Usage, what, {}, hint});
}

std::optional<HostpciValue> valueAt(const Plan &plan, int index)
{
    const PlanEntry *entry = plan.entry(index);
    const auto value = entry ? HostpciValue::parse(entry->value) : Result<HostpciValue>();
    return entry && value ? std::optional(*value) : std::nullopt;
}

/// The one card that a line names.
std::optional<HostId> cardOf(const Plan &plan, int index)
{
    const auto value = valueAt(plan, index);
    if (!value || value->hosts().isEmpty())
        return std::nullopt;
    const QList<HostId> hosts = value->hosts();
    const bool oneSlot = std::ranges::all_of(
        hosts, [&](const HostId &id) { return id.address.sameSlot(hosts.first().address); });
    return oneSlot ? std::optional(hosts.first()) : std::nullopt;
}

/// Other lines that pass functions of the same card and nothing else.
QList<int> siblings(const Plan &plan, int index)
{
    QList<int> found;
    const auto card = cardOf(plan, index);
    for (const PlanEntry &entry : plan.entries) {
        const auto other = cardOf(plan, entry.index);
        if (card && other && entry.index != index && other->address.sameSlot(card->address))
            found.append(entry.index);
    }
    return found;
}

Plan withoutSiblings(Plan plan, int index)
{
    for (const int other : siblings(plan, index))
        plan = plan.withoutEntry(other);
    return plan;
}

Result<Plan> withSeparateSlots(const Plan &plan, int index, const HostId &card)
{
    const QList<int> functions = plan.host ? plan.host->slotFunctions(card.address) : QList<int>();
    if (functions.size() < 2) {
        return failure(tr("the functions of %1 are not known").arg(card.address.slotString()),
                       tr("open a capture of the host"));
    }
    Plan changed = withoutSiblings(plan, index);
    const HostpciValue value = *valueAt(plan, index);
    HostId id = card;
    id.allFunctions = false;
    id.address = plan.host->at(functions.first()).address;
    changed = changed.withEntry(index, value.withHost(id).text());
    for (const int function : functions.sliced(1)) {
        const auto free = changed.freeIndex();
        if (!free) {
            return failure(tr("there are not enough free hostpci lines"),
                           tr("remove a card from the plan first"));
        }
        id.address = plan.host->at(function).address;
        changed = changed.withEntry(*free, HostpciValue::forDevice(id, value.pcie()).text());
    }
    return changed;
}

} // namespace

std::optional<CardChoice> cardChoice(const Plan &plan, int index)
{
    const auto card = cardOf(plan, index);
    if (!card)
        return std::nullopt;
    const auto value = valueAt(plan, index);
    if (card->allFunctions || value->hosts().size() > 1)
        return CardChoice::AllFunctions;
    return siblings(plan, index).isEmpty() ? CardChoice::OneFunction : CardChoice::SeparateSlots;
}

Result<Plan> withCardChoice(const Plan &plan, int index, CardChoice choice)
{
    const auto card = cardOf(plan, index);
    if (!card)
        return failure(tr("hostpci%1 does not name one card").arg(index));
    if (choice == CardChoice::SeparateSlots)
        return withSeparateSlots(plan, index, *card);
    const HostpciValue value = *valueAt(plan, index);
    HostId id = *card;
    id.allFunctions = choice == CardChoice::AllFunctions;
    if (card->allFunctions && !id.allFunctions)
        id.address.function = 0;
    const HostpciValue changed =
        value.hosts().size() > 1 ? value.withHost(id) : value.withAllFunctions(id.allFunctions);
    return withoutSiblings(plan, index).withEntry(index, changed.text());
}

Result<Plan> asHostpciLines(const Plan &plan)
{
    if (!plan.layout)
        return plan;
    Plan lines = plan;
    lines.layout.reset();
    lines.guest.machine = machineKind(plan.guest) == MachineKind::Q35 ? u"q35"_s : u"pc"_s;
    const bool q35 = lines.guest.isQ35();
    for (const ExpandedEntry &entry : placeLayout(plan).entries) {
        const auto index = lines.freeIndex();
        if (!index)
            return failure(tr("the VM has more cards than Proxmox has hostpci lines"));
        if (entry.functions.isEmpty())
            return failure(tr("which function %1 passes is not known").arg(entry.source));
        QStringList hosts;
        for (const PassedFunction &function : entry.functions) {
            if (function.sysfsdev.isEmpty())
                hosts.append(function.address.toString());
        }
        if (hosts.isEmpty())
            return failure(
                tr("a mediated device has no hostpci line of its own: %1").arg(entry.source));
        const bool pcie = q35 && entry.place.rootPort;
        lines = lines.withEntry(*index, hosts.join(u';') + (pcie ? u",pcie=1"_s : QString()));
    }
    return lines;
}

} // namespace rootward
