// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "birdseye.h"
#include "exportpanel.h"
#include "findbar.h"
#include "openedwindow.h"
#include "picturepane.h"

#include <QLabel>
#include <QLineEdit>
#include <QToolBar>

using namespace rootward;

namespace {

NodeRef host(const PciAddress &address)
{
    return NodeRef::hostFunction(address);
}

class OpenedPicture : public Opened {
public:
    FindBar *bar() const { return part<FindBar>(); }
    QLineEdit *query() const { return window.findChild<QLineEdit *>(u"findQuery"_s); }
    QString count() const { return window.findChild<QLabel *>(u"findCount"_s)->text(); }
    QString said() const { return part<PicturePane>()->saidInFull(); }
    QAction *filter(const QString &id) const
    {
        return bar()->findChild<QAction *>(u"filter-"_s + id);
    }
    QAction *layer(const QString &id) const
    {
        for (QAction *action : window.findChildren<QAction *>()) {
            if (action->data() == id && action->isCheckable())
                return action;
        }
        return nullptr;
    }
    /// The pointer on a box of the picture.
    void pointAt(const NodeRef &ref)
    {
        const DrawnBox *box = view()->drawing().box(ref);
        QVERIFY(box);
        QTest::mouseMove(view()->viewport(), QPoint(1, 1)); // from somewhere else
        QTest::mouseMove(view()->viewport(), view()->mapFromScene(box->rect.center()));
        QTest::qWait(1);
    }
    qsizetype foundBoxes() const
    {
        return std::ranges::count_if(view()->drawing().boxes, &DrawnBox::found);
    }
};

} // namespace

class tst_windowpicture : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { keepSettingsApart(); }
    void cleanup() { QSettings().clear(); }
    void findOpensByItsKeyAndCloses();
    void whatIsFoundIsCountedAndRinged();
    void enterGoesRoundThroughWhatIsFound();
    void goingToAFoldedDeviceShowsIt();
    void goingToTheGuestsOwnDevicesShowsThem();
    void filtersDimAndTakeNothingAway();
    void aFilterLeavesTheWayToTheRootBright();
    void anotherHostForgetsTheSearchOfTheOld();
    void layersAreSwitchedAndRemembered();
    void whatIsPointedAtIsSaidInFull();
    void thePointerMarksTheSameThingEverywhere();
    void theWholeIsInACornerWhileItDoesNotFit();
    void thePictureOpensAtASizeThatCanBeRead();
    void aClickInTheCornerGoesThere();
    void foldedFunctionsAreCounted();
};

void tst_windowpicture::findOpensByItsKeyAndCloses()
{
    OpenedPicture opened;
    QVERIFY(opened.bar()->isHidden());
    QTest::keyClick(&opened.window, Qt::Key_F, Qt::ControlModifier);
    QVERIFY(!opened.bar()->isHidden());
    QTest::keyClicks(opened.query(), u"navi"_s);
    QVERIFY(opened.foundBoxes() > 0);
    QTest::keyClick(opened.query(), Qt::Key_Escape);
    QVERIFY(opened.bar()->isHidden());
    QCOMPARE(opened.foundBoxes(), 0);
}

void tst_windowpicture::whatIsFoundIsCountedAndRinged()
{
    OpenedPicture opened;
    opened.trigger(u"Find…"_s);
    opened.query()->setText(u"744c"_s);
    QCOMPARE(opened.count(), u"2 found"_s);
    QCOMPARE(opened.foundBoxes(), 2);
    opened.query()->setText(u"there is no such thing"_s);
    QCOMPARE(opened.count(), u"nothing found"_s);
    opened.query()->setText(u"host bridge"_s);
    QVERIFY2(opened.count().contains("folded"_L1), qPrintable(opened.count()));
    QVERIFY(opened.foundBoxes() > 0); // the folds that hold them
}

