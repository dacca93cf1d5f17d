// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
//
// Archives: whatever bytes there are, and a well-formed tar of whatever members there are. In the
// input a member is a line with its path (and, behind '>', the target of a link), its bytes, and
// two zeros.
#include "readcapture.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace {

constexpr qsizetype blockSize = 512;

struct Place {
    size_t at;
    size_t size;
};
constexpr Place nameField {0, 100};
constexpr Place sizeField {124, 12};
constexpr Place sumField {148, 8};
constexpr Place typeField {156, 1};
constexpr Place linkField {157, 100};
constexpr Place magicField {257, 8};

using Header = std::array<char, blockSize>;

void put(Header &header, Place place, QByteArrayView text)
{
    std::copy_n(text.begin(), std::min<qsizetype>(text.size(), static_cast<qsizetype>(place.size)),
                header.begin() + static_cast<ptrdiff_t>(place.at));
}

QByteArray octal(qsizetype value, int digits)
{
    return QByteArray::number(value, 8).rightJustified(digits, '0');
}

QByteArray tarMember(const QByteArray &member)
{
    const qsizetype lineEnd = member.indexOf('\n');
    const QByteArray line = lineEnd < 0 ? member : member.first(lineEnd);
    const qsizetype arrow = line.indexOf('>');
    const QByteArray bytes = lineEnd < 0 || arrow >= 0 ? QByteArray() : member.sliced(lineEnd + 1);
    Header header {};
    put(header, nameField, arrow < 0 ? line : line.first(arrow));
    put(header, sizeField, octal(bytes.size(), 11));
    put(header, sumField, "        ");
    put(header, typeField, arrow < 0 ? "0" : "2");
    put(header, linkField, arrow < 0 ? QByteArray() : line.sliced(arrow + 1));
    put(header, magicField, "ustar  ");
    const unsigned sum =
        std::accumulate(header.begin(), header.end(), 0U, [](unsigned total, char c) {
            return total + static_cast<unsigned char>(c);
        });
    put(header, sumField, octal(sum, 6) + '\0' + ' ');
    const qsizetype tail = (blockSize - bytes.size() % blockSize) % blockSize;
    return QByteArray(header.data(), blockSize) + bytes + QByteArray(tail, '\0');
}

QByteArray tarOf(const QByteArray &input)
{
    const QByteArray separator(2, '\0');
    QByteArray tar;
    qsizetype begin = 0;
    while (begin < input.size()) {
        qsizetype end = input.indexOf(separator, begin);
        if (end < 0)
            end = input.size();
        tar += tarMember(input.sliced(begin, end - begin));
        begin = end + separator.size();
    }
    return tar + QByteArray(2 * blockSize, '\0');
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    readAndAsk(bytes);
    readAndAsk(tarOf(bytes));
    return 0;
}
