// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "hostlines.h"
#include "pciaddress.h"
#include "pcifunction.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace rootward {

/// The lines that one run of lspci printed about one function. Views into the text.
struct Stanza {
    PciAddress address;
    QList<PciAddress> above; ///< `lspci -PP`: the bridges above it, the nearest last
    QByteArrayView heading; ///< what follows the address: "PCI bridge: … (rev 01)"
    QByteArrayView words; ///< the lines below it, without the hex dump
    QByteArray hex; ///< configuration space from offset 0 without a gap
    SourceLines lines;
    int tornLine = 0; ///< where the dump breaks off before its end; 0: it does not
};

/// Cuts a text that lspci printed into stanzas. Each begins with an address at column 0 and ends
/// where the next one begins; other text between them is passed over.
class StanzaCutter {
public:
    explicit StanzaCutter(QByteArrayView text) : m_text(text) { }

    /// Reads on to the end of the next stanza; false at the end of the text.
    bool next(Stanza &stanza);
    /// How far the text is read, in bytes.
    qsizetype position() const { return m_position; }

    struct Refused {
        int line = 0;
        QByteArrayView text;
    };
    /// Lines that begin like a stanza but name no place that exists.
    const QList<Refused> &refused() const { return m_refused; }
    /// What the lines between the stanzas say about the host.
    const HostLines &hostLines() const { return m_hostLines; }

private:
    enum class Heading { No, Yes, Refused };

    bool takeLine(QByteArrayView &line);
    QByteArrayView peekLine() const;
    Heading readHeading(QByteArrayView line, Stanza &stanza) const;
    bool findHeading(Stanza &stanza);
    void refuse(QByteArrayView line);
    bool addHex(QByteArrayView line, Stanza &stanza);

    QByteArrayView m_text;
    qsizetype m_position = 0;
    int m_line = 0;
    QList<Refused> m_refused;
    HostLines m_hostLines;
};

} // namespace rootward
