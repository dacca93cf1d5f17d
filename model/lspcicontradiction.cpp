// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "lspcicontradiction.h"

#include "classcode.h"
#include "libpci.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr quint16 intel = 0x8086;
constexpr quint16 hostBridge = 0x0600;

bool isBridgeHeaderLine(QByteArrayView line)
{
    switch (line.front()) {
    case 'B':
        return line.startsWith("Bus: primary=") || line.startsWith("BridgeCtl: ");
    case 'S':
        return line.startsWith("Secondary status: ");
    case 'I':
    case 'M':
    case 'P':
        return line.contains(" behind bridge: ");
    default:
        return false;
    }
}

/// What follows "Express (v2) "; empty: the line names no such capability.
QByteArrayView expressType(QByteArrayView line)
{
    constexpr QByteArrayView mark = "] Express ";
    const qsizetype at = line.indexOf(mark);
    if (!line.startsWith("Capabilities: [") || at < 0)
        return {};
    QByteArrayView type = line.sliced(at + mark.size());
    if (type.startsWith("(v"))
        type = type.sliced(type.indexOf(')') + 1).trimmed();
    return type;
}

bool startsWithAny(QByteArrayView text, std::initializer_list<QByteArrayView> starts)
{
    return std::ranges::any_of(starts,
                               [text](QByteArrayView start) { return text.startsWith(start); });
}

bool isBridgeType(QByteArrayView type)
{
    return startsWithAny(type,
                         {"Root Port", "Upstream Port", "Downstream Port", "PCI-Express to PCI",
                          "PCI/PCI-X Bridge", "PCI/PCI-X to PCI-Express"});
}

bool isPlainType(QByteArrayView type)
{
    return startsWithAny(type, {"Endpoint", "Legacy Endpoint", "Root Complex "});
}

bool mayBeDmi(QByteArrayView type, const PciFunction &heading)
{
    const bool ofIntel =
        heading.vendor ? *heading.vendor == intel : heading.name.startsWith("Intel "_L1);
    return ofIntel && type.startsWith("Root Port") && !type.contains("(Slot+)");
}

} // namespace

HeaderKind headerKind(const PciFunction &heading)
{
    const auto code = heading.classCode || heading.className.isEmpty()
        ? heading.classCode
        : pciids::classOfName(heading.className);
    if (!code)
        return HeaderKind::Unknown;
    if (isBridgeClass(code))
        return HeaderKind::Bridge;
    return *code == hostBridge ? HeaderKind::HostBridge : HeaderKind::Plain;
}

bool contradictsHeading(QByteArrayView line, HeaderKind kind, const PciFunction &heading)
{
    switch (kind) {
    case HeaderKind::Unknown:
        return false;
    case HeaderKind::Bridge:
        return isPlainType(expressType(line));
    case HeaderKind::Plain:
        return isBridgeHeaderLine(line) || isBridgeType(expressType(line));
    case HeaderKind::HostBridge: {
        const QByteArrayView type = expressType(line);
        const bool ofRoot =
            type.isEmpty() || type.startsWith("Root Complex ") || mayBeDmi(type, heading);
        return isBridgeHeaderLine(line) || !ofRoot;
    }
    }
    Q_UNREACHABLE_RETURN(false);
}

bool contradictsType(const AtomicOps &bits, PortType type)
{
    const bool completes = bits.completer.w32 || bits.completer.w64 || bits.completer.w128;
    if (type == PortType::RootPort || isSwitchPort(type))
        return (completes && !bits.routing)
            || (type == PortType::RootPort ? bits.egressBlocking && !bits.requesterEnable
                                           : bits.requesterEnable.has_value());
    return isEndpoint(type) && (bits.routing || bits.egressBlocking);
}

bool mayListNothing(const PciFunction &function)
{
    constexpr quint16 systemPeripheral = 0x0880;
    return function.classCode == hostBridge || function.classCode == systemPeripheral
        || function.className == "Host bridge"_L1 || function.className == "System peripheral"_L1;
}

} // namespace rootward
