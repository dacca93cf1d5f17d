// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "jsonwriter.h"

#include <QIODevice>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rootward {

namespace {

/// The two-character escapes; 0 for a character that has none.
char shortEscape(char16_t character)
{
    switch (character) {
    case u'"':
        return '"';
    case u'\\':
        return '\\';
    case u'\n':
        return 'n';
    case u'\r':
        return 'r';
    case u'\t':
        return 't';
    default:
        return 0;
    }
}

bool isPlain(char16_t character)
{
    return character >= 0x20 && character < 0x7f && character != u'"' && character != u'\\';
}

/// Length of the plain text that a text begins with.
qsizetype plainLength(QStringView text)
{
    const auto *end = std::find_if_not(text.utf16(), text.utf16() + text.size(), isPlain);
    return end - text.utf16();
}

void appendLatin1(std::string &bytes, QStringView plain)
{
    for (const QChar character : plain)
        bytes += character.toLatin1();
}

constexpr size_t chunk = 64 * 1024;

} // namespace

JsonWriter::JsonWriter(QIODevice &device) : m_device(device)
{
    m_bytes.reserve(chunk + chunk / 8);
}

JsonWriter::~JsonWriter()
{
    m_bytes += '\n';
    flush();
}

/// An error stays with the device, whose owner asks for it.
void JsonWriter::flush()
{
    m_device.write(m_bytes.data(), static_cast<qint64>(m_bytes.size()));
    m_bytes.clear();
}

JsonWriter::Scope JsonWriter::object()
{
    begin('{');
    return {*this, '}'};
}

JsonWriter::Scope JsonWriter::object(QLatin1StringView key)
{
    writeKey(key);
    return object();
}

JsonWriter::Scope JsonWriter::array(QLatin1StringView key)
{
    writeKey(key);
    begin('[');
    return {*this, ']'};
}

void JsonWriter::null()
{
    separate();
    m_bytes += "null";
}

void JsonWriter::value(bool value)
{
    separate();
    m_bytes += value ? "true" : "false";
}

void JsonWriter::value(double number)
{
    if (std::isfinite(number))
        writeNumber(QByteArray::number(number, 'g', QLocale::FloatingPointShortest).toStdString());
    else
        null();
}

void JsonWriter::value(QLatin1StringView text)
{
    separate();
    m_bytes += '"';
    m_bytes.append(text.data(), static_cast<size_t>(text.size()));
    m_bytes += '"';
}

void JsonWriter::value(const QString &text)
{
    separate();
    writeText(text);
}

void JsonWriter::value(const QStringList &texts)
{
    begin('[');
    for (const QString &text : texts)
        value(text);
    end(']');
}

void JsonWriter::memberOrNull(QLatin1StringView key, const QString &text)
{
    writeKey(key);
    if (text.isEmpty())
        null();
    else
        value(text);
}

void JsonWriter::begin(char bracket)
{
    separate();
    m_bytes += bracket;
    ++m_depth;
    m_first = true;
}

void JsonWriter::end(char bracket)
{
    --m_depth;
    if (!m_first)
        newLine();
    m_bytes += bracket;
    m_first = false;
    if (m_bytes.size() > chunk)
        flush();
}

/// What goes before a value or a key.
void JsonWriter::separate()
{
    if (std::exchange(m_afterKey, false))
        return;
    if (!std::exchange(m_first, false))
        m_bytes += ',';
    if (m_depth > 0)
        newLine();
}

void JsonWriter::newLine()
{
    m_bytes += '\n';
    m_bytes.append(static_cast<size_t>(2 * m_depth), ' ');
}

void JsonWriter::writeKey(QLatin1StringView key)
{
    value(key);
    m_bytes += ": ";
    m_afterKey = true;
}

void JsonWriter::writeNumber(std::string_view digits)
{
    separate();
    m_bytes += digits;
}

void JsonWriter::writeText(QStringView text)
{
    m_bytes += '"';
    while (!text.isEmpty()) {
        const qsizetype plain = plainLength(text);
        appendLatin1(m_bytes, text.first(plain));
        text = text.sliced(plain);
        if (!text.isEmpty())
            text = text.sliced(writeSpecial(text));
    }
    m_bytes += '"';
}

/// Writes the first character of `text`, which is not plain; returns how long it is in UTF-16.
qsizetype JsonWriter::writeSpecial(QStringView text)
{
    const char16_t character = text.first().unicode();
    if (const char escape = shortEscape(character)) {
        m_bytes += '\\';
        m_bytes += escape;
        return 1;
    }
    if (character < 0x20 || character == 0x7f) {
        m_bytes += "\\u" + QByteArray::number(character, 16).rightJustified(4, '0').toStdString();
        return 1;
    }
    // A surrogate pair is one character of UTF-8; a lone one becomes a question mark.
    const bool pair =
        text.size() > 1 && text.at(0).isHighSurrogate() && text.at(1).isLowSurrogate();
    const qsizetype length = pair ? 2 : 1;
    m_bytes += text.first(length).toUtf8().toStdString();
    return length;
}

} // namespace rootward
