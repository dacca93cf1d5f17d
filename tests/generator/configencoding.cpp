// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "syntheticfunction.h"

#include <QtEndian>

#include <algorithm>

namespace rootward {

namespace {

// Fixed places in the first 256 bytes; the Express capability ends at 0x64 + 0x3c at the latest.
constexpr int powerManagementAt = 0x50;
constexpr int bridgeExpressAt = 0x58;
constexpr int endpointExpressAt = 0x64;
constexpr int msiAt = 0xa0;
constexpr int subsystemAt = 0xc0;
// Fixed places in extended configuration space.
constexpr int errorReportingAt = 0x100;
constexpr int ariAt = 0x150;
constexpr int sriovAt = 0x160;

class Registers {
public:
    Registers() : m_bytes(4096, '\0') { }

    void byte(int offset, quint32 value) { m_bytes[offset] = static_cast<char>(value & 0xff); }
    void word(int offset, quint32 value)
    {
        qToLittleEndian(static_cast<quint16>(value), m_bytes.data() + offset);
    }
    void dword(int offset, quint64 value)
    {
        qToLittleEndian(static_cast<quint32>(value), m_bytes.data() + offset);
    }
    QByteArray first(int count) const { return m_bytes.first(count); }

private:
    QByteArray m_bytes;
};

constexpr quint32 bit(bool value, int position)
{
    return value ? 1u << position : 0u;
}

bool isPort(PortType type)
{
    return type == PortType::RootPort || type == PortType::UpstreamPort
        || type == PortType::DownstreamPort;
}

bool ownsSlot(PortType type)
{
    return type == PortType::RootPort || type == PortType::DownstreamPort;
}

void writeBars(Registers &registers, const SyntheticFunction &function)
{
    int offset = 0x10;
    const int end = function.isBridge ? 0x18 : 0x28;
    for (const SyntheticBar &bar : function.bars) {
        const bool wide = bar.kind == SyntheticBar::Kind::Memory64
            || bar.kind == SyntheticBar::Kind::Prefetchable64;
        Q_ASSERT(offset + (wide ? 8 : 4) <= end);
        switch (bar.kind) {
        case SyntheticBar::Kind::Memory32:
            registers.dword(offset, bar.base);
            break;
        case SyntheticBar::Kind::Memory64:
            registers.dword(offset, bar.base | 0x4);
            break;
        case SyntheticBar::Kind::Prefetchable64:
            registers.dword(offset, bar.base | 0xc);
            break;
        case SyntheticBar::Kind::Io:
            registers.dword(offset, bar.base | 0x1);
            break;
        }
        if (wide)
            registers.dword(offset + 4, bar.base >> 32);
        offset += wide ? 8 : 4;
    }
    Q_UNUSED(end)
}

void writeBridge(Registers &registers, const SyntheticFunction &function)
{
    registers.byte(0x18, function.isConfigured ? function.address.bus : 0u);
    registers.byte(0x19, function.buses.secondary);
    registers.byte(0x1a, function.buses.subordinate);

    const SyntheticWindow &io = function.ioWindow;
    registers.byte(0x1c, io.isOpen() ? (io.first >> 8 & 0xf0) | 1u : 0xf1u);
    registers.byte(0x1d, io.isOpen() ? (io.last >> 8 & 0xf0) | 1u : 0x01u);
    const SyntheticWindow &memory = function.memoryWindow;
    registers.word(0x20, memory.isOpen() ? memory.first >> 16 & 0xfff0 : 0xfff0u);
    registers.word(0x22, memory.isOpen() ? memory.last >> 16 & 0xfff0 : 0u);
    const SyntheticWindow &prefetchable = function.prefetchableWindow;
    registers.word(0x24,
                   (prefetchable.isOpen() ? prefetchable.first >> 16 & 0xfff0 : 0xfff0u) | 1u);
    registers.word(0x26, (prefetchable.isOpen() ? prefetchable.last >> 16 & 0xfff0 : 0u) | 1u);
    registers.dword(0x28, prefetchable.isOpen() ? prefetchable.first >> 32 : 0u);
    registers.dword(0x2c, prefetchable.isOpen() ? prefetchable.last >> 32 : 0u);
}

void writeHeader(Registers &registers, const SyntheticFunction &function)
{
    registers.word(0x00, function.idsReadAllOnes ? 0xffffu : function.vendor);
    registers.word(0x02, function.idsReadAllOnes ? 0xffffu : function.device);
    const bool hasIo = function.ioWindow.isOpen()
        || std::ranges::any_of(function.bars, [](const SyntheticBar &bar) {
                           return bar.kind == SyntheticBar::Kind::Io;
                       });
    const bool decodes = function.isBridge || !function.bars.isEmpty();
    registers.word(0x04,
                   bit(hasIo, 0) | bit(decodes, 1) | bit(decodes || function.isVirtual, 2)
                       | bit(function.interruptLine == 0 && function.isExpress(), 10));
    registers.word(0x06, bit(function.hasCapabilityList, 4));
    registers.byte(0x08, function.revision);
    registers.byte(0x09, function.classCode & 0xff);
    registers.word(0x0a, function.classCode >> 8);
    registers.byte(0x0c, decodes ? 0x10u : 0u); // cache line of 64 bytes
    registers.byte(0x0e, bit(function.isBridge, 0) | bit(function.multifunction, 7));
    writeBars(registers, function);
    if (function.isBridge) {
        writeBridge(registers, function);
    } else {
        registers.word(0x2c, function.subsystemVendor);
        registers.word(0x2e, function.subsystemDevice);
    }
    registers.byte(0x34, function.hasCapabilityList ? powerManagementAt : 0u);
    if (function.interruptLine != 0) {
        registers.byte(0x3c, static_cast<quint32>(function.interruptLine));
        registers.byte(0x3d, 1u + function.address.function % 4u);
    }
}

void writeLink(Registers &registers, int at, const SyntheticFunction &function)
{
    const auto value = [](int number) { return static_cast<quint32>(number); };
    const SyntheticLink &link = function.link;
    registers.dword(at + 0x0c,
                    value(link.maxSpeed) | value(link.maxWidth) << 4 | 1u << 11 | 1u << 18
                        | 1u << 22);
    registers.word(at + 0x10, 0x40); // common clock
    registers.word(at + 0x12,
                   value(link.speed) | value(link.width) << 4 | 1u << 12
                       | bit(ownsSlot(function.portType), 13));
    if (function.expressVersion >= 2) {
        registers.dword(at + 0x2c, (1u << (link.maxSpeed + 1)) - 2u);
        registers.word(at + 0x30, value(link.maxSpeed));
    }
}

quint32 deviceCapabilities2(const SyntheticFunction &function)
{
    const SyntheticAtomicOps &atomics = function.atomicOps;
    return 0x12u | bit(ownsSlot(function.portType), 5) | bit(atomics.routing, 6)
        | bit(atomics.completer.w32, 7) | bit(atomics.completer.w64, 8)
        | bit(atomics.completer.w128, 9);
}

void writeExpress(Registers &registers, int at, const SyntheticFunction &function)
{
    const PortType type = function.portType;
    const bool slot = ownsSlot(type) && function.physicalSlot > 0;
    registers.byte(at, 0x10);
    registers.byte(at + 1, msiAt);
    registers.word(at + 2,
                   static_cast<quint32>(function.expressVersion)
                       | static_cast<quint32>(portTypeCode(type)) << 4 | bit(slot, 8));
    registers.dword(at + 4, 0x1u | bit(!isPort(type), 5) | 1u << 15);
    registers.word(at + 8, 0x2810u | bit(!isPort(type), 8));
    if (function.hasLink)
        writeLink(registers, at, function);
    if (slot) {
        registers.dword(at + 0x14, static_cast<quint32>(function.physicalSlot) << 19);
        registers.word(at + 0x18, 0x01c0); // attention indicator off, power indicator on
        registers.word(at + 0x1a, bit(function.slotOccupied, 6));
    }
    if (function.expressVersion < 2)
        return;
    registers.dword(at + 0x24, deviceCapabilities2(function));
    // A VF has no Requester Enable of its own; its PF's applies.
    registers.word(at + 0x28,
                   bit(function.atomicOps.requesterEnable && !function.isVirtual, 6)
                       | bit(function.atomicOps.egressBlocking, 7));
}

void writeCapabilities(Registers &registers, const SyntheticFunction &function)
{
    const int express = function.expressOffset != 0 ? function.expressOffset
        : function.isBridge                         ? bridgeExpressAt
                                                    : endpointExpressAt;
    Q_ASSERT(express >= bridgeExpressAt && express <= endpointExpressAt);

    registers.byte(powerManagementAt, 0x01);
    registers.byte(powerManagementAt + 1,
                   function.isExpress() ? static_cast<quint32>(express) : 0u);
    registers.word(powerManagementAt + 2, function.isExpress() ? 0xc803u : 0x0002u);
    registers.word(powerManagementAt + 4, 0x0008); // NoSoftRst
    if (!function.isExpress())
        return;
    writeExpress(registers, express, function);

    registers.byte(msiAt, 0x05);
    registers.byte(msiAt + 1, function.isBridge ? subsystemAt : 0u);
    registers.word(msiAt + 2, 0x0080 | bit(!function.driver.isEmpty(), 0));
    if (!function.driver.isEmpty())
        registers.dword(msiAt + 4, 0xfee00000);
    if (function.isBridge) {
        registers.byte(subsystemAt, 0x0d);
        registers.word(subsystemAt + 4, function.subsystemVendor);
        registers.word(subsystemAt + 6, function.subsystemDevice);
    }
}

void writeSriov(Registers &registers, const SyntheticFunction &function)
{
    const auto value = [](int number) { return static_cast<quint32>(number); };
    const Sriov &sriov = *function.sriov;
    registers.dword(sriovAt, 0x0010u | 1u << 16);
    registers.word(sriovAt + 0x08, sriov.vfCount > 0 ? 0x0009u : 0u); // VF Enable, Memory Space
    const quint32 total = value(std::max(sriov.vfCount, 8));
    registers.word(sriovAt + 0x0c, total);
    registers.word(sriovAt + 0x0e, total);
    registers.word(sriovAt + 0x10, value(sriov.vfCount));
    registers.byte(sriovAt + 0x12, function.address.function);
    registers.word(sriovAt + 0x14, value(sriov.offset));
    registers.word(sriovAt + 0x16, value(sriov.stride));
    registers.word(sriovAt + 0x1a, sriov.vfDevice);
    registers.dword(sriovAt + 0x1c, 0x553);
    registers.dword(sriovAt + 0x20, 0x1);
}

void writeExtended(Registers &registers, const SyntheticFunction &function)
{
    const bool needsAri = function.sriov.has_value() || function.isVirtual;
    registers.dword(errorReportingAt,
                    0x0001u | 2u << 16 | static_cast<quint32>(needsAri ? ariAt : 0) << 20);
    registers.dword(errorReportingAt + 0x0c, 0x00462030); // severities of a reset function
    registers.dword(errorReportingAt + 0x14, 0x00006000);
    if (!needsAri)
        return;
    registers.dword(ariAt,
                    0x000eu | 1u << 16 | static_cast<quint32>(function.sriov ? sriovAt : 0) << 20);
    if (function.sriov)
        writeSriov(registers, function);
}

} // namespace

int portTypeCode(PortType type)
{
    switch (type) {
    case PortType::Endpoint:
        return 0x0;
    case PortType::LegacyEndpoint:
        return 0x1;
    case PortType::RootPort:
        return 0x4;
    case PortType::UpstreamPort:
        return 0x5;
    case PortType::DownstreamPort:
        return 0x6;
    case PortType::PcieToPciBridge:
        return 0x7;
    case PortType::PciToPcieBridge:
        return 0x8;
    case PortType::RcIntegratedEndpoint:
        return 0x9;
    case PortType::RcEventCollector:
        return 0xa;
    case PortType::Conventional:
    case PortType::Unknown:
        break;
    }
    Q_UNREACHABLE_RETURN(0xf);
}

QByteArray configSpace(const SyntheticFunction &function, int bytes)
{
    Q_ASSERT(bytes == 64 || bytes == 256 || bytes == 4096);
    Registers registers;
    writeHeader(registers, function);
    if (function.hasCapabilityList)
        writeCapabilities(registers, function);
    if (function.isExpress() && function.extendedCapabilities)
        writeExtended(registers, function);
    return registers.first(bytes);
}

} // namespace rootward
