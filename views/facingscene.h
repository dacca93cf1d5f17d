// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"

#include <QGraphicsScene>

#include <memory>

namespace rootward {

/// The one scene: host half, guest half and what joins them, made anew from each Drawing.
class FacingScene : public QGraphicsScene {
    Q_OBJECT
public:
    using QGraphicsScene::QGraphicsScene;

    void setDrawing(std::shared_ptr<const Drawing> drawing);
    /// Marks a box and its way to the root over the picture; nullopt: nothing.
    void setHovered(const std::optional<NodeRef> &ref);
    /// The box at a place of the scene; found in the scene's index, not by search.
    std::optional<NodeRef> refAt(const QPointF &place, const QTransform &view) const;

protected:
    void drawBackground(QPainter *painter, const QRectF &exposed) override;

private:
    std::shared_ptr<const Drawing> m_drawing;
    std::optional<NodeRef> m_hovered;
    QGraphicsItem *m_hoverItem = nullptr;
};

} // namespace rootward
