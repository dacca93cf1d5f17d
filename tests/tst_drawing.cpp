// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadehost.h"
#include "pictureplan.h"

#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

NodeRef host(const char *address)
{
    return NodeRef::hostFunction(PciAddress::parse(QLatin1StringView(address)).value());
}

DrawnBox boxOf(const Pictured &picture, const NodeRef &ref)
{
    const DrawnBox *box = picture.drawing.box(ref);
    return box ? *box : DrawnBox();
}

const DrawnHop *hopAbove(const Pictured &picture, const NodeRef &child)
{
    const auto hop = std::ranges::find(picture.drawing.hops, child, &DrawnHop::child);
    return hop == picture.drawing.hops.end() ? nullptr : &*hop;
}

QStringList chipsOf(const DrawnBox &box)
{
    QStringList chips;
    for (const DrawnChip &chip : box.chips)
        chips.append(chip.text.text);
    return chips;
}

QStringList textsOf(const DrawnBox &box)
{
    QStringList texts;
    for (const DrawnText &text : box.texts)
        texts.append(text.text);
    return texts;
}

NodeRef guest(const Pictured &picture, const QString &id)
{
    const auto box = std::ranges::find_if(picture.drawing.boxes, [&](const DrawnBox &each) {
        return !each.ref.isHost() && each.ref.guestId == id;
    });
    return box == picture.drawing.boxes.end() ? NodeRef() : box->ref;
}

} // namespace

