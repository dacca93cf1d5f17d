// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QString>

namespace rootward {

/// A word for a POSIX shell in single quotes, whatever it holds but NUL: nothing in it means
/// anything to the shell.
QString shellQuoted(const QString &word);
/// The same word, with quotes only where the shell would read something into it.
QString shellWord(const QString &word);

/// No line end, no other control character, nothing that a terminal acts on.
bool isOneLine(const QString &text);

} // namespace rootward
