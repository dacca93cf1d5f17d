// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "examples.h"
#include "importers.h"
#include "layouttext.h"
#include "planreport.h"
#include "testpaths.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

const QString folder = testpaths::inData(u"vm"_s);

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Plan planOf(const VmDefinition &vm)
{
    Plan plan;
    plan.guest = vm.guest;
    plan.entries = vm.entries;
    plan.layout = vm.layout;
    return plan;
}

QString osWord(GuestOs os)
{
    constexpr std::array words {"linux"_L1, "windows"_L1, "other"_L1, "unknown"_L1};
    return words[static_cast<size_t>(os)];
}

/// What one evaluation says, in a form that is easily read in a diff.
QString outcomeText(const Plan &plan)
{
    const PlanOutcome outcome = evaluate(plan);
    QString text;
    for (const EntryOutcome &entry : outcome.entries) {
        text += u"%1: %2 %3\n"_s.arg(entry.source, entryVerdictId(entry.verdict),
                                     entry.reason ? QString(reasonId(*entry.reason)) : u"-"_s);
        text += "  guest: "_L1 + entry.sentences.guest + u'\n';
        if (!entry.sentences.remedy.isEmpty())
            text += "  remedy: "_L1 + entry.sentences.remedy + u'\n';
    }
    return text + u"exit status %1\n"_s.arg(planExitStatus(outcome));
}

QString describe(const QString &path)
{
    const auto vm = readVmDefinition(bytesOf(path), QFileInfo(path).fileName());
    if (!vm)
        return vm.error().toString() + u'\n';
    QString text = u"machine %1, os %2, vmid %3, name %4, %5\n"_s.arg(
        vm->guest.machine, osWord(vm->guest.os),
        vm->guest.vmid ? QString::number(*vm->guest.vmid) : u"-"_s, vm->guest.name,
        !vm->layout                    ? u"lines"_s
            : vm->layout->machineKnown ? u"layout"_s
                                       : u"layout of a part"_s);
    for (const QString &problem : problemTexts(*vm))
        text += "note: "_L1 + problem + u'\n';
    Plan plan = planOf(*vm);
    text += "\nwithout a host\n"_L1 + outcomeText(plan);
    const auto host = openHost(u"example:x399-two-rx7900xt"_s);
    if (!host)
        return host.error().toString();
    plan.host = host->topology;
    return text + "\non the example's host\n"_L1 + outcomeText(plan);
}

} // namespace

class tst_vmdefinitions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyDefinitionGivesWhatIsExpected_data();
    void everyDefinitionGivesWhatIsExpected();
    void everyFormatHasADefinition();
    void editorsMarksChangeNothing();
    void longNotesInFrontChangeNothing();
    void capturesAnswerAsTheyMust_data();
    void capturesAnswerAsTheyMust();
};

void tst_vmdefinitions::everyDefinitionGivesWhatIsExpected_data()
{
    QTest::addColumn<QString>("path");
    const QFileInfoList files = QDir(folder).entryInfoList(QDir::Files, QDir::Name);
    for (const QFileInfo &file : files) {
        if (file.suffix() != "expected"_L1)
            QTest::newRow(qPrintable(file.fileName())) << file.filePath();
    }
}

void tst_vmdefinitions::everyDefinitionGivesWhatIsExpected()
{
    QFETCH(QString, path);
    const QString expectedPath = path + ".expected"_L1;
    const QByteArray actual = describe(path).toUtf8();
    if (qEnvironmentVariableIntValue("UPDATE_EXPECTED") == 1) {
        QFile file(expectedPath);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(actual);
    }
    QCOMPARE(QString::fromUtf8(actual), QString::fromUtf8(bytesOf(expectedPath)));
}

