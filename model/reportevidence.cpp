// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "reportevidence.h"

#include "markdown.h"
#include "treereport.h"

#include <QCoreApplication>

#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

struct WidthName {
    Width width;
    QLatin1StringView name;
};
constexpr std::array widthNames {WidthName {Width::W32, "32bit"_L1},
                                 WidthName {Width::W64, "64bit"_L1},
                                 WidthName {Width::W128, "128bitCAS"_L1}};

QString bit(QLatin1StringView name, std::optional<bool> value)
{
    return name + (value ? (*value ? u'+' : u'-') : u'?');
}

/// The function's registers in lspci's words, with "?" for what was not read.
QString registerText(const PciFunction &function)
{
    const AtomicOps &ops = function.atomicOps;
    QStringList capability;
    QStringList control;
    if (appliesRouting(function))
        capability.append(bit("Routing"_L1, ops.routing));
    if (appliesCompleter(function)) {
        for (const WidthName &row : widthNames)
            capability.append(bit(row.name, ops.completer[row.width]));
    }
    if (appliesRequester(function))
        control.append(bit("ReqEn"_L1, ops.requesterEnable));
    if (appliesRouting(function))
        control.append(bit("EgressBlck"_L1, ops.egressBlocking));
    QStringList words;
    if (!capability.isEmpty())
        words.append("AtomicOpsCap: "_L1 + capability.join(u' '));
    if (!control.isEmpty())
        words.append("AtomicOpsCtl: "_L1 + control.join(u' '));
    return words.isEmpty() ? Text::tr("no PCI Express capability") : words.join(u", "_s);
}

QString linesText(const SourceLines &lines)
{
    if (lines.first <= 0)
        return Text::tr("not shown");
    return lines.last > lines.first ? u"%1-%2"_s.arg(lines.first).arg(lines.last)
                                    : QString::number(lines.first);
}

/// What the hop does with a request from below; the function itself only asks.
QString hopText(const PciFunction &function, bool isFunction)
{
    if (isFunction)
        return Text::tr("asks");
    PerWidth<PathVerdict> verdict;
    for (const Width width : allWidths)
        verdict[width] = portVerdict(function, width);
    const PathVerdict both = combinedVerdict(verdict);
    QStringList faults;
    for (const Width width : {Width::W32, Width::W64}) {
        for (const Reason fault : portFaults(function, width)) {
            if (const QString id = QString(reasonId(fault)); !faults.contains(id))
                faults.append(id);
        }
    }
    const QString glyph = verdictGlyph(both);
    return faults.isEmpty() ? glyph : glyph + u' ' + faults.join(u", "_s);
}

const GuestNode *nodeAt(const PlanOutcome &outcome, int index)
{
    return index < 0 ? nullptr : &outcome.guestTree.at(index);
}

QString lspciCommand(const PciAddress &address)
{
    return "sudo lspci -vvv -s "_L1 + address.toShortString();
}

QString requesterText(DriverResult result)
{
    switch (result) {
    case DriverResult::Available:
    case DriverResult::Unproven:
        return u"ReqEn+"_s;
    case DriverResult::Unavailable:
        return u"ReqEn-"_s;
    default:
        return {};
    }
}

/// The rows of one entry in the table of expected lines.
QString expectedRows(const PlanOutcome &outcome, const EntryOutcome &entry, QStringList &commands)
{
    QString rows;
    const GuestNode *port = nodeAt(outcome, entry.portNode);
    if (port && port->likelyAddress && entry.rootPort) {
        const QString command = lspciCommand(*port->likelyAddress);
        commands.append(command);
        rows += markdownRow(
            {entry.source, command, "AtomicOpsCap: Routing- "_L1 + completerBits(*entry.rootPort)});
    }
    if (entry.leading < 0)
        return rows;
    const FunctionOutcome &function = entry.functions.at(entry.leading);
    const GuestNode *card = nodeAt(outcome, function.guestNode);
    if (!card || !card->likelyAddress)
        return rows
            + markdownRow({entry.source, u"lspci"_s,
                           Text::tr("no line of this card: the guest does not find it")});
    const QString command = lspciCommand(*card->likelyAddress);
    commands.append(command);
    const QString requester = requesterText(function.driver.result);
    if (function.capabilityVisible == false)
        rows += markdownRow({entry.source, command, Text::tr("no Express capability")});
    else if (!requester.isEmpty())
        rows += markdownRow({entry.source, command, "AtomicOpsCtl: "_L1 + requester});
    for (const QString &message : function.driver.messages)
        rows += markdownRow({entry.source, u"dmesg"_s, message});
    if (function.driver.name == "amdgpu"_L1 && function.driver.result == DriverResult::Available) {
        rows += markdownRow(
            {entry.source, u"dmesg"_s, Text::tr("no line \"PCIE atomic ops is not supported\"")});
    }
    return rows;
}

} // namespace

QString completerBits(const PerWidth<Answer> &answers)
{
    QStringList words;
    for (const WidthName &row : widthNames) {
        const Answer answer = answers[row.width];
        words.append(
            bit(row.name,
                answer == Answer::Unknown ? std::nullopt : std::optional(answer == Answer::Yes)));
    }
    return words.join(u' ');
}

QString evidenceTable(const Plan &plan, const EntryOutcome &entry)
{
    if (!plan.host || entry.leading < 0)
        return {};
    const HostPath &path = entry.functions.at(entry.leading).vfio.hostPath;
    if (path.path.isEmpty())
        return {};
    QString text = markdownTableHead({Text::tr("Hop"), Text::tr("Type"), Text::tr("Registers"),
                                      Text::tr("32 and 64 bit"), Text::tr("Lines of the capture")});
    for (qsizetype i = 0; i < path.path.size(); ++i) {
        const int index = path.path.at(i);
        if (index < 0) {
            text += markdownRow({Text::tr("not in the capture"), {}, {}, u"?"_s, {}});
            continue;
        }
        const PciFunction &function = plan.host->at(index);
        text += markdownRow({function.address.toString(), portTypeName(function.portType),
                             registerText(function), hopText(function, i == 0),
                             linesText(function.lines)});
    }
    return text;
}

QString checkPart(const PlanOutcome &outcome)
{
    QStringList commands;
    QString rows;
    for (const EntryOutcome &entry : outcome.entries) {
        if (entry.errors.isEmpty())
            rows += expectedRows(outcome, entry, commands);
    }
    if (rows.isEmpty())
        return {};
    commands.append(u"sudo dmesg | grep -i atomic"_s);
    commands.removeDuplicates();
    return u"\n## "_s + Text::tr("How to check it in the guest") + u"\n\n"_s
        + Text::tr("The addresses are the likely ones: firmware may number the buses otherwise.")
        + u"\n\n"_s + markdownCode(commands, "sh"_L1) + u'\n'
        + markdownTableHead({Text::tr("Entry"), Text::tr("Command"), Text::tr("Line to expect")})
        + rows;
}

} // namespace rootward
