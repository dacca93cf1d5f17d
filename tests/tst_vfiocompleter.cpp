// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadehost.h"
#include "vfiocompleter.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace handmade;

namespace {

using Functions = QList<PciFunction>;

QString describe(const VfioCompleters &vfio)
{
    QStringList parts;
    for (const Width width : allWidths)
        parts.append(QString(answerId(vfio.answer[width])) + u':' + reasonId(vfio.reason[width]));
    return parts.join(u' ');
}

Functions card(PciFunction passed, PciFunction port = rootPort("00:01.0", 1, 1))
{
    return {hostBridge(), port, passed};
}

PciFunction unread(PciFunction passed)
{
    passed.atomicOps.completer = {};
    return passed;
}

PciFunction narrow(PciFunction passed)
{
    setCompleter(passed, true, false);
    return passed;
}

PciFunction virtualFunction(const char *address)
{
    PciFunction made = gpu(address, PortType::Endpoint);
    made.isVirtual = true;
    made.physicalFunction = PciAddress::parse("01:00.0"_L1);
    setCompleter(made, false, false);
    return made;
}

} // namespace

class tst_vfiocompleter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachWidthNeedsDevicePathAndKernel_data();
    void eachWidthNeedsDevicePathAndKernel();
    void aVirtualFunctionAsksItsPhysicalFunction();
    void nothingIsKnownOfWhatIsNotThere();
};

void tst_vfiocompleter::eachWidthNeedsDevicePathAndKernel_data()
{
    QTest::addColumn<Functions>("functions");
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const Functions &functions, const QString &kernel,
                        const QString &expected) {
        QTest::newRow(name) << functions << kernel << expected;
    };
    const Functions good = card(gpu("01:00.0"));
    const QString yes = u"yes:host.ok yes:host.ok no:host.root-port-width"_s;
    row("all pass", good, u"6.8"_s, yes);
    row("first kernel", good, u"6.5"_s, yes);
    row("kernel before", good, u"6.4"_s,
        u"no:vfio.kernel no:vfio.kernel no:host.root-port-width"_s);
    row("distribution's kernel before", good, u"6.2.16-3-pve"_s,
        u"unknown:vfio.kernel unknown:vfio.kernel no:host.root-port-width"_s);
    row("device completes 32 alone", card(narrow(gpu("01:00.0"))), u"6.8"_s,
        u"yes:host.ok no:vfio.device-not-completer no:host.root-port-width"_s);
    row("port completes 64 alone", card(gpu("01:00.0"), rootPort("00:01.0", 1, 1, false, true)),
        u"6.8"_s, u"no:host.root-port-width yes:host.ok no:host.root-port-width"_s);
    row("port completes 128, device does not",
        card(gpu("01:00.0"), rootPort("00:01.0", 1, 1, true, true, true)), u"6.8"_s,
        u"yes:host.ok yes:host.ok no:vfio.device-not-completer"_s);
    row("device unread", card(unread(gpu("01:00.0"))), u"6.8"_s,
        u"unknown:host.unreadable unknown:host.unreadable no:host.root-port-width"_s);
    row("port unread", card(gpu("01:00.0"), unread(rootPort("00:01.0", 1, 1))), u"6.8"_s,
        u"unknown:host.unreadable unknown:host.unreadable no:vfio.device-not-completer"_s);
    row("device a sure no, port unread",
        card(narrow(gpu("01:00.0")), unread(rootPort("00:01.0", 1, 1))), u"6.8"_s,
        u"unknown:host.unreadable no:vfio.device-not-completer no:vfio.device-not-completer"_s);
    const Functions integrated {hostBridge(), gpu("00:04.0", PortType::RcIntegratedEndpoint)};
    row("root bus, old rule", integrated, u"6.8"_s,
        u"yes:host.ok yes:host.ok no:vfio.device-not-completer"_s);
    row("root bus, new rule", integrated, u"7.1"_s,
        u"no:host.port-type no:host.port-type no:host.port-type"_s);
    row("root bus, rule unknown", integrated, u"unknown"_s,
        u"unknown:host.no-root-port unknown:host.no-root-port no:vfio.device-not-completer"_s);
}

void tst_vfiocompleter::eachWidthNeedsDevicePathAndKernel()
{
    QFETCH(Functions, functions);
    QFETCH(QString, kernel);
    QFETCH(QString, expected);
    const auto machine = host(functions);
    const int index = machine->indexOf(functions.last().address);
    QCOMPARE(describe(vfioCompleters(*machine, index, KernelVersion::parse(kernel).value())),
             expected);
}

void tst_vfiocompleter::aVirtualFunctionAsksItsPhysicalFunction()
{
    Functions functions = card(gpu("01:00.0", PortType::Endpoint));
    functions.append(virtualFunction("01:00.1"));
    auto machine = host(functions);
    const VfioCompleters vfio = vfioCompleters(*machine, 3, {});
    QCOMPARE(describe(vfio), u"yes:host.ok yes:host.ok no:host.root-port-width"_s);
    QCOMPARE(vfio.hostPath.path, (QList<int> {2, 1}));

    functions.last().physicalFunction.reset();
    machine = host(functions);
    const int index = machine->indexOf(functions.last().address);
    if (!machine->at(index).physicalFunction) {
        QCOMPARE(describe(vfioCompleters(*machine, index, {})),
                 u"unknown:host.not-in-capture unknown:host.not-in-capture "
                 "unknown:host.not-in-capture"_s);
    }
}

void tst_vfiocompleter::nothingIsKnownOfWhatIsNotThere()
{
    const auto machine = host(card(gpu("01:00.0")));
    QCOMPARE(describe(vfioCompleters(*machine, -1, {})),
             u"unknown:host.not-in-capture unknown:host.not-in-capture "
             "unknown:host.not-in-capture"_s);
    QCOMPARE(describe(vfioCompleters(*machine, -1, KernelVersion::parse(u"6.1").value())),
             u"no:vfio.kernel no:vfio.kernel no:vfio.kernel"_s);
}

QTEST_GUILESS_MAIN(tst_vfiocompleter)
#include "tst_vfiocompleter.moc"
