// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "configpreview.h"
#include "exportactions.h"
#include "exportpanel.h"
#include "guestform.h"
#include "loadprogress.h"
#include "mainwindow.h"
#include "messagebar.h"
#include "plancard.h"
#include "planpanel.h"
#include "problemspanel.h"
#include "topologyview.h"
#include "verdictstrip.h"
#include "whypanel.h"
#include "widthchips.h"

#include "addcarddialog.h"
#include "examples.h"

#include <QAccessible>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSemaphore>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <atomic>
#include <memory>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

const PciAddress firstGpu {.domain = 0, .bus = 0x0b, .slot = 0, .function = 0};
const PciAddress firstAudio {.domain = 0, .bus = 0x0b, .slot = 0, .function = 1};
const PciAddress secondGpu {.domain = 0, .bus = 0x44, .slot = 0, .function = 0};

/// The window with the two-GPU example open, and short ways to its parts.
class Opened {
public:
    Opened()
    {
        window.resize(1400, 900);
        window.show();
        open(u"example:x399-two-rx7900xt"_s);
    }

    void open(const QString &host)
    {
        QSignalSpy ended(&session, &Session::loadEnded);
        window.openHost(host);
        QVERIFY(!ended.isEmpty() || ended.wait());
        waitForLayout();
    }
    void waitForLayout()
    {
        QVERIFY(QTest::qWaitFor([&] { return !view()->isLayoutPending(); }));
    }

    template<typename T>
    T *part() const
    {
        return window.findChild<T *>();
    }
    TopologyView *view() const { return part<TopologyView>(); }
    PlanCard *card(int entry) const { return part<PlanPanel>()->card(entry); }
    QCheckBox *check(int entry, const QString &text) const
    {
        for (QCheckBox *box : card(entry)->findChildren<QCheckBox *>()) {
            if (box->text() == text)
                return box;
        }
        return nullptr;
    }
    QString stripText(int row) const { return part<VerdictStrip>()->lines().at(row).plainText(); }
    QString whyText() const
    {
        QStringList all;
        for (const OutcomeLine &line : part<WhyPanel>()->lines())
            all += line.plainText();
        return all.join(u'\n');
    }
    QString linesText() const { return part<ConfigPreview>()->toPlainText(); }
    HopState portState(const QString &id) const
    {
        const DrawnBox *box = view()->drawing().box(NodeRef::guest(id));
        return box == nullptr ? HopState::NotAsked : box->state;
    }
    bool hasMessage() const { return !part<MessageBar>()->isHidden(); }
    void trigger(const QString &text)
    {
        for (QAction *action : window.findChildren<QAction *>()) {
            if (action->text().remove(u'&') == text) {
                action->trigger();
                return;
            }
        }
        QFAIL(qPrintable(text));
    }

    Session session;
    MainWindow window {&session};
};

void click(QWidget *widget)
{
    // On the indicator, as a user would: a check box may be wider than its text.
    QTest::mouseClick(widget, Qt::LeftButton, {}, QPoint(8, widget->height() / 2));
}

void drop(QWidget *target, QMimeData *data)
{
    const QPoint place = target->rect().center();
    QDragEnterEvent enter(place, Qt::CopyAction, data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent dropped(place, Qt::CopyAction, data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &dropped);
}

} // namespace

