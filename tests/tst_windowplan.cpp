// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "openedwindow.h"

#include "addcarddialog.h"
#include "guestform.h"
#include "problemspanel.h"
#include "widthchips.h"

#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace rootward;

class tst_windowplan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { keepSettingsApart(); }
    void togglingAllFunctionsChangesEverythingAtOnce();
    void undoAndRedoFollow();
    void theLinesReachTheClipboard();
    void aDoubleClickAddsTheCard();
    void theDialogAddsTheCard();
    void removingAndMovingAreUndoable();
    void theValueCanBeTyped();
    void aRefusedValueShowsItsError();
    void theGuestsSettingsAreUndoable();
    void aVersionThatMeansNothingIsPutBack();
};

void tst_windowplan::togglingAllFunctionsChangesEverythingAtOnce()
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

void tst_windowplan::undoAndRedoFollow()
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

void tst_windowplan::theLinesReachTheClipboard()
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

void tst_windowplan::aDoubleClickAddsTheCard()
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

void tst_windowplan::theDialogAddsTheCard()
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

void tst_windowplan::removingAndMovingAreUndoable()
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

void tst_windowplan::theValueCanBeTyped()
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

void tst_windowplan::aRefusedValueShowsItsError()
{
    Opened opened;
    opened.session.setEntry(0, u"0000:0B:00,pcie=1"_s, u"Edit"_s);
    QVERIFY(opened.stripText(0).startsWith(u"✕"));
    QVERIFY(!opened.check(0, u"All Functions"_s)->isEnabled());
    QVERIFY(opened.part<ProblemsPanel>()->count() > 0);
    QCOMPARE(opened.part<ConfigPreview>()->lines().at(1).state, HopState::Blocks);
    QVERIFY(!opened.part<ConfigPreview>()->lines().at(1).note.isEmpty());
}

void tst_windowplan::theGuestsSettingsAreUndoable()
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

void tst_windowplan::aVersionThatMeansNothingIsPutBack()
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

QTEST_MAIN(tst_windowplan)
#include "tst_windowplan.moc"
