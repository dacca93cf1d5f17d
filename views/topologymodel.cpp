// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "topologymodel.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// Internal ids: of the two sides, then of the tree's nodes.
enum : quintptr { HostSide, GuestSide, FirstNode };

const QList<int> noChildren;

QString chipsInWords(const PictureNode &node)
{
    QStringList words;
    for (const PictureChip &chip : node.chips)
        words.append(chip.label + u' ' + factInWords(chip.glyph));
    return words.join(u", "_s);
}

} // namespace

TopologyModel::TopologyModel(QObject *parent) : QAbstractItemModel(parent) { }

void TopologyModel::setPlan(const Plan &plan, const PlanOutcome &outcome,
                            const DrawingOptions &options)
{
    beginResetModel();
    DrawingOptions everything = options;
    everything.folding = {};
    everything.folding.all = true;
    if (plan.host)
        everything.folding.open(guestFold(plan.guest));
    m_tree = describedTree(plan, outcome, everything);
    m_children.assign(m_tree.nodes.size(), {});
    m_rows.assign(m_tree.nodes.size(), 0);
    m_hostRoots.clear();
    m_guestRoots.clear();
    m_nodes.clear();
    for (int i = 0; i < m_tree.nodes.size(); ++i) {
        const PictureNode &node = m_tree.nodes.at(i);
        QList<int> &siblings = node.parent >= 0 ? m_children[node.parent]
            : node.ref.isHost()                 ? m_hostRoots
                                                : m_guestRoots;
        m_rows[i] = int(siblings.size());
        siblings.append(i);
        m_nodes.insert(node.ref, i);
    }
    endResetModel();
}

void TopologyModel::clear()
{
    beginResetModel();
    m_tree = {};
    m_children.clear();
    m_rows.clear();
    m_hostRoots.clear();
    m_guestRoots.clear();
    m_nodes.clear();
    endResetModel();
}

const PictureNode *TopologyModel::nodeOf(const QModelIndex &index) const
{
    return index.isValid() && index.internalId() >= FirstNode
        ? &m_tree.nodes.at(qsizetype(index.internalId() - FirstNode))
        : nullptr;
}

const QList<int> &TopologyModel::childrenOf(const QModelIndex &parent) const
{
    if (!parent.isValid() || parent.column() != 0)
        return noChildren;
    if (parent.internalId() == HostSide)
        return m_hostRoots;
    if (parent.internalId() == GuestSide)
        return m_guestRoots;
    return m_children.at(qsizetype(parent.internalId() - FirstNode));
}

std::optional<NodeRef> TopologyModel::refOf(const QModelIndex &index) const
{
    const PictureNode *node = nodeOf(index);
    return node == nullptr ? std::nullopt : std::optional(node->ref);
}

QModelIndex TopologyModel::indexOf(const NodeRef &ref) const
{
    const int node = m_nodes.value(ref, -1);
    return node < 0 ? QModelIndex() : createIndex(m_rows.at(node), 0, FirstNode + quintptr(node));
}

QModelIndex TopologyModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    if (!parent.isValid())
        return createIndex(row, column, quintptr(row == 0 ? HostSide : GuestSide));
    return createIndex(row, column, FirstNode + quintptr(childrenOf(parent).at(row)));
}

QModelIndex TopologyModel::parent(const QModelIndex &child) const
{
    const PictureNode *node = nodeOf(child);
    if (node == nullptr)
        return {};
    if (node->parent >= 0)
        return createIndex(m_rows.at(node->parent), 0, FirstNode + quintptr(node->parent));
    return node->ref.isHost() ? createIndex(0, 0, quintptr(HostSide))
                              : createIndex(1, 0, quintptr(GuestSide));
}

int TopologyModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return m_tree.nodes.isEmpty() ? 0 : 2;
    return int(childrenOf(parent).size());
}

int TopologyModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QVariant TopologyModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PictureNode *node = nodeOf(index);
    if (role == Qt::DisplayRole) {
        if (node != nullptr)
            return text(*node, index.column());
        return index.column() != Device ? QString() : index.row() == 0 ? tr("Host") : tr("Guest");
    }
    if (role == Qt::AccessibleTextRole && node != nullptr && index.column() == Device)
        return node->accessibleText;
    return {};
}

QString TopologyModel::text(const PictureNode &node, int column) const
{
    switch (column) {
    case Device: {
        const QString name = node.name.isEmpty() ? node.title : node.name;
        return node.letter.isEmpty() ? name : node.letter + u": "_s + name;
    }
    case Place:
        return node.line;
    case AtomicOpsColumn:
        return chipsInWords(node);
    case State:
        return node.hasState ? hopStateText(node.state)
                + (node.firstBlocking ? u", "_s + tr("the first that blocks") : QString())
                             : QString();
    case EdgeUp:
        return node.parent >= 0 ? hopStateText(node.hop) : QString();
    default:
        return node.factSentences.join(u", "_s);
    }
}

QVariant TopologyModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static constexpr const char *titles[] = {QT_TR_NOOP("Device"),    QT_TR_NOOP("Where"),
                                             QT_TR_NOOP("AtomicOps"), QT_TR_NOOP("State"),
                                             QT_TR_NOOP("Edge up"),   QT_TR_NOOP("More")};
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0
        || section >= ColumnCount)
        return {};
    return tr(titles[section]);
}

} // namespace rootward
