// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "atomicpath.h"
#include "handmadehost.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace handmade;

namespace {

using Functions = QList<PciFunction>;

/// A card at 03:00.0 behind a switch (02:00.0, 01:00.0) below root port 00:01.0.
Functions chain()
{
    return {hostBridge(), rootPort("00:01.0", 1, 3),
            switchPort("01:00.0", PortType::UpstreamPort, 2, 3),
            switchPort("02:00.0", PortType::DownstreamPort, 3, 3),
            gpu("03:00.0", PortType::Endpoint)};
}
enum { Root = 1, Upstream = 2, Downstream = 3, Card = 4 };

Functions with(int index, const std::function<void(PciFunction &)> &change)
{
    Functions functions = chain();
    change(functions[index]);
    return functions;
}

Functions without(int index)
{
    Functions functions = chain();
    functions.removeAt(index);
    return functions;
}

QString addressOf(const Topology &machine, int index)
{
    return index < 0 ? u"?"_s : machine.at(index).address.toShortString();
}

/// "pass fail fail host.root-port-width 00:01.0 [00:01.0 host.root-port-width]"
QString describe(const Topology &machine, const HostPath &path)
{
    QStringList parts;
    for (const Width width : allWidths)
        parts.append(pathVerdictId(path.verdict[width]));
    parts.append(reasonId(path.reason));
    parts.append(path.blockedBy ? addressOf(machine, *path.blockedBy) : u"-"_s);
    QStringList blockers;
    for (const Blocker &blocker : path.blockers)
        blockers.append(addressOf(machine, blocker.function) + u' ' + reasonId(blocker.reason));
    return parts.join(u' ') + " ["_L1 + blockers.join(", "_L1) + u']';
}

} // namespace

class tst_atomicpath : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oldAndNewRule_data();
    void oldAndNewRule();
    void portsAnswerForThemselves();
    void pathsAreAskedOfEndpointsOnly();
};

