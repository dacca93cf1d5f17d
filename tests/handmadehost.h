// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "topology.h"

#include <memory>

/// Hosts put together function by function, for tests of the rules.
namespace handmade {

using rootward::AtomicOps;
using rootward::PciAddress;
using rootward::PciFunction;
using rootward::PortType;
using rootward::Topology;

inline PciFunction function(const char *address, PortType type, quint16 classCode)
{
    PciFunction made;
    made.address = PciAddress::parse(QLatin1StringView(address)).value_or(PciAddress {});
    made.portType = type;
    made.classCode = classCode;
    made.gap = rootward::ReadGap::None;
    if (type != PortType::Conventional && type != PortType::Unknown)
        made.expressVersion = 2;
    return made;
}

inline void setCompleter(PciFunction &made, bool w32, bool w64, bool w128 = false)
{
    made.atomicOps.completer.w32 = w32;
    made.atomicOps.completer.w64 = w64;
    made.atomicOps.completer.w128 = w128;
}

inline PciFunction bridge(const char *address, PortType type, quint8 secondary, quint8 subordinate)
{
    PciFunction made = function(address, type, 0x0604);
    made.isBridge = true;
    made.buses = rootward::BusRange {secondary, subordinate};
    setCompleter(made, false, false);
    if (rootward::appliesRouting(made)) {
        made.atomicOps.routing = false;
        made.atomicOps.egressBlocking = false;
    }
    return made;
}

inline PciFunction rootPort(const char *address, quint8 secondary, quint8 subordinate,
                            bool w32 = true, bool w64 = true, bool w128 = false)
{
    PciFunction made = bridge(address, PortType::RootPort, secondary, subordinate);
    setCompleter(made, w32, w64, w128);
    return made;
}

inline PciFunction switchPort(const char *address, PortType type, quint8 secondary,
                              quint8 subordinate, bool routing = true, bool egress = false)
{
    PciFunction made = bridge(address, type, secondary, subordinate);
    made.atomicOps.routing = routing;
    made.atomicOps.egressBlocking = egress;
    return made;
}

inline PciFunction hostBridge()
{
    return function("00:00.0", PortType::Conventional, 0x0600);
}

/// A Navi 31 with its audio function beside it.
inline PciFunction gpu(const char *address, PortType type = PortType::LegacyEndpoint)
{
    PciFunction made = function(address, type, 0x0300);
    made.vendor = quint16 {0x1002};
    made.device = quint16 {0x744c};
    made.deviceName = QStringLiteral("Navi 31 [Radeon RX 7900 XT]");
    made.name = QStringLiteral("Advanced Micro Devices, Inc. [AMD/ATI] ") + made.deviceName;
    setCompleter(made, true, true);
    return made;
}

inline PciFunction audio(const char *address)
{
    PciFunction made = function(address, PortType::Endpoint, 0x0403);
    made.vendor = quint16 {0x1002};
    made.device = quint16 {0xab30};
    made.deviceName = QStringLiteral("Navi 31 HDMI/DP Audio");
    made.name = made.deviceName;
    setCompleter(made, false, false);
    return made;
}

inline std::shared_ptr<const Topology> host(QList<PciFunction> functions)
{
    return Topology::fromFunctions(std::move(functions)).topology;
}

/// Two cards, each behind a switch of its own, as in the built-in example; a third behind a
/// chipset switch that does not route.
inline QList<PciFunction> x399Functions()
{
    return {hostBridge(),
            rootPort("00:01.2", 0x01, 0x05),
            switchPort("01:00.0", PortType::UpstreamPort, 0x02, 0x05, false),
            switchPort("02:04.0", PortType::DownstreamPort, 0x05, 0x05, false),
            gpu("05:00.0"),
            rootPort("00:03.1", 0x09, 0x0b),
            switchPort("09:00.0", PortType::UpstreamPort, 0x0a, 0x0b),
            switchPort("0a:00.0", PortType::DownstreamPort, 0x0b, 0x0b),
            gpu("0b:00.0"),
            audio("0b:00.1"),
            rootPort("00:08.1", 0x42, 0x44),
            switchPort("42:00.0", PortType::UpstreamPort, 0x43, 0x44),
            switchPort("43:00.0", PortType::DownstreamPort, 0x44, 0x44),
            gpu("44:00.0"),
            audio("44:00.1")};
}

inline std::shared_ptr<const Topology> x399()
{
    return host(x399Functions());
}

/// The same host as a user without rights sees it: no capability was readable.
inline std::shared_ptr<const Topology> x399WithoutRights()
{
    QList<PciFunction> functions = x399Functions();
    for (PciFunction &made : functions) {
        made.gap = rootward::ReadGap::AccessDenied;
        made.portType = PortType::Unknown;
        made.expressVersion.reset();
        made.atomicOps = AtomicOps {};
    }
    return host(functions);
}

} // namespace handmade
