// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "selection.h"

#include "session.h"

namespace rootward {

std::optional<int> entryOfNode(const PlanOutcome &outcome, const NodeRef &node)
{
    if (node.kind == NodeRef::Kind::HostFunction && node.address)
        return entryOf(outcome, *node.address);
    if (node.kind != NodeRef::Kind::GuestFunction)
        return std::nullopt;
    for (const GuestNode &guest : outcome.guestTree) {
        if (guest.id == node.guestId && guest.entry != -1)
            return guest.entry;
    }
    return std::nullopt;
}

std::optional<NodeRef> nodeOfEntry(const PlanOutcome &outcome, int entry)
{
    for (const EntryOutcome &candidate : outcome.entries) {
        if (candidate.index != entry || candidate.functions.isEmpty())
            continue;
        const qsizetype last = candidate.functions.size() - 1;
        const qsizetype leading = std::clamp<qsizetype>(candidate.leading, 0, last);
        return NodeRef::hostFunction(candidate.functions.at(leading).host);
    }
    return std::nullopt;
}

std::optional<NodeRef> firstOfInterest(const Plan &plan, const PlanOutcome &outcome)
{
    if (!outcome.entries.isEmpty())
        return nodeOfEntry(outcome, outcome.entries.constFirst().index);
    if (!plan.host)
        return std::nullopt;
    for (const int index : passableFunctions(*plan.host)) {
        const PciFunction &function = plan.host->at(index);
        if (!askedWidths(guestDriverName(function)).isEmpty())
            return NodeRef::hostFunction(function.address);
    }
    return std::nullopt;
}

} // namespace rootward
