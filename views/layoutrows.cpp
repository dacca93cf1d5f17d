// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "layoutrows.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

using Role = LayoutNode::Role;

std::unexpected<Error> notAnAnswer(const char *what)
{
    return std::unexpected(
        Error {Error::Kind::BadData, QCoreApplication::translate("rootward", what), u"dot"_s, {}});
}

bool isRootRole(Role role)
{
    return role == Role::HostRoot || role == Role::GuestRoot;
}

/// Boxes and lanes that must stand on one line, found by joining sets.
class Blocks {
public:
    Blocks(const LayoutRequest &request, const DotRows &rows)
        : m_request(request), m_blockOf(request.nodes.size(), -1),
          m_columns(request.columnWidths.size())
    {
        const LayoutRows known = layoutRows(request);
        QHash<int, int> blockOfRow;
        for (int i = 0; i < request.nodes.size(); ++i) {
            if (isRootRole(request.nodes.at(i).role))
                continue;
            const int row = known.group.at(i);
            if (row >= 0 && blockOfRow.contains(row)) {
                m_blockOf[i] = blockOfRow.value(row);
            } else {
                m_blockOf[i] = int(m_y.size());
                m_y.append(rows.nodes.at(i));
                if (row >= 0)
                    blockOfRow.insert(row, m_blockOf.at(i));
            }
            addItems(i, rows);
        }
        for (QList<Item> &column : m_columns)
            std::ranges::stable_sort(column, {}, &Item::y);
    }

    QList<double> place()
    {
        QList<QList<Edge>> below(m_y.size());
        QList<int> above(m_y.size(), 0);
        for (const QList<Item> &column : std::as_const(m_columns)) {
            for (qsizetype i = 1; i < column.size(); ++i) {
                const Item &upper = column.at(i - 1);
                const Item &lower = column.at(i);
                below[upper.block].append(
                    {lower.block, std::ceil((upper.height + lower.height) / 2) + m_request.rowGap});
                ++above[lower.block];
            }
        }
        QList<int> ready;
        for (int block = 0; block < m_y.size(); ++block) {
            if (above.at(block) == 0)
                ready.append(block);
        }
        while (!ready.isEmpty()) {
            const int block = ready.takeLast();
            for (const Edge &edge : std::as_const(below[block])) {
                m_y[edge.to] = std::max(m_y.at(edge.to), m_y.at(block) + edge.distance);
                if (--above[edge.to] == 0)
                    ready.append(edge.to);
            }
        }
        QList<double> centres;
        for (const int block : std::as_const(m_blockOf))
            centres.append(block < 0 ? 0 : m_y.at(block));
        return centres;
    }

private:
    struct Item {
        double y;
        double height;
        int block;
    };
    struct Edge {
        int to;
        double distance;
    };

    void addItems(int node, const DotRows &rows)
    {
        const LayoutNode &fields = m_request.nodes.at(node);
        m_columns[fields.column].append(
            {rows.nodes.at(node), double(fields.height), m_blockOf.at(node)});
        const auto [first, end] = laneColumns(m_request, node);
        for (int column = first; column < end; ++column) {
            m_columns[column].append({rows.lanes.value({node, column}, rows.nodes.at(node)),
                                      double(laneHeight), m_blockOf.at(node)});
        }
    }

    const LayoutRequest &m_request;
    QList<int> m_blockOf;
    QList<double> m_y;
    QList<QList<Item>> m_columns;
};

} // namespace

LayoutRows layoutRows(const LayoutRequest &request)
{
    LayoutRows rows {QList<int>(request.nodes.size(), -1),
                     QList<bool>(request.nodes.size(), false)};
    int row = 0;
    const auto claim = [&](int node) {
        for (; node >= 0 && !isRootRole(request.nodes.at(node).role);
             node = request.nodes.at(node).parent) {
            rows.edgeToParent[node] = true;
            if (rows.group.at(node) < 0)
                rows.group[node] = row;
        }
    };
    for (int node = 0; node < request.nodes.size(); ++node) {
        if (request.nodes.at(node).twin < 0)
            continue;
        claim(request.nodes.at(node).twin);
        claim(node);
        ++row;
    }
    return rows;
}

std::pair<int, int> laneColumns(const LayoutRequest &request, int node)
{
    const int parent = request.nodes.at(node).parent;
    if (parent < 0)
        return {0, 0};
    const auto [from, to] =
        std::minmax({request.nodes.at(node).column, request.nodes.at(parent).column});
    return {std::min(from + 1, to), to};
}

Result<DotRows> readDotRows(const LayoutRequest &request, const QByteArray &json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isObject())
        return notAnAnswer(
            QT_TRANSLATE_NOOP("rootward", "the layout program's answer is not JSON"));
    const QJsonArray objects = document.object().value("objects"_L1).toArray();
    QList<std::optional<double>> found(request.nodes.size());
    DotRows rows;
    // What has no place, subgraphs for one, is passed over.
    for (const QJsonValue &value : objects) {
        const QStringList words = value["name"_L1].toString().split(u' ');
        const QStringList place = value["pos"_L1].toString().split(u',');
        bool read = false;
        const double y = place.size() == 2 ? -place.at(1).toDouble(&read) : 0;
        if (!read || !std::isfinite(y))
            continue;
        bool numbered = false;
        if (words.size() == 3 && words.first() == "lane"_L1) {
            rows.lanes.insert({words.at(1).toInt(), words.at(2).toInt()}, y);
        } else if (const int node = words.first().toInt(&numbered);
                   numbered && node >= 0 && node < found.size()) {
            found[node] = y;
        }
    }
    for (const std::optional<double> &y : std::as_const(found)) {
        if (!y)
            return notAnAnswer(
                QT_TRANSLATE_NOOP("rootward", "the layout program's answer lacks a node"));
        rows.nodes.append(*y);
    }
    return rows;
}

QList<double> straightened(const LayoutRequest &request, const DotRows &rows)
{
    return Blocks(request, rows).place();
}

} // namespace rootward
