// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "guestmachine.h"

#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

GuestMachine machine(const QString &type, const QString &ostype = {})
{
    GuestMachine guest;
    guest.machine = type;
    guest.ostype = ostype;
    return guest;
}

QString placed(const GuestMachine &guest, bool pcie)
{
    QStringList places;
    for (int index = 0; index < 16; ++index) {
        const Placement place = hostpciPlacement(guest, index, pcie);
        places.append(place.bus + u' ' + place.addr);
    }
    return places.join(u", "_s);
}

} // namespace

class tst_guestmachine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTypeDecidesTheKind_data();
    void theTypeDecidesTheKind();
    void everyIndexHasItsPlace();
    void rootPortsFollowTheIndex();
    void oldMachinesHaveIntelsRootPorts();
    void fixedDevicesAreACompleteTree_data();
    void fixedDevicesAreACompleteTree();
    void theDisplayCanBeAbsent();
    void bridgesAreAddedOutsideQ35();
};

void tst_guestmachine::theTypeDecidesTheKind_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("kind");
    QTest::newRow("q35") << u"q35"_s << int(MachineKind::Q35);
    QTest::newRow("pinned q35") << u"pc-q35-9.2+pve1"_s << int(MachineKind::Q35);
    QTest::newRow("pc") << u"pc"_s << int(MachineKind::I440fx);
    QTest::newRow("pinned pc") << u"pc-i440fx-9.2"_s << int(MachineKind::I440fx);
    QTest::newRow("absent") << QString() << int(MachineKind::I440fx);
    QTest::newRow("virt") << u"virt-9.2"_s << int(MachineKind::Virt);
}

void tst_guestmachine::theTypeDecidesTheKind()
{
    QFETCH(QString, type);
    QFETCH(int, kind);
    QCOMPARE(int(machineKind(machine(type))), kind);
}

void tst_guestmachine::everyIndexHasItsPlace()
{
    const QString conventional =
        u"pci.0 0x10, pci.0 0x11, pci.0 0x1b, pci.0 0x1c, pci.2 0xd, pci.2 0xe, pci.2 0xf, "
        "pci.2 0x10, pci.2 0x11, pci.2 0x12, pci.2 0x13, pci.2 0x14, pci.2 0x15, pci.2 0x16, "
        "pci.2 0x17, pci.2 0x18"_s;
    QCOMPARE(placed(machine(u"q35"_s), false), conventional);
    QCOMPARE(placed(machine(u"pc"_s), false), conventional);
    QCOMPARE(placed(machine(u"q35"_s, u"win7"_s), false), conventional);
    QCOMPARE(placed(machine(u"virt"_s), false),
             QString(conventional).replace(u"pci.0"_s, u"pcie.0"_s));
    QCOMPARE(placed(machine(u"q35"_s, u"win7"_s), true),
             u"pcie.0 0x10, pcie.0 0x11, pcie.0 0x12, pcie.0 0x13, pcie.0 0x9, pcie.0 0xa, pcie.0 "
             "0xb, pcie.0 0xc, pcie.0 0xd, pcie.0 0xe, pcie.0 0xf, pcie.0 0x15, pcie.0 0x16, "
             "pcie.0 0x17, pcie.0 0x18, pcie.0 0x19"_s);
    for (int index = 0; index < 16; ++index) {
        const Placement place = hostpciPlacement(machine(u"q35"_s, u"win10"_s), index, true);
        QVERIFY(place.rootPort && place.slot == 0);
        QCOMPARE(place.bus, u"ich9-pcie-port-%1"_s.arg(index + 1));
        QVERIFY(!hostpciPlacement(machine(u"q35"_s, u"win7"_s), index, true).rootPort);
    }
}

void tst_guestmachine::rootPortsFollowTheIndex()
{
    const QStringList addresses =
        u"1c.0 1c.1 1c.2 1c.3 10.0 10.1 10.2 10.3 10.4 10.5 10.6 10.7 11.0 11.1 11.2 11.3"_s.split(
            u' ');
    for (int index = 0; index < addresses.size(); ++index) {
        QCOMPARE(rootPortAddress(index), addresses.at(index));
        QCOMPARE(rootPortPlace(index).onDemand, index > 3);
    }
}

void tst_guestmachine::oldMachinesHaveIntelsRootPorts()
{
    const auto model = [](const QString &type) {
        for (const GuestNode &node : fixedGuestDevices(machine(type))) {
            if (node.id == "ich9-pcie-port-2"_L1)
                return node.model;
        }
        return QString();
    };
    QCOMPARE(model(u"q35"_s), u"pcie-root-port"_s);
    QCOMPARE(model(u"pc-q35-4.0"_s), u"pcie-root-port"_s);
    QCOMPARE(model(u"pc-q35-10.1"_s), u"pcie-root-port"_s);
    QCOMPARE(model(u"pc-q35-3.1"_s), u"ioh3420"_s);
    QCOMPARE(model(u"pc"_s), QString());
}

void tst_guestmachine::fixedDevicesAreACompleteTree_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<qsizetype>("count");
    QTest::newRow("q35") << u"q35"_s << qsizetype(23);
    QTest::newRow("pc") << u"pc"_s << qsizetype(8);
    QTest::newRow("virt") << u"virt"_s << qsizetype(5);
}

void tst_guestmachine::fixedDevicesAreACompleteTree()
{
    QFETCH(QString, type);
    QFETCH(qsizetype, count);
    const GuestMachine guest = machine(type);
    const QList<GuestNode> nodes = fixedGuestDevices(guest);
    QCOMPARE(nodes.size(), count);
    QSet<QString> places;
    QSet<QString> names;
    for (int i = 0; i < nodes.size(); ++i) {
        const GuestNode &node = nodes.at(i);
        QVERIFY(node.parent < i);
        QCOMPARE(node.parent < 0 ? rootBusName(guest) : nodes.at(node.parent).ownBus, node.bus);
        const QString place = u"%1 %2.%3"_s.arg(node.bus).arg(node.slot).arg(node.function);
        QVERIFY2(!places.contains(place), qPrintable(place));
        QVERIFY2(!names.contains(node.id), qPrintable(node.id));
        places.insert(place);
        names.insert(node.id);
        QCOMPARE(node.portType == PortType::RootPort, node.id.contains("pcie-port"_L1));
        QCOMPARE(node.entry, -1);
    }
}

void tst_guestmachine::theDisplayCanBeAbsent()
{
    GuestMachine guest = machine(u"q35"_s);
    const qsizetype withDisplay = fixedGuestDevices(guest).size();
    guest.hasDisplay = false;
    QCOMPARE(fixedGuestDevices(guest).size(), withDisplay - 1);
}

void tst_guestmachine::bridgesAreAddedOutsideQ35()
{
    QVERIFY(addedBridges(machine(u"q35"_s)).isEmpty());
    QCOMPARE(addedBridges(machine(u"pc"_s)).size(), 2);
    QCOMPARE(addedBridges(machine(QString())).last().slot, 0x1f);
    QCOMPARE(rootBusName(machine(u"pc"_s)), u"pci.0"_s);
    QCOMPARE(rootBusName(machine(u"virt"_s)), u"pcie.0"_s);
}

QTEST_GUILESS_MAIN(tst_guestmachine)
#include "tst_guestmachine.moc"