void tst_atomicpath::oldAndNewRule_data()
{
    QTest::addColumn<Functions>("functions");
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("backported"); // empty: as after
    QTest::addColumn<QString>("unknown"); // empty: as before
    const auto row = [](const char *name, const Functions &functions, const QString &before,
                        const QString &after, const QString &unknown = {},
                        const QString &backported = {}, const char *address = "03:00.0") {
        QTest::newRow(name) << functions << QString::fromLatin1(address) << before << after
                            << backported << unknown;
    };
    const auto same = [&](const char *name, const Functions &functions, const QString &expected,
                          const char *address = "03:00.0") {
        row(name, functions, expected, expected, {}, {}, address);
    };
    const QString pass = u"pass pass fail host.ok - []"_s;
    const QString noRootPort =
        u"fail fail fail host.no-root-port 00:04.0 [00:04.0 host.no-root-port]"_s;
    const QString unproven = u"unproven unproven unproven host.no-root-port - []"_s;
    const QString differs = u"unknown unknown unknown host.no-root-port - []"_s;

    same("whole path", chain(), pass);
    same("128 too", with(Root, [](auto &f) { setCompleter(f, true, true, true); }),
         u"pass pass pass host.ok - []"_s);
    same("downstream port does not route",
         with(Downstream, [](auto &f) { f.atomicOps.routing = false; }),
         u"fail fail fail host.no-routing 02:00.0 [02:00.0 host.no-routing]"_s);
    same(
        "both ports do not route",
        [] {
            Functions functions = chain();
            functions[Upstream].atomicOps.routing = false;
            functions[Downstream].atomicOps.routing = false;
            return functions;
        }(),
        u"fail fail fail host.no-routing 02:00.0 [02:00.0 host.no-routing, 01:00.0 "
        "host.no-routing]"_s);
    same("upstream port blocks egress",
         with(Upstream, [](auto &f) { f.atomicOps.egressBlocking = true; }),
         u"fail fail fail host.egress-blocked 01:00.0 [01:00.0 host.egress-blocked]"_s);
    same("two faults of one port",
         with(Upstream,
              [](auto &f) {
                  f.atomicOps.egressBlocking = true;
                  f.atomicOps.routing = false;
              }),
         u"fail fail fail host.no-routing 01:00.0 [01:00.0 host.no-routing, 01:00.0 "
         "host.egress-blocked]"_s);
    same("downstream port's egress bit is no cause",
         with(Downstream, [](auto &f) { f.atomicOps.egressBlocking = true; }), pass);
    same("downstream port's unread egress bit is no cause",
         with(Downstream, [](auto &f) { f.atomicOps.egressBlocking.reset(); }), pass);
    same("root port's routing and egress bits are no cause",
         with(Root,
              [](auto &f) {
                  f.atomicOps.routing = false;
                  f.atomicOps.egressBlocking = true;
                  f.atomicOps.requesterEnable = false;
              }),
         pass);
    same("the card's own completer bits are no cause",
         with(Card, [](auto &f) { setCompleter(f, false, false); }), pass);
    same("root port completes nothing", with(Root, [](auto &f) { setCompleter(f, false, false); }),
         u"fail fail fail host.root-port-width 00:01.0 [00:01.0 host.root-port-width]"_s);
    same("root port completes 64 alone", with(Root, [](auto &f) { setCompleter(f, false, true); }),
         u"fail pass fail host.root-port-width 00:01.0 [00:01.0 host.root-port-width]"_s);
    same("root port completes 32 alone", with(Root, [](auto &f) { setCompleter(f, true, false); }),
         u"pass fail fail host.root-port-width 00:01.0 [00:01.0 host.root-port-width]"_s);
    same(
        "nearest fault first",
        [] {
            Functions functions = chain();
            setCompleter(functions[Root], false, false);
            functions[Upstream].atomicOps.egressBlocking = true;
            functions[Downstream].expressVersion = 1;
            return functions;
        }(),
        u"fail fail fail host.capability-v1 02:00.0 [02:00.0 host.capability-v1, 01:00.0 "
        "host.egress-blocked, 00:01.0 host.root-port-width]"_s);
    same("version 1 root port", with(Root, [](auto &f) { f.expressVersion = 1; }),
         u"fail fail fail host.capability-v1 00:01.0 [00:01.0 host.capability-v1]"_s);
    same("version 1 card", with(Card, [](auto &f) { f.expressVersion = 1; }),
         u"fail fail fail host.capability-v1 03:00.0 [03:00.0 host.capability-v1]"_s);
    same("legacy endpoint", with(Card, [](auto &f) { f.portType = PortType::LegacyEndpoint; }),
         pass);
    same("virtual function", with(Card, [](auto &f) { f.isVirtual = true; }),
         u"fail fail fail host.virtual-function 03:00.0 [03:00.0 host.virtual-function]"_s);
    same("conventional card", with(Card, [](auto &f) { f.portType = PortType::Conventional; }),
         u"fail fail fail host.not-pcie 03:00.0 [03:00.0 host.not-pcie]"_s);
    same("a port itself", chain(),
         u"fail fail fail host.port-type 02:00.0 [02:00.0 host.port-type]"_s, "02:00.0");

    // What could not be read.
    same("unread routing", with(Downstream, [](auto &f) { f.atomicOps.routing.reset(); }),
         u"unknown unknown fail host.unreadable - [02:00.0 host.unreadable]"_s);
    same("unread egress bit of the upstream port",
         with(Upstream, [](auto &f) { f.atomicOps.egressBlocking.reset(); }),
         u"unknown unknown fail host.unreadable - [01:00.0 host.unreadable]"_s);
    same("unread root port", with(Root, [](auto &f) { f.atomicOps.completer = {}; }),
         u"unknown unknown unknown host.unreadable - [00:01.0 host.unreadable]"_s);
    same("unread 64 of the root port",
         with(Root, [](auto &f) { f.atomicOps.completer.w64.reset(); }),
         u"pass unknown fail host.unreadable - [00:01.0 host.unreadable]"_s);
    same("port of unknown type", with(Downstream, [](auto &f) { f.portType = PortType::Unknown; }),
         u"unknown unknown fail host.unreadable - [02:00.0 host.unreadable]"_s);
    same("card of unknown type", with(Card, [](auto &f) { f.portType = PortType::Unknown; }),
         u"unknown unknown fail host.unreadable - [03:00.0 host.unreadable]"_s);
    same(
        "one sure fault beats what is unread",
        [] {
            Functions functions = chain();
            functions[Card].portType = PortType::Unknown;
            functions[Downstream].atomicOps.routing.reset();
            functions[Upstream].atomicOps.routing = false;
            return functions;
        }(),
        u"fail fail fail host.no-routing 01:00.0 [01:00.0 host.no-routing]"_s);
    same("a sure and an unread bit of one port",
         with(Upstream,
              [](auto &f) {
                  f.atomicOps.routing.reset();
                  f.atomicOps.egressBlocking = true;
              }),
         u"fail fail fail host.egress-blocked 01:00.0 [01:00.0 host.egress-blocked]"_s);

    // What is not in the capture.
    same("a gap between", without(Downstream),
         u"unknown unknown fail host.not-in-capture - [? host.not-in-capture]"_s);
    same(
        "a gap and a fault above",
        [] {
            Functions functions = without(Downstream);
            functions[Upstream].atomicOps.routing = false;
            return functions;
        }(),
        u"fail fail fail host.no-routing 01:00.0 [01:00.0 host.no-routing]"_s);
    same("the top is missing", without(Root),
         u"unknown unknown unknown host.not-in-capture - [? host.not-in-capture]"_s);
    same(
        "the top is missing above a fault",
        [] {
            Functions functions = without(Root);
            functions[1].atomicOps.routing = false;
            return functions;
        }(),
        u"fail fail fail host.no-routing 01:00.0 [01:00.0 host.no-routing]"_s);

    // Where the rules differ.
    row("1: endpoint on the root bus", {hostBridge(), gpu("00:04.0", PortType::Endpoint)}, unproven,
        noRootPort, differs, {}, "00:04.0");
    row("2: integrated endpoint", {hostBridge(), gpu("00:04.0", PortType::RcIntegratedEndpoint)},
        unproven, u"fail fail fail host.port-type 00:04.0 [00:04.0 host.port-type]"_s, differs,
        noRootPort, "00:04.0");
    row("3: behind a conventional bridge",
        {hostBridge(), bridge("00:02.0", PortType::Conventional, 3, 3),
         gpu("03:00.0", PortType::Endpoint)},
        unproven, u"fail fail fail host.no-root-port 03:00.0 [03:00.0 host.no-root-port]"_s,
        differs);
    row("4: a switch on the root bus",
        {hostBridge(), switchPort("00:02.0", PortType::UpstreamPort, 2, 3),
         switchPort("02:00.0", PortType::DownstreamPort, 3, 3), gpu("03:00.0", PortType::Endpoint)},
        unproven, u"fail fail fail host.no-root-port 03:00.0 [03:00.0 host.no-root-port]"_s,
        differs);
    row("5: integrated endpoint below a root port",
        with(Card, [](auto &f) { f.portType = PortType::RcIntegratedEndpoint; }), pass,
        u"fail fail fail host.port-type 03:00.0 [03:00.0 host.port-type]"_s,
        u"unknown unknown fail host.no-root-port - []"_s, pass);
    row("6: a root port below a faulty root port",
        {hostBridge(), rootPort("00:01.0", 1, 3, false, false), rootPort("01:00.0", 3, 3),
         gpu("03:00.0", PortType::Endpoint)},
        u"fail fail fail host.root-port-width 00:01.0 [00:01.0 host.root-port-width]"_s, pass,
        u"unknown unknown fail host.no-root-port - []"_s);
    row("a switch that does not route on the root bus",
        {hostBridge(), switchPort("00:02.0", PortType::UpstreamPort, 2, 3, false),
         switchPort("02:00.0", PortType::DownstreamPort, 3, 3), gpu("03:00.0", PortType::Endpoint)},
        u"fail fail fail host.no-routing 00:02.0 [00:02.0 host.no-routing]"_s,
        u"fail fail fail host.no-routing 00:02.0 [00:02.0 host.no-routing, 03:00.0 "
        "host.no-root-port]"_s);
    same("a conventional bridge between is passed",
         {hostBridge(), rootPort("00:01.0", 1, 3),
          bridge("01:00.0", PortType::PcieToPciBridge, 3, 3), gpu("03:00.0", PortType::Endpoint)},
         pass);
}

