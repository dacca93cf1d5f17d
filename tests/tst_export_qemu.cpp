// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportplans.h"
#include "realshell.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <rapidcheck.h>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace handmade;

namespace {

constexpr int answerTimeout = 20'000;

/// The value of an option of a -device argument, with its doubled commas.
QString optionOf(const QString &argument, const QString &name)
{
    for (const QString &part : QString(argument).replace(u",,"_s, u"\x01"_s).split(u',')) {
        if (part.startsWith(name + u'='))
            return part.mid(name.size() + 1).replace(u'\x01', u',');
    }
    return {};
}

/// QEMU has no host's card here: another device of the same kind takes its place.
QString withStandIn(const QString &argument, bool express, int number)
{
    if (!argument.startsWith("vfio-pci,"_L1))
        return argument;
    QStringList kept {!express         ? u"pci-testdev"_s
                          : number % 2 ? u"e1000e"_s
                                       : u"nvme,serial=x%1"_s.arg(number)};
    for (const auto &name : {u"id"_s, u"bus"_s, u"addr"_s, u"multifunction"_s}) {
        if (const QString value = optionOf(argument, name); !value.isEmpty())
            kept.append(name + u'=' + value);
    }
    return kept.join(u',');
}

/// The arguments with stand-ins; buses are told apart by the model that owns them.
QStringList runnable(const QStringList &words)
{
    QHash<QString, QString> models {{u"pcie.0"_s, u"pcie"_s}};
    QStringList arguments;
    int number = 0;
    for (const QString &word : words) {
        models.insert(optionOf(word, u"id"_s), word.section(u',', 0, 0));
        const QString model = models.value(optionOf(word, u"bus"_s));
        const bool express = model.startsWith("pcie-root"_L1) || model == "pcie"_L1
            || model == "ioh3420"_L1 || model.startsWith("xio"_L1);
        arguments.append(withStandIn(word, express, ++number));
    }
    return arguments;
}

/// What QEMU says against the arguments; empty where the machine stands.
QString complaintOfQemu(const QString &machine, const QStringList &arguments)
{
    QProcess qemu;
    qemu.start(u"qemu-system-x86_64"_s,
               QStringList {u"-accel"_s, u"tcg"_s, u"-S"_s, u"-display"_s, u"none"_s,
                            u"-nodefaults"_s, u"-qtest"_s, u"stdio"_s, u"-qtest-log"_s, u"none"_s,
                            u"-machine"_s, machine}
                   + arguments);
    qemu.write("inl 0xcf8\n");
    while (!qemu.canReadLine() && qemu.waitForReadyRead(answerTimeout)) { }
    const bool stands = qemu.readLine().startsWith("OK");
    qemu.kill();
    qemu.waitForFinished();
    return stands ? QString() : u"QEMU: "_s + QString::fromUtf8(qemu.readAllStandardError());
}

} // namespace

class tst_export_qemu : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(!QStandardPaths::findExecutable(u"qemu-system-x86_64"_s).isEmpty(),
                 "qemu-system-x86_64 is not installed");
        QVERIFY(!complaintOfQemu(u"q35"_s, {u"-device"_s, u"nvme,bus=nowhere"_s}).isEmpty());
    }

    void qemuStartsWithTheArguments_data();
    void qemuStartsWithTheArguments();
    void argumentsAreTheDocumentedOnes_data();
    void argumentsAreTheDocumentedOnes();
    void optionsReachTheFirstFunctionOnly();
    void aValueWithAControlCharacterIsRefused();
    void anyRomFileStaysOneOption();
};

void tst_export_qemu::qemuStartsWithTheArguments_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<int>("form");
    for (const NamedPlan &named : exportPlans()) {
        if (machineKind(named.plan.guest) == MachineKind::Virt)
            continue; // another QEMU's machine
        for (const auto &[name, form] : exportForms())
            QTest::addRow("%s, %s", named.name, name) << named.plan << int(form);
    }
}

void tst_export_qemu::qemuStartsWithTheArguments()
{
    QFETCH(Plan, plan);
    QFETCH(int, form);
    const auto bytes = written("qemu", requestFor(plan, static_cast<ExportForm>(form)));
    QVERIFY2(bytes, qPrintable(bytes ? QString() : bytes.error().toString()));
    // printf takes "-device" for an option of its own where it comes first.
    QStringList words = wordsOfShell(u"x "_s + QString::fromUtf8(*bytes)).sliced(1);
    QCOMPARE(words.count(u"-device"_s) * 2, words.size());
    words.removeAll(u"-device"_s);
    const QStringList stand = runnable(words);
    QStringList arguments;
    for (const QString &word : stand)
        arguments << u"-device"_s << word;
    const QString machine = plan.guest.isQ35() ? u"q35"_s : u"pc"_s;
    const QString complaint = complaintOfQemu(machine, arguments);
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint + QString::fromUtf8(*bytes)));
}

