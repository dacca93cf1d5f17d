// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "verifyreport.h"

#include "planreport.h"
#include "printable.h"

#include <QCoreApplication>

#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

constexpr int factColumn = 16;

QChar resultGlyph(CheckResult result)
{
    constexpr std::array glyphs {u'✓', u'✕', u'?', u'·'};
    return glyphs[static_cast<size_t>(result)];
}

struct VerdictWords {
    VerifyVerdict verdict;
    QChar glyph;
    const char *words;
};
constexpr VerdictWords verdictWords[] = {
    {VerifyVerdict::Confirmed, u'✓', QT_TRANSLATE_NOOP("rootward", "confirmed")},
    {VerifyVerdict::Contradicted, u'✕', QT_TRANSLATE_NOOP("rootward", "contradicted")},
    {VerifyVerdict::Inconclusive, u'?', QT_TRANSLATE_NOOP("rootward", "inconclusive")},
};

const VerdictWords &wordsOf(VerifyVerdict verdict)
{
    return *std::ranges::find(verdictWords, verdict, &VerdictWords::verdict);
}

struct FoundWords {
    FoundBy by;
    const char *words;
};
constexpr FoundWords foundWords[] = {
    {FoundBy::Nothing, QT_TRANSLATE_NOOP("rootward", "%1 was not found in the guest")},
    {FoundBy::LikelyAddress, QT_TRANSLATE_NOOP("rootward", "%1 is %2, where it was expected")},
    {FoundBy::Port,
     QT_TRANSLATE_NOOP("rootward", "%1 is %2, found by its ids at the expected port")},
    {FoundBy::Ids, QT_TRANSLATE_NOOP("rootward", "%1 is %2, found by its ids")},
};

QString functionText(const VerifiedFunction &function)
{
    const auto row = std::ranges::find(foundWords, function.by, &FoundWords::by);
    QString line = tr(row->words)
                       .arg(function.sysfsdev.isEmpty() ? function.host.toString()
                                                        : printable(function.sysfsdev));
    if (function.guest)
        line = line.arg(function.guest->toString());
    if (function.parent)
        line += u", "_s + tr("below %1").arg(function.parent->toString());
    return line;
}

QString comparison(const Check &check)
{
    switch (check.result) {
    case CheckResult::Confirmed:
        return check.seen;
    case CheckResult::Contradicted:
        return tr("predicted %1, seen %2").arg(check.predicted, check.seen);
    case CheckResult::NotPredicted:
        return tr("seen %1, not predicted").arg(check.seen);
    case CheckResult::NotShown:
        break;
    }
    if (check.seen.isEmpty() && check.predicted.isEmpty())
        return tr("neither predicted nor shown");
    return check.seen.isEmpty() ? tr("predicted %1, not shown").arg(check.predicted)
                                : tr("predicted %1, seen %2").arg(check.predicted, check.seen);
}

QString checkText(const Check &check)
{
    QString line = u"    %1 %2 %3"_s.arg(resultGlyph(check.result))
                       .arg(factText(check.fact), -factColumn)
                       .arg(comparison(check));
    if (!check.note.isEmpty())
        line += u" ("_s + check.note + u')';
    if (check.evidence.line > 0)
        line += u"   "_s
            + tr("line %1: %2").arg(QString::number(check.evidence.line), check.evidence.text);
    return line + u'\n';
}

QString checksText(const VerifiedEntry &entry, int function)
{
    QString lines;
    for (const Check &check : entry.checks) {
        if (check.function == function)
            lines += checkText(check);
    }
    return lines;
}

QString entryText(const VerifiedEntry &entry)
{
    const VerdictWords &verdict = wordsOf(entry.verdict);
    QString lines = u"%1 %2  %3"_s.arg(verdict.glyph).arg(entry.source, printable(entry.value));
    if (!entry.title.isEmpty())
        lines += u"   "_s + (entry.letter.isEmpty() ? QString() : entry.letter + u"  "_s)
            + printable(entry.title);
    lines += u"\n  %1: %2\n"_s.arg(tr(verdict.words), entry.sentence);
    for (int i = 0; i < entry.functions.size(); ++i)
        lines += u"  "_s + functionText(entry.functions.at(i)) + u'\n' + checksText(entry, i);
    const QString port = checksText(entry, -1);
    if (!port.isEmpty())
        lines += u"  "_s + tr("the guest's root port") + u'\n' + port;
    return lines;
}

} // namespace

QString verifyText(const Plan &plan, const QString &hostLabel, const GuestCapture &guest,
                   const Verification &verification)
{
    QString lines = planHeading(plan, hostLabel)
        + tr("Seen    %1, %2 functions")
              .arg(printable(guest.capture.label))
              .arg(guest.capture.topology->size())
        + u'\n';
    for (const VerifiedEntry &entry : verification.entries)
        lines += u'\n' + entryText(entry);
    if (verification.entries.isEmpty())
        lines += u'\n' + tr("No card is passed to this VM.") + u'\n';
    return printableLines(lines);
}

} // namespace rootward
