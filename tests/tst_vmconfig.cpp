// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "vmconfig.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

VmDefinition read(const QByteArray &text, const QString &name = u"101.conf"_s)
{
    return readVmConfig(text, name).value();
}

QStringList lines(const VmDefinition &config)
{
    QStringList list;
    for (const PlanEntry &entry : config.entries)
        list.append(u"%1 %2"_s.arg(entry.index).arg(entry.value));
    return list;
}

QStringList ids(const VmDefinition &config)
{
    QStringList list;
    for (const Notice &problem : config.problems)
        list.append(reasonId(problem.reason));
    return list;
}

} // namespace

class tst_vmconfig : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theMainSectionIsRead();
    void ofADuplicateKeyTheLastHolds();
    void lineEndsOfWindowsAreAccepted();
    void notesAndSnapshotsAreNotSettings();
    void whatIsPendingIsInTheNextStart();
    void whatQmConfigPrintsIsReadAndNotEdited();
    void theWholeMachineIsRefusedWithItsReason_data();
    void theWholeMachineIsRefusedWithItsReason();
    void theRestOfTheGuestIsRead();
    void badLinesAreNotedAndDropped();
    void theMachineIsAPropertyString_data();
    void theMachineIsAPropertyString();
    void ostypesAreSystems_data();
    void ostypesAreSystems();
    void theDisplayMayBeGone_data();
    void theDisplayMayBeGone();
    void whatMattersBesidesIsNoted();
    void theFilesNameGivesTheVmid();
    void whatIsNoTextIsRefused();
};

void tst_vmconfig::theMainSectionIsRead()
{
    const VmDefinition config = read("bios: ovmf\nhostpci0: 0000:0b:00,pcie=1\nhostpci10: 0c:00.0\n"
                                     "hostpci2:0d:00.0\nmachine: q35\nname: gpu\nostype: l26\n");
    QCOMPARE(lines(config),
             (QStringList {u"0 0000:0b:00,pcie=1"_s, u"2 0d:00.0"_s, u"10 0c:00.0"_s}));
    QCOMPARE(config.guest.machine, u"q35"_s);
    QCOMPARE(config.guest.bios, u"ovmf"_s);
    QCOMPARE(config.guest.name, u"gpu"_s);
    QCOMPARE(config.guest.os, GuestOs::Linux);
    QVERIFY(config.problems.isEmpty());
}

void tst_vmconfig::ofADuplicateKeyTheLastHolds()
{
    QCOMPARE(lines(read("hostpci0: 0b:00.0\nhostpci0: 0000:0b:00.0,pcie=yes\n")),
             QStringList {u"0 0000:0b:00.0,pcie=yes"_s});
    QCOMPARE(read("machine: pc\nmachine: q35\n").guest.machine, u"q35"_s);
}

void tst_vmconfig::lineEndsOfWindowsAreAccepted()
{
    const VmDefinition config =
        read("hostpci0: 0000:0b:00.0,pcie=1\r\nmachine: q35\r\n\r\n[snap]\r\n");
    QCOMPARE(lines(config), QStringList {u"0 0000:0b:00.0,pcie=1"_s});
    QCOMPARE(config.guest.machine, u"q35"_s);
    QVERIFY(config.problems.isEmpty());
}

void tst_vmconfig::notesAndSnapshotsAreNotSettings()
{
    const VmDefinition config = read("# hostpci1: 0c:00.0\n#hostpci2: 0c:00.0\nhostpci0: 0b:00.0\n"
                                     "[snap]\nhostpci4: 0e:00.0\nhostpci5: bad\n");
    QCOMPARE(lines(config), QStringList {u"0 0b:00.0"_s});
    QVERIFY(config.problems.isEmpty());
}

void tst_vmconfig::whatIsPendingIsInTheNextStart()
{
    const VmDefinition config =
        read("hostpci0: 0b:00.0\nhostpci1: 0c:00.0\nmachine: pc\n[PENDING]\nhostpci0: 0d:00.0\n"
             "machine: q35\ndelete: hostpci1\nhostpci3: bad\n");
    QCOMPARE(lines(config), QStringList {u"0 0d:00.0"_s});
    QCOMPARE(config.guest.machine, u"q35"_s);
    QCOMPARE(ids(config), QStringList {u"proxmox.refused"_s});
}

