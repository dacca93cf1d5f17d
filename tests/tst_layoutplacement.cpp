// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "placedlayout.h"
#include "processortimer.h"

#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace placedlayout;

class tst_layoutplacement : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void qemuTakesTheFirstFreeSlotOfTheRootBus_data();
    void qemuTakesTheFirstFreeSlotOfTheRootBus();
    void aFullBusIsRefused();
    void libvirtGivesAPcieCardAPortOfItsOwn();
    void libvirtsChoiceIsOpenWithoutTheHost_data();
    void libvirtsChoiceIsOpenWithoutTheHost();
    void libvirtPutsEveryCardOnTheRootBusOfI440fx();
    void aPartOfADefinitionChoosesNothing();
    void bridgesMayComeAfterWhatIsBelowThem();
    void busesInALoopStandNowhere();
    void aBusThatNothingOwnsIsRefused();
    void withoutAnIommuNothingStarts();
    void twoDevicesInOneSlotNeedMultifunction_data();
    void twoDevicesInOneSlotNeedMultifunction();
    void onePlaceIsTakenOnce();
    void aCardIsPassedOnce();
    void badAddressesAreRefused_data();
    void badAddressesAreRefused();
    void anExpanderTakesBridgesAlone();
    void belowAnExpanderAPortIsAPort();
    void deepAndWideLayoutsAreEvaluated_data();
    void deepAndWideLayoutsAreEvaluated();
    void warningsOfALayoutHaveNoIndex();
};

void tst_layoutplacement::qemuTakesTheFirstFreeSlotOfTheRootBus_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QString>("expected");
    // Slot 0 is the host bridge's; on i440fx slot 1 is the south bridge's.
    QTest::newRow("q35") << u"q35"_s << u"pcie.0 0x2 (a.0)"_s;
    QTest::newRow("i440fx") << u"pc"_s << u"pci.0 0x3 (a.0)"_s;
    QTest::newRow("virt") << u"virt"_s << u"pcie.0 0x2 (a.0)"_s;
}

void tst_layoutplacement::qemuTakesTheFirstFreeSlotOfTheRootBus()
{
    QFETCH(QString, machine);
    QFETCH(QString, expected);
    const QString root = machine == "pc"_L1 ? u"pci.0"_s : u"pcie.0"_s;
    // What comes before the card has its place before it, what comes after does not.
    const int written = machine == "pc"_L1 ? 2 : 1;
    QCOMPARE(entriesOf(planOf(
                 {device(u"w"_s, root, written), passed(u"a"_s, card, {}), device(u"n"_s, {})},
                 machine)),
             QStringList {expected});
    const QStringList refused =
        entriesOf(planOf({passed(u"a"_s, card, {}), device(u"w"_s, root, written)}, machine));
    QVERIFY2(refused.first().contains(u"is taken twice: by line a and line w"),
             qPrintable(refused.first()));
}

void tst_layoutplacement::aFullBusIsRefused()
{
    QList<LayoutDevice> devices {bridge(u"b"_s, u"pcie.0"_s, PortType::Conventional)};
    for (int slot = 0; slot < 32; ++slot)
        devices.append(device(u"d%1"_s.arg(slot), u"b"_s, slot));
    devices.append(passed(u"a"_s, card, u"b"_s));
    QCOMPARE(
        entriesOf(planOf(devices)),
        QStringList {u"b 0x20 (a.0): QEMU refuses to start: bus b has no free slot, or no such "
                     "address as that of line a"_s});
}

void tst_layoutplacement::libvirtGivesAPcieCardAPortOfItsOwn()
{
    Plan plan = planOf({passed(u"a"_s, card, {}), device(u"n"_s, u"pcie.0"_s, 1)}, u"q35"_s,
                       GuestLayout::Origin::Libvirt);
    plan.host = hostWith(PortType::LegacyEndpoint);
    QCOMPARE(entriesOf(plan), QStringList {u"auto-port-1 0x0 (a.0) port 02.0"_s});
    const PlanOutcome outcome = evaluate(plan);
    QVERIFY(outcome.entries.first().portNode >= 0);
    QCOMPARE(outcome.guestTree.at(outcome.entries.first().portNode).model, u"pcie-root-port"_s);
}

void tst_layoutplacement::libvirtsChoiceIsOpenWithoutTheHost_data()
{
    QTest::addColumn<bool>("withHost");
    QTest::newRow("no host") << false;
    QTest::newRow("type not readable") << true;
}

