// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadeplan.h"

#include <QElapsedTimer>
#include <QTest>

using namespace handmade;

class tst_planexpansion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aListKeepsItsOrderAndNumbersByPosition();
    void aWholeSlotWithOneFunctionIsNoMultifunction();
    void nineFunctionsOfOneSlotAreRefusedByQemu();
    void unknownSlotsStillOverlap_data();
    void unknownSlotsStillOverlap();
    void longListsAndManyKeysTakeNoTime();
    void refusalsNameTheirStage_data();
    void refusalsNameTheirStage();
    void withoutAHostTheGuestSideAloneDecides_data();
    void withoutAHostTheGuestSideAloneDecides();
    void aDeviceThatAPartialCaptureLacksIsNotRefused();
};

void tst_planexpansion::aListKeepsItsOrderAndNumbersByPosition()
{
    const PlanOutcome outcome = evaluate(planFor(x399(), {u"44:00.0;0b:00,pcie=1"_s}));
    QCOMPARE(outcome.devices,
             (QStringList {u"vfio-pci,host=0000:44:00.0,id=hostpci0.0,bus=ich9-pcie-port-1,"
                           "addr=0x0.0,multifunction=on"_s,
                           u"vfio-pci,host=0000:0b:00.0,id=hostpci0.1,bus=ich9-pcie-port-1,"
                           "addr=0x0.1"_s,
                           u"vfio-pci,host=0000:0b:00.1,id=hostpci0.2,bus=ich9-pcie-port-1,"
                           "addr=0x0.2"_s}));
    QCOMPARE(ids(outcome.entries.first().warnings), QStringList {u"proxmox.function-renumbered"_s});
}

void tst_planexpansion::aWholeSlotWithOneFunctionIsNoMultifunction()
{
    const PlanOutcome outcome = evaluate(planFor(
        host({hostBridge(), rootPort("00:01.0", 1, 1), gpu("01:00.0")}), {u"01:00,pcie=1"_s}));
    QCOMPARE(summary(outcome.entries.first()), u"yes/yes/no qemu.ok offered nothing"_s);
    QCOMPARE(
        outcome.devices,
        QStringList {u"vfio-pci,host=0000:01:00.0,id=hostpci0,bus=ich9-pcie-port-1,addr=0x0"_s});
}

void tst_planexpansion::nineFunctionsOfOneSlotAreRefusedByQemu()
{
    const QString list = u"0b:00;44:00;05:00.0"_s;
    QList<PciFunction> functions = x399Functions();
    for (const char *more : {"05:00.1", "05:00.2", "05:00.3", "05:00.4"})
        functions.append(audio(more));
    const QString nine = u"0b:00;44:00;05:00"_s;
    const EntryOutcome entry = evaluate(planFor(host(functions), {nine})).entries.first();
    QCOMPARE(entry.verdict, EntryVerdict::Invalid);
    QCOMPARE(ids(entry.errors), QStringList {u"qemu.bad-address"_s});
    QCOMPARE(entry.errors.first().stage, u"qemu-start"_s);
    QVERIFY(!entry.reason && !entry.rootPort && entry.remedy == Remedy::VmLine);
    QCOMPARE(evaluate(planFor(host(functions), {list})).entries.first().verdict,
             EntryVerdict::NotOffered);
}

