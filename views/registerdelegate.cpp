// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "registerdelegate.h"

#include "outcomedelegate.h"
#include "registersmodel.h"

#include <QAbstractItemView>
#include <QFontDatabase>
#include <QPainter>
#include <QTextLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int margin = 10;
constexpr int padding = 4;
constexpr int gap = 8;
constexpr int markSize = 16;

const RegistersModel *modelOf(const QModelIndex &index)
{
    return qobject_cast<const RegistersModel *>(index.model());
}

QFont boldFont(QFont font)
{
    font.setBold(true);
    return font;
}

QFont rawFont(const QFont &font)
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (font.pixelSize() > 0)
        fixed.setPixelSize(font.pixelSize());
    else
        fixed.setPointSizeF(font.pointSizeF());
    return fixed;
}

QString linkText()
{
    return RegistersModel::tr("Show in capture");
}

/// The texts of one row.
struct RowTexts {
    QString bits;
    QString title;
    QString value;
    QString below;
    std::optional<HopState> mark;
    bool isRegister = false;
};

RowTexts textsOf(const RegistersModel &model, const QModelIndex &index)
{
    RowTexts texts;
    if (const RegisterField *field = model.fieldAt(index)) {
        texts.bits = field->bitText();
        texts.title = field->name;
        texts.value = field->text;
        texts.below = RegistersModel::tr("%1 · read by %2").arg(field->meaning, field->rule);
        if (field->effect != FieldEffect::None)
            texts.mark = hopState(field->effect);
    } else if (const FunctionRegister *shown = model.registerAt(index)) {
        texts.title = shown->name;
        texts.value = shown->rawText();
        texts.below = shown->placeText();
        if (!shown->cause.isEmpty())
            texts.below = RegistersModel::tr("%1 · %2").arg(texts.below, shown->cause);
        texts.isRegister = true;
    }
    return texts;
}

/// Where the parts of a row stand, from the left edge of the viewport.
struct RowPlaces {
    int text = 0;
    int textWidth = 1;
    int valueRight = 0;
    int titleWidth = 1; ///< beside the value; the title wraps
    int titleHeight = 0;
    int belowWidth = 1; ///< beside the link, where there is one
    int belowHeight = 0;
    QRect link; ///< within the row; null: none

    int height() const { return titleHeight + belowHeight + 2 * padding; }
};

qreal layOut(QTextLayout &layout, int width)
{
    QTextOption wrap;
    wrap.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(wrap);
    layout.beginLayout();
    qreal y = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, y});
        y += line.height();
    }
    layout.endLayout();
    return y;
}

int heightOf(const QString &text, const QFont &font, int width)
{
    if (text.isEmpty())
        return 0;
    QTextLayout layout(text, font);
    return static_cast<int>(std::ceil(layOut(layout, width)));
}

QFont titleFont(const RowTexts &texts, const QFont &font)
{
    return texts.isRegister ? boldFont(font) : font;
}

QFont valueFont(const RowTexts &texts, const QFont &font)
{
    return texts.isRegister ? rawFont(font) : boldFont(font);
}

RowPlaces placesOf(const RowTexts &texts, const QFont &font, int width, bool linked)
{
    RowPlaces places;
    const QFontMetrics metrics(font);
    const int bits = metrics.horizontalAdvance(u"00:00"_s) + gap;
    places.text = texts.isRegister ? margin : margin + bits;
    const int right = width - margin;
    places.textWidth = std::max(right - places.text, 1);
    // Marks stand in one column, whether a row has one or not.
    places.valueRight = texts.isRegister ? right : right - markSize - gap;
    const int value = QFontMetrics(valueFont(texts, font)).horizontalAdvance(texts.value);
    places.titleWidth = std::max(places.valueRight - value - gap - places.text, 1);
    places.titleHeight =
        std::max(heightOf(texts.title, titleFont(texts, font), places.titleWidth), markSize);
    places.belowWidth = places.textWidth;
    if (texts.isRegister && linked) {
        const int link = metrics.horizontalAdvance(linkText());
        places.link = {right - link, padding + places.titleHeight, link, metrics.height()};
        places.belowWidth = std::max(places.link.left() - gap - places.text, 1);
    }
    places.belowHeight =
        std::max(heightOf(texts.below, font, places.belowWidth), places.link.height());
    return places;
}

void drawText(QPainter *painter, const QString &text, const QFont &font, const QPoint &at,
              int width)
{
    QTextLayout layout(text, font);
    layOut(layout, width);
    layout.draw(painter, at);
}

int widthOf(const QWidget *widget)
{
    const auto *view = qobject_cast<const QAbstractItemView *>(widget);
    return view != nullptr ? view->viewport()->width() : 0;
}

} // namespace

QSize RegisterDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const RegistersModel *model = modelOf(index);
    if (model == nullptr || index.column() != 0)
        return {0, 0};
    const int width = widthOf(option.widget);
    return {width, placesOf(textsOf(*model, index), option.font, width, m_linked).height()};
}

QRect RegisterDelegate::linkRect(const QWidget *view, const QRect &row,
                                 const QModelIndex &index) const
{
    const RegistersModel *model = modelOf(index);
    if (model == nullptr || !m_linked || model->fieldAt(index) != nullptr)
        return {};
    return placesOf(textsOf(*model, index), view->font(), widthOf(view), m_linked)
        .link.translated(0, row.top());
}

void RegisterDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                             const QModelIndex &index) const
{
    const RegistersModel *model = modelOf(index);
    if (model == nullptr || index.column() != 0)
        return;
    const Theme theme = Theme::fromPalette(option.palette);
    const RowTexts texts = textsOf(*model, index);
    const QRect row(0, option.rect.top(), widthOf(option.widget), option.rect.height());
    const RowPlaces places = placesOf(texts, option.font, row.width(), m_linked);
    const int top = row.top() + padding;

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state.testFlag(QStyle::State_Selected)) {
        const StateStyle chosen = theme.state(HopState::Carries);
        painter->fillRect(row, chosen.fill);
        painter->fillRect(QRect(row.left(), row.top(), padding, row.height()), theme.selection);
    } else if (texts.isRegister) {
        painter->fillRect(row, option.palette.alternateBase());
    }
    painter->setPen(theme.dimText);
    painter->setFont(option.font);
    if (!texts.isRegister)
        drawText(painter, texts.bits, option.font, {margin, top}, places.text);
    drawText(painter, texts.below, option.font, {places.text, top + places.titleHeight},
             places.belowWidth);
    painter->setPen(theme.text);
    drawText(painter, texts.title, titleFont(texts, option.font), {places.text, top},
             places.titleWidth);
    const QFont font = valueFont(texts, option.font);
    const int value = QFontMetrics(font).horizontalAdvance(texts.value);
    drawText(painter, texts.value, font, {places.valueRight - value, top}, value + 1);
    if (texts.mark)
        paintMark(painter, QRectF(places.valueRight + gap, top, markSize, markSize), theme,
                  *texts.mark);
    if (!places.link.isNull()) {
        QFont link = option.font;
        link.setUnderline(true);
        painter->setPen(theme.text);
        drawText(painter, linkText(), link, places.link.topLeft() + QPoint(0, row.top()),
                 places.link.width() + 1);
    }
    painter->restore();
}

} // namespace rootward
