// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "capturegaps.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype mostSilent = 1000;

struct GapRow {
    ReadGap gap;
    Reason reason;
};

constexpr GapRow gapRows[] = {
    {ReadGap::AccessDenied, Reason::CaptureNoRoot},
    {ReadGap::OldLspci, Reason::CaptureOldLspci},
    {ReadGap::LowVerbosity, Reason::CaptureVerbosity},
    {ReadGap::NotPrinted, Reason::CaptureVerbosity},
};

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

CaptureProblem problemAt(const PciFunction &function, Reason reason, const QString &argument)
{
    return {.reason = reason,
            .line = function.lines.first,
            .source = function.lines.source,
            .address = std::nullopt,
            .message = reasonSentence(reason, {argument})};
}

bool leadsTo(const PciFunction &function, Reason reason)
{
    return std::ranges::any_of(gapRows, [&](const GapRow &row) {
        return row.gap == function.gap && row.reason == reason;
    });
}

/// A function that tells nothing by itself; an empty sentence for any other.
QString silence(const PciFunction &function)
{
    if (function.gap == ReadGap::BrokenDevice)
        return tr("%1 does not answer, every bit reads 1").arg(function.address.toString());
    if (function.gap == ReadGap::Damaged)
        return tr("the text about %1 is cut").arg(function.address.toString());
    return {};
}

} // namespace

QList<CaptureProblem> gapProblems(const QList<PciFunction> &functions)
{
    QList<CaptureProblem> problems;
    for (const Reason reason :
         {Reason::CaptureNoRoot, Reason::CaptureOldLspci, Reason::CaptureVerbosity}) {
        const auto leads = [reason](const PciFunction &f) { return leadsTo(f, reason); };
        const auto first = std::ranges::find_if(functions, leads);
        if (first == functions.end())
            continue;
        const auto count = std::ranges::count_if(functions, leads);
        problems.append(
            problemAt(*first, reason, tr("%1 of %2 functions").arg(count).arg(functions.size())));
    }
    qsizetype silent = 0;
    for (const PciFunction &function : functions) {
        const QString sentence = silence(function);
        if (sentence.isEmpty() || ++silent > mostSilent)
            continue;
        problems.append(problemAt(function, Reason::CaptureBadLine, sentence));
        problems.last().address = function.address;
    }
    return problems;
}

QString gapSentence(const PciFunction &function)
{
    const auto row = std::ranges::find(gapRows, function.gap, &GapRow::gap);
    return row == std::end(gapRows) ? silence(function)
                                    : reasonSentence(row->reason, {function.address.toString()});
}

QString collectAgainSentence()
{
    return tr("collect again as root: %1").arg(u"sudo lspci -vvv -nn -xxxx"_s);
}

} // namespace rootward
