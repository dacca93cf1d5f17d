// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "cleaningsteps.h"

#include "hexline.h"
#include "libpci.h"
#include "lspciline.h"
#include "textlines.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace rootward::cleaning {

namespace {

/// What stands in front of a function in the listing of a script: "IOMMU Group 12 ".
struct GroupHeading {
    int group = 0;
    QByteArrayView rest; ///< what follows, trimmed; empty: the functions are on the next lines
};

std::optional<GroupHeading> groupHeading(QByteArrayView line)
{
    constexpr QByteArrayView words[] = {"IOMMU Group ", "IOMMU group ", "Group ", "Group: "};
    line = line.trimmed();
    for (const QByteArrayView word : words) {
        if (!line.startsWith(word))
            continue;
        QByteArrayView rest = line.sliced(word.size());
        const auto end =
            std::ranges::find_if_not(rest, [](char c) { return c >= '0' && c <= '9'; });
        bool isNumber = false;
        const int group = rest.first(end - rest.begin()).toInt(&isNumber);
        if (!isNumber)
            continue;
        rest = rest.sliced(end - rest.begin());
        if (rest.startsWith(':'))
            rest = rest.sliced(1);
        return GroupHeading {group, rest.trimmed()};
    }
    return std::nullopt;
}

/// "[1002:744c] 0b:00.0 VGA …", as some scripts have it, begins with its heading here.
QByteArray plainHeading(QByteArrayView text)
{
    constexpr qsizetype idLength = 11; // "[1002:744c]"
    if (text.startsWith('[') && text.size() > idLength && text.at(idLength - 1) == ']') {
        const QByteArrayView ids = text.first(idLength);
        const QByteArrayView rest = text.sliced(idLength).trimmed();
        if (isHeading(rest))
            return rest.contains(ids) ? rest.toByteArray() : (rest.toByteArray() + ' ').append(ids);
    }
    return isHeading(text) ? text.toByteArray() : QByteArray();
}

QByteArrayView withoutIndentation(QByteArrayView line)
{
    const auto begin = std::ranges::find_if_not(line, [](char c) { return c == ' ' || c == '\t'; });
    return line.sliced(begin - line.begin());
}

bool isShiftedHeading(QByteArrayView line)
{
    if (!isIndented(line))
        return false;
    const QByteArrayView text = withoutIndentation(line);
    return !text.isEmpty() && hexDigit(text.front()) >= 0 && isHeading(text);
}

/// Behind a prompt: "=> 00:01.0 PCI bridge: …".
QByteArrayView behindPrompt(QByteArrayView line)
{
    for (const QByteArrayView prompt :
         {QByteArrayView("=> "), QByteArrayView("$ "), QByteArrayView("# "), QByteArrayView("- "),
          QByteArrayView("* ")}) {
        if (line.startsWith(prompt) && isHeading(line.sliced(prompt.size())))
            return line.sliced(prompt.size());
    }
    return {};
}

/// Where in a line another one begins: a heading, or words behind a tab; -1: nowhere.
qsizetype gluedAt(QByteArrayView line)
{
    for (qsizetype at = line.indexOf('.'); at >= 0; at = line.indexOf('.', at + 1)) {
        constexpr qsizetype before = 5; // "0b:00"
        const bool maybePlace = at > before && at + 2 < line.size() && line.at(at + 2) == ' '
            && line.at(at - 3) == ':' && hexDigit(line.at(at + 1)) >= 0;
        if (!maybePlace)
            continue;
        qsizetype begin = at - before;
        while (begin > 0 && line.at(begin - 1) != ' ')
            --begin;
        if (begin > 0 && isHeading(line.sliced(begin)))
            return begin;
    }
    const QByteArrayView text = withoutIndentation(line);
    const qsizetype tab = text.indexOf('\t');
    if (tab > 0 && isField(text.sliced(tab)))
        return text.data() - line.data() + tab;
    return -1;
}

/// The lines behind which others were seen glued; only they are looked into.
bool isGlued(QByteArrayView line)
{
    const bool maybe = line.startsWith("\tKernel ") || line.startsWith("\tDeviceName:");
    return maybe && gluedAt(line) > 0;
}

/// What the next line may be the rest of.
enum class Open { Nothing, Heading, Words, Hex };

constexpr QByteArrayView bitNames[] = {"Routing",   "32bit", "64bit",
                                       "128bitCAS", "ReqEn", "EgressBlck"};

bool beginsWithBit(QByteArrayView line)
{
    line = withoutIndentation(line);
    constexpr QByteArrayView firsts = "R361E";
    if (line.isEmpty() || !firsts.contains(line.front()))
        return false;
    return std::ranges::any_of(bitNames, [line](QByteArrayView name) {
        return line.size() > name.size() && line.startsWith(name)
            && (line.at(name.size()) == '+' || line.at(name.size()) == '-');
    });
}

/// A heading whose class stands on the next line, wholly or in part.
bool isHeadingWith(QByteArrayView line, QByteArrayView next)
{
    if (placeLength(line) == 0 || isHeading(line) || next.isEmpty() || isIndented(next))
        return false;
    return isHeading((line.trimmed().toByteArray() + ' ').append(next));
}

class WrapJoiner {
public:
    explicit WrapJoiner(CleanedText &text) : m_lines(text) { }
    void join();

private:
    Open takeIndented(QByteArrayView line);
    Open takeOther(QByteArrayView line);

