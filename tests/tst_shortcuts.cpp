// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "openedwindow.h"
#include "shortcutsheet.h"

#include <QLineEdit>
#include <QMenuBar>
#include <QTreeWidget>

using namespace rootward;

class tst_shortcuts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { keepSettingsApart(); }
    void everyActionHasAShortcutOfItsOwn();
    void theMenuShowsThem();
    void aQuestionMarkShowsTheSheet();
    void aQuestionMarkInAFieldIsText();
};

void tst_shortcuts::everyActionHasAShortcutOfItsOwn()
{
    Opened opened;
    QHash<QString, QString> known;
    int actions = 0;
    for (const auto &[title, action] : menuActions(opened.window.menuBar())) {
        ++actions;
        const QString name = title + u" › "_s + action->text();
        QVERIFY2(!action->shortcut().isEmpty(), qPrintable(name));
        for (const QKeySequence &keys : action->shortcuts()) {
            const QString text = keys.toString();
            QVERIFY2(!known.contains(text), qPrintable(name + u" and "_s + known.value(text)));
            known.insert(text, name);
        }
    }
    QVERIFY(actions > 45);
}

void tst_shortcuts::theMenuShowsThem()
{
    Opened opened;
    for (const auto &[title, action] : menuActions(opened.window.menuBar()))
        QVERIFY2(action->isVisible() && action->isShortcutVisibleInContextMenu(),
                 qPrintable(action->text()));
}

void tst_shortcuts::aQuestionMarkShowsTheSheet()
{
    Opened opened;
    opened.view()->setFocus();
    QTest::keyClick(opened.view(), Qt::Key_Question, Qt::ShiftModifier);
    auto *sheet = opened.part<ShortcutSheet>();
    QVERIFY(sheet && sheet->isVisible());
    const auto *list = sheet->findChild<QTreeWidget *>();
    QStringList texts;
    for (QTreeWidgetItemIterator item(const_cast<QTreeWidget *>(list)); *item; ++item)
        texts.append((*item)->text(0) + u": "_s + (*item)->text(1));
    QVERIFY(texts.contains(u"Find…: Ctrl+F"_s));
    QVERIFY(texts.contains(u"Walk from box to box: Arrow keys"_s));
    for (const auto &[title, action] : menuActions(opened.window.menuBar())) {
        const QString name = QString(action->text()).remove(u'&');
        QVERIFY2(
            std::ranges::any_of(texts, [&](const QString &text) { return text.startsWith(name); }),
            qPrintable(name));
    }
    QTest::keyClick(sheet, Qt::Key_Escape);
    QVERIFY(!sheet->isVisible());
}

void tst_shortcuts::aQuestionMarkInAFieldIsText()
{
    Opened opened;
    opened.trigger(u"Find…"_s);
    auto *field = opened.window.findChild<QLineEdit *>(u"findQuery"_s);
    QTest::keyClicks(field, u"a?b"_s);
    QCOMPARE(field->text(), u"a?b"_s);
    QVERIFY(!opened.part<ShortcutSheet>());
}

QTEST_MAIN(tst_shortcuts)
#include "tst_shortcuts.moc"
