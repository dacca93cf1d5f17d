// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"

#include <QGraphicsItem>

#include <memory>

namespace rootward {

/// All edges of one parent: one item, however many children. Reads the drawing's fields only.
class HopItem : public QGraphicsItem {
public:
    HopItem(std::shared_ptr<const Drawing> drawing, QList<int> hops);

    QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *) override;

private:
    std::shared_ptr<const Drawing> m_drawing;
    QList<int> m_hops;
    QList<QRectF> m_hopBounds;
    QRectF m_bounds;
};

} // namespace rootward
