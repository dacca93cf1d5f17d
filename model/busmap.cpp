// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "busmap.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

int breadth(const BusRange &range)
{
    return range.subordinate - range.secondary;
}

bool contains(const BusRange &range, quint8 bus)
{
    return bus >= range.secondary && bus <= range.subordinate;
}

CaptureProblem overlap(const BusMap::Bridge &bridge, const PciAddress &other)
{
    return {.severity = CaptureProblem::Severity::Warning,
            .reason = Reason::CaptureOverlap,
            .address = bridge.address,
            .message = reasonSentence(Reason::CaptureOverlap,
                                      {bridge.address == other ? other.toString()
                                                               : other.toString() + u", "_s
                                               + bridge.address.toString()})};
}

} // namespace

BusMap::BusMap(std::span<const PciFunction> functions, int first)
{
    m_owners.fill(-1);
    m_enclosing.fill(notAsked);
    std::array<int, 256> breadths {};
    int index = first;
    for (const PciFunction &function : functions) {
        const int own = index++;
        if (!function.buses || function.buses->secondary == 0)
            continue;
        Bridge bridge {own, function.address, *function.buses};
        if (bridge.range.secondary <= function.address.bus
            || bridge.range.subordinate < bridge.range.secondary) {
            m_misfits.append(bridge);
            continue;
        }
        m_bridges.append(bridge);
        int &owner = m_owners[bridge.range.secondary];
        int &ownersBreadth = breadths[bridge.range.secondary];
        if (owner < 0 || breadth(bridge.range) < ownersBreadth) {
            owner = own;
            ownersBreadth = breadth(bridge.range);
        }
    }
}

int BusMap::enclosing(quint8 bus)
{
    int &answer = m_enclosing[bus];
    if (answer != notAsked)
        return answer;
    answer = -1;
    int narrowest = 256;
    for (const Bridge &bridge : std::as_const(m_bridges)) {
        if (bridge.range.secondary < bus && contains(bridge.range, bus)
            && breadth(bridge.range) < narrowest) {
            narrowest = breadth(bridge.range);
            answer = bridge.index;
        }
    }
    return answer;
}

QList<CaptureProblem> BusMap::overlaps() const
{
    QList<CaptureProblem> problems;
    for (const Bridge &bridge : m_misfits)
        problems.append(overlap(bridge, bridge.address));

    QList<Bridge> sorted = m_bridges;
    std::ranges::stable_sort(sorted, [](const Bridge &a, const Bridge &b) {
        return a.range.secondary != b.range.secondary ? a.range.secondary < b.range.secondary
                                                      : a.range.subordinate > b.range.subordinate;
    });
    // Ranges that agree are nested, and a bridge inside a range stands on a bus of that range.
    QList<Bridge> open;
    for (const Bridge &bridge : std::as_const(sorted)) {
        while (!open.isEmpty() && open.last().range.subordinate < bridge.range.secondary)
            open.removeLast();
        if (!open.isEmpty()
            && (bridge.range.subordinate > open.last().range.subordinate
                || !contains(open.last().range, bridge.address.bus)))
            problems.append(overlap(bridge, open.last().address));
        open.append(bridge);
    }
    return problems;
}

} // namespace rootward
