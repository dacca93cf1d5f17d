// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "outcomelist.h"

class QLabel;

namespace rootward {

/// The reasons behind what is selected: each hop and each decision in one sentence, the first
/// cause marked.
class WhyPanel : public QWidget {
    Q_OBJECT

public:
    explicit WhyPanel(QWidget *parent = nullptr);

    /// Explains the function of the host that is selected, else the entry, else nothing.
    void explain(const Plan &plan, const PlanOutcome &outcome, std::optional<int> entry,
                 const std::optional<NodeRef> &node);
    const QList<OutcomeLine> &lines() const { return m_list->lines(); }

    void setHovered(const Hovered &hovered) { m_list->setHovered(hovered); }

Q_SIGNALS:
    void hovered(const rootward::Hovered &hovered);
    void lineActivated(const rootward::OutcomeLine &line);

private:
    QLabel *m_heading;
    OutcomeList *m_list;
};

} // namespace rootward
