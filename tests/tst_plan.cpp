// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadeplan.h"

#include <QTest>

using namespace handmade;

class tst_plan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneLineIsAnsweredAsTheContractSays_data();
    void oneLineIsAnsweredAsTheContractSays();
    void allFunctionsCostsTheCardItsAtomicOps();
    void sentencesNameEachHopThePortAndTheLineToWrite();
    void theLineToWriteIsConcrete_data();
    void theLineToWriteIsConcrete();
    void aPortWithNothingBelowIsNoCard();
    void theLineToWriteIsOffered();
    void aPortHoleHidesPortAndCard();
    void warningsFireOnlyWhereTheyAreTrue_data();
    void warningsFireOnlyWhereTheyAreTrue();
    void windowsIsAnsweredUpToTheRootPort();
    void i440fxGuestsDependOnTheGuestsKernel_data();
    void i440fxGuestsDependOnTheGuestsKernel();
    void theGuestsBusesAreNumberedDepthFirst();
    void freeIndexAvoidsHoles();
    void editsReturnAnotherPlan();
    void lettersTellTwinsApart();
    void passableFunctionsLeaveBridgesOut();
    void samePlanGivesTheSameOutcome();
};

void tst_plan::oneLineIsAnsweredAsTheContractSays_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("qemu");
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<bool>("readable");
    QTest::addColumn<QString>("expected");
    QTest::newRow("all functions") << u"0000:0b:00,pcie=1"_s << u"11.0"_s << u"unknown"_s << true
                                   << u"no/no/no qemu.multifunction not-offered vm-line"_s;
    QTest::newRow("one function") << u"0000:0b:00.0,pcie=1"_s << u"11.0"_s << u"unknown"_s << true
                                  << u"yes/yes/no qemu.ok offered nothing"_s;
    QTest::newRow("old QEMU") << u"0000:0b:00.0,pcie=1"_s << u"8.0"_s << u"unknown"_s << true
                              << u"no/no/no qemu.version not-offered upgrade"_s;
    QTest::newRow("first QEMU") << u"0000:0b:00.0,pcie=1"_s << u"8.1"_s << u"unknown"_s << true
                                << u"yes/yes/no qemu.ok offered nothing"_s;
    QTest::newRow("old host kernel") << u"0000:0b:00.0,pcie=1"_s << u"11.0"_s << u"6.4"_s << true
                                     << u"no/no/no vfio.kernel not-offered upgrade"_s;
    QTest::newRow("first host kernel") << u"0000:0b:00.0,pcie=1"_s << u"11.0"_s << u"6.5"_s << true
                                       << u"yes/yes/no qemu.ok offered nothing"_s;
    QTest::newRow("distribution's old kernel")
        << u"0000:0b:00.0,pcie=1"_s << u"11.0"_s << u"6.2.16-3-pve"_s << true
        << u"unknown/unknown/no vfio.kernel inconclusive upgrade"_s;
    QTest::newRow("conventional") << u"0000:0b:00.0"_s << u"11.0"_s << u"unknown"_s << true
                                  << u"null qemu.conventional-bus not-offered vm-line"_s;
    QTest::newRow("without rights")
        << u"0000:0b:00.0,pcie=1"_s << u"11.0"_s << u"unknown"_s << false
        << u"unknown/unknown/unknown host.unreadable inconclusive collect-as-root"_s;
    QTest::newRow("without rights, all functions")
        << u"0000:0b:00,pcie=1"_s << u"11.0"_s << u"unknown"_s << false
        << u"no/no/no qemu.multifunction not-offered vm-line"_s;
    QTest::newRow("chipset slot") << u"0000:05:00.0,pcie=1"_s << u"11.0"_s << u"unknown"_s << true
                                  << u"no/no/no host.no-routing not-offered move-card"_s;
    QTest::newRow("chipset slot, conventional")
        << u"0000:05:00.0"_s << u"11.0"_s << u"unknown"_s << true
        << u"null host.no-routing not-offered move-card"_s;
    QTest::newRow("audio alone") << u"0000:0b:00.1,pcie=1"_s << u"11.0"_s << u"unknown"_s << true
                                 << u"no/no/no vfio.device-not-completer not-offered none"_s;
    QTest::newRow("mediated") << u"0000:0b:00.0,pcie=1,mdev=x"_s << u"11.0"_s << u"unknown"_s
                              << true << u"no/no/no vfio.mediated not-offered vm-line"_s;
}

