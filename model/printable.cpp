// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "printable.h"

namespace rootward {

namespace {

bool isShown(QChar character)
{
    const QChar::Category category = character.category();
    return category != QChar::Other_Control && category != QChar::Other_Format
        && category != QChar::Other_Surrogate && character < u'\ufffe';
}

} // namespace

QString printable(const QString &text, qsizetype longest)
{
    QString clean;
    for (qsizetype i = 0; i < text.size() && clean.size() < longest; ++i) {
        const QChar character = text.at(i);
        if (character.isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate()) {
            clean += character;
            clean += text.at(++i);
            continue;
        }
        if (character.isSpace())
            clean += u' ';
        else if (isShown(character))
            clean += character;
    }
    return clean.simplified();
}

QString printableLines(const QString &text)
{
    QString clean;
    clean.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar character = text.at(i);
        const bool pair =
            character.isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate();
        if (pair)
            clean += character;
        if (pair)
            clean += text.at(++i);
        else if (character == u'\n' || isShown(character))
            clean += character;
    }
    return clean;
}

} // namespace rootward
