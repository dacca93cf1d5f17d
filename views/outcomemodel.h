// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"
#include "hovered.h"
#include "plan.h"

#include <QAbstractListModel>

#include <optional>

namespace rootward {

/// A sentence with its mark: a line of the verdict strip or of the Why list.
struct OutcomeLine {
    HopState state = HopState::NotAsked;
    QString letter; ///< of identical cards; empty: none
    QString lead; ///< shown bold before the text
    QString text;
    QString badge; ///< remedy; empty: none
    bool firstCause = false;
    std::optional<Reason> reason;
    std::optional<int> entry; ///< N of the hostpciN line it belongs to
    std::optional<NodeRef> node; ///< the box of the picture that it speaks of

    QString plainText() const; ///< glyph, lead and text on one line, for copying

    friend bool operator==(const OutcomeLine &, const OutcomeLine &) = default;
};

/// One line per passed card: what the host carries, what the guest is offered, what helps.
QList<OutcomeLine> stripLines(const PlanOutcome &outcome);

/// What people call a card: of "Navi 31 [Radeon RX 7900 XT/7900 XTX]" it is "Radeon RX 7900 XT/…".
QString cardName(const QString &title);

/// Marked sentences as a list model.
class OutcomeModel : public QAbstractListModel {
    Q_OBJECT

public:
    explicit OutcomeModel(QObject *parent = nullptr);

    void setLines(const QList<OutcomeLine> &lines);
    const QList<OutcomeLine> &lines() const { return m_lines; }
    void setHovered(const Hovered &hovered);
    /// Whether the line speaks of what the pointer is on.
    bool isHovered(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QList<OutcomeLine> m_lines;
    Hovered m_hovered;
};

} // namespace rootward