void tst_plan::oneLineIsAnsweredAsTheContractSays()
{
    QFETCH(QString, line);
    QFETCH(QString, qemu);
    QFETCH(QString, kernel);
    QFETCH(bool, readable);
    QFETCH(QString, expected);
    Plan plan = planFor(readable ? x399() : x399WithoutRights(), {line}, qemu);
    plan.hostKernel = KernelVersion::parse(kernel).value();
    const PlanOutcome outcome = evaluate(plan);
    const EntryOutcome &entry = outcome.entries.first();
    QCOMPARE(summary(entry), expected);
    QCOMPARE(entry.portNode >= 0, entry.rootPort.has_value());
}

void tst_plan::allFunctionsCostsTheCardItsAtomicOps()
{
    const PlanOutcome outcome = evaluate(planFor(x399(), {u"0000:0b:00,pcie=1"_s}));
    const EntryOutcome &entry = outcome.entries.first();
    QCOMPARE(entry.functions.size(), 2);
    const DriverOutcome &driver = leadingDriver(entry);
    QCOMPARE(driver.name, u"amdgpu"_s);
    QCOMPARE(driverResultId(driver.result), "unavailable"_L1);
    QCOMPARE(driver.reason, Reason::GuestWidth);
    QCOMPARE(driver.messages, QStringList {u"PCIE atomic ops is not supported"_s});
    QVERIFY(driver.consequence.contains("509"_L1));
    QCOMPARE(entry.functions.at(1).driver.result, DriverResult::NotApplicable);
    QCOMPARE(entry.functions.at(1).qemu.reason, Reason::QemuFunctionNumber);
    QCOMPARE(outcome.devices,
             (QStringList {u"vfio-pci,host=0000:0b:00.0,id=hostpci0.0,bus=ich9-pcie-port-1,"
                           "addr=0x0.0,multifunction=on"_s,
                           u"vfio-pci,host=0000:0b:00.1,id=hostpci0.1,bus=ich9-pcie-port-1,"
                           "addr=0x0.1"_s}));
}

void tst_plan::sentencesNameEachHopThePortAndTheLineToWrite()
{
    const PlanOutcome outcome = evaluate(planFor(x399(), {u"0000:0b:00,pcie=1"_s}));
    const EntrySentences &sentences = outcome.entries.first().sentences;
    QCOMPARE(sentences.host,
             u"32 64 carried   0b:00.0 → 0a:00.0 routes → 09:00.0 routes → "
             "00:03.1 completes 32 64"_s);
    QCOMPARE(sentences.guest,
             u"port ich9-pcie-port-1 (1c.0) stays 32bit- 64bit-: the card is "
             "passed as a multifunction device"_s);
    QCOMPARE(sentences.remedy,
             u"change the VM line: hostpci0: 0000:0b:00.0,pcie=1 (its audio "
             "function 0b:00.1 is then not in the guest)"_s);
}

