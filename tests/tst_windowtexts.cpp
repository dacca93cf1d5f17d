// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "openedwindow.h"
#include "pseudolanguage.h"

#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QToolBar>

#include <memory>

using namespace rootward;

namespace {

QByteArray said(const QWidget *widget, const QString &text)
{
    return QByteArray(widget->metaObject()->className()) + ' ' + widget->objectName().toUtf8()
        + " \"" + text.toUtf8() + "\": " + QByteArray::number(widget->width()) + 'x'
        + QByteArray::number(widget->height()) + " for "
        + QByteArray::number(widget->sizeHint().width()) + 'x'
        + QByteArray::number(widget->sizeHint().height());
}

/// Its text is wrapped, or it is meant to show the beginning only.
bool mayBeNarrow(const QLabel *label)
{
    return label->wordWrap() || label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored;
}

void verifyLabel(const QLabel *label)
{
    if (label->text().isEmpty())
        return;
    if (label->wordWrap())
        QVERIFY2(label->heightForWidth(label->width()) <= label->height() + 1,
                 said(label, label->text()));
    else if (!mayBeNarrow(label))
        QVERIFY2(label->sizeHint().width() <= label->width() + 1, said(label, label->text()));
}

void verifyButton(const QAbstractButton *button)
{
    QVERIFY2(button->text().isEmpty() || button->sizeHint().width() <= button->width() + 1,
             said(button, button->text()));
}

/// Docks behind another tab have no size worth the name.
bool isShown(const QWidget *widget)
{
    return widget->isVisible() && !widget->visibleRegion().isEmpty();
}

void verifyWindow(const QWidget &window)
{
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (!isShown(widget))
            continue;
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            verifyLabel(label);
        else if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            verifyButton(button);
        if (QTest::currentTestFailed())
            return;
    }
}

/// A tool bar that lacks room hides buttons behind an arrow.
void verifyToolBar(const QToolBar *bar)
{
    for (QAction *action : bar->actions()) {
        const QWidget *button = bar->widgetForAction(action);
        QVERIFY2(button && button->isVisible(), qPrintable(action->text()));
    }
}

} // namespace

class tst_windowtexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { keepSettingsApart(); }
    void cleanup() { QSettings().clear(); }
    void everyTextHasItsRoom_data();
    void everyTextHasItsRoom();
};

void tst_windowtexts::everyTextHasItsRoom_data()
{
    QTest::addColumn<QString>("example");
    QTest::addColumn<bool>("longer");
    for (const QString &example : {u"x399-two-rx7900xt"_s, u"x570-chipset-slot"_s, u"no-root"_s}) {
        QTest::newRow(qPrintable(example)) << example << false;
        QTest::newRow(qPrintable(example + u"-longer"_s)) << example << true;
    }
}

void tst_windowtexts::everyTextHasItsRoom()
{
    QFETCH(QString, example);
    QFETCH(bool, longer);
    const auto language = longer ? std::make_unique<PseudoLanguage>() : nullptr;
    Opened opened;
    opened.open(u"example:"_s + example);
    for (QDockWidget *dock : opened.window.findChildren<QDockWidget *>()) {
        dock->raise();
        QTest::qWait(20);
        verifyWindow(opened.window);
        QVERIFY2(!QTest::currentTestFailed(), qPrintable(dock->objectName()));
    }
    if (!longer)
        verifyToolBar(opened.window.findChild<QToolBar *>(u"toolBar"_s));
}

QTEST_MAIN(tst_windowtexts)
#include "tst_windowtexts.moc"
