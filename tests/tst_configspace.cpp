// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "configspace.h"
#include "describe.h"
#include "syntheticfunction.h"

#include <QTest>

#include <rapidcheck.h>

using namespace Qt::StringLiterals;
using namespace rootward;

class tst_configspace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFieldIsReadBack();
    void bitsThatDoNotApplyStayEmpty_data();
    void bitsThatDoNotApplyStayEmpty();
    void versionOneReadsAsOff();
    void sixtyFourBytesAreDenied();
    void noListMeansConventional();
    void aDumpCutInTheRegistersIsDamaged();
    void aDumpCutInTheListIsDamaged();
    void aLoopingListEnds();
    void aLoopingExtendedListEnds();
    void allOnesIsABrokenDevice();
    void idsThatReadAllOnesAreLeftAlone();
    void virtualFunctionsAreCountedFromExtendedSpaceOnly();
    void randomBytesNeverCrash();
};

namespace {

SyntheticFunction port(PortType type)
{
    SyntheticFunction function;
    function.vendor = 0x1022;
    function.device = 0x1483;
    function.classCode = 0x060400;
    function.subsystemVendor = 0x1022;
    function.subsystemDevice = 0x1234;
    function.portType = type;
    function.isBridge = type == PortType::RootPort || isSwitchPort(type)
        || type == PortType::PcieToPciBridge || type == PortType::PciToPcieBridge;
    if (function.isBridge)
        function.buses = {0x09, 0x0b};
    function.atomicOps = {true, {true, false, true}, true, true};
    function.link = {.speed = 3, .width = 8, .maxSpeed = 4, .maxWidth = 16};
    return function;
}

PciFunction decoded(QByteArrayView bytes)
{
    PciFunction function;
    ConfigSpace(bytes).decode(function);
    return function;
}

} // namespace

void tst_configspace::everyFieldIsReadBack()
{
    SyntheticFunction meant = port(PortType::RootPort);
    meant.multifunction = true;
    const PciFunction read = decoded(configSpace(meant, 256));
    QCOMPARE(read.portType, PortType::RootPort);
    QCOMPARE(read.expressVersion, 2);
    QCOMPARE(read.gap, ReadGap::None);
    QCOMPARE(bitsText(read), "R+ C+-+ Q+ E+");
    QCOMPARE(read.vendor, 0x1022);
    QCOMPARE(read.device, 0x1483);
    QCOMPARE(read.classCode, 0x0604);
    QCOMPARE(read.multifunction, true);
    QVERIFY(read.isBridge);
    QVERIFY(read.buses == (BusRange {0x09, 0x0b}));
    QVERIFY(read.link == (Link {8, 8, 16, 16}));
}

void tst_configspace::bitsThatDoNotApplyStayEmpty_data()
{
    QTest::addColumn<PortType>("type");
    QTest::addColumn<QByteArray>("bits");
    QTest::newRow("endpoint") << PortType::Endpoint << QByteArray("C+-+ Q+");
    QTest::newRow("legacy endpoint") << PortType::LegacyEndpoint << QByteArray("C+-+ Q+");
    QTest::newRow("upstream port") << PortType::UpstreamPort << QByteArray("R+ C+-+ E+");
    QTest::newRow("downstream port") << PortType::DownstreamPort << QByteArray("R+ C+-+ E+");
    QTest::newRow("bridge") << PortType::PcieToPciBridge << QByteArray("C+-+");
    QTest::newRow("reverse bridge") << PortType::PciToPcieBridge << QByteArray("C+-+");
    QTest::newRow("RCiEP") << PortType::RcIntegratedEndpoint << QByteArray("C+-+ Q+");
    QTest::newRow("event collector") << PortType::RcEventCollector << QByteArray("C+-+");
}

void tst_configspace::bitsThatDoNotApplyStayEmpty()
{
    QFETCH(PortType, type);
    QFETCH(QByteArray, bits);
    const PciFunction read = decoded(configSpace(port(type), 256));
    QCOMPARE(read.portType, type);
    QCOMPARE(bitsText(read), bits);
    QCOMPARE(read.atomicOps.routing.has_value(), appliesRouting(read));
    QCOMPARE(read.atomicOps.requesterEnable.has_value(), appliesRequester(read));
}

void tst_configspace::versionOneReadsAsOff()
{
    SyntheticFunction meant = port(PortType::DownstreamPort);
    meant.expressVersion = 1;
    QByteArray bytes = configSpace(meant, 256);
    const int express = *ConfigSpace(bytes).capability(0x10);
    bytes[express + 0x24] = '\xff'; // not a register of version 1
    const PciFunction read = decoded(bytes);
    QCOMPARE(read.expressVersion, 1);
    QCOMPARE(read.gap, ReadGap::None);
    QCOMPARE(bitsText(read), "R- C--- E-");
}

void tst_configspace::sixtyFourBytesAreDenied()
{
    const PciFunction read = decoded(configSpace(port(PortType::RootPort), 64));
    QCOMPARE(read.portType, PortType::Unknown);
    QCOMPARE(read.gap, ReadGap::AccessDenied);
    QVERIFY(read.buses == (BusRange {0x09, 0x0b}));
    QCOMPARE(bitsText(read), "R? C??? Q? E?");
}

