// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"

#include <QFontMetricsF>
#include <QStringList>

#include <map>

namespace rootward {

/// Widths of texts in the picture's fonts. Remembers them: a host says the same words often.
class TextMeasure {
public:
    double width(TextStyle style, const QString &text);
    double height(TextStyle style);
    double ascent(TextStyle style);
    QString elided(TextStyle style, const QString &text, double room);
    /// Lines of at most `room`; a word that is longer is elided.
    QStringList wrapped(TextStyle style, const QString &text, double room);

    /// A text with its rectangle; `left` and `top` of the line's box. Elided to `room`.
    DrawnText placed(TextStyle style, const QString &text, double left, double top,
                     const QColor &color, double room);

private:
    struct Font {
        explicit Font(TextStyle style) : metrics(drawingFont(style)) { }
        QFontMetricsF metrics;
        QHash<QString, double> widths;
    };
    Font &font(TextStyle style);
    std::map<TextStyle, Font> m_fonts;
};

} // namespace rootward
