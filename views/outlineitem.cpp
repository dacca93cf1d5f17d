// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "outlineitem.h"

#include "drawingstyle.h"
#include "exportimage.h"

namespace rootward {

OutlineItem::OutlineItem(std::shared_ptr<const Drawing> drawing, int index)
    : m_drawing(std::move(drawing)), m_index(index)
{
}

QRectF OutlineItem::boundingRect() const
{
    return outline().rect.united(outlineLabelGround(outline())).adjusted(-1, -1, 1, 1);
}

void OutlineItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    paintOutline(*m_drawing, outline(), painter, detailAt(*painter));
}

} // namespace rootward
