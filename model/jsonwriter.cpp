// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "jsonwriter.h"

#include <QLocale>

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

} // namespace

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
        writeNumber(QByteArray::number(number, 'g', QLocale::FloatingPointShortest));
    else
        null();
}

void JsonWriter::value(QLatin1StringView text)
{
    separate();
    m_bytes.append('"').append(text.data(), text.size()).append('"');
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

QByteArray JsonWriter::take()
{
    m_bytes += '\n';
    m_first = true;
    return std::exchange(m_bytes, {});
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
        m_bytes.append('\n').append(2 * m_depth, ' ');
    m_bytes += bracket;
    m_first = false;
}

/// What goes before a value or a key.
void JsonWriter::separate()
{
    if (std::exchange(m_afterKey, false))
        return;
    if (!std::exchange(m_first, false))
        m_bytes += ',';
    if (m_depth > 0)
        m_bytes.append('\n').append(2 * m_depth, ' ');
}

void JsonWriter::writeKey(QLatin1StringView key)
{
    value(key);
    m_bytes += ": ";
    m_afterKey = true;
}

void JsonWriter::writeNumber(const QByteArray &digits)
{
    separate();
    m_bytes += digits;
}

void JsonWriter::writeText(QStringView text)
{
    m_bytes += '"';
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t character = text.at(i).unicode();
        if (isPlain(character)) {
            m_bytes += static_cast<char>(character);
        } else if (const char escape = shortEscape(character)) {
            m_bytes.append('\\').append(escape);
        } else if (character < 0x20 || character == 0x7f) {
            m_bytes += "\\u" + QByteArray::number(character, 16).rightJustified(4, '0');
        } else {
            // A surrogate pair is one character of UTF-8; a lone one becomes U+FFFD.
            const bool pair = i + 1 < text.size() && text.at(i).isHighSurrogate()
                && text.at(i + 1).isLowSurrogate();
            m_bytes += text.mid(i, pair ? 2 : 1).toUtf8();
            i += pair;
        }
    }
    m_bytes += '"';
}

} // namespace rootward