void tst_planexpansion::refusalsNameTheirStage_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QStringList>("lines");
    QTest::addColumn<QString>("stage");
    QTest::addColumn<QString>("saying");
    const QString q35 = u"q35"_s;
    QTest::newRow("schema") << q35 << QStringList {u"0B:00.0"_s} << u"qm-set"_s << u"regex"_s;
    QTest::newRow("not q35") << u"pc"_s << QStringList {u"0b:00.0,pcie=1"_s} << u"vm-start"_s
                             << u"q35 machine model is not enabled"_s;
    QTest::newRow("no machine") << QString() << QStringList {u"0b:00.0,pcie=1"_s} << u"vm-start"_s
                                << u"q35"_s;
    QTest::newRow("absent") << q35 << QStringList {u"0c:00.0"_s} << u"vm-start"_s
                            << u"no PCI device found"_s;
    QTest::newRow("absent slot") << q35 << QStringList {u"0c:00"_s} << u"vm-start"_s
                                 << u"no PCI device found"_s;
    QTest::newRow("domain spelled otherwise")
        << q35 << QStringList {u"00000:0b:00.0"_s} << u"vm-start"_s << u"no PCI device found"_s;
    QTest::newRow("another domain")
        << q35 << QStringList {u"0001:0b:00.0"_s} << u"vm-start"_s << u"no PCI device found"_s;
    QTest::newRow("twice") << q35 << QStringList {u"0b:00.0"_s, u"0000:0b:00.0"_s} << u"vm-start"_s
                           << u"more than once"_s;
    QTest::newRow("overlap") << q35 << QStringList {u"0b:00.1"_s, u"0b:00"_s} << u"vm-start"_s
                             << u"more than once"_s;
    QTest::newRow("twice in a list")
        << q35 << QStringList {u"0b:00;0b:00.1"_s} << u"vm-start"_s << u"more than once"_s;
    QTest::newRow("host and mapping")
        << q35 << QStringList {u"0b:00.0,mapping=gpu"_s} << u"vm-start"_s << u"Cannot set both"_s;
    QTest::newRow("neither") << q35 << QStringList {u"pcie=1"_s} << u"vm-start"_s << u"Either"_s;
    QTest::newRow("mediated slot")
        << q35 << QStringList {u"0b:00,mdev=x"_s} << u"vm-start"_s << u"multifunction device"_s;
    QTest::newRow("legacy-igd on q35")
        << q35 << QStringList {u"0b:00.0,legacy-igd=1"_s} << u"vm-start"_s << u"legacy IGD"_s;
    QTest::newRow("a bridge") << q35 << QStringList {u"00:03.1"_s} << u"qemu-start"_s
                              << u"neither an endpoint"_s;
}

void tst_planexpansion::refusalsNameTheirStage()
{
    QFETCH(QString, machine);
    QFETCH(QStringList, lines);
    QFETCH(QString, stage);
    QFETCH(QString, saying);
    Plan plan = planFor(x399(), lines);
    plan.guest.machine = machine;
    const PlanOutcome outcome = evaluate(plan);
    const EntryOutcome &entry = outcome.entries.last();
    QCOMPARE(entry.verdict, EntryVerdict::Invalid);
    QCOMPARE(entry.errors.size(), 1);
    QCOMPARE(entry.errors.first().stage, stage);
    QVERIFY2(entry.errors.first().message.contains(saying),
             qPrintable(entry.errors.first().message));
    QVERIFY(!entry.reason && !entry.rootPort && entry.portNode < 0);
    QCOMPARE(entry.remedy, Remedy::VmLine);
    for (qsizetype i = 0; i + 1 < outcome.entries.size(); ++i)
        QVERIFY(outcome.entries.at(i).errors.isEmpty());
}

void tst_planexpansion::withoutAHostTheGuestSideAloneDecides_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("qemu");
    QTest::addColumn<QString>("expected");
    QTest::newRow("one function")
        << u"0b:00.0,pcie=1"_s << u"11.0"_s
        << u"unknown/unknown/unknown host.not-in-capture inconclusive collect-as-root"_s;
    QTest::newRow("one function, old QEMU")
        << u"0b:00.0,pcie=1"_s << u"8.0"_s << u"no/no/no qemu.version not-offered upgrade"_s;
    QTest::newRow("whole slot")
        << u"0b:00,pcie=1"_s << u"11.0"_s
        << u"unknown/unknown/unknown qemu.placement-unknown inconclusive collect-as-root"_s;
    QTest::newRow("whole slot, old QEMU")
        << u"0b:00,pcie=1"_s << u"8.0"_s << u"no/no/no qemu.version not-offered upgrade"_s;
    QTest::newRow("whole slot, conventional")
        << u"0b:00"_s << u"11.0"_s << u"null qemu.conventional-bus not-offered vm-line"_s;
    QTest::newRow("list") << u"0b:00.0;0b:00.1,pcie=1"_s << u"11.0"_s
                          << u"no/no/no qemu.multifunction not-offered vm-line"_s;
    QTest::newRow("mapping")
        << u"mapping=gpu,pcie=1"_s << u"11.0"_s
        << u"unknown/unknown/unknown qemu.placement-unknown inconclusive collect-as-root"_s;
}

