// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "document.h"

#include <span>

namespace rootward::damage {

/// What a fault is about. Of some kinds a text can have only one: see whyNotBoth().
enum class Kind {
    Repetition,
    Rights,
    Loss,
    Company, ///< other output around, between and after
    BlankLines,
    Hex,
    Width, ///< of a terminal
    Brackets,
    End,
    Blanks, ///< tabs and what becomes of them
    Wrap,
    Block,
    Entities,
    Quote,
    Prose,
    Envelope, ///< of a mail
    SentEnd,
    LineEnd,
    Encoding,
};

/// One thing that happens to a text on its way. Either function is null; both say false where
/// there is nothing in the text for it to happen to. In the order of the table a text meets them:
/// at the terminal, in the editor, in the mail program, in the file.
struct Fault {
    const char *name;
    Kind kind;
    bool (*onLines)(Document &document, Chance &chance) = nullptr;
    bool (*onBytes)(QByteArray &bytes, Chance &chance) = nullptr;
};

std::span<const Fault> faultTable();
/// Why the two never meet in one text; nullptr where they do.
const char *whyNotBoth(const Fault &one, const Fault &other);
/// Why the two together destroy more than each does: what they touch may be unknown; nullptr where
/// they do not.
const char *whyWorseTogether(const Fault &one, const Fault &other);

// at the terminal and in the editor
bool standsTwice(Document &document, Chance &chance);
bool wordsThenHex(Document &document, Chance &chance);
bool plainListFirst(Document &document, Chance &chance);
bool ordinaryUser(Document &document, Chance &chance);
bool upperCaseHex(Document &document, Chance &chance);
bool linesMissing(Document &document, Chance &chance);
bool blockMissing(Document &document, Chance &chance);
bool headingsMissing(Document &document, Chance &chance);
bool dotsForLines(Document &document, Chance &chance);
bool groupHeadings(Document &document, Chance &chance);
bool groupInFront(Document &document, Chance &chance);
bool blankLineInside(Document &document, Chance &chance);
bool noBlankLines(Document &document, Chance &chance);
bool grepSeparators(Document &document, Chance &chance);
bool prompts(Document &document, Chance &chance);
bool otherOutputBefore(Document &document, Chance &chance);
bool otherOutputBetween(Document &document, Chance &chance);
bool otherOutputAfter(Document &document, Chance &chance);
bool gluedToTheEnd(Document &document, Chance &chance);
bool noBlankLineAtTheEnd(Document &document, Chance &chance);
bool cutAt80(Document &document, Chance &chance);
bool cutAt100(Document &document, Chance &chance);
bool cutAt120(Document &document, Chance &chance);
bool bracketsEaten(Document &document, Chance &chance);
bool wordsInBracketsEaten(Document &document, Chance &chance);
bool beginsLate(Document &document, Chance &chance);
bool endsEarly(Document &document, Chance &chance);

// in blanks and line ends
bool tabsToEight(QByteArray &bytes, Chance &chance);
bool tabsToOne(QByteArray &bytes, Chance &chance);
bool tabsToNothing(QByteArray &bytes, Chance &chance);
bool noBreakIndentation(QByteArray &bytes, Chance &chance);
bool noBreakBlanks(QByteArray &bytes, Chance &chance);
bool wrappedAt60(QByteArray &bytes, Chance &chance);
bool wrappedAt72(QByteArray &bytes, Chance &chance);
bool wrappedAt76(QByteArray &bytes, Chance &chance);
bool wrappedAt80(QByteArray &bytes, Chance &chance);
bool flowedAt72(QByteArray &bytes, Chance &chance);
bool hexWrapped(QByteArray &bytes, Chance &chance);
bool trailingBlanks(QByteArray &bytes, Chance &chance);
bool fenced(QByteArray &bytes, Chance &chance);
bool indentedBlock(QByteArray &bytes, Chance &chance);
bool quotedWithBlanks(QByteArray &bytes, Chance &chance);
bool quotedWithoutBlanks(QByteArray &bytes, Chance &chance);
bool quotedMixed(QByteArray &bytes, Chance &chance);
bool tailAtOtherDepth(QByteArray &bytes, Chance &chance);
bool proseAround(QByteArray &bytes, Chance &chance);
bool noLastLineEnd(QByteArray &bytes, Chance &chance);
bool carriageReturns(QByteArray &bytes, Chance &chance);
bool mixedLineEnds(QByteArray &bytes, Chance &chance);
bool carriageReturnsAlone(QByteArray &bytes, Chance &chance);
bool byteOrderMark(QByteArray &bytes, Chance &chance);
bool utf16(QByteArray &bytes, Chance &chance);

// in mail programs
bool entitiesAlone(QByteArray &bytes, Chance &chance);
bool quotedPrintableMail(QByteArray &bytes, Chance &chance);
bool quotedPrintableAlone(QByteArray &bytes, Chance &chance);
bool base64Mail(QByteArray &bytes, Chance &chance);
bool htmlMail(QByteArray &bytes, Chance &chance);
bool htmlLinesMail(QByteArray &bytes, Chance &chance);
bool alternativesMail(QByteArray &bytes, Chance &chance);
bool attachmentMail(QByteArray &bytes, Chance &chance);
bool sentFormEndsEarly(QByteArray &bytes, Chance &chance);

} // namespace rootward::damage
