// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "session.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <atomic>
#include <memory>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

PciFunction card(quint8 bus)
{
    PciFunction function;
    function.address = {.domain = 0, .bus = bus, .slot = 0, .function = 0};
    function.portType = PortType::LegacyEndpoint;
    function.vendor = 0x1002;
    function.device = 0x744c;
    function.classCode = 0x0300;
    function.deviceName = u"Card %1"_s.arg(bus);
    return function;
}

PlanInput madeHost(const QString &label)
{
    HostCapture capture;
    capture.kind = u"lspci-text"_s;
    capture.label = label;
    capture.topology = Topology::fromFunctions({card(1), card(2)}).topology;
    return startPlan(capture, {});
}

HostReader readerOf(const QString &label)
{
    return [label](const ReadProgress &) -> Result<PlanInput> { return madeHost(label); };
}

HostReader failingReader()
{
    return [](const ReadProgress &) -> Result<PlanInput> {
        return std::unexpected(
            Error {.kind = Error::Kind::BadData, .what = u"no lspci"_s, .where = {}, .hint = {}});
    };
}

/// A reader that waits until it is let go, and says whether it was told to stop.
struct HeldReader {
    struct State {
        QSemaphore begun;
        QSemaphore letGo;
        std::atomic<bool> toldToStop = false;
    };
    std::shared_ptr<State> state = std::make_shared<State>();

    HostReader reader(const QString &label) const
    {
        return [held = state, label](const ReadProgress &progress) -> Result<PlanInput> {
            held->begun.release();
            held->letGo.acquire();
            held->toldToStop = !progress(50);
            return madeHost(label);
        };
    }
};

void loadNow(Session *session, const HostReader &reader)
{
    QSignalSpy ended(session, &Session::loadEnded);
    session->load(reader, u"test"_s);
    // A job that is done at once is delivered at once.
    QVERIFY(!ended.isEmpty() || ended.wait());
}

} // namespace

class tst_session : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void openingShowsTheHostWithAnEmptyQ35Plan();
    void openingAnExampleLoadsItsVmConfiguration();
    void aFailedLoadKeepsEverything();
    void theEventLoopRunsWhileALoadIsHeld();
    void aCancelledLoadTellsTheReaderAndChangesNothing();
    void aNewLoadReplacesTheRunningOne();
    void readingAgainKeepsThePlanHoweverFast();
    void destructionDuringALoadIsHarmless();
    void everyEditIsOneUndoableStep();
    void anEditThatChangesNothingIsNoStep();
    void addingTakesTheNextFreeLine();
    void addingAPassedCardFindsItsLine();
    void addingToAFullPlanIsRefused();
    void movingKeepsTheValueAndRefusesTakenNumbers();
    void openingAnotherHostForgetsTheUndoSteps();
    void aVmConfigurationReplacesTheLinesUndoably();
    void aMissingVmConfigurationIsAnError();
};

void tst_session::openingShowsTheHostWithAnEmptyQ35Plan()
{
    Session session;
    QVERIFY(!session.hasHost());
    QSignalSpy hostChanged(&session, &Session::hostChanged);
    loadNow(&session, readerOf(u"one"_s));
    QCOMPARE(hostChanged.size(), 1);
    QCOMPARE(session.capture()->label, u"one"_s);
    QCOMPARE(session.plan().host->size(), 2);
    QVERIFY(session.plan().entries.isEmpty());
    QVERIFY(session.plan().guest.isQ35());
}

void tst_session::openingAnExampleLoadsItsVmConfiguration()
{
    Session session;
    loadNow(&session, hostReader(u"example:x399-two-rx7900xt"_s));
    QVERIFY(session.hasHost());
    QCOMPARE(session.plan().guest.vmid, std::optional(101));
    QCOMPARE(session.plan().entries.size(), 2);
    QCOMPARE(session.plan().entries.at(0).value, u"0000:0b:00,pcie=1"_s);
    QCOMPARE(session.outcome().entries.size(), 2);
}

void tst_session::aFailedLoadKeepsEverything()
{
    Session session;
    loadNow(&session, readerOf(u"one"_s));
    session.setEntry(0, u"0000:01:00.0,pcie=1"_s, u"Add"_s);
    const Plan before = session.plan();
    QSignalSpy failed(&session, &Session::loadFailed);
    QSignalSpy changed(&session, &Session::changed);
    loadNow(&session, failingReader());
    QCOMPARE(failed.size(), 1);
    QCOMPARE(failed.at(0).at(0).value<Error>().what, u"no lspci"_s);
    QCOMPARE(changed.size(), 0);
    QCOMPARE(session.plan(), before);
    QCOMPARE(session.capture()->label, u"one"_s);
    QVERIFY(session.undoStack()->canUndo());
}

