// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "whylines.h"

#include "verdictstate.h"
#include "whereelse.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype mostPlaces = 5;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward::WhyPanel)
};

OutcomeLine sentence(HopState state, const QString &text, std::optional<Reason> reason = {},
                     std::optional<NodeRef> node = {})
{
    OutcomeLine line;
    line.state = state;
    line.text = text;
    line.reason = reason;
    line.node = std::move(node);
    return line;
}

/// The table's sentences are fragments in lower case.
QString capital(QString text)
{
    if (!text.isEmpty())
        text[0] = text.at(0).toUpper();
    return text;
}

QString widthNumber(Width width)
{
    return width == Width::W32 ? u"32"_s : width == Width::W64 ? u"64"_s : u"128"_s;
}

QString widthList(const QList<Width> &widths)
{
    QStringList numbers;
    for (const Width width : widths)
        numbers += widthNumber(width);
    return numbers.join(u", "_s);
}

QList<Width> widthsWith(const PciFunction &port, PathVerdict verdict)
{
    QList<Width> widths;
    for (const Width width : allWidths) {
        if (portVerdict(port, width) == verdict)
            widths += width;
    }
    return widths;
}

/// What stands between the card and the root complex, in its own words where nothing is wrong.
OutcomeLine portLine(const PciFunction &port)
{
    const QString place = port.address.toShortString();
    const NodeRef node = NodeRef::hostFunction(port.address);
    for (const Width width : {Width::W32, Width::W64}) {
        const QList<Reason> faults = portFaults(port, width);
        if (!faults.isEmpty())
            return sentence(hopState(portVerdict(port, width)),
                            capital(reasonSentence(faults.constFirst(), {place})),
                            faults.constFirst(), node);
    }
    if (port.portType == PortType::RootPort) {
        const QList<Width> widths = widthsWith(port, PathVerdict::Pass);
        return sentence(HopState::Carries,
                        Text::tr("Root port %1 completes %2 bit").arg(place, widthList(widths)), {},
                        node);
    }
    if (port.portType == PortType::UpstreamPort)
        return sentence(HopState::Carries,
                        Text::tr("Upstream port %1 routes, egress is not blocked").arg(place), {},
                        node);
    if (port.portType == PortType::DownstreamPort)
        return sentence(HopState::Carries, Text::tr("Downstream port %1 routes").arg(place), {},
                        node);
    return sentence(
        HopState::NotAsked,
        Text::tr("%1 %2 is passed through unasked").arg(portTypeName(port.portType), place), {},
        node);
}

bool says(const QList<OutcomeLine> &lines, Reason reason)
{
    return std::ranges::any_of(lines, [reason](const auto &line) { return line.reason == reason; });
}

QList<OutcomeLine> pathLines(const Topology &host, int index, const HostPath &path)
{
    QList<OutcomeLine> lines;
    for (qsizetype i = path.path.size() - 1; i > 0; --i) {
        const int hop = path.path.at(i);
        lines += hop < 0
            ? sentence(HopState::Unknown, Text::tr("Ports in between are not in the capture"),
                       Reason::HostNotInCapture)
            : portLine(host.at(hop));
    }
    const PathVerdict verdict =
        path.verdict.w32 == PathVerdict::Pass ? path.verdict.w64 : path.verdict.w32;
    if (path.reason != Reason::HostOk && !says(lines, path.reason)) {
        const PciAddress address = host.at(index).address;
        lines += sentence(hopState(verdict),
                          capital(reasonSentence(path.reason, {address.toShortString()})),
                          path.reason, NodeRef::hostFunction(address));
    }
    return lines;
}

/// What vfio reports to QEMU; where the host's path is the cause, that has been said above.
QList<OutcomeLine> vfioLines(const FunctionOutcome &function)
{
    const NodeRef node = NodeRef::hostFunction(function.host);
    const QString place = function.host.toShortString();
    QList<Width> reported;
    QList<Width> unknown;
    for (const Width width : allWidths) {
        if (function.vfio.answer[width] == Answer::Yes)
            reported += width;
        else if (function.vfio.answer[width] == Answer::Unknown)
            unknown += width;
    }
    const HopState state = hopState(function.vfio.answer);
    if (!reported.isEmpty() && state == HopState::Carries)
        return {sentence(state,
                         Text::tr("vfio reports %1 bit for %2").arg(widthList(reported), place), {},
                         node)};
    const Width deciding = function.vfio.answer.w32 == Answer::Yes ? Width::W64 : Width::W32;
    const Reason reason = function.vfio.reason[deciding];
    const bool ownReason = reason == Reason::VfioKernel || reason == Reason::VfioMediated
        || reason == Reason::VfioDeviceNotCompleter;
    if (ownReason)
        return {sentence(state, capital(reasonSentence(reason, {place})), reason, node)};
    const QString text = !unknown.isEmpty()
        ? Text::tr("What vfio reports for %1 is not known").arg(place)
        : Text::tr("vfio does not report 32 and 64 bit for %1").arg(place);
    return {sentence(state, text, {}, node)};
}

