// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QColor>
#include <QGraphicsItem>
#include <QPolygonF>

namespace rootward {

struct Drawing;
struct NodeRef;

/// Marks the box under the pointer, its twin, and the way of both to their roots. Lies over the
/// picture, which stays as it is.
class HoverItem : public QGraphicsItem {
public:
    HoverItem(const Drawing &drawing, const NodeRef &ref);

    QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *) override;

private:
    void addPath(const Drawing &drawing, const NodeRef &ref);

    QList<QRectF> m_rings;
    QList<QPolygonF> m_lines;
    QRectF m_bounds;
    QColor m_color;
};

} // namespace rootward
