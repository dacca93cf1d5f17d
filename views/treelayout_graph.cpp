// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "layoutrows.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

using Role = LayoutNode::Role;

constexpr double pointsPerInch = 72;
constexpr int spineSize = 2;
/// dot rounds sizes and gaps to whole points, so it is asked for more gap than is needed.
constexpr int gapReserve = 2;
constexpr int rowWeight = 100;
/// An edge that skips columns has a lane there; these are heavy enough to be straight, too.
constexpr int laneWeight = 20;

bool isHostRole(Role role)
{
    return role == Role::HostRoot || role == Role::Host;
}

QByteArray inches(int points)
{
    return QByteArray::number(points / pointsPerInch, 'f', 6);
}

/// A quoted name. What is not plainly printable is encoded, so a name cannot end the quotes.
/// The index makes it unique whatever the names are.
QByteArray quoted(const LayoutRequest &request, int node)
{
    return '"' + QByteArray::number(node) + ' '
        + request.nodes.at(node).name.toUtf8().toPercentEncoding(" :.,/") + '"';
}

QByteArray spine(int column)
{
    return 's' + QByteArray::number(column);
}

QByteArray laneName(int node, int column)
{
    return "\"lane " + QByteArray::number(node) + ' ' + QByteArray::number(column) + '"';
}

QByteArray groupOf(const LayoutRows &rows, int node)
{
    const int row = rows.group.at(node);
    return row < 0 ? QByteArray() : " group=r" + QByteArray::number(row);
}

void writeNodes(const LayoutRequest &request, const LayoutRows &rows, QByteArray &out)
{
    for (int i = 0; i < request.nodes.size(); ++i) {
        const LayoutNode &node = request.nodes.at(i);
        const auto [first, end] = laneColumns(request, i);
        for (int column = first; column < end; ++column) {
            out += laneName(i, column) + " [width=" + inches(spineSize)
                + " height=" + inches(laneHeight) + groupOf(rows, i) + "]\n";
        }
        out += quoted(request, i) + " [width=" + inches(request.columnWidths.at(node.column))
            + " height=" + inches(node.height) + groupOf(rows, i);
        if (isHostRole(node.role))
            out += " ordering=out";
        else if (node.role == Role::Guest)
            out += " ordering=in";
        out += "]\n";
    }
}

void writeColumns(const LayoutRequest &request, QByteArray &out)
{
    QList<QByteArray> columns(request.columnWidths.size());
    for (int i = 0; i < request.nodes.size(); ++i) {
        columns[request.nodes.at(i).column] += quoted(request, i) + "; ";
        const auto [first, end] = laneColumns(request, i);
        for (int column = first; column < end; ++column)
            columns[column] += laneName(i, column) + "; ";
    }
    for (int column = 0; column < columns.size(); ++column)
        out += "{rank=same; " + spine(column) + "; " + columns.at(column) + "}\n";
}

/// The edge between a node and its parent, always from left to right.
void writeEdge(const LayoutRequest &request, const LayoutRows &rows, int node, QByteArray &out)
{
    const auto [first, end] = laneColumns(request, node);
    const QByteArray self = quoted(request, node);
    const QByteArray up = quoted(request, request.nodes.at(node).parent);
    const bool host = isHostRole(request.nodes.at(node).role);
    out += host ? up : self;
    for (int column = first; column < end; ++column)
        out += " -> " + laneName(node, column);
    const int weight = rows.edgeToParent.at(node) ? rowWeight : end > first ? laneWeight : 1;
    out += " -> " + (host ? self : up) + " [weight=" + QByteArray::number(weight) + "]\n";
}

void writeEdges(const LayoutRequest &request, const LayoutRows &rows, QByteArray &out)
{
    for (int i = 0; i < request.nodes.size(); ++i) {
        const LayoutNode &node = request.nodes.at(i);
        if (node.role == Role::HostRoot)
            out += "top -> " + quoted(request, i) + " [weight=0]\n";
        if (node.twin >= 0) {
            out += quoted(request, node.twin) + " -> " + quoted(request, i)
                + " [weight=" + QByteArray::number(rowWeight) + "]\n";
        }
        if (node.parent >= 0)
            writeEdge(request, rows, i, out);
    }
}

