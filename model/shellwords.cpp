// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "shellwords.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr QChar lineFeed = u'\n';

bool isBlank(QChar c)
{
    return c == u' ' || c == u'\t' || c == u'\r';
}

bool isOperator(QChar c)
{
    return c == u';' || c == u'&' || c == u'|';
}

/// What a backslash escapes between double quotes.
bool isEscapable(QChar c)
{
    return c == u'$' || c == u'`' || c == u'"' || c == u'\\';
}

Error brokenQuote(QChar quote, int line, int column)
{
    const QString what =
        QCoreApplication::translate("rootward", "the quote %1 is never closed").arg(quote);
    return {Error::Kind::BadData, what, textPlace(line, column), {}};
}

} // namespace

QString textPlace(int line, int column)
{
    return QCoreApplication::translate("rootward", "line %1, column %2").arg(line).arg(column);
}

void ShellWords::step()
{
    if (current() == lineFeed) {
        ++m_line;
        m_column = 1;
    } else {
        ++m_column;
    }
    ++m_at;
}

/// A backslash before a line end, also before one of Windows.
bool ShellWords::atJoinedLine() const
{
    if (atEnd() || current() != u'\\')
        return false;
    const QStringView next = m_text.sliced(m_at + 1, qMin<qsizetype>(2, m_text.size() - m_at - 1));
    return next.startsWith(lineFeed) || next == u"\r\n";
}

void ShellWords::skipBlanks()
{
    while (!atEnd()) {
        if (atJoinedLine())
            joinLine();
        else if (isBlank(current()))
            step();
        else
            return;
    }
}

/// How many operator characters follow that belong to the word: none where they end it.
qsizetype ShellWords::innerOperators() const
{
    qsizetype end = m_at;
    while (end < m_text.size() && isOperator(m_text[end]))
        ++end;
    const bool edge = end == m_text.size() || isBlank(m_text[end]) || m_text[end] == lineFeed;
    return edge ? 0 : end - m_at;
}

/// Passes a backslash and the line end behind it.
void ShellWords::joinLine()
{
    while (current() != lineFeed)
        step();
    step();
}

bool ShellWords::takeSingleQuoted(QString &word)
{
    step();
    while (!atEnd() && current() != u'\'') {
        word.append(current());
        step();
    }
    if (atEnd())
        return false;
    step();
    return true;
}

bool ShellWords::takeDoubleQuoted(QString &word)
{
    step();
    while (!atEnd() && current() != u'"') {
        if (atJoinedLine()) {
            joinLine();
            continue;
        }
        if (current() == u'\\' && m_at + 1 < m_text.size() && isEscapable(m_text[m_at + 1]))
            step();
        word.append(current());
        step();
    }
    if (atEnd())
        return false;
    step();
    return true;
}

bool ShellWords::takeQuoted(QString &word)
{
    return current() == u'"' ? takeDoubleQuoted(word) : takeSingleQuoted(word);
}

Result<ShellToken> ShellWords::word()
{
    ShellToken token {ShellToken::Kind::Word, {}, {}, m_line, m_column};
    const qsizetype start = m_at;
    while (!atEnd() && !isBlank(current()) && current() != lineFeed) {
        const QChar c = current();
        if (isOperator(c)) {
            const qsizetype count = innerOperators();
            if (count == 0)
                break;
            token.text.append(m_text.sliced(m_at, count));
            m_at += count;
            m_column += static_cast<int>(count);
        } else if (c == u'\'' || c == u'"') {
            const int line = m_line;
            const int column = m_column;
            m_quote = m_at;
            if (!takeQuoted(token.text))
                return std::unexpected(brokenQuote(c, line, column));
        } else if (atJoinedLine()) {
            joinLine();
        } else {
            if (c == u'\\' && m_at + 1 < m_text.size())
                step();
            token.text.append(current());
            step();
        }
    }
    token.written = m_text.sliced(start, m_at - start);
    return token;
}

Result<ShellToken> ShellWords::next()
{
    skipBlanks();
    if (!atEnd() && current() == u'#') {
        while (!atEnd() && current() != lineFeed)
            step();
    }
    ShellToken token {ShellToken::Kind::End, {}, {}, m_line, m_column};
    if (atEnd())
        return token;
    if (current() == lineFeed) {
        token.kind = ShellToken::Kind::LineEnd;
        step();
        return token;
    }
    if (isOperator(current())) {
        token.kind = ShellToken::Kind::Operator;
        while (!atEnd() && isOperator(current()))
            step();
        return token;
    }
    return word();
}

QStringView ShellWords::restOfLine() const
{
    const qsizetype end = m_text.indexOf(lineFeed, m_at);
    return m_text.sliced(m_at, (end < 0 ? m_text.size() : end) - m_at);
}

void ShellWords::skipLine()
{
    while (!atEnd() && current() != lineFeed)
        step();
    if (!atEnd())
        step();
}

Result<QList<ShellToken>> shellWords(QStringView text)
{
    QList<ShellToken> words;
    ShellWords splitter(text);
    for (;;) {
        const auto token = splitter.next();
        if (!token)
            return std::unexpected(token.error());
        if (token->kind == ShellToken::Kind::End)
            return words;
        if (token->kind == ShellToken::Kind::Word)
            words.append(*token);
    }
}

} // namespace rootward
