// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "configpreview.h"
#include "mainwindow.h"
#include "messagebar.h"
#include "plancard.h"
#include "planpanel.h"
#include "topologyview.h"
#include "verdictstrip.h"
#include "whypanel.h"

#include <QCheckBox>
#include <QDropEvent>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace rootward {

using namespace Qt::StringLiterals;

inline const PciAddress firstGpu {.domain = 0, .bus = 0x0b, .slot = 0, .function = 0};
inline const PciAddress firstAudio {.domain = 0, .bus = 0x0b, .slot = 0, .function = 1};
inline const PciAddress secondGpu {.domain = 0, .bus = 0x44, .slot = 0, .function = 0};

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

/// Keeps the program's settings out of the user's own.
inline void keepSettingsApart()
{
    QStandardPaths::setTestModeEnabled(true);
    static const QTemporaryDir folder;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
}

inline void click(QWidget *widget)
{
    // On the indicator, as a user would: a check box may be wider than its text.
    QTest::mouseClick(widget, Qt::LeftButton, {}, QPoint(8, widget->height() / 2));
}

inline void drop(QWidget *target, QMimeData *data)
{
    const QPoint place = target->rect().center();
    QDragEnterEvent enter(place, Qt::CopyAction, data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent dropped(place, Qt::CopyAction, data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &dropped);
}

} // namespace rootward
