// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "describe.h"
#include "processortimer.h"
#include "topology.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

/// Trees compared as indented text.
class tst_topology : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aBridgeOwnsItsSecondaryBus();
    void functionsComeInAddressOrder();
    void aMissingPortLeavesAGap();
    void theNarrowestRangeWins();
    void sameBusNumbersInOtherDomainsStayApart();
    void severalRootBusesInOneDomain();
    void anUnconfiguredBridgeHasNoChildren();
    void orphansAreNamed();
    void overlappingRangesAreNamed();
    void busNumbersThatRunInACircleAreRefused();
    void virtualFunctionsStandBesideTheirPhysicalFunction();
    void virtualFunctionsWithoutKnownPhysicalFunctionFindTheirBridge();
    void aVirtualFunctionTakesIdsAndBitsFromItsPhysicalFunction();
    void absurdVirtualFunctionCountsCostNoTime();
    void duplicatesKeepTheFirst();
    void whatTheCaptureKnowsAboutParentsCounts();
    void pathsNameWhatIsMissing();
    void slotsAreFound();
    void aWholeHostIsToldFromAPart();
    void aChainOfAllBusesIsNoProblem();
    void twentyThousandFunctionsGrowEvenly();
};

namespace {

PciAddress at(const char *text)
{
    return PciAddress::parse(QLatin1StringView(text)).value();
}

PciFunction leaf(const char *address, PortType type = PortType::Endpoint)
{
    PciFunction function;
    function.address = at(address);
    function.portType = type;
    function.gap = ReadGap::None;
    return function;
}

PciFunction hostBridge(const char *address)
{
    PciFunction function = leaf(address, PortType::Conventional);
    function.classCode = 0x0600;
    return function;
}

PciFunction bridge(const char *address, PortType type, quint8 secondary, quint8 subordinate)
{
    PciFunction function = leaf(address, type);
    function.isBridge = true;
    function.buses = BusRange {secondary, subordinate};
    return function;
}

QByteArray reasons(const Topology::Built &built)
{
    QByteArrayList all;
    for (const CaptureProblem &problem : built.problems)
        all += QByteArray(reasonId(problem.reason).data()) + ' '
            + (problem.address ? problem.address->toString().toLatin1() : "-");
    return all.join(", ");
}

constexpr auto RootPort = PortType::RootPort;
constexpr auto Upstream = PortType::UpstreamPort;
constexpr auto Downstream = PortType::DownstreamPort;

} // namespace

void tst_topology::aBridgeOwnsItsSecondaryBus()
{
    const auto built = Topology::fromFunctions(
        {hostBridge("00:00.0"), bridge("00:03.1", RootPort, 0x09, 0x0b),
         bridge("09:00.0", Upstream, 0x0a, 0x0b), bridge("0a:00.0", Downstream, 0x0b, 0x0b),
         leaf("0b:00.0", PortType::LegacyEndpoint), leaf("0b:00.1")});
    QCOMPARE(treeText(*built.topology),
             "bus 0000:00\n"
             "  0000:00:00.0 conventional\n"
             "  0000:00:03.1 root-port\n"
             "    0000:09:00.0 upstream-port\n"
             "      0000:0a:00.0 downstream-port\n"
             "        0000:0b:00.0 legacy-endpoint\n"
             "        0000:0b:00.1 endpoint\n");
    QCOMPARE(reasons(built), "");
    QCOMPARE(built.topology->onRootBus(1), true);
    QCOMPARE(built.topology->onRootBus(4), false);
}

void tst_topology::functionsComeInAddressOrder()
{
    const auto built = Topology::fromFunctions(
        {leaf("0001:00:00.0"), leaf("00:1f.0"), leaf("00:02.1"), leaf("00:02.0")});
    QCOMPARE(built.topology->at(0).address, at("00:02.0"));
    QCOMPARE(built.topology->at(3).address, at("0001:00:00.0"));
    QCOMPARE(built.topology->indexOf(at("00:1f.0")), 2);
    QCOMPARE(built.topology->indexOf(at("00:1e.0")), -1);
}

void tst_topology::aMissingPortLeavesAGap()
{
    const auto built =
        Topology::fromFunctions({bridge("00:00.0", RootPort, 0x01, 0xff),
                                 bridge("01:00.0", Upstream, 0x02, 0xff), leaf("09:00.0")});
    QCOMPARE(treeText(*built.topology),
             "bus 0000:00\n"
             "  0000:00:00.0 root-port\n"
             "    0000:01:00.0 upstream-port\n"
             "      ... 0000:09:00.0 endpoint\n");
    QCOMPARE(built.topology->path(2), (QList<int> {2, -1, 1, 0}));
}

