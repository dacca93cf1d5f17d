// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "layouttext.h"
#include "qemucommand.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

VmDefinition read(const QByteArray &text)
{
    const auto vm = readQemuCommand(text, u"cmd.txt"_s);
    if (!vm)
        qWarning().noquote() << vm.error().toString();
    return vm.value_or(VmDefinition());
}

/// The places of a q35 command with these options.
QStringList places(const QByteArray &options)
{
    return layoutText(read("qemu-system-x86_64 -nodefaults -machine q35 " + options + '\n'));
}

const QByteArray port = "-device pcie-root-port,id=rp1,bus=pcie.0,chassis=1,addr=0x2 ";
const QString portText = u"rp1 pcie-root-port on pcie.0 at 2.0 owns rp1 root-port"_s;

} // namespace

class tst_qemucommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCommandIsFoundInOtherText_data();
    void aCommandIsFoundInOtherText();
    void ofSeveralCommandsTheLastWithACardIsRead();
    void prettyBreaksWithinQuotesAreMended();
    void oneArgumentALineIsReadWithoutAShell();
    void theMachineIsRead_data();
    void theMachineIsRead();
    void whatTheVmIsCalledIsRead();
    void onlyWindowsIsKnownByItsCpu_data();
    void onlyWindowsIsKnownByItsCpu();
    void everyPciBridgeIsPlaced_data();
    void everyPciBridgeIsPlaced();
    void passedDevicesArePlaced_data();
    void passedDevicesArePlaced();
    void jsonIsReadAsWellAsOptions();
    void settingsOfADeviceAreApplied();
    void whatHasNoPciPlaceIsLeftOut();
    void proxmoxConfigurationAddsItsDevices();
    void anUnknownConfigurationLeavesItsBusesOpen();
    void aDeviceWithoutAHostIsNoted();
    void idsAreUnique();
    void aPartOfACommandIsReadAsFarAsItGoes();
};

void tst_qemucommand::aCommandIsFoundInOtherText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    const QByteArray option = "-device vfio-pci,host=0b:00.0,id=x";
    QTest::newRow("alone") << "/usr/bin/kvm " + option << 1;
    QTest::newRow("no last line end, Windows") << "kvm \\\r\n  " + option + "\r\n" << 2;
    QTest::newRow("prompt") << "root@pve:~# qemu-system-x86_64 " + option + "\nroot@pve:~# \n" << 1;
    QTest::newRow("root's bare prompt") << "# qemu-system-x86_64 " + option + "\n" << 1;
    QTest::newRow("notes") << "# A VM\n\nIt's slow:\n\n```\n$ qm showcmd 100 --pretty\n"
                              "/usr/bin/kvm \\\n  -id 100 \\\n  "
            + option + " \\\n  -nographic\n```\ndon't do that\n"
                           << 9;
    QTest::newRow("one option a line") << "/usr/libexec/qemu-kvm\n-m 4G\n-no-reboot\n" + option
            + "\n\nprose\n" << 4;
    QTest::newRow("a log") << "2026-01-02 starting up\nLC_ALL=C \\\nPATH=/usr/bin \\\n"
                              "/usr/bin/qemu-system-x86_64 \\\n-name guest=a \\\n-accel kvm \\\n"
            + option + "\n2026-01-02 shutting down\n"
                           << 7;
    QTest::newRow("ps") << "libvirt+ 12 1.0 /usr/bin/qemu-system-x86_64 -name guest=a,x=y " + option
            + " -msg timestamp=on\n"
                        << 1;
    QTest::newRow("sudo, in the background") << "sudo -E qemu-system-x86_64 " + option + " &\n"
                                             << 1;
    QTest::newRow("two hyphens") << "kvm -" + option << 1;
    QTest::newRow("quoted program") << "\"/opt/qemu/qemu-system-x86_64\" " + option << 1;
}

