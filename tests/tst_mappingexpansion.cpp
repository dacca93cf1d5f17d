// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "entryexpansion.h"
#include "handmadeplan.h"
#include "processortimer.h"

#include <QTest>

using namespace handmade;

namespace {

/// Two cards whose ids, groups and mediated devices are known.
QList<PciFunction> knownFunctions()
{
    QList<PciFunction> functions = x399Functions();
    for (PciFunction &made : functions) {
        const bool card = made.classCode == quint16 {0x0300};
        if (made.address.bus == 0x0b)
            made.iommuGroup = card ? 20 : 21;
        if (made.address.bus == 0x44)
            made.iommuGroup = 22;
        made.mediated = false;
        if (card) {
            made.subsystemVendor = quint16 {0x1da2};
            made.subsystemDevice = quint16 {0xe471};
        }
    }
    return functions;
}

const QByteArray oneCard = "gpu\n\tmap id=1002:744c,iommugroup=20,node=pve1,path=0000:0b:00.0,"
                           "subsystem-id=1da2:e471\n";
const QByteArray twoCards = oneCard
    + "\tmap id=1002:744c,iommugroup=22,node=pve1,path=0000:44:00.0,subsystem-id=1da2:e471\n";

Plan mappedPlan(const QByteArray &mappings, const QStringList &lines,
                const std::shared_ptr<const Topology> &machine = host(knownFunctions()))
{
    Plan plan = planFor(machine, lines);
    plan.mappings =
        std::make_shared<const PciMappings>(readPciMappings(mappings, u"pci.cfg"_s).value());
    return plan;
}

EntryOutcome last(const Plan &plan)
{
    return evaluate(plan).entries.constLast();
}

QString passed(const EntryOutcome &entry)
{
    QStringList list;
    for (const FunctionOutcome &function : entry.functions)
        list.append(function.qemuId + u' ' + function.host.toShortString());
    return list.join(u", "_s);
}

} // namespace

class tst_mappingexpansion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMappingStandsForItsFunction();
    void withoutMappingsNothingIsKnown();
    void alternativesAreTakenInTheFilesOrder();
    void anAlternativeThatALineUsesIsPassedOver();
    void aSoleAlternativeIsRefusedTheSecondTime();
    void aListIsOneDeviceWithItsFunctionsInThatOrder();
    void aWholeSlotTakesEveryFunction();
    void aWholeSlotThatNobodySawIsAnOpenPlace();
    void theNodeDecides();
    void withoutANodeTheOnlyOneIsTaken();
    void whatDiffersFromTheHardwareIsRefused_data();
    void whatDiffersFromTheHardwareIsRefused();
    void whatTheCaptureDoesNotShowRefusesNothing();
    void everyAlternativeOfTheNodeMustFit();
    void aMediatedMappingTakesItsFirstAlternative();
    void nvidiasNewerDriverPassesTheFunctionItself();
    void aMappingThatMayMigrateSaysSo();
    void withoutAnIommuNothingStarts();
    void theRemedyNamesTheMapping();
    void anotherVmsMappingIsACardToo();
    void longMappingsTakeNoTime();
};

void tst_mappingexpansion::aMappingStandsForItsFunction()
{
    const PlanOutcome outcome = evaluate(mappedPlan(oneCard, {u"mapping=gpu,pcie=1"_s}));
    QCOMPARE(summary(outcome.entries.first()), u"yes/yes/no qemu.ok offered nothing"_s);
    QCOMPARE(
        outcome.devices,
        QStringList {u"vfio-pci,host=0000:0b:00.0,id=hostpci0,bus=ich9-pcie-port-1,addr=0x0"_s});
}

void tst_mappingexpansion::withoutMappingsNothingIsKnown()
{
    const EntryOutcome entry = last(planFor(x399(), {u"mapping=gpu,pcie=1"_s}));
    QCOMPARE(entry.verdict, EntryVerdict::Inconclusive);
    QCOMPARE(entry.reason, Reason::QemuPlacementUnknown);
    QVERIFY(entry.functions.isEmpty());
    QVERIFY(entry.sentences.host.contains("not in the VM's file"_L1));
    QVERIFY(entry.sentences.remedy.contains("pci.cfg"_L1));
}

