// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "cleaningsteps.h"

#include "textlines.h"

namespace rootward::cleaning {

namespace {

/// A '>' that is a quote mark: lspci's own lines begin with one where ">TAbort-" was wrapped.
bool isQuoteMark(QByteArrayView line)
{
    return line.startsWith('>') && !line.startsWith(">TAbort") && !line.startsWith(">SERR")
        && !line.startsWith(">Reset");
}

/// The line without its marks: "> >> text", ">text". One blank belongs to each mark.
QByteArrayView unquoted(QByteArrayView line)
{
    while (true) {
        QByteArrayView marked = line;
        // Blanks may stand between marks.
        while (marked.startsWith(' '))
            marked = marked.sliced(1);
        if (!isQuoteMark(marked) || (marked.size() < line.size() - 1))
            return line;
        line = marked.sliced(1);
        if (line.startsWith(' '))
            line = line.sliced(1);
    }
}

bool isFence(QByteArrayView line)
{
    line = line.trimmed();
    return line.startsWith("```") || line.startsWith("~~~");
}

bool isGrepRuler(QByteArrayView line)
{
    return line == "--";
}

} // namespace

bool isQuoted(QByteArrayView bytes)
{
    return anyTextLine(bytes, isQuoteMark);
}

void dropQuoteMarks(CleanedText &text)
{
    LineRewriter lines(text);
    QByteArrayView line;
    while (lines.next(line))
        lines.put(isQuoteMark(line) ? unquoted(line) : line);
}

bool hasFences(QByteArrayView bytes)
{
    return (bytes.contains("```") || bytes.contains("~~~")) && anyTextLine(bytes, isFence);
}

/// A fence ends what stands above it, as a blank line does.
void dropFences(CleanedText &text)
{
    LineRewriter lines(text);
    QByteArrayView line;
    while (lines.next(line))
        lines.put(isFence(line) ? QByteArrayView() : line);
}

bool hasGrepRulers(QByteArrayView bytes)
{
    return bytes.contains("--\n") && anyTextLine(bytes, isGrepRuler);
}

void dropGrepRulers(CleanedText &text)
{
    LineRewriter lines(text);
    QByteArrayView line;
    while (lines.next(line))
        lines.put(isGrepRuler(line) ? QByteArrayView("...") : line);
}

} // namespace rootward::cleaning
