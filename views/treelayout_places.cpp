// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "layoutrows.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

using Role = LayoutNode::Role;

/// Boxes without children give way to parents, which then stand straight beside theirs.
constexpr double leafWeight = 0.01;

/// Moves parents without a row to the middle of their children and makes roots tall.
class Places {
public:
    Places(const LayoutRequest &request, QList<double> centres)
        : m_request(request), m_y(std::move(centres)), m_children(request.nodes.size()),
          m_columns(request.columnWidths.size()), m_onRow(request.nodes.size(), false)
    {
        for (int i = 0; i < m_request.nodes.size(); ++i) {
            const LayoutNode &node = m_request.nodes.at(i);
            m_columns[node.column].append(i);
            if (node.parent >= 0)
                m_children[node.parent].append(i);
            if (node.twin >= 0) {
                markRow(i);
                markRow(node.twin);
            }
        }
        for (QList<int> &column : m_columns)
            std::ranges::sort(column, {}, [this](int node) { return m_y.at(node); });
    }

    LayoutResult result()
    {
        if (std::ranges::none_of(m_request.nodes,
                                 [](const LayoutNode &node) { return node.twin >= 0; }))
            levelHalves();
        findLanes();
        for (int column = int(m_columns.size()) - 1; column > 0; --column) // children first
            settle(column);
        return placed();
    }

private:
    struct Lane {
        double y;
        int child;
    };

    bool isRoot(int node) const
    {
        const Role role = m_request.nodes.at(node).role;
        return role == Role::HostRoot || role == Role::GuestRoot;
    }
    double top(int node) const { return m_y.at(node) - m_request.nodes.at(node).height / 2.0; }
    double bottom(int node) const { return m_y.at(node) + m_request.nodes.at(node).height / 2.0; }

    void markRow(int node)
    {
        for (; node >= 0 && !m_onRow.at(node); node = m_request.nodes.at(node).parent)
            m_onRow[node] = true;
    }

    /// An edge that skips columns runs through them on its child's row.
    void findLanes()
    {
        m_lanes.resize(m_columns.size());
        for (int i = 0; i < m_request.nodes.size(); ++i) {
            const int parent = m_request.nodes.at(i).parent;
            if (parent < 0)
                continue;
            const auto [from, to] =
                std::minmax(m_request.nodes.at(parent).column, m_request.nodes.at(i).column);
            for (int column = from + 1; column < to; ++column)
                m_lanes[column].append({m_y.at(i), i});
        }
    }

    /// Where nothing joins the halves, both begin at the top.
    void levelHalves()
    {
        const auto isHost = [this](int node) {
            const Role role = m_request.nodes.at(node).role;
            return role == Role::Host || role == Role::HostRoot;
        };
        double host = std::numeric_limits<double>::infinity();
        double guest = host;
        for (int i = 0; i < m_y.size(); ++i) {
            if (!isRoot(i))
                (isHost(i) ? host : guest) = std::min(isHost(i) ? host : guest, top(i));
        }
        if (!std::isfinite(host) || !std::isfinite(guest))
            return;
        for (int i = 0; i < m_y.size(); ++i) {
            if (!isHost(i))
                m_y[i] += host - guest;
        }
    }

    /// A free box of a column, and where it would like to stand.
    struct Wish {
        int node;
        double half;
        double y;
        double weight;
    };

    bool isFree(int node) const
    {
        const LayoutNode &fields = m_request.nodes.at(node);
        const bool adjacent = fields.parent >= 0
            && std::abs(m_request.nodes.at(fields.parent).column - fields.column) == 1;
        return fields.role == Role::Host && !m_onRow.at(node) && adjacent;
    }

    double middleOfChildren(int node) const
    {
        const QList<int> &children = m_children.at(node);
        if (children.isEmpty())
            return m_y.at(node);
        const auto [least, most] =
            std::ranges::minmax_element(children, {}, [this](int child) { return m_y.at(child); });
        return (m_y.at(*least) + m_y.at(*most)) / 2;
    }

    /// Moves the free boxes of a column towards the middle of their children, in their order.
    /// Rows and the lanes of edges that pass stay where they are.
    void settle(int column)
    {
        struct Item {
            double y;
            int node; ///< -1: a lane
        };
        QList<Item> items;
        for (const int node : m_columns.at(column))
            items.append({m_y.at(node), node});
        for (const Lane &lane : m_lanes.at(column))
            items.append({lane.y, -1});
        std::ranges::stable_sort(items, {}, &Item::y);
        double from = -std::numeric_limits<double>::infinity();
        QList<Wish> wishes;
        for (const Item &item : std::as_const(items)) {
            if (item.node >= 0 && isFree(item.node)) {
                wishes.append({item.node, m_request.nodes.at(item.node).height / 2.0,
                               middleOfChildren(item.node),
                               m_children.at(item.node).isEmpty() ? leafWeight : 1});
                continue;
            }
            const double half =
                item.node < 0 ? laneHeight / 2.0 : m_request.nodes.at(item.node).height / 2.0;
            grant(wishes, from, item.y - half);
            wishes.clear();
            from = item.y + half;
        }
        grant(wishes, from, std::numeric_limits<double>::infinity());
    }