void tst_mappingexpansion::alternativesAreTakenInTheFilesOrder()
{
    const PlanOutcome outcome =
        evaluate(mappedPlan(twoCards, {u"mapping=gpu"_s, u"mapping=gpu"_s, u"mapping=gpu"_s}));
    QCOMPARE(passed(outcome.entries.at(0)), u"hostpci0 0b:00.0"_s);
    QCOMPARE(passed(outcome.entries.at(1)), u"hostpci1 44:00.0"_s);
    const EntryOutcome &third = outcome.entries.at(2);
    QCOMPARE(third.verdict, EntryVerdict::Invalid);
    QCOMPARE(third.errors.first().stage, u"vm-start"_s);
    QVERIFY(
        third.errors.first().message.contains("could not find a free device for 'hostpci2'"_L1));
}

void tst_mappingexpansion::anAlternativeThatALineUsesIsPassedOver()
{
    QCOMPARE(passed(last(mappedPlan(twoCards, {u"0b:00"_s, u"mapping=gpu"_s}))),
             u"hostpci1 44:00.0"_s);
    QCOMPARE(passed(last(mappedPlan(twoCards, {u"0b:00"_s, u"mapping=gpu"_s}, nullptr))),
             u"hostpci1 44:00.0"_s);
    // A line behind it finds the device used.
    const EntryOutcome raw = last(mappedPlan(twoCards, {u"mapping=gpu"_s, u"0b:00.0"_s}));
    QCOMPARE(raw.verdict, EntryVerdict::Invalid);
    QVERIFY(raw.errors.first().message.contains("more than once"_L1));
}

void tst_mappingexpansion::aSoleAlternativeIsRefusedTheSecondTime()
{
    const EntryOutcome entry = last(mappedPlan(oneCard, {u"mapping=gpu"_s, u"mapping=gpu"_s}));
    QVERIFY(entry.errors.first().message.contains("more than once"_L1));
}

void tst_mappingexpansion::aListIsOneDeviceWithItsFunctionsInThatOrder()
{
    const EntryOutcome entry =
        last(mappedPlan("gpu\n\tmap id=1002:744c,iommugroup=22,node=pve1,subsystem-id=1da2:e471,"
                        "path=0000:44:00.0;0000:0b:00.0\n",
                        {u"mapping=gpu,pcie=1"_s}));
    QCOMPARE(passed(entry), u"hostpci0.0 44:00.0, hostpci0.1 0b:00.0"_s);
    QCOMPARE(entry.reason, Reason::QemuMultifunction);
}

void tst_mappingexpansion::aWholeSlotTakesEveryFunction()
{
    const EntryOutcome entry =
        last(mappedPlan("gpu\n\tmap id=1002:744c,iommugroup=20,node=pve1,subsystem-id=1da2:e471,"
                        "path=0000:0b:00\n",
                        {u"mapping=gpu,pcie=1"_s}));
    QCOMPARE(passed(entry), u"hostpci0.0 0b:00.0, hostpci0.1 0b:00.1"_s);
    QCOMPARE(summary(entry), u"no/no/no qemu.multifunction not-offered vm-line"_s);
}

void tst_mappingexpansion::aWholeSlotThatNobodySawIsAnOpenPlace()
{
    const QByteArray slot = "gpu\n\tmap id=1002:744c,node=pve1,path=0000:0b:00\n";
    const EntryOutcome entry = last(mappedPlan(slot, {u"mapping=gpu,pcie=1"_s}, nullptr));
    QCOMPARE(entry.verdict, EntryVerdict::Inconclusive);
    QCOMPARE(entry.reason, Reason::QemuPlacementUnknown);
    const EntryOutcome twice =
        last(mappedPlan(slot, {u"mapping=gpu,pcie=1"_s, u"0b:00.1"_s}, nullptr));
    QCOMPARE(twice.verdict, EntryVerdict::Invalid);
}

void tst_mappingexpansion::theNodeDecides()
{
    Plan plan = mappedPlan(oneCard
                               + "\tmap id=1002:744c,node=pve2,path=0000:44:00.0,"
                                 "iommugroup=22,subsystem-id=1da2:e471\n",
                           {u"mapping=gpu,pcie=1"_s});
    plan.node = u"pve2"_s;
    QCOMPARE(passed(last(plan)), u"hostpci0 44:00.0"_s);
    plan.node = u"pve3"_s;
    QVERIFY(last(plan).errors.first().message.contains("mapping not found"_L1));
    plan.node.clear();
    const EntryOutcome open = last(plan);
    QCOMPARE(open.verdict, EntryVerdict::Inconclusive);
    QCOMPARE(open.reason, Reason::QemuPlacementUnknown);
    QVERIFY2(open.sentences.host.contains("pve1, pve2"_L1), qPrintable(open.sentences.host));
    QVERIFY(open.sentences.remedy.contains("node"_L1));
}

