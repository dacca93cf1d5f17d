// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "stanza.h"

#include "hexline.h"

#include <cstring>

namespace rootward {

namespace {

constexpr qsizetype maxRefused = 1000;
constexpr qsizetype maxPathLength = 2048;

bool isIndented(QByteArrayView line)
{
    return line.startsWith('\t') || line.startsWith(' ');
}

/// Every element of "0000:00:03.0/02:00.0/03:00.0"; empty where it is no such path.
QList<PciAddress> placesOf(QByteArrayView path)
{
    QList<PciAddress> places;
    while (true) {
        const qsizetype slash = path.indexOf('/');
        const QByteArrayView element = slash < 0 ? path : path.first(slash);
        auto place = PciAddress::parse(QLatin1StringView(element));
        if (!place)
            return {};
        // The domain is written once, in front.
        if (!places.isEmpty())
            place->domain = places.constFirst().domain;
        places.append(*place);
        if (slash < 0)
            return places;
        path = path.sliced(slash + 1);
    }
}

bool looksLikePlace(QByteArrayView token)
{
    return token.size() >= 6 && token.contains(':') && token.at(token.size() - 2) == '.';
}

} // namespace

bool StanzaCutter::takeLine(QByteArrayView &line)
{
    if (m_position >= m_text.size())
        return false;
    line = peekLine();
    m_position += line.size() + 1;
    ++m_line;
    return true;
}

QByteArrayView StanzaCutter::peekLine() const
{
    if (m_position >= m_text.size())
        return {};
    const char *begin = m_text.data() + m_position;
    const auto left = static_cast<size_t>(m_text.size() - m_position);
    const auto *end = static_cast<const char *>(std::memchr(begin, '\n', left));
    return {begin, end ? end : begin + left};
}

StanzaCutter::Heading StanzaCutter::readHeading(QByteArrayView line, Stanza &stanza) const
{
    if (line.isEmpty() || hexDigit(line.front()) < 0)
        return Heading::No;
    const qsizetype space = line.first(qMin(line.size(), maxPathLength)).indexOf(' ');
    if (space < 6)
        return Heading::No;
    const QByteArrayView token = line.first(space);
    const QByteArrayView rest = line.sliced(space + 1).trimmed();
    if (!looksLikePlace(token) || rest.isEmpty() || rest.startsWith('"'))
        return Heading::No;
    // Prose that begins with an address has no class, and nothing of lspci's below it.
    if (!rest.contains(": ") && !rest.endsWith(':')) {
        const QByteArrayView below = peekLine();
        if (HexLine hex; !below.startsWith('\t') && !hex.read(below))
            return Heading::No;
    }
    QList<PciAddress> places = placesOf(token);
    if (places.isEmpty() || !places.constLast().isRealPlace())
        return Heading::Refused;
    stanza.address = places.takeLast();
    stanza.above = places;
    stanza.heading = rest;
    return Heading::Yes;
}

void StanzaCutter::refuse(QByteArrayView line)
{
    if (m_refused.size() < maxRefused)
        m_refused.append({m_line, line});
}

bool StanzaCutter::findHeading(Stanza &stanza)
{
    QByteArrayView line;
    while (takeLine(line)) {
        switch (readHeading(line, stanza)) {
        case Heading::Yes:
            return true;
        case Heading::Refused:
            refuse(line);
            break;
        case Heading::No:
            m_hostLines.take(line);
            break;
        }
    }
    return false;
}

bool StanzaCutter::addHex(QByteArrayView line, Stanza &stanza)
{
    HexLine hex;
    if (!hex.read(line))
        return false;
    // A second dump of the same bytes, or one that a hole or a torn line cut off from its start,
    // adds nothing that is sure.
    if (hex.offset != stanza.hex.size() || stanza.tornLine != 0) {
        if (hex.offset > stanza.hex.size() && stanza.tornLine == 0)
            stanza.tornLine = m_line;
        return true;
    }
    constexpr qsizetype maxBytes = 4096;
    if (stanza.hex.size() + hex.count <= maxBytes)
        stanza.hex.append(hex.bytes.data(), hex.count);
    if (hex.torn)
        stanza.tornLine = m_line;
    return true;
}

bool StanzaCutter::next(Stanza &stanza)
{
    stanza.hex.resize(0); // keeps its memory
    stanza.tornLine = 0;
    if (!findHeading(stanza))
        return false;
    stanza.lines = {m_line, m_line};
    const qsizetype begin = qMin(m_position, m_text.size());
    qsizetype end = begin;
    bool open = true; // indented lines still belong to the stanza
    bool afterBlank = false;
    Stanza following;
    while (m_position < m_text.size()) {
        const qsizetype mark = m_position;
        QByteArrayView line;
        takeLine(line);
        if (line.isEmpty()) {
            afterBlank = true;
        } else if (isIndented(line)) {
            if (open) {
                end = m_position;
                stanza.lines.last = m_line;
            }
        } else if (addHex(line, stanza)) {
            stanza.lines.last = m_line;
        } else if (readHeading(line, following) != Heading::No) {
            m_position = mark;
            --m_line;
            break;
        } else {
            m_hostLines.take(line);
            open = open && !afterBlank;
        }
    }
    stanza.words = m_text.sliced(begin, qMin(end, m_text.size()) - begin);
    return true;
}

} // namespace rootward
