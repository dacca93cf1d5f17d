// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "captureview.h"
#include "exportpanel.h"
#include "mainwindow.h"
#include "plancard.h"
#include "planpanel.h"
#include "testpaths.h"
#include "topologyview.h"
#include "wholecarddomain.h"

#include <QCheckBox>
#include <QDir>
#include <QDockWidget>
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

constexpr const char *vmFile = "bios: ovmf\n"
                               "hostpci0: 0000:0b:00,pcie=1,x-vga=1\n"
                               "hostpci1: 0000:44:00,pcie=1\n"
                               "machine: q35\n"
                               "name: trainer\n"
                               "ostype: l26\n";

void openVm(Session &session, const QString &name, const char *text)
{
    static const QTemporaryDir folder;
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    QVERIFY(session.openVms({file.fileName()}));
}

void check(MainWindow &window, int entry, const QString &text)
{
    for (QCheckBox *box : window.findChild<PlanPanel *>()->card(entry)->findChildren<QCheckBox *>())
        if (box->text() == text)
            box->click();
}

/// What is done in the window before it is pictured.
struct State {
    const char *name;
    const char *host; ///< of the examples; empty: none
    void (*prepare)(Session &session, MainWindow &window) = nullptr;
};

constexpr State states[] = {
    {"start", ""},
    {"x399-two-rx7900xt", "x399-two-rx7900xt"},
    {"x570-chipset-slot", "x570-chipset-slot"},
    {"no-root", "no-root"},
    {"vm-file-changed", "x399-two-rx7900xt",
     [](Session &session, MainWindow &window) {
         openVm(session, u"107.conf"_s, vmFile);
         check(window, 0, u"All Functions"_s);
         window.findChild<ExportPanel *>()->showFormat("conf"_L1);
         window.findChild<QCheckBox *>(u"showChanges"_s)->click();
     }},
    {"libvirt-domain", "x399-two-rx7900xt",
     [](Session &session, MainWindow &window) {
         openVm(session, u"lab.xml"_s, wholeCardDomain);
         window.findChild<ExportPanel *>()->showFormat("libvirt"_L1);
     }},
    {"separate-slots", "x399-two-rx7900xt",
     [](Session &, MainWindow &window) { check(window, 0, u"Separate Slots"_s); }},
    {"report", "x399-two-rx7900xt",
     [](Session &, MainWindow &window) {
         window.findChild<ExportPanel *>()->showFormat("report"_L1);
     }},
    {"registers", "x399-two-rx7900xt",
     [](Session &, MainWindow &window) {
         auto *view = window.findChild<TopologyView *>();
         const auto card = [](quint8 bus) {
             return NodeRef::hostFunction({.domain = 0, .bus = bus, .slot = 0, .function = 0});
         };
         view->select(card(0x0b));
         view->setSecond(card(0x44));
         window.findChild<QDockWidget *>(u"registersDock"_s)->raise();
     }},
    {"capture", "no-root",
     [](Session &, MainWindow &window) {
         auto *capture = window.findChild<CaptureView *>();
         for (QWidget *at = capture; at != nullptr; at = at->parentWidget())
             if (auto *dock = qobject_cast<QDockWidget *>(at))
                 dock->raise();
     }},
};

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
    QTest::addColumn<qsizetype>("index");
    QTest::addColumn<bool>("dark");
    for (const bool dark : {false, true}) {
        qsizetype index = 0;
        for (const State &state : states)
            QTest::addRow("%s-%s", state.name, dark ? "dark" : "light") << index++ << dark;
    }
}

void tst_screenshots::theWindowIsPictured()
{
    QFETCH(qsizetype, index);
    QFETCH(bool, dark);
    const State &state = states[index];
    const QPalette before = QApplication::palette();
    if (dark)
        QApplication::setPalette(darkPalette());
    Session session;
    MainWindow window(&session);
    window.resize(windowSize);
    window.show();
    if (*state.host != '\0') {
        window.openHost(u"example:"_s + QLatin1StringView(state.host));
        QVERIFY(QTest::qWaitFor([&] { return session.hasHost(); }));
        if (state.prepare)
            state.prepare(session, window);
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
