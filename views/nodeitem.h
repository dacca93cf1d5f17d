// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"

#include <QGraphicsItem>

#include <memory>

namespace rootward {

/// One box. Reads the drawing's fields only.
class NodeItem : public QGraphicsItem {
public:
    enum { Type = UserType + 1 };

    NodeItem(std::shared_ptr<const Drawing> drawing, int index);

    const DrawnBox &box() const { return m_drawing->boxes.at(m_index); }
    int type() const override { return Type; }
    QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *) override;

private:
    std::shared_ptr<const Drawing> m_drawing;
    int m_index;
};

} // namespace rootward
