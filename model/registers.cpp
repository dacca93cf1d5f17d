// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "registers.h"

#include "capturegaps.h"
#include "configspace.h"
#include "registerfields.h"

#include <QCoreApplication>

#include <utility>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("rootward", text);
}

/// Whose registers they are, and what is told besides them.
struct Sheet {
    const PciFunction &function;
    bool isGuest = false;
    QString driver; ///< the guest's, of a passed function
    bool isVirtual = false; ///< the host's function behind a guest's is a VF
};

bool hasSecondRegisters(const PciFunction &function)
{
    return !function.expressVersion || *function.expressVersion >= 2;
}

std::optional<quint32> rawValue(RegisterId id, const ExpressRegisters &registers)
{
    switch (id) {
    case RegisterId::ExpressCapabilities:
        return registers.capabilities;
    case RegisterId::DeviceCapabilities2:
        return registers.deviceCapabilities2;
    case RegisterId::DeviceControl2:
        break;
    }
    return registers.deviceControl2;
}

QString hexText(quint32 value, int digits)
{
    return u"0x"_s + QString::number(value, 16).rightJustified(digits, u'0');
}

QString operations(Field field)
{
    return field == Field::Completer32 ? tr("32-bit FetchAdd, Swap and CAS")
        : field == Field::Completer64  ? tr("64-bit FetchAdd, Swap and CAS")
                                       : tr("128-bit CAS");
}

QString readerText(FieldReader reader, const Sheet &sheet)
{
    switch (reader) {
    case FieldReader::KernelPath:
        return sheet.isGuest ? tr("the guest kernel's path rule") : tr("the kernel's path rule");
    case FieldReader::KernelPathAndQemu:
        return sheet.isGuest ? tr("the guest kernel's path rule")
                             : tr("the kernel's path rule, QEMU");
    case FieldReader::Vfio:
        return sheet.isGuest ? tr("vfio, on the host") : tr("vfio");
    case FieldReader::Nobody:
        break;
    }
    return tr("no rule");
}

QString typeMeaning(const PciFunction &function)
{
    switch (function.portType) {
    case PortType::RootPort:
        return tr("the rule asks which widths it completes, nothing else");
    case PortType::UpstreamPort:
        return tr("the rule asks whether it routes and whether it blocks egress");
    case PortType::DownstreamPort:
        return tr("the rule asks whether it routes, nothing else");
    case PortType::RcEventCollector:
        return tr("the rule is never asked for it");
    case PortType::PcieToPciBridge:
    case PortType::PciToPcieBridge:
        return tr("the rule passes through it unasked");
    case PortType::Unknown:
        return tr("a reserved type");
    default:
        return tr("the path to the root complex begins here");
    }
}

void decodeVersion(RegisterField &field, const PciFunction &function)
{
    if (!function.expressVersion) {
        field.effect = field.isRead ? FieldEffect::Unknown : FieldEffect::None;
        return;
    }
    field.value = FieldValue::Number;
    field.text = QString::number(*function.expressVersion);
    const bool second = hasSecondRegisters(function);
    field.meaning = second ? tr("has Device Capabilities 2 and Device Control 2")
                           : tr("has neither Device Capabilities 2 nor Device Control 2; Linux "
                                "reads both as 0");
    if (!second && field.isRead)
        field.effect = FieldEffect::Blocks;
}

void decodeType(RegisterField &field, const PciFunction &function)
{
    std::optional<quint32> code = field.bits;
    if (const auto known = expressTypeCode(function.portType); !code && known)
        code = static_cast<quint32>(*known);
    if (!code) {
        field.effect = FieldEffect::Unknown;
        return;
    }
    field.value = FieldValue::Number;
    const QString number = u"0x"_s + QString::number(*code, 16);
    field.text = function.portType == PortType::Unknown
        ? number
        : u"%1 (%2)"_s.arg(portTypeName(function.portType), number);
    field.meaning = typeMeaning(function);
}

void decodeNotApplicable(RegisterField &field, Field which, const Sheet &sheet)
{
    field.value = FieldValue::NotApplicable;
    field.text = tr("does not apply");
    field.rule = tr("no rule");
    field.isRead = false;
    const bool ofPhysical =
        which == Field::RequesterEnable && (sheet.function.isVirtual || sheet.isVirtual);
    field.meaning = ofPhysical
        ? tr("reserved in a virtual function: its physical function's counts")
        : tr("reserved on this port type");
    if (field.bits.value_or(0) != 0)
        field.meaning = tr("%1; it reads 1 all the same").arg(field.meaning);
}

