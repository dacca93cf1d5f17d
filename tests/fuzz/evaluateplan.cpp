// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "evaluateplan.h"

#include "planreport.h"

#include <QBuffer>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

PciFunction functionAt(const QString &address, PortType type, quint16 classCode)
{
    PciFunction function;
    function.address = PciAddress::parse(address).value_or(PciAddress());
    function.portType = type;
    function.vendor = quint16 {0x1002};
    function.device = quint16 {0x744c};
    function.classCode = classCode;
    function.expressVersion = 2;
    for (const Width width : allWidths)
        function.atomicOps.completer[width] = true;
    function.atomicOps.routing = true;
    function.atomicOps.egressBlocking = false;
    return function;
}

/// The addresses that the seeds name, so that lines expand and devices are found.
std::shared_ptr<const Topology> host()
{
    constexpr quint16 display = 0x0300;
    constexpr quint16 audio = 0x0403;
    constexpr quint16 bridge = 0x0604;
    PciFunction port = functionAt(u"0000:00:01.0"_s, PortType::RootPort, bridge);
    port.isBridge = true;
    port.buses = BusRange {0x0b, 0x0b};
    PciFunction virtualFunction = functionAt(u"0000:0b:00.2"_s, PortType::Endpoint, display);
    virtualFunction.isVirtual = true;
    const QList<PciFunction> functions {
        port,
        functionAt(u"0000:0b:00.0"_s, PortType::Endpoint, display),
        functionAt(u"0000:0b:00.1"_s, PortType::LegacyEndpoint, audio),
        virtualFunction,
        functionAt(u"0000:00:02.0"_s, PortType::RcIntegratedEndpoint, display),
        functionAt(u"0000:00:1f.0"_s, PortType::Conventional, 0x0601),
        functionAt(u"10000:e1:00.0"_s, PortType::Unknown, display),
    };
    return Topology::fromFunctions(functions).topology;
}

} // namespace

void evaluatePlan(Plan plan)
{
    static const auto withCards = host();
    for (const auto &onHost : {std::shared_ptr<const Topology>(), withCards}) {
        plan.host = onHost;
        const PlanOutcome outcome = evaluate(plan);
        QBuffer json;
        json.open(QIODevice::WriteOnly);
        writePlanJson(json, plan, outcome);
        if (QJsonDocument::fromJson(json.data()).isNull())
            __builtin_trap(); // what we write is always JSON
        if (planText(plan, outcome, {}).isEmpty() || planExitStatus(outcome) > 2)
            __builtin_trap();
    }
}

void evaluateDefinition(const VmDefinition &vm)
{
    Plan plan;
    plan.guest = vm.guest;
    plan.entries = vm.entries;
    plan.layout = vm.layout;
    plan.document = vm.document;
    evaluatePlan(plan);
}

} // namespace rootward
