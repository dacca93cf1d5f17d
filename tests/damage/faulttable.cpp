// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "faults.h"

#include <array>

namespace rootward::damage {

namespace {

constexpr std::array faults {
    Fault {"the text stands twice", Kind::Repetition, standsTwice},
    Fault {"words, then the hex of the same host", Kind::Repetition, wordsThenHex},
    Fault {"a plain list first", Kind::Repetition, plainListFirst},
    Fault {"read by an ordinary user", Kind::Rights, ordinaryUser},
    Fault {"upper-case hex", Kind::Hex, upperCaseHex},
    Fault {"lines missing inside a stanza", Kind::Loss, linesMissing},
    Fault {"a block missing across functions", Kind::Loss, blockMissing},
    Fault {"headings missing", Kind::Loss, headingsMissing},
    Fault {"dots for lines", Kind::Loss, dotsForLines},
    Fault {"an IOMMU group in front of each function", Kind::Company, groupHeadings},
    Fault {"an IOMMU group on each function's line", Kind::Company, groupInFront},
    Fault {"a blank line inside stanzas", Kind::BlankLines, blankLineInside},
    Fault {"no blank line between stanzas", Kind::BlankLines, noBlankLines},
    Fault {"-- of grep", Kind::BlankLines, grepSeparators},
    Fault {"a prompt before and after", Kind::Company, prompts},
    Fault {"other output before", Kind::Company, otherOutputBefore},
    Fault {"other output between", Kind::Company, otherOutputBetween},
    Fault {"other output after", Kind::Company, otherOutputAfter},
    Fault {"words glued to the end", Kind::Company, gluedToTheEnd},
    Fault {"cut at 80 columns", Kind::Width, cutAt80},
    Fault {"cut at 100 columns", Kind::Width, cutAt100},
    Fault {"cut at 120 columns", Kind::Width, cutAt120},
    Fault {"angle brackets eaten", Kind::Brackets, bracketsEaten},
    Fault {"words in angle brackets eaten", Kind::Brackets, wordsInBracketsEaten},
    Fault {"the paste begins late", Kind::End, beginsLate},
    Fault {"the paste ends early", Kind::End, endsEarly},

    Fault {"tabs to eight blanks", Kind::Blanks, nullptr, tabsToEight},
    Fault {"tabs to one blank", Kind::Blanks, nullptr, tabsToOne},
    Fault {"tabs to nothing", Kind::Blanks, nullptr, tabsToNothing},
    Fault {"no-break indentation", Kind::Blanks, nullptr, noBreakIndentation},
    Fault {"no-break blanks", Kind::Blanks, nullptr, noBreakBlanks},
    Fault {"hex wrapped", Kind::Hex, nullptr, hexWrapped},
    Fault {"wrapped at 60", Kind::Wrap, nullptr, wrappedAt60},
    Fault {"wrapped at 72", Kind::Wrap, nullptr, wrappedAt72},
    Fault {"wrapped at 76", Kind::Wrap, nullptr, wrappedAt76},
    Fault {"wrapped at 80", Kind::Wrap, nullptr, wrappedAt80},
    Fault {"flowed at 72", Kind::Wrap, nullptr, flowedAt72},
    Fault {"trailing blanks", Kind::Block, nullptr, trailingBlanks},
    Fault {"in a Markdown fence", Kind::Block, nullptr, fenced},
    Fault {"in a block of four blanks", Kind::Block, nullptr, indentedBlock},
    Fault {"quoted, with blanks", Kind::Quote, nullptr, quotedWithBlanks},
    Fault {"quoted, without blanks", Kind::Quote, nullptr, quotedWithoutBlanks},
    Fault {"quoted, mixed marks", Kind::Quote, nullptr, quotedMixed},
    Fault {"tails at another depth", Kind::Quote, nullptr, tailAtOtherDepth},
    Fault {"prose around", Kind::Prose, nullptr, proseAround},
    Fault {"HTML entities", Kind::Entities, nullptr, entitiesAlone},
    Fault {"quoted-printable mail", Kind::Envelope, nullptr, quotedPrintableMail},
    Fault {"quoted-printable alone", Kind::Envelope, nullptr, quotedPrintableAlone},
    Fault {"base64 mail", Kind::Envelope, nullptr, base64Mail},
    Fault {"HTML mail", Kind::Envelope, nullptr, htmlMail},
    Fault {"HTML mail, line by line", Kind::Envelope, nullptr, htmlLinesMail},
    Fault {"plain and HTML mail", Kind::Envelope, nullptr, alternativesMail},
    Fault {"attached to a mail", Kind::Envelope, nullptr, attachmentMail},
    Fault {"the sent form ends early", Kind::SentEnd, nullptr, sentFormEndsEarly},
    Fault {"no last line end", Kind::End, noBlankLineAtTheEnd, noLastLineEnd},
    Fault {"CRLF", Kind::LineEnd, nullptr, carriageReturns},
    Fault {"CRLF and LF mixed", Kind::LineEnd, nullptr, mixedLineEnds},
    Fault {"CR alone", Kind::LineEnd, nullptr, carriageReturnsAlone},
    Fault {"byte order mark", Kind::Encoding, nullptr, byteOrderMark},
    Fault {"UTF-16", Kind::Encoding, nullptr, utf16},
};

struct Never {
    Kind one;
    Kind other;
    const char *why;
};

constexpr Never never[] {
    {Kind::Wrap, Kind::Wrap, "what is wrapped narrowly has no line left for a wider one"},
    {Kind::Width, Kind::Width, "a text is cut at the narrower width alone"},
    {Kind::Brackets, Kind::Brackets, "what is eaten is gone"},
    {Kind::Blanks, Kind::Blanks, "no tab is left for a second change"},
    {Kind::Envelope, Kind::Envelope, "a mail has one form"},
    {Kind::LineEnd, Kind::LineEnd, "the last change of line ends decides"},
    {Kind::Encoding, Kind::Encoding, "UTF-16 has its own mark"},
    {Kind::Entities, Kind::Envelope, "shown or sent as HTML, entities are read back once"},
    {Kind::Entities, Kind::Brackets, "brackets that became entities are not eaten"},
    {Kind::SentEnd, Kind::End, "only the last end of a text is its end"},
    {Kind::SentEnd, Kind::Encoding, "half a letter of UTF-16 is no damage of texts"},
};

/// Pairs that no text shows, or of which nobody can tell.
struct LostPair {
    const char *one;
    const char *other;
    const char *why;
};

constexpr const char *noGroups = "a dump and a list tell no groups";
constexpr const char *noLongLines = "no line is that long any more";
constexpr const char *noQuotedTails = "the tails that mails break off are part of no long line";
constexpr LostPair lostPairs[] {
    {"words, then the hex of the same host", "an IOMMU group in front of each function", noGroups},
    {"words, then the hex of the same host", "an IOMMU group on each function's line", noGroups},
    {"words, then the hex of the same host", "words glued to the end", "it ends with a dump"},
    {"words, then the hex of the same host", "headings missing",
     "a dump without its heading is that of the words above it, where the ids are the same"},
    {"a plain list first", "an IOMMU group in front of each function", noGroups},
    {"a plain list first", "an IOMMU group on each function's line", noGroups},
    {"cut at 80 columns", "wrapped at 80", noLongLines},
    {"no-break blanks", "hex wrapped", "a dump is not wrapped at its blanks"},
    {"wrapped at 60", "tails at another depth", noQuotedTails},
    {"wrapped at 72", "tails at another depth", noQuotedTails},
    {"flowed at 72", "tails at another depth", noQuotedTails},
};

} // namespace

std::span<const Fault> faultTable()
{
    return faults;
}

const char *whyWorseTogether(const Fault &one, const Fault &other)
{
    const auto has = [&](bool (*onLines)(Document &, Chance &),
                         bool (*onBytes)(QByteArray &, Chance &)) {
        return (one.onLines == onLines && other.onBytes == onBytes)
            || (other.onLines == onLines && one.onBytes == onBytes);
    };
    if (has(blankLineInside, tabsToNothing))
        return "a line behind a blank one and without its indentation may be of anything";
    return nullptr;
}

const char *whyNotBoth(const Fault &one, const Fault &other)
{
    for (const Never &pair : never)
        if ((pair.one == one.kind && pair.other == other.kind)
            || (pair.one == other.kind && pair.other == one.kind))
            return pair.why;
    for (const LostPair &pair : lostPairs)
        if (qstrcmp(pair.one, one.name) == 0 && qstrcmp(pair.other, other.name) == 0)
            return pair.why;
    return nullptr;
}

} // namespace rootward::damage
