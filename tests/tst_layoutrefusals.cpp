// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "placedlayout.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace placedlayout;

class tst_layoutrefusals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void qemuMakesDevicesInOrder();
    void aPortSlotIsGivenOnce_data();
    void aPortSlotIsGivenOnce();
    void theMachinesOwnDevicesKeepTheirPlaces();
    void whatIsOpenAboveACardLeavesItOpen();
};

void tst_layoutrefusals::qemuMakesDevicesInOrder()
{
    const LayoutDevice port = bridge(u"rp"_s, u"pcie.0"_s, PortType::RootPort, 0x1c);
    const LayoutDevice gpu = passed(u"a"_s, card, u"rp"_s, 0);
    const LayoutDevice below = bridge(u"up"_s, u"rp"_s, PortType::UpstreamPort, 0);
    const LayoutDevice nic = passed(u"b"_s, audio, u"pcie.0"_s, 5);
    QCOMPARE(entriesOf(planOf({port, gpu})), QStringList {u"rp 0x0 (a.0) port 1c.0"_s});
    QCOMPARE(
        entriesOf(planOf({gpu, port})),
        QStringList {u"rp 0x0 (a.0): QEMU refuses to start: bus rp is there only after line a, "
                     "and QEMU makes devices in order"_s});
    // A port in the wrong place ends it for all.
    const PlanOutcome outcome = evaluate(planOf({below, port, nic}));
    QCOMPARE(outcome.entries.size(), 1);
    QCOMPARE(outcome.entries.first().verdict, EntryVerdict::Invalid);
    QVERIFY(outcome.entries.first().sentences.remedy.contains(u"mend what is refused"));
    // The order within a part of a command tells nothing.
    QCOMPARE(entriesOf(planOf({gpu, port}, u"q35"_s, GuestLayout::Origin::Qemu, false)),
             QStringList {u"rp 0x0 (a.0) port 1c.0"_s});
}

void tst_layoutrefusals::aPortSlotIsGivenOnce_data()
{
    QTest::addColumn<int>("chassis");
    QTest::addColumn<int>("slot");
    QTest::addColumn<bool>("refused");
    QTest::newRow("the same") << 1 << 2 << true;
    QTest::newRow("another chassis") << 2 << 2 << false;
    QTest::newRow("another slot") << 1 << 1 << false;
    QTest::newRow("not known") << -1 << 2 << false;
}

void tst_layoutrefusals::aPortSlotIsGivenOnce()
{
    QFETCH(int, chassis);
    QFETCH(int, slot);
    QFETCH(bool, refused);
    LayoutDevice one = bridge(u"p"_s, u"pcie.0"_s, PortType::RootPort, 2);
    one.portSlot = PortSlot {1, 2};
    LayoutDevice two = bridge(u"q"_s, u"pcie.0"_s, PortType::RootPort, 3);
    if (chassis >= 0)
        two.portSlot = PortSlot {chassis, slot};
    for (const auto origin : {GuestLayout::Origin::Qemu, GuestLayout::Origin::Libvirt}) {
        const QStringList entries = entriesOf(
            planOf({one, two, passed(u"a"_s, card, u"p"_s, 0), passed(u"b"_s, audio, u"q"_s, 0)},
                   u"q35"_s, origin));
        QCOMPARE(entries.size(), 2);
        for (const QString &entry : entries) {
            QCOMPARE(entry.contains(u"QEMU refuses to start: chassis 1, slot 2 is given to two "
                                    "ports: line p and line q"),
                     refused);
        }
    }
}

void tst_layoutrefusals::theMachinesOwnDevicesKeepTheirPlaces()
{
    const auto with = [](GuestLayout::Origin origin, bool isPort, const QStringList &absent) {
        LayoutDevice other = isPort ? bridge(u"p"_s, u"pcie.0"_s, PortType::RootPort, 0x1f)
                                    : device(u"p"_s, u"pcie.0"_s, 0x1f);
        other.function = 2;
        Plan plan = planOf({other, passed(u"a"_s, card, isPort ? u"p"_s : u"pcie.0"_s, 9)},
                           u"q35"_s, origin);
        GuestLayout layout = *plan.layout;
        layout.absent = absent;
        plan.layout = std::make_shared<const GuestLayout>(layout);
        return entriesOf(plan).first().contains(u"by the machine's own ich9-ahci and line p");
    };
    for (const auto origin : {GuestLayout::Origin::Qemu, GuestLayout::Origin::Libvirt}) {
        QVERIFY(with(origin, true, {}));
        QVERIFY(!with(origin, true, {u"ahci"_s}));
    }
    QVERIFY(with(GuestLayout::Origin::Qemu, false, {}));
    // A domain lists the machine's own devices as well.
    QVERIFY(!with(GuestLayout::Origin::Libvirt, false, {}));
}

void tst_layoutrefusals::whatIsOpenAboveACardLeavesItOpen()
{
    LayoutDevice port = bridge(u"p"_s, u"pcie.0"_s, PortType::RootPort, 2);
    port.open = u"something changes it"_s;
    const Plan plan =
        planOf({port, bridge(u"up"_s, u"p"_s, PortType::UpstreamPort, 0),
                passed(u"a"_s, card, u"up"_s, 0), passed(u"b"_s, audio, u"pcie.0"_s, 5)});
    QCOMPARE(entriesOf(plan), (QStringList {u"? (a.0)"_s, u"pcie.0 0x5 (b.0)"_s}));
    const EntryOutcome entry = evaluate(plan).entries.first();
    QCOMPARE(entry.verdict, EntryVerdict::Inconclusive);
    QCOMPARE(entry.reason, Reason::QemuPlacementUnknown);
    QVERIFY(entry.sentences.guest.endsWith(u"is not known: something changes it"));
    QVERIFY(entry.sentences.remedy.contains(u"look in the guest"));
}

QTEST_GUILESS_MAIN(tst_layoutrefusals)
#include "tst_layoutrefusals.moc"
