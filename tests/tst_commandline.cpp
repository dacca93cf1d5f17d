// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "commandline.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

QStringList words(const QString &call)
{
    return QStringList {u"rootward"_s} + call.split(u' ', Qt::SkipEmptyParts);
}

} // namespace

class TestCommandLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aHostAloneOpensTheWindow()
    {
        const auto line = CommandLine::parse(words(u"host.txt"_s));
        QVERIFY(line);
        QCOMPARE(line->command, CommandLine::Command::Window);
        QCOMPARE(line->host, u"host.txt"_s);
    }

    void planTakesEveryOptionOfThePlan()
    {
        const auto line = CommandLine::parse(
            words(u"plan example:a --machine q35 --vmid 7 --qemu 9.2 --host-kernel 6.4 "
                  "--guest-kernel new --set hostpci3=0b:00.0,pcie=1 --set hostpci0=0c:00 "
                  "--format json"_s));
        QVERIFY2(line, qPrintable(line ? QString() : line.error().toString()));
        QCOMPARE(line->command, CommandLine::Command::Plan);
        QCOMPARE(line->host, u"example:a"_s);
        QCOMPARE(line->machine->type, u"q35"_s);
        QCOMPARE(line->vmid, 7);
        QCOMPARE(line->qemu, (QemuVersion {9, 2, 0}));
        QCOMPARE(line->hostKernel->version, u"6.4"_s);
        QCOMPARE(line->guestKernel->rule, AtomicOpsRule::New);
        QCOMPARE(line->entries, (QList<PlanEntry> {{3, u"0b:00.0,pcie=1"_s}, {0, u"0c:00"_s}}));
        QCOMPARE(line->format, u"json"_s);
    }

    void verifyTakesAPlanAndAGuest()
    {
        const auto line = CommandLine::parse(
            words(u"verify example:a --vm 101.conf --guest guest.txt --format json"_s));
        QVERIFY2(line, qPrintable(line ? QString() : line.error().toString()));
        QCOMPARE(line->command, CommandLine::Command::Verify);
        QCOMPARE(line->host, u"example:a"_s);
        QCOMPARE(line->guest, u"guest.txt"_s);
        QCOMPARE(line->format, u"json"_s);
        QVERIFY(!line->drawsSomething());
        QVERIFY(CommandLine::parse(words(u"verify a --set hostpci0=0b:00 --guest -"_s)));
    }

    void aMachineIsAPropertyString()
    {
        const auto line = CommandLine::parse(
            words(u"plan a --machine pc-q35-9.2+pve1,viommu=virtio,aw-bits=40"_s));
        QVERIFY2(line, qPrintable(line ? QString() : line.error().toString()));
        QCOMPARE(line->machine->type, u"pc-q35-9.2+pve1"_s);
        QCOMPARE(line->machine->viommu, u"virtio"_s);
        QVERIFY(CommandLine::parse({u"rootward"_s, u"plan"_s, u"--machine"_s, QString()}));
        for (const char *machine :
             {"xq35x", "q35;bar", "pc-q35-9.2foo", "pc-i440fx-q35", "virt-q35", "q35 ", "q35,foo=1",
              "q35,viommu=bar", "q35,enable-s3=2", "q35\nfoo: 1", "Q35"}) {
            const auto refused = CommandLine::parse(
                {u"rootward"_s, u"plan"_s, u"a"_s, u"--machine"_s, QString::fromLatin1(machine)});
            QVERIFY2(!refused, machine);
            QCOMPARE(refused.error().kind, Error::Kind::Usage);
            QCOMPARE(refused.error().where, u"--machine"_s);
        }
    }

    void otherFilesAndOneOfSeveralHostsGoWithAHost()
    {
        for (const QString &command : {u"tree a"_s, u"plan a"_s, u"a"_s, u"export a --as qm"_s}) {
            const auto line =
                CommandLine::parse(words(command + u" --also b --also c --which 2"_s));
            QVERIFY2(line, qPrintable(line ? QString() : line.error().toString()));
            QCOMPARE(line->open.also, (QStringList {u"b"_s, u"c"_s}));
            QCOMPARE(line->open.which, 2);
        }
        for (const QString &call : {u"plan --also b"_s, u"plan --which 1"_s, u"tree a --which 0"_s,
                                    u"tree a --which x"_s, u"tree a --which -1"_s})
            QVERIFY2(!CommandLine::parse(words(call)), qPrintable(call));
    }

    void anOptionOfAnotherFormatIsNotPassedOver()
    {
        for (const QString &call :
             {u"--as hostpci --form one"_s, u"--as qm --scale 2"_s, u"--as svg --scale 2"_s,
              u"--as report --theme dark"_s, u"--as qemu --unfold all"_s})
            QVERIFY2(!CommandLine::parse(words(u"export a "_s + call)), qPrintable(call));
        for (const QString &call : {u"--as libvirt --form one"_s, u"--as png --scale 2"_s,
                                    u"--as svg --theme dark --unfold all"_s})
            QVERIFY2(CommandLine::parse(words(u"export a "_s + call)), qPrintable(call));
    }

    void standardInputIsAHost()
    {
        const auto line = CommandLine::parse(words(u"tree -"_s));
        QVERIFY(line);
        QCOMPARE(line->host, u"-"_s);
    }

    void wrongWordsAreUsageErrors_data()
    {
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("named");
        QTest::newRow("unknown option") << u"plan --nonsense"_s << u"nonsense"_s;
        QTest::newRow("two hosts") << u"tree a b"_s << u"b"_s;
        QTest::newRow("VM without host") << u"--vm 101.conf"_s << u"--vm"_s;
        QTest::newRow("tree without host") << u"tree"_s << u"HOST"_s;
        QTest::newRow("export without form") << u"export a"_s << u"--as"_s;
        QTest::newRow("unknown form") << u"export a --as gif"_s << u"gif"_s;
        QTest::newRow("unknown format") << u"plan a --format xml"_s << u"xml"_s;
        QTest::newRow("dot is for trees") << u"plan a --format dot"_s << u"dot"_s;
        QTest::newRow("scale out of range") << u"export a --as png --scale 9"_s << u"9"_s;
        QTest::newRow("kernel") << u"tree a --host-kernel banana"_s << u"banana"_s;
        QTest::newRow("qemu") << u"plan a --qemu banana"_s << u"banana"_s;
        QTest::newRow("vmid") << u"plan a --vmid x"_s << u"x"_s;
        QTest::newRow("hostpci16") << u"plan a --set hostpci16=0b:00"_s << u"hostpci16"_s;
        QTest::newRow("hostpci00") << u"plan a --set hostpci00=0b:00"_s << u"hostpci00"_s;
        QTest::newRow("hostpci-1") << u"plan a --set hostpci-1=0b:00"_s << u"hostpci-1"_s;
        QTest::newRow("empty output") << u"export a --as svg --output="_s << u"--output"_s;
        QTest::newRow("empty VM file") << u"plan a --vm="_s << u"--vm"_s;
        QTest::newRow("unknown language") << u"plan a --lang xx"_s << u"xx"_s;
        QTest::newRow("no value") << u"plan a --set hostpci0"_s << u"hostpci0"_s;
        QTest::newRow("option of another command") << u"tree a --vmid 3"_s << u"--vmid"_s;
        QTest::newRow("verify without host") << u"verify --guest g"_s << u"HOST"_s;
        QTest::newRow("verify without guest") << u"verify a"_s << u"--guest"_s;
        QTest::newRow("verify, one input twice") << u"verify - --guest -"_s << u"--guest"_s;
        QTest::newRow("verify as a tree") << u"verify a --guest g --format dot"_s << u"dot"_s;
        QTest::newRow("guest of another command") << u"plan a --guest g"_s << u"--guest"_s;
        QTest::newRow("set for the window") << u"a --set hostpci0=0b:00"_s << u"--set"_s;
    }
    void wrongWordsAreUsageErrors()
    {
        QFETCH(QString, call);
        QFETCH(QString, named);
        const auto line = CommandLine::parse(words(call));
        QVERIFY(!line);
        QCOMPARE(line.error().kind, Error::Kind::Usage);
        QVERIFY2(line.error().toString().contains(named), qPrintable(line.error().toString()));
    }

    void helpNamesEveryCommandExampleAndForm()
    {
        const auto line = CommandLine::parse(words(u"--help"_s));
        QVERIFY(line);
        QCOMPARE(line->command, CommandLine::Command::Help);
        for (const QString &word :
             {u"tree"_s, u"plan"_s, u"export"_s, u"verify"_s, u"--guest"_s, u"example:no-root"_s,
              u"hostpci"_s, u"--host-kernel"_s, u"sudo lspci"_s})
            QVERIFY2(line->helpText.contains(word), qPrintable(word));
    }
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