void tst_qemucommand::aCommandIsFoundInOtherText()
{
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    QVERIFY(sniffQemuCommand(text) > 0);
    const VmDefinition vm = read(text);
    QCOMPARE(layoutText(vm), QStringList {u"x vfio-pci on ? at ?.0 passes 0000:0b:00.0"_s});
    QCOMPARE(vm.layout->devices.first().source, u"line %1, -device vfio-pci"_s.arg(line));
    QCOMPARE(problemTexts(vm), QStringList());
}

void tst_qemucommand::ofSeveralCommandsTheLastWithACardIsRead()
{
    const VmDefinition vm = read("kvm -m 1 -device vfio-pci,host=01:00.0,id=a\n"
                                 "kvm -m 1 -device vfio-pci,host=02:00.0,id=b\n"
                                 "# kvm -m 1 -device vfio-pci,host=03:00.0,id=c\n"
                                 "kvm -m 1\n");
    QCOMPARE(layoutText(vm), QStringList {u"b vfio-pci on ? at ?.0 passes 0000:02:00.0"_s});
    QCOMPARE(problemTexts(vm),
             QStringList {u"4 commands are in this text; the one of line 2 is read"_s});
}

void tst_qemucommand::prettyBreaksWithinQuotesAreMended()
{
    const VmDefinition vm = read("/usr/bin/kvm \\\n  -id 123 \\\n  -name 'a \\\n  -b' \\\n"
                                 "  -machine 'type=q35+pve1'\n");
    QCOMPARE(vm.guest.name, u"a -b"_s);
    QCOMPARE(vm.guest.machine, u"q35+pve1"_s);
    QCOMPARE(vm.guest.vmid, 123);
}

void tst_qemucommand::oneArgumentALineIsReadWithoutAShell()
{
    const VmDefinition vm =
        read("/usr/bin/qemu-system-x86_64\n-name\nguest=it's\n-machine\npc-q35-9.2\n"
             "-device\n{\"driver\":\"vfio-pci\",\"host\":\"0000:0b:00.0\","
             "\"id\":\"hostdev0\",\"bus\":\"pcie.0\",\"addr\":\"0x5\"}\n"
             "-nodefaults\n-device\npcie-root-port,id=rp\n\nroot@x:~# don't\n");
    QCOMPARE(vm.guest.name, u"it's"_s);
    QCOMPARE(layoutText(vm),
             (QStringList {u"rp pcie-root-port on ? at ?.0 owns rp root-port"_s,
                           u"hostdev0 vfio-pci on pcie.0 at 5.0 passes 0000:0b:00.0"_s}));
}

void tst_qemucommand::theMachineIsRead_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QString>("machine");
    QTest::addColumn<bool>("known");
    QTest::newRow("type=") << QByteArray("-machine type=q35+pve0") << u"q35+pve0"_s << true;
    QTest::newRow("bare, -M") << QByteArray("-M pc-i440fx-rhel7.3.0,accel=kvm")
                              << u"pc-i440fx-rhel7.3.0"_s << true;
    QTest::newRow("type later") << QByteArray("-machine accel=kvm,type=pc-q35-9.2")
                                << u"pc-q35-9.2"_s << true;
    QTest::newRow("the last type holds")
        << QByteArray("-machine pc -machine q35 -machine usb=off") << u"q35"_s << true;
    QTest::newRow("virt") << QByteArray("-machine virt-9.2,gic-version=3") << u"virt-9.2"_s << true;
    QTest::newRow("none") << QByteArray("-m 4") << u""_s << true;
    QTest::newRow("another") << QByteArray("-machine pseries-9.0") << u"pseries-9.0"_s << false;
}

void tst_qemucommand::theMachineIsRead()
{
    QFETCH(QByteArray, options);
    QFETCH(QString, machine);
    QFETCH(bool, known);
    const VmDefinition vm = read("kvm " + options);
    QCOMPARE(vm.guest.machine, machine);
    QCOMPARE(vm.layout->machineKnown, known);
    QCOMPARE(vm.problems.isEmpty(), known);
    QVERIFY(!vm.guest.qemu); // the machine's version is not the program's
    QCOMPARE(vm.layout->origin, GuestLayout::Origin::Qemu);
}

