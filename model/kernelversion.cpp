// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernelversion.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int everyPointReleaseUnknown = -1;

/// A stable series that took the new path walk, and the first release that has it.
struct BackportRow {
    int major;
    int minor;
    int firstPatch;
};

// docs/rules.md, "Which kernel has which rule".
constexpr std::array backports {
    BackportRow {7, 0, everyPointReleaseUnknown},
    BackportRow {6, 18, 33},
    BackportRow {6, 12, 91},
    BackportRow {6, 6, 141},
    BackportRow {6, 1, everyPointReleaseUnknown},
    BackportRow {5, 15, 209},
    BackportRow {5, 10, everyPointReleaseUnknown},
};

constexpr std::pair firstNewMainline {7, 1};
constexpr std::pair firstVfioReport {6, 5};

AtomicOpsRule plainRule(std::pair<int, int> series, int patch)
{
    if (series >= firstNewMainline)
        return AtomicOpsRule::New;
    const auto row = std::ranges::find_if(backports, [&](const BackportRow &candidate) {
        return std::pair(candidate.major, candidate.minor) == series;
    });
    if (row == backports.end() || patch == 0)
        return AtomicOpsRule::Old;
    if (row->firstPatch == everyPointReleaseUnknown)
        return AtomicOpsRule::Unknown;
    return patch >= row->firstPatch ? AtomicOpsRule::NewBackported : AtomicOpsRule::Old;
}

std::optional<KernelVersion> parseWord(QStringView text)
{
    for (const AtomicOpsRule rule :
         {AtomicOpsRule::Old, AtomicOpsRule::New, AtomicOpsRule::Unknown}) {
        if (text == ruleId(rule))
            return KernelVersion {{}, rule, true};
    }
    return std::nullopt;
}

} // namespace

QLatin1StringView ruleId(AtomicOpsRule rule)
{
    switch (rule) {
    case AtomicOpsRule::Old:
        return "old"_L1;
    case AtomicOpsRule::New:
    case AtomicOpsRule::NewBackported:
        return "new"_L1;
    case AtomicOpsRule::Unknown:
        break;
    }
    return "unknown"_L1;
}

std::optional<KernelVersion> KernelVersion::parse(QStringView text)
{
    if (const auto word = parseWord(text))
        return word;
    static const QRegularExpression pattern(
        uR"(\A([0-9]{1,4})\.([0-9]{1,4})(?:\.([0-9]{1,6}))?(?:-rc[0-9]{1,3})?([-+~_.][A-Za-z0-9._+~-]{0,120})?\z)"_s);
    const auto match = pattern.matchView(text);
    if (!match.hasMatch())
        return std::nullopt;
    const std::pair series {match.captured(1).toInt(), match.captured(2).toInt()};
    const bool fromDistribution = match.hasCaptured(4);

    KernelVersion kernel;
    kernel.version = text.toString();
    if (fromDistribution)
        kernel.rule = series >= firstNewMainline ? AtomicOpsRule::New : AtomicOpsRule::Unknown;
    else
        kernel.rule = plainRule(series, match.captured(3).toInt());
    if (series < firstVfioReport) {
        kernel.vfioReportsAtomics = fromDistribution ? std::nullopt : std::optional(false);
    }
    return kernel;
}

std::optional<QemuVersion> QemuVersion::parse(QStringView text)
{
    static const QRegularExpression pattern(
        uR"(\A([0-9]{1,4})\.([0-9]{1,4})(?:\.([0-9]{1,4}))?(?:[-+~][A-Za-z0-9._+~:-]{0,120})?\z)"_s);
    const auto match = pattern.matchView(text);
    if (!match.hasMatch())
        return std::nullopt;
    return QemuVersion {match.captured(1).toInt(), match.captured(2).toInt(),
                        match.captured(3).toInt()};
}

QString QemuVersion::toString() const
{
    const QString series = u"%1.%2"_s.arg(major).arg(minor);
    return patch == 0 ? series : u"%1.%2"_s.arg(series).arg(patch);
}

} // namespace rootward
