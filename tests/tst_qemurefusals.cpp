// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "libvirttext.h"
#include "qemucommand.h"
#include "verdicts.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;
using libvirttext::problemTexts;
using verdicts::invalid;
using verdicts::offered;
using verdicts::unknown;

namespace {

VmDefinition command(const QByteArray &text)
{
    return readQemuCommand(text, u"x"_s).value_or(VmDefinition());
}

const QByteArray q35 =
    "qemu-system-x86_64 -M q35 -nodefaults -device pcie-root-port,id=rp,chassis=1,addr=2 ";
const QByteArray card = "-device vfio-pci,host=0b:00.0,id=gpu,bus=rp ";

} // namespace

/// What QEMU refuses for sure, what is sure to start, and what cannot be told.
class tst_qemurefusals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void commandsAreJudged_data();
    void commandsAreJudged();
    void aCardWithoutAHostKeepsItsPlaceInTheList();
    void aCardBelowAnUpstreamPortIsOnPciExpress();
    void whatIsNotModelledIsNamedOnce();
    void whatTheShellFillsInIsNamed();
    void anUnknownPropertyIsNamed();
    void aMachineIsNotNewerThanItsQemu();
    void aMachineIsNotDroppedByItsQemu();
    void whatToMendIsSaid_data();
    void whatToMendIsSaid();
    void cardsOfOneLineAreToldApart();
};

