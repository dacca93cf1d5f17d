// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "planreport.h"

#include "treereport.h"

#include <QCoreApplication>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

QJsonValue boolOrNull(std::optional<bool> value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

QJsonObject answersJson(const PerWidth<Answer> &answers)
{
    return {{u"32"_s, QString(answerId(answers.w32))},
            {u"64"_s, QString(answerId(answers.w64))},
            {u"128"_s, QString(answerId(answers.w128))}};
}

/// hostPath where there is no host to ask: the same shape, unknown throughout.
QJsonObject hostPathJson(const Plan &plan, const FunctionOutcome &function)
{
    static const Topology empty;
    return pathJson(plan.host ? *plan.host : empty, function.vfio.hostPath);
}

QJsonObject driverJson(const DriverOutcome &driver)
{
    return {{u"name"_s, driver.name},
            {u"result"_s, QString(driverResultId(driver.result))},
            {u"reason"_s, QString(reasonId(driver.reason))},
            {u"messages"_s, QJsonArray::fromStringList(driver.messages)},
            {u"consequence"_s, driver.consequence}};
}

QJsonValue likelyAddress(const PlanOutcome &outcome, int node)
{
    if (node < 0 || !outcome.guestTree.at(node).likelyAddress)
        return {};
    return outcome.guestTree.at(node).likelyAddress->toShortString();
}

QJsonObject functionJson(const Plan &plan, const PlanOutcome &outcome,
                         const FunctionOutcome &function)
{
    return {{u"host"_s, function.host.toString()},
            {u"sysfsdev"_s, QJsonValue()},
            {u"qemuId"_s, function.qemuId},
            {u"bus"_s, function.bus},
            {u"addr"_s, function.addr},
            {u"multifunction"_s, function.multifunction},
            {u"visible"_s, boolOrNull(function.visible)},
            {u"capabilityVisible"_s, boolOrNull(function.capabilityVisible)},
            {u"guestType"_s, QString(portTypeId(function.guestType))},
            {u"likelyGuestAddress"_s, likelyAddress(outcome, function.guestNode)},
            {u"hostPath"_s, hostPathJson(plan, function)},
            {u"vfio"_s, answersJson(function.vfio.answer)},
            {u"driver"_s, driverJson(function.driver)}};
}

QJsonArray noticesJson(const QList<Notice> &notices, bool withStage)
{
    QJsonArray json;
    for (const Notice &notice : notices) {
        QJsonObject item {{u"id"_s, QString(reasonId(notice.reason))},
                          {u"index"_s, notice.index ? QJsonValue(*notice.index) : QJsonValue()},
                          {u"message"_s, notice.message}};
        if (withStage)
            item[u"stage"] = notice.stage;
        json.append(item);
    }
    return json;
}

QJsonValue portJson(const PlanOutcome &outcome, int node)
{
    if (node < 0)
        return {};
    const GuestNode &port = outcome.guestTree.at(node);
    return QJsonObject {
        {u"id"_s, port.id},
        {u"model"_s, port.model},
        {u"addr"_s, u"%1.%2"_s.arg(port.slot, 2, 16, QLatin1Char('0')).arg(port.function)}};
}

QJsonObject entryJson(const Plan &plan, const PlanOutcome &outcome, const EntryOutcome &entry)
{
    QJsonArray functions;
    for (const FunctionOutcome &function : entry.functions)
        functions.append(functionJson(plan, outcome, function));
    return {
        {u"index"_s, entry.index},
        {u"value"_s, entry.value},
        {u"source"_s, entry.source},
        {u"functions"_s, functions},
        {u"port"_s, portJson(outcome, entry.portNode)},
        {u"rootPort"_s, entry.rootPort ? QJsonValue(answersJson(*entry.rootPort)) : QJsonValue()},
        {u"reason"_s, entry.reason ? QJsonValue(QString(reasonId(*entry.reason))) : QJsonValue()},
        {u"verdict"_s, QString(entryVerdictId(entry.verdict))},
        {u"remedy"_s, QString(remedyId(entry.remedy))},
        {u"sentences"_s,
         QJsonObject {{u"host"_s, entry.sentences.host},
                      {u"guest"_s, entry.sentences.guest},
                      {u"remedy"_s, entry.sentences.remedy}}},
        {u"errors"_s, noticesJson(entry.errors, true)},
        {u"warnings"_s, noticesJson(entry.warnings, false)}};
}

QLatin1StringView osId(GuestOs os)
{
    switch (os) {
    case GuestOs::Linux:
        return "linux"_L1;
    case GuestOs::Windows:
        return "windows"_L1;
    default:
        return "other"_L1;
    }
}

QJsonObject guestJson(const Plan &plan)
{
    const GuestMachine &guest = plan.guest;
    return {{u"vmid"_s, guest.vmid ? QJsonValue(*guest.vmid) : QJsonValue()},
            {u"machine"_s, guest.machine.isEmpty() ? QJsonValue() : QJsonValue(guest.machine)},
            {u"os"_s,
             guest.os == GuestOs::Unknown ? QJsonValue() : QJsonValue(QString(osId(guest.os)))},
            {u"qemu"_s, guest.qemuVersion().toString()},
            {u"hostKernel"_s, kernelJson(plan.hostKernel)},
            {u"guestKernel"_s, kernelJson(guest.guestKernel)}};
}

QString kernelWords(const KernelVersion &kernel)
{
    const QString rule = QString(ruleId(kernel.rule));
    return kernel.version.isEmpty() ? Text::tr("kernel rule %1").arg(rule)
                                    : Text::tr("kernel %1 (rule %2)").arg(kernel.version, rule);
}

QString headText(const Plan &plan, const QString &hostLabel)
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
    const DriverOutcome &driver = entry.functions.at(entry.leading).driver;
    if (driver.result == DriverResult::NotApplicable)
        return {};
    QString lines;
    for (const QString &message : driver.messages)
        lines += u"  "_s + Text::tr("%1 will log \"%2\"").arg(driver.name, message) + u'\n';
    if (driver.messages.isEmpty())
        lines += u"  "_s + driver.name + u": "_s + reasonSentence(driver.reason) + u'\n';
    return lines;
}