class tst_mainwindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theEmptyWindowOffersTheWaysIn();
    void openingTheExampleShowsItEverywhere();
    void theHeadingsOfThePictureAreSeen();
    void togglingAllFunctionsChangesEverythingAtOnce();
    void undoAndRedoFollow();
    void theLinesReachTheClipboard();
    void selectingInThePictureSelectsEverywhere();
    void selectingInTheStripSelectsEverywhere();
    void selectingTheGuestPortSelectsItsLine();
    void anUnpassedFunctionIsExplainedToo();
    void aDoubleClickAddsTheCard();
    void theDialogAddsTheCard();
    void removingAndMovingAreUndoable();
    void theValueCanBeTyped();
    void aRefusedValueShowsItsError();
    void theGuestsSettingsAreUndoable();
    void aVersionThatMeansNothingIsPutBack();
    void aBadFileLeavesTheWindowAsItWas();
    void pastedTextOpens();
    void anEmptyClipboardIsSaid();
    void droppedTextOpens();
    void aDroppedFileOpens();
    void severalFilesAreRefused();
    void hostileTextStaysPlain();
    void problemsAreCountedAndListed();
    void savingToABadPlaceIsSaid();
    void savingWritesTheLines();
    void savingWritesThePicture();
    void aSlowLoadShowsItsProgressAndCanBeCancelled();
    void theLayoutOfTheWindowIsRemembered();
    void everythingInteractiveHasAName();
};

void tst_mainwindow::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    static const QTemporaryDir folder;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
}

void tst_mainwindow::theEmptyWindowOffersTheWaysIn()
{
    Session session;
    MainWindow window(&session);
    window.show();
    for (const Example &example : exampleTable()) {
        auto *button =
            window.findChild<QAbstractButton *>(u"example-"_s + QString::fromUtf8(example.name));
        QVERIFY(button != nullptr);
        QVERIFY(button->isVisible());
    }
    QVERIFY(window.findChild<VerdictStrip *>()->isHidden());
    QTest::mouseClick(window.findChild<QAbstractButton *>(u"example-x399-two-rx7900xt"_s),
                      Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return session.hasHost(); }));
    QVERIFY(window.findChild<TopologyView *>()->isVisible());
}

void tst_mainwindow::openingTheExampleShowsItEverywhere()
{
    const Opened opened;
    QCOMPARE(opened.part<VerdictStrip>()->lines().size(), 2);
    QVERIFY(opened.part<VerdictStrip>()->isVisible());
    QVERIFY(opened.stripText(0).startsWith(u"✕ A "));
    QVERIFY(opened.stripText(1).startsWith(u"✓ B "));
    QCOMPARE(opened.linesText(),
             u"machine: q35\nhostpci0: 0000:0b:00,pcie=1\n"
             "hostpci1: 0000:44:00.0,pcie=1"_s);
    QCOMPARE(opened.window.currentEntry(), std::optional(0));
    QCOMPARE(opened.view()->selected(), NodeRef::hostFunction(firstGpu));
    QVERIFY(opened.card(0)->isCurrent());
    QVERIFY(opened.whyText().contains(u"multifunction"));
    QVERIFY(opened.window.findChild<QLabel *>(u"status"_s)->text().contains(u"QEMU"));
    QCOMPARE(opened.portState(u"ich9-pcie-port-1"_s), HopState::Blocks);
    QCOMPARE(opened.portState(u"ich9-pcie-port-2"_s), HopState::Carries);
}

void tst_mainwindow::theHeadingsOfThePictureAreSeen()
{
    const Opened opened;
    TopologyView *view = opened.view();
    const QImage seen = view->viewport()->grab().toImage();
    for (const DrawnText &text : view->drawing().texts) {
        const QRect place = view->mapFromScene(text.rect).boundingRect() & seen.rect();
        bool inked = false;
        for (int y = place.top(); y <= place.bottom() && !inked; ++y) {
            for (int x = place.left(); x <= place.right() && !inked; ++x)
                inked = contrastRatio(seen.pixelColor(x, y), view->drawing().theme.background) > 2;
        }
        QVERIFY2(inked, qPrintable(text.text));
    }
    QVERIFY(!view->drawing().texts.isEmpty());
}

