// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "propertystring.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype quotedLength = 80;

std::unexpected<Error> refused(const char *sentence, QStringView argument)
{
    return std::unexpected(
        Error {Error::Kind::BadData,
               QCoreApplication::translate("rootward", sentence).arg(shortened(argument)),
               {},
               {}});
}

/// Any number of commas between two parts is one piece, so that a hostile string stays small.
void addBlank(QList<PropertyPart> &parts, QStringView piece)
{
    if (!parts.isEmpty() && parts.last().key.isEmpty())
        parts.last().value += u',' + piece.toString();
    else
        parts.append({{}, piece.toString(), true});
}

} // namespace

Result<QList<PropertyPart>> splitPropertyString(QStringView text, QLatin1StringView defaultKey)
{
    QList<PropertyPart> parts;
    QSet<QString> seen;
    for (const QStringView piece : text.tokenize(u',')) {
        if (piece.trimmed().isEmpty()) {
            addBlank(parts, piece);
            continue;
        }
        const qsizetype equals = piece.indexOf(u'=');
        if (equals == 0 || equals == piece.size() - 1) {
            return refused(
                QT_TRANSLATE_NOOP("rootward",
                                  "\"%1\" lacks a key or a value (Proxmox: missing key in "
                                  "comma-separated list property)"),
                piece);
        }
        const bool bare = equals < 0;
        const PropertyPart part {bare ? QString(defaultKey) : piece.first(equals).toString(),
                                 piece.sliced(equals + 1).toString(), bare};
        if (seen.contains(part.key)) {
            return refused(QT_TRANSLATE_NOOP("rootward",
                                             "%1 is given twice (Proxmox: duplicate key in "
                                             "comma-separated list property)"),
                           part.key);
        }
        seen.insert(part.key);
        parts.append(part);
    }
    return parts;
}

QString printPropertyString(const QList<PropertyPart> &parts)
{
    QString text;
    for (const PropertyPart &part : parts) {
        if (&part != &parts.first())
            text += u',';
        if (!part.bare)
            text += part.key + u'=';
        text += part.value;
    }
    return text;
}

std::optional<QString> propertyValue(QStringView text, QStringView key,
                                     QLatin1StringView defaultKey)
{
    const auto parts = splitPropertyString(text, defaultKey);
    if (!parts)
        return std::nullopt;
    const auto part = std::ranges::find(*parts, key, &PropertyPart::key);
    return part == parts->end() ? std::nullopt : std::optional(part->value);
}

QString shortened(QStringView text)
{
    return text.size() <= quotedLength ? text.toString()
                                       : text.first(quotedLength).toString() + u'…';
}

std::optional<bool> proxmoxBoolean(QStringView word)
{
    constexpr std::array yes {"1"_L1, "on"_L1, "yes"_L1, "true"_L1};
    constexpr std::array no {"0"_L1, "off"_L1, "no"_L1, "false"_L1};
    const auto is = [word](QLatin1StringView known) {
        return word.compare(known, Qt::CaseInsensitive) == 0;
    };
    if (std::ranges::any_of(yes, is))
        return true;
    if (std::ranges::any_of(no, is))
        return false;
    return std::nullopt;
}

} // namespace rootward