void tst_windowpicture::enterGoesRoundThroughWhatIsFound()
{
    OpenedPicture opened;
    opened.trigger(u"Find…"_s);
    opened.query()->setText(u"744c"_s);
    QTest::keyClick(opened.query(), Qt::Key_Return);
    QCOMPARE(opened.view()->selected(), std::optional(host(firstGpu)));
    QCOMPARE(opened.count(), u"1 of 2"_s);
    QTest::keyClick(opened.query(), Qt::Key_F3);
    QCOMPARE(opened.view()->selected(), std::optional(host(secondGpu)));
    QTest::keyClick(opened.query(), Qt::Key_Return);
    QCOMPARE(opened.view()->selected(), std::optional(host(firstGpu)));
    QTest::keyClick(opened.query(), Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(opened.count(), u"2 of 2"_s);
}

void tst_windowpicture::goingToAFoldedDeviceShowsIt()
{
    OpenedPicture opened;
    const NodeRef folded = host({.domain = 0, .bus = 0, .slot = 0x18, .function = 3});
    QVERIFY(!opened.view()->drawing().box(folded));
    opened.trigger(u"Find…"_s);
    opened.query()->setText(u"0000:00:18.3"_s);
    QTest::keyClick(opened.query(), Qt::Key_Return);
    opened.waitForLayout();
    const DrawnBox *box = opened.view()->drawing().box(folded);
    QVERIFY(box);
    QVERIFY(box->selected && box->found);
    const QPointF middle = opened.view()->visiblePart().center();
    QVERIFY(qAbs(middle.y() - box->rect.center().y()) < opened.view()->visiblePart().height() / 2);
}

void tst_windowpicture::goingToTheGuestsOwnDevicesShowsThem()
{
    OpenedPicture opened;
    opened.trigger(u"Find…"_s);
    opened.query()->setText(u"ich9-intel-hda"_s);
    if (opened.bar()->found().isEmpty())
        opened.query()->setText(u"vga"_s);
    QVERIFY(!opened.bar()->found().isEmpty());
    const NodeRef wanted = opened.bar()->found().last();
    QVERIFY(!wanted.isHost());
    opened.view()->goTo(wanted);
    opened.waitForLayout();
    QVERIFY(opened.view()->drawing().box(wanted));
}

void tst_windowpicture::filtersDimAndTakeNothingAway()
{
    OpenedPicture opened;
    const qsizetype before = opened.view()->drawing().boxes.size();
    opened.trigger(u"Find…"_s);
    QVERIFY(opened.filter(u"GPU"_s));
    opened.filter(u"GPU"_s)->trigger();
    const Drawing &drawing = opened.view()->drawing();
    QCOMPARE(drawing.boxes.size(), before);
    QVERIFY(!drawing.box(host(firstGpu))->muted);
    QVERIFY(drawing.box(host(firstAudio))->muted);
    opened.filter(u"audio"_s)->trigger();
    QVERIFY(!opened.view()->drawing().box(host(firstAudio))->muted);
    opened.bar()->finish();
    QVERIFY(std::ranges::none_of(opened.view()->drawing().boxes, &DrawnBox::muted));
}

void tst_windowpicture::aFilterLeavesTheWayToTheRootBright()
{
    OpenedPicture opened;
    opened.trigger(u"Find…"_s);
    opened.filter(u"GPU"_s)->trigger();
    for (const NodeRef &ref : opened.view()->drawing().pathToRoot(host(firstGpu)))
        QVERIFY2(!opened.view()->drawing().box(ref)->muted, qPrintable(ref.toString()));
    for (const DrawnHop &hop : opened.view()->drawing().hops)
        QCOMPARE(hop.muted, opened.view()->drawing().box(hop.child)->muted);
}

void tst_windowpicture::anotherHostForgetsTheSearchOfTheOld()
{
    OpenedPicture opened;
    opened.trigger(u"Find…"_s);
    opened.query()->setText(u"744c"_s);
    QTest::keyClick(opened.query(), Qt::Key_Return);
    opened.open(u"example:x570-chipset-slot"_s);
    QCOMPARE(opened.count(), u"nothing found"_s);
    QCOMPARE(opened.foundBoxes(), 0);
    QTest::keyClick(opened.query(), Qt::Key_Return); // and nothing to go to
    QVERIFY(opened.bar()->found().isEmpty());
}

void tst_windowpicture::layersAreSwitchedAndRemembered()
{
    {
        OpenedPicture opened;
        QVERIFY(!opened.view()->drawing().outlines.isEmpty());
        QVERIFY(opened.layer(u"groups"_s)->isChecked());
        opened.layer(u"groups"_s)->trigger();
        opened.waitForLayout();
        QVERIFY(opened.view()->drawing().outlines.isEmpty());
        opened.window.close();
    }
    OpenedPicture again;
    QVERIFY(!again.layer(u"groups"_s)->isChecked());
    QVERIFY(again.layer(u"link"_s)->isChecked());
    QVERIFY(again.view()->drawing().outlines.isEmpty());
}

void tst_windowpicture::whatIsPointedAtIsSaidInFull()
{
    OpenedPicture opened;
    QVERIFY(opened.said().contains("0b:00.0"_L1)); // selected
    opened.pointAt(host(secondGpu));
    QVERIFY2(opened.said().contains("44:00.0"_L1), qPrintable(opened.said()));
    const QString full =
        opened.session.plan().host->at(opened.session.plan().host->indexOf(secondGpu)).name;
    QVERIFY(opened.said().contains(full));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(opened.view(), &leave);
    QVERIFY(opened.said().contains("0b:00.0"_L1));
}

void tst_windowpicture::thePointerMarksTheSameThingEverywhere()
{
    OpenedPicture opened;
    auto *strip = opened.part<VerdictStrip>();
    opened.pointAt(host(secondGpu));
    QVERIFY(opened.card(1)->isHovered());
    QVERIFY(!opened.card(0)->isHovered());
    QVERIFY(strip->isHovered(1));
    QVERIFY(!strip->isHovered(0));
    const QImage before = opened.part<ConfigPreview>()->grab().toImage();
    QEnterEvent enter(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5));
    QCoreApplication::sendEvent(opened.card(0), &enter);
    QVERIFY(strip->isHovered(0));
    QVERIFY(!strip->isHovered(1));
    QVERIFY(opened.part<ConfigPreview>()->grab().toImage() != before);
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(opened.card(0), &leave);
    QVERIFY(!strip->isHovered(0));
}

