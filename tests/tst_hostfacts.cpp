// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "groupoutlines.h"
#include "handmadehost.h"
#include "hostfacts.h"
#include "pictureplan.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

constexpr Layers none {
    .groups = false, .link = false, .numa = false, .driver = false, .slot = false};

/// Two cards of two functions each below root ports on two nodes; the first card's group holds
/// both its functions, the second card's one of the other card's, too.
std::shared_ptr<const Topology> twoCards()
{
    using namespace handmade;
    PciFunction first = rootPort("0000:00:01.0", 1, 1);
    PciFunction second = rootPort("0000:40:01.0", 0x41, 0x41);
    first.numaNode = 0;
    second.numaNode = 1;
    first.driver = u"pcieport"_s;
    first.link = Link {.speed = 16, .width = 16, .maxSpeed = 16, .maxWidth = 16};
    QList<PciFunction> functions {first, second};
    for (const char *place : {"0000:01:00.0", "0000:01:00.1", "0000:41:00.0", "0000:41:00.1"}) {
        PciFunction card = function(place, PortType::Endpoint, 0x0300);
        card.numaNode = card.address.bus == 1 ? 0 : 1;
        card.iommuGroup = card.address.bus;
        card.driver = u"nouveau"_s;
        card.link = Link {.speed = 2.5, .width = 8, .maxSpeed = 16, .maxWidth = 16};
        functions.append(card);
    }
    functions[2].numaNode = 1; // not its root's
    functions[2].physicalSlot = u"7"_s;
    return Topology::fromFunctions(functions).topology;
}

Pictured pictureOf(const QString &value, const Layers &layers)
{
    Plan plan;
    plan.host = twoCards();
    DrawingOptions options;
    options.layers = layers;
    return pictured(value.isEmpty() ? plan : plan.withEntry(0, value), options);
}

QStringList textsOf(const Pictured &picture, const char *address)
{
    QStringList texts;
    const DrawnBox *box = picture.drawing.box(
        NodeRef::hostFunction(PciAddress::parse(QLatin1StringView(address)).value()));
    for (const DrawnText &text : box ? box->texts : QList<DrawnText>())
        texts.append(text.text);
    return texts;
}

QStringList labelsOf(const Pictured &picture)
{
    QStringList labels;
    for (const DrawnOutline &outline : picture.drawing.outlines)
        labels.append(outline.label.text);
    return labels;
}

} // namespace

class tst_hostfacts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linksAreSaidShortly_data();
    void linksAreSaidShortly();
    void aSlowLinkMayBeAnIdleOne();
    void aLayerSaysItsFactAlone_data();
    void aLayerSaysItsFactAlone();
    void withoutLayersNothingIsSaid();
    void thePortsOwnDriverSaysNothing();
    void aNodeIsSaidWhereItIsNotTheRoots();
    void aLinkStandsAtItsLowerEnd();
    void groupsOfSeveralAreOutlined();
    void aGroupInPartPassedSaysWhatStays();
    void aGroupPassedWholeIsNoConflict();
    void outlinesHoldTheirMembersAndNoOther();
    void busesAreNamedBesideTheirPorts();
};

void tst_hostfacts::linksAreSaidShortly_data()
{
    QTest::addColumn<Link>("link");
    QTest::addColumn<QString>("said");
    QTest::newRow("at its best") << Link {16, 16, 16, 16} << u"16 GT/s ×16"_s;
    QTest::newRow("slower") << Link {2.5, 16, 16, 16} << u"2.5 of 16 GT/s ×16"_s;
    QTest::newRow("narrower") << Link {16, 8, 16, 16} << u"16 GT/s ×8 of ×16"_s;
    QTest::newRow("both") << Link {8, 4, 32, 16} << u"8 of 32 GT/s ×4 of ×16"_s;
    QTest::newRow("capability not known") << Link {8, 4, 0, 0} << u"8 GT/s ×4"_s;
    QTest::newRow("down, capability known") << Link {0, 0, 16, 16} << u"up to 16 GT/s ×16"_s;
    QTest::newRow("width alone") << Link {0, 4, 0, 4} << u"×4"_s;
    QTest::newRow("nothing known") << Link {} << QString();
}

void tst_hostfacts::linksAreSaidShortly()
{
    QFETCH(Link, link);
    QTEST(linkText(link), "said");
}

void tst_hostfacts::aSlowLinkMayBeAnIdleOne()
{
    QVERIFY(linkSentence(Link {2.5, 16, 16, 16}).contains("idle"_L1));
    QVERIFY(!linkSentence(Link {16, 16, 16, 16}).contains("idle"_L1));
    QVERIFY(!linkSentence(Link {16, 8, 16, 16}).contains("idle"_L1)); // widths stay when idle
    QCOMPARE(linkSentence(Link {}), u"link not readable"_s);
}

void tst_hostfacts::aLayerSaysItsFactAlone_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("said");
    QTest::newRow("groups") << u"groups"_s << u"group 1"_s;
    QTest::newRow("link") << u"link"_s << u"2.5 of 16 GT/s ×8 of ×16"_s;
    QTest::newRow("numa") << u"numa"_s << u"node 1"_s;
    QTest::newRow("driver") << u"driver"_s << u"nouveau"_s;
    QTest::newRow("slot") << u"slot"_s << u"slot 7"_s;
}