    LineRewriter m_lines;
    Open m_open = Open::Nothing;
    bool m_inBits = false; ///< the last line with words tells AtomicOps bits
};

Open WrapJoiner::takeIndented(QByteArrayView line)
{
    if (m_inBits && beginsWithBit(line)) {
        m_lines.append(' ' + line.trimmed().toByteArray());
        return Open::Words;
    }
    m_inBits = line.contains("AtomicOpsC");
    m_lines.put(line);
    return Open::Words;
}

Open WrapJoiner::takeOther(QByteArrayView line)
{
    if (m_open == Open::Hex && isHexTail(line)) {
        m_lines.append(' ' + line.trimmed().toByteArray());
        return Open::Hex;
    }
    if ((m_open == Open::Heading || m_open == Open::Words) && !isForeign(line)) {
        m_lines.append(' ' + line.trimmed().toByteArray());
        return m_open;
    }
    m_lines.put(line);
    return Open::Nothing;
}

void WrapJoiner::join()
{
    QByteArrayView line;
    while (m_lines.next(line)) {
        if (line.trimmed().isEmpty()) {
            m_lines.put({});
            m_open = Open::Nothing;
        } else if (isHeading(line) || isHeadingWith(line, m_lines.peek())) {
            m_lines.put(line);
            m_open = Open::Heading;
            m_inBits = false;
        } else if (isHexLine(line)) {
            m_lines.put(line);
            m_open = Open::Hex;
        } else {
            m_open = isIndented(line) ? takeIndented(line) : takeOther(line);
        }
    }
}

/// As lspci writes it: behind tabs, or with a place or an offset; nothing glued or torn off.
bool isWellFormed(QByteArrayView line)
{
    if (line.isEmpty())
        return true;
    if (line.front() != '\t') {
        return line.size() >= 8 && hexDigit(line.front()) >= 0
            && (line.at(2) == ':' || line.at(3) == ':' || line.at(4) == ':' || line.at(5) == ':');
    }
    const char *at = line.data() + 1;
    const char *const end = line.data() + line.size();
    while (at != end && (*at == '\t' || *at == ' '))
        ++at;
    if (at == end)
        return true;
    constexpr QByteArrayView bits = "R361E";
    if (bits.contains(*at))
        return !beginsWithBit(line);
    return (*at != 'K' && *at != 'D') || !isGlued(line);
}

} // namespace