void tst_qemurefusals::commandsAreJudged_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QByteArray &text, const QStringList &expected) {
        QTest::newRow(name) << text << expected;
    };
    row("as it should be", q35 + card, offered);
    row("a harmless global", q35 + card + "-global vfio-pci.x-no-mmap=on", offered);
    row("a global of another device", q35 + card + "-global ICH9-LPC.disable_s3=1", offered);
    row("a global that is written anyway",
        q35
            + "-device vfio-pci,host=0b:00.0,bus=rp,x-pcie-ext-tag=on "
              "-global vfio-pci.x-pcie-ext-tag=off",
        offered);
    row("a global of which only that is not written",
        q35 + card + "-global vfio-pci.x-pcie-ext-tag=off", unknown);
    row("other ids for the guest", q35 + "-device vfio-pci,host=0b:00.0,bus=rp,x-pci-vendor-id=1",
        unknown);
    row("a global multifunction", q35 + card + "-global vfio-pci.multifunction=on",
        {u"not-offered"_s});
    row("the same in parts", q35 + card + "-global driver=vfio-pci,property=multifunction,value=on",
        {u"not-offered"_s});
    row("a global multifunction that is overruled",
        q35
            + "-device vfio-pci,host=0b:00.0,bus=rp,multifunction=off "
              "-global vfio-pci.multifunction=on",
        offered);
    row("a global that is not modelled", q35 + card + "-global vfio-pci.x-pci-vendor-id=0x1234",
        unknown);
    row("a global of the port", q35 + card + "-global pcie-root-port.power_controller_present=off",
        unknown);
    row("a global of what a port is", q35 + card + "-global pcie-slot.unheard-of=1", unknown);
    row("a harmless global of the port", q35 + card + "-global pcie-root-port.x-speed=8", offered);
    row("a setting", q35 + card + "-set device.gpu.multifunction=on", {u"not-offered"_s});
    row("a setting of nothing", q35 + card + "-set device.gone.multifunction=on", invalid);
    row("a setting of what another file may add",
        q35 + card + "-readconfig mine.cfg -set device.gone.multifunction=on", unknown);
    row("another file of options", q35 + card + "-readconfig mine.cfg", unknown);
    row("Proxmox's file of USB controllers",
        q35 + card + "-readconfig /usr/share/qemu-server/pve-usb.cfg", offered);
    row("an option that QEMU has not", q35 + card + "-nodefaultz", unknown);
    row("an option that older QEMUs have", q35 + card + "-no-hpet", offered);
    row("a PCI device on a bus that is not there", q35 + card + "-device virtio-net-pci,bus=nobus",
        invalid);
    row("a PCI device on the card's own bus that is there",
        q35 + card + "-device pcie-root-port,id=rp2,chassis=2 -device e1000e,bus=rp2", offered);
    row("a disk on a bus that is no PCI bus",
        q35 + card + "-device virtio-scsi-pci,id=scsi -device scsi-hd,drive=d,bus=scsi.0", offered);
    row("a device that finds its slot's function 5 there",
        "kvm -M q35 -nodefaults -device e1000,addr=1.5 -device e1000 "
        "-device pcie-root-port,id=rp,chassis=1,addr=2 -device vfio-pci,host=0b:00.0,bus=rp",
        invalid);
    row("a global of a value that is none", q35 + card + "-global pcie-root-port.hotplug=maybe",
        unknown);
    row("a device option without a value", q35 + card + "-device", invalid);
    row("a global without a property", q35 + card + "-global foo", invalid);
    row("a global without a value", q35 + card + "-global driver=vfio-pci,property=x-vga", invalid);
    row("a machine's option that QEMU has not", q35 + card + "-machine pcie=off", unknown);
    row("a machine's wrong option", q35 + card + "-machine smm=maybe", invalid);
    row("a machine's options",
        q35 + card + "-machine smm=off,vmport=off,kernel_irqchip=split,dump-guest-core=off",
        offered);
    row("a machine's option with parts",
        q35 + card + "-machine memory-backend=m,sgx-epc.0.memdev=x", unknown);
    row("a USB port in JSON",
        q35 + card
            + "-device '{\"driver\":\"usb-tablet\",\"id\":\"input0\",\"bus\":\"usb.0\","
              "\"port\":\"1\"}'",
        offered);
    row("a truth value in quotes in JSON",
        "kvm -M q35 -nodefaults -device "
        "'{\"driver\":\"pcie-root-port\",\"id\":\"rp\",\"hotplug\":\"on\"}' -device "
        "'{\"driver\":\"vfio-pci\",\"host\":\"0b:00.0\",\"bus\":\"rp\"}'",
        invalid);
    row("a setting of another kind", q35 + card + "-set drive.d.cache=none", offered);

    row("a shell's card", q35 + "-device vfio-pci,host=$GPU,bus=rp", unknown);
    row("a shell's card by another way", q35 + "-device 'vfio-pci,host=`gpu`,bus=rp'", unknown);
    row("a shell's bus", q35 + "-device vfio-pci,host=0b:00.0,bus=$PORT", unknown);
    row("a shell's address", q35 + "-device vfio-pci,host=0b:00.0,bus=rp,addr=$A", unknown);
    row("a shell's port",
        "kvm -M q35 -device pcie-root-port,id=rp,addr=$A -device vfio-pci,host=0b:00.0,bus=rp",
        unknown);
    row("a shell's chassis",
        "kvm -M q35 -device pcie-root-port,id=rp,chassis=$C -device pcie-root-port,id=r2 "
        "-device vfio-pci,host=0b:00.0,bus=rp",
        unknown);
    row("a shell's options of a card", q35 + "-device vfio-pci,host=0b:00.0,bus=rp,$MF", unknown);
    row("a shell's options of another device", q35 + card + "-device e1000e,netdev=n,$MORE",
        unknown);
    row("a shell's arguments", q35 + card + "\"$@\"", unknown);
    row("a shell's words behind an option without a value", q35 + card + "-nographic $MORE",
        unknown);
    row("a shell's words before all options", "kvm $MORE -M q35 -nodefaults " + card, unknown);
    row("a shell's option", q35 + card + "-$MORE x", unknown);
    row("a shell's global", q35 + card + "-global $G", unknown);
    row("a shell's setting", q35 + card + "-set device.other.x=${X}", unknown);
    row("a shell's machine options", q35 + card + "-machine q35,$X", unknown);
    row("a shell's substitution", q35 + card + "$(cat more args)", unknown);
    row("a substitution that never ends", q35 + card + "-m $(cat more -smp 2", unknown);
    row("a card in a variable",
        "GPU=\"-device vfio-pci,host=0b:00.0\"\nkvm -M q35 -nodefaults $GPU -m 4G", unknown);
    row("a shell's memory", q35 + "-m $(($(nproc) * 2 | 1)) -smp `nproc | head -1` " + card,
        offered);
    row("a shell's log", q35 + card + "-nographic > $LOG 2>>$LOG", offered);
    const QByteArray noCard = "qemu-system-x86_64 -M q35 -nodefaults ";
    row("JSON in single quotes",
        q35 + "-device \"{'driver':'vfio-pci','host':'0000:0b:00.0','bus':'rp'}\"", offered);
    row("the same with multifunction",
        q35
            + "-device \"{'driver':'vfio-pci','host':'0000:0b:00.0','bus':'rp',"
              "'multifunction':true}\"",
        {u"not-offered"_s});
    row("JSON that ends with a comma",
        q35 + "-device '{\"driver\":\"vfio-pci\",\"host\":\"0b:00.0\",\"bus\":\"rp\",}'", invalid);
    row("JSON that is cut off", noCard + "-device '{\"driver\":\"vfio-pci\",\"ho'", invalid);
    row("JSON that the shell completes", noCard + "-device '{\"driver\":\"vfio-pci\",$MORE}'",
        unknown);
    row("a key twice in JSON",
        q35 + "-device '{\"driver\":\"vfio-pci\",\"host\":\"44:00.0\",\"host\":\"0b:00.0\"}'",
        invalid);
    row("a number in quotes in JSON",
        noCard
            + "-device '{\"driver\":\"pcie-root-port\",\"id\":\"rp\",\"chassis\":\"1\"}' -device "
              "'{\"driver\":\"vfio-pci\",\"host\":\"0b:00.0\",\"bus\":\"rp\"}'",
        invalid);
    row("half an address in JSON",
        q35 + "-device '{\"driver\":\"vfio-pci\",\"host\":\"0b:00.0\",\"addr\":0.5}'", invalid);
    row("a number as id in JSON",
        q35 + "-device '{\"driver\":\"vfio-pci\",\"host\":\"0b:00.0\",\"bus\":\"rp\",\"id\":7}'",
        offered);
    row("a card behind too many devices",
        noCard + QByteArray("-device isa-serial ").repeated(1024) + "-device vfio-pci,host=0b:00.0",
        unknown);
    row("a setting of the driver", q35 + card + "-set device.rp.driver=pcie-pci-bridge", unknown);
    row("a misspelt property of the card",
        q35 + "-device vfio-pci,host=0b:00.0,bus=rp,multifunctions=on", unknown);
    row("a port's property of the card", q35 + "-device vfio-pci,host=0b:00.0,bus=rp,x-speed=8",
        unknown);
    row("a misspelt property of the port",
        "kvm -M q35 -nodefaults -device pcie-root-port,id=rp,chasis=1 " + card, unknown);
    row("a port's properties",
        "kvm -M q35 -nodefaults -device pcie-root-port,id=rp,addr=2,x-speed=16,x-width=32,"
        "multifunction=on,bus=pcie.0,port=1,chassis=1,hotplug=off,pref64-reserve=1G "
            + card,
        offered);
    row("no such port number",
        "kvm -M q35 -nodefaults -device pcie-root-port,id=rp,port=300 " + card, invalid);
    row("an empty id", q35 + "-device vfio-pci,host=0b:00.0,bus=rp,id=", invalid);
    row("a plus before a number",
        "kvm -M q35 -nodefaults -device pcie-root-port,id=rp,chassis=+8 " + card, offered);
    const auto at = [&](const QByteArray &options, const char *addr) {
        return "qemu-system-x86_64 " + options + " -device pcie-root-port,id=rp,addr=" + addr + ' '
            + card;
    };
    for (const char *options :
         {"", "-nodefaults -vga std", "-nodefaults -nic user", "-nodefaults -net nic",
          "-nodefaults -audio none,model=hda", "-nodefaults -drive file=x,if=virtio",
          "-vga none -nic none -virtfs local,path=/x,mount_tag=t,security_model=none"}) {
        QTest::addRow("QEMU's own at the first slot: %s", options)
            << at("-M q35 " + QByteArray(options), "0x1") << unknown;
    }
    row("QEMU's own network", at("-M q35", "0x2"), unknown);
    row("QEMU's own has two slots", at("-M q35", "0x3"), offered);
    row("QEMU's own and one before",
        "kvm -M q35 -device e1000e -device pcie-root-port,id=rp,addr=3 " + card, unknown);
    row("QEMU's own is beside a port without an address",
        "kvm -M q35 -device pcie-root-port,id=rp " + card, offered);
    row("nothing of QEMU's own", at("-M q35 -vga none -nic none", "0x1"), offered);
    row("QEMU's own on i440fx", at("-M pc", "0x2"), unknown);
    row("QEMU's own on i440fx has two slots", at("-M pc", "0x4"), offered);
    row("USB on q35", at("-M q35,usb=on -nodefaults", "0x1d"), unknown);
    row("USB by an option", at("-M q35 -nodefaults -usb", "0x1d"), unknown);
    row("no USB", at("-M q35,usb=off -nodefaults", "0x1d"), offered);
    row("USB on i440fx", at("-M pc,usb=on -nodefaults", "0x1.2"), unknown);
    row("a model that is seldom seen",
        "kvm -M q35 -nodefaults -device pci-testdev -device pcie-root-port,id=rp,addr=1 " + card,
        invalid);
    row("a card on no bus beside an expander",
        noCard + "-device pxb-pcie,id=x,bus_nr=20,bus=pcie.0 -device vfio-pci,host=0b:00.0",
        unknown);
    row("an expander of a NUMA node",
        noCard
            + "-device pxb-pcie,id=x,bus_nr=20,bus=pcie.0,numa_node=1 -device "
              "pcie-root-port,id=rp,bus=x "
            + card,
        unknown);
    for (const char *machine : {"pc-q35-foo", "q35x", "virt", "pc-q35-12.0", "pc-i440fx-99.0",
                                "pc-q35-2.3", "pc-i440fx-1.4"}) {
        QTest::addRow("no such machine %s", machine) << "qemu-system-x86_64 -nodefaults -M "
                + QByteArray(machine) + " -device pcie-root-port,id=rp "
                + card << unknown;
    }
    for (const char *machine : {"pc-q35-10.0", "pc-q35-2.4", "pc-q35-4.0.1", "pc-q35-rhel9.4.0",
                                "q35+pve0", "pc-q35-9.2+pve1", "pc-q35-noble", "pc-q35-11.1"}) {
        QTest::addRow("machine %s", machine) << "qemu-system-x86_64 -nodefaults -M "
                + QByteArray(machine) + " -device pcie-root-port,id=rp "
                + card << offered;
    }
    row("Arm with q35", "qemu-system-aarch64 -M q35 -device pcie-root-port,id=rp " + card, unknown);
    row("a whole slot", q35 + "-device vfio-pci,host=0000:0b:00,bus=rp", invalid);
    row("no host", q35 + "-device vfio-pci,bus=rp", invalid);
    row("an empty host", q35 + "-device vfio-pci,host=,bus=rp", invalid);
    row("a file descriptor", q35 + "-device vfio-pci,fd=7,bus=rp", unknown);

    row("a device that QEMU has not", q35 + card + "-device foo-bar", unknown);
    row("a virtio device that QEMU has not", q35 + card + "-device virtio-foo-pci", unknown);
    row("devices on other buses",
        q35 + card + "-device usb-tablet -device virtio-net-device -device host-x86_64-cpu",
        offered);
    row("a processor's variable", q35 + card + "-device $CPU", unknown);
    row("a shell's network address", q35 + card + "-device virtio-net-pci,netdev=n,mac=$MAC",
        offered);
    row("the same behind the card", q35 + "-device vfio-pci,host=0b:00.0,bus=rp,romfile=$ROM",
        offered);
    row("the same in JSON", q35 + card + "-device \"{'driver':'virtio-net-pci','mac':'$MAC'}\"",
        unknown);
    row("a shell's id", q35 + card + "-device virtio-net-pci,id=$ID", unknown);
    row("an IOMMU of Intel's on i440fx",
        "kvm -M pc -nodefaults -device intel-iommu -device pcie-root-port,id=rp " + card, invalid);
    const QByteArray ports = "-device vfio-pci,host=0b:00.0,bus=ich9-pcie-port-1 ";
    const QByteArray config = "-readconfig /usr/share/qemu-server/pve-q35-4.0.cfg ";
    row("a card behind Proxmox's file", "kvm -M q35 -nodefaults " + config + ports, offered);
    row("a card before Proxmox's file", "kvm -M q35 -nodefaults " + ports + config, invalid);
    row("a card in JSON before Proxmox's file",
        "kvm -M q35 -nodefaults "
        "-device '{\"driver\":\"vfio-pci\",\"host\":\"0b:00.0\",\"bus\":\"ich9-pcie-port-1\"}' "
            + config,
        offered);
    row("Proxmox's file twice", "kvm -M q35 -nodefaults " + config + ports + config, invalid);
    row("Proxmox's two files",
        "kvm -M q35 -nodefaults " + config + "-readconfig pve-q35.cfg " + ports, invalid);
    for (const char *display : {"-device VGA", "-device virtio-vga", "-global VGA.vgamem_mb=16"}) {
        QTest::addRow("a display for QEMU's own: %s", display)
            << "kvm -M q35 -nic none -device pcie-root-port,id=rp,addr=1 " + card + display
            << offered;
    }
    row("a display beside QEMU's own",
        "kvm -M q35 -nic none -device pcie-root-port,id=rp,addr=1 " + card
            + "-device bochs-display",
        unknown);

    const QByteArray alone = "-device vfio-pci,host=0b:00.0,bus=pcie.0,addr=5";
    for (const char *machine : {"microvm", "isapc", "none", "sbsa-ref", "pseries", "$TYPE"}) {
        QTest::addRow("machine %s", machine)
            << "qemu-system-x86_64 -M " + QByteArray(machine) + ' ' + alone << unknown;
    }
    for (const char *arch : {"s390x", "ppc64", "riscv64", "loongarch64"}) {
        QTest::addRow("qemu-system-%s", arch)
            << "qemu-system-" + QByteArray(arch) + " -m 4G " + alone << unknown;
        QTest::addRow("qemu-system-%s with virt", arch)
            << "/usr/bin/qemu-system-" + QByteArray(arch) + " -M virt " + alone << unknown;
    }
    row("Arm without a machine", "qemu-system-aarch64 -m 4G " + alone, unknown);
    row("Arm", "qemu-system-aarch64 -M virt -device pcie-root-port,id=rp " + card, offered);
    row("x86 without a machine", "qemu-system-x86_64 -device vfio-pci,host=0b:00.0,bus=gone",
        invalid);
    row("an unknown machine and no host", "qemu-system-s390x -M s390 -device vfio-pci", invalid);
}

