// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hoveritem.h"

#include "drawing.h"
#include "drawingstyle.h"

#include <QPainter>

#include <algorithm>

namespace rootward {

namespace {

constexpr double lineWidth = 1.5;

} // namespace

HoverItem::HoverItem(const Drawing &drawing, const NodeRef &ref) : m_color(drawing.theme.selection)
{
    addPath(drawing, ref);
    if (const auto twin = drawing.twin(ref))
        addPath(drawing, *twin);
    for (const QRectF &ring : std::as_const(m_rings))
        m_bounds |= ring;
    for (const QPolygonF &line : std::as_const(m_lines))
        m_bounds |= line.boundingRect();
    m_bounds.adjust(-lineWidth, -lineWidth, lineWidth, lineWidth);
}

void HoverItem::addPath(const Drawing &drawing, const NodeRef &ref)
{
    const DrawnBox *box = drawing.box(ref);
    if (box == nullptr)
        return;
    m_rings.append(box->rect.adjusted(-ringGap, -ringGap, ringGap, ringGap));
    const QList<NodeRef> path = drawing.pathToRoot(ref);
    for (const DrawnHop &hop : drawing.hops) {
        if (path.contains(hop.child))
            m_lines.append(hop.line);
    }
}

void HoverItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(m_color, lineWidth));
    for (const QRectF &ring : std::as_const(m_rings))
        painter->drawRoundedRect(ring, boxRadius + ringGap, boxRadius + ringGap);
    painter->setPen(QPen(m_color, lineWidth, Qt::DotLine));
    for (const QPolygonF &line : std::as_const(m_lines))
        painter->drawPolyline(line);
}

} // namespace rootward