void tst_mappingexpansion::withoutANodeTheOnlyOneIsTaken()
{
    Plan plan = mappedPlan(oneCard + "\nnic\n\tmap id=8086:1520,node=pve2,path=0000:07:00.0\n",
                           {u"mapping=gpu"_s});
    QCOMPARE(passed(last(plan)), u"hostpci0 0b:00.0"_s);
    plan = plan.withEntry(0, u"mapping=other"_s);
    QVERIFY(last(plan).errors.first().message.contains("no mapping other"_L1));
}

void tst_mappingexpansion::whatDiffersFromTheHardwareIsRefused_data()
{
    QTest::addColumn<QByteArray>("section");
    QTest::addColumn<QString>("saying");
    const auto row = [](const char *name, const char *section, const char *saying) {
        QTest::newRow(name) << QByteArray(section) << QString::fromLatin1(saying);
    };
    row("id",
        "gpu\n\tmap id=1002:7448,iommugroup=20,node=a,path=0000:0b:00.0,subsystem-id=1da2:e471\n",
        "'id' does not match for 'gpu' (1002:744c != 1002:7448)");
    row("id in capitals",
        "gpu\n\tmap id=1002:744C,iommugroup=20,node=a,path=0000:0b:00.0,subsystem-id=1da2:e471\n",
        "'id' does not match");
    row("id of the second path",
        "gpu\n\tmap id=1002:744c,iommugroup=20,node=a,path=0000:0b:00.0;0000:0b:00.1,"
        "subsystem-id=1da2:e471\n",
        "'id' does not match for 'gpu' (1002:ab30 != 1002:744c)");
    row("group",
        "gpu\n\tmap id=1002:744c,iommugroup=0,node=a,path=0000:0b:00.0,subsystem-id=1da2:e471\n",
        "'iommugroup' does not match for 'gpu' (20 != 0)");
    row("no group", "gpu\n\tmap id=1002:744c,node=a,path=0000:0b:00.0,subsystem-id=1da2:e471\n",
        "missing expected property 'iommugroup' for device '0000:0b:00.0'");
    row("subsystem",
        "gpu\n\tmap id=1002:744c,iommugroup=20,node=a,path=0000:0b:00.0,subsystem-id=1da2:0000\n",
        "'subsystem-id' does not match");
    row("no subsystem", "gpu\n\tmap id=1002:744c,iommugroup=20,node=a,path=0000:0b:00\n",
        "missing expected property 'subsystem-id'");
    row("mdev flag",
        "gpu\n\tmap id=1002:744c,iommugroup=20,node=a,path=0000:0b:00.0,subsystem-id=1da2:e471\n"
        "\tmdev 1\n",
        "'mdev' does not match for 'gpu' (0 != 1)");
    row("absent", "gpu\n\tmap id=1002:744c,node=a,path=0000:0c:00.0\n",
        "pci device '0000:0c:00.0' not found");
    row("absent slot", "gpu\n\tmap id=1002:744c,node=a,path=0000:0c:00\n",
        "pci device '0000:0c:00.0' not found");
}

void tst_mappingexpansion::whatDiffersFromTheHardwareIsRefused()
{
    QFETCH(QByteArray, section);
    QFETCH(QString, saying);
    const EntryOutcome entry = last(mappedPlan(section, {u"mapping=gpu,pcie=1"_s}));
    QCOMPARE(entry.verdict, EntryVerdict::Invalid);
    QCOMPARE(ids(entry.errors), QStringList {u"proxmox.refused"_s});
    QCOMPARE(entry.errors.first().stage, u"vm-start"_s);
    QVERIFY2(entry.errors.first().message.contains(saying),
             qPrintable(entry.errors.first().message));
}

void tst_mappingexpansion::whatTheCaptureDoesNotShowRefusesNothing()
{
    const QByteArray odd = "gpu\n\tmap id=1002:744c,iommugroup=7,node=a,path=0000:0b:00.0,"
                           "subsystem-id=ffff:ffff\n\tmdev 1\n";
    // x399() shows ids, but neither groups nor subsystems.
    QCOMPARE(last(mappedPlan(odd, {u"mapping=gpu,pcie=1"_s}, x399())).verdict,
             EntryVerdict::Offered);
    QCOMPARE(passed(last(mappedPlan(odd, {u"mapping=gpu,pcie=1"_s}, nullptr))),
             u"hostpci0 0b:00.0"_s);
    // The group is compared for the first path alone.
    QList<PciFunction> functions = knownFunctions();
    QVERIFY(last(mappedPlan("gpu\n\tmap id=1002:744c,iommugroup=20,node=a,subsystem-id=1da2:e471,"
                            "path=0000:0b:00.0;0000:44:00.0\n",
                            {u"mapping=gpu"_s}, host(functions)))
                .errors.isEmpty());
    // A capture that is not the whole host refuses no device that it lacks.
    functions.removeFirst();
    QVERIFY(last(mappedPlan("gpu\n\tmap id=1002:744c,node=a,path=0000:0c:00.0\n",
                            {u"mapping=gpu"_s}, host(functions)))
                .errors.isEmpty());
}