void tst_layoutplacement::libvirtsChoiceIsOpenWithoutTheHost()
{
    QFETCH(bool, withHost);
    Plan plan = planOf({passed(u"a"_s, card, {})}, u"q35"_s, GuestLayout::Origin::Libvirt);
    if (withHost)
        plan.host = hostWith(PortType::Unknown);
    QCOMPARE(entriesOf(plan), QStringList {u"? (a.0)"_s});
    QCOMPARE(evaluate(plan).entries.first().verdict, EntryVerdict::Inconclusive);
}

void tst_layoutplacement::libvirtPutsEveryCardOnTheRootBusOfI440fx()
{
    QCOMPARE(entriesOf(planOf({passed(u"a"_s, card, {})}, u"pc-i440fx-9.2"_s,
                              GuestLayout::Origin::Libvirt)),
             QStringList {u"pci.0 0x2 (a.0)"_s});
}

void tst_layoutplacement::aPartOfADefinitionChoosesNothing()
{
    for (const auto origin : {GuestLayout::Origin::Qemu, GuestLayout::Origin::Libvirt}) {
        const Plan plan = planOf({passed(u"a"_s, card, {})}, {}, origin, false);
        QCOMPARE(entriesOf(plan), QStringList {u"? (a.0)"_s});
        QVERIFY(placeLayout(plan).bridges.isEmpty());
    }
}

void tst_layoutplacement::bridgesMayComeAfterWhatIsBelowThem()
{
    const Plan plan = planOf({passed(u"a"_s, card, u"down"_s, 0),
                              bridge(u"down"_s, u"up"_s, PortType::DownstreamPort, 0),
                              bridge(u"up"_s, u"rp"_s, PortType::UpstreamPort, 0),
                              bridge(u"rp"_s, u"pcie.0"_s, PortType::RootPort, 0x1c)},
                             u"q35"_s, GuestLayout::Origin::Libvirt);
    QCOMPARE(bridgesOf(plan),
             (QStringList {u"rp pcie.0 1c.0 below -"_s, u"up rp 0.0 below rp"_s,
                           u"down up 0.0 below up"_s}));
    QCOMPARE(entriesOf(plan), QStringList {u"down 0x0 (a.0)"_s});
    QCOMPARE(evaluate(plan).entries.first().reason, Reason::QemuNotARootPort);
}

void tst_layoutplacement::busesInALoopStandNowhere()
{
    const Plan plan = planOf({bridge(u"x"_s, u"y"_s, PortType::Conventional),
                              bridge(u"y"_s, u"x"_s, PortType::Conventional),
                              bridge(u"z"_s, u"z"_s, PortType::RootPort),
                              passed(u"a"_s, card, u"x"_s, 0), passed(u"b"_s, audio, u"z"_s, 0)},
                             u"q35"_s, GuestLayout::Origin::Libvirt);
    QCOMPARE(bridgesOf(plan), QStringList());
    QCOMPARE(entriesOf(plan),
             (QStringList {u"x 0x0 (a.0): QEMU refuses to start: there is no bus x for line a"_s,
                           u"z 0x0 (b.0): QEMU refuses to start: there is no bus z for line b"_s}));
}

void tst_layoutplacement::aBusThatNothingOwnsIsRefused()
{
    const Plan plan = planOf({passed(u"a"_s, card, u"gone"_s)});
    QCOMPARE(
        entriesOf(plan),
        QStringList {u"gone 0x0 (a.0): QEMU refuses to start: there is no bus gone for line a"_s});
    const PlanOutcome outcome = evaluate(plan);
    QCOMPARE(outcome.entries.first().verdict, EntryVerdict::Invalid);
    QCOMPARE(outcome.entries.first().errors.first().reason, Reason::QemuBadAddress);
    QCOMPARE(outcome.entries.first().errors.first().stage, u"qemu-start"_s);
    QCOMPARE(outcome.entries.first().errors.first().index, std::nullopt);
}