void decodeBit(RegisterField &field, Field which, const Sheet &sheet)
{
    const FieldSense sense = fieldSense(which, sheet.function);
    std::optional<bool> bit = fieldBit(which, sheet.function);
    if (!bit && field.bits)
        bit = *field.bits != 0;
    const bool absent = !hasSecondRegisters(sheet.function)
        && (which == Field::AriSupported || which == Field::AriEnabled);
    if (absent)
        bit = false;
    if (!bit) {
        field.effect = sense.carries ? FieldEffect::Unknown : FieldEffect::None;
        return;
    }
    field.value = *bit ? FieldValue::Yes : FieldValue::No;
    field.text = *bit ? tr("yes") : tr("no");
    field.meaning = tr(*bit ? sense.yes : sense.no);
    if (field.meaning.contains(u"%1"))
        field.meaning = field.meaning.arg(operations(which));
    if (sense.carries)
        field.effect = *bit == *sense.carries ? FieldEffect::Carries : FieldEffect::Blocks;
}

/// The driver of a guest decides over Requester Enable, and some believe nothing else.
void addDriver(RegisterField &field, const Sheet &sheet)
{
    if (!sheet.isGuest || sheet.driver.isEmpty() || sheet.driver == "none"_L1)
        return;
    if (driverReadsRequester(sheet.driver)) {
        field.rule = tr("%1, which reads it back").arg(sheet.driver);
        field.isRead = true;
    }
    if (field.value == FieldValue::Yes)
        field.meaning = tr("%1 sets it once it is loaded").arg(sheet.driver);
    else if (field.value == FieldValue::No)
        field.meaning = tr("%1 leaves it at 0").arg(sheet.driver);
    else
        field.meaning = tr("%1 decides").arg(sheet.driver);
}

RegisterField decodeField(const FieldRow &row, const std::optional<quint32> &raw,
                          const Sheet &sheet)
{
    RegisterField field;
    field.high = row.high;
    field.low = row.low;
    field.name = tr(row.name);
    field.text = tr("unknown");
    field.meaning = tr("not in the capture");
    if (raw)
        field.bits = *raw >> row.low & ((1U << (row.high - row.low + 1)) - 1);
    const FieldSense sense = fieldSense(row.field, sheet.function);
    field.rule = readerText(sense.reader, sheet);
    field.isRead = sense.reader != FieldReader::Nobody;
    const bool ofVirtual = row.field == Field::RequesterEnable && sheet.isVirtual;
    if (!fieldApplies(row.field, sheet.function) || ofVirtual) {
        decodeNotApplicable(field, row.field, sheet);
    } else if (row.field == Field::CapabilityVersion) {
        decodeVersion(field, sheet.function);
    } else if (row.field == Field::DevicePortType) {
        decodeType(field, sheet.function);
    } else if (row.field == Field::InterruptMessage) {
        field.meaning = field.bits ? tr("which message the function's interrupts use")
                                   : tr("only the register's bytes tell it");
        field.value = field.bits ? FieldValue::Number : FieldValue::Unknown;
        field.text = field.bits ? QString::number(*field.bits) : field.text;
    } else {
        decodeBit(field, row.field, sheet);
        if (row.field == Field::RequesterEnable)
            addDriver(field, sheet);
    }
    return field;
}

/// Fields that the model does not follow are known from bytes alone.
bool isFollowed(Field field)
{
    return field == Field::CapabilityVersion || field == Field::DevicePortType
        || (field >= Field::Routing && field <= Field::Completer128)
        || field == Field::RequesterEnable || field == Field::EgressBlocking;
}

QString rawCause(RegisterId id, const PciFunction &function)
{
    if (id != RegisterId::ExpressCapabilities && !hasSecondRegisters(function))
        return reasonSentence(Reason::HostCapabilityV1, {function.address.toString()});
    const QString gap = gapSentence(function);
    return !gap.isEmpty() ? gap : tr("the capture has lspci's words alone; -xxxx adds the bytes");
}

FunctionRegister decodeRegister(const RegisterRow &row, const Sheet &sheet)
{
    const PciFunction &function = sheet.function;
    FunctionRegister decoded;
    decoded.id = row.id;
    decoded.name = tr(row.name);
    decoded.offset = row.offset;
    decoded.digits = row.digits;
    if (function.registers && !sheet.isGuest) {
        decoded.place = function.registers->offset + row.offset;
        decoded.raw = rawValue(row.id, *function.registers);
    }
    if (!decoded.raw)
        decoded.cause =
            sheet.isGuest ? tr("predicted: no guest was read") : rawCause(row.id, function);
    for (const FieldRow &field : fieldRows()) {
        if (field.id == row.id && (!sheet.isGuest || isFollowed(field.field)))
            decoded.fields.append(decodeField(field, decoded.raw, sheet));
    }
    return decoded;
}