void tst_mappingexpansion::everyAlternativeOfTheNodeMustFit()
{
    const QByteArray second = "\tmap id=1002:744c,iommugroup=1,node=%,path=0000:44:00.0,"
                              "subsystem-id=1da2:e471\n";
    const EntryOutcome same =
        last(mappedPlan(oneCard + QByteArray(second).replace('%', "pve1"), {u"mapping=gpu"_s}));
    QVERIFY(same.errors.first().message.contains("'iommugroup' does not match"_L1));
    Plan other = mappedPlan(oneCard + QByteArray(second).replace('%', "pve2"), {u"mapping=gpu"_s});
    other.node = u"pve1"_s;
    QVERIFY(last(other).errors.isEmpty());
}

void tst_mappingexpansion::aMediatedMappingTakesItsFirstAlternative()
{
    QList<PciFunction> functions = knownFunctions();
    for (PciFunction &made : functions)
        made.mediated = true;
    Plan plan =
        mappedPlan(twoCards + "\tmdev 1\n",
                   {u"mapping=gpu,mdev=some-1"_s, u"mapping=gpu,mdev=some-1"_s}, host(functions));
    plan.guest.vmid = 101;
    const PlanOutcome outcome = evaluate(plan);
    for (int i = 0; i < 2; ++i) {
        const EntryOutcome &entry = outcome.entries.at(i);
        QVERIFY(entry.errors.isEmpty());
        QCOMPARE(entry.functions.size(), 1);
        QCOMPARE(entry.functions.first().host.toShortString(), u"0b:00.0"_s);
        QVERIFY(entry.functions.first().sysfsdev.startsWith(
            u"/sys/bus/mdev/devices/0000000%1-"_s.arg(i)));
        QCOMPARE(entry.functions.first().vfio.reason.w32, Reason::VfioMediated);
    }
    const EntryOutcome several =
        last(mappedPlan("gpu\n\tmap id=1002:744c,iommugroup=20,node=pve1,path=0000:0b:00,"
                        "subsystem-id=1da2:e471\n\tmdev 1\n",
                        {u"mapping=gpu,mdev=some-1"_s}, host(functions)));
    QVERIFY(several.errors.first().message.contains("multifunction device"_L1));
}

void tst_mappingexpansion::nvidiasNewerDriverPassesTheFunctionItself()
{
    QList<PciFunction> functions = knownFunctions();
    for (PciFunction &made : functions)
        made.nvidiaVgpu = true;
    const auto machine = host(functions);
    for (const QString &line :
         {u"0b:00.0,pcie=1,mdev=nvidia-63"_s, u"mapping=gpu,pcie=1,mdev=nvidia-63"_s}) {
        const EntryOutcome entry = last(mappedPlan(oneCard + "\tmdev 1\n", {line}, machine));
        QVERIFY(entry.errors.isEmpty());
        QVERIFY(entry.functions.first().sysfsdev.isEmpty());
        QCOMPARE(summary(entry), u"yes/yes/no qemu.ok offered nothing"_s);
    }
    const auto isMediated = [&](const QString &line, const std::shared_ptr<const Topology> &on) {
        return !last(planFor(on, {line})).functions.first().sysfsdev.isEmpty();
    };
    QVERIFY(isMediated(u"0b:00.0,mdev=nvidia-x"_s, machine));
    QVERIFY(isMediated(u"0b:00.0,mdev=i915-1"_s, machine));
    QVERIFY(isMediated(u"0b:00.0,mdev=nvidia-63"_s, x399()));
    QVERIFY(isMediated(u"0b:00.0,mdev=nvidia-63"_s, nullptr));
    // Then the function is used like any other.
    const EntryOutcome twice =
        last(planFor(machine, {u"0b:00.0,mdev=nvidia-63"_s, u"0b:00.0,mdev=nvidia-63"_s}));
    QVERIFY(twice.errors.first().message.contains("more than once"_L1));
    QVERIFY(last(planFor(x399(), {u"0b:00.0,mdev=a"_s, u"0b:00.0,mdev=a"_s})).errors.isEmpty());
}