void tst_mainwindow::togglingAllFunctionsChangesEverythingAtOnce()
{
    Opened opened;
    const QString whyBefore = opened.whyText();
    QCheckBox *all = opened.check(0, u"All Functions"_s);
    QVERIFY(all->isChecked());
    QCOMPARE(opened.card(0)->findChild<WidthChips *>()->text(), u"32 ✕  64 ✕  128 ✕"_s);
    click(all);
    QVERIFY(!all->isChecked());
    QVERIFY(opened.stripText(0).startsWith(u"✓ A "));
    QVERIFY(opened.card(0)->findChild<WidthChips *>()->text().startsWith(u"32 ✓  64 ✓"));
    QVERIFY(opened.linesText().contains(u"hostpci0: 0000:0b:00.0,pcie=1"));
    QVERIFY(opened.whyText() != whyBefore);
    QVERIFY(!opened.whyText().contains(u"multifunction"));
    QCOMPARE(opened.portState(u"ich9-pcie-port-1"_s), HopState::Carries);
    opened.waitForLayout();
    QCOMPARE(opened.portState(u"ich9-pcie-port-1"_s), HopState::Carries);
    QVERIFY(opened.view()->drawing().box(NodeRef::guest(u"hostpci0"_s, firstGpu)) != nullptr);
}

void tst_mainwindow::undoAndRedoFollow()
{
    Opened opened;
    const QString before = opened.linesText();
    click(opened.check(0, u"All Functions"_s));
    const QString after = opened.linesText();
    QVERIFY(before != after);
    QTest::keyClick(&opened.window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(opened.linesText(), before);
    QVERIFY(opened.check(0, u"All Functions"_s)->isChecked());
    QCOMPARE(opened.portState(u"ich9-pcie-port-1"_s), HopState::Blocks);
    QTest::keyClick(&opened.window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(opened.linesText(), after);
    QVERIFY(opened.stripText(0).startsWith(u"✓"));
}

void tst_mainwindow::theLinesReachTheClipboard()
{
    Opened opened;
    QGuiApplication::clipboard()->clear();
    click(opened.window.findChild<QAbstractButton *>(u"copyLines"_s));
    QVERIFY(QTest::qWaitFor([] { return !QGuiApplication::clipboard()->text().isEmpty(); }));
    QCOMPARE(QGuiApplication::clipboard()->text(),
             u"machine: q35\nhostpci0: 0000:0b:00,pcie=1\nhostpci1: 0000:44:00.0,pcie=1\n"_s);
    opened.trigger(u"Copy verdicts"_s);
    QCOMPARE(QGuiApplication::clipboard()->text().count(u'\n'), 1);
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(u"✕ A "));
}

void tst_mainwindow::selectingInThePictureSelectsEverywhere()
{
    Opened opened;
    Q_EMIT opened.view()->selectionChanged(NodeRef::hostFunction(secondGpu));
    QCOMPARE(opened.window.currentEntry(), std::optional(1));
    QVERIFY(opened.card(1)->isCurrent());
    QVERIFY(!opened.card(0)->isCurrent());
    QCOMPARE(opened.part<VerdictStrip>()->currentIndex().row(), 1);
    QCOMPARE(opened.part<ConfigPreview>()->extraSelections().at(0).cursor.blockNumber(), 2);
    QVERIFY(!opened.whyText().contains(u"multifunction"));
}

void tst_mainwindow::selectingInTheStripSelectsEverywhere()
{
    Opened opened;
    auto *strip = opened.part<VerdictStrip>();
    const QRect row = strip->visualRect(strip->model()->index(1, 0));
    QTest::mouseClick(strip->viewport(), Qt::LeftButton, {}, row.center());
    QCOMPARE(opened.window.currentEntry(), std::optional(1));
    QCOMPARE(opened.view()->selected(), NodeRef::hostFunction(secondGpu));
    QVERIFY(opened.card(1)->isCurrent());
    QTest::keyClick(strip, Qt::Key_Up);
    QCOMPARE(opened.window.currentEntry(), std::optional(0));
    QTest::keyClick(strip, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), opened.stripText(0));
}

void tst_mainwindow::selectingTheGuestPortSelectsItsLine()
{
    Opened opened;
    Q_EMIT opened.view()->selectionChanged(NodeRef::guest(u"ich9-pcie-port-2"_s));
    QCOMPARE(opened.window.currentEntry(), std::optional(1));
}

