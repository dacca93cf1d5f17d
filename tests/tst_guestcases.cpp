// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadelayout.h"

#include <QTest>

using namespace handmade;

namespace {

/// One card, alone on a host below a good root port or, where that is its type, on the root bus.
std::shared_ptr<const Topology> hostWith(PortType type)
{
    PciFunction card = gpu("01:00.0", type);
    if (type == PortType::Unknown || type == PortType::Conventional) {
        card.expressVersion.reset();
        card.atomicOps = AtomicOps {};
    }
    if (type == PortType::RcIntegratedEndpoint) {
        card.address = PciAddress {0, 0, 8, 0};
        return host({hostBridge(), card});
    }
    return host({hostBridge(), rootPort("00:01.0", 1, 1), card});
}

EntryOutcome evaluated(const Plan &plan)
{
    return evaluate(plan).entries.first();
}

EntryOutcome placed(PortType type, const QString &machine, const char *bus, int slot,
                    const QList<LayoutDevice> &bridges = {}, const QString &guestKernel = u"7.1"_s)
{
    const char *address = type == PortType::RcIntegratedEndpoint ? "00:08.0" : "01:00.0";
    Plan plan = layoutPlan(hostWith(type), bridges + QList {passed(address, bus, slot)}, machine);
    plan.guest.guestKernel = KernelVersion::parse(guestKernel).value();
    return evaluated(plan);
}

QString capability(const FunctionOutcome &function)
{
    const auto visible = function.capabilityVisible;
    return (!visible       ? u"unknown"_s
                : *visible ? u"shown"_s
                           : u"hidden"_s)
        + u' ' + portTypeId(function.guestType);
}

QString capability(const EntryOutcome &entry)
{
    return capability(entry.functions.first());
}

QString driver(const EntryOutcome &entry)
{
    const DriverOutcome &outcome = entry.functions.first().driver;
    return QString(driverResultId(outcome.result)) + u' ' + reasonId(outcome.reason);
}

} // namespace

/// What a guest sees of a card, case by case: one where the case is met, one where it is not, and
/// one where that is not known.
class tst_guestcases : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anIntegratedEndpointBelowAPortBecomesAnEndpoint();
    void onTheRootBusAnEndpointBecomesIntegratedAndALegacyOneIsHidden();
    void belowAConventionalBridgeOfAnExpressMachineTheCapabilityIsHidden();
    void onAConventionalMachineTheCapabilityStaysVisible();
    void withoutARootPortAnOldGuestKernelChecksNothing();
    void aVirtualFunctionIsAnsweredByItsPhysicalOne();
    void aMediatedDeviceReportsNothing();
    void anIntegratedEndpointOfTheHostDependsOnTheHostsRule();
};

void tst_guestcases::anIntegratedEndpointBelowAPortBecomesAnEndpoint()
{
    const QList<LayoutDevice> ports {port("rp1", 4)};
    QCOMPARE(capability(placed(PortType::RcIntegratedEndpoint, u"q35"_s, "rp1", 0, ports)),
             u"shown endpoint"_s);
    QCOMPARE(capability(placed(PortType::LegacyEndpoint, u"q35"_s, "rp1", 0, ports)),
             u"shown legacy-endpoint"_s);
    QCOMPARE(capability(placed(PortType::Unknown, u"q35"_s, "rp1", 0, ports)),
             u"unknown unknown"_s);
}

void tst_guestcases::onTheRootBusAnEndpointBecomesIntegratedAndALegacyOneIsHidden()
{
    const EntryOutcome endpoint = placed(PortType::Endpoint, u"q35"_s, "pcie.0", 5);
    QCOMPARE(capability(endpoint), u"shown rc-integrated-endpoint"_s);
    QCOMPARE(endpoint.reason, Reason::QemuRootBus);
    const EntryOutcome legacy = placed(PortType::LegacyEndpoint, u"q35"_s, "pcie.0", 5);
    QCOMPARE(capability(legacy), u"hidden conventional"_s);
    QCOMPARE(driver(legacy), u"unavailable guest.hidden-capability"_s);
    const EntryOutcome unread = placed(PortType::Unknown, u"q35"_s, "pcie.0", 5);
    QCOMPARE(capability(unread), u"unknown unknown"_s);
    QVERIFY(unread.functions.first().driver.result != DriverResult::Available);
}

void tst_guestcases::belowAConventionalBridgeOfAnExpressMachineTheCapabilityIsHidden()
{
    const auto machine = hostWith(PortType::LegacyEndpoint);
    const EntryOutcome hidden = evaluated(planFor(machine, {u"01:00.0"_s}));
    QCOMPARE(capability(hidden), u"hidden conventional"_s);
    QCOMPARE(hidden.reason, Reason::QemuConventionalBus);
    QCOMPARE(driver(hidden), u"unavailable guest.hidden-capability"_s);
    QCOMPARE(capability(evaluated(planFor(machine, {u"01:00.0,pcie=1"_s}))),
             u"shown legacy-endpoint"_s);
    // A part of a definition without its machine leaves the bus open.
    Plan fragment = layoutPlan(machine, {});
    GuestLayout layout;
    layout.origin = GuestLayout::Origin::Libvirt;
    layout.machineKnown = false;
    LayoutDevice device = passed("01:00.0", "");
    device.slot.reset();
    layout.devices = {device};
    fragment.layout = std::make_shared<const GuestLayout>(layout);
    const EntryOutcome open = evaluated(fragment);
    QCOMPARE(capability(open), u"unknown unknown"_s);
    QCOMPARE(open.reason, Reason::QemuPlacementUnknown);
    QCOMPARE(driver(open), u"unknown guest.width"_s);
}