void tst_layoutplacement::withoutAnIommuNothingStarts()
{
    LayoutDevice mediated = passed(u"m"_s, card, u"pcie.0"_s, 6);
    mediated.host.reset();
    mediated.sysfsdev = u"/sys/bus/mdev/devices/1"_s;
    Plan plan =
        planOf({passed(u"a"_s, card, u"pcie.0"_s, 5), mediated, passed(u"c"_s, audio, u"gone"_s)});
    for (const std::optional<bool> state : {std::optional<bool>(), std::optional(true)}) {
        plan.iommu = state;
        QVERIFY(evaluate(plan).entries.first().errors.isEmpty());
    }
    plan.iommu = false;
    const PlanOutcome outcome = evaluate(plan);
    QCOMPARE(outcome.entries.at(0).verdict, EntryVerdict::Invalid);
    QCOMPARE(outcome.entries.at(0).errors.size(), 1);
    QCOMPARE(outcome.entries.at(0).errors.first().reason, Reason::HostIommuOff);
    QCOMPARE(outcome.entries.at(0).errors.first().stage, u"qemu-start"_s);
    QVERIFY(outcome.entries.at(0).sentences.remedy.contains("turn the host's IOMMU on"_L1));
    QVERIFY(outcome.entries.at(1).errors.isEmpty());
    QCOMPARE(outcome.entries.at(2).errors.first().reason, Reason::QemuBadAddress);
}

void tst_layoutplacement::twoDevicesInOneSlotNeedMultifunction_data()
{
    QTest::addColumn<bool>("multifunction");
    QTest::addColumn<bool>("functionFirst");
    for (const bool multifunction : {true, false}) {
        for (const bool functionFirst : {true, false})
            QTest::addRow("%d %d", multifunction, functionFirst) << multifunction << functionFirst;
    }
}

void tst_layoutplacement::twoDevicesInOneSlotNeedMultifunction()
{
    QFETCH(bool, multifunction);
    QFETCH(bool, functionFirst);
    const LayoutDevice zero = passed(u"a"_s, card, u"rp"_s, 0, 0, multifunction);
    const LayoutDevice one = passed(u"b"_s, audio, u"rp"_s, 0, 1);
    const LayoutDevice port = bridge(u"rp"_s, u"pcie.0"_s, PortType::RootPort, 0x1c);
    const QStringList entries =
        entriesOf(planOf(functionFirst ? QList {port, one, zero} : QList {port, zero, one}));
    QCOMPARE(entries.size(), 1);
    QCOMPARE(entries.first().startsWith(u"rp 0x0 (a.0 b.1) port 1c.0"), true);
    QCOMPARE(entries.first().contains(u"QEMU refuses to start: slot 0 of bus rp has several"),
             !multifunction);
}

void tst_layoutplacement::onePlaceIsTakenOnce()
{
    QCOMPARE(
        entriesOf(planOf({passed(u"a"_s, card, u"pcie.0"_s, 5), device(u"n"_s, u"pcie.0"_s, 5)})),
        QStringList {u"pcie.0 0x5 (a.0): QEMU refuses to start: slot 5, function 0 of bus pcie.0 "
                     "is taken twice: by line a and line n"_s});
    QCOMPARE(
        entriesOf(planOf({passed(u"a"_s, card, u"pcie.0"_s, 0x1f, 2)})),
        QStringList {u"pcie.0 0x1f (a.2): QEMU refuses to start: slot 1f, function 2 of bus pcie.0 "
                     "is taken twice: by the machine's own ich9-ahci and line a"_s});
}

void tst_layoutplacement::aCardIsPassedOnce()
{
    QCOMPARE(entriesOf(planOf(
                 {passed(u"a"_s, card, u"pcie.0"_s, 5), passed(u"b"_s, card, u"pcie.0"_s, 6)})),
             (QStringList {u"pcie.0 0x5 (a.0)"_s,
                           u"pcie.0 0x6 (b.0): QEMU refuses to start: 0000:0b:00.0 is passed twice "
                           "(line b)"_s}));
}

void tst_layoutplacement::badAddressesAreRefused_data()
{
    QTest::addColumn<int>("slot");
    QTest::addColumn<int>("function");
    QTest::newRow("slot") << 0x20 << 0;
    QTest::newRow("function") << 5 << 8;
}

void tst_layoutplacement::badAddressesAreRefused()
{
    QFETCH(int, slot);
    QFETCH(int, function);
    const Plan plan = planOf({passed(u"a"_s, card, u"pcie.0"_s, slot, function)});
    QCOMPARE(evaluate(plan).entries.first().verdict, EntryVerdict::Invalid);
}