void tst_qemucommand::whatTheVmIsCalledIsRead()
{
    const VmDefinition vm = read("kvm -id 400 -name 'htpc,debug-threads=on' -smp 4");
    QCOMPARE(vm.guest.vmid, 400);
    QCOMPARE(vm.guest.name, u"htpc"_s);
    QCOMPARE(read("kvm -m 1 -name guest=a,,b,process=c").guest.name, u"a,b"_s);
    QCOMPARE(read("kvm -m 1 -id x").guest.vmid, std::nullopt);
}

void tst_qemucommand::onlyWindowsIsKnownByItsCpu_data()
{
    QTest::addColumn<QByteArray>("cpu");
    QTest::addColumn<bool>("windows");
    QTest::newRow("underscore") << QByteArray("SandyBridge,hv_time,hv_spinlocks=0x1fff") << true;
    QTest::newRow("hyphen") << QByteArray("host,hv-relaxed=on") << true;
    QTest::newRow("plus") << QByteArray("host,+hv_vapic") << true;
    QTest::newRow("off") << QByteArray("host,hv-relaxed=off") << false;
    QTest::newRow("kvm") << QByteArray("host,kvm=off,+kvm_pv_eoi,hypervisor=on") << false;
}

void tst_qemucommand::onlyWindowsIsKnownByItsCpu()
{
    QFETCH(QByteArray, cpu);
    QFETCH(bool, windows);
    QCOMPARE(read("kvm -cpu " + cpu).guest.os, windows ? GuestOs::Windows : GuestOs::Unknown);
}

void tst_qemucommand::everyPciBridgeIsPlaced_data()
{
    QTest::addColumn<QByteArray>("option");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *option, const QStringList &expected) {
        QTest::newRow(option) << QByteArray("-device ") + option << expected;
    };
    row("pcie-root-port,id=r,bus=pcie.0,addr=10.0,multifunction=on,port=5,chassis=5",
        {u"r pcie-root-port on pcie.0 at 10.0 multifunction owns r root-port"_s});
    row("ioh3420,id=r,addr=0x1c.0x1,multifunction=true",
        {u"r ioh3420 on ? at 1c.1 multifunction owns r root-port"_s});
    row("cxl-rp,id=r", {u"r cxl-rp on ? at ?.0 owns r root-port"_s});
    row("x3130-upstream,id=u,bus=r", {u"u x3130-upstream on r at ?.0 owns u upstream-port"_s});
    row("xio3130-downstream,id=d,bus=u,chassis=2,slot=1",
        {u"d xio3130-downstream on u at ?.0 owns d downstream-port"_s});
    row("pcie-pci-bridge,id=b,bus=r,addr=0",
        {u"b pcie-pci-bridge on r at 0.0 owns b pcie-to-pci-bridge"_s});
    row("pci-bridge,id=pci.1,chassis_nr=1,bus=pci.0,addr=0x1e",
        {u"pci.1 pci-bridge on pci.0 at 1e.0 owns pci.1 conventional"_s});
    row("i82801b11-bridge,id=dmi,bus=pcie.0",
        {u"dmi i82801b11-bridge on pcie.0 at ?.0 owns dmi conventional"_s});
    row("pxb-pcie,id=x,bus_nr=0x40,bus=pcie.0,addr=3",
        {u"x pxb-pcie on pcie.0 at 3.0 owns x conventional root 64"_s});
    row("pxb,id=x,bus_nr=9",
        {u"x (expander) pxb on ? at ?.0 owns x (expander) conventional root 9 refused: pxb cannot "
         "stand on a PCI Express bus (line 1, -device pxb)"_s,
         u"x pci-bridge on x (expander) at 0.0 owns x conventional refused: pxb cannot stand on a "
         "PCI Express bus (line 1, -device pxb)"_s});
    row("pcie-root-port",
        {u"pcie-root-port (line 1) pcie-root-port on ? at ?.0 owns pcie.0 (unnamed) root-port"_s});
}

