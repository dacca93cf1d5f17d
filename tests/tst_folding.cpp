// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadehost.h"
#include "layoutmotion.h"
#include "pictureplan.h"
#include "topologyview.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

NodeRef host(const char *address)
{
    return NodeRef::hostFunction(PciAddress::parse(QLatin1StringView(address)).value());
}

NodeRef foldOf(const NodeRef &ref)
{
    return ref.fold().value_or(ref);
}

/// A port with a NIC that has `count` VFs, and a second NIC beside it.
Plan virtualFunctions(int count)
{
    QList<PciFunction> functions {handmade::rootPort("00:01.0", 0x10, 0x10)};
    PciFunction nic = handmade::function("10:00.0", PortType::Endpoint, 0x0200);
    functions.append(nic);
    for (int i = 0; i < count; ++i) {
        PciFunction vf = nic;
        vf.address = PciAddress {0, 0x10, quint8(2 + i / 8), quint8(i % 8)};
        vf.isVirtual = true;
        vf.physicalFunction = nic.address;
        functions.append(vf);
    }
    functions.append(handmade::function("10:01.0", PortType::Endpoint, 0x0200));
    Plan plan;
    plan.host = Topology::fromFunctions(functions).topology;
    return plan;
}

} // namespace

/// What is folded, opened and closed, in the picture and on the screen.
class tst_folding : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsClosedKeepsWhatIsPassed();
    void aClosedBranchIsCountedInItsFold();
    void everythingCanBeShownAndClosedInPart();
    void revealingOpensWhatIsClosedAbove();
    void aBranchOpensToItsLeaves();
    void virtualFunctionsStandTogether();
    void onlyWhatHasSomethingToFoldSaysSo();

    void theViewOpensAndClosesAndStays();
    void altClickOpensTheBranch();
    void theKeyboardOpensAndCloses();
    void foldingOutlivesThePlan();
    void movesCanBeSwitchedOff();
    void theMenuKeyAsksForAMenu();

private:
    static qsizetype countOf(const Pictured &picture, const NodeRef &fold)
    {
        const DrawnBox *box = picture.drawing.box(fold);
        return box ? QStringView(box->texts.first().text).sliced(1).split(u' ').first().toInt() : 0;
    }
};

void tst_folding::whatIsClosedKeepsWhatIsPassed()
{
    const Plan plan = examplePlan(u"x399-two-rx7900xt"_s);
    DrawingOptions options;
    options.folding.close(foldOf(NodeRef::hostRoot(0, 0)));
    const Pictured picture = pictured(plan, options);
    for (const char *address : {"0b:00.0", "0b:00.1", "0a:00.0", "09:00.0", "00:03.1"})
        QVERIFY2(picture.drawing.box(host(address)), address);
    for (const char *address : {"00:01.1", "01:00.0", "00:01.2"})
        QVERIFY2(!picture.drawing.box(host(address)), address);
    QVERIFY(!picture.drawing.box(NodeRef::hostRoot(0, 0))->canFold);
}

void tst_folding::aClosedBranchIsCountedInItsFold()
{
    const Plan plan = examplePlan(u"x399-two-rx7900xt"_s);
    const NodeRef port = host("00:01.1");
    DrawingOptions options;
    QVERIFY(!pictured(plan).drawing.box(foldOf(port)));
    options.folding.close(foldOf(port));
    const Pictured closed = pictured(plan, options);
    const int index = plan.host->indexOf(*port.address);
    QList<int> waiting = plan.host->children(index);
    qsizetype below = 0;
    for (; !waiting.isEmpty(); ++below)
        waiting += plan.host->children(waiting.takeFirst());
    QCOMPARE(countOf(closed, foldOf(port)), below);
    QVERIFY(!closed.drawing.box(port)->canFold);
    options.folding.open(foldOf(port));
    QCOMPARE(pictured(plan, options).drawing.box(foldOf(port)), nullptr);
}

void tst_folding::everythingCanBeShownAndClosedInPart()
{
    const Plan plan = examplePlan(u"x399-two-rx7900xt"_s);
    DrawingOptions options;
    options.folding.setAll(true);
    const qsizetype all = pictured(plan, options).drawing.boxes.size();
    options.folding.close(foldOf(host("00:01.1")));
    const Pictured part = pictured(plan, options);
    QVERIFY(part.drawing.boxes.size() < all);
    QVERIFY(part.drawing.box(foldOf(host("00:01.1"))));
    QVERIFY(part.drawing.box(host("00:14.0")));
    options.folding.setAll(false);
    QCOMPARE(options.folding, Folding());
}

void tst_folding::revealingOpensWhatIsClosedAbove()
{
    const Plan plan = examplePlan(u"x399-two-rx7900xt"_s);
    DrawingOptions options;
    options.folding.close(foldOf(host("00:01.1")));
    QVERIFY(!pictured(plan, options).drawing.box(host("03:00.0")));
    options.folding.revealed.insert(*host("03:00.0").address);
    QVERIFY(pictured(plan, options).drawing.box(host("03:00.0")));
}

