// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "birdseye.h"

#include "drawingstyle.h"
#include "exportimage.h"
#include "topologyview.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace rootward {

namespace {

constexpr QSizeF greatestSize(150, 112);
constexpr int margin = 10; ///< to the view's edges
constexpr double leastFrame = 6;
constexpr int step = 20;

} // namespace

BirdsEye::BirdsEye(TopologyView *view) : QWidget(view), m_view(view)
{
    setObjectName(QStringLiteral("birdsEye"));
    setAccessibleName(tr("Whole picture"));
    setAccessibleDescription(tr("A click shows that part of the picture"));
    setCursor(Qt::PointingHandCursor);
    hide();
}

double BirdsEye::scale() const
{
    const QSizeF whole = m_view->drawing().size;
    return std::min(greatestSize.width() / std::max(1.0, whole.width()),
                    greatestSize.height() / std::max(1.0, whole.height()));
}

void BirdsEye::setWanted(bool wanted)
{
    m_wanted = wanted;
    follow();
}

void BirdsEye::refresh()
{
    m_picture = {};
    follow();
}

void BirdsEye::follow()
{
    const QRectF whole(QPointF(), m_view->drawing().size);
    const bool needed = m_wanted && !m_view->drawing().boxes.isEmpty()
        && !m_view->visiblePart().adjusted(-1, -1, 1, 1).contains(whole);
    const QSizeF natural = m_view->drawing().size * scale();
    const QSize size = natural.expandedTo({leastFrame, leastFrame}).toSize();
    if (needed && (m_view->isFitted() || isHidden() || size != this->size()))
        setGeometry(QRect(quietPlace(size), size));
    setVisible(needed);
    update();
}

/// From the lower right corner upwards, then from the lower left one: the first place in which it
/// lies on nothing that is passed or selected.
QPoint BirdsEye::quietPlace(QSize size) const
{
    const QRect room = m_view->viewport()->geometry().adjusted(margin, margin, -margin, -margin);
    const QPoint corner = room.bottomRight() - QPoint(size.width(), size.height());
    for (const int left : {corner.x(), room.left()}) {
        for (int top = corner.y(); top >= room.top(); top -= step) {
            const QRect place(QPoint(left, top) - m_view->viewport()->pos(), size);
            const QRectF below = m_view->mapToScene(place).boundingRect();
            if (std::ranges::none_of(m_view->drawing().boxes, [&](const DrawnBox &box) {
                    return (box.asked || box.selected) && box.rect.intersects(below);
                }))
                return {left, top};
        }
    }
    return corner;
}

void BirdsEye::paintPicture()
{
    const Drawing &drawing = m_view->drawing();
    const double ratio = devicePixelRatioF();
    m_picture = QPixmap(size() * ratio);
    m_picture.setDevicePixelRatio(ratio);
    m_picture.fill(drawing.theme.background);
    QPainter painter(&m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale(), scale());
    for (const DrawnRibbon &ribbon : drawing.ribbons)
        painter.fillRect(ribbon.rect, ribbonLook(drawing.theme, ribbon).border.color);
    for (const DrawnBox &box : drawing.boxes) {
        const BoxLook look = boxLook(drawing.theme, box);
        const bool marked = box.found || box.selected;
        painter.setOpacity(box.muted ? mutedOpacity : 1);
        painter.fillRect(box.rect,
                         marked ? ringStroke(drawing.theme, box).color : look.border.color);
    }
}

void BirdsEye::paintEvent(QPaintEvent *)
{
    if (m_picture.isNull() || m_picture.deviceIndependentSize().toSize() != size())
        paintPicture();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    const Theme &theme = m_view->drawing().theme;
    QRectF frame = m_view->visiblePart();
    frame = QRectF(frame.topLeft() * scale(), frame.size() * scale());
    frame.setSize(frame.size().expandedTo({leastFrame, leastFrame}));
    painter.setPen(QPen(theme.boxBorder, 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(QPen(theme.selection, 2));
    painter.drawRect(frame.intersected(QRectF(rect())).adjusted(1, 1, -1, -1));
}

void BirdsEye::goTo(const QPointF &place)
{
    m_view->lookAt(place / scale());
}

void BirdsEye::mousePressEvent(QMouseEvent *event)
{
    goTo(event->position());
}

void BirdsEye::mouseMoveEvent(QMouseEvent *event)
{
    goTo(event->position());
}

} // namespace rootward