void tst_mainwindow::anUnpassedFunctionIsExplainedToo()
{
    Opened opened;
    const Topology &host = *opened.session.plan().host;
    for (const int index : passableFunctions(host)) {
        const PciAddress address = host.at(index).address;
        if (entryOf(opened.session.outcome(), address))
            continue;
        Q_EMIT opened.view()->selectionChanged(NodeRef::hostFunction(address));
        QCOMPARE(opened.window.currentEntry(), std::nullopt);
        QVERIFY(!opened.part<WhyPanel>()->lines().isEmpty());
        return;
    }
    QFAIL("the example has nothing left to pass");
}

void tst_mainwindow::aDoubleClickAddsTheCard()
{
    Opened opened;
    click(opened.check(0, u"All Functions"_s));
    Q_EMIT opened.view()->addRequested(firstAudio);
    QCOMPARE(opened.session.plan().entries.size(), 3);
    QCOMPARE(opened.session.plan().entry(2)->value, u"0000:0b:00.1,pcie=1"_s);
    QCOMPARE(opened.window.currentEntry(), std::optional(2));
    QVERIFY(opened.card(2) != nullptr);
    QVERIFY(opened.card(2)->isCurrent());
    Q_EMIT opened.view()->addRequested(firstGpu);
    QCOMPARE(opened.session.plan().entries.size(), 3);
    QCOMPARE(opened.window.currentEntry(), std::optional(0));
}

void tst_mainwindow::theDialogAddsTheCard()
{
    Opened opened;
    click(opened.check(0, u"All Functions"_s));
    click(opened.window.findChild<QAbstractButton *>(u"addCard"_s));
    auto *dialog = opened.part<AddCardDialog>();
    QVERIFY(dialog != nullptr);
    auto *list = dialog->findChild<QTreeView *>();
    const int all = list->model()->rowCount();
    auto *filter = dialog->findChild<QLineEdit *>();
    filter->setText(u"nothing is called this"_s);
    QCOMPARE(list->model()->rowCount(), 0);
    filter->setText(u"0B:00.1"_s);
    QCOMPARE(list->model()->rowCount(), 1);
    QVERIFY(all > 3);
    QTest::keyClick(filter, Qt::Key_Return);
    QCOMPARE(opened.session.plan().entries.size(), 3);
    QCOMPARE(opened.session.plan().entry(2)->value, u"0000:0b:00.1,pcie=1"_s);
}

void tst_mainwindow::removingAndMovingAreUndoable()
{
    Opened opened;
    Q_EMIT opened.card(1)->moveRequested(1, 5);
    QCOMPARE(opened.window.currentEntry(), std::optional(5));
    QVERIFY(opened.linesText().contains(u"hostpci5: 0000:44:00.0,pcie=1"));
    Q_EMIT opened.card(5)->moveRequested(5, 0);
    QVERIFY(opened.hasMessage());
    click(opened.card(0)->findChild<QToolButton *>(u"remove"_s));
    QVERIFY(!opened.linesText().contains(u"hostpci0"));
    QVERIFY(opened.card(0) == nullptr);
    opened.session.undoStack()->undo();
    opened.session.undoStack()->undo();
    QVERIFY(opened.linesText().contains(u"hostpci0: 0000:0b:00,pcie=1"));
    QVERIFY(opened.linesText().contains(u"hostpci1: 0000:44:00.0,pcie=1"));
}

void tst_mainwindow::theValueCanBeTyped()
{
    Opened opened;
    auto *value = opened.card(0)->findChild<QLineEdit *>(u"value"_s);
    value->setFocus();
    value->selectAll();
    QTest::keyClicks(value, u"0000:0b:00.0,pcie=1,rombar=0"_s);
    QTest::keyClick(value, Qt::Key_Return);
    QVERIFY(opened.linesText().contains(u"hostpci0: 0000:0b:00.0,pcie=1,rombar=0"));
    QVERIFY(!opened.check(0, u"ROM-Bar"_s)->isChecked());
    QVERIFY(!opened.check(0, u"All Functions"_s)->isChecked());
    QCOMPARE(opened.session.undoStack()->undoText(), u"Edit hostpci0"_s);
    QCOMPARE(opened.session.undoStack()->count(), 1);
}

