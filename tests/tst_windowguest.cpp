// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "openedwindow.h"
#include "wholecarddomain.h"

#include "actions.h"
#include "exportactions.h"
#include "exportpanel.h"
#include "guestform.h"

#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTabBar>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace rootward;

/// The guest side in the window: VMs from files, the three choices, what is exported.
namespace {

constexpr const char *firstVm = "bios: ovmf\n"
                                "# passed to the trainer\n"
                                "hostpci0: 0000:0b:00,pcie=1,x-vga=1\n"
                                "machine: q35\n"
                                "name: trainer\n"
                                "ostype: l26\n"
                                "\n"
                                "[before]\n"
                                "hostpci0: 0000:44:00,pcie=1\n";
constexpr const char *secondVm = "hostpci3: 0000:0b:00.1\nmachine: q35\nostype: l26\n";

QString written(const QTemporaryDir &folder, const QString &name, const char *text)
{
    QFile file(folder.filePath(name));
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
    return file.fileName();
}

QTabBar *tabs(const Opened &opened)
{
    return opened.part<ExportPanel>()->tabs();
}

QString shown(const Opened &opened, QLatin1StringView format)
{
    opened.part<ExportPanel>()->showFormat(format);
    return opened.part<ExportPanel>()->text();
}

} // namespace

class tst_windowguest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { keepSettingsApart(); }
    void aVmFileShowsWhatTheVmDoesNow();
    void aChangeIsShownAgainstTheFile();
    void theFileItselfIsNeverWritten();
    void aCardHasThreeChoices();
    void separateSlotsAreUndoneInOneStep();
    void aCardOfOneFunctionSaysSo();
    void severalVmsAreOpenAndOneIsPlanned();
    void aCardOfAnotherVmIsFlagged();
    void aLibvirtDomainIsShownAndBecomesLines();
    void anotherDriverCanBeChosen();
    void everyTextFormatHasATab();
    void theShownTextIsCopied();
    void theReportIsRedactedUnlessAsked();
};

void tst_windowguest::aVmFileShowsWhatTheVmDoesNow()
{
    const QTemporaryDir folder;
    Opened opened;
    QVERIFY(opened.session.openVms({written(folder, u"107.conf"_s, firstVm)}));
    QCOMPARE(opened.session.plan().guest.vmid, std::optional(107));
    QCOMPARE(opened.part<VerdictStrip>()->lines().size(), 1);
    QVERIFY(opened.stripText(0).startsWith(u"✕ A "));
    opened.waitForLayout();
    QCOMPARE(opened.portState(u"ich9-pcie-port-1"_s), HopState::Blocks);
    QVERIFY(opened.view()->drawing().box(NodeRef::guest(u"hostpci0.1"_s, firstAudio)) != nullptr);
    opened.session.undoStack()->undo();
    QCOMPARE(opened.part<VerdictStrip>()->lines().size(), 2);
}

void tst_windowguest::aChangeIsShownAgainstTheFile()
{
    const QTemporaryDir folder;
    Opened opened;
    QVERIFY(opened.session.openVms({written(folder, u"107.conf"_s, firstVm)}));
    QCOMPARE(shown(opened, "conf"_L1).toUtf8(), QByteArray(firstVm));
    auto *changes = opened.window.findChild<QCheckBox *>(u"showChanges"_s);
    QVERIFY(changes->isVisible());
    click(changes);
    QVERIFY(opened.part<ExportPanel>()->text().isEmpty());
    click(opened.check(0, u"All Functions"_s));
    const QString diff = opened.part<ExportPanel>()->text();
    QVERIFY(diff.contains(u"-hostpci0: 0000:0b:00,pcie=1,x-vga=1\n"));
    QVERIFY(diff.contains(u"+hostpci0: 0000:0b:00.0,pcie=1,x-vga=1\n"));
    QVERIFY(!diff.contains(u"0000:44:00"));
    click(changes);
    QCOMPARE(opened.part<ExportPanel>()->text().toUtf8(),
             QByteArray(firstVm).replace("0000:0b:00,", "0000:0b:00.0,"));
}

