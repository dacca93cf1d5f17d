// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pciaddress.h"

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

int hexValue(char32_t c)
{
    if (c >= U'0' && c <= U'9')
        return static_cast<int>(c - U'0');
    if (c >= U'a' && c <= U'f')
        return static_cast<int>(c - U'a') + 10;
    if (c >= U'A' && c <= U'F')
        return static_cast<int>(c - U'A') + 10;
    return -1;
}

template<typename View>
std::optional<quint32> hexNumber(View digits)
{
    quint32 value = 0;
    for (qsizetype i = 0; i < digits.size(); ++i) {
        const int digit = hexValue(digits.at(i).unicode());
        if (digit < 0)
            return std::nullopt;
        value = value << 4 | static_cast<quint32>(digit);
    }
    return value;
}

template<typename View>
std::optional<PciAddress> parseAddress(View text)
{
    constexpr qsizetype placeLength = 7; // "0b:00.0"
    constexpr qsizetype minDomain = 4;
    constexpr qsizetype maxDomain = 8;
    const qsizetype start = text.size() - placeLength;
    if (start != 0 && (start < minDomain + 1 || start > maxDomain + 1))
        return std::nullopt;
    if (start > 0 && text.at(start - 1) != u':')
        return std::nullopt;
    if (text.at(start + 2) != u':' || text.at(start + 5) != u'.')
        return std::nullopt;
    const auto domain = hexNumber(text.first(start > 0 ? start - 1 : 0));
    const auto bus = hexNumber(text.sliced(start, 2));
    const auto slot = hexNumber(text.sliced(start + 3, 2));
    const auto function = hexNumber(text.sliced(start + 6, 1));
    if (!domain || !bus || !slot || !function)
        return std::nullopt;
    return PciAddress {*domain, static_cast<quint8>(*bus), static_cast<quint8>(*slot),
                       static_cast<quint8>(*function)};
}

/// Writes the hexadecimal digits of a number, `digits` of them or more, as lspci does.
void appendHex(QString &text, quint32 value, int digits)
{
    while (digits < 8 && value >> (4 * digits) != 0)
        ++digits;
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        text += QLatin1Char("0123456789abcdef"[value >> shift & 0xf]);
}

} // namespace

std::optional<PciAddress> PciAddress::parse(QStringView text)
{
    return parseAddress(text);
}

std::optional<PciAddress> PciAddress::parse(QLatin1StringView text)
{
    return parseAddress(text);
}

QString PciAddress::toString() const
{
    QString text = slotString();
    text += u'.';
    appendHex(text, function, 1);
    return text;
}

QString PciAddress::toShortString() const
{
    return domain == 0 ? toString().sliced(5) : toString();
}

QString PciAddress::slotString() const
{
    QString text;
    text.reserve(16);
    appendHex(text, domain, 4);
    text += u':';
    appendHex(text, bus, 2);
    text += u':';
    appendHex(text, slot, 2);
    return text;
}

size_t qHash(const PciAddress &address, size_t seed) noexcept
{
    const quint64 place = static_cast<quint64>(address.domain) << 32
        | static_cast<quint64>(address.bus) << 16 | static_cast<quint64>(address.slot) << 8
        | address.function;
    return ::qHash(place, seed);
}

} // namespace rootward
