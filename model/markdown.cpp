// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "markdown.h"

#include "printable.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype shortestFence = 3;
constexpr qsizetype longestLine = 4000;

/// Written with a backslash.
constexpr QStringView escaped = u"\\`*_{}[]|~#!^$";

QString escapedCharacter(QChar character)
{
    switch (character.unicode()) {
    case u'<':
        return u"&lt;"_s;
    case u'>':
        return u"&gt;"_s;
    case u'&':
        return u"&amp;"_s;
    case u'@': // mentions, mail addresses
        return u"&#64;"_s;
    default:
        return escaped.contains(character) ? QString(u'\\') + character : QString(character);
    }
}

qsizetype longestRun(const QString &text, QChar wanted)
{
    qsizetype longest = 0;
    qsizetype run = 0;
    for (const QChar character : text) {
        run = character == wanted ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

} // namespace

QString markdownText(const QString &text)
{
    QString safe;
    for (const QChar character : printable(text, longestLine))
        safe += escapedCharacter(character);
    // Bare addresses become links by themselves.
    safe.replace("://"_L1, "&#58;//"_L1);
    safe.replace("www."_L1, "www&#46;"_L1, Qt::CaseInsensitive);
    return safe;
}

QString markdownRow(const QStringList &cells)
{
    QString row = u"|"_s;
    for (const QString &cell : cells)
        row += u' ' + markdownText(cell) + u" |"_s;
    return row + u'\n';
}

QString markdownTableHead(const QStringList &cells)
{
    return markdownRow(cells) + u'|' + u" --- |"_s.repeated(cells.size()) + u'\n';
}

QString markdownCode(const QStringList &lines, QLatin1StringView language)
{
    qsizetype fence = shortestFence;
    QString body;
    for (const QString &line : lines) {
        const QString text = printable(line, std::max(line.size(), longestLine));
        fence = std::max(fence, longestRun(text, u'`') + 1);
        body += text + u'\n';
    }
    const QString mark(fence, u'`');
    return mark + language + u'\n' + body + mark + u'\n';
}

} // namespace rootward
