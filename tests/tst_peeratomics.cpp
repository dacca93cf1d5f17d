// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadehost.h"
#include "hostshapes.h"
#include "importers.h"
#include "peeratomics.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace handmade;

class tst_peeratomics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void belowOneSwitchItsPortsDecide_data();
    void belowOneSwitchItsPortsDecide();
    void nestedSwitchesCountEgressOnTheWayOnly();
    void twoRootPortsMustBothRoute_data();
    void twoRootPortsMustBothRoute();
    void twoRootComplexesAreNeverSure();
    void theTargetMustComplete();
    void whatIsNotReadIsNotKnown();
    void oneDeviceHasNoPortBetween();
    void whatIsNoCardIsRefused();
    void theOrderOfTheTwoOnlyTurnsThem();
    void everySentenceIsWhole();
};

namespace {

int at(const Topology &host, const char *address)
{
    return host.indexOf(PciAddress::parse(QLatin1StringView(address)).value());
}

PeerAtomics ask(const std::shared_ptr<const Topology> &machine, const char *one, const char *other)
{
    return peerAtomics(*machine, at(*machine, one), at(*machine, other));
}

QString answers(const PeerAtomics &peers)
{
    return QString(answerId(peers.there)) + u'/' + answerId(peers.back);
}

/// Two cards below one switch: 03:00.0 behind 02:00.0, 04:00.0 behind 02:01.0.
QList<PciFunction> oneSwitch()
{
    return {hostBridge(),
            rootPort("00:01.0", 1, 4),
            switchPort("01:00.0", PortType::UpstreamPort, 2, 4),
            switchPort("02:00.0", PortType::DownstreamPort, 3, 3),
            switchPort("02:01.0", PortType::DownstreamPort, 4, 4),
            gpu("03:00.0"),
            gpu("04:00.0")};
}

/// Two cards below root ports of their own; the second port's address may be elsewhere.
QList<PciFunction> twoPorts(const char *second = "00:02.0", const char *card = "02:00.0",
                            quint8 bus = 2)
{
    QList<PciFunction> functions {hostBridge(), rootPort("00:01.0", 1, 1), gpu("01:00.0"),
                                  rootPort(second, bus, bus), gpu(card)};
    functions[1].atomicOps.routing = functions[3].atomicOps.routing = true;
    return functions;
}

} // namespace

void tst_peeratomics::belowOneSwitchItsPortsDecide_data()
{
    QTest::addColumn<int>("port"); ///< index in oneSwitch(); -1: none is changed
    QTest::addColumn<bool>("routes");
    QTest::addColumn<bool>("blocks");
    QTest::addColumn<QString>("expected");
    QTest::newRow("carries") << -1 << true << false << u"yes/yes"_s;
    QTest::newRow("first port does not route") << 3 << false << false << u"no/no"_s;
    QTest::newRow("second port does not route") << 4 << false << false << u"no/no"_s;
    QTest::newRow("second port blocks egress") << 4 << true << true << u"no/yes"_s;
    QTest::newRow("first port blocks egress") << 3 << true << true << u"yes/no"_s;
    // The way turns round below it.
    QTest::newRow("upstream port does not count") << 2 << false << true << u"yes/yes"_s;
    QTest::newRow("root port does not count") << 1 << false << true << u"yes/yes"_s;
}

void tst_peeratomics::belowOneSwitchItsPortsDecide()
{
    QFETCH(int, port);
    QFETCH(bool, routes);
    QFETCH(bool, blocks);
    QFETCH(QString, expected);
    QList<PciFunction> functions = oneSwitch();
    if (port >= 0) {
        functions[port].atomicOps.routing = routes;
        functions[port].atomicOps.egressBlocking = blocks;
    }
    const PeerAtomics peers = ask(host(functions), "03:00.0", "04:00.0");
    QCOMPARE(peers.way, PeerWay::SameSwitch);
    QCOMPARE(answers(peers), expected);
    QVERIFY(peers.sentence.contains(u"one switch (01:00.0)"));
    QVERIFY(peers.sentence.contains(u"a guest is never offered them"));
    QCOMPARE(peers.sentence.contains(u"ACS"), expected != u"no/no"_s);
    const bool isNamed = expected.contains(u"no");
    QCOMPARE(peers.sentence.contains(port == 4 ? u"Downstream Port 02:01.0"_s
                                               : u"Downstream Port 02:00.0"_s),
             isNamed);
}

