// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "lspcivalue.h"

#include "lspciheading.h"

namespace rootward::lspcivalue {

QByteArrayView after(QByteArrayView text, QByteArrayView label, QByteArrayView ends)
{
    const qsizetype at = text.indexOf(label);
    if (at < 0)
        return {};
    const QByteArrayView rest = text.sliced(at + label.size());
    qsizetype length = 0;
    while (length < rest.size() && !ends.contains(rest.at(length)))
        ++length;
    return rest.first(length);
}

QByteArrayView firstWord(QByteArrayView text)
{
    return after(text, "", " \t");
}

std::optional<int> number(QByteArrayView text)
{
    bool ok = false;
    const int value = text.toInt(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

double speed(QByteArrayView text)
{
    const qsizetype unit = text.indexOf("GT/s");
    return unit < 0 ? 0 : text.first(unit).toDouble();
}

int width(QByteArrayView text)
{
    return text.startsWith('x') ? number(text.sliced(1)).value_or(0) : 0;
}

std::optional<std::pair<quint16, quint16>> bracketedIds(QByteArrayView text)
{
    constexpr qsizetype length = 11;
    if (text.size() < length || !text.endsWith(']'))
        return std::nullopt;
    const QByteArrayView ids = text.last(length).sliced(1, length - 2);
    const auto vendor = hexNumber(ids.first(4), 4);
    const auto device = hexNumber(ids.last(4), 4);
    if (!vendor || !device || ids.at(4) != ':')
        return std::nullopt;
    return std::pair(static_cast<quint16>(*vendor), static_cast<quint16>(*device));
}

} // namespace rootward::lspcivalue
