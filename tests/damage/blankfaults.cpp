// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "faults.h"

#include <QString>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward::damage {

namespace {

const QByteArray noBreakSpace = "\xc2\xa0";

template<typename Change>
void eachLine(QByteArray &bytes, Change change)
{
    QByteArrayList lines = bytes.split('\n');
    const bool endsLine = !lines.isEmpty() && lines.constLast().isEmpty();
    if (endsLine)
        lines.removeLast();
    for (QByteArray &line : lines)
        change(line);
    bytes = lines.join('\n') + (endsLine ? "\n" : "");
}

qsizetype indentation(const QByteArray &line)
{
    qsizetype size = 0;
    while (size < line.size() && (line.at(size) == ' ' || line.at(size) == '\t'))
        ++size;
    return size;
}

/// The last blank where the line can end within `width`; -1 where there is none.
qsizetype breakPlace(const QByteArray &line, int width)
{
    qsizetype place = -1;
    for (qsizetype at = indentation(line) + 1; at < line.size(); ++at) {
        if (line.at(at) != ' ')
            continue;
        if (columns(line.first(at)) > width)
            break;
        place = at;
    }
    return place;
}

QByteArrayList wrapped(QByteArray line, int width, bool keepsBlank)
{
    QByteArrayList parts;
    while (columns(line) > width) {
        const qsizetype place = breakPlace(line, width);
        if (place < 0 || place + 1 == line.size())
            break;
        parts += line.first(place + (keepsBlank ? 1 : 0));
        line = line.sliced(place + 1);
    }
    parts += line;
    return parts;
}

bool wrapAll(QByteArray &bytes, int width, bool keepsBlank = false)
{
    const QByteArray before = bytes;
    eachLine(bytes, [&](QByteArray &line) { line = wrapped(line, width, keepsBlank).join('\n'); });
    return bytes != before;
}

bool quoteAll(QByteArray &bytes, const QByteArray &mark)
{
    eachLine(bytes, [&](QByteArray &line) { line.prepend(mark); });
    return true;
}

} // namespace

bool tabsToEight(QByteArray &bytes, Chance &)
{
    const bool anything = bytes.contains('\t');
    bytes.replace('\t', QByteArray(8, ' '));
    return anything;
}

bool tabsToOne(QByteArray &bytes, Chance &)
{
    const bool anything = bytes.contains('\t');
    bytes.replace('\t', ' ');
    return anything;
}

bool tabsToNothing(QByteArray &bytes, Chance &)
{
    const bool anything = bytes.contains('\t');
    eachLine(bytes, [](QByteArray &line) { line.remove(0, indentation(line)); });
    bytes.replace('\t', ' ');
    return anything;
}

bool noBreakIndentation(QByteArray &bytes, Chance &)
{
    const bool anything = bytes.contains('\t');
    eachLine(bytes, [](QByteArray &line) {
        const qsizetype size = indentation(line);
        line = noBreakSpace.repeated(columns(line.first(size))) + line.sliced(size);
    });
    return anything;
}

bool noBreakBlanks(QByteArray &bytes, Chance &)
{
    bytes.replace('\t', ' ' + noBreakSpace.repeated(7));
    bytes.replace("  ", noBreakSpace + ' ');
    bytes.replace(": ", ':' + noBreakSpace);
    return true;
}

bool wrappedAt60(QByteArray &bytes, Chance &)
{
    return wrapAll(bytes, 60);
}

bool wrappedAt72(QByteArray &bytes, Chance &)
{
    return wrapAll(bytes, 72);
}

bool wrappedAt76(QByteArray &bytes, Chance &)
{
    return wrapAll(bytes, 76);
}

bool wrappedAt80(QByteArray &bytes, Chance &)
{
    return wrapAll(bytes, 80);
}

bool flowedAt72(QByteArray &bytes, Chance &)
{
    return wrapAll(bytes, 72, true);
}

bool hexWrapped(QByteArray &bytes, Chance &chance)
{
    const int width = chance.between(36, 48);
    bool anything = false;
    eachLine(bytes, [&](QByteArray &line) {
        if (!isHexLine(line.trimmed()))
            return;
        line = wrapped(line, width, false).join('\n');
        anything = true;
    });
    return anything;
}

