// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "faults.h"

#include <QRegularExpression>

#include <algorithm>
#include <ranges>

using namespace Qt::StringLiterals;

namespace rootward::damage {

namespace {

/// A heading as `lspci -nn` without -v prints it.
QByteArray plainHeading(const QByteArray &heading)
{
    const qsizetype interface = heading.indexOf(" (prog-if ");
    return interface < 0 ? heading : heading.first(interface);
}

bool isBody(const Document &document, qsizetype line)
{
    return document.lines.at(line).stanza >= 0 && !document.isHeading(line);
}

/// First line behind the stanza that begins at `heading`.
qsizetype stanzaEnd(const Document &document, qsizetype heading)
{
    qsizetype end = heading + 1;
    while (end < document.lines.size() && isBody(document, end))
        ++end;
    return end;
}

QList<qsizetype> headings(const Document &document)
{
    QList<qsizetype> found;
    for (qsizetype at = document.nextHeading(0); at < document.lines.size();
         at = document.nextHeading(at + 1))
        found.append(at);
    return found;
}

void addStanza(Document &document, const Stanza &stanza, const QList<Line> &lines)
{
    document.stanzas.append(stanza);
    for (Line line : lines) {
        line.stanza = static_cast<int>(document.stanzas.size()) - 1;
        document.lines.append(line);
    }
    document.lines.append(Line {});
}

/// The group that the stanza's own line names; empty where none does.
QByteArray groupOf(const Document &document, qsizetype heading)
{
    for (qsizetype at = heading + 1; at < stanzaEnd(document, heading); ++at)
        if (const QByteArray &text = document.lines.at(at).text; text.startsWith("\tIOMMU group: "))
            return text.sliced(14);
    return {};
}

bool everyStanzaHasItsGroup(const Document &document)
{
    for (const qsizetype heading : headings(document))
        if (groupOf(document, heading).isEmpty())
            return false;
    return !document.stanzas.isEmpty();
}

QByteArrayList otherOutput(Chance &chance)
{
    static const QList<QByteArrayList> outputs {
        {"root@box:~# uname -a",
         "Linux box 6.8.12-4-pve #1 SMP PREEMPT_DYNAMIC PMX 6.8.12-4 (2024-11-06T15:04Z) x86_64 "
         "GNU/Linux"},
        {"root@box:~# ls -l /dev/dri", "total 0",
         "drwxr-xr-x 2 root root        120 Feb  5 10:00 by-path",
         "crw-rw---- 1 root video  226,   0 Feb  5 10:00 card0",
         "crw-rw---- 1 root render 226, 128 Feb  5 10:00 renderD128"},
        {"root@box:~# dmesg | tail", "[    0.000000] Command line: " + QByteArray(300, 'x'),
         "[    2.104233] xhci_hcd: probe of something",
         "[    2.517000] clocksource: tsc: mask: 0x1",
         "[   11.300211] EXT4-fs (dm-1): mounted filesystem with ordered data mode. Quota mode: "
         "none."},
        {"root@box:~# cat /proc/cmdline",
         "BOOT_IMAGE=/boot/vmlinuz root=/dev/mapper/pve-root ro quiet"},
        {"root@box:~# free", "               total        used        free      shared  buff/cache",
         "Mem:        65774240    11220344    52338928       12345     2214968",
         "Swap:        8388604           0     8388604"},
    };
    return outputs.at(chance.between(0, static_cast<int>(outputs.size()) - 1));
}

bool cutAtWidth(Document &document, int width)
{
    bool anything = false;
    for (qsizetype at = 0; at < document.lines.size(); ++at) {
        const QByteArray text = document.lines.at(at).text;
        qsizetype end = text.size();
        while (columns(text.first(end)) > width)
            --end;
        if (end < text.size()) {
            document.cut(at, end, text.size());
            anything = true;
        }
    }
    return anything;
}

void cutMatches(Document &document, const QRegularExpression &pattern, bool &anything)
{
    for (qsizetype at = 0; at < document.lines.size(); ++at)
        for (;;) {
            const auto match = pattern.match(QString::fromLatin1(document.lines.at(at).text));
            if (!match.hasMatch())
                break;
            document.cut(at, match.capturedStart(), match.capturedEnd());
            anything = true;
        }
}

} // namespace

bool standsTwice(Document &document, Chance &chance)
{
    const qsizetype lines = document.lines.size();
    const int stanzas = static_cast<int>(document.stanzas.size());
    for (int index = 0; index < stanzas; ++index) {
        Stanza stanza = document.stanzas.at(index);
        ++stanza.copy;
        document.stanzas.append(stanza);
    }
    document.insert(lines,
                    chance.percent(50) ? QByteArrayList {""}
                                       : QByteArrayList {"", "root@box:~# lspci -vvv", ""});
    for (qsizetype at = 0; at < lines; ++at) {
        Line line = document.lines.at(at);
        line.stanza += line.stanza >= 0 ? stanzas : 0;
        document.lines.append(line);
    }
    return true;
}

bool wordsThenHex(Document &document, Chance &)
{
    Document words;
    Document hex;
    for (const qsizetype heading : headings(document)) {
        const Stanza &stanza = document.stanzas.at(document.lines.at(heading).stanza);
        QList<Line> wordLines {document.lines.at(heading)};
        QList<Line> hexLines {document.lines.at(heading)};
        hexLines.first().text = plainHeading(hexLines.constFirst().text);
        for (qsizetype at = heading + 1; at < stanzaEnd(document, heading); ++at)
            (isHexLine(document.lines.at(at).text) ? hexLines : wordLines)
                .append(document.lines.at(at));
        if (hexLines.size() < 2 || wordLines.size() < 2)
            return false;
        Stanza without = stanza;
        without.lowHexLines = without.highHexLines = 0;
        addStanza(words, without, wordLines);
        addStanza(hex, stanza, hexLines);
    }
    const int before = static_cast<int>(words.stanzas.size());
    words.stanzas += hex.stanzas;
    for (Line line : hex.lines) {
        line.stanza += line.stanza >= 0 ? before : 0;
        words.lines.append(line);
    }
    document = words;
    return before > 0;
}

bool plainListFirst(Document &document, Chance &)
{
    QList<Line> list;
    for (const qsizetype heading : headings(document)) {
        Line line = document.lines.at(heading);
        line.text = plainHeading(line.text);
        document.stanzas.append({document.stanzas.at(line.stanza).address, -1, true});
        line.stanza = static_cast<int>(document.stanzas.size()) - 1;
        list.append(line);
    }
    document.lines = list + QList<Line> {Line {}} + document.lines;
    return true;
}

bool ordinaryUser(Document &document, Chance &)
{
    bool anything = false;
    for (qsizetype heading = document.nextHeading(0); heading < document.lines.size();
         heading = document.nextHeading(heading + 1)) {
        bool isDenied = false;
        for (qsizetype at = heading + 1; at < stanzaEnd(document, heading);) {
            const QByteArray text = document.lines.at(at).text;
            const bool isFirst = !isDenied && text.startsWith("\tCapabilities: [");
            const bool isLater = isDenied && text.startsWith('\t') && !text.startsWith("\tKernel");
            const bool isHex = isHexLine(text) && text.first(2) >= "40";
            if (isFirst) {
                document.forget(at, 1);
                document.lines[at++].text = "\tCapabilities: <access denied>";
            } else if (isLater || isHex || (isHexLine(text) && text.indexOf(':') > 2)) {
                document.remove(at, 1);
            } else {
                ++at;
            }
            isDenied |= isFirst;
        }
        anything |= isDenied;
    }
    return anything;
}

bool upperCaseHex(Document &document, Chance &)
{
    bool anything = false;
    for (Line &line : document.lines)
        if (isHexLine(line.text)) {
            const qsizetype colon = line.text.indexOf(':');
            line.text = line.text.first(colon) + line.text.sliced(colon).toUpper();
            anything = true;
        }
    return anything;
}

bool linesMissing(Document &document, Chance &chance)
{
    bool anything = false;
    for (int times = chance.between(1, 3); times > 0; --times) {
        const QList<qsizetype> all = headings(document);
        const qsizetype heading = all.at(chance.between(0, static_cast<int>(all.size()) - 1));
        const int body = static_cast<int>(stanzaEnd(document, heading) - heading) - 1;
        if (body < 2)
            continue;
        const int first = chance.between(1, body);
        const int most = std::min(body - first + 1, 12);
        document.remove(heading + first, chance.between(1, most));
        anything = true;
    }
    return anything;
}

namespace {

bool isBridgeAt(const Document &document, qsizetype heading)
{
    return document.stanzas.at(document.lines.at(heading).stanza).isBridge;
}

/// Line of the stanza's Express capability, or its last one before that list; its end where it has
/// neither.
qsizetype tellingLine(const Document &document, qsizetype heading)
{
    const qsizetype end = stanzaEnd(document, heading);
    qsizetype header = end;
    for (qsizetype at = heading + 1; at < end; ++at) {
        const QByteArray &text = document.lines.at(at).text;
        if (text.contains("] Express "))
            return at;
        if (text.startsWith("\tBus: "))
            header = at;
    }
    return header;
}

} // namespace

/// From within one function to within a later one, of which one is a bridge and one is not: of
/// two alike what is left may look like one that is whole, and a host bridge to DMI is like a root
/// port. Something is left that tells it.
bool blockMissing(Document &document, Chance &chance)
{
    const QList<qsizetype> all = headings(document);
    for (int times = 0; times < 20; ++times) {
        const int last = static_cast<int>(all.size()) - 1;
        if (last < 1)
            return false;
        const int one = chance.between(0, last - 1);
        const qsizetype from = all.at(one);
        const qsizetype to = all.at(chance.between(one + 1, std::min(one + 3, last)));
        const qsizetype telling = tellingLine(document, to);
        const auto body = static_cast<int>(stanzaEnd(document, from) - from) - 1;
        if (isBridgeAt(document, from) == isBridgeAt(document, to) || body < 1
            || document.lines.at(from).text.contains("DMI2") || telling == stanzaEnd(document, to))
            continue;
        const qsizetype first = from + chance.between(1, body);
        const qsizetype end = to + chance.between(1, static_cast<int>(telling - to));
        // Nobody's: whose the lines are that are left, they do not say.
        document.forget(end, stanzaEnd(document, to) - end);
        document.forget(from + 1, first - from - 1);
        document.touch(first);
        document.remove(first, end - first);
        return true;
    }
    return false;
}

bool headingsMissing(Document &document, Chance &chance)
{
    const QList<qsizetype> all = headings(document);
    if (all.size() < 2)
        return false;
    const int sure = chance.between(1, static_cast<int>(all.size()) - 1);
    for (qsizetype index = all.size() - 1; index > 0; --index) {
        const qsizetype heading = all.at(index);
        if (index != sure && !chance.percent(20))
            continue;
        // What follows is nobody's; the function above may seem to go on.
        document.touch(heading);
        document.forget(heading, stanzaEnd(document, heading) - heading);
        document.remove(heading, 1);
    }
    return true;
}

bool dotsForLines(Document &document, Chance &chance)
{
    for (int times = chance.between(1, 3); times > 0; --times) {
        const int last = static_cast<int>(document.lines.size()) - 1;
        if (last < 3)
            return false;
        const int first = chance.between(1, last);
        document.remove(first, chance.between(1, std::min(last - first + 1, 25)));
        document.insert(first, {chance.percent(50) ? "..." : "\t..."});
        if (document.lines.at(first - 1).stanza >= 0)
            document.touch(first);
        // Whose lines follow until the next heading, nobody can tell.
        document.forget(first + 1, document.nextHeading(first + 1) - first - 1);
    }
    return true;
}

bool groupHeadings(Document &document, Chance &)
{
    if (!everyStanzaHasItsGroup(document))
        return false;
    for (const qsizetype heading : headings(document) | std::views::reverse) {
        const QByteArray group = groupOf(document, heading);
        document.prefix(heading, "\t");
        document.insert(heading, {"IOMMU Group " + group + ':'});
    }
    return true;
}

bool groupInFront(Document &document, Chance &)
{
    if (!everyStanzaHasItsGroup(document))
        return false;
    for (const qsizetype heading : headings(document))
        document.prefix(heading, "IOMMU Group " + groupOf(document, heading) + ' ');
    return true;
}

bool blankLineInside(Document &document, Chance &chance)
{
    bool anything = false;
    for (const qsizetype heading : headings(document) | std::views::reverse) {
        const int body = static_cast<int>(stanzaEnd(document, heading) - heading) - 1;
        if (body < 1 || chance.percent(50))
            continue;
        document.insert(heading + chance.between(1, body), {""});
        anything = true;
    }
    return anything;
}

bool noBlankLines(Document &document, Chance &)
{
    document.touch(document.lines.size());
    return document.lines.removeIf([](const Line &line) { return line.text.isEmpty(); }) > 0;
}

bool grepSeparators(Document &document, Chance &chance)
{
    bool anything = false;
    const bool replaces = chance.percent(50);
    for (const qsizetype heading : headings(document) | std::views::reverse) {
        if (heading == 0)
            continue;
        document.touch(heading); // grep may have left out the rest of it
        if (replaces && document.lines.at(heading - 1).text.isEmpty())
            document.lines[heading - 1].text = "--";
        else
            document.insert(heading, {"--"});
        anything = true;
    }
    return anything;
}

bool prompts(Document &document, Chance &chance)
{
    static const QList<std::pair<QByteArray, QByteArray>> shells {
        {"root@box:~# lspci -vvv -nn -xxxx", "root@box:~# "},
        {"[me@box ~]$ sudo lspci -vvv -nn", "[me@box ~]$ exit"},
        {"$ sudo lspci -vvv", "$"},
        {"# lspci -vvv", "#"},
        {"=> lspci -vvv", "=> "},
    };
    const auto &[before, after] = shells.at(chance.between(0, static_cast<int>(shells.size()) - 1));
    document.insert(0, {before});
    document.insert(document.lines.size(), {after});
    return true;
}

bool otherOutputBefore(Document &document, Chance &chance)
{
    document.insert(0, otherOutput(chance) + QByteArrayList {"root@box:~# lspci -vvv -nn"});
    return true;
}

bool otherOutputBetween(Document &document, Chance &chance)
{
    const QList<qsizetype> all = headings(document);
    if (all.size() < 2)
        return false;
    const qsizetype place = all.at(chance.between(1, static_cast<int>(all.size()) - 1));
    document.insert(place,
                    QByteArrayList {"root@box:~# "} + otherOutput(chance)
                        + QByteArrayList {"root@box:~# lspci -vvv -nn"});
    return true;
}

bool otherOutputAfter(Document &document, Chance &chance)
{
    document.insert(document.lines.size(), otherOutput(chance));
    return true;
}

bool gluedToTheEnd(Document &document, Chance &)
{
    for (qsizetype at = document.lines.size() - 1; at >= 0; --at) {
        Line &line = document.lines[at];
        if (line.text.startsWith("\tKernel driver in use: ")) {
            line.text += " Dmesg log:";
            return true;
        }
        if (document.isHeading(at))
            return false;
    }
    return false;
}

bool noBlankLineAtTheEnd(Document &document, Chance &)
{
    document.touch(document.lines.size());
    while (!document.lines.isEmpty() && document.lines.constLast().text.isEmpty())
        document.lines.removeLast();
    return true;
}

bool cutAt80(Document &document, Chance &)
{
    return cutAtWidth(document, 80);
}

bool cutAt100(Document &document, Chance &)
{
    return cutAtWidth(document, 100);
}

bool cutAt120(Document &document, Chance &)
{
    return cutAtWidth(document, 120);
}

bool bracketsEaten(Document &document, Chance &)
{
    static const QRegularExpression pattern(u"[<>]"_s);
    bool anything = false;
    cutMatches(document, pattern, anything);
    return anything;
}

bool wordsInBracketsEaten(Document &document, Chance &)
{
    static const QRegularExpression pattern(u"<[A-Za-z/!][^<>]*>"_s);
    bool anything = false;
    cutMatches(document, pattern, anything);
    return anything;
}

bool beginsLate(Document &document, Chance &chance)
{
    const int lines = static_cast<int>(document.lines.size());
    const qsizetype first = chance.between(1, std::max(lines / 2, 1));
    document.remove(0, first);
    if (!document.lines.isEmpty() && !document.isHeading(0))
        document.forget(0, document.nextHeading(0));
    return document.nextHeading(0) < document.lines.size();
}

bool endsEarly(Document &document, Chance &chance)
{
    const int lines = static_cast<int>(document.lines.size());
    const qsizetype last = chance.between(lines / 4, lines - 1);
    document.remove(last + 1, lines - last - 1);
    const qsizetype size = document.lines.at(last).text.size();
    document.cut(last, chance.between(0, static_cast<int>(size)), size);
    return true;
}

} // namespace rootward::damage