void tst_configspace::noListMeansConventional()
{
    SyntheticFunction meant;
    meant.vendor = 0x8086;
    meant.device = 0x29c0;
    meant.classCode = 0x060000;
    meant.hasCapabilityList = false;
    for (const int size : {64, 256}) {
        const QByteArray bytes = configSpace(meant, size);
        const PciFunction read = decoded(bytes);
        QVERIFY(ConfigSpace(bytes).capabilityListReadable());
        QCOMPARE(read.portType, PortType::Conventional);
        QCOMPARE(read.gap, ReadGap::None);
        QCOMPARE(bitsText(read), "");
    }
}

void tst_configspace::aDumpCutInTheRegistersIsDamaged()
{
    const QByteArray whole = configSpace(port(PortType::RootPort), 256);
    const int express = *ConfigSpace(whole).capability(0x10);
    const PciFunction read = decoded(QByteArrayView(whole).first(express + 0x26));
    QCOMPARE(read.portType, PortType::RootPort);
    QCOMPARE(read.gap, ReadGap::Damaged);
    QCOMPARE(bitsText(read), "R? C??? Q? E?");
}

void tst_configspace::aDumpCutInTheListIsDamaged()
{
    const QByteArray whole = configSpace(port(PortType::RootPort), 256);
    const int express = *ConfigSpace(whole).capability(0x10);
    const QByteArrayView cut = QByteArrayView(whole).first(qMax(express, 0x44));
    QVERIFY(!ConfigSpace(cut).capabilityListReadable());
    QCOMPARE(decoded(cut).portType, PortType::Unknown);
    QCOMPARE(decoded(cut).gap, ReadGap::Damaged);
}

void tst_configspace::aLoopingListEnds()
{
    QByteArray bytes(256, '\0');
    bytes[0x00] = '\x86';
    bytes[0x01] = '\x80';
    bytes[0x06] = 0x10;
    bytes[0x34] = 0x40;
    bytes[0x40] = 0x01; // power management
    bytes[0x41] = 0x50;
    bytes[0x50] = 0x05; // MSI
    bytes[0x51] = 0x40;
    QVERIFY(!ConfigSpace(bytes).capability(0x10));
    QVERIFY(ConfigSpace(bytes).capabilityListReadable());
    QCOMPARE(decoded(bytes).portType, PortType::Conventional);
    bytes[0x51] = 0x10; // leaves the area of capabilities
    QVERIFY(!ConfigSpace(bytes).capability(0x10));
    QVERIFY(ConfigSpace(bytes).capability(0x05) == 0x50);
}

void tst_configspace::aLoopingExtendedListEnds()
{
    QByteArray bytes = configSpace(port(PortType::RootPort), 4096);
    bytes.replace(0x100, 4, QByteArray::fromHex("01000115")); // at 150
    bytes.replace(0x150, 4, QByteArray::fromHex("0d000110")); // at 100 again
    QVERIFY(ConfigSpace(bytes).extendedCapability(0x000d) == 0x150);
    QVERIFY(!ConfigSpace(bytes).extendedCapability(0x0010));
}

void tst_configspace::allOnesIsABrokenDevice()
{
    const PciFunction read = decoded(QByteArray(256, '\xff'));
    QCOMPARE(read.portType, PortType::Unknown);
    QCOMPARE(read.gap, ReadGap::BrokenDevice);
    QVERIFY(!read.vendor);
    QVERIFY(!read.isBridge);
}

void tst_configspace::idsThatReadAllOnesAreLeftAlone()
{
    SyntheticFunction meant = port(PortType::Endpoint);
    meant.classCode = 0x020000;
    meant.idsReadAllOnes = true;
    PciFunction read;
    read.vendor = 0x15b3;
    read.device = 0x101e;
    ConfigSpace(configSpace(meant, 256)).decode(read);
    QCOMPARE(read.vendor, 0x15b3);
    QCOMPARE(read.device, 0x101e);
    QCOMPARE(read.portType, PortType::Endpoint);
}

void tst_configspace::virtualFunctionsAreCountedFromExtendedSpaceOnly()
{
    SyntheticFunction meant = port(PortType::Endpoint);
    meant.sriov = Sriov {7, 0x80, 2, 0x101e};
    const QByteArray bytes = configSpace(meant, 4096);
    QVERIFY(decoded(bytes).sriov == meant.sriov);
    QVERIFY(!decoded(QByteArrayView(bytes).first(256)).sriov);
}

void tst_configspace::randomBytesNeverCrash()
{
    const bool held = rc::check("any bytes decode", [](const std::vector<quint8> &random) {
        const int size = *rc::gen::element(0, 1, 15, 64, 65, 256, 257, 4096, 5000);
        QByteArray bytes(size, '\0');
        for (qsizetype i = 0; i < size && !random.empty(); ++i)
            bytes[i] = static_cast<char>(random[static_cast<size_t>(i) % random.size()]);
        if (size > 0x34) { // likely lists
            bytes[0x06] = static_cast<char>(bytes[0x06] | 0x10);
            bytes[0x0e] = static_cast<char>(bytes[0x0e] & 0x83);
        }
        PciFunction function;
        const ConfigSpace space(bytes);
        space.decode(function);
        RC_ASSERT(!space.byte(size));
        RC_ASSERT(!space.word(size - 1));
        RC_ASSERT(!space.dword(-1));
        RC_ASSERT(function.gap != ReadGap::None || size > 7);
        if (function.portType == PortType::Conventional)
            RC_ASSERT(!function.atomicOps.routing);
    });
    QVERIFY(held);
}

QTEST_GUILESS_MAIN(tst_configspace)
#include "tst_configspace.moc"