void tst_plan::theLineToWriteIsConcrete_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("qemu");
    QTest::addColumn<QString>("expected");
    QTest::newRow("conventional") << u"q35"_s << u"0b:00.0,rombar=0"_s << u"11.0"_s
                                  << u"change the VM line: hostpci0: 0b:00.0,pcie=1,rombar=0"_s;
    QTest::newRow("i440fx")
        << u"pc"_s << u"0000:0b:00.0"_s << u"11.0"_s
        << u"change the VM lines: machine: q35 and hostpci0: 0000:0b:00.0,pcie=1"_s;
    QTest::newRow("list in another order")
        << u"q35"_s << u"0b:00.1;0b:00.0,pcie=1"_s << u"11.0"_s
        << u"change the VM line: hostpci0: 0b:00.0,pcie=1 (its audio function 0b:00.1 is then not "
           "in the guest)"_s;
    QTest::newRow("upgrade") << u"q35"_s << u"0b:00.0,pcie=1"_s << u"8.0.5"_s
                             << u"upgrade to QEMU 8.1 or newer"_s;
    QTest::newRow("move") << u"q35"_s << u"05:00.0,pcie=1"_s << u"11.0"_s
                          << u"move the card: to a slot that does not lead through 02:04.0"_s;
    QTest::newRow("moved it is several still")
        << u"q35"_s << u"05:00.0;44:00.1,pcie=1"_s << u"11.0"_s
        << u"move the card: to a slot that does not lead through 02:04.0; and change the VM line: "
           "hostpci0: 05:00.0,pcie=1 (its audio function 44:00.1 is then not in the guest)"_s;
    QTest::newRow("a root port") << u"q35"_s << u"00:03.1,pcie=1"_s << u"11.0"_s
                                 << u"change the VM line: hostpci0: 0b:00.0,pcie=1"_s;
    QTest::newRow("a switch port of a whole slot")
        << u"q35"_s << u"0000:0a:00,pcie=1"_s << u"11.0"_s
        << u"change the VM line: hostpci0: 0000:0b:00.0,pcie=1"_s;
    QTest::newRow("ports above several cards")
        << u"q35"_s << u"09:00.0;01:00.0;42:00.0,pcie=1"_s << u"11.0"_s
        << u"change the VM line: hostpci0: 0b:00.0,pcie=1, or hostpci0: 05:00.0,pcie=1, or "
           "hostpci0: 44:00.0,pcie=1"_s;
    QTest::newRow("nothing") << u"q35"_s << u"0b:00.0,pcie=1"_s << u"11.0"_s << QString();
}

void tst_plan::theLineToWriteIsConcrete()
{
    QFETCH(QString, machine);
    QFETCH(QString, line);
    QFETCH(QString, qemu);
    QFETCH(QString, expected);
    Plan plan = planFor(x399(), {line}, qemu);
    plan.guest.machine = machine;
    QCOMPARE(evaluate(plan).entries.first().sentences.remedy, expected);
}

void tst_plan::aPortWithNothingBelowIsNoCard()
{
    const auto host = handmade::host(x399Functions() << rootPort("00:09.1", 0x50, 0x50));
    const PlanOutcome outcome = evaluate(planFor(host, {u"00:09.1,pcie=1"_s}));
    QCOMPARE(outcome.entries.first().sentences.remedy,
             u"change the VM line: hostpci0 (name a function that is no port)"_s);
}

/// Whatever line is bad for a VM's sake alone: the line that the remedy names is offered.
void tst_plan::theLineToWriteIsOffered()
{
    for (const QString &line : {u"0000:0b:00,pcie=1"_s, u"0b:00"_s, u"0b:00.0"_s,
                                u"0b:00.1;0b:00.0"_s, u"0b:00,pcie=0,x-vga=1"_s}) {
        const EntryOutcome bad = evaluate(planFor(x399(), {line})).entries.first();
        QCOMPARE(bad.remedy, Remedy::VmLine);
        QString better = bad.sentences.remedy;
        better = better.mid(better.indexOf("hostpci0: "_L1) + 10).section(u' ', 0, 0);
        QCOMPARE(evaluate(planFor(x399(), {better})).entries.first().verdict,
                 EntryVerdict::Offered);
    }
}

void tst_plan::aPortHoleHidesPortAndCard()
{
    Plan plan = planFor(x399(), {}).withEntry(5, u"0b:00.0,pcie=1"_s);
    PlanOutcome outcome = evaluate(plan);
    const EntryOutcome &entry = outcome.entries.first();
    QCOMPARE(summary(entry), u"yes/yes/no qemu.ok not-offered vm-line"_s);
    QCOMPARE(leadingDriver(entry).result, DriverResult::Absent);
    QCOMPARE(leadingDriver(entry).reason, Reason::GuestNotVisible);
    QCOMPARE(ids(entry.warnings), QStringList {u"proxmox.port-hole"_s});
    QVERIFY(!outcome.guestTree.at(entry.portNode).visible);
    QCOMPARE(outcome.guestIndex.at(entry.portNode), -1);
    QCOMPARE(entry.sentences.remedy,
             u"change the VM line: hostpci0: 0b:00.0,pcie=1 (instead of hostpci5)"_s);

    outcome = evaluate(plan.withEntry(4, u"44:00.0,pcie=1"_s));
    QCOMPARE(outcome.entries.last().verdict, EntryVerdict::Offered);
    QCOMPARE(outcome.entries.last().warnings, QList<Notice> {});
}

