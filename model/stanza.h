// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "driverlines.h"
#include "hostlines.h"
#include "lspcitree.h"
#include "pciaddress.h"
#include "pcifunction.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace rootward {

/// The lines that one run of lspci printed about one function. Views into the text.
struct Stanza {
    PciAddress address;
    QString host; ///< the name that was told above it; empty: none
    QList<PciAddress> above; ///< `lspci -PP`: the bridges above it, the nearest last
    QByteArrayView heading; ///< what follows the address: "PCI bridge: … (rev 01)"
    QByteArrayView words; ///< the lines below it, without the hex dump
    QByteArray hex; ///< configuration space from offset 0 without a gap
    SourceLines lines;
    int tornLine = 0; ///< where the dump breaks off before its end; 0: it does not
    bool closed = false; ///< a blank line or another heading follows: nothing is cut off its end
    bool elided = false; ///< "..." stands where somebody left lines out
    bool hasHeaders =
        false; ///< the text was not filtered: it has the lines before the capabilities
};

/// Cuts a text that lspci printed into stanzas. Each begins with an address at column 0 and ends
/// where the next one begins; other text between them is passed over.
class StanzaCutter {
public:
    explicit StanzaCutter(QByteArrayView text);

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
    /// The drawing of `lspci -t` where the text holds one; its lines are the text's.
    const LspciTreeReader &tree() const { return m_tree; }
    /// What drivers said in the kernel log; with the text's line numbers.
    const QList<DriverLine> &driverLines() const { return m_driverLines; }

private:
    enum class Heading { No, Yes, Refused };

    bool takeLine(QByteArrayView &line);
    QByteArrayView peekLine() const;
    Heading readHeading(QByteArrayView line, Stanza &stanza) const;
    bool findHeading(Stanza &stanza);
    void refuse(QByteArrayView line);
    void takeForeign(QByteArrayView line);
    /// Clears `dumping` where the dump is over.
    bool addHex(QByteArrayView line, Stanza &stanza, bool &dumping);

    QByteArrayView m_text;
    bool m_hasHeaders = false;
    qsizetype m_position = 0;
    int m_line = 0;
    QList<Refused> m_refused;
    HostLines m_hostLines;
    LspciTreeReader m_tree;
    QList<DriverLine> m_driverLines;
};

} // namespace rootward