void tst_qemucommand::everyPciBridgeIsPlaced()
{
    QFETCH(QByteArray, option);
    QFETCH(QStringList, expected);
    QCOMPARE(places(option), expected);
}

void tst_qemucommand::passedDevicesArePlaced_data()
{
    QTest::addColumn<QByteArray>("option");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *option, const QString &expected) {
        QTest::newRow(option) << QByteArray("-device '") + option + '\'' << expected;
    };
    row("vfio-pci,host=07:00.0,id=h,bus=rp1,addr=0x0",
        u"h vfio-pci on rp1 at 0.0 passes 0000:07:00.0"_s);
    row("vfio-pci,host=0000:01:00.1,id=hostpci0.1,bus=rp1,addr=0x0.0x1",
        u"hostpci0.1 vfio-pci on rp1 at 0.1 passes 0000:01:00.1"_s);
    row("vfio-pci,host=10000:e1:0.0,id=h,bus=rp1,addr=00.0,multifunction=on,x-vga=on",
        u"h vfio-pci on rp1 at 0.0 multifunction passes 10000:e1:00.0 open: not every QEMU takes "
        "the domain of host=10000:e1:0.0"_s);
    row("vfio-pci,host=1:0.0,id=h,multifunction",
        u"h vfio-pci on ? at ?.0 multifunction passes 0000:01:00.0"_s);
    row("vfio-pci,host=01:00.0,id=h,multifunction=on,multifunction=off",
        u"h vfio-pci on ? at ?.0 passes 0000:01:00.0"_s);
    row("driver=vfio-pci-nohotplug,host=01:00.0,id=h",
        u"h vfio-pci-nohotplug on ? at ?.0 passes 0000:01:00.0"_s);
    row("vfio-pci,sysfsdev=/sys/bus/pci/devices/0000:0b:00.0/,id=h",
        u"h vfio-pci on ? at ?.0 passes 0000:0b:00.0"_s);
    row("vfio-pci,sysfsdev=/sys/bus/mdev/devices/4b20d080-1b54-4048-85b3-a6a62d165c01,id=h,bus=rp1",
        u"h vfio-pci on rp1 at ?.0 passes "
        "/sys/bus/mdev/devices/4b20d080-1b54-4048-85b3-a6a62d165c01"_s);
    row("vfio-pci,host=01:00.0,id=h,romfile=a,,b.rom,bus=rp1",
        u"h vfio-pci on rp1 at ?.0 passes 0000:01:00.0"_s);
    row("vfio-pci,host=01:00.0,id=h,bus=rp1,addr=20",
        u"h vfio-pci on rp1 at 20.0 passes 0000:01:00.0"_s);
    row("vfio-pci,host=01:00.0,id=h,bus=rp1,addr=0.8",
        u"h vfio-pci on rp1 at 0.8 passes 0000:01:00.0"_s);
    row("vfio-pci,host=01:00.0,id=h,bus=gone", u"h vfio-pci on gone at ?.0 passes 0000:01:00.0"_s);
}

void tst_qemucommand::passedDevicesArePlaced()
{
    QFETCH(QByteArray, option);
    QFETCH(QString, expected);
    QCOMPARE(places(port + option), (QStringList {portText, expected}));
}

void tst_qemucommand::jsonIsReadAsWellAsOptions()
{
    QCOMPARE(
        places(port
               + "-device '{\"driver\":\"vfio-pci\",\"host\":\"0000:0b:00.0\",\"id\":\"hostdev0\","
                 "\"bus\":\"rp1\",\"multifunction\":true,\"addr\":\"0x0\"}'"),
        (QStringList {portText,
                      u"hostdev0 vfio-pci on rp1 at 0.0 multifunction passes 0000:0b:00.0"_s}));
    // As ps prints it; a number is slot and function together.
    QCOMPARE(
        places("-device {\"driver\":\"vfio-pci\",\"host\":\"0b:00.0\",\"id\":\"a\",\"addr\":41}"),
        QStringList {u"a vfio-pci on ? at 5.1 passes 0000:0b:00.0"_s});
    const VmDefinition vm = read("kvm -machine q35 -device '{\"driver\":' -device '{}'");
    QCOMPARE(problemTexts(vm),
             (QStringList {u"line 1: -device {\"driver\": names no device"_s,
                           u"line 1: -device {} names no device"_s}));
}

