// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "rootport.h"

#include <QTest>

#include <functional>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

using Change = std::function<void(QemuCandidate &)>;

QemuCandidate behindARootPort()
{
    QemuCandidate candidate;
    candidate.qemu = {11, 0, 0};
    candidate.hostType = PortType::Endpoint;
    candidate.busIsExpress = true;
    candidate.rootBusIsExpress = true;
    candidate.parentType = PortType::RootPort;
    return candidate;
}

VfioCompleters reports(Answer w32, Answer w64, Answer w128)
{
    VfioCompleters vfio;
    vfio.answer = {w32, w64, w128};
    return vfio;
}

QString describe(const QemuDecision &decision)
{
    const QString capability = !decision.capabilityVisible ? u"?"_s
        : *decision.capabilityVisible                      ? u"visible"_s
                                                           : u"hidden"_s;
    QStringList port;
    for (const Width width : allWidths)
        port.append(answerId(decision.port[width]));
    return QString(reasonId(decision.reason)) + u' ' + port.join(u'/') + u' ' + capability + u' '
        + portTypeId(decision.guestType);
}

} // namespace

Q_DECLARE_METATYPE(Change)

class tst_rootport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachConditionDeclines_data();
    void eachConditionDeclines();
    void conditionsHaveTheirOrder();
    void widthsAreCopiedOneByOne();
};

void tst_rootport::eachConditionDeclines_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const Change &change, const char *expected) {
        QTest::newRow(name) << change << QString::fromLatin1(expected);
    };
    row("none", [](auto &) { }, "qemu.ok yes/yes/no visible endpoint");
    row(
        "legacy endpoint", [](auto &c) { c.hostType = PortType::LegacyEndpoint; },
        "qemu.ok yes/yes/no visible legacy-endpoint");
    row(
        "integrated endpoint", [](auto &c) { c.hostType = PortType::RcIntegratedEndpoint; },
        "qemu.ok yes/yes/no visible endpoint");
    row(
        "unknown type", [](auto &c) { c.hostType = PortType::Unknown; },
        "qemu.ok yes/yes/no ? unknown");
    row(
        "conventional card", [](auto &c) { c.hostType = PortType::Conventional; },
        "qemu.ok yes/yes/no hidden conventional");
    row(
        "a port", [](auto &c) { c.hostType = PortType::DownstreamPort; },
        "qemu.unsupported-type no/no/no ? unknown");
    row("version", [](auto &c) { c.qemu = {8, 0, 5}; }, "qemu.version no/no/no visible endpoint");
    row(
        "conventional bus of an express machine", [](auto &c) { c.busIsExpress = false; },
        "qemu.conventional-bus no/no/no hidden conventional");
    row(
        "conventional machine",
        [](auto &c) {
            c.busIsExpress = false;
            c.rootBusIsExpress = false;
        },
        "qemu.conventional-bus no/no/no visible endpoint");
    row(
        "conventional machine, unknown type",
        [](auto &c) {
            c.busIsExpress = false;
            c.rootBusIsExpress = false;
            c.hostType = PortType::Unknown;
        },
        "qemu.conventional-bus no/no/no ? unknown");
    row(
        "root bus", [](auto &c) { c.onRootBus = true; },
        "qemu.root-bus no/no/no visible rc-integrated-endpoint");
    row(
        "root bus, legacy endpoint",
        [](auto &c) {
            c.onRootBus = true;
            c.hostType = PortType::LegacyEndpoint;
        },
        "qemu.root-bus no/no/no hidden conventional");
    row(
        "switch port", [](auto &c) { c.parentType = PortType::DownstreamPort; },
        "qemu.not-a-root-port no/no/no visible endpoint");
    row(
        "function", [](auto &c) { c.function = 1; },
        "qemu.function-number no/no/no visible endpoint");
    row("slot", [](auto &c) { c.slot = 1; }, "qemu.function-number no/no/no visible endpoint");
    row(
        "multifunction", [](auto &c) { c.multifunction = true; },
        "qemu.multifunction no/no/no visible endpoint");
    row(
        "already set", [](auto &c) { c.portAlreadySet = true; },
        "qemu.already-set no/no/no visible endpoint");
    row(
        "placement", [](auto &c) { c.placementKnown = false; },
        "qemu.placement-unknown unknown/unknown/no visible endpoint");
}

void tst_rootport::eachConditionDeclines()
{
    QFETCH(Change, change);
    QFETCH(QString, expected);
    QemuCandidate candidate = behindARootPort();
    change(candidate);
    QCOMPARE(describe(qemuDecision(candidate, reports(Answer::Yes, Answer::Yes, Answer::No))),
             expected);
}

/// With every condition met the first is named; taken away one by one, the next.
void tst_rootport::conditionsHaveTheirOrder()
{
    QemuCandidate candidate = behindARootPort();
    candidate.qemu = {7, 2, 0};
    candidate.busIsExpress = false;
    candidate.onRootBus = true;
    candidate.parentType = PortType::DownstreamPort;
    candidate.function = 1;
    candidate.multifunction = true;
    candidate.portAlreadySet = true;
    const auto reason = [&] { return qemuDecision(candidate, {}).reason; };
    QCOMPARE(reason(), Reason::QemuVersion);
    candidate.qemu = {8, 1, 0};
    QCOMPARE(reason(), Reason::QemuConventionalBus);
    candidate.busIsExpress = true;
    QCOMPARE(reason(), Reason::QemuRootBus);
    candidate.onRootBus = false;
    QCOMPARE(reason(), Reason::QemuNotARootPort);
    candidate.parentType = PortType::RootPort;
    QCOMPARE(reason(), Reason::QemuFunctionNumber);
    candidate.function = 0;
    QCOMPARE(reason(), Reason::QemuMultifunction);
    candidate.multifunction = false;
    QCOMPARE(reason(), Reason::QemuAlreadySet);
    candidate.portAlreadySet = false;
    QCOMPARE(reason(), Reason::QemuOk);
}

void tst_rootport::widthsAreCopiedOneByOne()
{
    const QemuDecision decision =
        qemuDecision(behindARootPort(), reports(Answer::No, Answer::Unknown, Answer::Yes));
    QCOMPARE(decision.port, (PerWidth<Answer> {Answer::No, Answer::Unknown, Answer::Yes}));
}

QTEST_GUILESS_MAIN(tst_rootport)
#include "tst_rootport.moc"
