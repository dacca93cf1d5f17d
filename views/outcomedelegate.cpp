// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "outcomedelegate.h"

#include "outcomelist.h"

#include <QPainter>
#include <QTextOption>

#include <cmath>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int margin = 10;
constexpr int padding = 4;
constexpr int markSize = 16;
constexpr int gap = 8;
constexpr int pillPadding = 10;
constexpr int accentWidth = 4;
constexpr int narrow = 520; ///< below this the badge stands under the text

/// Addresses stay in one piece: lines break after a colon only before a blank.
QString unbroken(const QString &text)
{
    constexpr QChar wordJoiner(0x2060);
    QString joined;
    for (qsizetype i = 0; i < text.size(); ++i) {
        joined += text.at(i);
        if (text.at(i) == u':' && i + 1 < text.size() && !text.at(i + 1).isSpace())
            joined += wordJoiner;
    }
    return joined;
}

const OutcomeLine *lineAt(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const auto *list = qobject_cast<const OutcomeList *>(option.widget);
    return list != nullptr && index.row() < list->lines().size() ? &list->lines().at(index.row())
                                                                 : nullptr;
}

int viewWidth(const QStyleOptionViewItem &option)
{
    return static_cast<const OutcomeList *>(option.widget)->viewport()->width();
}

/// Where the parts of one line stand; x only, the rest follows from the row's height.
struct Places {
    qreal letter = 0;
    qreal text = 0;
    qreal textWidth = 0;
    qreal badge = 0;
    qreal badgeWidth = 0;
    qreal badgeHeight = 0; ///< below the text; 0: beside it
};

Places placesOf(const OutcomeLine &line, const QFont &font, int width)
{
    Places places;
    places.letter = margin + markSize + gap;
    places.text = places.letter + (line.letter.isEmpty() ? 0 : markSize + gap);
    qreal end = width - margin;
    if (!line.badge.isEmpty()) {
        places.badgeWidth = QFontMetricsF(font).horizontalAdvance(line.badge) + 2 * pillPadding;
        const bool below = width < narrow;
        places.badge = below ? places.text : end - places.badgeWidth;
        places.badgeHeight = below ? markSize + gap : 0;
        end = below ? end : places.badge - gap;
    }
    places.textWidth = std::max<qreal>(end - places.text, 1);
    return places;
}

} // namespace

void OutcomeDelegate::layOut(QTextLayout *layout, const OutcomeLine &line, qreal width)
{
    const QString lead = line.lead.isEmpty() ? QString() : line.lead + u"  "_s;
    layout->setText(unbroken(lead + line.text));
    QTextOption wrap;
    wrap.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout->setTextOption(wrap);
    QTextCharFormat bold;
    bold.setFontWeight(QFont::Bold);
    const auto boldLength =
        static_cast<int>(line.firstCause ? layout->text().size() : unbroken(lead).size());
    layout->setFormats({{0, boldLength, bold}});
    layout->beginLayout();
    qreal y = 0;
    for (QTextLine row = layout->createLine(); row.isValid(); row = layout->createLine()) {
        row.setLineWidth(width);
        row.setPosition({0, y});
        y += row.height();
    }
    layout->endLayout();
}

QSize OutcomeDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const OutcomeLine *line = lineAt(option, index);
    if (line == nullptr)
        return {};
    const int width = viewWidth(option);
    const Places places = placesOf(*line, option.font, width);
    QTextLayout layout({}, option.font);
    layOut(&layout, *line, places.textWidth);
    const int height = static_cast<int>(std::ceil(layout.boundingRect().height()));
    const int badge = static_cast<int>(places.badgeHeight);
    return {width, std::max(height, markSize) + badge + 2 * padding};
}

void OutcomeDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    const OutcomeLine *line = lineAt(option, index);
    if (line == nullptr)
        return;
    const Theme theme = Theme::fromPalette(option.palette);
    const StateStyle style = theme.state(line->state);
    const QRect row = option.rect;
    const Places places = placesOf(*line, option.font, row.width());
    const qreal firstLine = row.top() + padding
        + (std::max<qreal>(markSize, QFontMetricsF(option.font).height()) - markSize) / 2;

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter->fillRect(row, style.fill);
        painter->fillRect(QRect(row.left(), row.top(), accentWidth, row.height()), style.stroke);
    }
    const auto *list = static_cast<const OutcomeList *>(option.widget);
    if (list->isHovered(index.row())) {
        painter->setPen(QPen(theme.selection, 1, Qt::DotLine));
        painter->drawRect(row.adjusted(0, 0, -1, -1));
    }
    paintMark(painter, {qreal(row.left() + margin), firstLine, markSize, markSize}, theme,
              line->state);
    if (!line->letter.isEmpty())
        paintLetter(painter, {row.left() + places.letter, firstLine, markSize, markSize}, theme,
                    line->letter);
    if (!line->badge.isEmpty()) {
        const qreal top = places.badgeHeight > 0 ? row.bottom() - padding - markSize - 3
                                                 : row.top() + padding - 2;
        const QRectF place(row.left() + places.badge, top, places.badgeWidth, markSize + 4);
        painter->setFont(option.font);
        paintPill(painter, place, style, line->badge);
    }
    QTextLayout layout({}, option.font);
    layOut(&layout, *line, places.textWidth);
    painter->setPen(line->firstCause ? style.text : theme.text);
    layout.draw(painter, {row.left() + places.text, qreal(row.top() + padding)});
    painter->restore();
}

void paintMark(QPainter *painter, const QRectF &place, const Theme &theme, HopState state)
{
    const StateStyle style = theme.state(state);
    painter->setPen(Qt::NoPen);
    painter->setBrush(style.stroke);
    painter->drawEllipse(place);
    QFont font = painter->font();
    font.setBold(true);
    font.setPixelSize(static_cast<int>(place.height() * 0.68));
    painter->setFont(font);
    painter->setPen(theme.badgeText);
    painter->drawText(place, Qt::AlignCenter, style.glyph);
}

void paintLetter(QPainter *painter, const QRectF &place, const Theme &theme, const QString &letter)
{
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.letterBadge);
    painter->drawRoundedRect(place, 3, 3);
    QFont font = painter->font();
    font.setBold(true);
    font.setPixelSize(static_cast<int>(place.height() * 0.68));
    painter->setFont(font);
    painter->setPen(theme.letterText);
    painter->drawText(place, Qt::AlignCenter, letter);
}

void paintPill(QPainter *painter, const QRectF &place, const StateStyle &style, const QString &text)
{
    const QRectF outline = place.adjusted(0.5, 0.5, -0.5, -0.5);
    painter->setPen(QPen(style.stroke, 1.2));
    painter->setBrush(style.fill);
    painter->drawRoundedRect(outline, outline.height() / 2, outline.height() / 2);
    painter->setPen(style.text);
    painter->drawText(place, Qt::AlignCenter | Qt::TextSingleLine, text);
}

} // namespace rootward