QString entryText(const EntryOutcome &entry)
{
    QString lines = u"%1 %2  %3"_s.arg(entryGlyph(entry.verdict)).arg(entry.source, entry.value);
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
    int status = 0;
    for (const EntryOutcome &entry : outcome.entries) {
        switch (entry.verdict) {
        case EntryVerdict::NotOffered:
        case EntryVerdict::Invalid:
            return 1;
        case EntryVerdict::Inconclusive:
        case EntryVerdict::Unproven:
            status = 2;
            break;
        case EntryVerdict::Offered:
            break;
        }
    }
    return status;
}

QJsonObject planJson(const Plan &plan, const PlanOutcome &outcome)
{
    QJsonArray entries;
    for (const EntryOutcome &entry : outcome.entries)
        entries.append(entryJson(plan, outcome, entry));
    return {{u"schema"_s, u"rootward.plan/1"_s},
            {u"guest"_s, guestJson(plan)},
            {u"entries"_s, entries},
            {u"devices"_s, QJsonArray::fromStringList(outcome.devices)},
            {u"bridges"_s, QJsonArray::fromStringList(outcome.bridges)},
            {u"errors"_s, noticesJson(outcome.errors, true)},
            {u"warnings"_s, noticesJson(outcome.warnings, false)}};
}

QString planText(const Plan &plan, const PlanOutcome &outcome, const QString &hostLabel)
{
    QString lines = headText(plan, hostLabel);
    for (const EntryOutcome &entry : outcome.entries)
        lines += u'\n' + entryText(entry);
    if (outcome.entries.isEmpty())
        lines += u'\n' + Text::tr("No card is passed to this VM.") + u'\n';
    for (const Notice &error : outcome.errors)
        lines += u"\n✕ "_s + error.message + u'\n';
    for (const Notice &warning : outcome.warnings)
        lines += u"\n! "_s + warning.message + u'\n';
    return lines;
}

QString hostpciLines(const Plan &plan)
{
    QString lines;
    if (!plan.guest.machine.isEmpty())
        lines += u"machine: "_s + plan.guest.machine + u'\n';
    for (const PlanEntry &entry : plan.entries)
        lines += u"hostpci%1: %2\n"_s.arg(entry.index).arg(entry.value);
    return lines;
}

} // namespace rootward
