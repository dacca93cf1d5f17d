// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace rootward {

/// One line of a comparison of two texts.
struct DiffLine {
    enum class Kind { Same, Removed, Added };

    Kind kind = Kind::Same;
    int oldLine = 0; ///< from 1; 0: not in the old text
    int newLine = 0; ///< from 1; 0: not in the new text
    QString text; ///< without its line feed; a carriage return stays
    bool hasLineEnd = true; ///< false: the last line of a text that ends without one

    friend bool operator==(const DiffLine &, const DiffLine &) = default;
};

/// The shortest difference by whole lines (Myers' algorithm), in the order of reading, removed
/// before added. Where that would take too long, all between the first and the last changed line
/// is removed and added.
QList<DiffLine> diffLines(const QByteArray &before, const QByteArray &after);

/// The unified form with three lines around each change, without the files' names; empty where
/// nothing differs.
QString unifiedDiff(const QList<DiffLine> &lines);
QString unifiedDiff(const QByteArray &before, const QByteArray &after);

} // namespace rootward
