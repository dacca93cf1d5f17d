// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "nodeitem.h"

#include "exportimage.h"

namespace rootward {

namespace {

/// The ring about a selected box, and half of the widest border.
constexpr double overhang = 5;

} // namespace

NodeItem::NodeItem(std::shared_ptr<const Drawing> drawing, int index)
    : m_drawing(std::move(drawing)), m_index(index)
{
}

QRectF NodeItem::boundingRect() const
{
    return box().rect.adjusted(-overhang, -overhang, overhang, overhang).united(box().bus.rect);
}

void NodeItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    paintBox(*m_drawing, box(), painter, detailAt(*painter));
}

} // namespace rootward