void tst_qemurefusals::commandsAreJudged()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, expected);
    QCOMPARE(verdicts::of(command(text)), expected);
}

void tst_qemurefusals::aCardBelowAnUpstreamPortIsOnPciExpress()
{
    const PlanOutcome outcome = verdicts::outcomeOf(
        command(q35 + "-device x3130-upstream,id=up,bus=rp -device vfio-pci,host=0b:00.0,bus=up"));
    QCOMPARE(outcome.entries.size(), 1);
    QCOMPARE(outcome.entries.first().functions.first().qemu.reason, Reason::QemuNotARootPort);
}

void tst_qemurefusals::aCardWithoutAHostKeepsItsPlaceInTheList()
{
    const PlanOutcome outcome = verdicts::outcomeOf(command(
        q35 + "\\\n-device vfio-pci,host=0000:0b:00,bus=rp \\\n-device vfio-pci,host=$GPU,bus=rp"));
    QCOMPARE(outcome.entries.size(), 2);
    const EntryOutcome &refused = outcome.entries.at(0);
    QCOMPARE(refused.source, u"line 2, -device vfio-pci"_s);
    QCOMPARE(refused.errors.first().reason, Reason::QemuBadAddress);
    QCOMPARE(refused.errors.first().stage, u"qemu-start"_s);
    QVERIFY(refused.errors.first().message.contains(u"host=0000:0b:00 is no PCI address"));
    QVERIFY(refused.functions.isEmpty());
    QVERIFY(refused.sentences.remedy.contains(u"name the function that line 2"));
    QCOMPARE(outcome.entries.at(1).source, u"line 3, -device vfio-pci"_s);
    QVERIFY(outcome.entries.at(1).sentences.guest.contains(u"the shell fills in host=$GPU"));
}

