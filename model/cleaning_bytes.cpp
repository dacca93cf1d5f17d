// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "cleaningsteps.h"

#include <QStringDecoder>

namespace rootward::cleaning {

namespace {

constexpr QByteArrayView utf8Mark("\xef\xbb\xbf", 3);
constexpr QByteArrayView utf16LittleMark("\xff\xfe", 2);
constexpr QByteArrayView utf16BigMark("\xfe\xff", 2);

struct OddSpace {
    QByteArrayView bytes; ///< in UTF-8
    QByteArrayView plain;
};

constexpr OddSpace oddSpaces[] = {
    {"\xc2\xa0", " "}, // no-break space
    {"\xe2\x80\xaf", " "}, // narrow no-break space
    {"\xe2\x80\x8b", ""}, // zero width space
    {"\xef\xbb\xbf", ""}, // a byte order mark inside
};

} // namespace

bool isUtf16(QByteArrayView bytes)
{
    return bytes.startsWith(utf16LittleMark) || bytes.startsWith(utf16BigMark);
}

void decodeUtf16(CleanedText &text)
{
    // The mark itself tells the byte order and is dropped.
    QStringDecoder decode(QStringDecoder::Utf16);
    const QString decoded = decode(text.bytes);
    text.bytes = decoded.toUtf8();
}

bool hasUtf8Mark(QByteArrayView bytes)
{
    return bytes.startsWith(utf8Mark);
}

void dropUtf8Mark(CleanedText &text)
{
    text.bytes.remove(0, utf8Mark.size());
}

bool hasCarriageReturns(QByteArrayView bytes)
{
    return bytes.contains('\r');
}

/// Drops carriage returns in front of a line feed; one that stands alone ends a line itself only
/// where the text has no line feeds at all.
void endLinesWithLineFeeds(CleanedText &text)
{
    if (!text.bytes.contains('\n')) {
        text.bytes.replace('\r', '\n');
        return;
    }
    char *to = text.bytes.data();
    const char *from = text.bytes.constData();
    const char *const end = from + text.bytes.size();
    while (from != end) {
        const char *run = from;
        while (run != end && *run == '\r')
            ++run;
        if (run == end || *run == '\n')
            from = run;
        if (from != end)
            *to++ = *from++;
    }
    text.bytes.truncate(to - text.bytes.constData());
}

bool hasOddSpaces(QByteArrayView bytes)
{
    // Most text is ASCII throughout, which is quickly seen.
    if (QtPrivate::isAscii(QLatin1StringView(bytes)))
        return false;
    for (const OddSpace &space : oddSpaces) {
        if (bytes.contains(space.bytes))
            return true;
    }
    return false;
}

void makeSpacesPlain(CleanedText &text)
{
    for (const OddSpace &space : oddSpaces)
        text.bytes.replace(space.bytes, space.plain);
}

} // namespace rootward::cleaning