void tst_vmdefinitions::everyFormatHasADefinition()
{
    QSet<QString> read;
    for (const QFileInfo &file : QDir(folder).entryInfoList(QDir::Files)) {
        const QByteArray bytes = bytesOf(file.filePath());
        const VmFormat *best = nullptr;
        for (const VmFormat &format : vmFormats()) {
            if (format.sniff(bytes) > (best ? best->sniff(bytes) : 0))
                best = &format;
        }
        if (best)
            read.insert(QString::fromLatin1(best->id));
    }
    QCOMPARE(read, (QSet<QString> {u"libvirt"_s, u"qemu"_s, u"proxmox"_s}));
}

void tst_vmdefinitions::editorsMarksChangeNothing()
{
    const QByteArray text("machine: q35\nhostpci0: 0b:00.0,pcie=1\n");
    const auto plain = readVmDefinition(text, u"101.conf"_s);
    const QString wide = QChar(0xfeff) + QString::fromUtf8(text);
    const QByteArray utf16(reinterpret_cast<const char *>(wide.utf16()), wide.size() * 2);
    for (const QByteArray &marked : {"\xef\xbb\xbf" + text, utf16}) {
        const auto vm = readVmDefinition(marked, u"101.conf"_s);
        QVERIFY(plain && vm);
        QCOMPARE(vm->guest.machine, u"q35"_s);
        QCOMPARE(vm->entries, plain->entries);
        QVERIFY(vm->problems.isEmpty());
        QCOMPARE(vm->document->bytes(), text);
    }
}

void tst_vmdefinitions::longNotesInFrontChangeNothing()
{
    const auto vm = readVmDefinition(QByteArray("#note of a machine\n").repeated(40'000)
                                         + "machine: q35\nhostpci0: 0b:00.0,pcie=1\n",
                                     u"101.conf"_s);
    QVERIFY(vm);
    QCOMPARE(vm->entries.size(), 1);
}

void tst_vmdefinitions::capturesAnswerAsTheyMust_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("answer");
    QTest::addColumn<QString>("os");
    QTest::addColumn<int>("status");
    QTest::newRow("qm showcmd") << u"proxmox-qm-showcmd-gtx-q35.md"_s
                                << u"not-offered qemu.multifunction"_s << u"unknown"_s << 1;
    QTest::newRow("libvirt") << u"libvirt-win10-i440fx-hostdev.xml"_s
                             << u"not-offered qemu.conventional-bus"_s << u"windows"_s << 1;
    QTest::newRow("libvirt, a part")
        << u"libvirt-hostdev-fragment.xml"_s << u"inconclusive qemu.placement-unknown"_s
        << u"unknown"_s << 2;
    QTest::newRow("QEMU") << u"qemu-cmdline-i440fx-vfio.txt"_s
                          << u"not-offered qemu.conventional-bus"_s << u"windows"_s << 1;
}

void tst_vmdefinitions::capturesAnswerAsTheyMust()
{
    const QString captures = qEnvironmentVariable("ROOTWARD_CAPTURES");
    if (captures.isEmpty())
        QSKIP("ROOTWARD_CAPTURES names no folder");
    QFETCH(QString, file);
    QFETCH(QString, answer);
    QFETCH(QString, os);
    QFETCH(int, status);
    const auto vm = readVmDefinition(bytesOf(captures + u'/' + file), file);
    QVERIFY2(vm.has_value(), vm ? "" : qPrintable(vm.error().toString()));
    QCOMPARE(osWord(vm->guest.os), os);
    const PlanOutcome outcome = evaluate(planOf(*vm));
    QVERIFY(!outcome.entries.isEmpty());
    for (const EntryOutcome &entry : outcome.entries) {
        QVERIFY(entry.reason.has_value());
        QCOMPARE(entryVerdictId(entry.verdict) + u' ' + reasonId(*entry.reason), answer);
    }
    QCOMPARE(planExitStatus(outcome), status);
}

QTEST_GUILESS_MAIN(tst_vmdefinitions)
#include "tst_vmdefinitions.moc"