void tst_qemurefusals::whatIsNotModelledIsNamedOnce()
{
    const VmDefinition vm = command(q35 + card + "-device vfio-pci,host=44:00.0,addr=7 "
                                    + "-global vfio-pci.x-pci-vendor-id=1");
    QCOMPARE(problemTexts(vm),
             QStringList {u"line 1, -device vfio-pci: -global vfio-pci.x-pci-vendor-id=1 changes "
                          "it, which is not modelled"_s});
    QCOMPARE(vm.problems.first().reason, Reason::CapturePartial);
}

void tst_qemurefusals::anUnknownPropertyIsNamed()
{
    QCOMPARE(problemTexts(command(q35 + card.trimmed() + ",multifunctions=on")),
             QStringList {u"line 1, -device vfio-pci: QEMU 10.0's vfio-pci has no property "
                          "multifunctions"_s});
}

void tst_qemurefusals::aMachineIsNotNewerThanItsQemu()
{
    VmDefinition vm =
        command("kvm -M pc-q35-10.0 -nodefaults -device pcie-root-port,id=rp " + card);
    vm.guest.qemu = QemuVersion {9, 2, 4};
    const PlanOutcome outcome = verdicts::outcomeOf(vm);
    QCOMPARE(verdicts::of(vm), invalid);
    QVERIFY(outcome.entries.first().errors.first().message.contains(
        u"QEMU 9.2.4 is too old for machine type pc-q35-10.0"_s));
    vm.guest.qemu = QemuVersion {10, 0, 0};
    QCOMPARE(verdicts::of(vm), offered);
}

