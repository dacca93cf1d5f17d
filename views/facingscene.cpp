// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "facingscene.h"

#include "exportimage.h"
#include "hopitem.h"
#include "hoveritem.h"
#include "nodeitem.h"
#include "outlineitem.h"
#include "ribbonitem.h"

#include <QPainter>

namespace rootward {

namespace {

/// From below to above.
enum Layer { OutlineLayer, RibbonLayer, QuietHopLayer, AskedHopLayer, NodeLayer, HoverLayer };

} // namespace

void FacingScene::setDrawing(std::shared_ptr<const Drawing> drawing)
{
    clear();
    m_hoverItem = nullptr;
    m_drawing = std::move(drawing);
    setSceneRect(QRectF(QPointF(), m_drawing->size));
    QHash<NodeRef, QList<int>> hopsOfParent;
    for (int i = 0; i < m_drawing->hops.size(); ++i)
        hopsOfParent[m_drawing->hops.at(i).parent].append(i);
    for (const QList<int> &hops : std::as_const(hopsOfParent)) {
        auto *item = new HopItem(m_drawing, hops);
        // The hops of a parent stand in the order of their weight.
        item->setZValue(m_drawing->hops.at(hops.last()).heavy ? AskedHopLayer : QuietHopLayer);
        addItem(item);
    }
    for (int i = 0; i < m_drawing->outlines.size(); ++i) {
        auto *item = new OutlineItem(m_drawing, i);
        item->setZValue(OutlineLayer);
        addItem(item);
    }
    for (int i = 0; i < m_drawing->ribbons.size(); ++i) {
        auto *item = new RibbonItem(m_drawing, i);
        item->setZValue(RibbonLayer);
        addItem(item);
    }
    for (int i = 0; i < m_drawing->boxes.size(); ++i) {
        auto *item = new NodeItem(m_drawing, i);
        item->setZValue(NodeLayer);
        addItem(item);
    }
    setHovered(m_hovered);
    update();
}

void FacingScene::setHovered(const std::optional<NodeRef> &ref)
{
    delete m_hoverItem;
    m_hoverItem = nullptr;
    m_hovered = ref;
    if (!ref || !m_drawing || !m_drawing->box(*ref))
        return;
    m_hoverItem = new HoverItem(*m_drawing, *ref);
    m_hoverItem->setZValue(HoverLayer);
    addItem(m_hoverItem);
}

std::optional<NodeRef> FacingScene::refAt(const QPointF &place, const QTransform &view) const
{
    const QList<QGraphicsItem *> found =
        items(place, Qt::IntersectsItemBoundingRect, Qt::DescendingOrder, view);
    for (const QGraphicsItem *item : found) {
        const auto *node = qgraphicsitem_cast<const NodeItem *>(item);
        if (node && node->box().rect.contains(place))
            return node->box().ref;
    }
    return {};
}

void FacingScene::drawBackground(QPainter *painter, const QRectF &exposed)
{
    if (!m_drawing)
        return;
    painter->fillRect(exposed, m_drawing->theme.background);
    paintSurroundings(*m_drawing, painter, exposed);
}

} // namespace rootward