void tst_hostfacts::aLayerSaysItsFactAlone()
{
    QFETCH(QString, id);
    QFETCH(QString, said);
    const auto row = std::ranges::find_if(
        layerTable(), [&](const LayerRow &layer) { return QLatin1StringView(layer.id) == id; });
    QVERIFY(row != layerTable().end());
    Layers layers = none;
    layers.*row->shown = true;
    const QString with = textsOf(pictureOf({}, layers), "0000:01:00.0").join(u'\n');
    const QString without = textsOf(pictureOf({}, none), "0000:01:00.0").join(u'\n');
    QVERIFY2(with.contains(said), qPrintable(with));
    QVERIFY2(!without.contains(said), qPrintable(without));
    QCOMPARE(with.size() - said.size(), without.size() + (id == "slot"_L1 ? 3 : 1));
}

void tst_hostfacts::withoutLayersNothingIsSaid()
{
    const Pictured picture = pictureOf({}, none);
    QVERIFY(picture.drawing.outlines.isEmpty());
    const auto host = twoCards();
    const HostFacts facts(*host, none);
    for (int i = 0; i < host->size(); ++i) {
        QCOMPARE(facts.shortWords(i), QStringList());
        QCOMPARE(facts.sentences(i), QStringList());
    }
}

void tst_hostfacts::thePortsOwnDriverSaysNothing()
{
    const auto host = twoCards();
    Layers layers = none;
    layers.driver = true;
    const HostFacts facts(*host, layers);
    const int port = host->indexOf(PciAddress::parse("0000:00:01.0"_L1).value());
    QCOMPARE(facts.shortWords(port), QStringList());
    QCOMPARE(facts.sentences(port), QStringList {u"driver pcieport"_s});
}

void tst_hostfacts::aNodeIsSaidWhereItIsNotTheRoots()
{
    Layers layers = none;
    layers.numa = true;
    const Pictured picture = pictureOf({}, layers);
    QVERIFY(textsOf(picture, "0000:01:00.0").contains(u"node 1"_s));
    QVERIFY(!textsOf(picture, "0000:01:00.1").join(u' ').contains("node"_L1));
    QStringList roots;
    for (const DrawnBox &box : picture.drawing.boxes) {
        if (box.ref.kind == NodeRef::Kind::HostRoot)
            roots.append(box.texts.last().text);
    }
    QCOMPARE(roots, (QStringList {u"0000:00 · node 0"_s, u"0000:40 · node 1"_s}));
}

void tst_hostfacts::aLinkStandsAtItsLowerEnd()
{
    const auto host = twoCards();
    Layers layers = none;
    layers.link = true;
    const HostFacts facts(*host, layers);
    QCOMPARE(facts.shortWords(host->indexOf(PciAddress::parse("0000:00:01.0"_L1).value())),
             QStringList());
    // An empty slot has its upper end alone.
    QList<PciFunction> port {host->functions().first()};
    const auto alone = Topology::fromFunctions(port).topology;
    QCOMPARE(HostFacts(*alone, layers).shortWords(0), QStringList {u"16 GT/s ×16"_s});
}

void tst_hostfacts::groupsOfSeveralAreOutlined()
{
    const Pictured picture = pictureOf({}, {});
    QCOMPARE(labelsOf(picture), (QStringList {u"group 1"_s, u"group 65"_s}));
}

void tst_hostfacts::aGroupInPartPassedSaysWhatStays()
{
    const Pictured picture = pictureOf(u"0000:01:00.0,pcie=1"_s, {});
    QCOMPARE(labelsOf(picture), (QStringList {u"group 1: 1 left to the host"_s, u"group 65"_s}));
    QVERIFY(picture.drawing.outlines.first().conflict);
    QVERIFY(!picture.drawing.outlines.last().conflict);
}

void tst_hostfacts::aGroupPassedWholeIsNoConflict()
{
    const Pictured picture = pictureOf(u"0000:01:00,pcie=1"_s, {});
    for (const DrawnOutline &outline : picture.drawing.outlines)
        QVERIFY(!outline.conflict);
}

void tst_hostfacts::outlinesHoldTheirMembersAndNoOther()
{
    int outlines = 0;
    for (quint32 seed = 0; seed < 60; ++seed) {
        const Pictured picture = pictured(randomPlan(seed));
        for (const DrawnOutline &outline : picture.drawing.outlines) {
            ++outlines;
            const int number = outline.label.text.section(u' ', 1).section(u':', 0, 0).toInt();
            for (const DrawnBox &box : picture.drawing.boxes) {
                if (!outline.rect.intersects(box.rect))
                    continue;
                QVERIFY2(outline.rect.contains(box.rect), QByteArray::number(seed));
                QCOMPARE(box.ref.kind, NodeRef::Kind::HostFunction);
                const int index = picture.plan.host->indexOf(*box.ref.address);
                QCOMPARE(picture.plan.host->at(index).iommuGroup, std::optional(number));
            }
        }
    }
    QVERIFY2(outlines > 60, QByteArray::number(outlines));
}

void tst_hostfacts::busesAreNamedBesideTheirPorts()
{
    const Pictured picture = pictureOf(u"0000:41:00.0,pcie=1"_s, {});
    const auto busAt = [&](const NodeRef &ref) {
        const DrawnBox *box = picture.drawing.box(ref);
        return box ? box->bus.text : u"no box"_s;
    };
    QCOMPARE(busAt(NodeRef::hostFunction(PciAddress::parse("0000:40:01.0"_L1).value())), u"41"_s);
    QCOMPARE(busAt(NodeRef::hostFunction(PciAddress::parse("0000:41:00.0"_L1).value())), QString());
    QCOMPARE(busAt(NodeRef::guest(u"ich9-pcie-port-1"_s)), u"01"_s);
}

QTEST_MAIN(tst_hostfacts)
#include "tst_hostfacts.moc"