void tst_peeratomics::nestedSwitchesCountEgressOnTheWayOnly()
{
    QList<PciFunction> functions = {hostBridge(),
                                    rootPort("00:01.0", 1, 6),
                                    switchPort("01:00.0", PortType::UpstreamPort, 2, 6),
                                    switchPort("02:00.0", PortType::DownstreamPort, 3, 5),
                                    switchPort("03:00.0", PortType::UpstreamPort, 4, 5),
                                    switchPort("04:00.0", PortType::DownstreamPort, 5, 5),
                                    gpu("05:00.0"),
                                    switchPort("02:01.0", PortType::DownstreamPort, 6, 6),
                                    gpu("06:00.0")};
    QCOMPARE(answers(ask(host(functions), "05:00.0", "06:00.0")), u"yes/yes"_s);
    // A request leaves upwards through the inner upstream port, downwards it only enters there.
    functions[4].atomicOps.egressBlocking = true;
    QCOMPARE(answers(ask(host(functions), "05:00.0", "06:00.0")), u"no/yes"_s);
    functions[4].atomicOps.egressBlocking = false;
    functions[5].atomicOps.egressBlocking = true;
    QCOMPARE(answers(ask(host(functions), "05:00.0", "06:00.0")), u"yes/no"_s);
}

void tst_peeratomics::twoRootPortsMustBothRoute_data()
{
    QTest::addColumn<bool>("first");
    QTest::addColumn<bool>("second");
    QTest::addColumn<bool>("secondBlocks");
    QTest::addColumn<QString>("expected");
    QTest::newRow("both") << true << true << false << u"yes/yes"_s;
    QTest::newRow("not the first") << false << true << false << u"no/no"_s;
    QTest::newRow("not the second") << true << false << false << u"no/no"_s;
    QTest::newRow("second blocks egress") << true << true << true << u"no/yes"_s;
}

void tst_peeratomics::twoRootPortsMustBothRoute()
{
    QFETCH(bool, first);
    QFETCH(bool, second);
    QFETCH(bool, secondBlocks);
    QFETCH(QString, expected);
    QList<PciFunction> functions = twoPorts();
    functions[1].atomicOps.routing = first;
    functions[3].atomicOps.routing = second;
    functions[3].atomicOps.egressBlocking = secondBlocks;
    const PeerAtomics peers = ask(host(functions), "01:00.0", "02:00.0");
    QCOMPARE(peers.way, PeerWay::RootPorts);
    QCOMPARE(answers(peers), expected);
    QVERIFY(peers.sentence.contains(u"two root ports (00:01.0, 00:02.0)"));
    QVERIFY(!peers.sentence.contains(u"ACS"));
}

void tst_peeratomics::twoRootComplexesAreNeverSure()
{
    QList<PciFunction> functions = twoPorts("40:01.0", "41:00.0", 0x41);
    const PeerAtomics may = ask(host(functions), "01:00.0", "41:00.0");
    QCOMPARE(may.way, PeerWay::RootComplexes);
    QCOMPARE(answers(may), u"unknown/unknown"_s);
    QVERIFY(may.sentence.contains(u"two root complexes (0000:00, 0000:40)"));
    QVERIFY(may.sentence.contains(u"no register tells"));
    functions[1].atomicOps.routing = false;
    const PeerAtomics never = ask(host(functions), "01:00.0", "41:00.0");
    QCOMPARE(answers(never), u"no/no"_s);
    QVERIFY(!never.sentence.contains(u"no register tells"));
}

void tst_peeratomics::theTargetMustComplete()
{
    QList<PciFunction> functions = oneSwitch();
    setCompleter(functions[6], true, false);
    const PeerAtomics peers = ask(host(functions), "03:00.0", "04:00.0");
    QCOMPARE(answers(peers), u"no/yes"_s);
    QVERIFY(peers.sentence.contains(u"from 04:00.0 to 03:00.0, not back, since 04:00.0 does not "
                                    "complete 32 and 64 bit"));
    functions[6].atomicOps.completer = {};
    QCOMPARE(answers(ask(host(functions), "03:00.0", "04:00.0")), u"unknown/yes"_s);
}