void tst_windowpicture::theWholeIsInACornerWhileItDoesNotFit()
{
    OpenedPicture opened;
    auto *eye = opened.part<BirdsEye>();
    opened.view()->fit();
    QVERIFY(eye->isHidden());
    opened.view()->zoomToActualSize();
    opened.view()->zoomIn();
    QVERIFY(!eye->isHidden());
    QVERIFY(opened.view()->rect().contains(eye->geometry()));
    opened.trigger(u"Overview in the corner"_s);
    QVERIFY(eye->isHidden());
    opened.trigger(u"Overview in the corner"_s);
    QVERIFY(!eye->isHidden());
    opened.view()->fit();
    QVERIFY(eye->isHidden());
}

void tst_windowpicture::thePictureOpensAtASizeThatCanBeRead()
{
    OpenedPicture opened;
    const QTransform zoom = opened.view()->transform();
    QVERIFY2(zoom.m11() >= 0.55, QByteArray::number(zoom.m11()));
    for (const PciAddress &card : {firstGpu, secondGpu})
        QVERIFY(
            opened.view()->visiblePart().contains(opened.view()->drawing().box(host(card))->rect));
    opened.view()->fit();
    QVERIFY(opened.view()
                ->visiblePart()
                .adjusted(-1, -1, 1, 1)
                .contains(QRectF(QPointF(), opened.view()->drawing().size)));
}

void tst_windowpicture::aClickInTheCornerGoesThere()
{
    OpenedPicture opened;
    auto *eye = opened.part<BirdsEye>();
    opened.view()->zoomToActualSize();
    opened.view()->zoomIn();
    QTest::mouseClick(eye, Qt::LeftButton, {}, QPoint(2, 2));
    const QRectF first = opened.view()->visiblePart();
    QTest::mouseClick(eye, Qt::LeftButton, {}, eye->rect().bottomRight() - QPoint(2, 2));
    const QRectF last = opened.view()->visiblePart();
    QVERIFY(last.center().x() > first.center().x());
    QVERIFY(last.center().y() > first.center().y());
}

void tst_windowpicture::foldedFunctionsAreCounted()
{
    OpenedPicture opened;
    const qsizetype folded = opened.view()->foldedFunctions();
    QVERIFY(folded > 0);
    const QString status = opened.window.findChild<QLabel *>(u"status"_s)->text();
    QVERIFY2(status.contains(u"folded: %1"_s.arg(folded)), qPrintable(status));
    opened.trigger(u"Show every function"_s);
    opened.waitForLayout();
    QCOMPARE(opened.view()->foldedFunctions(), 0);
    QVERIFY(!opened.window.findChild<QLabel *>(u"status"_s)->text().contains("folded"_L1));
}

QTEST_MAIN(tst_windowpicture)
#include "tst_windowpicture.moc"