bool hasLspciShape(QByteArrayView bytes)
{
    return !anyTextLine(bytes, [](QByteArrayView line) { return !isWellFormed(line); });
}

bool hasGroupHeadings(QByteArrayView bytes)
{
    return (bytes.contains("Group ") || bytes.contains("IOMMU group ") || bytes.contains("Group: "))
        && anyTextLine(bytes, [](QByteArrayView line) { return groupHeading(line).has_value(); });
}

void turnGroupsIntoLines(CleanedText &text)
{
    LineRewriter lines(text);
    std::optional<int> group; // of the functions that follow
    std::optional<int> pending; // of the heading above, whose tail may have been wrapped
    const auto putPending = [&] {
        if (pending)
            lines.put("\tIOMMU group: ", QByteArray::number(*pending));
        pending.reset();
    };
    QByteArrayView line;
    while (lines.next(line)) {
        const auto heading = groupHeading(line);
        if (heading)
            group = heading->group;
        const QByteArray function =
            plainHeading(heading ? heading->rest : withoutIndentation(line));
        const bool isTail = !heading && function.isEmpty() && !isIndented(line)
            && !line.trimmed().isEmpty() && !isField(line) && !isHexLine(line) && !isForeign(line);
        if (!isTail)
            putPending();
        // A group's functions are indented, or stand on its line.
        if (group && !function.isEmpty() && (heading || isIndented(line))) {
            lines.put(function);
            pending = group;
        } else if (!heading || !heading->rest.isEmpty()) {
            if (!isTail && !isIndented(line) && !line.trimmed().isEmpty())
                group.reset();
            const QByteArrayView bare = withoutIndentation(line);
            lines.put(group && isHexLine(bare) ? bare : line);
        }
    }
    putPending();
}

bool hasShiftedHeadings(QByteArrayView bytes)
{
    return anyTextLine(bytes, [](QByteArrayView line) {
        return isShiftedHeading(line) || !behindPrompt(line).isEmpty();
    });
}

void shiftBack(CleanedText &text)
{
    LineRewriter lines(text);
    QByteArray indentation;
    QByteArrayView line;
    while (lines.next(line)) {
        if (const QByteArrayView heading = behindPrompt(line); !heading.isEmpty()) {
            lines.put(heading);
            continue;
        }
        if (isShiftedHeading(line))
            indentation = line.first(line.size() - withoutIndentation(line).size()).toByteArray();
        else if (!isIndented(line) && isHeading(line))
            indentation.clear();
        lines.put(line.startsWith(indentation) ? line.sliced(indentation.size()) : line);
    }
}

bool hasGluedLines(QByteArrayView bytes)
{
    return anyTextLine(bytes, isGlued);
}

void cutGluedLines(CleanedText &text)
{
    LineRewriter lines(text);
    QByteArrayView line;
    while (lines.next(line)) {
        if (!isGlued(line)) {
            lines.put(line);
            continue;
        }
        const qsizetype at = gluedAt(line);
        lines.put(line.first(at));
        const QByteArrayView rest = line.sliced(at).trimmed();
        lines.put(isHeading(rest) ? "" : "\t", rest);
    }
}

bool hasLostIndentation(QByteArrayView bytes)
{
    return anyTextLine(bytes, [](QByteArrayView line) {
        return !isWellFormed(line) && !isIndented(line) && isField(line);
    });
}

void indentFields(CleanedText &text)
{
    LineRewriter lines(text);
    bool inFunction = false;
    QByteArrayView line;
    while (lines.next(line)) {
        inFunction = inFunction || isHeading(line);
        if (inFunction && !isIndented(line) && isField(line))
            lines.put("\t", line);
        else
            lines.put(line);
    }
}

bool isWrapped(QByteArrayView bytes)
{
    return !hasLspciShape(bytes);
}

void joinWrappedLines(CleanedText &text)
{
    WrapJoiner(text).join();
}

} // namespace rootward::cleaning
