// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pciaddress.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QSet>

#include <random>

namespace rootward::damage {

/// The same numbers from the same seed on every platform.
class Chance {
public:
    explicit Chance(quint32 seed) : m_engine(seed) { }

    /// first … last, both included.
    int between(int first, int last)
    {
        return first + static_cast<int>(m_engine() % static_cast<quint32>(last - first + 1));
    }
    bool percent(int share) { return between(1, 100) <= share; }

private:
    std::mt19937 m_engine;
};

/// What a capture says about a function, as far as one place of the text says it.
enum class Field {
    Place, ///< that it is there
    ClassWords,
    ClassCode,
    Name,
    Ids,
    Subsystem,
    Slot,
    Node,
    Group,
    Buses,
    Version,
    Type,
    Routing,
    Completer32,
    Completer64,
    Completer128,
    Requester,
    Egress,
    LinkMost,
    LinkNow,
    VfCount,
    VfPlaces,
    Driver,
    LowHex, ///< a line of the first 256 bytes of the configuration space
    HighHex,
};

/// Where a line says it: bytes of the line, `end` excluded.
struct Fact {
    Field field;
    qsizetype begin = 0;
    qsizetype end = 0;
};

struct Line {
    QByteArray text; ///< no line end
    int stanza = -1; ///< -1: of no function
    QList<Fact> facts {}; ///< that are still whole
    bool isHeading = false;
};

/// What one place of the text says about one function.
struct Stanza {
    PciAddress address;
    int copy = 0; ///< a text that stands twice holds everything twice; -1: not the whole of one
    bool isTouched = false; ///< something was taken away
    bool isDetailed = false; ///< it had lines before its capabilities
    bool isBridge = false; ///< its words had a line of buses
    int lowHexLines = 0; ///< as many as it had
    int highHexLines = 0;
};

/// A clean text of lspci, line by line, with what each place of it says. Faults that take
/// something away say so by the functions below.
struct Document {
    QList<Line> lines;
    QList<Stanza> stanzas;

    static Document of(const QByteArray &text);
    QByteArray text() const;

    bool isHeading(qsizetype line) const { return lines.at(line).isHeading; }
    /// Line of the next heading from `line` on; the number of lines where none follows.
    qsizetype nextHeading(qsizetype line) const;

    void insert(qsizetype place, const QByteArrayList &texts);
    /// Forgets what the lines say; they are damaged.
    void forget(qsizetype first, qsizetype count);
    /// The end of the stanza in front of the line is no longer seen: it may have said more.
    void touch(qsizetype before);
    void remove(qsizetype first, qsizetype count);
    /// Takes bytes out of a line.
    void cut(qsizetype line, qsizetype begin, qsizetype end);
    /// Puts words in front of a line, which takes nothing away.
    void prefix(qsizetype line, const QByteArray &words);
};

/// What a damaged text still says about each function.
struct Intact {
    QSet<Field> fields;
    bool isWhole = false; ///< nothing was taken away from one copy of it
    bool hasLowHex = false;
    bool hasHighHex = false;
    /// What is left of its words is a list of capabilities without Express and without a trace of
    /// it, as a conventional function has.
    bool listsNoExpress = false;
};
QHash<PciAddress, Intact> intactPlaces(const Document &document);

/// "00: 86 80 …"
bool isHexLine(const QByteArray &line);
/// Columns that a terminal takes for `text`: tabs go to the next eighth.
int columns(const QByteArray &text);

} // namespace rootward::damage