void tst_topology::theNarrowestRangeWins()
{
    const auto built = Topology::fromFunctions({bridge("00:01.0", RootPort, 0x01, 0x20),
                                                bridge("01:00.0", Upstream, 0x02, 0x10),
                                                bridge("00:02.0", RootPort, 0x21, 0x30),
                                                leaf("08:00.0"), leaf("18:00.0"), leaf("28:00.0")});
    QCOMPARE(treeText(*built.topology),
             "bus 0000:00\n"
             "  0000:00:01.0 root-port\n"
             "    0000:01:00.0 upstream-port\n"
             "      ... 0000:08:00.0 endpoint\n"
             "    ... 0000:18:00.0 endpoint\n"
             "  0000:00:02.0 root-port\n"
             "    ... 0000:28:00.0 endpoint\n");
}

void tst_topology::sameBusNumbersInOtherDomainsStayApart()
{
    const auto built = Topology::fromFunctions(
        {bridge("0000:00:00.0", RootPort, 1, 0xff), bridge("0001:00:00.0", RootPort, 1, 0xff),
         leaf("0000:01:00.0"), leaf("0001:01:00.0"), leaf("10000:01:00.0")});
    QCOMPARE(treeText(*built.topology),
             "bus 0000:00\n"
             "  0000:00:00.0 root-port\n"
             "    0000:01:00.0 endpoint\n"
             "bus 0001:00\n"
             "  0001:00:00.0 root-port\n"
             "    0001:01:00.0 endpoint\n"
             "bus 10000:01 below something that is not in the capture\n"
             "  10000:01:00.0 endpoint\n");
}

void tst_topology::severalRootBusesInOneDomain()
{
    const auto built = Topology::fromFunctions(
        {bridge("30:00.0", RootPort, 0x31, 0x31), leaf("31:00.0"),
         leaf("40:00.0", PortType::RcIntegratedEndpoint), hostBridge("50:00.0"),
         leaf("60:00.4", PortType::RcEventCollector)});
    QCOMPARE(treeText(*built.topology),
             "bus 0000:30\n"
             "  0000:30:00.0 root-port\n"
             "    0000:31:00.0 endpoint\n"
             "bus 0000:40\n"
             "  0000:40:00.0 rc-integrated-endpoint\n"
             "bus 0000:50\n"
             "  0000:50:00.0 conventional\n"
             "bus 0000:60\n"
             "  0000:60:00.4 rc-event-collector\n");
    QCOMPARE(reasons(built), "");
}

void tst_topology::anUnconfiguredBridgeHasNoChildren()
{
    const auto built = Topology::fromFunctions({bridge("00:01.0", RootPort, 0, 0),
                                                bridge("00:02.0", RootPort, 0, 0), leaf("00:03.0"),
                                                leaf("01:00.0")});
    QVERIFY(built.topology->children(0).isEmpty());
    QVERIFY(built.topology->children(1).isEmpty());
    QCOMPARE(reasons(built), "capture.orphan 0000:01:00.0");
}

void tst_topology::orphansAreNamed()
{
    const auto built = Topology::fromFunctions({bridge("03:00.0", Upstream, 0x04, 0x0a),
                                                bridge("04:03.0", Downstream, 0x07, 0x07),
                                                leaf("07:00.0"), leaf("20:00.0"), leaf("20:00.1")});
    QCOMPARE(treeText(*built.topology),
             "bus 0000:03 below something that is not in the capture\n"
             "  0000:03:00.0 upstream-port\n"
             "    0000:04:03.0 downstream-port\n"
             "      0000:07:00.0 endpoint\n"
             "bus 0000:20 below something that is not in the capture\n"
             "  0000:20:00.0 endpoint\n"
             "  0000:20:00.1 endpoint\n");
    QCOMPARE(reasons(built), "capture.orphan 0000:03:00.0, capture.orphan 0000:20:00.0");
    QCOMPARE(built.topology->onRootBus(0), false); // a switch port has a port above it
    QCOMPARE(built.topology->onRootBus(3), std::nullopt);
}

void tst_topology::overlappingRangesAreNamed()
{
    const auto built = Topology::fromFunctions(
        {bridge("00:01.0", RootPort, 0x01, 0x05), bridge("00:02.0", RootPort, 0x04, 0x08),
         bridge("00:03.0", RootPort, 0x10, 0x18), bridge("00:04.0", RootPort, 0x12, 0x12),
         bridge("00:05.0", RootPort, 0x20, 0x20), bridge("00:06.0", RootPort, 0x20, 0x20),
         leaf("20:00.0")});
    QCOMPARE(reasons(built),
             "capture.overlap 0000:00:02.0, capture.overlap 0000:00:04.0, "
             "capture.overlap 0000:00:06.0");
    QCOMPARE(built.topology->parent(6), 4);
}

