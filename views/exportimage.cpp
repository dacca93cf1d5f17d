// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportimage.h"

#include "drawingstyle.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPageSize>
#include <QPainter>
#include <QPainterPath>
#include <QPdfWriter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// Below these zooms texts, then shapes, are too small to be read.
constexpr double leastTextZoom = 0.4;
constexpr double leastShapeZoom = 0.15;

void paintText(const DrawnText &text, QPainter *painter)
{
    painter->setFont(drawingFont(text.style));
    painter->setPen(text.color);
    painter->drawText(QPointF(text.rect.left(), text.rect.top() + textAscent(text.style)),
                      text.text);
}

/// Until it goes out of scope.
class PainterOpacity {
public:
    PainterOpacity(QPainter *painter, double opacity)
        : m_painter(painter), m_before(painter->opacity())
    {
        painter->setOpacity(m_before * opacity);
    }
    ~PainterOpacity() { m_painter->setOpacity(m_before); }
    Q_DISABLE_COPY_MOVE(PainterOpacity)

private:
    QPainter *m_painter;
    double m_before;
};

void paintHatch(const QRectF &rect, const QColor &color, QPainter *painter)
{
    painter->setPen(QPen(color, 1.2));
    for (double x = rect.left() - rect.height(); x < rect.right(); x += hatchStep)
        painter->drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()));
}

void paintBadge(const Theme &theme, HopState state, const QRectF &badge, QPainter *painter)
{
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.state(state).stroke);
    painter->drawEllipse(badge);
    paintText(badgeGlyph(theme, state, badge), painter);
}

void paintLetterSquare(const Theme &theme, const QRectF &square, QPainter *painter)
{
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.letterBadge);
    painter->drawRoundedRect(square, letterRadius, letterRadius);
}

void paintShape(const QRectF &rect, double radius, const BoxLook &look, const Theme &theme,
                QPainter *painter)
{
    painter->setPen(Qt::NoPen);
    painter->setBrush(look.fill);
    painter->drawRoundedRect(rect, radius, radius);
    if (look.hatched) {
        painter->save();
        QPainterPath clip;
        clip.addRoundedRect(rect, radius, radius);
        painter->setClipPath(clip, Qt::IntersectClip);
        paintHatch(rect, theme.hatch, painter);
        painter->restore();
    }
    painter->setBrush(Qt::NoBrush);
    painter->setPen(look.border.pen());
    painter->drawRoundedRect(rect, radius, radius);
}

} // namespace

Detail detailAt(const QPainter &painter)
{
    const double zoom =
        QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter.worldTransform());
    return zoom < leastShapeZoom ? Detail::Block
        : zoom < leastTextZoom   ? Detail::Shapes
                                 : Detail::Full;
}

void paintOutline(const Drawing &drawing, const DrawnOutline &outline, QPainter *painter,
                  Detail detail)
{
    if (detail == Detail::Block)
        return;
    const Theme &theme = drawing.theme;
    paintShape(outline.rect, outlineRadius, outlineLook(theme, outline), theme, painter);
    if (detail != Detail::Full)
        return;
    painter->fillRect(outlineLabelGround(outline), theme.groupFill);
    paintText(outline.label, painter);
}

void paintBox(const Drawing &drawing, const DrawnBox &box, QPainter *painter, Detail detail)
{
    const PainterOpacity muted(painter, box.muted ? mutedOpacity : 1);
    const Theme &theme = drawing.theme;
    if (detail == Detail::Block) {
        const BoxLook look = boxLook(theme, box);
        painter->fillRect(box.rect, box.asked ? look.border.color : look.fill);
        return;
    }
    if (box.selected || box.found) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(ringStroke(theme, box).pen());
        painter->drawRoundedRect(box.rect.adjusted(-ringGap, -ringGap, ringGap, ringGap),
                                 boxRadius + ringGap, boxRadius + ringGap);
    }
    paintShape(box.rect, boxRadius, boxLook(theme, box), theme, painter);
    if (detail == Detail::Shapes) {
        if (!box.badge.isNull()) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.state(box.state).stroke);
            painter->drawEllipse(box.badge);
        }
        return;
    }
    for (const DrawnChip &chip : box.chips) {
        painter->setBrush(theme.box);
        painter->setPen(chipStroke(theme, chip).pen());
        painter->drawRoundedRect(chip.rect, chipRadius, chipRadius);
        paintText(chip.text, painter);
    }
    if (!box.letterRect.isNull())
        paintLetterSquare(theme, box.letterRect, painter);
    for (const DrawnText &text : box.texts)
        paintText(text, painter);
    if (!box.bus.text.isEmpty())
        paintText(box.bus, painter);
    if (!box.badge.isNull())
        paintBadge(theme, box.state, box.badge, painter);
}

