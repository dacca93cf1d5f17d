// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "nodeitem.h"

#include "exportimage.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

namespace rootward {

namespace {

/// Below these zooms texts, then shapes, are too small to be read.
constexpr double leastTextZoom = 0.4;
constexpr double leastShapeZoom = 0.15;
/// The ring about a selected box, and half of the widest border.
constexpr double overhang = 5;

} // namespace

NodeItem::NodeItem(std::shared_ptr<const Drawing> drawing, int index)
    : m_drawing(std::move(drawing)), m_index(index)
{
}

QRectF NodeItem::boundingRect() const
{
    return box().rect.adjusted(-overhang, -overhang, overhang, overhang);
}

void NodeItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    const double zoom =
        QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    paintBox(*m_drawing, box(), painter,
             zoom < leastShapeZoom      ? Detail::Block
                 : zoom < leastTextZoom ? Detail::Shapes
                                        : Detail::Full);
}

} // namespace rootward
