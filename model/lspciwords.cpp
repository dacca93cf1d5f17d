// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "lspciwords.h"

#include "hexline.h"
#include "lspciheading.h"
#include "lspcivalue.h"

#include <algorithm>
#include <array>
#include <cstring>

using namespace Qt::StringLiterals;

namespace rootward {

using namespace lspcivalue;

namespace {

struct TypeName {
    QByteArrayView name;
    PortType type;
};

// The longer names first where one begins with the other.
constexpr TypeName typeNames[] = {
    {"Endpoint", PortType::Endpoint},
    {"Legacy Endpoint", PortType::LegacyEndpoint},
    {"Root Port", PortType::RootPort},
    {"Upstream Port", PortType::UpstreamPort},
    {"Downstream Port", PortType::DownstreamPort},
    {"PCI-Express to PCI/PCI-X Bridge", PortType::PcieToPciBridge},
    {"PCI/PCI-X Bridge", PortType::PcieToPciBridge},
    {"PCI/PCI-X to PCI-Express Bridge", PortType::PciToPcieBridge},
    {"Root Complex Integrated Endpoint", PortType::RcIntegratedEndpoint},
    {"Root Complex Event Collector", PortType::RcEventCollector},
    {"Unknown type", PortType::Unknown},
};

} // namespace

struct WordsReader::Field {
    QByteArrayView label;
    Scope scope; ///< where the label means this; Function only before the first capability
    bool anywhere;
    void (WordsReader::*read)(QByteArrayView value);
};

constexpr WordsReader::Field WordsReader::fields[] = {
    {"Capabilities:", Scope::Function, true, &WordsReader::capability},
    {"Control: ", Scope::Function, false, &WordsReader::control},
    {"Status: ", Scope::Function, false, &WordsReader::status},
    {"Flags: ", Scope::Function, false, &WordsReader::flags},
    {"Bus: ", Scope::Function, false, &WordsReader::buses},
    {"Subsystem: ", Scope::Function, false, &WordsReader::subsystem},
    {"DeviceName: ", Scope::Function, false, &WordsReader::deviceLabel},
    {"Physical Slot: ", Scope::Function, false, &WordsReader::physicalSlot},
    {"IOMMU group: ", Scope::Function, false, &WordsReader::iommuGroup},
    {"NUMA node: ", Scope::Function, false, &WordsReader::numaNode},
    {"Kernel driver in use: ", Scope::Function, true, &WordsReader::driver},
    {"Kernel modules: ", Scope::Function, true, &WordsReader::modules},
    {"!!! Unknown header type ", Scope::Function, true, &WordsReader::broken},
    {"DevCap2: ", Scope::Express, false, &WordsReader::secondCapabilities},
    {"AtomicOpsCap: ", Scope::Express, false, &WordsReader::atomicCapabilities},
    {"AtomicOpsCtl: ", Scope::Express, false, &WordsReader::atomicControl},
    {"LnkCap:", Scope::Express, false, &WordsReader::linkCapabilities},
    {"LnkSta:", Scope::Express, false, &WordsReader::linkStatus},
    {"Initial VFs: ", Scope::Sriov, false, &WordsReader::virtualFunctions},
    {"VF offset: ", Scope::Sriov, false, &WordsReader::virtualPlaces},
};

void WordsReader::read(const Stanza &stanza, bool silent)
{
    m_kind = headerKind(m_function);
    m_hasHeaders = stanza.hasHeaders;
    const QByteArrayView lines = stanza.words;
    const char *at = lines.data();
    const char *const end = at + lines.size();
    while (at < end) {
        const auto *stop =
            static_cast<const char *>(std::memchr(at, '\n', static_cast<size_t>(end - at)));
        if (!stop)
            stop = end;
        readLine({at, stop});
        at = stop + 1;
    }
    conclude(stanza, silent);
}

void WordsReader::readLine(QByteArrayView line)
{
    line = line.trimmed();
    if (m_over || line.isEmpty())
        return;
    if (isOfAnother(line)) {
        m_over = m_mixed = true;
        forgetWhatMayBeAnothers();
        return;
    }
    if (beginsAnother(line)) {
        m_over = true;
        return;
    }
    for (const Field &field : fields) {
        if (line.front() != field.label.front() || !line.startsWith(field.label))
            continue;
        if (field.anywhere || field.scope == m_scope)
            (this->*field.read)(line.sliced(field.label.size()).trimmed());
        else if (field.scope == Scope::Express)
            m_lost = true;
        return;
    }
}

/// The lines that stand before every capability were lost, unless the text was filtered; so whose
/// that is cannot be told.
bool WordsReader::isHeadless() const
{
    const bool unnumbered = m_kind == HeaderKind::Bridge && !m_function.isBridge;
    return m_hasHeaders && (unnumbered || !m_detailed);
}

/// The line is not of the function of the heading, so that its first lines may be lost as well.
bool WordsReader::isOfAnother(QByteArrayView line) const
{
    return (line.startsWith("Capabilities: [") && isHeadless())
        || contradictsHeading(line, m_kind, m_function);
}

/// What stands before it in its own function.
void WordsReader::forgetWhatMayBeAnothers()
{
    m_function.subsystemVendor.reset();
    m_function.subsystemDevice.reset();
    m_function.physicalSlot.clear();
    m_function.deviceLabel.clear();
    m_function.iommuGroup.reset();
    m_function.numaNode.reset();
}

/// Lines of another function follow whose heading was lost: one that comes once in a function
/// comes again, or one that comes before these.
bool WordsReader::beginsAnother(QByteArrayView line) const
{
    switch (line.front()) {
    case 'C':
        return (m_control && line.startsWith("Control: I/O"))
            || (m_express && line.startsWith("Capabilities: ") && line.contains("] Express ("));
    case 'D':
        return m_detailed && line.startsWith("DeviceName: ");
    case 'P':
        return m_detailed && line.startsWith("Physical Slot: ");
    case 'S':
        return m_detailed && line.startsWith("Subsystem: ");
    default:
        return false;
    }
}

void WordsReader::control(QByteArrayView)
{
    m_detailed = m_control = true;
}

void WordsReader::status(QByteArrayView value)
{
    m_detailed = true;
    if (value.startsWith("Cap+") || value.startsWith("Cap-"))
        m_hasList = value.at(3) == '+';
}

void WordsReader::flags(QByteArrayView value)
{
    m_detailed = true;
    // With a single -v both stand in the list of flags.
    if (const auto node = number(after(value, ", NUMA node ", ",")))
        m_function.numaNode = *node;
    if (const auto group = number(after(value, "IOMMU group ", ",")))
        m_function.iommuGroup = *group;
}

/// "[58] Express (v2) Root Port (Slot+), MSI 00", "[160 v1] Single Root …", "<access denied>"
void WordsReader::capability(QByteArrayView value)
{
    constexpr QByteArrayView expressName = "Express ";
    constexpr QByteArrayView sriovName = "Single Root I/O Virtualization";
    m_detailed = true;
    m_scope = Scope::OtherCapability;
    // Nothing is left where a program took "<access denied>" for a tag.
    if (value.isEmpty() || value.startsWith("<acc") || value.contains("access denied")) {
        m_denied = true;
        return;
    }
    m_listed = true;
    const qsizetype bracket = value.indexOf(']');
    if (!value.startsWith('[') || bracket < 0)
        return;
    // Only a PCIe function has capabilities beyond the first 256 bytes: "[100 v1]".
    constexpr qsizetype extendedDigits = 3;
    const QByteArrayView offset = firstWord(value.sliced(1, bracket - 1));
    m_lost = m_lost || (offset.size() >= extendedDigits && hexNumber(offset, offset.size()));
    const QByteArrayView name = value.sliced(bracket + 1).trimmed();
    // An offset that comes again is another function's.
    if (m_offsets.contains(offset)) {
        m_over = true;
        return;
    }
    m_offsets.append(offset);
    if (name.startsWith(expressName))
        express(name.sliced(expressName.size()));
    else if (name.startsWith(sriovName))
        m_scope = Scope::Sriov;
}

void WordsReader::express(QByteArrayView value)
{
    m_scope = Scope::Express;
    m_express = true;
    const QByteArrayView version = after(value, "(v", ")");
    if (value.startsWith("(v") && number(version)) {
        m_function.expressVersion = number(version);
        value = value.sliced(version.size() + 3).trimmed();
    }
    for (const TypeName &row : typeNames) {
        if (value.startsWith(row.name)) {
            m_function.portType = row.type;
            return;
        }
    }
    m_expressTypeCut = true;
}

/// "primary=00, secondary=01, subordinate=03, sec-latency=0"
void WordsReader::buses(QByteArrayView value)
{
    const auto secondary = hexNumber(after(value, "secondary=", ","), 2);
    const auto subordinate = hexNumber(after(value, "subordinate=", ","), 2);
    m_function.isBridge = true;
    if (secondary && subordinate)
        m_function.buses =
            BusRange {static_cast<quint8>(*secondary), static_cast<quint8>(*subordinate)};
}

void WordsReader::subsystem(QByteArrayView value)
{
    const auto ids = bracketedIds(value);
    if (!ids)
        return;
    m_function.subsystemVendor = ids->first;
    m_function.subsystemDevice = ids->second;
}

void WordsReader::deviceLabel(QByteArrayView value)
{
    m_function.deviceLabel = QString::fromUtf8(value);
}

void WordsReader::physicalSlot(QByteArrayView value)
{
    m_function.physicalSlot = QString::fromUtf8(value);
}

void WordsReader::iommuGroup(QByteArrayView value)
{
    m_function.iommuGroup = number(firstWord(value));
}

void WordsReader::numaNode(QByteArrayView value)
{
    m_function.numaNode = number(firstWord(value));
}

void WordsReader::driver(QByteArrayView value)
{
    m_driver = true;
    m_function.driver = QString::fromUtf8(firstWord(value));
}

void WordsReader::modules(QByteArrayView)
{
    m_driver = true;
}

void WordsReader::broken(QByteArrayView value)
{
    m_broken = value.startsWith("7f") || value.startsWith("ff");
}

void WordsReader::secondCapabilities(QByteArrayView)
{
    m_secondCapabilities = true;
}

/// "Routing+ 32bit+ 64bit+ 128bitCAS-". A token without its sign at the end was cut off and says
/// nothing; what lspci does not print there ends the list.
void WordsReader::readBits(QByteArrayView value, std::span<const Bit> bits)
{
    m_atomicOps = true;
    while (!value.isEmpty()) {
        const QByteArrayView token = firstWord(value);
        const auto bit = std::ranges::find_if(bits, [token](const Bit &known) {
            return token.size() == known.name.size() + 1 && token.startsWith(known.name)
                && (token.back() == '+' || token.back() == '-');
        });
        if (bit == bits.end())
            return;
        *bit->value = token.back() == '+';
        value = value.sliced(token.size()).trimmed();
    }
}

void WordsReader::atomicCapabilities(QByteArrayView value)
{
    AtomicOps &bits = m_function.atomicOps;
    readBits(value,
             std::array {Bit {"Routing", &bits.routing}, Bit {"32bit", &bits.completer.w32},
                         Bit {"64bit", &bits.completer.w64},
                         Bit {"128bitCAS", &bits.completer.w128}});
}

/// "ReqEn- EgressBlck-"
void WordsReader::atomicControl(QByteArrayView value)
{
    AtomicOps &bits = m_function.atomicOps;
    readBits(value,
             std::array {Bit {"ReqEn", &bits.requesterEnable},
                         Bit {"EgressBlck", &bits.egressBlocking}});
}

/// "Port #0, Speed 8GT/s, Width x16, ASPM …"
void WordsReader::linkCapabilities(QByteArrayView value)
{
    Link link = m_function.link.value_or(Link());
    link.maxSpeed = speed(after(value, "Speed ", ","));
    link.maxWidth = width(after(value, "Width ", ", ("));
    m_function.link = link;
}

void WordsReader::linkStatus(QByteArrayView value)
{
    Link link = m_function.link.value_or(Link());
    link.speed = speed(after(value, "Speed ", ","));
    link.width = width(after(value, "Width ", ", ("));
    m_function.link = link;
}

/// "7, Total VFs: 7, Number of VFs: 3, Function Dependency Link: 00"
void WordsReader::virtualFunctions(QByteArrayView value)
{
    m_vfCount = number(after(value, "Number of VFs: ", ","));
}

/// "16, stride: 2, Device ID: 10ca"
void WordsReader::virtualPlaces(QByteArrayView value)
{
    const auto offset = number(after(value, "", ","));
    const auto stride = number(after(value, "stride: ", ","));
    const auto device = hexNumber(after(value, "Device ID: ", ", "), 4);
    if (offset && stride)
        m_vfPlaces = Sriov {0, *offset, *stride, static_cast<quint16>(device.value_or(0))};
}

bool WordsReader::endIsSeen(const Stanza &stanza) const
{
    return m_driver || (stanza.closed && !stanza.elided);
}

/// Whether what is not there can be said to be absent: nothing was cut off or left out.
bool WordsReader::isWhole(const Stanza &stanza) const
{
    // The port driver takes only what has the Express capability (drivers/pci/pcie/portdrv.c).
    if (m_lost || m_mixed || isHeadless() || m_function.driver == "pcieport"_L1)
        return false;
    if (!m_listed && m_hasList == false)
        return true;
    // A status line follows each control line.
    const bool statusLost = m_control && !m_hasList;
    const bool listLost = !m_listed && m_hasList == true && !mayListNothing(m_function);
    return !m_over && !statusLost && !listLost && endIsSeen(stanza);
}

void WordsReader::conclude(const Stanza &stanza, bool silent)
{
    PciFunction &function = m_function;
    if (m_vfCount && m_vfPlaces) {
        function.sriov = m_vfPlaces;
        function.sriov->vfCount = *m_vfCount;
    }
    function.gap = ReadGap::None;
    if (m_express && m_expressTypeCut)
        function.gap = ReadGap::Damaged;
    else if (m_express && !function.expressVersion)
        function.gap = ReadGap::LowVerbosity;
    else if (m_express)
        concludeExpress(m_over || !endIsSeen(stanza));
    else if (m_broken || silent)
        function.gap = ReadGap::BrokenDevice;
    else if (m_denied)
        function.gap = ReadGap::AccessDenied;
    else if (!m_detailed && !m_lost)
        function.gap = ReadGap::NotPrinted;
    else if (isWhole(stanza))
        function.portType = PortType::Conventional;
    else
        function.gap = ReadGap::Damaged;
}

void WordsReader::concludeExpress(bool isCut)
{
    PciFunction &function = m_function;
    AtomicOps &bits = function.atomicOps;
    if (*function.expressVersion < 2) {
        // Version 1 has neither register; the kernel reads both as 0.
        bits = {};
        if (appliesRouting(function))
            bits.routing = bits.egressBlocking = false;
        if (appliesCompleter(function))
            bits.completer = {false, false, false};
        if (appliesRequester(function))
            bits.requesterEnable = false;
        return;
    }
    if (m_atomicOps && contradictsType(bits, function.portType)) {
        bits = {};
        function.link.reset();
        function.gap = ReadGap::Damaged;
    }
    if (m_atomicOps)
        return;
    // Since 3.5.3 these types always get at least one of the two lines; bridges to conventional
    // PCI and event collectors never did.
    const bool alwaysPrinted = function.portType == PortType::RootPort
        || isSwitchPort(function.portType) || isEndpoint(function.portType);
    if (!m_secondCapabilities || (alwaysPrinted && isCut))
        function.gap = ReadGap::Damaged;
    else if (alwaysPrinted)
        function.gap = ReadGap::OldLspci;
}

} // namespace rootward
