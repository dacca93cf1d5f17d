// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "openedwindow.h"

#include "captureview.h"
#include "examples.h"
#include "exportactions.h"
#include "loadprogress.h"
#include "problemspanel.h"

#include <QClipboard>
#include <QInputDialog>
#include <QSemaphore>
#include <QToolButton>

#include <atomic>
#include <memory>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

const QByteArray listOfTwo = "00:01.0 PCI bridge [0604]: Device [8086:0001]\n"
                             "0b:00.0 VGA compatible controller [0300]: Device [1002:744c]\n";
const QByteArray groupOfOne =
    "IOMMU Group 12 0b:00.0 VGA compatible controller [0300]: Device [1002:744c]\n";

/// What the window writes to a file in this format.
QByteArray savedBy(const Opened &opened, QLatin1StringView format)
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(format));
    QSignalSpy saved(opened.window.exports(), &ExportActions::saved);
    opened.window.exports()->saveTo(format, file.fileName());
    const bool readable = (!saved.isEmpty() || saved.wait()) && file.open(QIODevice::ReadOnly);
    return readable ? file.readAll() : QByteArray();
}

} // namespace

class tst_windowfiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { keepSettingsApart(); }
    void aBadFileLeavesTheWindowAsItWas();
    void pastedTextOpens();
    void anEmptyClipboardIsSaid();
    void droppedTextOpens();
    void aDroppedFileOpens();
    void severalFilesCompleteEachOther();
    void ofSeveralHostsTheUserPicks();
    void theCapturesLinesAreOneStepAway();
    void readingAgainKeepsThePlan();
    void savingToABadPlaceIsSaid();
    void savingWritesTheLines();
    void savingWritesThePicture();
    void aSlowLoadShowsItsProgressAndCanBeCancelled();
};

void tst_windowfiles::aBadFileLeavesTheWindowAsItWas()
{
    Opened opened;
    const QString strip = opened.stripText(0);
    QVERIFY(!opened.hasMessage());
    opened.open(u"/nowhere/at-all.txt"_s);
    QVERIFY(opened.hasMessage());
    QVERIFY(opened.part<MessageBar>()->text().contains(u"at-all.txt"));
    QCOMPARE(opened.stripText(0), strip);
    QCOMPARE(opened.session.plan().entries.size(), 2);
    QTest::qWait(50);
    QVERIFY(opened.hasMessage());
    click(opened.window.findChild<QToolButton *>(u"closeMessage"_s));
    QVERIFY(!opened.hasMessage());
}

void tst_windowfiles::pastedTextOpens()
{
    Opened opened;
    QGuiApplication::clipboard()->setText(QString::fromUtf8(findExample(u"no-root")->capture()));
    QSignalSpy host(&opened.session, &Session::hostChanged);
    QTest::keyClick(&opened.window, Qt::Key_V, Qt::ControlModifier);
    QVERIFY(!host.isEmpty() || host.wait());
    QVERIFY(opened.session.plan().entries.isEmpty());
    QVERIFY(opened.part<VerdictStrip>()->isHidden());
    QVERIFY(opened.view()->selected().has_value());
}

void tst_windowfiles::anEmptyClipboardIsSaid()
{
    Opened opened;
    QGuiApplication::clipboard()->clear();
    opened.trigger(u"Paste capture"_s);
    QVERIFY(opened.hasMessage());
}

void tst_windowfiles::droppedTextOpens()
{
    Session session;
    MainWindow window(&session);
    window.show();
    QMimeData data;
    data.setText(QString::fromUtf8(findExample(u"no-root")->capture()));
    drop(&window, &data);
    QVERIFY(QTest::qWaitFor([&] { return session.hasHost(); }));
}

void tst_windowfiles::aDroppedFileOpens()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"host.txt"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(findExample(u"no-root")->capture());
    file.close();
    Session session;
    MainWindow window(&session);
    window.show();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file.fileName())});
    drop(&window, &data);
    QVERIFY(QTest::qWaitFor([&] { return session.hasHost(); }));
    QCOMPARE(session.capture()->label, u"host.txt"_s);
}

void tst_windowfiles::severalFilesCompleteEachOther()
{
    Opened opened;
    const QTemporaryDir folder;
    const auto write = [&folder](const QString &name, const QByteArray &bytes) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
        return QUrl::fromLocalFile(file.fileName());
    };
    QMimeData data;
    data.setUrls({write(u"list.txt"_s, listOfTwo), write(u"groups.txt"_s, groupOfOne)});
    drop(&opened.window, &data);
    QVERIFY(QTest::qWaitFor([&] { return opened.session.capture()->label == "list.txt"_L1; }));
    const Topology &host = *opened.session.plan().host;
    QCOMPARE(host.size(), 2);
    QCOMPARE(host.at(1).iommuGroup, 12);
    QCOMPARE(opened.session.capture()->sources.size(), 2);
}

