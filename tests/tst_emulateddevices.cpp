// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "emulateddevices.h"

#include "vmconfig.h"

#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

GuestMachine guestOf(const QByteArray &text)
{
    return readVmConfig(text, u"101.conf"_s).value().guest;
}

QString words(const EmulatedDevice &device)
{
    return u"%1 %2 %3 %4"_s.arg(device.id, device.model, device.bus,
                                QString::number(device.slot, 16));
}

QString all(const QByteArray &text)
{
    QStringList list;
    for (const EmulatedDevice &device : guestOf(text).emulated)
        list.append(words(device));
    return list.join(u", "_s);
}

} // namespace

class tst_emulateddevices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachKeyHasItsDevices_data();
    void eachKeyHasItsDevices();
    void disksAndNetworkCardsFillTheirPlaces();
    void everythingTogetherSharesNoPlace_data();
    void everythingTogetherSharesNoPlace();
    void theDisplayHasItsModel_data();
    void theDisplayHasItsModel();
    void bridgesComeOnDemand_data();
    void bridgesComeOnDemand();
};

void tst_emulateddevices::eachKeyHasItsDevices_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *text, const char *expected) {
        QTest::newRow(text) << "balloon: 0\n" + QByteArray(text) << QString::fromLatin1(expected);
    };
    row("name: x", "");
    row("balloon: 512", "balloon0 virtio-balloon-pci pci.0 3");
    row("watchdog: i6300esb,action=reset", "watchdog i6300esb pci.0 4");
    row("watchdog: action=reset", "watchdog i6300esb pci.0 4");
    row("watchdog: ib700", "");
    row("agent: 1", "qga0 virtio-serial pci.0 8");
    row("agent: enabled=yes,type=virtio", "qga0 virtio-serial pci.0 8");
    row("agent: 0", "");
    row("agent: 1,type=isa", "");
    row("vga: qxl", "spice virtio-serial pci.0 9");
    row("vga: std,clipboard=vnc", "spice virtio-serial pci.0 9");
    row("vga: virtio", "spice virtio-serial pci.0 9");
    row("ostype: win11\nvga: qxl3",
        "vga1 qxl pci.0 18, vga2 qxl pci.0 19, spice virtio-serial pci.0 9");
    row("ostype: l26\nvga: qxl3", "spice virtio-serial pci.0 9");
    row("rng0: source=/dev/urandom", "rng0 virtio-rng-pci pci.1 1d");
    row("audio0: device=AC97,driver=none", "audiodev0 AC97 pci.2 c");
    row("ivshmem: size=32", "ivshmem ivshmem-plain pci.2 b");
    row("machine: q35\nivshmem: size=32", "ivshmem ivshmem-plain pcie.0 14");
    row("sata3: local:1", "ahci0 ahci pci.0 7");
    row("ide0: local:1", "");
    row("net0: virtio=BC:24:11:00:00:01,bridge=vmbr0,firewall=1", "net0 virtio-net-pci pci.0 12");
    row("net31: bridge=vmbr0,model=e1000e", "net31 e1000e pci.1 1a");
    row("net0: ne2k_isa,bridge=vmbr0", "");
    row("scsi0: local:1", "scsihw0 lsi pci.0 5");
    row("scsihw: virtio-scsi-pci\nscsi0: a:1\nscsi30: a:2", "scsihw0 virtio-scsi-pci pci.0 5");
    row("scsihw: megasas\nscsi9: a:1", "scsihw0 megasas pci.0 5");
    row("machine: q35\nscsi7: a:1\nscsi14: a:2\nscsi30: a:3",
        "pci.4 pci-bridge pci.1 1c, scsihw1 lsi pci.0 6, scsihw2 lsi pci.4 1, scsihw4 lsi pci.4 3");
    row("scsihw: virtio-scsi-single\nscsi0: a:1\nscsi30: a:2",
        "pci.3 pci-bridge pci.0 5, virtioscsi0 virtio-scsi-pci pci.3 1, "
        "virtioscsi30 virtio-scsi-pci pci.3 1f");
    row("machine: q35\nscsihw: virtio-scsi-single\nscsi2: a:1",
        "virtioscsi2 virtio-scsi-pci pci.3 3");
    row("ostype: l26\nusb0: host=1-1", "xhci qemu-xhci pci.1 1b");
    row("ostype: win10\nusb0: host=1-1", "");
    row("ostype: win10\nmachine: pc-q35-8.0\nusb0: host=1-1", "xhci qemu-xhci pci.1 1b");
    row("ostype: win10\nmeta: creation-qemu=9.2.0,ctime=1\nusb0: host=1-1",
        "xhci qemu-xhci pci.1 1b");
    row("ostype: other\nusb0: host=1-1,usb3=1", "xhci nec-usb-xhci pci.1 1b");
    row("machine: q35,viommu=virtio", "virtio-iommu virtio-iommu-pci pcie.0 2");
    row("machine: q35,viommu=virtio\nvga: none", "virtio-iommu virtio-iommu-pci pcie.0 1");
    row("machine: q35,viommu=intel", "");
    row("arch: aarch64\nnet0: virtio,bridge=vmbr0\nvirtio6: a:1",
        "spice virtio-serial pcie.0 9, virtio6 virtio-blk-pci pci.2 1, "
        "net0 virtio-net-pci pcie.0 12");
}

void tst_emulateddevices::eachKeyHasItsDevices()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QCOMPARE(all(text), expected);
}

