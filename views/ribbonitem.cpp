// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "ribbonitem.h"

#include "exportimage.h"

namespace rootward {

RibbonItem::RibbonItem(std::shared_ptr<const Drawing> drawing, int index)
    : m_drawing(std::move(drawing)), m_index(index)
{
}

QRectF RibbonItem::boundingRect() const
{
    return m_drawing->ribbons.at(m_index).rect.adjusted(-1, -1, 1, 1);
}

void RibbonItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    paintRibbon(*m_drawing, m_drawing->ribbons.at(m_index), painter);
}

} // namespace rootward
