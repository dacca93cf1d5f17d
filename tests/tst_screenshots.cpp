// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "mainwindow.h"
#include "testpaths.h"
#include "topologyview.h"

#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

constexpr QSize windowSize(1400, 900);
const QString shownInReadme = u"/x399-two-rx7900xt-light.png"_s;

QPalette darkPalette()
{
    QPalette dark(QColor(0x35, 0x39, 0x3e), QColor(0x26, 0x29, 0x2d));
    dark.setColor(QPalette::Base, QColor(0x1c, 0x1f, 0x22));
    dark.setColor(QPalette::AlternateBase, QColor(0x24, 0x27, 0x2b));
    for (const QPalette::ColorRole role :
         {QPalette::Text, QPalette::WindowText, QPalette::ButtonText, QPalette::ToolTipText})
        dark.setColor(role, QColor(0xe8, 0xea, 0xec));
    for (const QPalette::ColorRole role :
         {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        dark.setColor(QPalette::Disabled, role, QColor(0x80, 0x86, 0x8c));
    dark.setColor(QPalette::PlaceholderText, QColor(0x90, 0x96, 0x9c));
    dark.setColor(QPalette::Highlight, QColor(0x3d, 0x9b, 0xe0));
    return dark;
}

/// Pictures of the window, for README and for looking at.
QString folder()
{
    const QString place = testpaths::inProject(u"build/screenshots"_s);
    QDir().mkpath(place);
    return place;
}

} // namespace

class tst_screenshots : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theWindowIsPictured_data();
    void theWindowIsPictured();
};

void tst_screenshots::initTestCase()
{
    static const QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
}

void tst_screenshots::theWindowIsPictured_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("dark");
    for (const bool dark : {false, true}) {
        const QByteArray theme = dark ? "-dark" : "-light";
        QTest::addRow("start%s", theme.constData()) << QString() << dark;
        for (const char *name : {"x399-two-rx7900xt", "x570-chipset-slot", "no-root"}) {
            QTest::addRow("%s%s", name, theme.constData())
                << u"example:"_s + QLatin1StringView(name) << dark;
        }
    }
}

void tst_screenshots::theWindowIsPictured()
{
    QFETCH(QString, host);
    QFETCH(bool, dark);
    const QPalette before = QApplication::palette();
    if (dark)
        QApplication::setPalette(darkPalette());
    Session session;
    MainWindow window(&session);
    window.resize(windowSize);
    window.show();
    if (!host.isEmpty()) {
        window.openHost(host);
        QVERIFY(QTest::qWaitFor([&] { return session.hasHost(); }));
        QVERIFY(QTest::qWaitFor(
            [&] { return !window.findChild<TopologyView *>()->isLayoutPending(); }));
    }
    QTest::qWait(100);
    const QImage picture = window.grab().toImage();
    QApplication::setPalette(before);
    QCOMPARE(picture.size(), windowSize);
    const int corner = picture.pixelColor(3, windowSize.height() - 3).lightness();
    QVERIFY2(dark ? corner < 100 : corner > 155, qPrintable(QString::number(corner)));
    const QString name = u"%1/%2.png"_s.arg(folder(), QString::fromUtf8(QTest::currentDataTag()));
    QVERIFY(picture.save(name));
    // README shows one of them: UPDATE_EXPECTED=1 takes the new one over.
    if (qEnvironmentVariableIsSet("UPDATE_EXPECTED") && name.endsWith(shownInReadme))
        QVERIFY(picture.save(testpaths::inProject(u"docs/images/window.png"_s)));
}

QTEST_MAIN(tst_screenshots)
#include "tst_screenshots.moc"
