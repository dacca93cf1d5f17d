// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QByteArrayView>

namespace rootward {

/// The length of the place with which a line begins: "0b:00.0", "10000:e1:00.0" or the path
/// "00:03.1/00.0/0b:00.0" of `lspci -PP`. 0: it begins with none. Whether there is such a place on
/// a real bus is not asked.
qsizetype placeLength(QByteArrayView line);

/// A line with which a function begins: its place, its class, a colon, its name. The class is known
/// by name or written as a number, so that prose does not pass for one.
bool isHeading(QByteArrayView line);

/// A line of a hex dump, "40: 01 50 …".
bool isHexLine(QByteArrayView line);
/// Nothing but bytes: the rest of a hex line that was wrapped.
bool isHexTail(QByteArrayView line);

/// A line below a heading that begins, indented or not, with words that lspci prints there:
/// "Control:", "Capabilities: [58] …", "AtomicOpsCap:".
bool isField(QByteArrayView line);

/// A line of something else than lspci that must not be taken for the rest of a wrapped one: a
/// kernel message, a shell's prompt, a ruler.
bool isForeign(QByteArrayView line);

/// "..." and the like: lines that somebody left out.
bool isElision(QByteArrayView line);

inline bool isIndented(QByteArrayView line)
{
    return line.startsWith('\t') || line.startsWith(' ');
}

} // namespace rootward
