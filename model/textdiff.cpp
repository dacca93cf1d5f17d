// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "textdiff.h"

#include <QByteArrayView>
#include <QHash>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// Beyond this many changed lines the search is given up: it takes their square in memory, and
/// the product with the texts' lines in time.
constexpr int maxDistance = 1000;
constexpr int maxSteps = 50'000'000;
constexpr qsizetype contextLines = 3;

using Kind = DiffLine::Kind;
using Lines = QList<QByteArrayView>; ///< with their line feeds

Lines linesOf(const QByteArray &text)
{
    Lines lines;
    const QByteArrayView bytes = text;
    for (qsizetype at = 0; at < bytes.size();) {
        const qsizetype feed = bytes.indexOf('\n', at);
        const qsizetype next = feed < 0 ? bytes.size() : feed + 1;
        lines.append(bytes.sliced(at, next - at));
        at = next;
    }
    return lines;
}

/// Lines as numbers, equal for equal lines of either text.
class Interned {
public:
    QList<int> of(const Lines &lines)
    {
        QList<int> numbers;
        numbers.reserve(lines.size());
        for (const QByteArrayView line : lines) {
            auto known = m_numbers.constFind(line);
            if (known == m_numbers.cend())
                known = m_numbers.insert(line, static_cast<int>(m_numbers.size()));
            numbers.append(*known);
        }
        return numbers;
    }

private:
    QHash<QByteArrayView, int> m_numbers;
};

/// The part of the two texts between what they begin and end with alike.
struct Middle {
    int oldBegin = 0;
    int oldEnd = 0;
    int newBegin = 0;
    int newEnd = 0;
};

Middle middleOf(const QList<int> &before, const QList<int> &after)
{
    Middle middle {0, static_cast<int>(before.size()), 0, static_cast<int>(after.size())};
    while (middle.oldBegin < middle.oldEnd && middle.newBegin < middle.newEnd
           && before.at(middle.oldBegin) == after.at(middle.newBegin)) {
        ++middle.oldBegin;
        ++middle.newBegin;
    }
    while (middle.oldBegin < middle.oldEnd && middle.newBegin < middle.newEnd
           && before.at(middle.oldEnd - 1) == after.at(middle.newEnd - 1)) {
        --middle.oldEnd;
        --middle.newEnd;
    }
    return middle;
}

/// Myers' greedy search, step by step; each step's frontier is kept for the way back.
class Search {
public:
    Search(const QList<int> &before, const QList<int> &after, const Middle &middle)
        : m_before(before), m_after(after), m_middle(middle),
          m_oldSize(middle.oldEnd - middle.oldBegin), m_newSize(middle.newEnd - middle.newBegin)
    {
    }

    /// What happens line by line; all removed and all added where it is too much.
    QList<Kind> run()
    {
        const int all = m_oldSize + m_newSize;
        const int most = std::min({all, maxDistance, maxSteps / std::max(all, 1)});
        QList<int> frontier {0, 0};
        for (int distance = 0; distance <= most; ++distance) {
            frontier = advance(distance, frontier);
            m_frontiers.append(frontier);
            const int diagonal = m_oldSize - m_newSize;
            if (std::abs(diagonal) <= distance && (diagonal + distance) % 2 == 0
                && frontier.at((diagonal + distance) / 2) >= m_oldSize) {
                return wayBack(distance);
            }
        }
        return QList<Kind>(m_oldSize, Kind::Removed) + QList<Kind>(m_newSize, Kind::Added);
    }

private:
    /// Of a step with `distance`, the diagonals -distance, -distance + 2, … as 0, 1, …
    static int at(const QList<int> &frontier, int distance, int diagonal)
    {
        const int index = (diagonal + distance) / 2;
        const bool inside = std::abs(diagonal) <= distance && index < frontier.size();
        return inside ? frontier.at(index) : -1;
    }

    /// Whether the best way to a diagonal comes from the one above: by an added line.
    static bool comesFromAbove(const QList<int> &last, int distance, int diagonal)
    {
        return diagonal == -distance
            || (diagonal != distance
                && at(last, distance - 1, diagonal - 1) < at(last, distance - 1, diagonal + 1));
    }

    QList<int> advance(int distance, const QList<int> &last) const
    {
        QList<int> frontier(distance + 1);
        for (int diagonal = -distance; diagonal <= distance; diagonal += 2) {
            int x = 0;
            if (distance > 0) {
                x = comesFromAbove(last, distance, diagonal)
                    ? at(last, distance - 1, diagonal + 1)
                    : at(last, distance - 1, diagonal - 1) + 1;
            }
            while (x >= 0 && isSame(x, x - diagonal))
                ++x;
            frontier[(diagonal + distance) / 2] = x;
        }
        return frontier;
    }

    bool isSame(int x, int y) const
    {
        return x < m_oldSize && y >= 0 && y < m_newSize
            && m_before.at(m_middle.oldBegin + x) == m_after.at(m_middle.newBegin + y);
    }

