// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "configspace.h"

#include <algorithm>
#include <bitset>
#include <iterator>

namespace rootward {

namespace {

constexpr int standardHeaderSize = 64;
constexpr int conventionalSize = 256;
constexpr int extendedSize = 4096;

constexpr quint8 expressCapability = 0x10;
constexpr quint8 bridgeSubsystemCapability = 0x0d;
constexpr quint16 sriovCapability = 0x0010;

constexpr int normalHeader = 0;
constexpr int bridgeHeader = 1;
constexpr int cardbusHeader = 2;
constexpr int absentHeader = 0x7f; // what a function that answers all ones reads as

struct PortTypeCode {
    int code;
    PortType type;
};

constexpr PortTypeCode portTypeCodes[] = {
    {0x0, PortType::Endpoint},         {0x1, PortType::LegacyEndpoint},
    {0x4, PortType::RootPort},         {0x5, PortType::UpstreamPort},
    {0x6, PortType::DownstreamPort},   {0x7, PortType::PcieToPciBridge},
    {0x8, PortType::PciToPcieBridge},  {0x9, PortType::RcIntegratedEndpoint},
    {0xa, PortType::RcEventCollector},
};

PortType portTypeOf(int code)
{
    const auto found = std::ranges::find(portTypeCodes, code, &PortTypeCode::code);
    return found != std::end(portTypeCodes) ? found->type : PortType::Unknown;
}

double linkSpeed(int code)
{
    constexpr double speeds[] = {0, 2.5, 5, 8, 16, 32, 64};
    return code < std::ssize(speeds) ? speeds[code] : 0;
}

std::optional<bool> bit(std::optional<quint32> value, int number)
{
    if (!value)
        return std::nullopt;
    return (*value >> number & 1) != 0;
}

/// Where the walk through the capability list ended.
struct Walk {
    std::optional<int> found;
    bool complete = false; ///< the end of the list was seen, so absence is known
};

Walk walkCapabilities(const ConfigSpace &space, int start, int wanted)
{
    std::bitset<conventionalSize> seen;
    int offset = start;
    while (true) {
        offset &= ~3;
        if (offset < standardHeaderSize || seen[static_cast<size_t>(offset)])
            return {std::nullopt, true};
        seen.set(static_cast<size_t>(offset));
        const auto entry = space.word(offset);
        if (!entry)
            return {std::nullopt, false};
        const int id = *entry & 0xff;
        if (id == wanted)
            return {offset, true};
        if (id == 0xff)
            return {std::nullopt, true};
        offset = *entry >> 8;
    }
}

} // namespace

std::optional<int> expressTypeCode(PortType type)
{
    const auto found = std::ranges::find(portTypeCodes, type, &PortTypeCode::type);
    return found != std::end(portTypeCodes) ? std::optional(found->code) : std::nullopt;
}

std::optional<quint8> ConfigSpace::byte(int offset) const
{
    if (offset < 0 || offset >= m_bytes.size() || offset >= extendedSize)
        return std::nullopt;
    return static_cast<quint8>(m_bytes[offset]);
}

std::optional<quint16> ConfigSpace::word(int offset) const
{
    const auto low = byte(offset);
    const auto high = byte(offset + 1);
    if (!low || !high)
        return std::nullopt;
    return static_cast<quint16>(*low | *high << 8);
}

std::optional<quint32> ConfigSpace::dword(int offset) const
{
    const auto low = word(offset);
    const auto high = word(offset + 2);
    if (!low || !high)
        return std::nullopt;
    return *low | static_cast<quint32>(*high) << 16;
}

int ConfigSpace::headerType() const
{
    return byte(0x0e).value_or(absentHeader) & 0x7f;
}

std::optional<int> ConfigSpace::capability(quint8 id) const
{
    constexpr int capabilityListBit = 4;
    if (bit(word(0x06), capabilityListBit) != true)
        return std::nullopt;
    const auto start = byte(headerType() == cardbusHeader ? 0x14 : 0x34);
    return start ? walkCapabilities(*this, *start, id).found : std::nullopt;
}

bool ConfigSpace::capabilityListReadable() const
{
    constexpr int capabilityListBit = 4;
    constexpr int noSuchId = -1;
    const auto hasList = bit(word(0x06), capabilityListBit);
    const auto start = byte(headerType() == cardbusHeader ? 0x14 : 0x34);
    if (!hasList || !start)
        return false;
    return !*hasList || walkCapabilities(*this, *start, noSuchId).complete;
}

std::optional<int> ConfigSpace::extendedCapability(quint16 id) const
{
    std::bitset<extendedSize> seen;
    int offset = conventionalSize;
    while (offset >= conventionalSize && !seen[static_cast<size_t>(offset)]) {
        seen.set(static_cast<size_t>(offset));
        const auto header = dword(offset);
        if (!header || *header == 0 || *header == 0xffffffff)
            return std::nullopt;
        if ((*header & 0xffff) == id)
            return offset;
        offset = static_cast<int>(*header >> 20) & ~3;
    }
    return std::nullopt;
}

void ConfigSpace::decode(PciFunction &function) const
{
    if (headerType() == absentHeader) {
        function.portType = PortType::Unknown;
        function.gap = m_bytes.size() > 0x0e ? ReadGap::BrokenDevice : ReadGap::Damaged;
        return;
    }
    decodeHeader(function);
    decodeSubsystem(function);
    decodeSriov(function);
    if (const auto express = capability(expressCapability)) {
        decodeExpress(function, *express);
    } else if (capabilityListReadable()) {
        function.portType = PortType::Conventional;
        function.gap = ReadGap::None;
    } else {
        function.portType = PortType::Unknown;
        function.gap =
            m_bytes.size() <= standardHeaderSize ? ReadGap::AccessDenied : ReadGap::Damaged;
    }
}

void ConfigSpace::decodeHeader(PciFunction &function) const
{
    const auto vendor = word(0x00);
    const auto device = word(0x02);
    if (vendor != 0xffff) {
        function.vendor = vendor;
        function.device = device;
    }
    if (const auto classCode = word(0x0a))
        function.classCode = classCode;
    function.multifunction = bit(byte(0x0e), 7);
    const int type = headerType();
    function.isBridge = type == bridgeHeader || type == cardbusHeader;
    if (!function.isBridge)
        return;
    const auto secondary = byte(0x19);
    const auto subordinate = byte(0x1a);
    if (secondary && subordinate)
        function.buses = BusRange {*secondary, *subordinate};
}

void ConfigSpace::decodeSubsystem(PciFunction &function) const
{
    std::optional<int> offset;
    if (headerType() == normalHeader)
        offset = 0x2c;
    else if (headerType() == cardbusHeader)
        offset = 0x40;
    else if (const auto found = capability(bridgeSubsystemCapability))
        offset = *found + 4;
    const auto vendor = offset ? word(*offset) : std::nullopt;
    const auto device = offset ? word(*offset + 2) : std::nullopt;
    if (!vendor || !device || *vendor == 0 || *vendor == 0xffff)
        return;
    function.subsystemVendor = vendor;
    function.subsystemDevice = device;
}

void ConfigSpace::decodeExpress(PciFunction &function, int offset) const
{
    const auto flags = word(offset + 0x02);
    if (!flags) {
        function.portType = PortType::Unknown;
        function.gap = ReadGap::Damaged;
        return;
    }
    function.expressVersion = *flags & 0xf;
    function.portType = portTypeOf(*flags >> 4 & 0xf);
    function.gap = ReadGap::None;
    decodeLink(function, offset);

    // Version 1 has neither register; the kernel reads both as 0.
    const bool second = *function.expressVersion >= 2;
    const auto capabilities = second ? dword(offset + 0x24) : 0;
    const std::optional<quint32> control = second ? word(offset + 0x28) : 0;
    function.registers = ExpressRegisters {.offset = offset, .capabilities = *flags};
    if (second) {
        function.registers->deviceCapabilities2 = capabilities;
        function.registers->deviceControl2 = word(offset + 0x28);
    }
    if (!capabilities || !control)
        function.gap = ReadGap::Damaged;
    AtomicOps bits;
    if (appliesRouting(function)) {
        bits.routing = bit(capabilities, 6);
        bits.egressBlocking = bit(control, 7);
    }
    if (appliesCompleter(function))
        bits.completer = {bit(capabilities, 7), bit(capabilities, 8), bit(capabilities, 9)};
    if (appliesRequester(function))
        bits.requesterEnable = bit(control, 6);
    function.atomicOps = bits;
}

void ConfigSpace::decodeLink(PciFunction &function, int offset) const
{
    const auto capabilities = dword(offset + 0x0c);
    const auto status = word(offset + 0x12);
    if (!capabilities || !status || *capabilities == 0
        || function.portType == PortType::RcIntegratedEndpoint
        || function.portType == PortType::RcEventCollector)
        return;
    function.link = Link {.speed = linkSpeed(*status & 0xf),
                          .width = *status >> 4 & 0x3f,
                          .maxSpeed = linkSpeed(static_cast<int>(*capabilities & 0xf)),
                          .maxWidth = static_cast<int>(*capabilities >> 4 & 0x3f)};
}

void ConfigSpace::decodeSriov(PciFunction &function) const
{
    const auto offset = extendedCapability(sriovCapability);
    if (!offset)
        return;
    const auto count = word(*offset + 0x10);
    const auto first = word(*offset + 0x14);
    const auto stride = word(*offset + 0x16);
    const auto device = word(*offset + 0x1a);
    if (count && first && stride && device)
        function.sriov = Sriov {*count, *first, *stride, *device};
}

} // namespace rootward
