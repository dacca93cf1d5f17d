// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"

#include <QGraphicsItem>

#include <memory>

namespace rootward {

/// What joins the two boxes of a passed function. Reads the drawing's fields only.
class RibbonItem : public QGraphicsItem {
public:
    RibbonItem(std::shared_ptr<const Drawing> drawing, int index);

    QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *) override;

private:
    std::shared_ptr<const Drawing> m_drawing;
    int m_index;
};

} // namespace rootward
