// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "result.h"

#include <QList>
#include <QString>
#include <QStringView>

namespace rootward {

/// What a shell reads next.
struct ShellToken {
    enum class Kind {
        Word,
        LineEnd, ///< of a line that no backslash and no quote continues
        Operator, ///< ";", "&", "|" at a word's edge: the command ends
        End,
    };

    Kind kind = Kind::End;
    QString text; ///< of a word, without its quotes
    QStringView written; ///< the same as it stands there
    int line = 1; ///< of its first character, from 1
    int column = 1; ///< in UTF-16 units, from 1

    friend bool operator==(const ShellToken &, const ShellToken &) = default;
};

/// Splits text as a POSIX shell does (XCU 2.2, 2.3), token by token: single and double quotes,
/// backslash, backslash and line end, comments. Nothing is expanded, and an operator counts only
/// at a word's edge, since a command that a program printed has its values unquoted. The text
/// must outlive the splitter. Linear.
class ShellWords {
public:
    explicit ShellWords(QStringView text, qsizetype from = 0, int line = 1, int column = 1)
        : m_text(text), m_at(from), m_line(line), m_column(column)
    {
    }

    /// Fails at a quote that nothing closes; `where` is "line 3, column 7". Not to be called after.
    Result<ShellToken> next();

    qsizetype position() const { return m_at; }
    int line() const { return m_line; }
    int column() const { return m_column; }
    /// Where the last quote opens, broken or not.
    qsizetype quotePosition() const { return m_quote; }
    /// What is left of the current line, without passing it.
    QStringView restOfLine() const;
    /// Passes the rest of the current line and its end.
    void skipLine();

private:
    bool atEnd() const { return m_at >= m_text.size(); }
    QChar current() const { return m_text[m_at]; }
    bool atJoinedLine() const;
    void step();
    void skipBlanks();
    qsizetype innerOperators() const;
    void joinLine();
    Result<ShellToken> word();
    bool takeQuoted(QString &word);
    bool takeSingleQuoted(QString &word);
    bool takeDoubleQuoted(QString &word);

    QStringView m_text;
    qsizetype m_at;
    qsizetype m_quote = 0;
    int m_line;
    int m_column;
};

/// "line 3, column 7".
QString textPlace(int line, int column);

/// All words, whatever ends between them. For text that is a command as a whole.
Result<QList<ShellToken>> shellWords(QStringView text);

} // namespace rootward