    /// The places nearest to the wishes that keep order and gaps between two fixed edges: what
    /// collides is pooled and shares its mean.
    void grant(const QList<Wish> &wishes, double from, double to)
    {
        struct Pool {
            double sum;
            double weight;
            int count;
            double mean() const { return sum / weight; }
        };
        QList<Pool> pools;
        QList<double> offsets;
        double offset = 0;
        for (qsizetype i = 0; i < wishes.size(); ++i) {
            offset += wishes.at(i).half
                + (i > 0 ? wishes.at(i - 1).half + m_request.rowGap : m_request.rowGap);
            offsets.append(offset);
            const double weight = wishes.at(i).weight;
            pools.append({(wishes.at(i).y - offset) * weight, weight, 1});
            while (pools.size() > 1 && pools.at(pools.size() - 2).mean() > pools.last().mean()) {
                const Pool last = pools.takeLast();
                pools.last().sum += last.sum;
                pools.last().weight += last.weight;
                pools.last().count += last.count;
            }
        }
        if (wishes.isEmpty())
            return;
        const double highest = to - offset - wishes.last().half - m_request.rowGap;
        qsizetype i = 0;
        for (const Pool &pool : std::as_const(pools)) {
            const double place = std::max(from, std::min(pool.mean(), highest));
            for (int k = 0; k < pool.count; ++k, ++i)
                m_y[wishes.at(i).node] = std::round(place + offsets.at(i));
        }
    }

    LayoutResult placed() const
    {
        QList<QRectF> places;
        QList<double> lefts;
        double x = 0;
        double right = 0;
        for (int column = 0; column < m_request.columnWidths.size(); ++column) {
            lefts.append(x);
            right = x + m_request.columnWidths.at(column);
            x = right + m_request.columnGaps.value(column);
        }
        double hostRoots = -std::numeric_limits<double>::infinity(); // the bottom of the last one
        QRectF all;
        for (int i = 0; i < m_request.nodes.size(); ++i) {
            const LayoutNode &node = m_request.nodes.at(i);
            QRectF place(lefts.at(node.column), top(i), m_request.columnWidths.at(node.column),
                         node.height);
            if (isRoot(i)) {
                stretch(i, place, hostRoots);
                if (node.role == Role::HostRoot)
                    hostRoots = place.bottom();
            }
            places.append(place);
            all = i == 0 ? place : all.united(place);
        }
        LayoutResult result;
        result.size = QSizeF(right, std::ceil(all.height()));
        for (int i = 0; i < m_request.nodes.size(); ++i)
            result.places.insert(m_request.nodes.at(i).name,
                                 places.at(i).translated(0, -all.top()));
        return result;
    }

    /// A root covers the rows of its children, so that their edges are straight; without
    /// children it stands below the root before.
    void stretch(int root, QRectF &place, double rootAbove) const
    {
        const QList<int> &children = m_children.at(root);
        if (children.isEmpty()) {
            place.moveTop(std::isfinite(rootAbove) ? rootAbove + m_request.rowGap : 0);
            return;
        }
        double from = std::numeric_limits<double>::infinity();
        double to = -from;
        for (const int child : children) {
            // A child further away meets the root by its lane.
            const auto [first, end] = laneColumns(m_request, child);
            const double half = (end > first ? laneHeight : m_request.nodes.at(child).height) / 2.0;
            from = std::min(from, m_y.at(child) - half);
            to = std::max(to, m_y.at(child) + half);
        }
        place.setTop(from);
        place.setBottom(to);
    }

    const LayoutRequest &m_request;
    QList<double> m_y;
    QList<QList<int>> m_children;
    QList<QList<int>> m_columns;
    QList<QList<Lane>> m_lanes;
    QList<bool> m_onRow;
};

} // namespace

Result<LayoutResult> readLayout(const LayoutRequest &request, const QByteArray &json)
{
    const Result<DotRows> rows = readDotRows(request, json);
    if (!rows)
        return std::unexpected(rows.error());
    return Places(request, straightened(request, *rows)).result();
}

} // namespace rootward