class tst_drawing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_x399 = pictured(examplePlan(u"x399-two-rx7900xt"_s)); }

    void thePassedCardsHostPathCarries()
    {
        for (const char *address : {"0b:00.0", "0a:00.0", "09:00.0", "00:03.1"}) {
            QCOMPARE(boxOf(m_x399, host(address)).state, HopState::Carries);
            QVERIFY(hopAbove(m_x399, host(address)));
            QCOMPARE(hopAbove(m_x399, host(address))->state, HopState::Carries);
        }
        QCOMPARE(chipsOf(boxOf(m_x399, host("00:03.1"))),
                 QStringList({u"32 ✓"_s, u"64 ✓"_s, u"128 ✕"_s}));
        QCOMPARE(chipsOf(boxOf(m_x399, host("09:00.0"))),
                 QStringList({u"routes ✓"_s, u"egress ✓"_s}));
    }

    void aCardPassedWholeIsBlockedByTheGuestsPort()
    {
        const NodeRef port = guest(m_x399, u"ich9-pcie-port-1"_s);
        QCOMPARE(boxOf(m_x399, port).state, HopState::Blocks);
        QVERIFY(boxOf(m_x399, port).firstBlocking);
        QCOMPARE(chipsOf(boxOf(m_x399, port)), QStringList({u"32 ✕"_s, u"64 ✕"_s, u"128 ✕"_s}));
        QCOMPARE(hopAbove(m_x399, port)->state, HopState::Blocks);
        const NodeRef other = guest(m_x399, u"ich9-pcie-port-2"_s);
        QCOMPARE(boxOf(m_x399, other).state, HopState::Carries);
        QVERIFY(!boxOf(m_x399, other).firstBlocking);
    }

    void whatNothingAsksIsGrey()
    {
        const DrawnBox audio = boxOf(m_x399, host("0b:00.1"));
        QCOMPARE(audio.state, HopState::NotAsked);
        QCOMPARE(hopAbove(m_x399, host("0b:00.1"))->state, HopState::NotAsked);
        QVERIFY(m_x399.drawing.twin(audio.ref));
        for (const DrawnRibbon &ribbon : m_x399.drawing.ribbons)
            QCOMPARE(ribbon.state,
                     ribbon.host == audio.ref ? HopState::NotAsked : HopState::Carries);
        QCOMPARE(boxOf(m_x399, host("00:01.1")).state, HopState::NotAsked);
        // The facts of a port that nothing asks are still told.
        QCOMPARE(chipsOf(boxOf(m_x399, host("00:01.1"))),
                 QStringList({u"32 ✓"_s, u"64 ✓"_s, u"128 ✕"_s}));
    }

    void theFirstBlockingPortIsTheOneNearestTheCard()
    {
        const Pictured x570 = pictured(examplePlan(u"x570-chipset-slot"_s));
        QStringList marked;
        for (const DrawnBox &box : x570.drawing.boxes) {
            if (box.firstBlocking)
                marked.append(box.ref.toString());
        }
        QCOMPARE(marked, QStringList({u"0000:03:02.0"_s}));
        QCOMPARE(boxOf(x570, host("02:00.0")).state, HopState::Blocks);
        QCOMPARE(boxOf(x570, host("00:01.2")).state, HopState::Carries);
        QCOMPARE(hopAbove(x570, host("00:01.2"))->state, HopState::Carries);
        QCOMPARE(hopAbove(x570, host("02:00.0"))->state, HopState::Carries);
        QCOMPARE(hopAbove(x570, host("03:02.0"))->state, HopState::Blocks);
    }

    void notReadableIsNeverDrawnAsNo()
    {
        const Pictured noRoot = pictured(examplePlan(u"no-root"_s));
        for (const DrawnBox &box : noRoot.drawing.boxes) {
            QVERIFY2(box.state != HopState::Blocks, qPrintable(box.ref.toString()));
            for (const DrawnChip &chip : box.chips) {
                QVERIFY(chip.state != HopState::Blocks);
                QVERIFY2(chip.text.text.endsWith(u'?'), qPrintable(chip.text.text));
            }
        }
        QCOMPARE(boxOf(noRoot, host("0b:00.0")).state, HopState::Unknown);
        QCOMPARE(hopAbove(noRoot, host("0b:00.0"))->state, HopState::Unknown);
    }

    void aSelectedFunctionAsksToo()
    {
        DrawingOptions options;
        options.selected = host("01:00.1");
        const Pictured picture = pictured(examplePlan(u"x399-two-rx7900xt"_s), options);
        QVERIFY(boxOf(picture, host("01:00.1")).selected);
        QVERIFY(hopAbove(picture, host("01:00.1"))->selected);
        QVERIFY(hopAbove(picture, host("00:01.1"))->selected);
        QCOMPARE(hopAbove(picture, host("01:00.1"))->state, HopState::Carries);
        QVERIFY(!hopAbove(picture, host("00:03.1"))->selected);
        QCOMPARE(picture.request, m_x399.request);
    }

    void theSelectedPathLightsUpOnBothSides()
    {
        DrawingOptions options;
        options.selected = host("44:00.0");
        const Pictured picture = pictured(examplePlan(u"x399-two-rx7900xt"_s), options);
        const std::optional<NodeRef> twin = picture.drawing.twin(*options.selected);
        QVERIFY(twin);
        QVERIFY(boxOf(picture, *twin).selected);
        for (const NodeRef &ref :
             picture.drawing.pathToRoot(*options.selected) + picture.drawing.pathToRoot(*twin)) {
            if (const DrawnHop *hop = hopAbove(picture, ref))
                QVERIFY2(hop->selected, qPrintable(ref.toString()));
        }
        QCOMPARE(picture.drawing.pathToRoot(*options.selected).size(), 5);
        QCOMPARE(picture.drawing.pathToRoot(*twin).size(), 3);
    }

    void statesChangeOnTheOldGeometry()
    {
        const Plan changed = m_x399.plan.withEntry(0, u"0000:0b:00.0,pcie=1"_s);
        const Drawing drawing =
            buildDrawing(changed, evaluate(changed), *m_x399.layout, m_x399.options);
        const NodeRef port = guest(m_x399, u"ich9-pcie-port-1"_s);
        QCOMPARE(drawing.box(port)->rect.size(), boxOf(m_x399, port).rect.size());
        QCOMPARE(drawing.box(port)->state, HopState::Carries);
        // The function that is no longer passed has left the guest, and no ribbon hangs loose.
        QCOMPARE(drawing.ribbons.size(), m_x399.drawing.ribbons.size() - 1);
        const std::optional<NodeRef> twin = drawing.twin(host("0b:00.0"));
        QVERIFY(twin);
        QCOMPARE(twin->guestId, u"hostpci0"_s);
    }

    void whatIsFoldedIsCountedAndCanBeShown()
    {
        qsizetype counted = 0;
        const NodeRef *fold = nullptr;
        for (const DrawnBox &box : m_x399.drawing.boxes) {
            if (!box.ref.isHost())
                continue;
            if (!box.isFold) {
                counted += box.ref.kind == NodeRef::Kind::HostFunction;
                continue;
            }
            const QString title = textsOf(box).first();
            QVERIFY(title.startsWith(u'+'));
            counted += QStringView(title).sliced(1, title.indexOf(u' ') - 1).toInt();
            fold = &box.ref;
        }
        QCOMPARE(counted, m_x399.plan.host->size());
        DrawingOptions options;
        options.folding.open(*fold);
        const Pictured opened = pictured(m_x399.plan, options);
        QVERIFY(opened.drawing.boxes.size() > m_x399.drawing.boxes.size());
        QVERIFY(!opened.drawing.box(*fold));
        options.folding.all = true;
        const Pictured all = pictured(m_x399.plan, options);
        for (const PciFunction &function : m_x399.plan.host->functions())
            QVERIFY(all.drawing.box(NodeRef::hostFunction(function.address)));
        QVERIFY(std::ranges::none_of(all.drawing.boxes, &DrawnBox::isFold));
    }

    void aLargeHostIsFolded()
    {
        Plan plan;
        plan.host = Topology::fromFunctions(manyDrives()).topology;
        const Pictured picture = pictured(plan);
        QVERIFY(picture.drawing.boxes.size() < 60);
        // The one card that asks for AtomicOps is drawn among a hundred drives.
        QVERIFY(picture.drawing.box(host("f0:00.0")));
        DrawingOptions options;
        options.folding.revealed.insert(PciAddress::parse(u"20:00.0").value());
        QVERIFY(pictured(plan, options).drawing.box(host("20:00.0")));
    }

    void identicalCardsHaveTheirLetterOnBothSides()
    {
        const DrawnBox card = boxOf(m_x399, host("0b:00.0"));
        QVERIFY(!card.letterRect.isNull());
        QVERIFY(textsOf(card).contains(u"A"_s));
        QVERIFY(textsOf(boxOf(m_x399, *m_x399.drawing.twin(card.ref))).contains(u"A"_s));
        QVERIFY(textsOf(boxOf(m_x399, host("44:00.0"))).contains(u"B"_s));
    }

    void thePictureSaysTheSentences()
    {
        QString said;
        for (const DrawnText &text : m_x399.drawing.texts)
            said += text.text + u' ';
        for (const EntryOutcome &entry : m_x399.outcome.entries) {
            QVERIFY2(said.contains(entry.sentences.host.simplified()), qPrintable(said));
            QVERIFY2(said.contains(entry.sentences.guest.simplified()), qPrintable(said));
        }
        for (const HopState state : allHopStates)
            QVERIFY(said.contains(hopStateText(state)));
        QVERIFY(said.contains(u"Rootward"_s));
    }

    void aPlanWithoutHostDrawsTheGuest()
    {
        Plan plan;
        plan = plan.withEntry(0, u"0000:0b:00.0,pcie=1"_s);
        const Pictured picture = pictured(plan);
        QVERIFY(picture.layout);
        QVERIFY(picture.drawing.ribbons.isEmpty());
        QVERIFY(picture.drawing.box(guest(picture, u"hostpci0"_s)));
        QVERIFY(picture.drawing.box(guest(picture, u"ich9-pcie-port-1"_s)));
    }

    void anEmptyPlanOfAnEmptyHostIsDrawn()
    {
        Plan plan;
        plan.host = Topology::fromFunctions({}).topology;
        const Pictured picture = pictured(plan);
        QVERIFY(picture.layout);
        QVERIFY(picture.drawing.size.width() > 0);
    }

private:
    static QList<PciFunction> manyDrives()
    {
        QList<PciFunction> functions;
        for (int i = 0; i < 100; ++i) {
            const QByteArray bus = QByteArray::number(0x20 + i, 16);
            PciFunction port = handmade::rootPort("00:00.0", quint8(0x20 + i), quint8(0x20 + i));
            port.address = PciAddress {0, 0, quint8(1 + i / 8), quint8(i % 8)};
            functions.append(port);
            functions.append(handmade::function(QByteArray(bus + ":00.0").constData(),
                                                PortType::Endpoint, 0x0108));
        }
        functions.append(handmade::rootPort("00:1f.0", 0xf0, 0xf0));
        PciFunction card = handmade::function("f0:00.0", PortType::LegacyEndpoint, 0x0300);
        card.vendor = 0x1002;
        card.device = 0x744c;
        functions.append(card);
        return functions;
    }

    Pictured m_x399;
};

QTEST_MAIN(tst_drawing)
#include "tst_drawing.moc"