void paintHop(const Drawing &drawing, const DrawnHop &hop, QPainter *painter)
{
    const PainterOpacity muted(painter, hop.muted ? mutedOpacity : 1);
    painter->setBrush(Qt::NoBrush);
    if (hop.selected) {
        painter->setPen(haloStroke(drawing.theme, hop).pen());
        painter->drawPolyline(hop.line);
    }
    painter->setPen(hopStroke(drawing.theme, hop).pen());
    painter->drawPolyline(hop.line);
}

void paintRibbon(const Drawing &drawing, const DrawnRibbon &ribbon, QPainter *painter)
{
    const PainterOpacity muted(painter, ribbon.muted ? mutedOpacity : 1);
    const BoxLook look = ribbonLook(drawing.theme, ribbon);
    painter->fillRect(ribbon.rect, look.fill);
    if (look.hatched) {
        painter->save();
        painter->setClipRect(ribbon.rect, Qt::IntersectClip);
        paintHatch(ribbon.rect, drawing.theme.hatch, painter);
        painter->restore();
    }
    painter->setPen(look.border.pen());
    painter->drawLine(ribbon.rect.topLeft(), ribbon.rect.topRight());
    painter->drawLine(ribbon.rect.bottomLeft(), ribbon.rect.bottomRight());
    paintText(ribbon.glyph, painter);
}

void paintSurroundings(const Drawing &drawing, QPainter *painter, const QRectF &exposed)
{
    if (drawing.divider > 0) {
        painter->setPen(dividerStroke(drawing.theme).pen());
        painter->drawLine(QPointF(drawing.divider, drawing.trees.top()),
                          QPointF(drawing.divider, drawing.trees.bottom()));
    }
    for (const DrawnMark &mark : drawing.marks) {
        if (exposed.intersects(mark.badge))
            paintBadge(drawing.theme, mark.state, mark.badge, painter);
    }
    for (const QRectF &square : drawing.letterRects)
        paintLetterSquare(drawing.theme, square, painter);
    for (const DrawnText &text : drawing.texts) {
        if (exposed.intersects(text.rect))
            paintText(text, painter);
    }
}

void paint(const Drawing &drawing, QPainter *painter, const QRectF &exposed)
{
    painter->setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter->fillRect(exposed, drawing.theme.background);
    paintSurroundings(drawing, painter, exposed);
    constexpr double halo = 8;
    const QRectF wide = exposed.adjusted(-halo, -halo, halo, halo);
    for (const DrawnOutline &outline : drawing.outlines) {
        if (wide.intersects(outline.rect))
            paintOutline(drawing, outline, painter);
    }
    for (const DrawnRibbon &ribbon : drawing.ribbons) {
        if (wide.intersects(ribbon.rect))
            paintRibbon(drawing, ribbon, painter);
    }
    for (const DrawnHop &hop : drawing.hops) {
        if (wide.intersects(hop.line.boundingRect().adjusted(-1, -1, 1, 1)))
            paintHop(drawing, hop, painter);
    }
    for (const DrawnBox &box : drawing.boxes) {
        if (wide.intersects(box.rect))
            paintBox(drawing, box, painter);
    }
}

Result<QImage> image(const Drawing &drawing, int scale)
{
    const double width = drawing.size.width() * scale;
    const double height = drawing.size.height() * scale;
    const auto refused = [] {
        return std::unexpected(
            Error {Error::Kind::CannotWrite,
                   QCoreApplication::translate("rootward", "the picture is too large for PNG"),
                   {},
                   QCoreApplication::translate(
                       "rootward", "use SVG or PDF, a smaller scale, or fold branches")});
    };
    if (width * height > maxImagePixels || width > 32'767 || height > 32'767)
        return refused();
    QImage image(std::max(1, int(width)), std::max(1, int(height)), QImage::Format_RGB32);
    if (image.isNull())
        return refused();
    QPainter painter(&image);
    painter.scale(scale, scale);
    paint(drawing, &painter, QRectF(QPointF(), drawing.size));
    painter.end();
    return image;
}

QByteArray pdf(const Drawing &drawing)
{
    constexpr int pointsPerInch = 72;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setCreator(u"Rootward"_s);
    writer.setResolution(pointsPerInch);
    writer.setPageSize(QPageSize(drawing.size, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins({});
    QPainter painter(&writer);
    paint(drawing, &painter, QRectF(QPointF(), drawing.size));
    painter.end();
    buffer.close();
    return bytes;
}

} // namespace rootward