void tst_topology::busNumbersThatRunInACircleAreRefused()
{
    const auto built = Topology::fromFunctions(
        {bridge("05:00.0", Downstream, 0x05, 0x05), bridge("06:00.0", Downstream, 0x07, 0x07),
         bridge("07:00.0", Downstream, 0x06, 0x06), bridge("08:00.0", Downstream, 0x09, 0x02)});
    for (int i = 0; i < built.topology->size(); ++i)
        QVERIFY(built.topology->path(i).size() <= built.topology->size());
    QCOMPARE(built.topology->parent(0), -1);
    QCOMPARE(built.topology->parent(1), -1);
    QCOMPARE(built.topology->parent(2), 1);
    QVERIFY(reasons(built).contains("capture.overlap 0000:05:00.0"));
    QVERIFY(reasons(built).contains("capture.overlap 0000:07:00.0"));
    QVERIFY(reasons(built).contains("capture.overlap 0000:08:00.0"));
}

void tst_topology::virtualFunctionsStandBesideTheirPhysicalFunction()
{
    PciFunction physical = leaf("01:00.0");
    physical.sriov = Sriov {4, 0xff, 2, 0x101e}; // the first at 01:1f.7, the others on bus 02
    const auto built = Topology::fromFunctions({bridge("00:01.0", RootPort, 0x01, 0x03), physical,
                                                leaf("01:1f.7"), leaf("02:00.1"), leaf("02:00.3"),
                                                leaf("02:00.5"), leaf("02:00.7")});
    QCOMPARE(treeText(*built.topology),
             "bus 0000:00\n"
             "  0000:00:01.0 root-port\n"
             "    0000:01:00.0 endpoint\n"
             "    0000:01:1f.7 endpoint\n"
             "    0000:02:00.1 endpoint\n"
             "    0000:02:00.3 endpoint\n"
             "    0000:02:00.5 endpoint\n"
             "    ... 0000:02:00.7 endpoint\n");
    QVERIFY(built.topology->at(5).isVirtual);
    QVERIFY(!built.topology->at(6).isVirtual); // the fifth: NumVFs is 4
    QVERIFY(built.topology->at(3).physicalFunction == physical.address);
}

void tst_topology::virtualFunctionsWithoutKnownPhysicalFunctionFindTheirBridge()
{
    PciFunction spilled = leaf("02:00.1");
    spilled.isVirtual = true;
    const auto built = Topology::fromFunctions(
        {bridge("00:01.0", RootPort, 0x01, 0x03), leaf("01:00.0"), spilled});
    QCOMPARE(treeText(*built.topology),
             "bus 0000:00\n"
             "  0000:00:01.0 root-port\n"
             "    0000:01:00.0 endpoint\n"
             "    0000:02:00.1 endpoint\n");
}

void tst_topology::aVirtualFunctionTakesIdsAndBitsFromItsPhysicalFunction()
{
    PciFunction physical = leaf("00:02.0");
    physical.vendor = 0x15b3;
    physical.device = 0x101d;
    physical.sriov = Sriov {1, 1, 1, 0x101e};
    physical.atomicOps.completer = {true, true, false};
    physical.atomicOps.requesterEnable = true;
    PciFunction virtualOne = leaf("00:02.1");
    virtualOne.atomicOps.requesterEnable = false;
    const auto built = Topology::fromFunctions({physical, virtualOne});
    const PciFunction &read = built.topology->at(1);
    QCOMPARE(read.vendor, 0x15b3);
    QCOMPARE(read.device, 0x101e);
    QCOMPARE(bitsText(read), "C++-");
    QVERIFY(!read.atomicOps.requesterEnable);
}