QString portName(const PlanOutcome &outcome, const EntryOutcome &entry,
                 const FunctionOutcome &function)
{
    if (entry.portNode < 0)
        return function.bus;
    const GuestNode &port = outcome.guestTree.at(entry.portNode);
    return u"%1 (%2.%3)"_s.arg(port.id).arg(port.slot, 2, 16, QLatin1Char('0')).arg(port.function);
}

OutcomeLine qemuLine(const PlanOutcome &outcome, const EntryOutcome &entry,
                     const FunctionOutcome &function)
{
    NodeRef node = NodeRef::guest(function.qemuId, function.host);
    if (entry.portNode >= 0)
        node = NodeRef::guest(outcome.guestTree.at(entry.portNode).id);
    const HopState state = function.qemu.reason == Reason::QemuOk ? hopState(function.qemu.port)
        : function.qemu.reason == Reason::QemuPlacementUnknown    ? HopState::Unknown
                                                                  : HopState::Blocks;
    const QString port = portName(outcome, entry, function);
    const QString decision = function.qemu.reason == Reason::QemuOk && state != HopState::Carries
        ? Text::tr("port %1 is given only what vfio reports").arg(port)
        : reasonSentence(function.qemu.reason, {port});
    return sentence(state, u"QEMU: "_s + decision, function.qemu.reason, node);
}

QList<OutcomeLine> driverLines(const FunctionOutcome &function)
{
    const DriverOutcome &driver = function.driver;
    if (driver.result == DriverResult::NotApplicable)
        return {};
    const NodeRef node = NodeRef::guest(function.qemuId, function.host);
    const HopState state = hopState(driver.result);
    QList<OutcomeLine> lines {
        sentence(HopState::NotAsked,
                 Text::tr("%1 asks for %2; without them: %3")
                     .arg(driver.name, driverNeeds(driver.name), driverConsequence(driver.name)),
                 {}, node)};
    lines += sentence(state,
                      u"%1: "_s.arg(driver.name)
                          + reasonSentence(driver.reason, {function.host.toShortString()}),
                      driver.reason, node);
    for (const QString &message : driver.messages)
        lines += sentence(state, Text::tr("%1 will log “%2”").arg(driver.name, message), {}, node);
    if (!driver.consequence.isEmpty())
        lines += sentence(state, capital(driver.consequence), {}, node);
    return lines;
}

void markFirstCause(QList<OutcomeLine> *lines, const EntryOutcome &entry)
{
    const auto marked = [&entry](const OutcomeLine &line) {
        return line.reason.has_value() && line.reason == entry.reason
            && line.state != HopState::Carries;
    };
    // On the host the hop nearest the function counts, and that stands last.
    const auto found = std::find_if(lines->rbegin(), lines->rend(), marked);
    if (found == lines->rend())
        return;
    found->firstCause = true;
    found->badge = remedyText(entry.remedy);
}

QList<OutcomeLine> noticeLines(const QList<Notice> &notices, HopState state)
{
    QList<OutcomeLine> lines;
    for (const Notice &notice : notices)
        lines += sentence(state, capital(notice.message), notice.reason);
    return lines;
}

} // namespace

QList<OutcomeLine> whyLines(const Plan &plan, const PlanOutcome &outcome, const EntryOutcome &entry,
                            int function)
{
    QList<OutcomeLine> lines = noticeLines(entry.errors, HopState::Blocks);
    const int chosen = function >= 0 ? function : entry.leading;
    if (chosen >= 0 && chosen < entry.functions.size()) {
        const FunctionOutcome &passed = entry.functions.at(chosen);
        if (plan.host && passed.hostIndex >= 0)
            lines += pathLines(*plan.host, passed.hostIndex, passed.vfio.hostPath);
        lines += vfioLines(passed);
        lines += qemuLine(outcome, entry, passed);
        lines += driverLines(passed);
    }
    markFirstCause(&lines, entry);
    if (entry.remedy != Remedy::Nothing && !entry.sentences.remedy.isEmpty()) {
        OutcomeLine remedy = sentence(HopState::NotAsked, entry.sentences.remedy);
        remedy.lead = Text::tr("What helps:");
        lines += remedy;
        for (const QString &place : whereElse(plan, entry, mostPlaces))
            lines += sentence(HopState::NotAsked, capital(place));
    }
    lines += noticeLines(entry.warnings, HopState::Unproven);
    for (OutcomeLine &line : lines)
        line.entry = entry.index;
    return lines;
}

QList<OutcomeLine> hostWhyLines(const Topology &host, int index, AtomicOpsRule rule)
{
    const PciFunction &function = host.at(index);
    if (!hasPathToRoot(function))
        return {portLine(function)};
    const HostPath path = atomicPath(host, index, rule);
    QList<OutcomeLine> lines = pathLines(host, index, path);
    if (path.reason == Reason::HostOk)
        lines += sentence(HopState::Carries,
                          reasonSentence(path.reason, {function.address.toShortString()}),
                          path.reason, NodeRef::hostFunction(function.address));
    return lines;
}

} // namespace rootward
