// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "textcleaning.h"

namespace rootward {

/// The next line of a text from `position` on, without its end; moves `position` behind it.
/// False at the end.
bool takeTextLine(QByteArrayView text, qsizetype &position, QByteArrayView &line);

/// Whether any line answers the question.
template<typename Question>
bool anyTextLine(QByteArrayView text, Question question)
{
    QByteArrayView line;
    for (qsizetype position = 0; takeTextLine(text, position, line);) {
        if (question(line))
            return true;
    }
    return false;
}

/// Writes a text anew line by line and keeps count of where each line came from.
class LineRewriter {
public:
    explicit LineRewriter(CleanedText &text);
    LineRewriter(const LineRewriter &) = delete;
    LineRewriter &operator=(const LineRewriter &) = delete;
    ~LineRewriter();

    bool next(QByteArrayView &line);
    /// The line after the one that next() gave; empty at the end.
    QByteArrayView peek() const;
    /// A line of its own, from where next() stands. In pieces: what follows `line` directly.
    void put(QByteArrayView line, QByteArrayView more = {});
    /// Behind the line that was put last.
    void append(QByteArrayView more);

private:
    CleanedText &m_text;
    const QByteArray m_from;
    QByteArray m_to;
    QList<int> m_lines;
    qsizetype m_position = 0;
    int m_number = 0;
};

} // namespace rootward
