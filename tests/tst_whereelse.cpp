// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadeplan.h"
#include "planreport.h"
#include "processortimer.h"
#include "whereelse.h"

#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace handmade;

namespace {

/// x399Functions() with the makers of their switches: the cards' own ones, and the chipset's, which
/// does not route and has the third card behind it; and these.
std::shared_ptr<const Topology> blockedWith(const QList<PciFunction> &more)
{
    QList<PciFunction> functions = x399Functions();
    for (PciFunction &made : functions) {
        if (isSwitchPort(made.portType))
            made.vendor = made.address.bus > 5 ? quint16 {0x1002} : quint16 {0x1022};
    }
    return host(functions + more);
}

QStringList placesOf(const std::shared_ptr<const Topology> &machine, const char *card = "05:00.0")
{
    QStringList sentences;
    const int index = machine->indexOf(*PciAddress::parse(QLatin1StringView(card)));
    for (const CardPlace &place : placesForCard(*machine, index))
        sentences.append(placeSentence(*machine, place));
    return sentences;
}

const QStringList takenOnes {
    u"root port 00:03.1 is taken by graphics function 0b:00.0"_s,
    u"root port 00:08.1 is taken by graphics function 44:00.0"_s,
};

PciFunction withLink(PciFunction made, int width, const QString &slot = {})
{
    made.link = Link {.width = 1, .maxWidth = width};
    made.physicalSlot = slot;
    return made;
}

PciFunction unread(PciFunction made)
{
    made.atomicOps = AtomicOps {};
    return made;
}

} // namespace

class tst_whereelse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCardsOwnSwitchIsNoPlace();
    void aSwitchOfAnUnknownMakerIsOfTheBoard();
    void freePortsComeFirstThenTakenThenUnread();
    void aPortThatDoesNotCompleteBothIsNone();
    void aSwitchsPortsArePlacesWhereTheWholePathCarries();
    void anUnreadHopMakesThePlaceUnknown();
    void aBridgeIntoTheProcessorIsNone();
    void aCardThatBlocksItselfHasNoOtherPlace();
    void slotAndWidthAreNamed();
    void onlyAnEntryThatIsToMoveHasPlaces();
    void theTextListsThreeAndCountsTheRest();
    void theJsonListsThemAll();
    void manyPortsTakeNoTime();
};

void tst_whereelse::aCardsOwnSwitchIsNoPlace()
{
    QCOMPARE(placesOf(blockedWith({})), takenOnes);
}

void tst_whereelse::aSwitchOfAnUnknownMakerIsOfTheBoard()
{
    QCOMPARE(placesOf(x399()),
             (QStringList {u"downstream port 0a:00.0 is taken by graphics function 0b:00.0"_s,
                           u"downstream port 43:00.0 is taken by graphics function 44:00.0"_s}));
}

void tst_whereelse::freePortsComeFirstThenTakenThenUnread()
{
    const auto machine =
        blockedWith({unread(rootPort("00:02.1", 0x60, 0x60)), rootPort("00:09.1", 0x50, 0x50)});
    QCOMPARE(placesOf(machine),
             QStringList {u"root port 00:09.1 is free"_s} + takenOnes
                 + QStringList {
                     u"root port 00:02.1 is free; whether it carries AtomicOps is not known"_s});
}

void tst_whereelse::aPortThatDoesNotCompleteBothIsNone()
{
    QCOMPARE(placesOf(blockedWith({rootPort("00:09.1", 0x50, 0x50, true, false),
                                   rootPort("00:09.2", 0x51, 0x51, false, false)})),
             takenOnes);
    PciFunction old = rootPort("00:09.1", 0x50, 0x50);
    old.expressVersion = 1;
    QCOMPARE(placesOf(blockedWith({old})), takenOnes);
}

void tst_whereelse::aSwitchsPortsArePlacesWhereTheWholePathCarries()
{
    const auto ports = [](bool routes, bool blocks) {
        return QList<PciFunction> {
            rootPort("00:09.1", 0x50, 0x54),
            switchPort("50:00.0", PortType::UpstreamPort, 0x51, 0x54, routes, blocks),
            switchPort("51:00.0", PortType::DownstreamPort, 0x52, 0x52),
            switchPort("51:01.0", PortType::DownstreamPort, 0x53, 0x53, false),
            switchPort("51:02.0", PortType::DownstreamPort, 0x54, 0x54),
            gpu("54:00.0"),
        };
    };
    QCOMPARE(
        placesOf(blockedWith(ports(true, false))),
        QStringList {u"downstream port 51:00.0 is free"_s} + takenOnes
            + QStringList {u"downstream port 51:02.0 is taken by graphics function 54:00.0"_s});
    QCOMPARE(placesOf(blockedWith(ports(false, false))), takenOnes);
    QCOMPARE(placesOf(blockedWith(ports(true, true))), takenOnes);
}

void tst_whereelse::anUnreadHopMakesThePlaceUnknown()
{
    const auto machine =
        blockedWith({rootPort("00:09.1", 0x50, 0x53),
                     unread(switchPort("50:00.0", PortType::UpstreamPort, 0x51, 0x53)),
                     switchPort("51:00.0", PortType::DownstreamPort, 0x52, 0x52),
                     switchPort("51:01.0", PortType::DownstreamPort, 0x53, 0x53, false)});
    QCOMPARE(placesOf(machine),
             takenOnes
                 + QStringList {u"downstream port 51:00.0 is free; whether it carries AtomicOps is "
                                "not known"_s});
}