void tst_export_qemu::argumentsAreTheDocumentedOnes_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<int>("form");
    QTest::addColumn<QByteArray>("expected");
    const Plan card = machinePlan("q35", {u"0b:00.0,pcie=1"_s});
    QTest::newRow("one function")
        << card << int(ExportForm::AsPlanned)
        << QByteArray("-device pcie-root-port,id=rp1,bus=pcie.0,chassis=1,addr=0x2 \\\n"
                      "-device vfio-pci,host=0000:0b:00.0,id=hostpci0,bus=rp1,addr=0x0\n");
    QTest::newRow("all functions")
        << card << int(ExportForm::AllFunctions)
        << QByteArray("-device pcie-root-port,id=rp1,bus=pcie.0,chassis=1,addr=0x2 \\\n"
                      "-device vfio-pci,host=0000:0b:00.0,id=card0,bus=rp1,addr=0x0,"
                      "multifunction=on \\\n"
                      "-device vfio-pci,host=0000:0b:00.1,id=card1,bus=rp1,addr=0x0.0x1\n");
    QTest::newRow("separate slots")
        << card << int(ExportForm::SeparateSlots)
        << QByteArray("-device pcie-root-port,id=rp1,bus=pcie.0,chassis=1,addr=0x2,"
                      "multifunction=on \\\n"
                      "-device pcie-root-port,id=rp2,bus=pcie.0,chassis=2,addr=0x2.0x1 \\\n"
                      "-device vfio-pci,host=0000:0b:00.0,id=card0,bus=rp1,addr=0x0 \\\n"
                      "-device vfio-pci,host=0000:0b:00.1,id=card1,bus=rp2,addr=0x0\n");
    QTest::newRow("nothing") << machinePlan("q35", {}) << int(ExportForm::AsPlanned)
                             << QByteArray();
}

void tst_export_qemu::argumentsAreTheDocumentedOnes()
{
    QFETCH(Plan, plan);
    QFETCH(int, form);
    QFETCH(QByteArray, expected);
    const auto bytes = written("qemu", requestFor(plan, static_cast<ExportForm>(form)));
    QVERIFY(bytes);
    QCOMPARE(*bytes, expected);
}

void tst_export_qemu::optionsReachTheFirstFunctionOnly()
{
    const auto bytes =
        written("qemu",
                requestFor(machinePlan(
                    "q35", {u"0b:00,pcie=1,rombar=0,x-vga=1,romfile=a.rom,device-id=0x1234"_s})));
    QVERIFY(bytes);
    const QByteArrayList lines = bytes->split('\n');
    QVERIFY2(lines.at(1).contains(",rombar=0,romfile=/usr/share/kvm/a.rom,x-vga=on,"
                                  "x-pci-device-id=0x1234"),
             lines.at(1).constData());
    QVERIFY(!lines.at(2).contains("rom"));
    QVERIFY(!lines.at(2).contains("x-"));
}

void tst_export_qemu::aValueWithAControlCharacterIsRefused()
{
    const auto bytes =
        written("qemu", requestFor(machinePlan("q35", {u"0b:00.0,pcie=1,romfile=a\nb"_s})));
    QVERIFY(!bytes);
    QCOMPARE(bytes.error().kind, Error::Kind::BadData);
}

void tst_export_qemu::anyRomFileStaysOneOption()
{
    QVERIFY(rc::check("any ROM file", [] {
        const auto text = *rc::gen::nonEmpty(rc::gen::container<std::string>(
            rc::gen::elementOf(std::string("ab'\"<>&]-!?/=`$\\{}()*#%|~. \xc3\xa4"))));
        const QString romfile = u"x"_s + QString::fromUtf8(text) + u"x"_s;
        const auto bytes = written(
            "qemu", requestFor(machinePlan("q35", {u"0b:00.0,pcie=1,romfile="_s + romfile})));
        RC_ASSERT(bytes.has_value());
        const QStringList words = wordsOfShell(u"x "_s + QString::fromUtf8(*bytes));
        RC_ASSERT(words.size() == 5);
        RC_ASSERT(optionOf(words.last(), u"romfile"_s) == u"/usr/share/kvm/"_s + romfile);
    }));
}

QTEST_GUILESS_MAIN(tst_export_qemu)
#include "tst_export_qemu.moc"