bool trailingBlanks(QByteArray &bytes, Chance &chance)
{
    const QByteArray blanks(chance.between(1, 3), ' ');
    eachLine(bytes, [&](QByteArray &line) { line += blanks; });
    return true;
}

bool fenced(QByteArray &bytes, Chance &chance)
{
    const bool isTilde = chance.percent(20);
    const QByteArray mark = isTilde ? "~~~" : "```";
    bytes = "My board:\n\n" + mark + (chance.percent(50) ? "text\n" : "\n") + bytes + mark
        + "\n\nDoes it work?\n";
    return true;
}

bool indentedBlock(QByteArray &bytes, Chance &)
{
    eachLine(bytes, [](QByteArray &line) {
        if (!line.isEmpty())
            line.prepend("    ");
    });
    bytes = "My board:\n\n" + bytes + "\nDoes it work?\n";
    return true;
}

bool quotedWithBlanks(QByteArray &bytes, Chance &chance)
{
    return quoteAll(bytes, QByteArray("> ").repeated(chance.between(1, 5)));
}

bool quotedWithoutBlanks(QByteArray &bytes, Chance &chance)
{
    return quoteAll(bytes, QByteArray(chance.between(1, 5), '>'));
}

bool quotedMixed(QByteArray &bytes, Chance &chance)
{
    const QByteArray inner(chance.between(1, 4), '>');
    return quoteAll(bytes, chance.percent(50) ? "> " + inner + ' ' : inner + " > ");
}

bool tailAtOtherDepth(QByteArray &bytes, Chance &chance)
{
    const int depth = chance.between(1, 4);
    const int tailDepth = chance.percent(70) ? depth - 1 : depth + 1;
    bool anything = false;
    eachLine(bytes, [&](QByteArray &line) {
        QByteArrayList parts = wrapped(line, 74 - 2 * depth, false);
        for (qsizetype at = 0; at < parts.size(); ++at)
            parts[at].prepend(QByteArray("> ").repeated(at == 0 ? depth : tailDepth));
        anything |= parts.size() > 1;
        line = parts.join('\n');
    });
    return anything;
}

bool proseAround(QByteArray &bytes, Chance &)
{
    bytes = "Hi all,\n\nhere is what you asked for. My card: an RX 580, in the second slot.\n\n"
        + bytes + "\nThanks,\nJo\n\n-- \nJo Example\n";
    return true;
}

bool noLastLineEnd(QByteArray &bytes, Chance &)
{
    while (bytes.endsWith('\n'))
        bytes.chop(1);
    return true;
}

bool carriageReturns(QByteArray &bytes, Chance &)
{
    bytes.replace("\r\n", "\n").replace('\n', "\r\n");
    return true;
}

bool mixedLineEnds(QByteArray &bytes, Chance &chance)
{
    bytes.replace("\r\n", "\n");
    const int share = chance.between(10, 90);
    QByteArray mixed;
    for (const char letter : std::as_const(bytes)) {
        if (letter == '\n' && chance.percent(share))
            mixed += '\r';
        mixed += letter;
    }
    bytes = mixed;
    return true;
}

bool carriageReturnsAlone(QByteArray &bytes, Chance &)
{
    bytes.replace("\r\n", "\n").replace('\n', '\r');
    return true;
}

bool byteOrderMark(QByteArray &bytes, Chance &)
{
    bytes.prepend("\xef\xbb\xbf");
    return true;
}

bool utf16(QByteArray &bytes, Chance &chance)
{
    const bool isLittle = chance.percent(50);
    const QString text = QChar(0xfeff) + QString::fromUtf8(bytes);
    bytes.clear();
    for (const QChar letter : text) {
        const char low = static_cast<char>(letter.unicode() & 0xff);
        const char high = static_cast<char>(letter.unicode() >> 8);
        bytes += isLittle ? low : high;
        bytes += isLittle ? high : low;
    }
    return true;
}

} // namespace rootward::damage
