// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "openedwindow.h"

#include "examples.h"
#include "problemspanel.h"

#include <QAccessible>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

using namespace Qt::StringLiterals;
using namespace rootward;

class tst_mainwindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { keepSettingsApart(); }
    void theEmptyWindowOffersTheWaysIn();
    void openingTheExampleShowsItEverywhere();
    void theHeadingsOfThePictureAreSeen();
    void selectingInThePictureSelectsEverywhere();
    void selectingInTheStripSelectsEverywhere();
    void selectingTheGuestPortSelectsItsLine();
    void anUnpassedFunctionIsExplainedToo();
    void hostileTextStaysPlain();
    void problemsAreCountedAndListed();
    void theLayoutOfTheWindowIsRemembered();
    void everythingInteractiveHasAName();
};

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
    view->fit();
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