/// Proxmox's QEMU 11.0 has dropped 4.0 and what is older.
void tst_qemurefusals::aMachineIsNotDroppedByItsQemu()
{
    VmDefinition vm = command("kvm -M pc-q35-4.0 -nodefaults -device pcie-root-port,id=rp " + card);
    QCOMPARE(verdicts::of(vm), offered); // which QEMU runs it is not known
    vm.guest.qemu = QemuVersion {11, 0, 0};
    QCOMPARE(verdicts::of(vm), invalid);
    vm.guest.qemu = QemuVersion {10, 2, 0};
    QCOMPARE(verdicts::of(vm), offered);
    vm = command("kvm -M pc-q35-4.1 -nodefaults -device pcie-root-port,id=rp " + card);
    vm.guest.qemu = QemuVersion {11, 0, 0};
    QCOMPARE(verdicts::of(vm), offered);
}

void tst_qemurefusals::whatToMendIsSaid_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QString>("remedy");
    const QString own = u"change the command: mend what is refused of line 1, -device vfio-pci"_s;
    const QString place =
        u"change the command: a bus and an address of its own for line 1, -device vfio-pci"_s;
    const QString whole =
        u"change the command: mend what is refused; before that nothing of it starts"_s;
    for (const char *words : {"romsize=3", "acpi-index=99999", "multifunction=maybe", "rombar=x"})
        QTest::newRow(words) << q35 + "-device vfio-pci,host=0b:00.0,bus=rp," + words << own;
    QTest::newRow("no such bus") << q35 + "-device vfio-pci,host=0b:00.0,bus=gone" << place;
    QTest::newRow("no such slot") << q35 + "-device vfio-pci,host=0b:00.0,addr=1f" << place;
    QTest::newRow("another part") << q35 + card.trimmed() + " -global foo" << whole;
    QTest::newRow("no host") << q35 + "-device vfio-pci,host=0b:00,bus=rp"
                             << u"change the command: name the function that line 1, -device "
                                "vfio-pci passes"_s;
    QTest::newRow("a port hole")
        << QByteArray("kvm -M q35 -nodefaults -device pcie-root-port,id=rp,addr=4.1 ") + card
        << u"change the command: port rp (04.1) at function 0 of a slot"_s;
    QTest::newRow("no bus number")
        << QByteArray("kvm -M q35 -nodefaults -device pxb-pcie,id=x,bus_nr=255,bus=pcie.0 "
                      "-device pcie-root-port,id=rp,bus=x,addr=1 ")
            + card
        << u"change the command: a lower bus_nr, so that bus numbers are left for port rp (01.0)"_s;
}

