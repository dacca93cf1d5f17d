// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "layouttext.h"
#include "processortimer.h"
#include "qemucommand.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

VmDefinition read(const QByteArray &text)
{
    const auto vm = readQemuCommand(text, u"cmd.txt"_s);
    if (!vm)
        qWarning().noquote() << vm.error().toString();
    return vm.value_or(VmDefinition());
}

} // namespace

class tst_qemubadinput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsNoCommandIsRefused_data();
    void whatIsNoCommandIsRefused();
    void aBrokenQuoteHasItsPlace();
    void aBrokenQuoteInProseHidesNoCommand();
    void devicesAreLimited();
    void hostileTextTakesLinearTime_data();
    void hostileTextTakesLinearTime();
    void aConfigurationWithArgsIsNotStolen_data();
    void aConfigurationWithArgsIsNotStolen();
};

void tst_qemubadinput::whatIsNoCommandIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("prose") << QByteArray("We use kvm and qemu, with -device where it's needed.\n");
    QTest::newRow("a module") << QByteArray("modprobe kvm -r\n");
    QTest::newRow("a version") << QByteArray("$ kvm -version\nQEMU emulator version 9.2.0\n");
    QTest::newRow("an accelerator") << QByteArray("foo -accel kvm -device x\n");
}

void tst_qemubadinput::whatIsNoCommandIsRefused()
{
    QFETCH(QByteArray, text);
    QCOMPARE(sniffQemuCommand(text), 0);
    const auto vm = readQemuCommand(text, u"x"_s);
    QVERIFY(!vm);
    QCOMPARE(vm.error().what, u"this holds no QEMU command"_s);
    QVERIFY(!vm.error().hint.isEmpty());
}

void tst_qemubadinput::aBrokenQuoteHasItsPlace()
{
    const auto vm = readQemuCommand("notes\nkvm -m 4 \\\n  -name 'htpc \\\n -device x\n", u"a"_s);
    QVERIFY(!vm);
    QCOMPARE(vm.error().where, u"a, line 3, column 9"_s);
    QCOMPARE(vm.error().what, u"the quote ' is never closed"_s);
    QCOMPARE(vm.error().hint, u"close the quote, or give the command alone"_s);
    QVERIFY(sniffQemuCommand("kvm -m 4 -name 'htpc") > 0);
}

void tst_qemubadinput::aBrokenQuoteInProseHidesNoCommand()
{
    const VmDefinition vm = read("call kvm -m it's wrong\n"
                                 "kvm -m 1 -device vfio-pci,host=02:00.0,id=b\n");
    QCOMPARE(layoutText(vm), QStringList {u"b vfio-pci on ? at ?.0 passes 0000:02:00.0"_s});
}

void tst_qemubadinput::devicesAreLimited()
{
    const VmDefinition vm =
        read("kvm -machine q35 " + QByteArray("-device vfio-pci,host=01:00.0 ").repeated(3000));
    QCOMPARE(vm.layout->devices.size(), maxLayoutDevices);
    QCOMPARE(problemTexts(vm),
             QStringList {u"line 1: more than 1024 devices; the rest is left out"_s});
}

void tst_qemubadinput::hostileTextTakesLinearTime_data()
{
    QTest::addColumn<QByteArray>("piece");
    for (const QByteArray &piece :
         {QByteArray("kvm "), QByteArray("kvm\n"), QByteArray("kvm -m "), QByteArray("kvm -m \\\n"),
          QByteArray("kvm -m '"), QByteArray("kvm -m \"'"), QByteArray("kvm \""),
          QByteArray("-device x\n"), QByteArray("-device '\n"),
          QByteArray("-device vfio-pci,host=\n"), QByteArray("kvm -device {\n"),
          QByteArray("kvm\n-m\n"), QByteArray("kvm -machine q35,,"), QByteArray("/kvm/"),
          QByteArray("kvm -device a -set device.a.b=c ")})
        QTest::newRow(piece.toPercentEncoding().constData()) << piece;
}

void tst_qemubadinput::hostileTextTakesLinearTime()
{
    QFETCH(QByteArray, piece);
    const QByteArray text = piece.repeated(2'000'000 / piece.size());
    const ProcessorTimer timer;
    sniffQemuCommand(text);
    const auto vm = readQemuCommand(text, u"x"_s);
    QVERIFY(vm || !vm.error().what.isEmpty());
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
}

void tst_qemubadinput::aConfigurationWithArgsIsNotStolen_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("args") << QByteArray("args: -device vfio-pci,host=0b:00.0 -cpu host\n"
                                        "hostpci0: 0000:0b:00.0,pcie=1\nmachine: q35\n");
    QTest::newRow("args, Windows")
        << QByteArray("args: -device vfio-pci,host=0b:00.0\r\n"
                      "hostpci0: 0000:0b:00.0,pcie=1\r\nmachine: q35\r\n");
    QTest::newRow("notes") << QByteArray("#/usr/bin/kvm -id 100 -device vfio-pci,host=0b:00.0\n"
                                         "# qemu-system-x86_64 -m 4\n"
                                         "hostpci0: 0000:0b:00.0,pcie=1\nmachine: q35\n");
}

void tst_qemubadinput::aConfigurationWithArgsIsNotStolen()
{
    QFETCH(QByteArray, text);
    const auto vm = readVmDefinition(text, u"101.conf"_s);
    QVERIFY(vm.has_value());
    QVERIFY(!vm->layout);
    QCOMPARE(vm->entries.size(), 1);
    QCOMPARE(vm->guest.machine, u"q35"_s);
}

QTEST_GUILESS_MAIN(tst_qemubadinput)
#include "tst_qemubadinput.moc"