void tst_planexpansion::withoutAHostTheGuestSideAloneDecides()
{
    QFETCH(QString, line);
    QFETCH(QString, qemu);
    QFETCH(QString, expected);
    const PlanOutcome outcome = evaluate(planFor(nullptr, {line}, qemu));
    const EntryOutcome &entry = outcome.entries.first();
    QCOMPARE(summary(entry), expected);
    if (entry.reason == Reason::QemuPlacementUnknown)
        QVERIFY(entry.portNode < 0 && entry.functions.isEmpty());
}

void tst_planexpansion::aDeviceThatAPartialCaptureLacksIsNotRefused()
{
    QList<PciFunction> functions = x399Functions();
    functions.removeFirst();
    const Plan plan = planFor(host(functions), {u"0c:00.0,pcie=1"_s, u"0c:01,pcie=1"_s});
    QVERIFY(!plan.host->isWholeHost());
    const PlanOutcome outcome = evaluate(plan);
    QCOMPARE(summary(outcome.entries.first()),
             u"unknown/unknown/unknown host.not-in-capture inconclusive collect-as-root"_s);
    QCOMPARE(
        outcome.devices,
        QStringList {u"vfio-pci,host=0000:0c:00.0,id=hostpci0,bus=ich9-pcie-port-1,addr=0x0"_s});
    QCOMPARE(summary(outcome.entries.at(1)),
             u"unknown/unknown/unknown host.not-in-capture inconclusive collect-as-root"_s);
    QCOMPARE(outcome.entries.at(1).portNode, -1);
}

void tst_planexpansion::unknownSlotsStillOverlap_data()
{
    QTest::addColumn<QStringList>("lines");
    QTest::addColumn<bool>("refused");
    QTest::newRow("slot and slot") << QStringList {u"0b:00"_s, u"0000:0b:00"_s} << true;
    QTest::newRow("slot and function") << QStringList {u"0b:00"_s, u"0b:00.1"_s} << true;
    QTest::newRow("function and slot") << QStringList {u"0b:00.1"_s, u"0b:00"_s} << true;
    QTest::newRow("two functions") << QStringList {u"0b:00.1"_s, u"0b:00.0"_s} << false;
    QTest::newRow("two slots") << QStringList {u"0b:00"_s, u"0b:01"_s} << false;
    QTest::newRow("two domains") << QStringList {u"0b:00"_s, u"0001:0b:00"_s} << false;
}

void tst_planexpansion::unknownSlotsStillOverlap()
{
    QFETCH(QStringList, lines);
    QFETCH(bool, refused);
    const PlanOutcome outcome = evaluate(planFor(nullptr, lines));
    QCOMPARE(outcome.entries.last().verdict == EntryVerdict::Invalid, refused);
    QVERIFY(outcome.entries.first().verdict != EntryVerdict::Invalid);
}

void tst_planexpansion::longListsAndManyKeysTakeNoTime()
{
    QStringList list;
    QStringList keys;
    for (int i = 0; i < 50'000; ++i) {
        list.append(
            u"%1:%2.0"_s.arg(i / 256 % 256, 2, 16, QChar(u'0')).arg(i % 256, 2, 16, QChar(u'0')));
        keys.append(u"k%1=1"_s.arg(i));
    }
    const QString devices = list.join(u';');
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(evaluate(planFor(nullptr, {devices, devices})).entries.last().verdict,
             EntryVerdict::Invalid);
    QCOMPARE(evaluate(planFor(x399(), {keys.join(u',')})).entries.last().verdict,
             EntryVerdict::Invalid);
    QVERIFY(timer.elapsed() < 5'000);
}

QTEST_GUILESS_MAIN(tst_planexpansion)
#include "tst_planexpansion.moc"
