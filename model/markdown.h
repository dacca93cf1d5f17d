// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace rootward {

/// Building blocks of a Markdown text. Whatever a value holds, it stays the text of its place: it
/// opens no markup, no HTML, no link and no mention, and ends no table row and no code block.

/// On one line, with Markdown's own characters escaped.
QString markdownText(const QString &text);
/// "| a | b |" and a line end; each cell through markdownText().
QString markdownRow(const QStringList &cells);
/// The head row and the line below it.
QString markdownTableHead(const QStringList &cells);
/// Lines as they are, in a fence longer than any within; `language` is a plain word.
QString markdownCode(const QStringList &lines, QLatin1StringView language = {});

} // namespace rootward