    QList<Kind> wayBack(int distance) const
    {
        QList<Kind> kinds;
        int x = m_oldSize;
        int y = m_newSize;
        for (; distance > 0; --distance) {
            const QList<int> &last = m_frontiers.at(distance - 1);
            const int diagonal = x - y;
            const bool added = comesFromAbove(last, distance, diagonal);
            const int fromX = at(last, distance - 1, added ? diagonal + 1 : diagonal - 1);
            const int fromY = fromX - (added ? diagonal + 1 : diagonal - 1);
            while (x > fromX && y > fromY && (added ? x > fromX : x > fromX + 1)) {
                kinds.append(Kind::Same);
                --x;
                --y;
            }
            kinds.append(added ? Kind::Added : Kind::Removed);
            x = fromX;
            y = fromY;
        }
        for (; x > 0; --x)
            kinds.append(Kind::Same);
        std::ranges::reverse(kinds);
        return kinds;
    }

    const QList<int> &m_before;
    const QList<int> &m_after;
    const Middle &m_middle;
    int m_oldSize;
    int m_newSize;
    QList<QList<int>> m_frontiers;
};

/// Within one change what is removed comes before what is added.
void sortChanges(QList<Kind> &kinds)
{
    for (auto at = kinds.begin(); at != kinds.end();) {
        const auto end = std::find(at, kinds.end(), Kind::Same);
        std::sort(at, end);
        at = end == kinds.end() ? end : end + 1;
    }
}

DiffLine diffLine(Kind kind, qsizetype oldIndex, qsizetype newIndex, QByteArrayView bytes)
{
    DiffLine line;
    line.kind = kind;
    line.oldLine = kind == Kind::Added ? 0 : static_cast<int>(oldIndex) + 1;
    line.newLine = kind == Kind::Removed ? 0 : static_cast<int>(newIndex) + 1;
    line.hasLineEnd = bytes.endsWith('\n');
    line.text = QString::fromUtf8(line.hasLineEnd ? bytes.chopped(1) : bytes);
    return line;
}

/// A run of lines to be shown together.
struct Hunk {
    qsizetype begin = 0;
    qsizetype end = 0;
};

QList<Hunk> hunksOf(const QList<DiffLine> &lines)
{
    QList<Hunk> hunks;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (lines.at(i).kind == Kind::Same)
            continue;
        const qsizetype begin = std::max<qsizetype>(i - contextLines, 0);
        const qsizetype end = std::min(i + contextLines + 1, lines.size());
        if (!hunks.isEmpty() && begin <= hunks.last().end)
            hunks.last().end = end;
        else
            hunks.append({begin, end});
    }
    return hunks;
}

/// "12,3": where the hunk's lines begin in one text and how many there are.
QString rangeOf(int first, int count, int before)
{
    const int shown = count == 0 ? before : first;
    return count == 1 ? QString::number(shown) : u"%1,%2"_s.arg(shown).arg(count);
}

} // namespace

QList<DiffLine> diffLines(const QByteArray &before, const QByteArray &after)
{
    const Lines oldLines = linesOf(before);
    const Lines newLines = linesOf(after);
    Interned interned;
    const QList<int> oldNumbers = interned.of(oldLines);
    const QList<int> newNumbers = interned.of(newLines);
    const Middle middle = middleOf(oldNumbers, newNumbers);
    QList<Kind> kinds = QList<Kind>(middle.oldBegin, Kind::Same)
        + Search(oldNumbers, newNumbers, middle).run()
        + QList<Kind>(oldLines.size() - middle.oldEnd, Kind::Same);
    sortChanges(kinds);
    QList<DiffLine> lines;
    lines.reserve(kinds.size());
    qsizetype oldIndex = 0;
    qsizetype newIndex = 0;
    for (const Kind kind : std::as_const(kinds)) {
        lines.append(diffLine(kind, oldIndex, newIndex,
                              kind == Kind::Added ? newLines.at(newIndex) : oldLines.at(oldIndex)));
        oldIndex += kind != Kind::Added;
        newIndex += kind != Kind::Removed;
    }
    return lines;
}

QString unifiedDiff(const QByteArray &before, const QByteArray &after)
{
    return unifiedDiff(diffLines(before, after));
}

QString unifiedDiff(const QList<DiffLine> &lines)
{
    QString text;
    int oldBefore = 0;
    int newBefore = 0;
    qsizetype at = 0;
    const auto count = [&lines](qsizetype begin, qsizetype end, Kind not_) {
        return static_cast<int>(
            std::count_if(lines.begin() + begin, lines.begin() + end,
                          [not_](const DiffLine &line) { return line.kind != not_; }));
    };
    for (const Hunk &hunk : hunksOf(lines)) {
        oldBefore += count(at, hunk.begin, Kind::Added);
        newBefore += count(at, hunk.begin, Kind::Removed);
        const int oldCount = count(hunk.begin, hunk.end, Kind::Added);
        const int newCount = count(hunk.begin, hunk.end, Kind::Removed);
        text += u"@@ -%1 +%2 @@\n"_s.arg(rangeOf(oldBefore + 1, oldCount, oldBefore),
                                         rangeOf(newBefore + 1, newCount, newBefore));
        for (qsizetype i = hunk.begin; i < hunk.end; ++i) {
            const DiffLine &line = lines.at(i);
            constexpr QLatin1StringView marks = " -+"_L1;
            text += marks.at(static_cast<qsizetype>(line.kind)) + line.text + u'\n';
            if (!line.hasLineEnd)
                text += "\\ No newline at end of file\n"_L1;
        }
        oldBefore += oldCount;
        newBefore += newCount;
        at = hunk.end;
    }
    return text;
}

} // namespace rootward