void tst_topology::absurdVirtualFunctionCountsCostNoTime()
{
    QList<PciFunction> functions;
    for (int i = 0; i < 0x10000; ++i) {
        PciFunction function = leaf("00:00.0");
        function.address.bus = static_cast<quint8>(i >> 8);
        function.address.slot = static_cast<quint8>(i >> 3 & 0x1f);
        function.address.function = static_cast<quint8>(i & 7);
        function.sriov = Sriov {0xffff, 1, 1, 0};
        functions.append(function);
    }
    const ProcessorTimer timer;
    const auto built = Topology::fromFunctions(functions);
    QCOMPARE(built.topology->size(), 0x10000);
    QVERIFY2(timer.elapsed() < 60'000, "the square of the capture takes minutes");
}

void tst_topology::duplicatesKeepTheFirst()
{
    const auto built = Topology::fromFunctions(
        {leaf("00:02.0", PortType::RcIntegratedEndpoint), leaf("00:02.0", PortType::Endpoint)});
    QCOMPARE(treeText(*built.topology), "bus 0000:00\n  0000:00:02.0 rc-integrated-endpoint\n");
    QCOMPARE(reasons(built), "capture.duplicate 0000:00:02.0");
}

void tst_topology::whatTheCaptureKnowsAboutParentsCounts()
{
    Topology::Known known;
    known.parents.insert(at("05:00.0"), at("00:1c.0"));
    known.parents.insert(at("06:00.0"), at("00:1d.0")); // not in the capture
    known.parents.insert(at("00:1c.0"), at("05:00.0")); // would close a circle
    known.rootBuses.insert({0, 0x40});
    const auto built = Topology::fromFunctions(
        {leaf("00:1c.0", RootPort), leaf("05:00.0"), leaf("06:00.0"), leaf("40:00.0")}, known);
    QCOMPARE(treeText(*built.topology),
             "bus 0000:00\n"
             "  0000:00:1c.0 root-port\n"
             "    0000:05:00.0 endpoint\n"
             "bus 0000:06 below something that is not in the capture\n"
             "  0000:06:00.0 endpoint\n"
             "bus 0000:40\n"
             "  0000:40:00.0 endpoint\n");
    QCOMPARE(built.topology->onRootBus(2), false);
}

void tst_topology::pathsNameWhatIsMissing()
{
    const auto built =
        Topology::fromFunctions({bridge("00:01.0", RootPort, 0x01, 0x10),
                                 bridge("05:00.0", Downstream, 0x06, 0x08), leaf("08:00.0")});
    QCOMPARE(built.topology->path(2), (QList<int> {2, -1, 1, -1, 0}));
    QCOMPARE(built.topology->path(0), QList<int> {0});
}

void tst_topology::slotsAreFound()
{
    const auto built = Topology::fromFunctions(
        {leaf("00:02.7"), leaf("00:03.0"), leaf("00:03.2"), leaf("00:04.0")});
    QCOMPARE(built.topology->slotFunctions(at("00:03.5")), (QList<int> {1, 2}));
    QCOMPARE(built.topology->slotFunctions(at("00:05.0")), QList<int> {});
}

void tst_topology::aWholeHostIsToldFromAPart()
{
    const QList<PciFunction> whole {hostBridge("00:00.0"), bridge("00:01.0", RootPort, 1, 3),
                                    leaf("01:00.0")};
    QVERIFY(Topology::fromFunctions(whole).topology->isWholeHost());
    QVERIFY(!Topology::fromFunctions(whole + QList {leaf("02:00.0")}).topology->isWholeHost());
    QVERIFY(!Topology::fromFunctions(whole + QList {leaf("09:00.0")}).topology->isWholeHost());
    QVERIFY(!Topology::fromFunctions({whole.at(1), whole.at(2)}).topology->isWholeHost());
    QVERIFY(!Topology::fromFunctions({}).topology->isWholeHost());
    QVERIFY(Topology::fromFunctions(whole + QList {leaf("01:00.1")}).topology->isWholeHost());
    QVERIFY(!Topology::fromFunctions({whole.at(0), whole.at(1), leaf("01:00.1")})
                 .topology->isWholeHost());
    PciFunction torn = leaf("00:02.0");
    torn.gap = ReadGap::Damaged;
    QVERIFY(!Topology::fromFunctions(whole + QList {torn}).topology->isWholeHost());
}

void tst_topology::aChainOfAllBusesIsNoProblem()
{
    QList<PciFunction> functions;
    for (int bus = 0; bus < 255; ++bus) {
        PciFunction function =
            bridge("00:00.0", bus == 0 ? RootPort : Downstream, static_cast<quint8>(bus + 1), 255);
        function.address.bus = static_cast<quint8>(bus);
        functions.append(function);
    }
    const auto built = Topology::fromFunctions(functions);
    QCOMPARE(built.topology->path(254).size(), 255);
    QCOMPARE(reasons(built), "");
}

void tst_topology::twentyThousandFunctionsGrowEvenly()
{
    const auto build = [](int count) {
        QList<PciFunction> functions;
        for (int i = 0; i < count; ++i) {
            PciFunction function = leaf("00:00.0");
            function.address.domain = static_cast<quint32>(i / 4);
            if (i % 4 == 0)
                function = bridge("00:00.0", RootPort, 1, 9);
            else
                function.address.bus = static_cast<quint8>(i % 4);
            function.address.domain = static_cast<quint32>(i / 4);
            functions.append(function);
        }
        return Topology::fromFunctions(functions);
    };
    const auto built = build(20'000);
    QCOMPARE(built.topology->size(), 20'000);
    QCOMPARE(built.topology->rootBuses().size(), 5'000);
    QCOMPARE(built.topology->children(0).size(), 3);
    QCOMPARE(built.topology->parent(19'999), 19'996);
}

QTEST_GUILESS_MAIN(tst_topology)
#include "tst_topology.moc"