void tst_layoutplacement::anExpanderTakesBridgesAlone()
{
    LayoutDevice expander = bridge(u"x"_s, u"pcie.0"_s, PortType::Conventional, 3);
    expander.ownBusIsRoot = true;
    QCOMPARE(
        entriesOf(planOf({expander, passed(u"a"_s, card, u"x"_s, 0)})),
        QStringList {u"x 0x0 (a.0): QEMU refuses to start: bus x takes bridges only, and line a "
                     "is none"_s});
}

void tst_layoutplacement::belowAnExpanderAPortIsAPort()
{
    LayoutDevice expander = bridge(u"x"_s, u"pcie.0"_s, PortType::Conventional, 3);
    expander.ownBusIsRoot = true;
    expander.busNumber = 0x40;
    const Plan plan = planOf({expander, bridge(u"rp"_s, u"x"_s, PortType::RootPort, 0),
                              passed(u"a"_s, card, u"rp"_s, 0)});
    QCOMPARE(entriesOf(plan), QStringList {u"rp 0x0 (a.0) port 00.0"_s});
    const PlanOutcome outcome = evaluate(plan);
    const EntryOutcome &entry = outcome.entries.first();
    QVERIFY(entry.portNode >= 0);
    QCOMPARE(outcome.guestTree.at(entry.portNode).likelyAddress->toString(), u"0000:40:00.0"_s);
    QCOMPARE(outcome.guestTree.at(entry.functions.first().guestNode).likelyAddress->toString(),
             u"0000:41:00.0"_s);
    // Only what the host completes is open.
    QCOMPARE(entry.reason, Reason::HostNotInCapture);
    QCOMPARE(entry.functions.first().qemu.reason, Reason::QemuOk);
}

void tst_layoutplacement::deepAndWideLayoutsAreEvaluated_data()
{
    QTest::addColumn<bool>("deep");
    QTest::addColumn<bool>("written");
    QTest::newRow("deep") << true << true;
    QTest::newRow("deep, slots open") << true << false;
    QTest::newRow("wide") << false << true;
    QTest::newRow("wide, slots open") << false << false;
}

void tst_layoutplacement::deepAndWideLayoutsAreEvaluated()
{
    QFETCH(bool, deep);
    QFETCH(bool, written);
    const std::optional<int> slot = written ? std::optional(0) : std::nullopt;
    QList<LayoutDevice> devices {bridge(u"b0"_s, u"pcie.0"_s, PortType::Conventional, 3)};
    for (int i = 1; i < 1023; ++i) {
        const QString above = u"b%1"_s.arg(deep ? i - 1 : 0);
        devices.append(bridge(u"b%1"_s.arg(i), above, PortType::Conventional,
                              written && !deep ? i % 32 : slot));
    }
    std::ranges::reverse(devices);
    devices.append(passed(u"a"_s, card, u"b1022"_s, 0));
    const ProcessorTimer timer;
    const PlanOutcome outcome = evaluate(planOf(devices, u"q35"_s, GuestLayout::Origin::Libvirt));
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(outcome.entries.size(), 1);
    // A guest has 256 bus numbers: what is beyond 255 has none, and none is given twice.
    QSet<quint8> numbers;
    int numbered = 0;
    for (const GuestNode &node : outcome.guestTree) {
        if (!node.likelySecondary)
            continue;
        ++numbered;
        numbers.insert(*node.likelySecondary);
    }
    QCOMPARE(numbers.size(), numbered);
    QVERIFY(numbered >= 1 && numbered <= 255);
    QVERIFY(!deep || numbered == 255);
}

void tst_layoutplacement::warningsOfALayoutHaveNoIndex()
{
    Plan plan = planOf({bridge(u"p"_s, u"pcie.0"_s, PortType::RootPort, 2),
                        bridge(u"q"_s, u"pcie.0"_s, PortType::RootPort, 3),
                        passed(u"a"_s, card, u"p"_s, 0), passed(u"b"_s, audio, u"q"_s, 0)});
    for (const EntryOutcome &entry : evaluate(plan).entries) {
        // Two functions of one card apart are predicted; that 0b:00.1 is function 0 is no surprise.
        QCOMPARE(entry.warnings.size(), 1);
        QCOMPARE(entry.warnings.first().reason, Reason::GuestPredicted);
        QCOMPARE(entry.warnings.first().index, std::nullopt);
    }
}

QTEST_GUILESS_MAIN(tst_layoutplacement)
#include "tst_layoutplacement.moc"