void tst_plan::warningsFireOnlyWhereTheyAreTrue_data()
{
    QTest::addColumn<QStringList>("lines");
    QTest::addColumn<QStringList>("warnings"); // of the last entry
    QTest::newRow("none") << QStringList {u"0b:00.0,pcie=1"_s} << QStringList {};
    QTest::newRow("all functions, none") << QStringList {u"0b:00,pcie=1"_s} << QStringList {};
    QTest::newRow("renumbered") << QStringList {u"0b:00.1,pcie=1"_s}
                                << QStringList {u"proxmox.function-renumbered"_s};
    QTest::newRow("split card") << QStringList {u"0b:00.1,pcie=1"_s, u"0b:00.0,pcie=1"_s}
                                << QStringList {u"guest.predicted"_s};
    QTest::newRow("in order") << QStringList {u"0b:00.0,pcie=1"_s, u"44:00.0,pcie=1"_s}
                              << QStringList {};
    QTest::newRow("port before")
        << QStringList {u"0b:00.0,pcie=1"_s, {}, {}, {}, u"44:00.0,pcie=1"_s}
        << QStringList {u"proxmox.index-order"_s};
    QTest::newRow("ports before the bridges") << QStringList {u"0b:00.0"_s, u"44:00.0,pcie=1"_s}
                                              << QStringList {u"proxmox.index-order"_s};
}

void tst_plan::warningsFireOnlyWhereTheyAreTrue()
{
    QFETCH(QStringList, lines);
    QFETCH(QStringList, warnings);
    QCOMPARE(ids(evaluate(planFor(x399(), lines)).entries.last().warnings), warnings);
    QCOMPARE(ids(evaluate(planFor(x399(), lines, u"99.0"_s)).warnings),
             QStringList {u"qemu.newer-than-checked"_s});
    QCOMPARE(ids(evaluate(planFor(x399(), lines, u"11.1"_s)).warnings), QStringList {});
}

void tst_plan::windowsIsAnsweredUpToTheRootPort()
{
    Plan plan = planFor(x399(), {u"0b:00.0,pcie=1"_s});
    plan.guest.os = GuestOs::Windows;
    const PlanOutcome outcome = evaluate(plan);
    QCOMPARE(summary(outcome.entries.first()), u"yes/yes/no qemu.ok inconclusive nothing"_s);
    QCOMPARE(leadingDriver(outcome.entries.first()).reason, Reason::GuestOsNotModelled);
}

void tst_plan::i440fxGuestsDependOnTheGuestsKernel_data()
{
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("verdict");
    QTest::newRow("old") << u"6.8"_s << u"unproven"_s;
    QTest::newRow("new") << u"7.1"_s << u"not-offered"_s;
    QTest::newRow("backport") << u"6.12.91"_s << u"not-offered"_s;
    QTest::newRow("unknown") << u"unknown"_s << u"inconclusive"_s;
}

void tst_plan::i440fxGuestsDependOnTheGuestsKernel()
{
    QFETCH(QString, kernel);
    QFETCH(QString, verdict);
    Plan plan = planFor(x399(), {u"0b:00.0"_s});
    plan.guest.machine = u"pc"_s;
    plan.guest.guestKernel = KernelVersion::parse(kernel).value();
    const PlanOutcome outcome = evaluate(plan);
    const EntryOutcome &entry = outcome.entries.first();
    QCOMPARE(entryVerdictId(entry.verdict), verdict);
    QCOMPARE(leadingDriver(entry).reason, Reason::GuestNoRootPort);
    QCOMPARE(entry.functions.first().capabilityVisible, true);
    QVERIFY(!entry.rootPort);
    QCOMPARE(outcome.bridges.size(), 2);
}

