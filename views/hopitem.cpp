// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hopitem.h"

#include "exportimage.h"

#include <QStyleOptionGraphicsItem>

namespace rootward {

namespace {

constexpr double halfWidestLine = 5;

} // namespace

HopItem::HopItem(std::shared_ptr<const Drawing> drawing, QList<int> hops)
    : m_drawing(std::move(drawing)), m_hops(std::move(hops))
{
    setFlag(ItemUsesExtendedStyleOption);
    for (const int hop : std::as_const(m_hops)) {
        m_hopBounds.append(m_drawing->hops.at(hop).line.boundingRect().adjusted(
            -halfWidestLine, -halfWidestLine, halfWidestLine, halfWidestLine));
        m_bounds |= m_hopBounds.last();
    }
}

void HopItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *)
{
    for (qsizetype i = 0; i < m_hops.size(); ++i) {
        if (option->exposedRect.intersects(m_hopBounds.at(i)))
            paintHop(*m_drawing, m_drawing->hops.at(m_hops.at(i)), painter);
    }
}

} // namespace rootward
