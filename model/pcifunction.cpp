// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pcifunction.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace rootward {

namespace {

struct PortTypeRow {
    PortType type;
    const char *id;
    const char *name;
};

constexpr PortTypeRow portTypeRows[] = {
    {PortType::Endpoint, "endpoint", QT_TRANSLATE_NOOP("rootward", "Endpoint")},
    {PortType::LegacyEndpoint, "legacy-endpoint", QT_TRANSLATE_NOOP("rootward", "Legacy Endpoint")},
    {PortType::RootPort, "root-port", QT_TRANSLATE_NOOP("rootward", "Root Port")},
    {PortType::UpstreamPort, "upstream-port", QT_TRANSLATE_NOOP("rootward", "Upstream Port")},
    {PortType::DownstreamPort, "downstream-port", QT_TRANSLATE_NOOP("rootward", "Downstream Port")},
    {PortType::PcieToPciBridge, "pcie-to-pci-bridge",
     QT_TRANSLATE_NOOP("rootward", "PCIe to PCI Bridge")},
    {PortType::PciToPcieBridge, "pci-to-pcie-bridge",
     QT_TRANSLATE_NOOP("rootward", "PCI to PCIe Bridge")},
    {PortType::RcIntegratedEndpoint, "rc-integrated-endpoint",
     QT_TRANSLATE_NOOP("rootward", "Root Complex Integrated Endpoint")},
    {PortType::RcEventCollector, "rc-event-collector",
     QT_TRANSLATE_NOOP("rootward", "Root Complex Event Collector")},
    {PortType::Conventional, "conventional", QT_TRANSLATE_NOOP("rootward", "Conventional PCI")},
    {PortType::Unknown, "unknown", QT_TRANSLATE_NOOP("rootward", "Unknown")},
};

const PortTypeRow &row(PortType type)
{
    const auto found = std::ranges::find(portTypeRows, type, &PortTypeRow::type);
    return found != std::end(portTypeRows) ? *found : *std::prev(std::end(portTypeRows));
}

} // namespace

QLatin1StringView portTypeId(PortType type)
{
    return QLatin1StringView(row(type).id);
}

QString portTypeName(PortType type)
{
    return QCoreApplication::translate("rootward", row(type).name);
}

bool isSwitchPort(PortType type)
{
    return type == PortType::UpstreamPort || type == PortType::DownstreamPort;
}

bool isEndpoint(PortType type)
{
    return type == PortType::Endpoint || type == PortType::LegacyEndpoint
        || type == PortType::RcIntegratedEndpoint;
}

bool appliesRouting(const PciFunction &function)
{
    return function.portType == PortType::RootPort || isSwitchPort(function.portType)
        || (function.portType == PortType::Unknown && function.isBridge);
}

bool appliesCompleter(const PciFunction &function)
{
    return function.portType != PortType::Conventional;
}

bool appliesRequester(const PciFunction &function)
{
    // In a VF the bit is reserved; its PF's counts (PCIe Base Specification 7.5.3.16).
    if (function.isVirtual)
        return false;
    return function.portType == PortType::RootPort || isEndpoint(function.portType)
        || function.portType == PortType::Unknown;
}

} // namespace rootward
