// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernelevidence.h"

#include "atomicpath.h"

#include <QCoreApplication>
#include <QSet>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

/// The function that the line names by its address, else those that it names by their ids.
QList<int> functionsOf(const Topology &host, const DriverLine &line)
{
    if (line.address) {
        const int index = host.indexOf(*line.address);
        return index < 0 ? QList<int>() : QList {index};
    }
    QList<int> found;
    for (int i = 0; line.vendor && line.device && i < host.size(); ++i) {
        if (host.at(i).vendor == line.vendor && host.at(i).device == line.device)
            found.append(i);
    }
    return found;
}

/// By either rule, for both widths: Fail, Pass, else Unknown.
PathVerdict sureVerdict(const Topology &host, int function)
{
    bool failed = false;
    bool passed = true;
    for (const AtomicOpsRule rule : {AtomicOpsRule::Old, AtomicOpsRule::New}) {
        const HostPath path = atomicPath(host, function, rule);
        bool fails = false;
        for (const Width width : decidingWidths) {
            fails = fails || path.verdict[width] == PathVerdict::Fail;
            passed = passed && path.verdict[width] == PathVerdict::Pass;
        }
        failed = rule == AtomicOpsRule::Old ? fails : failed && fails;
    }
    return failed ? PathVerdict::Fail : passed ? PathVerdict::Pass : PathVerdict::Unknown;
}

QString judgement(PathVerdict verdict)
{
    switch (verdict) {
    case PathVerdict::Fail:
        return tr("the registers on the way from %1 confirm it");
    case PathVerdict::Pass:
        return tr("the registers on the way from %1 contradict it");
    default:
        return tr("the registers on the way from %1 are not all in the capture");
    }
}

} // namespace

QList<CaptureProblem> kernelEvidence(const Topology &host, const QList<DriverLine> &lines)
{
    QList<CaptureProblem> problems;
    QSet<int> told;
    for (const DriverLine &line : lines) {
        for (const int function : functionsOf(host, line)) {
            if (told.contains(function))
                continue;
            told.insert(function);
            const PathVerdict verdict = sureVerdict(host, function);
            const PciAddress address = host.at(function).address;
            const QString sentence =
                u"\"%1\"; "_s.arg(line.message) + judgement(verdict).arg(address.toString());
            problems.append({.severity = verdict == PathVerdict::Pass
                                 ? CaptureProblem::Severity::Warning
                                 : CaptureProblem::Severity::Info,
                             .reason = Reason::CaptureKernelMessage,
                             .line = line.evidence.line,
                             .address = address,
                             .message = reasonSentence(Reason::CaptureKernelMessage, {sentence})});
        }
    }
    return problems;
}

} // namespace rootward
