// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "textcleaning.h"

/// What the table in textcleaning.cpp is made of: for each kind of damage the question whether a
/// text has it, and its repair. Source of the kinds: docs/formats.md, "Damage".
namespace rootward::cleaning {

// cleaning_bytes.cpp
bool isUtf16(QByteArrayView bytes);
void decodeUtf16(CleanedText &text);
bool hasUtf8Mark(QByteArrayView bytes);
void dropUtf8Mark(CleanedText &text);
bool hasCarriageReturns(QByteArrayView bytes);
void endLinesWithLineFeeds(CleanedText &text);
bool hasOddSpaces(QByteArrayView bytes);
void makeSpacesPlain(CleanedText &text);

// cleaning_mail.cpp
bool isMail(QByteArrayView bytes);
/// Leaves the parts that are text, decoded; of several forms of one text the plain one.
void takeMailText(CleanedText &text);
bool isQuotedPrintable(QByteArrayView bytes);
void decodeQuotedPrintable(CleanedText &text);

// cleaning_html.cpp
bool isHtml(QByteArrayView bytes);
void dropTags(CleanedText &text);
bool hasEntities(QByteArrayView bytes);
void decodeEntities(CleanedText &text);

// cleaning_quotes.cpp
bool isQuoted(QByteArrayView bytes);
void dropQuoteMarks(CleanedText &text);
bool hasFences(QByteArrayView bytes);
void dropFences(CleanedText &text);
bool hasGrepRulers(QByteArrayView bytes);
void dropGrepRulers(CleanedText &text);

// cleaning_lspci.cpp
/// Every line begins as lspci's do. One pass, and most of the questions here need not be asked.
bool hasLspciShape(QByteArrayView bytes);
bool hasGroupHeadings(QByteArrayView bytes);
/// "IOMMU Group 12 0b:00.0 VGA …" becomes a heading and a line that tells the group.
void turnGroupsIntoLines(CleanedText &text);
bool hasShiftedHeadings(QByteArrayView bytes);
/// Headings, and hex lines, stand at column 0 again, and what is below them with them.
void shiftBack(CleanedText &text);
bool hasGluedLines(QByteArrayView bytes);
void cutGluedLines(CleanedText &text);
bool hasLostIndentation(QByteArrayView bytes);
void indentFields(CleanedText &text);
bool isWrapped(QByteArrayView bytes);
void joinWrappedLines(CleanedText &text);

} // namespace rootward::cleaning