void tst_guestcases::onAConventionalMachineTheCapabilityStaysVisible()
{
    QCOMPARE(capability(placed(PortType::LegacyEndpoint, u"pc"_s, "pci.0", 5)),
             u"shown legacy-endpoint"_s);
    QCOMPARE(capability(placed(PortType::Conventional, u"pc"_s, "pci.0", 5)),
             u"hidden conventional"_s);
    QCOMPARE(capability(placed(PortType::Unknown, u"pc"_s, "pci.0", 5)), u"unknown unknown"_s);
}

void tst_guestcases::withoutARootPortAnOldGuestKernelChecksNothing()
{
    const auto on = [](const QString &machine, const char *bus, const QString &kernel) {
        return driver(placed(PortType::Endpoint, machine, bus, 5, {}, kernel));
    };
    for (const auto &[machine, bus] :
         {std::pair(u"pc"_s, "pci.0"), std::pair(u"q35"_s, "pcie.0")}) {
        QCOMPARE(on(machine, bus, u"6.8"_s), u"unproven guest.no-root-port"_s);
        QCOMPARE(on(machine, bus, u"7.1"_s), u"unavailable guest.no-root-port"_s);
        QCOMPARE(on(machine, bus, u"6.12.91"_s), u"unavailable guest.no-root-port"_s);
        QVERIFY(on(machine, bus, u"unknown"_s).startsWith("unknown "_L1));
    }
    // A function without a capability is a sure no under either rule.
    QVERIFY(driver(placed(PortType::Conventional, u"q35"_s, "rp1", 0, {port("rp1", 4)}, u"6.8"_s))
                .startsWith("unavailable "_L1));
}

void tst_guestcases::aVirtualFunctionIsAnsweredByItsPhysicalOne()
{
    const auto machine = [](bool completes, bool known) {
        PciFunction physical = gpu("01:00.0");
        setCompleter(physical, completes, completes);
        PciFunction virtualFunction = gpu("01:00.1");
        virtualFunction.isVirtual = true;
        if (known)
            virtualFunction.physicalFunction = physical.address;
        setCompleter(virtualFunction, false, false);
        return host({hostBridge(), rootPort("00:01.0", 1, 1), physical, virtualFunction});
    };
    const auto ask = [&](const std::shared_ptr<const Topology> &topology, const QString &line) {
        return summary(evaluated(planFor(topology, {line})));
    };
    const QString line = u"01:00.1,pcie=1"_s;
    QCOMPARE(ask(machine(true, true), line), u"yes/yes/no qemu.ok inconclusive nothing"_s);
    QVERIFY(ask(machine(false, true), line).startsWith("no/no/no vfio.device-not-completer "_L1));
    QVERIFY(ask(machine(true, false), line).startsWith("unknown/unknown/unknown "_L1));
    QCOMPARE(driver(evaluated(planFor(machine(true, true), {line}))),
             u"unknown guest.driver-internal"_s);
}

void tst_guestcases::aMediatedDeviceReportsNothing()
{
    const auto machine = hostWith(PortType::LegacyEndpoint);
    QVERIFY(summary(evaluated(planFor(machine, {u"01:00.0,pcie=1,mdev=some-1"_s})))
                .startsWith("no/no/no vfio.mediated "_L1));
    QVERIFY(summary(evaluated(planFor(machine, {u"01:00.0,pcie=1"_s})))
                .startsWith("yes/yes/no qemu.ok "_L1));
    QVERIFY(summary(evaluated(planFor(machine, {u"mapping=gpu,pcie=1"_s})))
                .startsWith("unknown/unknown/unknown "_L1));
}

void tst_guestcases::anIntegratedEndpointOfTheHostDependsOnTheHostsRule()
{
    const auto ask = [](const QString &kernel) {
        Plan plan = planFor(hostWith(PortType::RcIntegratedEndpoint), {u"00:08.0,pcie=1"_s});
        plan.hostKernel = KernelVersion::parse(kernel).value();
        return words(evaluated(plan).rootPort);
    };
    QCOMPARE(ask(u"6.8"_s), u"yes/yes/no"_s);
    QCOMPARE(ask(u"7.1"_s), u"no/no/no"_s);
    QCOMPARE(ask(u"6.12.91"_s), u"no/no/no"_s);
    // 128 bit alone fails under either rule: the card completes none.
    QCOMPARE(ask(u"unknown"_s), u"unknown/unknown/no"_s);
}

QTEST_GUILESS_MAIN(tst_guestcases)
#include "tst_guestcases.moc"