void tst_whereelse::aBridgeIntoTheProcessorIsNone()
{
    PciFunction internal = rootPort("00:09.1", 0x50, 0x50);
    internal.deviceName = u"Renoir Internal PCIe GPP Bridge to Bus"_s;
    QCOMPARE(placesOf(blockedWith({internal})), takenOnes);
}

void tst_whereelse::aCardThatBlocksItselfHasNoOtherPlace()
{
    PciFunction upstream = switchPort("50:00.0", PortType::UpstreamPort, 0x51, 0x52, false);
    upstream.vendor = quint16 {0x1002};
    const auto machine =
        blockedWith({rootPort("00:09.1", 0x50, 0x52), upstream,
                     switchPort("51:00.0", PortType::DownstreamPort, 0x52, 0x52), gpu("52:00.0")});
    QCOMPARE(placesOf(machine, "52:00.0"), QStringList());
    QVERIFY(!placesOf(machine).isEmpty());
}

void tst_whereelse::slotAndWidthAreNamed()
{
    PciFunction card = gpu("51:00.0");
    card.physicalSlot = u"7"_s;
    const auto machine = blockedWith({withLink(rootPort("00:09.1", 0x50, 0x50), 16, u"3"_s),
                                      withLink(rootPort("00:09.2", 0x51, 0x51), 4), card});
    QCOMPARE(placesOf(machine),
             QStringList {u"root port 00:09.1 is free (slot 3, x16)"_s} + takenOnes
                 + QStringList {
                     u"root port 00:09.2 is taken by graphics function 51:00.0 (slot 7, x4)"_s});
}

void tst_whereelse::onlyAnEntryThatIsToMoveHasPlaces()
{
    const Plan plan =
        planFor(blockedWith({}), {u"05:00.0,pcie=1"_s, u"0b:00.0,pcie=1"_s, u"44:00"_s});
    const PlanOutcome outcome = evaluate(plan);
    QCOMPARE(outcome.entries.at(0).remedy, Remedy::MoveCard);
    QCOMPARE(whereElse(plan, outcome.entries.at(0), 3), takenOnes);
    QCOMPARE(whereElse(plan, outcome.entries.at(1), 3), QStringList());
    QCOMPARE(whereElse(plan, outcome.entries.at(2), 3), QStringList());
    const Plan unreadable = planFor(x399WithoutRights(), {u"05:00.0,pcie=1"_s});
    QCOMPARE(whereElse(unreadable, evaluate(unreadable).entries.first(), 3), QStringList());
    const Plan noHost = planFor(nullptr, {u"05:00.0,pcie=1"_s});
    QCOMPARE(whereElse(noHost, evaluate(noHost).entries.first(), 3), QStringList());
}

void tst_whereelse::theTextListsThreeAndCountsTheRest()
{
    const Plan plan =
        planFor(blockedWith({rootPort("00:09.1", 0x50, 0x50), rootPort("00:09.2", 0x51, 0x51),
                             rootPort("00:09.3", 0x52, 0x52)}),
                {u"05:00.0,pcie=1"_s});
    const QString text = planText(plan, evaluate(plan), u"host"_s);
    QVERIFY2(text.contains(u"  \u2192 move the card: to a slot that does not lead through 02:04.0\n"
                           "    root port 00:09.1 is free\n"
                           "    root port 00:09.2 is free\n"
                           "    root port 00:09.3 is free\n"
                           "    and 2 more\n"_s),
             qPrintable(text));
}

void tst_whereelse::theJsonListsThemAll()
{
    const Plan plan = planFor(blockedWith({withLink(rootPort("00:09.1", 0x50, 0x50), 16, u"3"_s)}),
                              {u"05:00.0,pcie=1"_s});
    const PlanOutcome outcome = evaluate(plan);
    QBuffer buffer;
    QVERIFY(buffer.open(QIODevice::WriteOnly));
    writePlanJson(buffer, plan, outcome);
    const QJsonArray places =
        QJsonDocument::fromJson(buffer.data())["entries"_L1][0]["places"_L1].toArray();
    QCOMPARE(places.size(), placesForEntry(plan, outcome.entries.first()).size());
    const QJsonObject free {{u"port"_s, u"0000:00:09.1"_s},
                            {u"carries"_s, true},
                            {u"takenBy"_s, QJsonValue::Null},
                            {u"slot"_s, u"3"_s},
                            {u"width"_s, 16},
                            {u"sentence"_s, u"root port 00:09.1 is free (slot 3, x16)"_s}};
    QCOMPARE(places.first().toObject(), free);
    const QJsonObject taken = places.last().toObject();
    QVERIFY(taken[u"slot"_s].isNull() && taken[u"width"_s].isNull());
    QVERIFY(taken[u"takenBy"_s].isString());
}

void tst_whereelse::manyPortsTakeNoTime()
{
    QList<PciFunction> functions = x399Functions();
    for (int domain = 1; domain < 2000; ++domain) {
        for (int slot = 0; slot < 8; ++slot) {
            PciFunction port = rootPort("00:00.0", quint8(slot + 1), quint8(slot + 1));
            port.address = PciAddress {quint32(domain), 0, quint8(slot), 0};
            functions.append(port);
        }
    }
    const auto machine = host(functions);
    const ProcessorTimer timer;
    QVERIFY(placesOf(machine).size() > 15'000);
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
}

QTEST_GUILESS_MAIN(tst_whereelse)
#include "tst_whereelse.moc"
