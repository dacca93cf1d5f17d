// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>

/// The words that a real shell makes of a text behind a command's name.
inline QStringList wordsOfShell(const QString &text)
{
    using namespace Qt::StringLiterals;
    QProcess shell;
    shell.start(u"sh"_s, {u"-c"_s, u"printf '%s\\0' "_s + text});
    if (!shell.waitForFinished() || shell.exitCode() != 0)
        return {u"the shell complains: "_s + QString::fromUtf8(shell.readAllStandardError())};
    QStringList words;
    for (const QByteArray &word : shell.readAllStandardOutput().split('\0'))
        words.append(QString::fromUtf8(word));
    words.removeLast();
    return words;
}