void tst_folding::aBranchOpensToItsLeaves()
{
    const Plan plan = examplePlan(u"x399-two-rx7900xt"_s);
    const NodeRef root = foldOf(NodeRef::hostRoot(0, 0));
    const auto drawnOf = [&](const Folding &folding) {
        DrawingOptions options;
        options.folding = folding;
        const Pictured picture = pictured(plan, options);
        return std::ranges::count_if(plan.host->functions(), [&](const PciFunction &function) {
            return function.address.bus < 0x40
                && picture.drawing.box(NodeRef::hostFunction(function.address));
        });
    };
    Folding closed;
    closed.close(root);
    Folding level = closed;
    level.open(root);
    Folding branch = closed;
    branch.openBranch(root);
    QVERIFY(drawnOf(closed) < drawnOf(level));
    QVERIFY(drawnOf(level) < drawnOf(branch));
    QCOMPARE(drawnOf(branch),
             std::ranges::count_if(plan.host->functions(), [](const PciFunction &function) {
                 return function.address.bus < 0x40;
             }));
}

void tst_folding::virtualFunctionsStandTogether()
{
    const Plan plan = virtualFunctions(12);
    const NodeRef port = host("00:01.0");
    DrawingOptions options;
    options.folding.open(foldOf(port));
    const Pictured together = pictured(plan, options);
    const NodeRef group = foldOf(host("10:00.0"));
    const DrawnBox *box = together.drawing.box(group);
    QVERIFY(box && box->isFold);
    QCOMPARE(box->texts.first().text, u"12 VFs"_s);
    QCOMPARE(box->texts.at(1).text, u"from 10:02.0"_s);
    QVERIFY(together.drawing.box(host("10:01.0")));
    QVERIFY(!together.drawing.box(host("10:02.0")));
    options.folding.open(group);
    const Pictured apart = pictured(plan, options);
    QVERIFY(!apart.drawing.box(group));
    QVERIFY(apart.drawing.box(host("10:02.0")));
    QVERIFY(apart.drawing.box(host("10:03.3")));
    DrawingOptions branch;
    branch.folding.openBranch(foldOf(NodeRef::hostRoot(0, 0)));
    QVERIFY(pictured(plan, branch).drawing.box(group));
}

void tst_folding::onlyWhatHasSomethingToFoldSaysSo()
{
    const Pictured picture = pictured(examplePlan(u"x399-two-rx7900xt"_s));
    for (const DrawnBox &box : picture.drawing.boxes) {
        if (!box.canFold)
            continue;
        DrawingOptions options;
        options.folding.close(foldOf(box.ref));
        const Pictured closed = pictured(picture.plan, options);
        QVERIFY2(closed.drawing.boxes.size() < picture.drawing.boxes.size(),
                 qPrintable(box.ref.toString()));
    }
    QVERIFY(picture.drawing.box(host("00:01.1"))->canFold);
    QVERIFY(!picture.drawing.box(host("00:03.1"))->canFold);
    QVERIFY(!picture.drawing.box(host("0b:00.0"))->canFold);
    for (const DrawnBox &box : picture.drawing.boxes)
        QVERIFY2(!box.isFold || countOf(picture, box.ref) != 1, qPrintable(box.ref.toString()));
}

/// The window's view with an example that is larger than it.
class ShownView : public TopologyView {
public:
    ShownView()
    {
        resize(500, 350);
        show();
        setPlanAndWait(examplePlan(u"x399-two-rx7900xt"_s));
        zoomToActualSize();
    }
    void setPlanAndWait(const Plan &plan)
    {
        QSignalSpy finished(this, &TopologyView::layoutFinished);
        setPlan(plan, evaluate(plan), u"host"_s, u"guest"_s);
        QVERIFY(finished.wait(10000));
    }
    QPoint placeOf(const NodeRef &ref) const
    {
        const DrawnBox *box = drawing().box(ref);
        return box ? mapFromScene(box->rect.center()) : QPoint(-1, -1);
    }
    void bring(const NodeRef &ref) { centerOn(drawing().box(ref)->rect.center()); }
    void waitForLayout() { QTRY_VERIFY_WITH_TIMEOUT(!isLayoutPending(), 10000); }
    void click(const NodeRef &ref, Qt::KeyboardModifiers keys = {})
    {
        QTest::mouseClick(viewport(), Qt::LeftButton, keys, placeOf(ref));
        waitForLayout();
    }
    void press(Qt::Key key, Qt::KeyboardModifiers keys = {})
    {
        QTest::keyClick(this, key, keys);
        waitForLayout();
    }
};

