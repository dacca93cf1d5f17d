// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "stanza.h"

#include "hexline.h"
#include "lspciline.h"
#include "textlines.h"

namespace rootward {

namespace {

constexpr qsizetype maxRefused = 1000;
constexpr qsizetype maxPathLength = 2048;
constexpr qsizetype maxDriverLines = 1000;
constexpr qsizetype longestElision = 16;

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

/// Most lines are none of a drawing, which their first character tells.
bool mayBeTree(QByteArrayView line)
{
    constexpr QByteArrayView firsts = "- |+\\";
    return firsts.contains(line.front());
}

/// "Control: I/O+", "Capabilities: [50] …": lspci's words, not what is left of a torn line.
bool isLabelled(QByteArrayView line)
{
    line = line.trimmed();
    const qsizetype colon = line.indexOf(':');
    return colon > 2 && line.front() >= 'A' && line.front() <= 'Z';
}

bool looksLikePlace(QByteArrayView token)
{
    return token.size() >= 6 && token.contains(':') && token.at(token.size() - 2) == '.';
}

} // namespace

StanzaCutter::StanzaCutter(QByteArrayView text)
    : m_text(text),
      m_hasHeaders(text.contains("\tControl: I/O") && text.contains("\tBus: primary="))
{
}

bool StanzaCutter::takeLine(QByteArrayView &line)
{
    if (!takeTextLine(m_text, m_position, line))
        return false;
    ++m_line;
    return true;
}

QByteArrayView StanzaCutter::peekLine() const
{
    QByteArrayView line;
    qsizetype position = m_position;
    takeTextLine(m_text, position, line);
    return line;
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

/// Another program's line between the functions.
void StanzaCutter::takeForeign(QByteArrayView line)
{
    m_hostLines.take(line);
    if (m_driverLines.size() >= maxDriverLines)
        return;
    if (auto said = driverLine(line)) {
        said->evidence.line = m_line;
        m_driverLines.append(*said);
    }
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
            if (!m_tree.take(line, m_line))
                takeForeign(line);
            break;
        }
    }
    return false;
}

bool StanzaCutter::addHex(QByteArrayView line, Stanza &stanza, bool &dumping)
{
    HexLine hex;
    if (!hex.read(line))
        return false;
    // A dump that begins again is another's, and may go on where this one ends.
    dumping = stanza.hex.isEmpty() || hex.offset > 0;
    // One that a hole or a torn line cut off from its start adds nothing that is sure.
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
    stanza.elided = false;
    stanza.hasHeaders = m_hasHeaders;
    if (!findHeading(stanza))
        return false;
    stanza.lines = {m_line, m_line};
    stanza.host = m_hostLines.host();
    const qsizetype begin = qMin(m_position, m_text.size());
    qsizetype end = begin;
    bool open = true; // indented lines still belong to the stanza
    bool dumping = true; // so do hex lines
    bool afterBlank = false;
    stanza.closed = false;
    Stanza following;
    while (m_position < m_text.size()) {
        const qsizetype mark = m_position;
        QByteArrayView line;
        takeLine(line);
        if (line.isEmpty()) {
            afterBlank = true;
            stanza.closed = true;
        } else if (line.size() <= longestElision && isElision(line)) {
            // What stands behind it may be of another function.
            stanza.elided = stanza.elided || !afterBlank;
            open = dumping = false;
        } else if (mayBeTree(line) && m_tree.take(line, m_line)) {
            open = false;
        } else if (isIndented(line)) {
            // lspci dumps behind its words, so these are another function's.
            if (open && !stanza.hex.isEmpty() && isLabelled(line)) {
                stanza.elided = true;
                open = dumping = false;
            }
            if (open) {
                end = m_position;
                stanza.lines.last = m_line;
                stanza.closed = afterBlank = false;
            }
        } else if (dumping && addHex(line, stanza, dumping)) {
            stanza.lines.last = m_line;
        } else if (readHeading(line, following) != Heading::No) {
            m_position = mark;
            --m_line;
            stanza.closed = true;
            break;
        } else {
            takeForeign(line);
            open = open && !afterBlank;
        }
    }
    stanza.words = m_text.sliced(begin, qMin(end, m_text.size()) - begin);
    return true;
}

} // namespace rootward