/// Nothing is merged: the window asks, and shows the one that is picked.
void tst_windowfiles::ofSeveralHostsTheUserPicks()
{
    Opened opened;
    const QString before = opened.stripText(0);
    QGuiApplication::clipboard()->setText(
        QString::fromLatin1("root@a:~# lspci\n" + listOfTwo + "root@b:~# lspci\n"
                            + listOfTwo.first(listOfTwo.indexOf('\n') + 1)));
    opened.trigger(u"Paste capture"_s);
    QInputDialog *dialog = nullptr;
    QVERIFY(QTest::qWaitFor([&] {
        dialog = opened.part<QInputDialog>();
        return dialog && dialog->isVisible();
    }));
    QCOMPARE(opened.stripText(0), before);
    QCOMPARE(dialog->comboBoxItems().size(), 2);
    dialog->setTextValue(dialog->comboBoxItems().at(1));
    QSignalSpy ended(&opened.session, &Session::loadEnded);
    dialog->accept();
    QVERIFY(!ended.isEmpty() || ended.wait());
    QCOMPARE(opened.session.capture()->host, u"b"_s);
    QCOMPARE(opened.session.plan().host->size(), 1);
}

void tst_windowfiles::theCapturesLinesAreOneStepAway()
{
    Opened opened;
    const auto *view = opened.part<CaptureView>();
    QVERIFY2(view->markedText().startsWith(u"0b:00.0 "), qPrintable(view->markedText()));
    QVERIFY(view->markedText().contains(u"AtomicOpsCap:"));
    QVERIFY(view->markedText().contains(u"\n        Subsystem: "));
    opened.open(u"example:no-root"_s);
    auto *problems = opened.part<ProblemsPanel>();
    QSignalSpy shown(problems, &ProblemsPanel::linesActivated);
    for (int row = 0; row < problems->count() && shown.isEmpty(); ++row)
        Q_EMIT problems->activated(problems->model()->index(row, 0));
    QVERIFY(!shown.isEmpty());
    QVERIFY(!view->markedText().isEmpty());
    QVERIFY(view->isVisible());
}

void tst_windowfiles::readingAgainKeepsThePlan()
{
    Opened opened;
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"host.txt"_s));
    const auto write = [&file](const QByteArray &bytes) {
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(bytes);
        file.close();
    };
    write(listOfTwo);
    opened.open(file.fileName());
    opened.session.setEntry(0, u"0b:00.0,pcie=1"_s, u"x"_s);
    write(listOfTwo + "0c:00.0 Ethernet controller [0200]: Device [8086:0003]\n");
    QSignalSpy ended(&opened.session, &Session::loadEnded);
    opened.trigger(u"Read again"_s);
    QVERIFY(!ended.isEmpty() || ended.wait());
    QCOMPARE(opened.session.plan().host->size(), 3);
    QCOMPARE(opened.session.plan().entries.size(), 1);
    QVERIFY(opened.session.outcome().entries.first().functions.first().hostIndex >= 0);
}

void tst_windowfiles::savingToABadPlaceIsSaid()
{
    Opened opened;
    opened.window.exports()->saveTo("hostpci"_L1, u"/nowhere/at/all.conf"_s);
    QVERIFY(QTest::qWaitFor([&] { return opened.hasMessage(); }));
}

void tst_windowfiles::savingWritesTheLines()
{
    const Opened opened;
    QCOMPARE(savedBy(opened, "hostpci"_L1),
             "machine: q35\nhostpci0: 0000:0b:00,pcie=1\nhostpci1: 0000:44:00.0,pcie=1\n");
}

void tst_windowfiles::savingWritesThePicture()
{
    Opened opened;
    QVERIFY(savedBy(opened, "svg"_L1).contains("0000:0b:00.0"));
    QGuiApplication::clipboard()->clear();
    opened.trigger(u"Copy picture"_s);
    QVERIFY(QTest::qWaitFor([] { return !QGuiApplication::clipboard()->image().isNull(); }));
}

void tst_windowfiles::aSlowLoadShowsItsProgressAndCanBeCancelled()
{
    Opened opened;
    const auto letGo = std::make_shared<QSemaphore>();
    const auto toldToStop = std::make_shared<std::atomic<bool>>(false);
    opened.session.load(
        [letGo, toldToStop](const ReadProgress &progress) -> Result<PlanInput> {
            letGo->acquire();
            *toldToStop = !progress(50);
            return PlanInput {};
        },
        u"slow.txt"_s);
    auto *progress = opened.part<LoadProgress>();
    QVERIFY(progress->isHidden());
    QVERIFY(QTest::qWaitFor([&] { return progress->isVisible(); }));
    click(opened.window.findChild<QAbstractButton *>(u"cancelLoad"_s));
    QVERIFY(progress->isHidden());
    QVERIFY(!opened.session.isLoading());
    letGo->release();
    QVERIFY(QTest::qWaitFor([&] { return toldToStop->load(); }));
    QCOMPARE(opened.session.plan().entries.size(), 2);
}

QTEST_MAIN(tst_windowfiles)
#include "tst_windowfiles.moc"
