// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "plan.h"

#include <QMap>

#include <algorithm>
#include <array>
#include <tuple>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr std::array hiddenClasses {0x05, 0x06, 0x0b};

bool hasPort(const Plan &plan, int index)
{
    const PlanEntry *entry = plan.entry(index);
    if (!entry)
        return false;
    const auto value = HostpciValue::parse(entry->value);
    return value && value->pcie();
}

/// Whether a PCI-Express card at this index would be found: its port's slot has a function 0.
bool makesHole(const Plan &plan, int index)
{
    const RootPortPlace place = rootPortPlace(index);
    if (!plan.guest.isQ35() || !place.onDemand || place.function == 0)
        return false;
    return !hasPort(plan, index - place.function);
}

} // namespace

const PlanEntry *Plan::entry(int index) const
{
    const auto found = std::ranges::find(entries, index, &PlanEntry::index);
    return found == entries.end() ? nullptr : &*found;
}

std::optional<int> Plan::freeIndex() const
{
    std::optional<int> holed;
    for (int index = 0; index < maxHostpciEntries; ++index) {
        if (entry(index))
            continue;
        if (!makesHole(*this, index))
            return index;
        if (!holed)
            holed = index;
    }
    return holed;
}

Plan Plan::withEntry(int index, const QString &value) const
{
    Plan changed = *this;
    const auto place = std::ranges::lower_bound(changed.entries, index, {}, &PlanEntry::index);
    if (place != changed.entries.end() && place->index == index)
        place->value = value;
    else
        changed.entries.insert(place, {index, value});
    return changed;
}

Plan Plan::withoutEntry(int index) const
{
    Plan changed = *this;
    changed.entries.removeIf([index](const PlanEntry &entry) { return entry.index == index; });
    return changed;
}

QLatin1StringView entryVerdictId(EntryVerdict verdict)
{
    constexpr std::array ids {"offered"_L1, "not-offered"_L1, "inconclusive"_L1, "unproven"_L1,
                              "invalid"_L1};
    return ids[static_cast<size_t>(verdict)];
}

QHash<PciAddress, QString> cardLetters(const Topology &host)
{
    using Ids = std::tuple<int, int, int, int>;
    QMap<Ids, QList<PciAddress>> cards;
    for (const PciFunction &function : host.functions()) {
        if (function.isVirtual || !function.device || guestDriverName(function) == "none"_L1)
            continue;
        const Ids ids {function.vendor.value_or(0), *function.device,
                       function.subsystemVendor ? *function.subsystemVendor : -1,
                       function.subsystemDevice ? *function.subsystemDevice : -1};
        cards[ids].append(function.address);
    }
    QList<PciAddress> twins;
    for (const QList<PciAddress> &group : std::as_const(cards)) {
        if (group.size() > 1)
            twins += group;
    }
    std::ranges::sort(twins);
    QHash<PciAddress, QString> letters;
    for (qsizetype i = 0; i < twins.size(); ++i) {
        QString letter;
        for (qsizetype rest = i + 1; rest > 0; rest = (rest - 1) / 26)
            letter.prepend(QChar(static_cast<char16_t>(u'A' + (rest - 1) % 26)));
        letters.insert(twins.at(i), letter);
    }
    return letters;
}

QList<int> passableFunctions(const Topology &host)
{
    QList<int> passable;
    for (int i = 0; i < host.size(); ++i) {
        const PciFunction &function = host.at(i);
        const bool type = isEndpoint(function.portType)
            || function.portType == PortType::Conventional
            || function.portType == PortType::Unknown;
        const bool hidden =
            function.classCode && std::ranges::contains(hiddenClasses, *function.classCode >> 8);
        if (type && !function.isBridge && !hidden)
            passable.append(i);
    }
    return passable;
}

} // namespace rootward