void tst_emulateddevices::disksAndNetworkCardsFillTheirPlaces()
{
    QByteArray text("balloon: 0\n");
    QStringList expected;
    for (int i = 0; i < 16; ++i) {
        text += "virtio" + QByteArray::number(i) + ": a:1\n";
        expected.append(u"virtio%1 virtio-blk-pci %2 %3"_s.arg(i).arg(
            i < 6 ? u"pci.0"_s : u"pci.2"_s, QString::number(i < 6 ? 0xa + i : i - 5, 16)));
    }
    for (int i = 0; i < 32; ++i) {
        text += "net" + QByteArray::number(i) + ": virtio,bridge=a\n";
        expected.append(u"net%1 virtio-net-pci %2 %3"_s.arg(i).arg(
            i < 6 ? u"pci.0"_s : u"pci.1"_s, QString::number(i < 6 ? 0x12 + i : i - 5, 16)));
    }
    QCOMPARE(all(text), expected.join(u", "_s));
    QCOMPARE(all(text + "net32: virtio\nvirtio16: a:1\n"), expected.join(u", "_s));
}

void tst_emulateddevices::everythingTogetherSharesNoPlace_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::newRow("q35") << QByteArray("machine: q35,viommu=virtio\n");
    QTest::newRow("pc") << QByteArray("machine: pc,viommu=virtio\n");
    QTest::newRow("single") << QByteArray("machine: pc\nscsihw: virtio-scsi-single\n");
    QTest::newRow("arm") << QByteArray("arch: aarch64\n");
}

void tst_emulateddevices::everythingTogetherSharesNoPlace()
{
    QFETCH(QByteArray, head);
    QByteArray text = head
        + "agent: 1\naudio0: device=AC97\nivshmem: size=1\nostype: win11\nvga: qxl4\nrng0: x=y\n"
          "watchdog: i6300esb\nusb0: host=1-1,usb3=1\nsata0: a:1\nvirtiofs0: a\nvirtiofs9: b\n";
    for (int i = 0; i < 32; ++i) {
        for (const char *key : {"net", "scsi", "virtio"})
            text += key + QByteArray::number(i) + ": virtio,bridge=a\n";
    }
    for (int index = 0; index < 16; ++index) {
        text += "hostpci" + QByteArray::number(index) + ": " + QByteArray::number(index + 10)
            + ":00.0\n";
    }
    const VmDefinition vm = readVmConfig(text, u"101.conf"_s).value();
    Plan plan;
    plan.guest = vm.guest;
    plan.entries = vm.entries;
    QCOMPARE(plan.entries.size(), 16);
    QSet<QString> places;
    QSet<QString> names;
    for (const GuestNode &node : evaluate(plan).guestTree) {
        const QString place = u"%1 %2.%3"_s.arg(node.bus).arg(node.slot).arg(node.function);
        QVERIFY2(!places.contains(place), qPrintable(place + u' ' + node.id));
        QVERIFY2(!names.contains(node.id), qPrintable(node.id));
        QVERIFY2(node.parent >= 0 || node.bus == rootBusName(vm.guest), qPrintable(node.id));
        places.insert(place);
        names.insert(node.id);
    }
    QVERIFY(places.size() > 80);
}

void tst_emulateddevices::theDisplayHasItsModel_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("model");
    const auto row = [](const char *text, const char *model) {
        QTest::newRow(text) << QByteArray(text) << QString::fromLatin1(model);
    };
    row("machine: q35", "VGA");
    row("vga: std,memory=32", "VGA");
    row("vga: cirrus", "cirrus-vga");
    row("vga: vmware", "vmware-svga");
    row("vga: type=virtio-gl", "virtio-vga-gl");
    row("vga: qxl2", "qxl-vga");
    row("arch: aarch64", "virtio-gpu");
    row("arch: aarch64\nvga: virtio-gl", "virtio-gpu-gl");
    row("vga: none", "");
    row("vga: serial1", "");
}

void tst_emulateddevices::theDisplayHasItsModel()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, model);
    QString found;
    for (const GuestNode &node : fixedGuestDevices(guestOf(text))) {
        if (node.id == "vga"_L1)
            found = node.model;
    }
    QCOMPARE(found, model);
}

void tst_emulateddevices::bridgesComeOnDemand_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("pc") << QByteArray("name: x") << u"1 pci.0 1e, 2 pci.0 1f"_s;
    QTest::newRow("single") << QByteArray("scsihw: virtio-scsi-single\nscsi0: a:1")
                            << u"1 pci.0 1e, 2 pci.0 1f, 3 pci.0 5"_s;
    QTest::newRow("many disks") << QByteArray("scsi30: a:1")
                                << u"1 pci.0 1e, 2 pci.0 1f, 4 pci.1 1c"_s;
    QTest::newRow("q35") << QByteArray("machine: q35\nscsihw: virtio-scsi-single\nscsi0: a:1")
                         << QString();
    QTest::newRow("q35, many disks") << QByteArray("machine: q35\nscsi30: a:1") << u"4 pci.1 1c"_s;
    QTest::newRow("arm") << QByteArray("arch: aarch64\nscsihw: virtio-scsi-single\nscsi0: a:1")
                         << u"1 pcie.0 1e, 2 pcie.0 1f, 3 pcie.0 5"_s;
}

void tst_emulateddevices::bridgesComeOnDemand()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QStringList bridges;
    for (const BridgePlace &bridge : addedBridges(guestOf(text))) {
        bridges.append(
            u"%1 %2 %3"_s.arg(bridge.number).arg(bridge.bus, QString::number(bridge.slot, 16)));
    }
    QCOMPARE(bridges.join(u", "_s), expected);
}

QTEST_GUILESS_MAIN(tst_emulateddevices)
#include "tst_emulateddevices.moc"
