// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "planreport.h"

#include "printable.h"

#include "treereport.h"
#include "whereelse.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype mostPlaces = 3;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

QString kernelWords(const KernelVersion &kernel)
{
    const QString rule = QString(ruleId(kernel.rule));
    return kernel.version.isEmpty() ? Text::tr("kernel rule %1").arg(rule)
                                    : Text::tr("kernel %1 (rule %2)").arg(kernel.version, rule);
}

QChar hostGlyph(const EntryOutcome &entry)
{
    if (entry.leading < 0)
        return u'?';
    return verdictGlyph(combinedVerdict(entry.functions.at(entry.leading).vfio.hostPath.verdict));
}

QString driverText(const EntryOutcome &entry)
{
    if (entry.leading < 0)
        return {};
    const FunctionOutcome &function = entry.functions.at(entry.leading);
    const DriverOutcome &driver = function.driver;
    if (driver.result == DriverResult::NotApplicable)
        return {};
    QString lines;
    for (const QString &message : driver.messages)
        lines += u"  "_s + Text::tr("%1 will log \"%2\"").arg(driver.name, message) + u'\n';
    if (driver.messages.isEmpty())
        lines += u"  %1: %2\n"_s.arg(
            driver.name, reasonSentence(driver.reason, {function.host.toShortString()}));
    return lines;
}

QString entryText(const Plan &plan, const EntryOutcome &entry)
{
    QString lines =
        u"%1 %2  %3"_s.arg(entryGlyph(entry.verdict)).arg(entry.source, passedText(entry));
    if (!entry.title.isEmpty())
        lines +=
            u"   "_s + (entry.letter.isEmpty() ? QString() : entry.letter + u"  "_s) + entry.title;
    lines += u'\n';
    for (const Notice &error : entry.errors)
        lines += u"  ✕ "_s + error.message + u'\n';
    if (entry.verdict != EntryVerdict::Invalid) {
        lines += u"  host   "_s + hostGlyph(entry) + u' ' + entry.sentences.host + u'\n';
        lines +=
            u"  guest  "_s + answerGlyph(entry.rootPort) + u' ' + entry.sentences.guest + u'\n';
        lines += driverText(entry);
    }
    if (entry.remedy != Remedy::Nothing)
        lines += u"  → "_s + entry.sentences.remedy + u'\n';
    for (const QString &place : whereElse(plan, entry, mostPlaces))
        lines += u"    "_s + printable(place) + u'\n';
    for (const Notice &warning : entry.warnings)
        lines += u"  ! "_s + warning.message + u'\n';
    return lines;
}

} // namespace

QChar entryGlyph(EntryVerdict verdict)
{
    switch (verdict) {
    case EntryVerdict::Offered:
        return u'✓';
    case EntryVerdict::NotOffered:
    case EntryVerdict::Invalid:
        return u'✕';
    case EntryVerdict::Unproven:
        return u'!';
    case EntryVerdict::Inconclusive:
        break;
    }
    return u'?';
}

QChar answerGlyph(const std::optional<PerWidth<Answer>> &answer)
{
    if (!answer || answer->w32 == Answer::No || answer->w64 == Answer::No)
        return u'✕';
    return answer->w32 == Answer::Yes && answer->w64 == Answer::Yes ? u'✓' : u'?';
}

int planExitStatus(const PlanOutcome &outcome)
{
    int status = outcome.errors.isEmpty() ? 0 : 1;
    for (const EntryOutcome &entry : outcome.entries) {
        switch (entry.verdict) {
        case EntryVerdict::NotOffered:
        case EntryVerdict::Invalid:
            return 1;
        case EntryVerdict::Inconclusive:
        case EntryVerdict::Unproven:
            status = status == 1 ? 1 : 2;
            break;
        case EntryVerdict::Offered:
            break;
        }
    }
    return status;
}

QString planHeading(const Plan &plan, const QString &hostLabel)
{
    const GuestMachine &guest = plan.guest;
    QStringList words;
    if (guest.vmid)
        words += QString::number(*guest.vmid);
    words += guest.machine.isEmpty() ? Text::tr("no machine type") : guest.machine;
    words += guest.qemu ? Text::tr("QEMU %1").arg(guest.qemuVersion().toString())
                        : Text::tr("QEMU %1 (newest checked)").arg(guest.qemuVersion().toString());
    if (guest.guestKernel != KernelVersion())
        words += kernelWords(guest.guestKernel);
    return Text::tr("Host    %1, %2")
               .arg(hostLabel.isEmpty() ? Text::tr("not given") : hostLabel,
                    kernelWords(plan.hostKernel))
        + u'\n' + Text::tr("Guest   %1").arg(words.join(u", "_s)) + u'\n';
}

QString planText(const Plan &plan, const PlanOutcome &outcome, const QString &hostLabel)
{
    QString lines = planHeading(plan, hostLabel);
    for (const EntryOutcome &entry : outcome.entries)
        lines += u'\n' + entryText(plan, entry);
    if (outcome.entries.isEmpty())
        lines += u'\n'
            + Text::tr("No card is passed to this VM. Pass one: --set "
                       "'hostpci0=0000:0b:00.0,pcie=1'")
            + u'\n';
    for (const Notice &error : outcome.errors)
        lines += u"\n✕ "_s + error.message + u'\n';
    for (const Notice &warning : outcome.warnings)
        lines += u"\n! "_s + warning.message + u'\n';
    return printableLines(lines);
}

QString passedText(const EntryOutcome &entry)
{
    if (!entry.value.isEmpty())
        return printable(entry.value);
    QStringList functions;
    for (const FunctionOutcome &function : entry.functions)
        functions.append(function.sysfsdev.isEmpty() ? function.host.toString()
                                                     : printable(function.sysfsdev));
    return functions.join(u", "_s);
}

QString hostpciLines(const Plan &plan)
{
    QString lines;
    if (!plan.guest.machine.isEmpty())
        lines += u"machine: "_s + printable(plan.guest.machine) + u'\n';
    for (const PlanEntry &entry : plan.entries)
        lines +=
            u"hostpci%1: %2\n"_s.arg(entry.index).arg(printable(entry.value, entry.value.size()));
    return lines;
}

} // namespace rootward
