// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hoptrunks.h"

#include <algorithm>
#include <array>

namespace rootward {

namespace {

constexpr double laneStep = 7;
/// Lanes in a gap, counted away from the parents; the middle one is the usual.
constexpr std::array laneOrder {0, -1, 1};

/// The vertical piece that the edges of one parent share.
struct Trunk {
    QList<qsizetype> hops;
    double x = 0;
    double parentY = 0;
    double from = 0;
    double to = 0;
    double away = 1; ///< the direction from the parent to its children
    int lane = 0;

    bool meets(const Trunk &other) const
    {
        return x == other.x && from <= other.to && to >= other.from;
    }
};

QList<Trunk> trunksOf(const QList<DrawnHop> &hops)
{
    QList<Trunk> trunks;
    QHash<NodeRef, qsizetype> known;
    for (qsizetype i = 0; i < hops.size(); ++i) {
        const QPolygonF &line = hops.at(i).line;
        if (line.size() != 4)
            continue;
        const auto [from, to] = std::minmax({line.at(1).y(), line.at(2).y()});
        if (!known.contains(hops.at(i).parent)) {
            known.insert(hops.at(i).parent, trunks.size());
            trunks.append({{},
                           line.at(1).x(),
                           line.at(2).y(),
                           from,
                           to,
                           line.at(0).x() > line.at(3).x() ? 1.0 : -1.0,
                           0});
        }
        Trunk &trunk = trunks[known.value(hops.at(i).parent)];
        trunk.hops.append(i);
        trunk.from = std::min(trunk.from, from);
        trunk.to = std::max(trunk.to, to);
    }
    std::ranges::stable_sort(trunks, {}, &Trunk::parentY);
    return trunks;
}

/// The lane in which the lower of two trunks crosses nothing of the upper one, if it is free.
int laneFor(const Trunk &trunk, const QList<const Trunk *> &above)
{
    if (above.isEmpty())
        return 0;
    const Trunk &nearest = *above.last();
    const int wanted = nearest.lane + (nearest.to >= trunk.parentY ? -1 : 1);
    const auto isFree = [&](int lane) {
        return std::ranges::none_of(above,
                                    [lane](const Trunk *other) { return other->lane == lane; });
    };
    if (std::ranges::contains(laneOrder, wanted) && isFree(wanted))
        return wanted;
    for (const int lane : laneOrder) {
        if (isFree(lane))
            return lane;
    }
    return 0;
}

} // namespace

void separateTrunks(QList<DrawnHop> &hops)
{
    QList<Trunk> trunks = trunksOf(hops);
    for (qsizetype i = 0; i < trunks.size(); ++i) {
        Trunk &trunk = trunks[i];
        QList<const Trunk *> above;
        for (qsizetype k = 0; k < i; ++k) {
            if (trunks.at(k).meets(trunk))
                above.append(&trunks.at(k));
        }
        trunk.lane = laneFor(trunk, above);
        const double shift = trunk.lane * laneStep * trunk.away;
        for (const qsizetype hop : std::as_const(trunk.hops)) {
            hops[hop].line[1].rx() += shift;
            hops[hop].line[2].rx() += shift;
        }
    }
}

} // namespace rootward
