// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "openedwindow.h"

#include "examples.h"
#include "exportactions.h"
#include "loadprogress.h"

#include <QClipboard>
#include <QSemaphore>
#include <QToolButton>

#include <atomic>
#include <memory>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

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
    void severalFilesAreRefused();
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

void tst_windowfiles::severalFilesAreRefused()
{
    Session session;
    MainWindow window(&session);
    window.show();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(u"/a"_s), QUrl::fromLocalFile(u"/b"_s)});
    drop(&window, &data);
    QVERIFY(!window.findChild<MessageBar *>()->isHidden());
    QVERIFY(!session.isLoading());
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
