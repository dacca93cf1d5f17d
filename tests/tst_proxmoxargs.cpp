// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "verdicts.h"
#include "vmconfig.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;
using verdicts::invalid;
using verdicts::offered;
using verdicts::unknown;

namespace {

VmDefinition configuration(const QByteArray &more, const QByteArray &machine = "q35")
{
    return readVmConfig("machine: " + machine + "\nhostpci0: 0000:0b:00.0,pcie=1\n" + more + '\n',
                        u"101.conf"_s)
        .value_or(VmDefinition());
}

} // namespace

/// What a Proxmox VM adds by `args:` or asks of its machine, beside a card that would be offered.
class tst_proxmoxargs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void argumentsAreJudged_data();
    void argumentsAreJudged();
    void onlyTheCardThatIsMeantIsOpen();
    void theUsersArgumentsAreNotRepeated();
    void machinesAreJudged_data();
    void machinesAreJudged();
    void aMachineIsNotNewerThanItsQemu();
};

void tst_proxmoxargs::argumentsAreJudged_data()
{
    QTest::addColumn<QByteArray>("args");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *args, const QStringList &expected) {
        QTest::newRow(args) << QByteArray(args) << expected;
    };
    row("-cpu host,kvm=off", offered);
    row("-global vfio-pci.multifunction=on", unknown);
    row("-global pci-device.multifunction=on", unknown);
    row("-global pcie-root-port.power_controller_present=off", unknown);
    row("-global vfio-pci.x-no-mmap=on", offered);
    row("-global ICH9-LPC.disable_s3=1", offered);
    row("-global foo", unknown);
    row("-nonexistoption", unknown);
    row("-no-hpet", unknown);
    row("-set device.hostpci0.multifunction=on", unknown);
    row("-set device.hostpci0.x-vga=on", offered);
    row("-set device.hostpci1.multifunction=on", offered);
    row("-set device.ich9-pcie-port-1.chassis=7", unknown);
    row("-set device.ich9-pcie-port-2.chassis=7", offered);
    row("-set device.net0.driver=e1000", unknown);
    row("-set drive.scsi0.cache=none", offered);
    row("-set nonsense", unknown);
    row("-machine pc", unknown);
    row("-M pc-q35-9.0", unknown);
    row("-machine smm=off", offered);
    row("-readconfig /root/more.cfg", unknown);
    row("-device virtio-rng-pci,bus=pcie.0,addr=0x8", offered);
    row("-device virtio-rng-pci", offered);
    row("-device virtio-rng-pci,bus=pcie.0,addr=0x1c.4", unknown);
    row("-device e1000e,bus=ich9-pcie-port-1", unknown);
    row("-device e1000e,bus=ich9-pcie-port-2", offered);
    row("-device pcie-root-port,id=mine,chassis=1", unknown);
    row("-device pcie-root-port,id=mine", offered);
    row("-device e1000e,id=hostpci0", unknown);
    row("-device", unknown);
    row("-nic user", unknown);
    row("-net none", offered);
    row("-usb", unknown);
    row("-device 'ivshmem-plain", unknown);
}

void tst_proxmoxargs::argumentsAreJudged()
{
    QFETCH(QByteArray, args);
    QFETCH(QStringList, expected);
    const VmDefinition vm = configuration("args: " + args);
    QCOMPARE(vm.guest.args, QString::fromLatin1(args));
    QCOMPARE(verdicts::of(vm), expected);
}

void tst_proxmoxargs::onlyTheCardThatIsMeantIsOpen()
{
    const QByteArray second = "hostpci1: 0000:44:00.0,pcie=1\n";
    QCOMPARE(verdicts::of(configuration(second + "args: -set device.hostpci1.addr=0x1")),
             offered + unknown);
    QCOMPARE(verdicts::of(configuration(second + "args: -global vfio-pci.multifunction=on")),
             unknown + unknown);
}

void tst_proxmoxargs::theUsersArgumentsAreNotRepeated()
{
    const PlanOutcome outcome = verdicts::outcomeOf(
        configuration("args: -set device.hostpci0.multifunction=on -fw_cfg secret"));
    const EntrySentences &said = outcome.entries.first().sentences;
    QCOMPARE(said.guest,
             u"where hostpci0 lands in the guest is not known: -set in args may change it"_s);
    QVERIFY(said.remedy.contains(u"qm showcmd 101 --pretty"_s));
    QVERIFY(!outcome.entries.first().functions.isEmpty());
}

void tst_proxmoxargs::machinesAreJudged_data()
{
    QTest::addColumn<QByteArray>("machine");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *machine, const QStringList &expected) {
        QTest::newRow(machine) << QByteArray(machine) << expected;
    };
    row("q35", offered);
    row("pc-q35-9.2+pve1", offered);
    row("pc-q35-11.1", offered);
    row("pc-q35-11.2", unknown);
    row("pc-q35-99.0", unknown);
    row("pc-q35-2.3", unknown);
}

void tst_proxmoxargs::machinesAreJudged()
{
    QFETCH(QByteArray, machine);
    QFETCH(QStringList, expected);
    QCOMPARE(verdicts::of(configuration({}, machine)), expected);
}

void tst_proxmoxargs::aMachineIsNotNewerThanItsQemu()
{
    VmDefinition vm = configuration({}, "pc-q35-10.0+pve1");
    vm.guest.qemu = QemuVersion {9, 2, 0};
    QCOMPARE(verdicts::of(vm), invalid);
    const Notice error = verdicts::outcomeOf(vm).entries.first().errors.first();
    QCOMPARE(error.stage, u"vm-start"_s);
    QVERIFY(error.message.contains(u"QEMU 9.2 is too old for machine type pc-q35-10.0+pve1"_s));
    vm.guest.qemu = QemuVersion {10, 0, 2};
    QCOMPARE(verdicts::of(vm), offered);
}

QTEST_GUILESS_MAIN(tst_proxmoxargs)
#include "tst_proxmoxargs.moc"