void tst_session::theEventLoopRunsWhileALoadIsHeld()
{
    Session session;
    const HeldReader held;
    session.load(held.reader(u"slow"_s), u"slow"_s);
    held.state->begun.acquire();
    int ticks = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&ticks] { ++ticks; });
    timer.start(1);
    QVERIFY(QTest::qWaitFor([&] { return ticks > 5; }));
    QVERIFY(session.isLoading());
    QVERIFY(!session.hasHost());
    held.state->letGo.release();
    QVERIFY(QTest::qWaitFor([&] { return session.hasHost(); }));
    QVERIFY(!session.isLoading());
}

void tst_session::aCancelledLoadTellsTheReaderAndChangesNothing()
{
    Session session;
    loadNow(&session, readerOf(u"one"_s));
    QSignalSpy failed(&session, &Session::loadFailed);
    QSignalSpy ended(&session, &Session::loadEnded);
    const HeldReader held;
    session.load(held.reader(u"two"_s), u"two"_s);
    held.state->begun.acquire();
    session.cancelLoad();
    QVERIFY(!session.isLoading());
    QCOMPARE(ended.size(), 1);
    held.state->letGo.release();
    QVERIFY(QTest::qWaitFor([&] { return held.state->toldToStop.load(); }));
    QTest::qWait(20);
    QCOMPARE(session.capture()->label, u"one"_s);
    QCOMPARE(failed.size(), 0);
    QCOMPARE(ended.size(), 1);
}

void tst_session::aNewLoadReplacesTheRunningOne()
{
    Session session;
    const HeldReader held;
    session.load(held.reader(u"old"_s), u"old"_s);
    held.state->begun.acquire();
    session.load(readerOf(u"new"_s), u"new"_s);
    QVERIFY(QTest::qWaitFor([&] { return session.hasHost(); }));
    held.state->letGo.release();
    QVERIFY(QTest::qWaitFor([&] { return held.state->toldToStop.load(); }));
    QTest::qWait(20);
    QCOMPARE(session.capture()->label, u"new"_s);
}

void tst_session::readingAgainKeepsThePlanHoweverFast()
{
    Session session;
    loadNow(&session, readerOf(u"one"_s));
    session.setEntry(0, u"0000:01:00.0,pcie=1"_s, u"Add"_s);
    for (int times = 0; times < 300; ++times) {
        QSignalSpy ended(&session, &Session::loadEnded);
        session.reload(readerOf(u"one"_s), u"again"_s);
        QVERIFY(!ended.isEmpty() || ended.wait());
        QCOMPARE(session.plan().entries.size(), 1);
    }
}

void tst_session::destructionDuringALoadIsHarmless()
{
    const HeldReader held;
    {
        Session session;
        session.load(held.reader(u"late"_s), u"late"_s);
        held.state->begun.acquire();
    }
    held.state->letGo.release();
    QVERIFY(QTest::qWaitFor([&] { return held.state->toldToStop.load(); }));
    QTest::qWait(20);
}

void tst_session::everyEditIsOneUndoableStep()
{
    Session session;
    loadNow(&session, readerOf(u"one"_s));
    const Plan empty = session.plan();
    session.setEntry(0, u"0000:01:00.0,pcie=1"_s, u"Add"_s);
    const Plan one = session.plan();
    session.setEntry(0, u"0000:01:00,pcie=1"_s, u"All Functions on hostpci0"_s);
    const Plan whole = session.plan();
    QCOMPARE(session.outcome().entries.at(0).value, u"0000:01:00,pcie=1"_s);
    session.removeEntry(0);
    QVERIFY(session.plan().entries.isEmpty());

    session.undoStack()->undo();
    QCOMPARE(session.plan(), whole);
    QCOMPARE(session.undoStack()->undoText(), u"All Functions on hostpci0"_s);
    session.undoStack()->undo();
    QCOMPARE(session.plan(), one);
    QCOMPARE(session.outcome().entries.at(0).value, u"0000:01:00.0,pcie=1"_s);
    session.undoStack()->undo();
    QCOMPARE(session.plan(), empty);
    QVERIFY(!session.undoStack()->canUndo());
    session.undoStack()->redo();
    session.undoStack()->redo();
    QCOMPARE(session.plan(), whole);
}