LayoutRequest subset(const LayoutRequest &request, const QList<int> &nodes)
{
    LayoutRequest part = request;
    part.nodes.clear();
    QHash<int, int> places {{-1, -1}};
    for (const int node : nodes) {
        places.insert(node, int(part.nodes.size()));
        part.nodes.append(request.nodes.at(node));
    }
    for (LayoutNode &node : part.nodes) {
        node.parent = places.value(node.parent, -1);
        node.twin = places.value(node.twin, -1);
    }
    return part;
}

} // namespace

size_t qHash(const LayoutRequest &request, size_t seed) noexcept
{
    seed = qHashMulti(seed, request.columnWidths, request.columnGaps, request.rowGap);
    for (const LayoutNode &node : request.nodes)
        seed = qHashMulti(seed, node.name, node.parent, node.column, node.height, node.twin);
    return seed;
}

QByteArray dotGraph(const LayoutRequest &request)
{
    const LayoutRows rows = layoutRows(request);
    QByteArray out = "digraph rootward {\n"
                     "graph [rankdir=LR splines=none nodesep="
        + inches(request.rowGap + gapReserve)
        + " ranksep=0.3]\n"
          "node [shape=box fixedsize=true label=\"\"]\n"
          "edge [dir=none]\n";
    out += "top [width=" + inches(spineSize) + " height=" + inches(spineSize) + "]\n";
    for (int column = 0; column < request.columnWidths.size(); ++column) {
        out +=
            spine(column) + " [width=" + inches(spineSize) + " height=" + inches(spineSize) + "]\n";
        if (column > 0)
            out += spine(column - 1) + " -> " + spine(column) + " [weight=0]\n";
    }
    out += "top -> s0 [weight=0]\n";
    writeNodes(request, rows, out);
    writeColumns(request, out);
    writeEdges(request, rows, out);
    return out + "}\n";
}

QList<LayoutRequest> layoutParts(const LayoutRequest &request)
{
    if (request.nodes.size() <= maxNodesInOneGraph)
        return {request};
    QList<int> rootOf(request.nodes.size(), -1);
    QSet<int> joined;
    for (int i = 0; i < request.nodes.size(); ++i) {
        const LayoutNode &node = request.nodes.at(i);
        rootOf[i] = i;
        while (request.nodes.at(rootOf.at(i)).parent >= 0)
            rootOf[i] = request.nodes.at(rootOf.at(i)).parent;
        if (!isHostRole(node.role))
            joined.insert(rootOf.at(i));
        if (node.twin >= 0)
            joined.insert(rootOf.at(node.twin));
    }
    // The first part holds whatever has to do with the guest, the others one root each.
    QList<QList<int>> parts(1);
    QHash<int, qsizetype> partOf;
    for (int i = 0; i < request.nodes.size(); ++i) {
        const int root = rootOf.at(i);
        if (joined.contains(root)) {
            parts[0].append(i);
            continue;
        }
        const auto known = partOf.constFind(root);
        if (known != partOf.cend()) {
            parts[*known].append(i);
        } else {
            partOf.insert(root, parts.size());
            parts.append(QList<int> {i});
        }
    }
    QList<LayoutRequest> result;
    for (const QList<int> &part : parts) {
        if (!part.isEmpty())
            result.append(subset(request, part));
    }
    return result;
}

LayoutResult joinParts(const LayoutRequest &request, const QList<LayoutResult> &parts)
{
    LayoutResult joined;
    double y = 0;
    for (const LayoutResult &part : parts) {
        for (auto place = part.places.cbegin(); place != part.places.cend(); ++place)
            joined.places.insert(place.key(), place.value().translated(0, y));
        joined.size =
            QSizeF(std::max(joined.size.width(), part.size.width()), y + part.size.height());
        y = joined.size.height() + request.rowGap;
    }
    return joined;
}

} // namespace rootward