void tst_mainwindow::aRefusedValueShowsItsError()
{
    Opened opened;
    opened.session.setEntry(0, u"0000:0B:00,pcie=1"_s, u"Edit"_s);
    QVERIFY(opened.stripText(0).startsWith(u"✕"));
    QVERIFY(!opened.check(0, u"All Functions"_s)->isEnabled());
    QVERIFY(opened.part<ProblemsPanel>()->count() > 0);
    QCOMPARE(opened.part<ConfigPreview>()->lines().at(1).state, HopState::Blocks);
    QVERIFY(!opened.part<ConfigPreview>()->lines().at(1).note.isEmpty());
}

void tst_mainwindow::theGuestsSettingsAreUndoable()
{
    Opened opened;
    QComboBox *qemu = opened.part<GuestForm>()->field(GuestForm::Qemu);
    qemu->lineEdit()->setText(u"8.0"_s);
    QTest::keyClick(qemu->lineEdit(), Qt::Key_Return);
    QCOMPARE(opened.session.plan().guest.qemuVersion(), (QemuVersion {8, 0, 0}));
    QVERIFY(opened.stripText(1).startsWith(u"✕"));
    QComboBox *machine = opened.part<GuestForm>()->field(GuestForm::Machine);
    machine->setCurrentIndex(machine->findText(u"pc"_s));
    Q_EMIT machine->activated(machine->currentIndex());
    QVERIFY(!opened.session.plan().guest.isQ35());
    QCOMPARE(opened.session.undoStack()->count(), 2);
    opened.session.undoStack()->undo();
    opened.session.undoStack()->undo();
    QCOMPARE(machine->currentText(), u"q35"_s);
    QVERIFY(opened.stripText(1).startsWith(u"✓"));
}

void tst_mainwindow::aVersionThatMeansNothingIsPutBack()
{
    Opened opened;
    QComboBox *kernel = opened.part<GuestForm>()->field(GuestForm::HostKernel);
    const QString before = kernel->currentText();
    kernel->lineEdit()->setText(u"newest"_s);
    QTest::keyClick(kernel->lineEdit(), Qt::Key_Return);
    QCOMPARE(kernel->currentText(), before);
    QVERIFY(opened.hasMessage());
    QVERIFY(!opened.session.undoStack()->canUndo());
}

void tst_mainwindow::aBadFileLeavesTheWindowAsItWas()
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

void tst_mainwindow::pastedTextOpens()
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

void tst_mainwindow::anEmptyClipboardIsSaid()
{
    Opened opened;
    QGuiApplication::clipboard()->clear();
    opened.trigger(u"Paste capture"_s);
    QVERIFY(opened.hasMessage());
}

void tst_mainwindow::droppedTextOpens()
{
    Session session;
    MainWindow window(&session);
    window.show();
    QMimeData data;
    data.setText(QString::fromUtf8(findExample(u"no-root")->capture()));
    drop(&window, &data);
    QVERIFY(QTest::qWaitFor([&] { return session.hasHost(); }));
}

void tst_mainwindow::aDroppedFileOpens()
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

void tst_mainwindow::severalFilesAreRefused()
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

void tst_mainwindow::hostileTextStaysPlain()
{
    Opened opened;
    opened.session.setEntry(0, u"<img src=x onerror=y><b>0b:00</b>"_s, u"Edit"_s);
    for (const QLabel *label : opened.window.findChildren<QLabel *>()) {
        if (label->text().contains(u"<b>"))
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }
    QVERIFY(opened.linesText().contains(u"<b>0b:00</b>"));
    for (const QWidget *widget : opened.window.findChildren<QWidget *>())
        QVERIFY2(!widget->toolTip().contains(u"<b>"), qPrintable(widget->objectName()));
}

