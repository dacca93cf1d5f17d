// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "shellquote.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

bool isPlain(QChar character)
{
    const char16_t code = character.unicode();
    return (code >= u'a' && code <= u'z') || (code >= u'A' && code <= u'Z')
        || (code >= u'0' && code <= u'9') || u"_@%+=:,./-"_s.contains(character);
}

} // namespace

QString shellQuoted(const QString &word)
{
    QString inside = word;
    inside.replace(u"'"_s, u"'\\''"_s);
    return u'\'' + inside + u'\'';
}

QString shellWord(const QString &word)
{
    const bool plain = !word.isEmpty() && std::ranges::all_of(word, isPlain);
    return plain ? word : shellQuoted(word);
}

bool isOneLine(const QString &text)
{
    return text.isValidUtf16() && std::ranges::none_of(text, [](QChar character) {
               switch (character.category()) {
               case QChar::Other_Control:
               case QChar::Other_Format:
               case QChar::Separator_Line:
               case QChar::Separator_Paragraph:
                   return true;
               default:
                   return character >= u'\ufffe';
               }
           });
}

} // namespace rootward