void tst_windowguest::theFileItselfIsNeverWritten()
{
    const QTemporaryDir folder;
    const QString name = written(folder, u"107.conf"_s, firstVm);
    Opened opened;
    QVERIFY(opened.session.openVms({name}));
    click(opened.check(0, u"All Functions"_s));
    opened.window.exports()->saveTo("conf"_L1, name);
    QVERIFY(QTest::qWaitFor([&] { return opened.hasMessage(); }));
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray(firstVm));
}

void tst_windowguest::aCardHasThreeChoices()
{
    Opened opened;
    QCheckBox *all = opened.check(0, u"All Functions"_s);
    QCheckBox *apart = opened.check(0, u"Separate Slots"_s);
    QVERIFY(all->isChecked());
    QVERIFY(!apart->isChecked());
    QVERIFY(opened.stripText(0).startsWith(u"✕ A "));

    click(apart);
    QVERIFY(apart->isChecked());
    QVERIFY(!all->isChecked());
    QCOMPARE(opened.linesText(),
             u"machine: q35\nhostpci0: 0000:0b:00.0,pcie=1\nhostpci1: 0000:44:00.0,pcie=1\n"
             "hostpci2: 0000:0b:00.1,pcie=1"_s);
    QVERIFY(opened.stripText(0).startsWith(u"✓ A "));
    QVERIFY(opened.whyText().contains(u"not verified on hardware"));

    click(all);
    QVERIFY(!apart->isChecked());
    QCOMPARE(opened.session.plan().entries.size(), 2);
    click(all);
    QVERIFY(!all->isChecked());
    QVERIFY(opened.linesText().contains(u"hostpci0: 0000:0b:00.0,pcie=1\n"));
    QCOMPARE(opened.session.plan().entries.size(), 2);
}

void tst_windowguest::separateSlotsAreUndoneInOneStep()
{
    Opened opened;
    const QString before = opened.linesText();
    click(opened.check(0, u"Separate Slots"_s));
    QVERIFY(opened.linesText() != before);
    opened.session.undoStack()->undo();
    QCOMPARE(opened.linesText(), before);
}

void tst_windowguest::aCardOfOneFunctionSaysSo()
{
    Opened opened;
    const Topology &host = *opened.session.plan().host;
    for (const int index : passableFunctions(host)) {
        const PciAddress address = host.at(index).address;
        if (host.slotFunctions(address).size() != 1)
            continue;
        const Result<int> added = opened.session.addCard(address);
        QVERIFY(added);
        QVERIFY(!opened.check(*added, u"Separate Slots"_s)->isEnabled());
        for (const QLabel *label : opened.card(*added)->findChildren<QLabel *>()) {
            if (label->isVisible() && label->text().contains(u"no effect"))
                return;
        }
        QFAIL("nothing says that the choice has no effect");
    }
    QFAIL("the example has no card of one function");
}

void tst_windowguest::severalVmsAreOpenAndOneIsPlanned()
{
    const QTemporaryDir folder;
    Opened opened;
    QVERIFY(opened.session.openVms(
        {written(folder, u"107.conf"_s, firstVm), written(folder, u"108.conf"_s, secondVm)}));
    auto *actions = opened.part<Actions>();
    QStringList labels;
    for (const QAction *action : actions->vmMenu->actions())
        labels.append(action->text() + (action->isChecked() ? u" *"_s : QString()));
    QCOMPARE(labels, QStringList({u"VM 107 *"_s, u"VM 108"_s, u"VM 101"_s}));
    actions->vmMenu->actions().at(1)->trigger();
    QCOMPARE(opened.session.plan().guest.vmid, std::optional(108));
    QVERIFY(opened.linesText().contains(u"hostpci3"));
    opened.session.undoStack()->undo();
    QCOMPARE(opened.session.plan().guest.vmid, std::optional(107));
}

