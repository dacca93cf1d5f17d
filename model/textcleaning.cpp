// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "textcleaning.h"

#include "cleaningsteps.h"

#include <optional>

namespace rootward {

namespace {

using namespace cleaning;

// What wraps a text comes off first, from the outside in; then what lspci's lines lost.
constexpr CleaningStep steps[] = {
    {"utf-16", false, isUtf16, decodeUtf16},
    {"byte-order-mark", false, hasUtf8Mark, dropUtf8Mark},
    {"carriage-returns", false, hasCarriageReturns, endLinesWithLineFeeds},
    {"mail", true, isMail, takeMailText},
    {"quoted-printable", false, isQuotedPrintable, decodeQuotedPrintable},
    {"html", false, isHtml, dropTags},
    {"entities", false, hasEntities, decodeEntities},
    {"odd-spaces", false, hasOddSpaces, makeSpacesPlain},
    {"quote-marks", true, isQuoted, dropQuoteMarks},
    {"fences", true, hasFences, dropFences},
    {"grep-rulers", true, hasGrepRulers, dropGrepRulers},
    {"group-headings", true, hasGroupHeadings, turnGroupsIntoLines},
    {"shifted-headings", true, hasShiftedHeadings, shiftBack},
    {"glued-lines", true, hasGluedLines, cutGluedLines},
    {"lost-indentation", true, hasLostIndentation, indentFields},
    {"wrapped-lines", true, isWrapped, joinWrappedLines},
};

} // namespace

int CleanedText::originalLine(int line) const
{
    return originalLines.value(line - 1, line);
}

std::span<const CleaningStep> cleaningSteps()
{
    return steps;
}

CleanedText cleanText(const QByteArray &bytes)
{
    CleanedText text {bytes, {}};
    std::optional<bool> shaped; // of the text as it is by now
    for (const CleaningStep &step : steps) {
        if (step.ofShape && !shaped)
            shaped = hasLspciShape(text.bytes);
        if ((step.ofShape && *shaped) || !step.needed(text.bytes))
            continue;
        step.apply(text);
        shaped.reset();
    }
    return text;
}

} // namespace rootward
