// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "topologymodel.h"

#include <QTreeView>

namespace rootward {

/// The picture's facts as a table, for those who would rather read or hear them. Filled when it is
/// first seen; the selection is the picture's.
class TopologyTable : public QTreeView {
    Q_OBJECT

public:
    explicit TopologyTable(QWidget *parent = nullptr);

    void setPlan(const Plan &plan, const PlanOutcome &outcome, const DrawingOptions &options);
    void select(const std::optional<NodeRef> &ref);
    TopologyModel *topologyModel() const { return m_model; }

Q_SIGNALS:
    void nodeActivated(const rootward::NodeRef &ref);

protected:
    void showEvent(QShowEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    void fill();

    TopologyModel *m_model;
    Plan m_plan;
    PlanOutcome m_outcome;
    DrawingOptions m_options;
    std::optional<NodeRef> m_ref;
    bool m_stale = true;
    bool m_quiet = false; ///< it is not the user who selects
};

} // namespace rootward