void tst_qemurefusals::whatToMendIsSaid()
{
    QFETCH(QByteArray, options);
    QTEST(verdicts::outcomeOf(command(options)).entries.first().sentences.remedy, "remedy");
}

void tst_qemurefusals::cardsOfOneLineAreToldApart()
{
    const auto sources = [](const QByteArray &between) {
        QStringList list;
        for (const EntryOutcome &entry :
             verdicts::outcomeOf(
                 command(q35 + "\\\n" + card + between + "-device vfio-pci,host=44:00.0,addr=7"))
                 .entries)
            list.append(entry.source);
        return list;
    };
    QCOMPARE(sources({}),
             (QStringList {u"line 2, -device vfio-pci (0b:00.0)"_s,
                           u"line 2, -device vfio-pci (44:00.0)"_s}));
    QCOMPARE(sources("\\\n"),
             (QStringList {u"line 2, -device vfio-pci"_s, u"line 3, -device vfio-pci"_s}));
}

void tst_qemurefusals::whatTheShellFillsInIsNamed()
{
    const VmDefinition vm = command(q35 + "-device vfio-pci,host=0b:00.0,bus=rp,$MF \\\n$MORE");
    QCOMPARE(problemTexts(vm),
             (QStringList {u"line 2: the shell fills in $MORE"_s,
                           u"line 1, -device vfio-pci: the shell fills in $MF"_s}));
    const PlanOutcome outcome = verdicts::outcomeOf(command("kvm -M q35 -nodefaults $GPU"));
    QCOMPARE(outcome.entries.size(), 1);
    QCOMPARE(outcome.entries.first().source, u"line 1, $GPU"_s);
    QVERIFY(outcome.entries.first().sentences.guest.contains(u"the shell fills in $GPU"));
}

QTEST_GUILESS_MAIN(tst_qemurefusals)
#include "tst_qemurefusals.moc"