void tst_folding::theViewOpensAndClosesAndStays()
{
    ShownView view;
    const NodeRef port = host("00:01.1");
    view.bring(port);
    const QPoint before = view.placeOf(port);
    view.select(port);
    view.collapseSelected();
    view.waitForLayout();
    QVERIFY(!view.drawing().box(host("01:00.0")));
    QVERIFY2((view.placeOf(port) - before).manhattanLength() <= 2,
             qPrintable(u"%1 %2"_s.arg(view.placeOf(port).y()).arg(before.y())));
    const NodeRef fold = foldOf(port);
    view.bring(fold);
    const QPoint folded = view.placeOf(fold);
    view.click(fold);
    QVERIFY(!view.drawing().box(fold));
    const QPoint first = view.placeOf(host("01:00.0"));
    QVERIFY2((first - folded).manhattanLength() <= 2,
             qPrintable(u"%1 %2"_s.arg(first.y()).arg(folded.y())));
}

void tst_folding::altClickOpensTheBranch()
{
    ShownView view;
    view.select(NodeRef::hostRoot(0, 0));
    view.collapseSelected();
    view.waitForLayout();
    const NodeRef fold = foldOf(NodeRef::hostRoot(0, 0));
    view.bring(fold);
    view.click(fold, Qt::AltModifier);
    QVERIFY(view.drawing().box(host("03:00.0")));
    QVERIFY(view.drawing().box(host("00:14.0")));
    QVERIFY(!view.drawing().box(fold));
}

void tst_folding::theKeyboardOpensAndCloses()
{
    ShownView view;
    const NodeRef port = host("00:01.1");
    view.select(port);
    view.press(Qt::Key_Return);
    QVERIFY(view.drawing().box(foldOf(port)));
    QCOMPARE(view.selected(), std::optional(port));
    view.press(Qt::Key_Right);
    QCOMPARE(view.selected(), std::optional(foldOf(port)));
    view.press(Qt::Key_Return);
    QVERIFY(view.drawing().box(host("01:00.0")));
    // What was selected is gone: the selection stands on the first that it stood for.
    QCOMPARE(view.selected(), std::optional(host("01:00.0")));
}

void tst_folding::foldingOutlivesThePlan()
{
    ShownView view;
    QSignalSpy changed(&view, &TopologyView::foldingChanged);
    view.select(host("00:01.1"));
    view.collapseSelected();
    view.waitForLayout();
    QCOMPARE(changed.size(), 1);
    const Plan plan = examplePlan(u"x399-two-rx7900xt"_s);
    Plan same = plan;
    view.setPlanAndWait(plan); // another host, though an equal one
    QVERIFY(view.drawing().box(host("01:00.0")));
    view.select(host("00:01.1"));
    view.collapseSelected();
    view.waitForLayout();
    same = plan.withoutEntry(0);
    view.setPlanAndWait(same);
    QVERIFY(!view.drawing().box(host("01:00.0")));
    QVERIFY(view.drawing().box(foldOf(host("00:01.1"))));
}

void tst_folding::movesCanBeSwitchedOff()
{
    const LayoutResult from {{{u"a"_s, QRectF(0, 0, 10, 10)}}, QSizeF(10, 10)};
    const LayoutResult to {{{u"a"_s, QRectF(0, 90, 10, 10)}, {u"b"_s, QRectF(0, 0, 10, 10)}},
                           QSizeF(10, 100)};
    LayoutMotion motion;
    QSignalSpy moved(&motion, &LayoutMotion::moved);
    QSignalSpy arrived(&motion, &LayoutMotion::arrived);
    motion.start(from, to);
    QVERIFY(motion.isRunning());
    QVERIFY(arrived.wait(10000));
    QCOMPARE(moved.last().first().value<LayoutResult>(), to);
    for (const QList<QVariant> &move : std::as_const(moved)) {
        const QRectF place = move.first().value<LayoutResult>().places.value(u"a"_s);
        QVERIFY(place.top() >= 0 && place.top() <= 90);
    }
    moved.clear();
    motion.setEnabled(false);
    motion.start(from, to);
    QVERIFY(!motion.isRunning());
    QCOMPARE(moved.size(), 1);
    QCOMPARE(arrived.size(), 2);
    ShownView view;
    for (const bool animated : {false, true}) {
        view.setAnimated(animated);
        QCOMPARE(view.isAnimated(), animated);
    }
}

void tst_folding::theMenuKeyAsksForAMenu()
{
    ShownView view;
    QSignalSpy wanted(&view, &TopologyView::menuRequested);
    view.select(host("0b:00.0"));
    QContextMenuEvent byKey(QContextMenuEvent::Keyboard, QPoint(3, 3),
                            view.viewport()->mapToGlobal(QPoint(3, 3)));
    QCoreApplication::sendEvent(view.viewport(), &byKey);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().first().value<std::optional<NodeRef>>(),
             std::optional(host("0b:00.0")));
    view.bring(host("44:00.0"));
    const QPoint place = view.placeOf(host("44:00.0"));
    QContextMenuEvent byMouse(QContextMenuEvent::Mouse, place, view.viewport()->mapToGlobal(place));
    QCoreApplication::sendEvent(view.viewport(), &byMouse);
    QCOMPARE(view.selected(), std::optional(host("44:00.0")));
    QCOMPARE(wanted.size(), 2);
}

QTEST_MAIN(tst_folding)
#include "tst_folding.moc"