void tst_mainwindow::problemsAreCountedAndListed()
{
    Opened opened;
    opened.open(u"example:no-root"_s);
    const auto problems = opened.session.capture()->problems.size();
    QVERIFY(problems > 0);
    QVERIFY(opened.part<ProblemsPanel>()->count() >= problems);
    QVERIFY(opened.window.findChild<QLabel *>(u"status"_s)
                ->text()
                .contains(QString::number(opened.part<ProblemsPanel>()->count())));
}

void tst_mainwindow::savingToABadPlaceIsSaid()
{
    Opened opened;
    opened.window.exports()->saveTo("hostpci"_L1, u"/nowhere/at/all.conf"_s);
    QVERIFY(QTest::qWaitFor([&] { return opened.hasMessage(); }));
}

void tst_mainwindow::savingWritesTheLines()
{
    Opened opened;
    const QTemporaryDir folder;
    const QString name = folder.filePath(u"101.conf"_s);
    QSignalSpy saved(opened.window.exports(), &ExportActions::saved);
    opened.window.exports()->saveTo("hostpci"_L1, name);
    QVERIFY(!saved.isEmpty() || saved.wait());
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(),
             "machine: q35\nhostpci0: 0000:0b:00,pcie=1\nhostpci1: 0000:44:00.0,pcie=1\n");
}

void tst_mainwindow::savingWritesThePicture()
{
    Opened opened;
    const QTemporaryDir folder;
    const QString name = folder.filePath(u"plan.svg"_s);
    QSignalSpy saved(opened.window.exports(), &ExportActions::saved);
    opened.window.exports()->saveTo("svg"_L1, name);
    QVERIFY(!saved.isEmpty() || saved.wait());
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("0000:0b:00.0"));
    QGuiApplication::clipboard()->clear();
    opened.trigger(u"Copy picture"_s);
    QVERIFY(QTest::qWaitFor([] { return !QGuiApplication::clipboard()->image().isNull(); }));
}

void tst_mainwindow::aSlowLoadShowsItsProgressAndCanBeCancelled()
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

void tst_mainwindow::theLayoutOfTheWindowIsRemembered()
{
    const QSize remembered(790, 700); // the offscreen screen has 800 pixels
    Session session;
    {
        MainWindow window(&session);
        window.resize(remembered);
        window.show();
        window.findChild<QWidget *>(u"exportDock"_s)->hide();
        window.close();
    }
    MainWindow again(&session);
    again.show();
    QCOMPARE(again.size(), remembered);
    QVERIFY(again.findChild<QWidget *>(u"exportDock"_s)->isHidden());
    again.findChild<QWidget *>(u"exportDock"_s)->show();
    again.resize(1400, 900);
    again.close();
}

void tst_mainwindow::everythingInteractiveHasAName()
{
    const Opened opened;
    for (const QWidget *widget : opened.window.findChildren<QWidget *>()) {
        if (!widget->isVisible() || widget->focusProxy() != nullptr
            || (widget->focusPolicy() & Qt::TabFocus) == 0)
            continue;
        if (qobject_cast<const QLineEdit *>(widget) != nullptr
            && qobject_cast<const QComboBox *>(widget->parentWidget()) != nullptr)
            continue;
        const QAccessibleInterface *face =
            QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
        QVERIFY(face != nullptr);
        QVERIFY2(!face->text(QAccessible::Name).isEmpty(),
                 qPrintable(u"%1 %2 in %3"_s.arg(
                     QLatin1StringView(widget->metaObject()->className()), widget->objectName(),
                     QLatin1StringView(widget->parentWidget()->metaObject()->className()))));
    }
}

QTEST_MAIN(tst_mainwindow)
#include "tst_mainwindow.moc"
