// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportformats.h"

#include "markdown.h"
#include "planreport.h"
#include "redaction.h"
#include "reportevidence.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

QString item(const QString &label, const QString &text)
{
    return u"- "_s + label + u": "_s + markdownText(text) + u'\n';
}

QString heading(const QString &text, int level = 2)
{
    return u'\n' + u"#"_s.repeated(level) + u' ' + markdownText(text) + u"\n\n"_s;
}

QString titleOf(const Plan &plan)
{
    if (plan.guest.vmid && !plan.guest.name.isEmpty())
        return Text::tr("AtomicOps of VM %1 (%2)").arg(*plan.guest.vmid).arg(plan.guest.name);
    if (plan.guest.vmid)
        return Text::tr("AtomicOps of VM %1").arg(*plan.guest.vmid);
    return Text::tr("AtomicOps of a planned VM");
}

QString kernelText(const KernelVersion &kernel)
{
    const QString rule = QString(ruleId(kernel.rule));
    if (kernel.version.isEmpty() && kernel.rule == AtomicOpsRule::Unknown)
        return Text::tr("not known: both rules are computed");
    return kernel.version.isEmpty() ? Text::tr("rule %1").arg(rule)
                                    : Text::tr("%1 (rule %2)").arg(kernel.version, rule);
}

QString hostPart(const ExportRequest &request)
{
    const Plan &plan = request.plan;
    QString text = heading(Text::tr("Host"));
    if (!plan.host)
        return text + item(Text::tr("Capture"), Text::tr("none: the host's side is not known"));
    text += item(Text::tr("Capture"), request.hostLabel);
    text += item(Text::tr("PCI functions"), QString::number(plan.host->size()));
    text += item(Text::tr("Kernel"), kernelText(plan.hostKernel));
    if (!plan.node.isEmpty())
        text += item(Text::tr("Node"), plan.node);
    if (plan.iommu)
        text += item(Text::tr("IOMMU"), *plan.iommu ? Text::tr("on") : Text::tr("off"));
    return text;
}

QString osText(GuestOs os)
{
    switch (os) {
    case GuestOs::Linux:
        return u"Linux"_s;
    case GuestOs::Windows:
        return u"Windows"_s;
    case GuestOs::Other:
        return Text::tr("another system");
    case GuestOs::Unknown:
        break;
    }
    return Text::tr("not known: answered as Linux");
}

QString guestPart(const Plan &plan)
{
    const GuestMachine &guest = plan.guest;
    QString text = heading(Text::tr("Guest"));
    text += item(Text::tr("Machine"),
                 guest.machine.isEmpty() ? Text::tr("none written") : guest.machine);
    text += item(Text::tr("System"), osText(guest.os));
    text += item(Text::tr("Kernel"), kernelText(guest.guestKernel));
    return text;
}

QString verdictText(EntryVerdict verdict)
{
    switch (verdict) {
    case EntryVerdict::Offered:
        return Text::tr("offered");
    case EntryVerdict::NotOffered:
        return Text::tr("not offered");
    case EntryVerdict::Unproven:
        return Text::tr("unproven");
    case EntryVerdict::Invalid:
        return Text::tr("invalid");
    case EntryVerdict::Inconclusive:
        break;
    }
    return Text::tr("not known");
}

QString cardText(const EntryOutcome &entry)
{
    return entry.letter.isEmpty() ? entry.title : entry.letter + u' ' + entry.title;
}

QString tablePart(const PlanOutcome &outcome)
{
    if (outcome.entries.isEmpty())
        return Text::tr("No card is passed to this VM.") + u'\n';
    QString text = markdownTableHead({Text::tr("Entry"), Text::tr("Value"), Text::tr("Card"),
                                      Text::tr("AtomicOps"), Text::tr("Guest root port")});
    for (const EntryOutcome &entry : outcome.entries) {
        text += markdownRow({entry.source, passedText(entry), cardText(entry),
                             entryGlyph(entry.verdict) + u' ' + verdictText(entry.verdict),
                             entry.rootPort ? completerBits(*entry.rootPort) : u"-"_s});
    }
    return text;
}

QString driverLines(const EntryOutcome &entry)
{
    if (entry.leading < 0)
        return {};
    const FunctionOutcome &function = entry.functions.at(entry.leading);
    const DriverOutcome &driver = function.driver;
    if (driver.result == DriverResult::NotApplicable)
        return {};
    QString text =
        item(Text::tr("Driver"),
             driver.name + u": "_s + reasonSentence(driver.reason, {function.host.toString()}));
    if (!driver.consequence.isEmpty())
        text += item(Text::tr("Consequence"), driver.consequence);
    return text;
}