void tst_mappingexpansion::aMappingThatMayMigrateSaysSo()
{
    const PlanOutcome outcome = evaluate(mappedPlan(oneCard + "\tlive-migration-capable 1\n",
                                                    {u"mapping=gpu,pcie=1"_s, u"44:00.0"_s}));
    QVERIFY(outcome.devices.first().startsWith(
        "vfio-pci,host=0000:0b:00.0,enable-migration=on,id=hostpci0,"_L1));
    QVERIFY(!outcome.devices.last().contains("enable-migration"_L1));
}

void tst_mappingexpansion::withoutAnIommuNothingStarts()
{
    Plan plan = mappedPlan(oneCard, {u"mapping=gpu,pcie=1"_s, u"44:00.0,pcie=1"_s, u"0c:00.0"_s});
    QVERIFY(evaluate(plan).entries.first().errors.isEmpty());
    plan.iommu = true;
    QVERIFY(evaluate(plan).entries.first().errors.isEmpty());
    plan.iommu = false;
    const PlanOutcome outcome = evaluate(plan);
    for (int i = 0; i < 2; ++i) {
        const EntryOutcome &entry = outcome.entries.at(i);
        QCOMPARE(entry.verdict, EntryVerdict::Invalid);
        QCOMPARE(entry.errors.first().stage, u"vm-start"_s);
        QVERIFY(entry.errors.first().message.contains("IOMMU not present"_L1));
        QVERIFY(entry.sentences.remedy.contains("IOMMU"_L1));
    }
    QVERIFY(outcome.entries.last().errors.first().message.contains("no PCI device"_L1));
}

void tst_mappingexpansion::theRemedyNamesTheMapping()
{
    const QByteArray slot = "gpu\n\tmap id=1002:744c,iommugroup=20,node=pve1,"
                            "subsystem-id=1da2:e471,path=0000:0b:00\n";
    const EntryOutcome whole = last(mappedPlan(slot, {u"mapping=gpu,pcie=1"_s}));
    QCOMPARE(whole.sentences.remedy,
             u"change the mapping gpu: path=0000:0b:00.0 (its audio function 0b:00.1 is then not "
             "in the guest)"_s);
    const EntryOutcome conventional = last(mappedPlan(slot, {u"mapping=gpu"_s}));
    QVERIFY2(conventional.sentences.remedy.contains("hostpci0: mapping=gpu,pcie=1"_L1),
             qPrintable(conventional.sentences.remedy));
}

void tst_mappingexpansion::anotherVmsMappingIsACardToo()
{
    const auto warned = [](const QByteArray &section) {
        Plan plan = mappedPlan(section, {u"0b:00.0,pcie=1"_s});
        plan.otherVms = {{u"VM 105"_s, {{2, u"mapping=gpu,pcie=1"_s}}}};
        const QList<Notice> warnings = evaluate(plan).entries.first().warnings;
        return std::ranges::any_of(warnings, [](const Notice &warning) {
            return warning.reason == Reason::ProxmoxUsedByOtherVm
                && warning.message.contains("hostpci2 of VM 105"_L1);
        });
    };
    const QByteArray other = "\tmap id=1002:744c,node=pve1,path=0000:44:00.0\n";
    QVERIFY(warned(oneCard));
    QVERIFY(!warned("gpu\n" + other));
    QVERIFY(!warned(oneCard + other)); // it may take the other one
    Plan unknown = mappedPlan(oneCard, {u"0b:00.0,pcie=1"_s});
    unknown.mappings.reset();
    unknown.otherVms = {{u"VM 105"_s, {{2, u"mapping=gpu"_s}}}};
    const PlanOutcome open = evaluate(unknown);
    for (const Notice &warning : open.entries.first().warnings)
        QVERIFY(warning.reason != Reason::ProxmoxUsedByOtherVm);
}

void tst_mappingexpansion::longMappingsTakeNoTime()
{
    QByteArray section = "gpu\n";
    for (int i = 0; i < 20'000; ++i)
        section += "\tmap id=1002:744c,node=a,path=0000:0b:00.0\n";
    section += "\tmap id=1002:744c,node=a,path=0000:0b:00.0"
        + QByteArray(";0000:0b:00.0").repeated(20'000) + '\n';
    QStringList lines;
    for (int i = 0; i < maxHostpciEntries; ++i)
        lines.append(u"mapping=gpu"_s);
    const ProcessorTimer timer;
    for (const auto &machine : {x399(), std::shared_ptr<const Topology>()})
        evaluate(mappedPlan(section, lines, machine));
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
}

QTEST_GUILESS_MAIN(tst_mappingexpansion)
#include "tst_mappingexpansion.moc"
