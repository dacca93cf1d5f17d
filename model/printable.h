// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QString>

namespace rootward {

/// A text of a stranger's on one line: control and format characters (terminal escapes, direction
/// overrides) are left out, white space becomes single blanks, and what is longer than `longest`
/// characters is cut.
QString printable(const QString &text, qsizetype longest = 200);

/// The same for text of many lines: line feeds and spacing stay, nothing is cut.
QString printableLines(const QString &text);

} // namespace rootward