void tst_vmconfig::whatQmConfigPrintsIsReadAndNotEdited()
{
    const VmDefinition printed =
        read("bios: ovmf\ndescription: two%0Alines%3A\nhostpci0: 0b:00.0,pcie=1\nmachine: q35\n");
    QCOMPARE(lines(printed), QStringList {u"0 0b:00.0,pcie=1"_s});
    QVERIFY(printed.document == nullptr && printed.problems.isEmpty());
    const QByteArray bytes("#two%0Alines\nhostpci0: 0b:00.0\n");
    const VmDefinition file = read(bytes);
    QVERIFY(file.document != nullptr);
    QCOMPARE(file.document->bytes(), bytes);
    QCOMPARE(file.document->vmid(), 101);
}

void tst_vmconfig::theWholeMachineIsRefusedWithItsReason_data()
{
    QTest::addColumn<QByteArray>("machine");
    QTest::addColumn<QString>("saying");
    const auto row = [](const char *machine, const char *saying) {
        QTest::newRow(machine) << QByteArray(machine) << QString::fromLatin1(saying);
    };
    row("q35,viommu=intel,aw-bits=39", "");
    row("q35,viommu=intel,aw-bits=48", "");
    row("pc,viommu=virtio,aw-bits=40", "");
    row("pc,viommu=intel", "set the machine type to q35");
    row("viommu=intel", "set the machine type to q35");
    row("q35,aw-bits=39", "if no vIOMMU");
    row("q35,viommu=intel,aw-bits=40", "39 or 48");
}

void tst_vmconfig::theWholeMachineIsRefusedWithItsReason()
{
    QFETCH(QByteArray, machine);
    QFETCH(QString, saying);
    const QList<Notice> problems = read("machine: " + machine + '\n').problems;
    QCOMPARE(problems.isEmpty(), saying.isEmpty());
    if (saying.isEmpty())
        return;
    QCOMPARE(problems.first().reason, Reason::ProxmoxRefused);
    QCOMPARE(problems.first().stage, u"vm-start"_s);
    QVERIFY(!problems.first().index);
    QVERIFY2(problems.first().message.contains(saying), qPrintable(problems.first().message));
}

void tst_vmconfig::theRestOfTheGuestIsRead()
{
    const GuestMachine guest =
        read("arch: aarch64\nargs: -cpu host\nboot: order=hostpci0;scsi0\nmachine: "
             "type=virt,viommu=virtio\ntemplate: yes\nvga: serial0\n")
            .guest;
    QCOMPARE(guest.arch, u"aarch64"_s);
    QCOMPARE(guest.args, u"-cpu host"_s);
    QCOMPARE(guest.bootOrder, (QStringList {u"hostpci0"_s, u"scsi0"_s}));
    QCOMPARE(guest.machine, u"virt"_s);
    QCOMPARE(guest.viommu, u"virtio"_s);
    QCOMPARE(guest.display, u"serial0"_s);
    QVERIFY(guest.isTemplate && !guest.hasDisplay && guest.displayWritten);
    QVERIFY(ids(read("args: -cpu host,kvm=off -smbios type=0\n")).isEmpty());
    for (const QByteArray args :
         {"-device foo", "--device foo", "-set device.hostpci0.multifunction=on",
          "-global vfio-pci.multifunction=on", "-cpu host -machine pc", "-readconfig x"})
        QCOMPARE(ids(read("args: " + args + '\n')), QStringList {u"proxmox.args-not-modelled"_s});
    QCOMPARE(int(machineKind(read("arch: aarch64\n").guest)), int(MachineKind::Virt));
}

void tst_vmconfig::badLinesAreNotedAndDropped()
{
    const VmDefinition config =
        read(" hostpci1: 0b:00.1\nhostpci16: 0b:00.0\nhostpci3: 0C:00.0\nhostpci4 : 0d:00.0\n"
             "hostpci2: 0c:00.0\nhostpci00: 0b:00.0\nhostpci: 0b:00.0\nnonsense\n");
    QCOMPARE(lines(config), QStringList {u"2 0c:00.0"_s});
    QCOMPARE(ids(config),
             (QStringList {u"capture.bad-line"_s, u"capture.bad-line"_s, u"proxmox.refused"_s,
                           u"capture.bad-line"_s, u"capture.bad-line"_s, u"capture.bad-line"_s,
                           u"capture.bad-line"_s}));
    QVERIFY(config.problems.at(2).message.contains("line 3"_L1));
    QCOMPARE(config.problems.at(2).index, 3);
}