bool saysNothing(const PciFunction &function)
{
    const AtomicOps nothing;
    return function.portType == PortType::Unknown && !function.expressVersion && !function.registers
        && function.atomicOps == nothing;
}

/// Another capture helps where the function was not at fault.
QString remedyFor(const PciFunction &function)
{
    const bool isHelped = function.gap != ReadGap::None && function.gap != ReadGap::BrokenDevice;
    return isHelped ? collectAgainSentence() : QString();
}

FunctionRegisters decodeSheet(const Sheet &sheet)
{
    FunctionRegisters decoded;
    decoded.predicted = sheet.isGuest;
    if (sheet.function.portType == PortType::Conventional) {
        decoded.note = reasonSentence(Reason::HostNotPcie, {sheet.function.address.toString()});
        return decoded;
    }
    if (!sheet.isGuest) {
        decoded.note = gapSentence(sheet.function);
        decoded.remedy = remedyFor(sheet.function);
    }
    if (saysNothing(sheet.function))
        return decoded;
    for (const RegisterRow &row : registerRows())
        decoded.registers.append(decodeRegister(row, sheet));
    return decoded;
}

const FunctionOutcome *passedFunction(const PlanOutcome &outcome, int node)
{
    for (const EntryOutcome &entry : outcome.entries) {
        for (const FunctionOutcome &function : entry.functions) {
            if (function.guestNode == node)
                return &function;
        }
    }
    return nullptr;
}

} // namespace

QString RegisterField::bitText() const
{
    return high == low ? QString::number(low) : u"%1:%2"_s.arg(high).arg(low);
}

QString FunctionRegister::rawText() const
{
    return raw ? hexText(*raw, digits) : tr("unknown");
}

QString FunctionRegister::placeText() const
{
    const QString inside = u"+%1h"_s.arg(offset, 2, 16, QLatin1Char('0'));
    return place ? tr("%1, at %2h").arg(inside, QString::number(*place, 16)) : inside;
}

FunctionRegisters hostRegisters(const PciFunction &function)
{
    return decodeSheet({.function = function, .driver = {}});
}

std::optional<PciFunction> guestFunctionOf(const PlanOutcome &outcome, int node)
{
    if (node < 0 || node >= outcome.guestIndex.size() || outcome.guestIndex.at(node) < 0)
        return std::nullopt;
    PciFunction function = outcome.guest->at(outcome.guestIndex.at(node));
    function.registers.reset();
    if (const FunctionOutcome *passed = passedFunction(outcome, node))
        function.atomicOps.requesterEnable = predictedRequester(passed->driver);
    return function;
}

FunctionRegisters guestRegisters(const Plan &plan, const PlanOutcome &outcome, int node)
{
    FunctionRegisters decoded;
    decoded.predicted = true;
    const FunctionOutcome *passed = passedFunction(outcome, node);
    const std::optional<PciFunction> function = guestFunctionOf(outcome, node);
    const QString place = passed ? passed->host.toShortString() : QString();
    if (!function) {
        const bool isNode = node >= 0 && node < outcome.guestTree.size();
        decoded.note = reasonSentence(Reason::GuestNotVisible,
                                      {passed       ? place
                                           : isNode ? outcome.guestTree.at(node).id
                                                    : tr("the device")});
        return decoded;
    }
    if (passed && passed->capabilityVisible == false) {
        decoded.note = reasonSentence(Reason::GuestHiddenCapability, {place});
        return decoded;
    }
    const bool isKnown = passed && plan.host && passed->hostIndex >= 0;
    const PciFunction *host = isKnown ? &plan.host->at(passed->hostIndex) : nullptr;
    decoded = decodeSheet({.function = *function,
                           .isGuest = true,
                           .driver = passed ? passed->driver.name : QString(),
                           .isVirtual = host && host->isVirtual});
    if (host && decoded.note.isEmpty()) {
        decoded.note = gapSentence(*host);
        decoded.remedy = remedyFor(*host);
    } else if (passed && !host) {
        decoded.note = reasonSentence(Reason::HostNotInCapture, {place});
    }
    return decoded;
}

} // namespace rootward
