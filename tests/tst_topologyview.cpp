// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pictureplan.h"
#include "topologyview.h"

#include <QGraphicsItem>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

NodeRef host(const char *address)
{
    return NodeRef::hostFunction(PciAddress::parse(QLatin1StringView(address)).value());
}

} // namespace

class tst_topologyview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_view = std::make_unique<TopologyView>();
        m_view->resize(1000, 700);
        m_view->show();
        m_plan = examplePlan(u"x399-two-rx7900xt"_s);
        show(m_plan);
    }
    void cleanup() { m_view.reset(); }

    void theFirstLayoutShowsWhatIsPassed()
    {
        for (const DrawnBox &box : m_view->drawing().boxes)
            QVERIFY2(!box.asked || m_view->visiblePart().contains(box.rect),
                     qPrintable(box.ref.toString()));
        QVERIFY(m_view->isFitted());
    }

    void fittingShowsEverything()
    {
        m_view->fit();
        const QRectF visible =
            m_view->mapToScene(m_view->viewport()->rect()).boundingRect().adjusted(-2, -2, 2, 2);
        QVERIFY(visible.contains(m_view->drawing().trees));
        QVERIFY(m_view->transform().m11() < 1);
    }

    void statesChangeBeforeTheLayout()
    {
        const NodeRef port = NodeRef::guest(u"ich9-pcie-port-1"_s);
        QCOMPARE(m_view->drawing().box(port)->state, HopState::Blocks);
        const Plan changed = m_plan.withEntry(0, u"0000:0b:00.0,pcie=1"_s);
        m_view->setPlan(changed, evaluate(changed), u"host"_s, u"guest"_s);
        QVERIFY(m_view->isLayoutPending());
        QCOMPARE(m_view->drawing().box(port)->state, HopState::Carries);
    }

    void selectionStandsOnBothSides()
    {
        QSignalSpy changed(m_view.get(), &TopologyView::selectionChanged);
        m_view->select(host("44:00.0"));
        QCOMPARE(changed.size(), 1);
        QVERIFY(m_view->drawing().box(host("44:00.0"))->selected);
        QVERIFY(m_view->drawing().box(*m_view->drawing().twin(host("44:00.0")))->selected);
        m_view->select(host("44:00.0"));
        QCOMPARE(changed.size(), 1);
        m_view->select({});
        QCOMPARE(changed.size(), 2);
        QVERIFY(!m_view->drawing().box(host("44:00.0"))->selected);
    }

    void clickSelectsAndClickBesideSelectsNothing()
    {
        click(host("0b:00.0"));
        QCOMPARE(m_view->selected(), std::optional(host("0b:00.0")));
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, QPoint(2, 2));
        QVERIFY(!m_view->selected());
    }

    void doubleClickAddsAFunctionThatCanBePassed()
    {
        QSignalSpy added(m_view.get(), &TopologyView::addRequested);
        QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {}, placeOf(host("44:00.1")));
        QCOMPARE(added.size(), 1);
        QCOMPARE(added.first().first().value<PciAddress>(), *host("44:00.1").address);
        QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {}, placeOf(host("00:03.1")));
        QCOMPARE(added.size(), 1);
    }

    void aCardDraggedToTheGuestIsAdded()
    {
        QSignalSpy added(m_view.get(), &TopologyView::addRequested);
        const QPoint from = placeOf(host("44:00.1"));
        drag(from, from + QPoint(-60, 0));
        QCOMPARE(added.size(), 0);
        drag(from, placeOf(NodeRef::guest(u"ich9-pcie-port-3"_s)));
        QCOMPARE(added.size(), 1);
    }

    void aDragOnTheGroundPans()
    {
        m_view->zoomToActualSize();
        const QPointF before = m_view->mapToScene(QPoint(500, 350));
        const QPoint ground = groundNear(500);
        drag(ground, ground - QPoint(100, 0));
        QCOMPARE(m_view->mapToScene(QPoint(500, 350)).x(), before.x() + 100);
    }

    void arrowsWalkTheTree()
    {
        m_view->select(host("0b:00.0"));
        press(Qt::Key_Left);
        QCOMPARE(m_view->selected(), std::optional(host("0a:00.0")));
        press(Qt::Key_Left);
        press(Qt::Key_Left);
        QCOMPARE(m_view->selected(), std::optional(host("00:03.1")));
        press(Qt::Key_Up);
        QCOMPARE(m_view->selected(), std::optional(host("00:01.2")));
        press(Qt::Key_Down);
        press(Qt::Key_Right);
        press(Qt::Key_Right);
        press(Qt::Key_Right);
        QCOMPARE(m_view->selected(), std::optional(host("0b:00.0")));
        press(Qt::Key_Right);
        QVERIFY(m_view->selected() && !m_view->selected()->isHost());
        press(Qt::Key_Right);
        QCOMPARE(m_view->selected(), std::optional(NodeRef::guest(u"ich9-pcie-port-1"_s)));
    }

    void controlWheelZoomsAboutThePointer()
    {
        m_view->fit();
        const double fitted = m_view->transform().m11();
        // Where the picture is smaller than the view it stays in the middle.
        m_view->zoomToActualSize();
        const QPoint at(300, 200);
        const QPointF before = m_view->mapToScene(at);
        const double zoom = m_view->transform().m11();
        for (int i = 0; i < 5; ++i) {
            QWheelEvent event(at, m_view->viewport()->mapToGlobal(at), {}, QPoint(0, 120),
                              Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(m_view->viewport(), &event);
        }
        QVERIFY(m_view->transform().m11() > zoom * 2);
        QVERIFY((m_view->mapToScene(at) - before).manhattanLength() < 5);
        m_view->fit();
        QCOMPARE(m_view->transform().m11(), fitted);
    }

    void aClickOnAFoldOpensIt()
    {
        const auto fold = std::ranges::find_if(m_view->drawing().boxes, &DrawnBox::isFold);
        QVERIFY(fold != m_view->drawing().boxes.end());
        const NodeRef ref = fold->ref;
        QSignalSpy finished(m_view.get(), &TopologyView::layoutFinished);
        click(ref);
        QVERIFY(finished.wait(10000));
        QVERIFY(!m_view->drawing().box(ref));
    }

    void aHiddenFunctionIsShownWhenSelected()
    {
        QVERIFY(!m_view->drawing().box(host("00:14.0")));
        QSignalSpy finished(m_view.get(), &TopologyView::layoutFinished);
        m_view->select(host("00:14.0"));
        QVERIFY(finished.wait(10000));
        QVERIFY(m_view->drawing().box(host("00:14.0"))->selected);
    }

    void aMissingDotIsToldAndTheOldPictureStays()
    {
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", "/nowhere");
        QSignalSpy failed(m_view.get(), &TopologyView::layoutFailed);
        const Plan changed = m_plan.withoutEntry(0);
        m_view->setPlan(changed, evaluate(changed), u"host"_s, u"guest"_s);
        const bool told = failed.wait(10000);
        qputenv("PATH", path);
        QVERIFY(told);
        QCOMPARE(failed.first().first().value<Error>().kind, Error::Kind::Unavailable);
        QVERIFY(m_view->drawing().box(host("0b:00.0")));
    }

    void droppedFilesAndTextAreHandedOn()
    {
        QSignalSpy paths(m_view.get(), &TopologyView::pathsDropped);
        QSignalSpy texts(m_view.get(), &TopologyView::textDropped);
        QMimeData files;
        files.setUrls({QUrl::fromLocalFile(u"/tmp/a.txt"_s)});
        drop(files);
        QCOMPARE(paths.first().first().toStringList(), QStringList({u"/tmp/a.txt"_s}));
        QMimeData text;
        text.setText(u"00:00.0 Host bridge"_s);
        drop(text);
        QCOMPARE(texts.first().first().toString(), u"00:00.0 Host bridge"_s);
    }

    void clearShowsNothing()
    {
        m_view->clear();
        QVERIFY(m_view->drawing().boxes.isEmpty());
        QVERIFY(!m_view->isLayoutPending());
        QVERIFY(m_view->scene()->items().isEmpty());
    }

    void oneItemHoldsAllEdgesOfAParent()
    {
        QSet<NodeRef> parents;
        for (const DrawnHop &hop : m_view->drawing().hops)
            parents.insert(hop.parent);
        const Drawing &drawing = m_view->drawing();
        QCOMPARE(m_view->scene()->items().size(),
                 drawing.boxes.size() + drawing.ribbons.size() + drawing.outlines.size()
                     + parents.size());
    }

private:
    void show(const Plan &plan)
    {
        QSignalSpy finished(m_view.get(), &TopologyView::layoutFinished);
        m_view->setPlan(plan, evaluate(plan), u"host"_s, u"guest"_s);
        QVERIFY(finished.wait(10000));
    }
    QPoint placeOf(const NodeRef &ref) const
    {
        const DrawnBox *box = m_view->drawing().box(ref);
        return box ? m_view->mapFromScene(box->rect.center()) : QPoint();
    }
    /// A place of the view that no box covers.
    QPoint groundNear(int x) const
    {
        for (int y = 5; y < m_view->viewport()->height(); y += 5) {
            const QPointF scene = m_view->mapToScene(QPoint(x, y));
            if (std::ranges::none_of(m_view->drawing().boxes,
                                     [&](const DrawnBox &box) { return box.rect.contains(scene); }))
                return QPoint(x, y);
        }
        return {};
    }
    void click(const NodeRef &ref)
    {
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, placeOf(ref));
    }
    void press(Qt::Key key) { QTest::keyClick(m_view.get(), key); }
    void drag(const QPoint &from, const QPoint &to)
    {
        QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, from);
        for (const QPoint &at : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, at, m_view->viewport()->mapToGlobal(at),
                             Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(m_view->viewport(), &move);
        }
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, to);
    }
    void drop(const QMimeData &data)
    {
        QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_view->viewport(), &enter);
        QVERIFY(enter.isAccepted());
        QCoreApplication::sendEvent(m_view->viewport(), &event);
    }

    std::unique_ptr<TopologyView> m_view;
    Plan m_plan;
};

QTEST_MAIN(tst_topologyview)
#include "tst_topologyview.moc"
