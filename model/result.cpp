// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "result.h"

using namespace Qt::StringLiterals;

namespace rootward {

QString Error::toString() const
{
    QString text = where.isEmpty() ? what : where + u": "_s + what;
    if (!hint.isEmpty())
        text += u" ("_s + hint + u')';
    // What is quoted from an input must not break the line or move a terminal's cursor.
    for (QChar &c : text) {
        if (c.category() == QChar::Other_Control)
            c = u' ';
    }
    return text;
}

} // namespace rootward
