// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "drawingstyle.h"

#include <QFontMetricsF>

#include <map>

namespace rootward {

namespace {

QList<double> dashesOf(Qt::PenStyle line)
{
    switch (line) {
    case Qt::DashLine:
        return {7, 4};
    case Qt::DotLine:
        return {2, 4};
    case Qt::DashDotLine:
        return {9, 4, 2, 4};
    default:
        return {};
    }
}

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto channel = [share](int from, int to) {
        return int(from + (to - from) * share + 0.5);
    };
    return QColor(channel(a.red(), b.red()), channel(a.green(), b.green()),
                  channel(a.blue(), b.blue()));
}

const QFontMetricsF &metricsOf(TextStyle style)
{
    static std::map<TextStyle, QFontMetricsF> known;
    return known.try_emplace(style, drawingFont(style)).first->second;
}

} // namespace

QPen Stroke::pen() const
{
    QPen pen(color, width);
    pen.setJoinStyle(Qt::RoundJoin);
    pen.setCapStyle(Qt::FlatCap);
    if (!dashes.isEmpty()) {
        QList<qreal> pattern;
        for (const double dash : dashes)
            pattern.append(dash / width);
        pen.setDashPattern(pattern);
    }
    return pen;
}

BoxLook boxLook(const Theme &theme, const DrawnBox &box)
{
    if (box.isFold)
        return {theme.background, {theme.boxBorder, 1, {3, 3}}, false};
    if (box.state == HopState::NotAsked) {
        const QList<double> dashes = box.dim ? QList<double> {3, 3} : QList<double> {};
        return {theme.box, {theme.boxBorder, 1, dashes}, false};
    }
    const StateStyle style = theme.state(box.state);
    const bool dashed = box.state == HopState::Unknown || box.state == HopState::Unproven;
    return {style.fill,
            {style.stroke, box.firstBlocking ? 3.4 : 1.6,
             dashed ? dashesOf(style.line) : QList<double> {}},
            style.hatched};
}

Stroke hopStroke(const Theme &theme, const DrawnHop &hop)
{
    const StateStyle style = theme.state(hop.state);
    if (hop.state == HopState::NotAsked)
        return {theme.boxBorder, 1.2, hop.gap ? dashesOf(Qt::DotLine) : QList<double> {}};
    return {style.stroke, 3, dashesOf(style.line)};
}

Stroke chipStroke(const Theme &theme, const DrawnChip &chip)
{
    if (chip.state == HopState::NotAsked)
        return {theme.boxBorder, 0.8, {}};
    return {theme.state(chip.state).stroke, 1.1, {}};
}

BoxLook ribbonLook(const Theme &theme, const DrawnRibbon &ribbon)
{
    const StateStyle style = theme.state(ribbon.state);
    const double share = ribbon.state == HopState::NotAsked ? 0.18 : 0.28;
    return {mixed(theme.background, style.stroke, share),
            {style.stroke, 1.2, dashesOf(style.line)},
            style.hatched};
}

BoxLook outlineLook(const Theme &theme, const DrawnOutline &outline)
{
    return {theme.groupFill,
            outline.conflict ? Stroke {theme.text, 1.8, {}} : Stroke {theme.group, 1, {}}, false};
}

QRectF outlineLabelGround(const DrawnOutline &outline)
{
    return outline.label.rect.adjusted(-4, 0, 4, 0);
}

Stroke dividerStroke(const Theme &theme)
{
    return {theme.edge, 1, {2, 5}};
}

Stroke haloStroke(const Theme &theme, const DrawnHop &hop)
{
    return {mixed(theme.background, theme.selection, 0.4), hopStroke(theme, hop).width + 6, {}};
}

Stroke ringStroke(const Theme &theme, const DrawnBox &box)
{
    if (box.selected)
        return {theme.selection, 2, {}};
    return {theme.found, 2, {4, 2}};
}

Stroke focusStroke(const Theme &theme)
{
    return {theme.text, 1.5, {3, 2}};
}

double textAscent(TextStyle style)
{
    return metricsOf(style).ascent();
}

DrawnText badgeGlyph(const Theme &theme, HopState state, const QRectF &badge)
{
    const QString glyph = theme.state(state).glyph;
    const QFontMetricsF &metrics = metricsOf(TextStyle::Glyph);
    QRectF rect(0, 0, metrics.horizontalAdvance(glyph), metrics.ascent() + metrics.descent());
    rect.moveCenter(badge.center());
    return {rect, glyph, TextStyle::Glyph, theme.badgeText};
}

} // namespace rootward
