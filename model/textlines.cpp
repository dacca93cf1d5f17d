// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "textlines.h"

#include <cstring>

namespace rootward {

bool takeTextLine(QByteArrayView text, qsizetype &position, QByteArrayView &line)
{
    if (position >= text.size())
        return false;
    const char *begin = text.data() + position;
    const auto left = static_cast<size_t>(text.size() - position);
    const auto *end = static_cast<const char *>(std::memchr(begin, '\n', left));
    line = {begin, end ? end : begin + left};
    position += line.size() + 1;
    return true;
}

LineRewriter::LineRewriter(CleanedText &text) : m_text(text), m_from(text.bytes)
{
    m_to.reserve(m_from.size() + m_from.size() / 8);
}

LineRewriter::~LineRewriter()
{
    if (!m_from.endsWith('\n') && m_to.endsWith('\n'))
        m_to.chop(1);
    m_text.bytes = m_to;
    m_text.originalLines = m_lines;
}

bool LineRewriter::next(QByteArrayView &line)
{
    ++m_number;
    return takeTextLine(m_from, m_position, line);
}

QByteArrayView LineRewriter::peek() const
{
    QByteArrayView line;
    qsizetype position = m_position;
    takeTextLine(m_from, position, line);
    return line;
}

void LineRewriter::put(QByteArrayView line, QByteArrayView more)
{
    m_to.append(line).append(more).append('\n');
    m_lines.append(m_text.originalLine(m_number));
}

void LineRewriter::append(QByteArrayView more)
{
    // A mail program may have left the blank at which it broke the line.
    while (!m_to.isEmpty() && (m_to.endsWith('\n') || m_to.endsWith(' ')))
        m_to.chop(1);
    m_to.append(more).append('\n');
}

} // namespace rootward