void tst_vmconfig::theMachineIsAPropertyString_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("machine");
    QTest::newRow("bare") << QByteArray("machine: q35") << u"q35"_s;
    QTest::newRow("with vIOMMU") << QByteArray("machine: q35,viommu=intel") << u"q35"_s;
    QTest::newRow("type=") << QByteArray("machine: viommu=virtio,type=pc-q35-9.2+pve1")
                           << u"pc-q35-9.2+pve1"_s;
    QTest::newRow("no type") << QByteArray("machine: viommu=virtio") << QString();
    QTest::newRow("absent") << QByteArray("memory: 512") << QString();
    QTest::newRow("arm") << QByteArray("arch: aarch64") << QString();
    QTest::newRow("refused") << QByteArray("machine: q36") << QString();
    QTest::newRow("refused, so an earlier one holds")
        << QByteArray("machine: q35\nmachine: q36") << u"q35"_s;
}

void tst_vmconfig::theMachineIsAPropertyString()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, machine);
    QCOMPARE(read(text).guest.machine, machine);
}

void tst_vmconfig::ostypesAreSystems_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("os");
    QTest::newRow("l26") << QByteArray("ostype: l26") << int(GuestOs::Linux);
    QTest::newRow("win11") << QByteArray("ostype: win11") << int(GuestOs::Windows);
    QTest::newRow("w2k8") << QByteArray("ostype: w2k8") << int(GuestOs::Windows);
    QTest::newRow("solaris") << QByteArray("ostype: solaris") << int(GuestOs::Other);
    QTest::newRow("other") << QByteArray("ostype: other") << int(GuestOs::Other);
    QTest::newRow("absent") << QByteArray("memory: 512") << int(GuestOs::Unknown);
}

void tst_vmconfig::ostypesAreSystems()
{
    QFETCH(QByteArray, text);
    QFETCH(int, os);
    QCOMPARE(int(read(text).guest.os), os);
}

void tst_vmconfig::theDisplayMayBeGone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("display");
    QTest::addColumn<bool>("afterEvaluation");
    QTest::newRow("absent") << QByteArray("machine: q35\n") << true << true;
    QTest::newRow("none") << QByteArray("vga: none\n") << false << false;
    QTest::newRow("serial") << QByteArray("vga: serial0\n") << false << false;
    QTest::newRow("std") << QByteArray("vga: std,memory=32\n") << true << true;
    QTest::newRow("primary") << QByteArray("hostpci0: 0b:00.0,x-vga=1\n") << true << false;
    QTest::newRow("primary and std")
        << QByteArray("vga: std\nhostpci0: 0b:00.0,x-vga=1\n") << true << true;
}

void tst_vmconfig::theDisplayMayBeGone()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, display);
    QFETCH(bool, afterEvaluation);
    const VmDefinition config = read(text);
    QCOMPARE(config.guest.hasDisplay, display);
    Plan plan;
    plan.guest = config.guest;
    plan.entries = config.entries;
    bool found = false;
    for (const GuestNode &node : evaluate(plan).guestTree)
        found |= node.id == "vga"_L1;
    QCOMPARE(found, afterEvaluation);
}

void tst_vmconfig::whatMattersBesidesIsNoted()
{
    QCOMPARE(
        ids(read("args: -device foo\nlock: backup\ntemplate: 1\n")),
        (QStringList {u"proxmox.args-not-modelled"_s, u"proxmox.locked"_s, u"proxmox.template"_s}));
    QVERIFY(ids(read("template: 0\n")).isEmpty());
}

void tst_vmconfig::theFilesNameGivesTheVmid()
{
    QCOMPARE(read("memory: 512", u"101.conf"_s).guest.vmid, 101);
    QCOMPARE(read("memory: 512", u"/etc/pve/qemu-server/8006.conf"_s).guest.vmid, 8006);
    for (const QString &name : {u"vm.conf"_s, u"-"_s, u"x101.conf"_s, u"99999999999.conf"_s})
        QVERIFY(!read("memory: 512", name).guest.vmid);
}

void tst_vmconfig::whatIsNoTextIsRefused()
{
    const auto binary = readVmDefinition(QByteArray("hostpci0: 0b:00.0\n\0\1", 20), u"x"_s);
    QVERIFY(!binary);
    QCOMPARE(binary.error().kind, Error::Kind::BadData);
    QVERIFY(!readVmDefinition(QByteArray(5 * 1024 * 1024, 'a'), u"x"_s));
    QVERIFY(!readVmDefinition(QByteArray("00:00.0 Host bridge: Something\n"), u"x"_s));
    QCOMPARE(read("memory: 512\n" + QByteArray("x\n").repeated(100'000)).problems.size(), 100);
}

QTEST_GUILESS_MAIN(tst_vmconfig)
#include "tst_vmconfig.moc"
