// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hexline.h"

#include <QtTypes>

namespace rootward {

namespace {

constexpr std::array<qint8, 256> digitTable = [] {
    std::array<qint8, 256> table {};
    table.fill(-1);
    for (int i = 0; i < 10; ++i)
        table[static_cast<size_t>('0' + i)] = static_cast<qint8>(i);
    for (int i = 0; i < 6; ++i) {
        table[static_cast<size_t>('a' + i)] = static_cast<qint8>(10 + i);
        table[static_cast<size_t>('A' + i)] = static_cast<qint8>(10 + i);
    }
    return table;
}();

constexpr quint16 noDigit = 0xff00;

/// What a digit gives at its place of a byte; noDigit for what is none.
constexpr std::array<quint16, 256> digitsShifted(int shift)
{
    std::array<quint16, 256> table {};
    for (size_t c = 0; c < table.size(); ++c)
        table[c] = digitTable[c] < 0 ? noDigit : static_cast<quint16>(digitTable[c] << shift);
    return table;
}

constexpr auto highDigits = digitsShifted(4);
constexpr auto lowDigits = digitsShifted(0);

} // namespace

int hexDigit(char c)
{
    return digitTable[static_cast<quint8>(c)];
}

/// Without a branch per byte: most of a capture of many megabytes is such lines.
bool HexLine::readFullLine(const char *pairs)
{
    unsigned fault = 0;
    for (size_t i = 0; i < bytes.size(); ++i, pairs += 3) {
        const unsigned value = highDigits[static_cast<quint8>(pairs[1])]
            | static_cast<unsigned>(lowDigits[static_cast<quint8>(pairs[2])]);
        fault |= (value & noDigit) | (static_cast<unsigned>(pairs[0]) ^ ' ');
        bytes[i] = static_cast<char>(value);
    }
    count = fault == 0 ? maxBytes : 0;
    return fault == 0;
}

bool HexLine::read(QByteArrayView line)
{
    constexpr qsizetype minDigits = 2;
    constexpr qsizetype maxDigits = 8;
    const char *at = line.data();
    const char *const end = at + line.size();
    quint32 where = 0;
    while (at != end && hexDigit(*at) >= 0 && at - line.data() < maxDigits)
        where = where << 4 | static_cast<quint32>(hexDigit(*at++));
    if (at - line.data() < minDigits || end - at < 4 || at[0] != ':' || at[1] != ' ')
        return false;
    ++at;
    constexpr qsizetype fullLength = 3 * maxBytes;
    count = 0;
    if (end - at >= fullLength && readFullLine(at))
        at += fullLength;
    while (count < maxBytes && end - at >= 3 && *at == ' ') {
        const int high = hexDigit(at[1]);
        const int low = hexDigit(at[2]);
        if (high < 0 || low < 0)
            break;
        bytes[static_cast<size_t>(count++)] = static_cast<char>(high << 4 | low);
        at += 3;
    }
    if (count == 0)
        return false;
    offset = static_cast<int>(qMin<quint32>(where, 0xffff));
    while (at != end && (*at == ' ' || *at == '\t'))
        ++at;
    // A full line may be followed by a column of characters.
    torn = at != end && count < maxBytes;
    return true;
}

} // namespace rootward
