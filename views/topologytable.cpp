// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "topologytable.h"

#include <QHeaderView>
#include <QScopedValueRollback>

namespace rootward {

namespace {

constexpr int columnWidths[TopologyModel::ColumnCount] = {360, 200, 170, 120, 90, 300};

} // namespace

TopologyTable::TopologyTable(QWidget *parent) : QTreeView(parent), m_model(new TopologyModel(this))
{
    setModel(m_model);
    setAccessibleName(tr("Host and guest as a table"));
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setTextElideMode(Qt::ElideMiddle);
    for (int column = 0; column < TopologyModel::ColumnCount; ++column)
        header()->resizeSection(column, columnWidths[column]);
}

void TopologyTable::setPlan(const Plan &plan, const PlanOutcome &outcome,
                            const DrawingOptions &options)
{
    m_plan = plan;
    m_outcome = outcome;
    m_options = options;
    m_stale = true;
    if (isVisible())
        fill();
}

void TopologyTable::select(const std::optional<NodeRef> &ref)
{
    m_ref = ref;
    if (m_stale)
        return;
    const QScopedValueRollback quiet(m_quiet, true);
    const QModelIndex index = ref ? m_model->indexOf(*ref) : QModelIndex();
    setCurrentIndex(index);
    if (index.isValid())
        scrollTo(index);
    else
        clearSelection();
}

void TopologyTable::fill()
{
    const QScopedValueRollback quiet(m_quiet, true);
    m_model->setPlan(m_plan, m_outcome, m_options);
    m_stale = false;
    expandAll();
    select(m_ref);
}

void TopologyTable::showEvent(QShowEvent *event)
{
    QTreeView::showEvent(event);
    if (m_stale)
        fill();
}

void TopologyTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTreeView::currentChanged(current, previous);
    const std::optional<NodeRef> ref = m_model->refOf(current);
    if (m_quiet || !ref)
        return;
    m_ref = ref;
    Q_EMIT nodeActivated(*ref);
}

} // namespace rootward