void tst_atomicpath::oldAndNewRule()
{
    QFETCH(Functions, functions);
    QFETCH(QString, address);
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, backported);
    QFETCH(QString, unknown);
    const auto machine = host(functions);
    const int index = machine->indexOf(PciAddress::parse(address).value());
    QVERIFY(index >= 0);
    const auto answer = [&](AtomicOpsRule rule) {
        return describe(*machine, atomicPath(*machine, index, rule));
    };
    QCOMPARE(answer(AtomicOpsRule::Old), before);
    QCOMPARE(answer(AtomicOpsRule::New), after);
    QCOMPARE(answer(AtomicOpsRule::NewBackported), backported.isEmpty() ? after : backported);
    QCOMPARE(answer(AtomicOpsRule::Unknown), unknown.isEmpty() ? before : unknown);
}

void tst_atomicpath::portsAnswerForThemselves()
{
    PciFunction port = switchPort("01:00.0", PortType::UpstreamPort, 2, 3);
    QCOMPARE(portVerdict(port, Width::W32), PathVerdict::Pass);
    port.atomicOps.egressBlocking = true;
    QCOMPARE(portFaults(port, Width::W32), QList<Reason> {Reason::HostEgressBlocked});
    port.portType = PortType::DownstreamPort;
    QCOMPARE(portVerdict(port, Width::W32), PathVerdict::Pass);
    port.portType = PortType::Unknown;
    QCOMPARE(portVerdict(port, Width::W32), PathVerdict::Unknown);
    const PciFunction root = rootPort("00:01.0", 1, 3, true, false);
    QCOMPARE(portVerdict(root, Width::W32), PathVerdict::Pass);
    QCOMPARE(portVerdict(root, Width::W64), PathVerdict::Fail);
    QCOMPARE(portVerdict(bridge("01:00.0", PortType::PcieToPciBridge, 2, 2), Width::W64),
             PathVerdict::Pass);
}

void tst_atomicpath::pathsAreAskedOfEndpointsOnly()
{
    QVERIFY(hasPathToRoot(gpu("01:00.0")));
    QVERIFY(hasPathToRoot(function("01:00.0", PortType::Conventional, 0x0200)));
    QVERIFY(hasPathToRoot(function("01:00.0", PortType::Unknown, 0x0200)));
    QVERIFY(hasPathToRoot(hostBridge())); // answered as any function without PCIe
    QVERIFY(!hasPathToRoot(rootPort("00:01.0", 1, 1)));
    QVERIFY(!hasPathToRoot(bridge("00:01.0", PortType::Unknown, 1, 1)));
    QVERIFY(!hasPathToRoot(function("00:01.7", PortType::RcEventCollector, 0x0807)));
}

QTEST_GUILESS_MAIN(tst_atomicpath)
#include "tst_atomicpath.moc"