void tst_plan::theGuestsBusesAreNumberedDepthFirst()
{
    const PlanOutcome outcome = evaluate(
        planFor(x399(), {u"0b:00.0,pcie=1"_s, u"05:00.0"_s}).withEntry(4, u"44:00,pcie=1"_s));
    const auto at = [&](QStringView id) {
        for (const GuestNode &node : outcome.guestTree) {
            if (node.id == id)
                return node.likelyAddress ? node.likelyAddress->toShortString() : u"-"_s;
        }
        return QString();
    };
    QCOMPARE(at(u"ich9-pcie-port-5"), u"00:10.0"_s);
    QCOMPARE(at(u"hostpci4.0"), u"01:00.0"_s);
    QCOMPARE(at(u"hostpci4.1"), u"01:00.1"_s);
    QCOMPARE(at(u"hostpci0"), u"02:00.0"_s);
    QCOMPARE(at(u"pcidmi"), u"00:1e.0"_s);
    QCOMPARE(at(u"pci.0"), u"06:01.0"_s);
    QCOMPARE(at(u"hostpci1"), u"07:11.0"_s);
    const int port = outcome.guestIndex.at(outcome.entries.first().portNode);
    QCOMPARE(outcome.guest->at(port).atomicOps.completer.w32, std::optional(true));
    const int otherPort = outcome.guestIndex.at(outcome.entries.last().portNode);
    QCOMPARE(outcome.guest->at(otherPort).atomicOps.completer.w32, std::optional(false));
}

void tst_plan::freeIndexAvoidsHoles()
{
    Plan plan = planFor(x399(), {u"0b:00.0,pcie=1"_s});
    QCOMPARE(plan.freeIndex(), 1);
    QCOMPARE(Plan {}.freeIndex(), 0);
    for (int i = 1; i < 4; ++i)
        plan = plan.withEntry(i, u"44:00.0,pcie=1"_s);
    QCOMPARE(plan.freeIndex(), 4);
    QCOMPARE(plan.withEntry(4, u"44:00.0,pcie=1"_s).freeIndex(), 5);
    QCOMPARE(plan.withEntry(4, u"44:00.0"_s).freeIndex(), 12);
    for (int i = 4; i < 16; ++i)
        plan = plan.withEntry(i, u"44:00.0,pcie=1"_s);
    QCOMPARE(plan.freeIndex(), std::nullopt);
    QCOMPARE(plan.withoutEntry(7).freeIndex(), 7);
}

void tst_plan::editsReturnAnotherPlan()
{
    const Plan plan = planFor(x399(), {u"0b:00.0"_s});
    const Plan changed = plan.withEntry(3, u"44:00.0"_s).withEntry(0, u"0b:00"_s);
    QCOMPARE(plan.entries.size(), 1);
    QCOMPARE(plan.entry(0)->value, u"0b:00.0"_s);
    QCOMPARE(changed.entry(0)->value, u"0b:00"_s);
    QCOMPARE(changed.entries.last().index, 3);
    QVERIFY(!changed.withoutEntry(3).entry(3));
    QVERIFY(plan != changed);
}

void tst_plan::lettersTellTwinsApart()
{
    const auto letters = cardLetters(*x399());
    QCOMPARE(letters.size(), 3);
    QCOMPARE(letters.value(*PciAddress::parse("05:00.0"_L1)), u"A"_s);
    QCOMPARE(letters.value(*PciAddress::parse("44:00.0"_L1)), u"C"_s);
    QVERIFY(cardLetters(*host({rootPort("00:01.0", 1, 1), gpu("01:00.0")})).isEmpty());
}

void tst_plan::passableFunctionsLeaveBridgesOut()
{
    const auto machine = x399();
    QStringList found;
    for (const int i : passableFunctions(*machine))
        found.append(machine->at(i).address.toShortString());
    QCOMPARE(found,
             (QStringList {u"05:00.0"_s, u"0b:00.0"_s, u"0b:00.1"_s, u"44:00.0"_s, u"44:00.1"_s}));
}

void tst_plan::samePlanGivesTheSameOutcome()
{
    const Plan plan = planFor(x399(), {u"0b:00,pcie=1"_s, u"44:00.0"_s});
    const PlanOutcome first = evaluate(plan);
    const PlanOutcome second = evaluate(plan);
    QCOMPARE(first.devices, second.devices);
    QCOMPARE(first.entries.first().sentences.guest, second.entries.first().sentences.guest);
    QCOMPARE(first.guest->functions(), second.guest->functions());
}

QTEST_GUILESS_MAIN(tst_plan)
#include "tst_plan.moc"