void tst_peeratomics::whatIsNotReadIsNotKnown()
{
    QList<PciFunction> functions = oneSwitch();
    functions[3].atomicOps.routing.reset();
    PeerAtomics peers = ask(host(functions), "03:00.0", "04:00.0");
    QCOMPARE(answers(peers), u"unknown/unknown"_s);
    QVERIFY(peers.sentence.contains(u"the routing bit of Downstream Port 02:00.0"));
    // One sure fault is enough, whatever else was not read.
    functions[4].atomicOps.routing = false;
    QCOMPARE(answers(ask(host(functions), "03:00.0", "04:00.0")), u"no/no"_s);

    peers = ask(x399WithoutRights(), "0b:00.0", "44:00.0");
    QCOMPARE(peers.way, PeerWay::NotKnown);
    QCOMPARE(answers(peers), u"unknown/unknown"_s);
    QVERIFY(peers.sentence.contains(u"the type of 0a:00.0 could not be read"));

    functions = oneSwitch();
    functions.removeAt(3); // the port above 03:00.0 is not in the capture
    peers = ask(host(functions), "03:00.0", "04:00.0");
    QCOMPARE(peers.way, PeerWay::NotKnown);
    QCOMPARE(answers(peers), u"unknown/unknown"_s);
    QVERIFY(peers.sentence.contains(u"not in the capture"));

    functions = {gpu("05:00.0"), gpu("06:00.0")}; // headings of two cards alone
    QCOMPARE(answers(ask(host(functions), "05:00.0", "06:00.0")), u"unknown/unknown"_s);
}

void tst_peeratomics::oneDeviceHasNoPortBetween()
{
    QList<PciFunction> functions = x399Functions();
    setCompleter(functions[9], true, true);
    const PeerAtomics peers = ask(host(functions), "0b:00.0", "0b:00.1");
    QCOMPARE(peers.way, PeerWay::OneDevice);
    QCOMPARE(answers(peers), u"unknown/unknown"_s);
    QVERIFY(peers.sentence.contains(u"one device"));
}

void tst_peeratomics::whatIsNoCardIsRefused()
{
    const auto machine = x399();
    QVERIFY(ask(machine, "0b:00.0", "00:03.1").sentence.contains(u"00:03.1 is no card"));
    QCOMPARE(ask(machine, "0b:00.0", "0b:00.0").way, PeerWay::None);
    QCOMPARE(ask(machine, "0b:00.0", "00:00.0").sentence,
             reasonSentence(Reason::HostNotPcie, {u"00:00.0"_s}));
}

void tst_peeratomics::theOrderOfTheTwoOnlyTurnsThem()
{
    for (quint32 seed = 1; seed <= 20; ++seed) {
        const auto capture = readCapture(hexDump(randomHost(seed), 256), u"test"_s);
        QVERIFY(capture);
        const Topology &tree = *capture->topology;
        for (int i = 0; i < tree.size(); ++i) {
            for (int k = 0; k < tree.size(); ++k) {
                const PeerAtomics one = peerAtomics(tree, i, k);
                const PeerAtomics other = peerAtomics(tree, k, i);
                QCOMPARE(one.way, other.way);
                QCOMPARE(one.there, other.back);
                QCOMPARE(one.back, other.there);
                QVERIFY(!one.sentence.isEmpty() && !one.sentence.contains(u"%"));
            }
        }
    }
}

void tst_peeratomics::everySentenceIsWhole()
{
    const PeerAtomics peers = ask(x399(), "0b:00.0", "44:00.0");
    QCOMPARE(peers.sentence,
             u"0b:00.0 and 44:00.0 are below two root ports (00:03.1, 00:08.1): AtomicOps get from "
             "neither to the other, since Root Port 00:03.1 does not route AtomicOps; a guest is "
             "never offered them, since QEMU's ports route none"_s);
}

QTEST_GUILESS_MAIN(tst_peeratomics)
#include "tst_peeratomics.moc"