void tst_qemucommand::settingsOfADeviceAreApplied()
{
    QCOMPARE(places("-device vfio-pci,host=01:00.0,id=h -set device.h.multifunction=on"),
             QStringList {u"h vfio-pci on ? at ?.0 multifunction passes 0000:01:00.0"_s});
    QCOMPARE(places("-set device.h.multifunction=on -device vfio-pci,host=01:00.0,id=h"),
             QStringList {u"h vfio-pci on ? at ?.0 passes 0000:01:00.0"_s});
}

void tst_qemucommand::whatHasNoPciPlaceIsLeftOut()
{
    QCOMPARE(
        places("-device usb-tablet,id=t,bus=ehci.0,port=1 -device ide-cd,bus=ide.1,unit=0 "
               "-device scsi-hd,bus=scsihw0.0,id=s -device virtserialport,chardev=c "
               "-device vmgenid,guid=x -device isa-serial -device VGA,id=vga,bus=pcie.0,addr=0x1 "
               "-device virtio-net,id=net0 -device e1000,id=n -device foo,id=f,addr=7"),
        (QStringList {u"vga VGA on pcie.0 at 1.0"_s, u"net0 virtio-net on ? at ?.0"_s,
                      u"n e1000 on ? at ?.0"_s, u"f foo on ? at 7.0"_s}));
}

void tst_qemucommand::proxmoxConfigurationAddsItsDevices()
{
    const auto text = [](const QByteArray &file) {
        return layoutText(read("/usr/bin/kvm -id 100 -readconfig /usr/share/qemu-server/" + file
                               + " -machine type=q35+pve0 "
                                 "-device vfio-pci,host=0000:01:00.0,id=hostpci0,"
                                 "bus=ich9-pcie-port-1,addr=0x0"));
    };
    const QStringList now = text("pve-q35-4.0.cfg");
    QVERIFY(now.contains(u"ich9-pcie-port-2 pcie-root-port on pcie.0 at 1c.1 multifunction "
                         "owns ich9-pcie-port-2 root-port"_s));
    QVERIFY(now.contains(u"pcidmi i82801b11-bridge on pcie.0 at 1e.0 owns pcidmi conventional"_s));
    QVERIFY(now.contains(u"pci.3 pci-bridge on pcidmi at 4.0 owns pci.3 conventional"_s));
    QCOMPARE(now.last(), u"hostpci0 vfio-pci on ich9-pcie-port-1 at 0.0 passes 0000:01:00.0"_s);
    QVERIFY(!now.join(u'\n').contains(u"VGA"));
    QVERIFY(!now.join(u'\n').contains(u"ICH9-LPC"));
    const QStringList old = text("pve-q35.cfg");
    QCOMPARE(old.size(), now.size());
    QVERIFY(old.contains(u"ich9-pcie-port-2 ioh3420 on pcie.0 at 1c.1 multifunction "
                         "owns ich9-pcie-port-2 root-port"_s));
}

void tst_qemucommand::anUnknownConfigurationLeavesItsBusesOpen()
{
    const VmDefinition vm = read("kvm -machine q35 -readconfig /etc/qemu/mine.cfg "
                                 "-device vfio-pci,host=01:00.0,id=a,bus=theirs,addr=0 "
                                 "-device vfio-pci,host=02:00.0,id=b,bus=pcie.0,addr=5");
    QCOMPARE(layoutText(vm),
             (QStringList {u"a vfio-pci on ? at 0.0 passes 0000:01:00.0"_s,
                           u"b vfio-pci on pcie.0 at 5.0 passes 0000:02:00.0"_s}));
    QCOMPARE(problemTexts(vm),
             QStringList {u"line 1: which devices /etc/qemu/mine.cfg adds is not known"_s});
    QVERIFY(!vm.layout->machineKnown);
    QVERIFY(read("kvm -machine q35 -readconfig mine.cfg -device vfio-pci,host=02:00.0,addr=5")
                .layout->machineKnown);
}