void tst_windowguest::aCardOfAnotherVmIsFlagged()
{
    const QTemporaryDir folder;
    Opened opened;
    QVERIFY(opened.session.openVms(
        {written(folder, u"107.conf"_s, firstVm), written(folder, u"108.conf"_s, secondVm)}));
    QVERIFY2(opened.whyText().contains(u"VM 108"), qPrintable(opened.whyText()));
}

void tst_windowguest::aLibvirtDomainIsShownAndBecomesLines()
{
    const QTemporaryDir folder;
    Opened opened;
    QVERIFY(opened.session.openVms({written(folder, u"lab.xml"_s, wholeCardDomain)}));
    QCOMPARE(opened.part<VerdictStrip>()->lines().size(), 1);
    QVERIFY2(opened.stripText(0).startsWith(u"✕ A Radeon RX 7900 XT/… 0000:0b:00.0 "),
             qPrintable(opened.stripText(0)));
    QCOMPARE(opened.part<WhyPanel>()->findChild<QLabel *>()->text(), u"line 5, hostdev"_s);
    QVERIFY(opened.whyText().contains(u"multifunction"));
    const int entry = opened.session.outcome().entries.constFirst().index;
    QVERIFY(entry < 0);
    QVERIFY(opened.card(entry) != nullptr);
    QVERIFY(!opened.check(entry, u"All Functions"_s)->isVisible());
    opened.waitForLayout();
    auto *make = opened.window.findChild<QPushButton *>(u"makeLines"_s);
    QVERIFY(make->isVisible());
    click(make);
    QCOMPARE(opened.linesText(), u"machine: q35\nhostpci0: 0000:0b:00.0;0000:0b:00.1,pcie=1"_s);
    QVERIFY(!make->isVisible());
}

void tst_windowguest::anotherDriverCanBeChosen()
{
    Opened opened;
    QVERIFY(opened.whyText().contains(u"amdgpu"));
    Q_EMIT opened.card(0)->driverRequested(0, u"none"_s);
    QVERIFY(!opened.whyText().contains(u"amdgpu"));
    opened.session.undoStack()->undo();
    QVERIFY(opened.whyText().contains(u"amdgpu"));
}

void tst_windowguest::everyTextFormatHasATab()
{
    const Opened opened;
    QStringList formats;
    for (const ExportFormat &format : exportFormats()) {
        if (format.isPicture())
            continue;
        formats.append(QString::fromLatin1(format.id));
        const QString text = shown(opened, QLatin1StringView(format.id));
        // What needs a node says so; a plan that came with an example has a file.
        if (QLatin1StringView(format.id) != "mapping"_L1)
            QVERIFY2(!text.isEmpty(), format.id);
    }
    QCOMPARE(tabs(opened)->count(), formats.size());
}

void tst_windowguest::theShownTextIsCopied()
{
    Opened opened;
    const QString text = shown(opened, "qm"_L1);
    QVERIFY(text.contains(u"qm set 101 --hostpci0 '") || text.contains(u"# "));
    QGuiApplication::clipboard()->clear();
    click(opened.window.findChild<QAbstractButton *>(u"copyLines"_s));
    QCOMPARE(QGuiApplication::clipboard()->text(), text);
}

void tst_windowguest::theReportIsRedactedUnlessAsked()
{
    const Opened opened;
    const QString redacted = shown(opened, "report"_L1);
    const QString label = opened.session.capture()->label;
    QVERIFY(!redacted.contains(label));
    auto *redact = opened.window.findChild<QCheckBox *>(u"redact"_s);
    QVERIFY(redact->isVisible());
    redact->click();
    QVERIFY(opened.part<ExportPanel>()->text().contains(label));
}

QTEST_MAIN(tst_windowguest)
#include "tst_windowguest.moc"
