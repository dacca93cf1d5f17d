// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace rootward {

/// Draws a row of RegistersModel as one: bits, name and value, below them what the value means and
/// who reads it. A register's row has a link to its lines of the capture.
class RegisterDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// Registers have lines in the capture that can be shown.
    void setLinked(bool linked) { m_linked = linked; }
    bool isLinked() const { return m_linked; }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    /// Where the link of a register's row is; null: there is none. `row` is the row's rectangle.
    QRect linkRect(const QWidget *view, const QRect &row, const QModelIndex &index) const;

private:
    bool m_linked = false;
};

} // namespace rootward
