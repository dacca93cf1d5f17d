// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "theme.h"

#include <QStyledItemDelegate>
#include <QTextLayout>

namespace rootward {

struct OutcomeLine;

/// Paints an OutcomeLine of an OutcomeList over the width of the list.
class OutcomeDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    static void layOut(QTextLayout *layout, const OutcomeLine &line, qreal width);
};

/// A round mark with the state's glyph.
void paintMark(QPainter *painter, const QRectF &place, const Theme &theme, HopState state);
/// The letter of one of several identical cards on its field.
void paintLetter(QPainter *painter, const QRectF &place, const Theme &theme, const QString &letter);
/// An outlined field with rounded ends: remedies and widths.
void paintPill(QPainter *painter, const QRectF &place, const StateStyle &style,
               const QString &text);

} // namespace rootward
