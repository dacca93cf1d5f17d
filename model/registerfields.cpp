// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "registerfields.h"

#include <QtGlobal>

#include <algorithm>
#include <iterator>

namespace rootward {

namespace {

using Reader = FieldReader;
using enum RegisterId;

constexpr RegisterRow registerTable[] = {
    {ExpressCapabilities, QT_TRANSLATE_NOOP("rootward", "PCI Express Capabilities"), 0x02, 4},
    {DeviceCapabilities2, QT_TRANSLATE_NOOP("rootward", "Device Capabilities 2"), 0x24, 8},
    {DeviceControl2, QT_TRANSLATE_NOOP("rootward", "Device Control 2"), 0x28, 4},
};

constexpr FieldRow fieldTable[] = {
    {Field::CapabilityVersion, ExpressCapabilities, 3, 0,
     QT_TRANSLATE_NOOP("rootward", "Capability Version")},
    {Field::DevicePortType, ExpressCapabilities, 7, 4,
     QT_TRANSLATE_NOOP("rootward", "Device/Port Type")},
    {Field::SlotImplemented, ExpressCapabilities, 8, 8,
     QT_TRANSLATE_NOOP("rootward", "Slot Implemented")},
    {Field::InterruptMessage, ExpressCapabilities, 13, 9,
     QT_TRANSLATE_NOOP("rootward", "Interrupt Message Number")},
    {Field::AriSupported, DeviceCapabilities2, 5, 5,
     QT_TRANSLATE_NOOP("rootward", "ARI Forwarding Supported")},
    {Field::Routing, DeviceCapabilities2, 6, 6,
     QT_TRANSLATE_NOOP("rootward", "AtomicOp Routing Supported")},
    {Field::Completer32, DeviceCapabilities2, 7, 7,
     QT_TRANSLATE_NOOP("rootward", "32-bit AtomicOp Completer Supported")},
    {Field::Completer64, DeviceCapabilities2, 8, 8,
     QT_TRANSLATE_NOOP("rootward", "64-bit AtomicOp Completer Supported")},
    {Field::Completer128, DeviceCapabilities2, 9, 9,
     QT_TRANSLATE_NOOP("rootward", "128-bit CAS Completer Supported")},
    {Field::AriEnabled, DeviceControl2, 5, 5,
     QT_TRANSLATE_NOOP("rootward", "ARI Forwarding Enable")},
    {Field::RequesterEnable, DeviceControl2, 6, 6,
     QT_TRANSLATE_NOOP("rootward", "AtomicOp Requester Enable")},
    {Field::EgressBlocking, DeviceControl2, 7, 7,
     QT_TRANSLATE_NOOP("rootward", "AtomicOp Egress Blocking")},
};

/// Sets of port types, as the rules tell them apart.
enum Kinds {
    EndpointKind = 1,
    RootKind = 2,
    UpstreamKind = 4,
    DownstreamKind = 8,
    OtherKind = 16, ///< bridges, event collectors
    UnknownKind = 32,
    EveryKind = 63,
};

int kindOf(const PciFunction &function)
{
    switch (function.portType) {
    case PortType::RootPort:
        return RootKind;
    case PortType::UpstreamPort:
        return UpstreamKind;
    case PortType::DownstreamPort:
        return DownstreamKind;
    case PortType::Unknown:
        return UnknownKind;
    default:
        return isEndpoint(function.portType) ? EndpointKind : OtherKind;
    }
}

struct SenseRow {
    Field field;
    int kinds;
    FieldSense sense;
};

constexpr const char *ariYes = QT_TRANSLATE_NOOP(
    "rootward", "requests reach functions numbered above 7 of the device below the port");
constexpr const char *ariNo = QT_TRANSLATE_NOOP(
    "rootward", "requests do not reach functions numbered above 7 of the device below the port");

// docs/rules.md: what the kernel's rule asks of which port, what vfio asks of the card itself. The
// first row that fits counts.
constexpr SenseRow senseTable[] = {
    {Field::CapabilityVersion, OtherKind, {}},
    {Field::CapabilityVersion, EveryKind, {Reader::KernelPath}},
    {Field::DevicePortType, EndpointKind | UnknownKind, {Reader::KernelPathAndQemu}},
    {Field::DevicePortType, EveryKind, {Reader::KernelPath}},
    {Field::SlotImplemented,
     EveryKind,
     {Reader::Nobody, QT_TRANSLATE_NOOP("rootward", "the port leads to a slot"),
      QT_TRANSLATE_NOOP("rootward", "the port leads to no slot")}},
    {Field::AriSupported, EveryKind, {Reader::Nobody, ariYes, ariNo}},
    {Field::AriEnabled, EveryKind, {Reader::Nobody, ariYes, ariNo}},
    {Field::Routing,
     UpstreamKind | DownstreamKind | UnknownKind,
     {Reader::KernelPath, QT_TRANSLATE_NOOP("rootward", "AtomicOps pass through this port"),
      QT_TRANSLATE_NOOP("rootward", "AtomicOps do not pass through this port"), true}},
    {Field::Routing,
     EveryKind,
     {Reader::Nobody,
      QT_TRANSLATE_NOOP("rootward",
                        "passes AtomicOps on to other root ports; those to memory do not need it"),
      QT_TRANSLATE_NOOP(
          "rootward",
          "passes no AtomicOps on to other root ports; those to memory do not need it")}},
    {Field::RequesterEnable,
     EveryKind,
     {Reader::Nobody,
      QT_TRANSLATE_NOOP("rootward", "may send AtomicOps now; whether it can, no register tells"),
      QT_TRANSLATE_NOOP("rootward",
                        "sends no AtomicOps now; whether it could, no register tells")}},
    {Field::EgressBlocking,
     UpstreamKind,
     {Reader::KernelPath,
      QT_TRANSLATE_NOOP("rootward", "AtomicOps that leave upwards through this port are blocked"),
      QT_TRANSLATE_NOOP("rootward",
                        "AtomicOps that leave upwards through this port are not blocked"),
      false}},
    {Field::EgressBlocking,
     EveryKind,
     {Reader::Nobody,
      QT_TRANSLATE_NOOP("rootward",
                        "AtomicOps that leave downwards, from another device, are blocked; those "
                        "to memory are not"),
      QT_TRANSLATE_NOOP("rootward",
                        "AtomicOps that leave downwards, from another device, are not blocked")}},
};

/// %1: the operations of the width.
constexpr FieldSense rootCompleter {
    Reader::KernelPath, QT_TRANSLATE_NOOP("rootward", "completes %1 in memory"),
    QT_TRANSLATE_NOOP("rootward", "does not complete %1 in memory"), true};
constexpr FieldSense cardCompleter {
    Reader::Vfio,
    QT_TRANSLATE_NOOP("rootward",
                      "answers %1 itself: vfio reports the width where the path carries it"),
    QT_TRANSLATE_NOOP("rootward", "does not answer %1 itself: vfio does not report the width"),
    true};
constexpr FieldSense ownCompleter {
    Reader::Nobody, QT_TRANSLATE_NOOP("rootward", "answers %1 that are meant for itself"),
    QT_TRANSLATE_NOOP("rootward", "answers no %1 that are meant for itself")};

FieldSense completerSense(Field field, const PciFunction &function)
{
    const int kind = kindOf(function);
    const bool isCard = (kind == EndpointKind || (kind == UnknownKind && !function.isBridge))
        && !function.isVirtual;
    FieldSense sense = kind == RootKind ? rootCompleter : isCard ? cardCompleter : ownCompleter;
    // No driver in the table needs 128 bit: it never decides a verdict.
    if (field == Field::Completer128)
        sense.carries.reset();
    return sense;
}

bool isCompleter(Field field)
{
    return field == Field::Completer32 || field == Field::Completer64
        || field == Field::Completer128;
}

} // namespace

std::span<const RegisterRow> registerRows()
{
    return registerTable;
}

std::span<const FieldRow> fieldRows()
{
    return fieldTable;
}

FieldSense fieldSense(Field field, const PciFunction &function)
{
    if (isCompleter(field))
        return completerSense(field, function);
    const int kind = kindOf(function);
    const auto row = std::ranges::find_if(senseTable, [&](const SenseRow &candidate) {
        return candidate.field == field && (candidate.kinds & kind) != 0;
    });
    return row == std::end(senseTable) ? FieldSense {} : row->sense;
}

bool fieldApplies(Field field, const PciFunction &function)
{
    const PortType type = function.portType;
    const bool mayBePort = type == PortType::Unknown && function.isBridge;
    const bool leadsDown = type == PortType::RootPort || type == PortType::DownstreamPort;
    switch (field) {
    case Field::SlotImplemented:
        return leadsDown || type == PortType::PciToPcieBridge || mayBePort;
    case Field::AriSupported:
    case Field::AriEnabled:
        return leadsDown || mayBePort;
    case Field::Routing:
    case Field::EgressBlocking:
        return appliesRouting(function);
    case Field::Completer32:
    case Field::Completer64:
    case Field::Completer128:
        return appliesCompleter(function);
    case Field::RequesterEnable:
        return appliesRequester(function);
    default:
        return true;
    }
}

std::optional<bool> fieldBit(Field field, const PciFunction &function)
{
    const AtomicOps &ops = function.atomicOps;
    switch (field) {
    case Field::Routing:
        return ops.routing;
    case Field::Completer32:
        return ops.completer.w32;
    case Field::Completer64:
        return ops.completer.w64;
    case Field::Completer128:
        return ops.completer.w128;
    case Field::RequesterEnable:
        return ops.requesterEnable;
    case Field::EgressBlocking:
        return ops.egressBlocking;
    default:
        return std::nullopt;
    }
}

} // namespace rootward
