// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "picturetree.h"

#include <QAbstractItemModel>

namespace rootward {

/// The facts of the picture as a tree table: every function of the host and every device of the
/// guest, whatever the picture folds.
class TopologyModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Device, Place, AtomicOpsColumn, State, EdgeUp, More, ColumnCount };

    explicit TopologyModel(QObject *parent = nullptr);

    void setPlan(const Plan &plan, const PlanOutcome &outcome, const DrawingOptions &options);
    void clear();

    std::optional<NodeRef> refOf(const QModelIndex &index) const;
    QModelIndex indexOf(const NodeRef &ref) const; ///< in the first column; invalid: not there

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    /// Rows 0 and 1 of the top are the host and the guest; others are nodes of the tree.
    const PictureNode *nodeOf(const QModelIndex &index) const;
    const QList<int> &childrenOf(const QModelIndex &parent) const;
    QString text(const PictureNode &node, int column) const;

    PictureTree m_tree;
    QList<QList<int>> m_children; ///< of each node, in the tree's order
    QList<int> m_rows; ///< of each node, within its parent
    QList<int> m_hostRoots;
    QList<int> m_guestRoots;
    QHash<NodeRef, int> m_nodes;
};

} // namespace rootward
