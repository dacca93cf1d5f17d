// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "textmeasure.h"

using namespace Qt::StringLiterals;

namespace rootward {

TextMeasure::Font &TextMeasure::font(TextStyle style)
{
    return m_fonts.try_emplace(style, style).first->second;
}

double TextMeasure::width(TextStyle style, const QString &text)
{
    Font &used = font(style);
    const auto known = used.widths.constFind(text);
    if (known != used.widths.cend())
        return *known;
    const double width = used.metrics.horizontalAdvance(text);
    used.widths.insert(text, width);
    return width;
}

double TextMeasure::height(TextStyle style)
{
    const QFontMetricsF &metrics = font(style).metrics;
    return metrics.ascent() + metrics.descent();
}

double TextMeasure::ascent(TextStyle style)
{
    return font(style).metrics.ascent();
}

QString TextMeasure::elided(TextStyle style, const QString &text, double room)
{
    if (width(style, text) <= room)
        return text;
    return font(style).metrics.elidedText(text, Qt::ElideMiddle, room);
}

QStringList TextMeasure::wrapped(TextStyle style, const QString &text, double room)
{
    QStringList lines;
    QString line;
    for (const QString &word : text.split(u' ', Qt::SkipEmptyParts)) {
        const QString longer = line.isEmpty() ? word : line + u' ' + word;
        if (line.isEmpty() || width(style, longer) <= room) {
            line = longer;
            continue;
        }
        lines.append(elided(style, line, room));
        line = word;
    }
    if (!line.isEmpty())
        lines.append(elided(style, line, room));
    return lines;
}

DrawnText TextMeasure::placed(TextStyle style, const QString &text, double left, double top,
                              const QColor &color, double room)
{
    const QString fitting = elided(style, text, room);
    return {QRectF(left, top, width(style, fitting), height(style)), fitting, style, color};
}

} // namespace rootward
