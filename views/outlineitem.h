// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"

#include <QGraphicsItem>

#include <memory>

namespace rootward {

/// The outline of an IOMMU group about boxes. Reads the drawing's fields only.
class OutlineItem : public QGraphicsItem {
public:
    OutlineItem(std::shared_ptr<const Drawing> drawing, int index);

    QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *) override;

private:
    const DrawnOutline &outline() const { return m_drawing->outlines.at(m_index); }

    std::shared_ptr<const Drawing> m_drawing;
    int m_index;
};

} // namespace rootward