QString entryPart(const Plan &plan, const EntryOutcome &entry)
{
    QString text = heading(entry.source + u": "_s + verdictText(entry.verdict), 3);
    for (const Notice &error : entry.errors)
        text += item(Text::tr("Error"), error.message);
    if (entry.verdict != EntryVerdict::Invalid) {
        text += item(Text::tr("Host"), entry.sentences.host);
        text += item(Text::tr("Guest"), entry.sentences.guest);
        text += driverLines(entry);
    }
    if (entry.remedy != Remedy::Nothing)
        text += item(Text::tr("What helps"), entry.sentences.remedy);
    for (const Notice &warning : entry.warnings)
        text += item(Text::tr("Warning"), warning.message);
    const QString evidence = evidenceTable(plan, entry);
    return evidence.isEmpty() ? text : text + u'\n' + evidence;
}

QString versionsPart(const Plan &plan)
{
    const QemuVersion qemu = plan.guest.qemuVersion();
    QString text = heading(Text::tr("Versions and rules"));
    text += item(u"QEMU"_s,
                 plan.guest.qemu ? qemu.toString()
                                 : Text::tr("%1 (the newest checked)").arg(qemu.toString()));
    text += item(Text::tr("Rules"),
                 Text::tr("QEMU's up to %1; Linux's before and after the change of 2026 (7.1)")
                     .arg(QemuVersion::newestChecked().toString()));
    if (const QString version = QCoreApplication::applicationVersion(); !version.isEmpty())
        text += item(u"Rootward"_s, version);
    return text
        + item(Text::tr("Nature"),
               Text::tr("a prediction from the capture and from source code, nothing was run"));
}

QString linesPart(const ExportRequest &request)
{
    QString text;
    if (!request.plan.layout && !request.plan.entries.isEmpty()) {
        text += heading(Text::tr("Lines of the VM's configuration"))
            + markdownCode(hostpciLines(request.plan).split(u'\n', Qt::SkipEmptyParts), "text"_L1);
    }
    const QStringList devices = request.outcome.bridges + request.outcome.devices;
    if (!devices.isEmpty())
        text += heading(Text::tr("QEMU's devices")) + markdownCode(devices, "text"_L1);
    return text;
}

QString noticesPart(const PlanOutcome &outcome)
{
    if (outcome.errors.isEmpty() && outcome.warnings.isEmpty())
        return {};
    QString text = heading(Text::tr("Errors and warnings of the plan"));
    for (const Notice &error : outcome.errors)
        text += item(Text::tr("Error"), error.message);
    for (const Notice &warning : outcome.warnings)
        text += item(Text::tr("Warning"), warning.message);
    return text;
}

QString applyPart(const Plan &plan)
{
    QString text = heading(Text::tr("How to apply it"));
    text += Text::tr("A change takes effect only after a full stop and start of the VM. A reboot "
                     "from inside the guest is not enough.")
        + u'\n';
    if (!plan.layout && plan.guest.vmid) {
        const QString vmid = QString::number(*plan.guest.vmid);
        text += u'\n' + markdownCode({u"qm shutdown "_s + vmid, u"qm start "_s + vmid}, "sh"_L1);
    }
    return text;
}

QString removedPart(const QStringList &removed, bool redacts)
{
    QString text = heading(Text::tr("Removed from this report"));
    if (!redacts)
        return text + Text::tr("Nothing: redaction was switched off.") + u'\n';
    if (removed.isEmpty())
        return text + Text::tr("Nothing had to be removed.") + u'\n';
    for (const QString &kind : removed)
        text += u"- "_s + kind + u'\n';
    return text;
}

QString reportText(const ExportRequest &request)
{
    QString text = u"# "_s + markdownText(titleOf(request.plan)) + u'\n';
    text += hostPart(request) + guestPart(request.plan);
    text += heading(Text::tr("Cards")) + tablePart(request.outcome);
    for (const EntryOutcome &entry : request.outcome.entries)
        text += entryPart(request.plan, entry);
    text += versionsPart(request.plan) + linesPart(request) + noticesPart(request.outcome);
    return text + applyPart(request.plan) + checkPart(request.outcome);
}

} // namespace

Result<QByteArray> writeReport(const ExportRequest &request)
{
    const bool redacts = request.redact.value_or(true);
    Redaction redaction = Redaction::of(request.plan, request.hostLabel);
    const QString text = reportText(redacts ? redaction.redacted(request) : request);
    return (text + removedPart(redaction.removed(), redacts)).toUtf8();
}

} // namespace rootward