void tst_session::anEditThatChangesNothingIsNoStep()
{
    Session session;
    loadNow(&session, readerOf(u"one"_s));
    QSignalSpy changed(&session, &Session::changed);
    session.edit(session.plan(), u"Nothing"_s);
    QCOMPARE(changed.size(), 0);
    QVERIFY(!session.undoStack()->canUndo());
}

void tst_session::addingTakesTheNextFreeLine()
{
    Session session;
    loadNow(&session, readerOf(u"one"_s));
    QCOMPARE(session.addCard(card(1).address).value_or(-1), 0);
    QCOMPARE(session.addCard(card(2).address).value_or(-1), 1);
    QCOMPARE(session.plan().entry(1)->value, u"0000:02:00.0,pcie=1"_s);
    QCOMPARE(session.undoStack()->undoText(), u"Add 0000:02:00.0"_s);
}

void tst_session::addingAPassedCardFindsItsLine()
{
    Session session;
    loadNow(&session, readerOf(u"one"_s));
    session.setEntry(3, u"0000:01:00,pcie=1"_s, u"Add"_s);
    QCOMPARE(session.addCard(card(1).address).value_or(-1), 3);
    QCOMPARE(session.plan().entries.size(), 1);
}

void tst_session::addingToAFullPlanIsRefused()
{
    Session session;
    loadNow(&session, readerOf(u"one"_s));
    Plan full = session.plan();
    for (int i = 0; i < maxHostpciEntries; ++i)
        full = full.withEntry(i, u"0000:%1:00.0,pcie=1"_s.arg(i + 32, 2, 16, QLatin1Char('0')));
    session.edit(full, u"Fill"_s);
    const Result<int> added = session.addCard(card(1).address);
    QVERIFY(!added);
    QVERIFY(!added.error().what.isEmpty());
    QCOMPARE(session.plan(), full);
}

void tst_session::movingKeepsTheValueAndRefusesTakenNumbers()
{
    Session session;
    loadNow(&session, readerOf(u"one"_s));
    session.setEntry(0, u"0000:01:00.0,pcie=1"_s, u"Add"_s);
    session.setEntry(1, u"0000:02:00.0,pcie=1"_s, u"Add"_s);
    QVERIFY(!session.moveEntry(0, 1));
    QVERIFY(session.moveEntry(0, 2));
    QVERIFY(session.plan().entry(0) == nullptr);
    QCOMPARE(session.plan().entry(2)->value, u"0000:01:00.0,pcie=1"_s);
    session.undoStack()->undo();
    QVERIFY(session.plan().entry(0) != nullptr);
}

void tst_session::openingAnotherHostForgetsTheUndoSteps()
{
    Session session;
    loadNow(&session, readerOf(u"one"_s));
    session.setEntry(0, u"0000:01:00.0,pcie=1"_s, u"Add"_s);
    loadNow(&session, readerOf(u"two"_s));
    QVERIFY(!session.undoStack()->canUndo());
    QVERIFY(session.plan().entries.isEmpty());
}

void tst_session::aVmConfigurationReplacesTheLinesUndoably()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"105.conf"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("machine: q35\nname: test\nhostpci3: 0000:02:00,pcie=1\n");
    file.close();
    Session session;
    loadNow(&session, readerOf(u"one"_s));
    session.setEntry(0, u"0000:01:00.0,pcie=1"_s, u"Add"_s);
    const Plan before = session.plan();
    QVERIFY(session.openVms({file.fileName()}));
    QCOMPARE(session.plan().guest.vmid, std::optional(105));
    QCOMPARE(session.plan().entries.size(), 1);
    QCOMPARE(session.plan().entry(3)->value, u"0000:02:00,pcie=1"_s);
    QVERIFY(session.plan().host == before.host);
    session.undoStack()->undo();
    QCOMPARE(session.plan(), before);
}

void tst_session::aMissingVmConfigurationIsAnError()
{
    Session session;
    const Plan before = session.plan();
    QVERIFY(!session.openVms({u"/nowhere/101.conf"_s}));
    QCOMPARE(session.plan(), before);
}

QTEST_GUILESS_MAIN(tst_session)
#include "tst_session.moc"