void tst_qemucommand::aDeviceWithoutAHostIsNoted()
{
    const VmDefinition vm =
        read("kvm -machine q35 -device vfio-pci,host=$GPU,id=a \\\n"
             "-device vfio-pci,id=b \\\n-device vfio-pci,host=01:00.0,addr=zz,id=c");
    QCOMPARE(
        layoutText(vm),
        (QStringList {u"a vfio-pci on ? at ?.0 passes ? open: the shell fills in host=$GPU"_s,
                      u"b vfio-pci on ? at ?.0 passes ? refused: it names no function of the host "
                      "(line 2, -device vfio-pci)"_s,
                      u"c vfio-pci on ? at 20.0 passes 0000:01:00.0 refused: addr=zz is no PCI "
                      "address (line 3, -device vfio-pci)"_s}));
    QCOMPARE(problemTexts(vm),
             QStringList {u"line 1, -device vfio-pci: the shell fills in host=$GPU"_s});
    for (const char *host : {"01:20.0", "100:0.0", "01:00.8", "01:00", "0000:01:00.0 "}) {
        const VmDefinition other =
            read(QByteArray("kvm -m 1 -device 'vfio-pci,host=") + host + '\'');
        QCOMPARE(other.layout->devices.size(), 1);
        QVERIFY(other.layout->devices.first().namesNoHost);
        QVERIFY(other.layout->devices.first().refusal.contains(u" is no PCI address"));
    }
}

void tst_qemucommand::idsAreUnique()
{
    QCOMPARE(places("-device vfio-pci,host=01:00.0,id=a -device vfio-pci,host=01:00.1,id=a "
                    "-device vfio-pci,host=02:00.0,id=lpc -device vfio-pci,host=02:00.1"),
             (QStringList {u"a vfio-pci on ? at ?.0 passes 0000:01:00.0"_s,
                           u"a (2) vfio-pci on ? at ?.0 passes 0000:01:00.1 refused: the id a is "
                           "given twice (line 1, -device vfio-pci)"_s,
                           u"lpc (2) vfio-pci on ? at ?.0 passes 0000:02:00.0"_s,
                           u"vfio-pci (line 1) vfio-pci on ? at ?.0 passes 0000:02:00.1"_s}));
}

void tst_qemucommand::aPartOfACommandIsReadAsFarAsItGoes()
{
    const VmDefinition port =
        read("The lines are:\n\n    -device pcie-root-port,id=rp,bus=pcie.0 \\\n"
             "    -device vfio-pci,host=01:00.0,bus=rp,id=a\n");
    QCOMPARE(port.guest.machine, u"q35"_s);
    QCOMPARE(layoutText(port),
             (QStringList {u"rp pcie-root-port on pcie.0 at ?.0 owns rp root-port"_s,
                           u"a vfio-pci on rp at ?.0 passes 0000:01:00.0"_s}));
    QVERIFY(!port.layout->machineKnown);
    const VmDefinition proxmox =
        read("-device 'vfio-pci,host=0000:01:00.0,id=hostpci0,bus=ich9-pcie-port-1,addr=0x0'\n");
    QVERIFY(layoutText(proxmox).join(u'\n').contains(u"owns ich9-pcie-port-1 root-port"));
    const VmDefinition open = read("-device vfio-pci,host=01:00.0,bus=rp,id=a\n");
    QCOMPARE(layoutText(open), QStringList {u"a vfio-pci on ? at ?.0 passes 0000:01:00.0"_s});
    QCOMPARE(open.guest.machine, u""_s);
}

QTEST_GUILESS_MAIN(tst_qemucommand)
#include "tst_qemucommand.moc"
