// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadeplan.h"
#include "processortimer.h"

#include <QTest>

using namespace handmade;

class tst_planexpansion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aListKeepsItsOrderAndNumbersByPosition();
    void aWholeSlotWithOneFunctionIsNoMultifunction();
    void aWholeSlotInPartOfAHostMayHaveMore();
    void nineFunctionsOfOneSlotAreRefusedByQemu();
    void unknownSlotsStillOverlap_data();
    void unknownSlotsStillOverlap();
    void longListsAndManyKeysTakeNoTime();
    void refusalsNameTheirStage_data();
    void refusalsNameTheirStage();
    void legacyIgdHasItsConditions_data();
    void legacyIgdHasItsConditions();
    void aTemplatePassesNothingAndIsAnsweredForItsClones();
    void anotherVmsCardsAreNamed_data();
    void anotherVmsCardsAreNamed();
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

void tst_planexpansion::aWholeSlotInPartOfAHostMayHaveMore()
{
    PciFunction card = gpu("01:00.0");
    const auto verdict = [&card](const QString &line) {
        const Plan plan = planFor(host({rootPort("00:01.0", 1, 1), card}), {line});
        return evaluate(plan).entries.first().verdict;
    };
    QCOMPARE(verdict(u"01:00,pcie=1"_s), EntryVerdict::Inconclusive);
    const Plan open = planFor(host({rootPort("00:01.0", 1, 1), card}), {u"01:00,pcie=1"_s});
    const EntrySentences sentences = evaluate(open).entries.first().sentences;
    QVERIFY2(sentences.host.contains("0000:01:00 may have more functions"_L1),
             qPrintable(sentences.host));
    QCOMPARE(verdict(u"01:00.0,pcie=1"_s), EntryVerdict::Offered);
    card.multifunction = true;
    QCOMPARE(verdict(u"01:00,pcie=1"_s), EntryVerdict::Inconclusive);
    card.multifunction = false;
    QCOMPARE(verdict(u"01:00,pcie=1"_s), EntryVerdict::Offered);
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
        << q35 << QStringList {u"00000:0b:00.0"_s} << u"vm-start"_s
        << u"the host has no device 00000:0b:00.0 (Proxmox: no PCI device found)"_s;
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

void tst_planexpansion::legacyIgdHasItsConditions_data()
{
    QTest::addColumn<QStringList>("lines");
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QString>("display");
    QTest::addColumn<QString>("saying");
    const auto row = [](const char *name, const QStringList &lines, const char *machine,
                        const char *display, const char *saying) {
        QTest::newRow(name) << lines << QString::fromLatin1(machine) << QString::fromLatin1(display)
                            << QString::fromLatin1(saying);
    };
    row("taken", {u"00:02.0,legacy-igd=1"_s}, "pc", "none", "");
    row("another bus", {u"0b:02.0,legacy-igd=1"_s}, "pc", "none", "");
    row("off", {u"00:02.1,legacy-igd=0"_s}, "q35", "std", "");
    row("a display", {u"00:02.0,legacy-igd=1"_s}, "pc", "std", "VGA mode to be 'none'");
    row("no display named", {u"00:02.0,legacy-igd=1"_s}, "pc", "", "VGA mode to be 'none'");
    row("a serial display", {u"00:02.0,legacy-igd=1"_s}, "pc", "serial0", "VGA mode to be 'none'");
    row("no ROM bar", {u"00:02.0,legacy-igd=1,rombar=0"_s}, "pc", "none", "rombar");
    row("Primary GPU", {u"00:02.0,legacy-igd=1,x-vga=1"_s}, "pc", "none", "x-vga");
    row("mediated", {u"00:02.0,legacy-igd=1,mdev=x"_s}, "pc", "none", "mdev");
    row("q35", {u"00:02.0,legacy-igd=1"_s}, "q35", "none", "q35");
    row("Arm", {u"00:02.0,legacy-igd=1"_s}, "virt", "none", "i440fx");
    row("two functions", {u"00:02.0;00:02.1,legacy-igd=1"_s}, "pc", "none", "multifunction");
    row("another slot", {u"00:03.0,legacy-igd=1"_s}, "pc", "none", "00:02.0");
    row("another function", {u"00:02.1,legacy-igd=1"_s}, "pc", "none", "00:02.0");
    row("PCI-Express", {u"00:02.0,legacy-igd=1,pcie=1"_s}, "pc", "none", "q35");
    row("twice", {u"00:02.0,legacy-igd=1"_s, u"0b:02.0,legacy-igd=1"_s}, "pc", "none",
        "only one device");
}

void tst_planexpansion::legacyIgdHasItsConditions()
{
    QFETCH(QStringList, lines);
    QFETCH(QString, machine);
    QFETCH(QString, display);
    QFETCH(QString, saying);
    Plan plan = planFor(nullptr, lines);
    plan.guest.machine = machine;
    plan.guest.display = display;
    plan.guest.displayWritten = !display.isEmpty();
    plan.guest.hasDisplay = display.isEmpty() || display == "std"_L1;
    const PlanOutcome outcome = evaluate(plan);
    const QList<Notice> errors = outcome.entries.last().errors;
    QCOMPARE(errors.isEmpty(), saying.isEmpty());
    if (saying.isEmpty())
        return;
    QCOMPARE(errors.first().stage, u"vm-start"_s);
    QVERIFY2(errors.first().message.contains(saying), qPrintable(errors.first().message));
}

void tst_planexpansion::aTemplatePassesNothingAndIsAnsweredForItsClones()
{
    Plan plan = planFor(x399(), {u"0b:00.0,pcie=1"_s});
    const PlanOutcome clone = evaluate(plan);
    plan.guest.isTemplate = true;
    const PlanOutcome outcome = evaluate(plan);
    QVERIFY(outcome.devices.isEmpty() && !clone.devices.isEmpty() && clone.bridges.isEmpty());
    QCOMPARE(outcome.bridges,
             (QStringList {u"pci-bridge,id=pci.1,chassis_nr=1,bus=pci.0,addr=0x1e"_s,
                           u"pci-bridge,id=pci.2,chassis_nr=2,bus=pci.0,addr=0x1f"_s}));
    QCOMPARE(summary(outcome.entries.first()), summary(clone.entries.first()));
    QCOMPARE(outcome.guestTree.size(), clone.guestTree.size());
}

void tst_planexpansion::anotherVmsCardsAreNamed_data()
{
    QTest::addColumn<QString>("mine");
    QTest::addColumn<QStringList>("theirs");
    QTest::addColumn<QString>("named");
    const auto row = [](const char *name, const char *mine, const QStringList &theirs,
                        const char *named) {
        QTest::newRow(name) << QString::fromLatin1(mine) << theirs << QString::fromLatin1(named);
    };
    row("same function", "0b:00.0", {u"0000:0b:00.0,pcie=1"_s}, "0b:00.0 (hostpci0 of VM 102)");
    row("its slot", "0b:00.0", {u"44:00.0"_s, u"0b:00"_s}, "0b:00.0 (hostpci1 of VM 102)");
    row("another function of its slot", "0b:00.1", {u"0b:00"_s}, "0b:00.1 (hostpci0 of VM 102)");
    row("the whole slot", "0b:00", {u"0b:00.1"_s}, "0b:00.1 (hostpci0 of VM 102)");
    row("both", "0b:00", {u"0b:00.1"_s, u"0b:00.0"_s},
        "0b:00.1 (hostpci0 of VM 102), 0b:00.0 (hostpci1 of VM 102)");
    row("another function", "0b:00.0", {u"0b:00.1"_s}, "");
    row("another domain", "0b:00.0", {u"0001:0b:00.0"_s}, "");
    row("a refused line", "0b:00.0", {u"0b:00.0,pcie=2"_s, u"0B:00.0"_s}, "");
    row("a mapping", "0b:00.0", {u"mapping=gpu"_s}, "");
}

void tst_planexpansion::anotherVmsCardsAreNamed()
{
    QFETCH(QString, mine);
    QFETCH(QStringList, theirs);
    QFETCH(QString, named);
    Plan plan = planFor(x399(), {mine});
    OtherVm other {u"VM 102"_s, {}};
    for (int i = 0; i < theirs.size(); ++i)
        other.entries.append({i, theirs.at(i)});
    plan.otherVms = {{u"VM 103"_s, {{0, u"0c:00.0"_s}}}, other};
    QStringList messages;
    const EntryOutcome entry = evaluate(plan).entries.first();
    for (const Notice &warning : entry.warnings) {
        if (warning.reason == Reason::ProxmoxUsedByOtherVm)
            messages.append(warning.message);
    }
    QCOMPARE(messages.size(), named.isEmpty() ? 0 : 1);
    if (!named.isEmpty())
        QCOMPARE(messages.first(), reasonSentence(Reason::ProxmoxUsedByOtherVm, {named}));
    plan.host = nullptr;
    const EntryOutcome alone = evaluate(plan).entries.first();
    QCOMPARE(ids(alone.warnings).contains(u"proxmox.used-by-other-vm"_s), !named.isEmpty());
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
    const ProcessorTimer timer;
    QCOMPARE(evaluate(planFor(nullptr, {devices, devices})).entries.last().verdict,
             EntryVerdict::Invalid);
    QCOMPARE(evaluate(planFor(x399(), {keys.join(u',')})).entries.last().verdict,
             EntryVerdict::Invalid);
    QVERIFY(timer.elapsed() < 60'000);
}

QTEST_GUILESS_MAIN(tst_planexpansion)
#include "tst_planexpansion.moc"
