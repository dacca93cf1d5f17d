// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later

// The program as a user calls it: exit status, standard output, standard error, JSON schemas.

#include "testpaths.h"
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

struct Ran {
    int status = -1;
    QByteArray out;
    QByteArray err;

    QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

Ran run(const QString &program, const QStringList &arguments, const QByteArray &input = {})
{
    QProcess process;
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

Ran rootward(const QStringList &arguments, const QByteArray &input = {})
{
    return run(testpaths::program(), arguments, input);
}

const QString x399 = u"example:x399-two-rx7900xt"_s;

QStringList planOf(const QString &value0, const QString &value1, const QStringList &more = {})
{
    return QStringList {u"plan"_s,      x399,
                        u"--machine"_s, u"q35"_s,
                        u"--qemu"_s,    u"11.0"_s,
                        u"--set"_s,     u"hostpci0="_s + value0,
                        u"--set"_s,     u"hostpci1="_s + value1,
                        u"--format"_s,  u"json"_s}
    + more;
}

QStringList widths(const QJsonValue &value)
{
    return {value[u"32"].toString(), value[u"64"].toString(), value[u"128"].toString()};
}

/// Checks an output against one of docs/schema with Python's jsonschema; empty if it holds.
QByteArray schemaFault(const QByteArray &json, const QString &schema)
{
    const QString script = u"import json,sys,jsonschema\n"
                           "jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))"
                           ".validate(json.load(sys.stdin))"_s;
    const Ran ran = run(u"python3"_s,
                        {u"-c"_s, script, testpaths::inProject(u"docs/schema/"_s) + schema}, json);
    return ran.status == 0 ? QByteArray() : "schema: " + ran.err.right(600);
}

} // namespace

class TestProgram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allFunctionsLeavesTheRootPortWithoutBits()
    {
        const Ran ran = rootward(planOf(u"0000:0b:00,pcie=1"_s, u"0000:44:00,pcie=1"_s));
        QCOMPARE(ran.status, 1);
        QCOMPARE(schemaFault(ran.out, u"rootward.plan-1.json"_s), QByteArray());
        const QJsonArray entries = ran.json()[u"entries"].toArray();
        QCOMPARE(entries.size(), 2);
        for (const QJsonValue &entry : entries) {
            QCOMPARE(widths(entry[u"rootPort"]), (QStringList {u"no"_s, u"no"_s, u"no"_s}));
            QCOMPARE(entry[u"reason"].toString(), u"qemu.multifunction"_s);
            QCOMPARE(entry[u"remedy"].toString(), u"vm-line"_s);
            QCOMPARE(entry[u"verdict"].toString(), u"not-offered"_s);
            const QJsonValue driver = entry[u"functions"][0][u"driver"];
            QCOMPARE(driver[u"name"].toString(), u"amdgpu"_s);
            QCOMPARE(driver[u"result"].toString(), u"unavailable"_s);
            QCOMPARE(driver[u"messages"][0].toString(), u"PCIE atomic ops is not supported"_s);
        }
    }

    void oneFunctionGetsTheBitsOfTheHost()
    {
        const Ran ran = rootward(planOf(u"0000:0b:00.0,pcie=1"_s, u"0000:44:00.0,pcie=1"_s));
        QCOMPARE(ran.status, 0);
        QCOMPARE(schemaFault(ran.out, u"rootward.plan-1.json"_s), QByteArray());
        for (const QJsonValue &entry : ran.json()[u"entries"].toArray()) {
            QCOMPARE(widths(entry[u"rootPort"]), (QStringList {u"yes"_s, u"yes"_s, u"no"_s}));
            QCOMPARE(entry[u"reason"].toString(), u"qemu.ok"_s);
            QCOMPARE(entry[u"remedy"].toString(), u"nothing"_s);
        }
    }

    void oneChangeBlocksAndNamesItsRemedy_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("remedy");
        QTest::addColumn<bool>("hasPort");
        const QString a = u"0000:0b:00.0,pcie=1"_s, b = u"0000:44:00.0,pcie=1"_s;
        QTest::newRow("old QEMU") << planOf(a, b, {u"--qemu"_s, u"8.0"_s}) << u"qemu.version"_s
                                  << u"upgrade"_s << true;
        QTest::newRow("old vfio") << planOf(a, b, {u"--host-kernel"_s, u"6.4"_s})
                                  << u"vfio.kernel"_s << u"upgrade"_s << true;
        QTest::newRow("conventional") << planOf(u"0000:0b:00.0"_s, u"0000:44:00.0"_s)
                                      << u"qemu.conventional-bus"_s << u"vm-line"_s << false;
    }
    void oneChangeBlocksAndNamesItsRemedy()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, reason);
        QFETCH(QString, remedy);
        QFETCH(bool, hasPort);
        const Ran ran = rootward(arguments);
        QCOMPARE(ran.status, 1);
        QCOMPARE(schemaFault(ran.out, u"rootward.plan-1.json"_s), QByteArray());
        for (const QJsonValue &entry : ran.json()[u"entries"].toArray()) {
            QCOMPARE(entry[u"reason"].toString(), reason);
            QCOMPARE(entry[u"remedy"].toString(), remedy);
            QCOMPARE(entry[u"port"].isObject(), hasPort);
            QCOMPARE(entry[u"rootPort"].isObject(), hasPort);
        }
    }

    void theHostCapturedWithoutRootIsUnknownNotNo()
    {
        const Ran ran = rootward({u"plan"_s, u"example:no-root"_s, u"--format"_s, u"json"_s});
        QCOMPARE(ran.status, 2);
        for (const QJsonValue &entry : ran.json()[u"entries"].toArray()) {
            QCOMPARE(entry[u"verdict"].toString(), u"inconclusive"_s);
            QCOMPARE(entry[u"reason"].toString(), u"host.unreadable"_s);
            QCOMPARE(entry[u"remedy"].toString(), u"collect-as-root"_s);
        }
        const Ran all = rootward({u"plan"_s, u"example:no-root"_s, u"--set"_s,
                                  u"hostpci0=0000:0b:00,pcie=1"_s, u"--format"_s, u"json"_s});
        QCOMPARE(all.status, 1);
        QCOMPARE(all.json()[u"entries"][0][u"reason"].toString(), u"qemu.multifunction"_s);
    }

    void theChipsetSlotIsBlockedAndTheCpuSlotIsNot()
    {
        const Ran ran =
            rootward({u"plan"_s, u"example:x570-chipset-slot"_s, u"--format"_s, u"json"_s});
        QCOMPARE(ran.status, 1);
        const QJsonArray entries = ran.json()[u"entries"].toArray();
        QCOMPARE(entries.size(), 2);
        QCOMPARE(entries[0][u"reason"].toString(), u"host.no-routing"_s);
        QCOMPARE(entries[0][u"remedy"].toString(), u"move-card"_s);
        QCOMPARE(entries[1][u"reason"].toString(), u"qemu.ok"_s);
    }

    void theTextSaysTheSameAsTheJson()
    {
        QStringList arguments = planOf(u"0000:0b:00,pcie=1"_s, u"0000:44:00.0,pcie=1"_s);
        const QJsonArray entries = rootward(arguments).json()[u"entries"].toArray();
        arguments.last() = u"text"_s;
        const Ran text = rootward(arguments);
        QCOMPARE(text.status, 1);
        for (const QJsonValue &entry : entries) {
            for (const QString &key : {u"host"_s, u"guest"_s})
                QVERIFY2(text.out.contains(entry[u"sentences"][key].toString().toUtf8()), text.out);
        }
        QVERIFY2(text.out.contains("PCIE atomic ops is not supported"), text.out);
    }

    void verifyFollowsItsSchemaAndItsStatus_data()
    {
        QTest::addColumn<int>("status");
        QTest::newRow("as-planned") << 0;
        QTest::newRow("whole-card") << 1;
        QTest::newRow("other-than-planned") << 1;
        QTest::newRow("guest-without-root") << 2;
        QTest::newRow("other-bus-numbers") << 0;
        QTest::newRow("host-without-root") << 1;
        QTest::newRow("i440fx") << 2;
    }
    void verifyFollowsItsSchemaAndItsStatus()
    {
        QFETCH(int, status);
        const QString folder =
            testpaths::inData(u"verify/"_s) + QString::fromLatin1(QTest::currentDataTag());
        QFile host(folder + u"/host.txt"_s);
        QVERIFY(host.open(QIODevice::ReadOnly));
        const QStringList call {u"verify"_s,         QString::fromUtf8(host.readAll()).trimmed(),
                                u"--vm"_s,           folder + u"/vm.conf"_s,
                                u"--guest"_s,        folder + u"/guest.txt"_s,
                                u"--guest-kernel"_s, u"unknown"_s};
        const Ran text = rootward(call);
        QCOMPARE(text.status, status);
        const Ran ran = rootward(call + QStringList {u"--format"_s, u"json"_s});
        QCOMPARE(ran.status, status);
        QCOMPARE(schemaFault(ran.out, u"rootward.verify-1.json"_s), QByteArray());
        for (const QJsonValue &entry : ran.json()[u"entries"].toArray())
            QVERIFY2(text.out.contains(entry[u"sentence"].toString().toUtf8()), text.out);
    }

    void theHostIsNotTakenForItsGuest()
    {
        const QString capture =
            testpaths::inProject(u"resources/examples/x399-two-rx7900xt/capture.txt"_s);
        const Ran ran = rootward({u"verify"_s, x399, u"--guest"_s, capture});
        QCOMPARE(ran.status, 65);
        QCOMPARE(ran.err.count('\n'), 1);
        QVERIFY2(ran.err.contains("host itself"), ran.err);
        QCOMPARE(rootward({u"verify"_s, x399, u"--guest"_s, u"/nowhere"_s}).status, 66);
        QFile file(capture);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(rootward({u"verify"_s, x399, u"--guest"_s, u"-"_s}, file.readAll()).status, 65);
    }

    void anEmptyPlanIsFine()
    {
        QCOMPARE(rootward({u"plan"_s}).status, 0);
        const Ran ran = rootward({u"plan"_s, u"--format"_s, u"json"_s});
        QCOMPARE(ran.status, 0);
        QCOMPARE(schemaFault(ran.out, u"rootward.plan-1.json"_s), QByteArray());
    }

    void withoutAHostTheGuestSideStillAnswers()
    {
        const Ran all =
            rootward({u"plan"_s, u"--set"_s, u"hostpci0=0b:00.0"_s, u"--format"_s, u"json"_s});
        QCOMPARE(all.json()[u"entries"][0][u"reason"].toString(), u"qemu.conventional-bus"_s);
        const Ran one = rootward(
            {u"plan"_s, u"--set"_s, u"hostpci0=0b:00.0,pcie=1"_s, u"--format"_s, u"json"_s});
        QCOMPARE(one.status, 2);
        QCOMPARE(schemaFault(one.out, u"rootward.plan-1.json"_s), QByteArray());
    }

    void everyExampleTreeFollowsItsSchema_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString &name : {u"x399-two-rx7900xt"_s, u"x570-chipset-slot"_s, u"no-root"_s})
            QTest::newRow(qPrintable(name)) << name;
    }
    void everyExampleTreeFollowsItsSchema()
    {
        QFETCH(QString, name);
        const QString host = u"example:"_s + name;
        const Ran ran = rootward({u"tree"_s, host, u"--format"_s, u"json"_s});
        QCOMPARE(ran.status, 0);
        QCOMPARE(schemaFault(ran.out, u"rootward.tree-1.json"_s), QByteArray());
        QCOMPARE(ran.json()[u"source"][u"kind"].toString(), u"example"_s);
        QVERIFY(ran.json()[u"functions"].toArray().size() > 20);

        const Ran dot = rootward({u"tree"_s, host, u"--format"_s, u"dot"_s});
        QCOMPARE(run(u"dot"_s, {u"-Tplain"_s}, dot.out).status, 0);
        QVERIFY(rootward({u"tree"_s, host}).out.contains("0000:0"));
    }

    void badInputIsOneSentenceWithItsStatus_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("status");
        QTest::newRow("empty") << QByteArray("") << 65;
        QTest::newRow("binary") << QByteArray(5000, '\x01') << 65;
        QTest::newRow("jpeg") << QByteArray::fromHex(
            "ffd8ffe000104a46494600010100000100010000ffdb0043")
                              << 65;
        QTest::newRow("prose")
            << QByteArray("The quick brown fox jumps over the lazy dog.\n").repeated(20) << 65;
        QTest::newRow("vm configuration")
            << QByteArray("machine: q35\nhostpci0: 0000:0b:00,pcie=1\n") << 65;
    }
    void badInputIsOneSentenceWithItsStatus()
    {
        QFETCH(QByteArray, content);
        QFETCH(int, status);
        QTemporaryDir folder;
        const QString name = folder.filePath(u"input"_s);
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        for (const QString &command : {u"tree"_s, u"plan"_s}) {
            const Ran ran = rootward({command, name});
            QCOMPARE(ran.status, status);
            QCOMPARE(ran.out, QByteArray());
            QCOMPARE(ran.err.count('\n'), 1);
            QVERIFY2(ran.err.startsWith("rootward: "), ran.err);
        }
        const Ran input = rootward({u"tree"_s, u"-"_s}, content);
        QCOMPARE(input.status, status);
    }

    void placesThatAreNoFilesAreRefused()
    {
        QTemporaryDir folder;
        QCOMPARE(rootward({u"tree"_s, folder.filePath(u"missing"_s)}).status, 66);
        QCOMPARE(rootward({u"tree"_s, folder.path()}).status, 65);
        QCOMPARE(rootward({u"tree"_s, u"/dev/zero"_s}).status, 65);
        QCOMPARE(rootward({u"tree"_s, u"example:nonsense"_s}).status, 66);
        QCOMPARE(rootward({u"plan"_s, x399, u"--vm"_s, folder.filePath(u"missing"_s)}).status, 66);
        QCOMPARE(rootward({u"plan"_s, x399, u"--vm"_s, folder.path()}).status, 65);
        QCOMPARE(rootward({u"plan"_s, u"--nonsense"_s}).status, 64);
    }

    void anEntryWhoseDeviceIsNotThereIsSaidAndTheOthersStay()
    {
        const Ran ran = rootward(planOf(u"0000:77:00.0,pcie=1"_s, u"0000:44:00.0,pcie=1"_s));
        QCOMPARE(ran.status, 1);
        const QJsonArray entries = ran.json()[u"entries"].toArray();
        QCOMPARE(entries.size(), 2);
        QCOMPARE(entries[0][u"verdict"].toString(), u"invalid"_s);
        QCOMPARE(entries[0][u"errors"][0][u"id"].toString(), u"proxmox.refused"_s);
        QVERIFY(entries[0][u"errors"][0][u"message"].toString().contains(u"0000:77:00.0"_s));
        QCOMPARE(entries[1][u"reason"].toString(), u"qemu.ok"_s);
    }

    void exportWritesTheLinesAndSaysWhereItCannot()
    {
        const Ran lines = rootward({u"export"_s, x399, u"--as"_s, u"hostpci"_s});
        QCOMPARE(lines.status, 0);
        QCOMPARE(lines.out,
                 QByteArray("machine: q35\nhostpci0: 0000:0b:00,pcie=1\n"
                            "hostpci1: 0000:44:00.0,pcie=1\n"));
        QTemporaryDir folder;
        const QString target = folder.filePath(u"missing/lines"_s);
        QCOMPARE(rootward({u"export"_s, x399, u"--as"_s, u"hostpci"_s, u"-o"_s, target}).status,
                 73);
        QCOMPARE(
            rootward({u"export"_s, x399, u"--as"_s, u"hostpci"_s, u"-o"_s, u"/dev/full"_s}).status,
            73);
    }

    void whatIsNoFileIsWrittenIntoAndNeverReplaced()
    {
        QTemporaryDir folder;
        const QString pipe = folder.filePath(u"pipe"_s);
        QCOMPARE(run(u"mkfifo"_s, {pipe}).status, 0);
        const QString script =
            u"cat \"$1\" & \"$2\" export %1 --as hostpci -o \"$1\"; wait"_s.arg(x399);
        const Ran ran = run(u"sh"_s, {u"-c"_s, script, u"sh"_s, pipe, testpaths::program()});
        QVERIFY2(ran.out.startsWith("machine: q35\n"), ran.out + ran.err);
        QVERIFY(QFileInfo(pipe).exists() && !QFileInfo(pipe).isFile());
        QCOMPARE(
            rootward({u"export"_s, x399, u"--as"_s, u"hostpci"_s, u"-o"_s, u"/dev/stdout"_s}).out,
            rootward({u"export"_s, x399, u"--as"_s, u"hostpci"_s}).out);
    }

    void noControlCharacterReachesATerminalOrALine()
    {
        const QByteArray capture = "00:00.0 Host bridge: Evil \x1b[31mred\x07 \xe2\x80\xae name\n"
                                   "\tControl: I/O- Mem+\n";
        const QString value = u"hostpci0=0b:00.0\nargs: -evil \x1b[31m"_s;
        for (const Ran &ran :
             {rootward({u"tree"_s, u"-"_s}, capture),
              rootward({u"plan"_s, x399, u"--set"_s, value}),
              rootward({u"export"_s, x399, u"--as"_s, u"hostpci"_s, u"--set"_s, value})}) {
            const QByteArray all = ran.out + ran.err;
            for (const char *bad : {"\x1b", "\x07", "\xe2\x80\xae", "\nargs:"})
                QVERIFY2(!all.contains(bad), all);
        }
        const Ran lines = rootward(
            {u"export"_s, x399, u"--as"_s, u"hostpci"_s, u"--set"_s, u"hostpci0=nonsense"_s});
        QVERIFY(!lines.out.contains("nonsense"));
        QVERIFY(lines.err.contains("hostpci0"));
    }

    void aWrongVmFileIsRefused_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("a capture")
            << QByteArray("00:00.0 Host bridge: Something\n\tControl: I/O-\n");
        QTest::newRow("XML") << QByteArray("<domain type=\"kvm\"><devices><hostdev");
    }
    void aWrongVmFileIsRefused()
    {
        QFETCH(QByteArray, content);
        QTemporaryDir folder;
        const QString name = folder.filePath(u"101.conf"_s);
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        QCOMPARE(rootward({u"plan"_s, x399, u"--vm"_s, name}).status, 65);
    }

    void aMistypedCommandIsNoHost()
    {
        const Ran ran = rootward({u"plann"_s});
        QCOMPARE(ran.status, 66);
        QVERIFY2(ran.err.contains("no such command"), ran.err);
    }

    void picturesAreWrittenWithoutADisplay()
    {
        QTemporaryDir folder;
        const QString svg = folder.filePath(u"plan.svg"_s);
        QCOMPARE(rootward({u"export"_s, x399, u"--as"_s, u"svg"_s, u"-o"_s, svg}).status, 0);
        QCOMPARE(run(u"xmllint"_s, {u"--noout"_s, svg}).status, 0);
        const QString png = folder.filePath(u"plan.png"_s);
        QCOMPARE(rootward({u"export"_s, x399, u"--as"_s, u"png"_s, u"--scale"_s, u"2"_s,
                           u"--theme"_s, u"dark"_s, u"-o"_s, png})
                     .status,
                 0);
        QFile file(png);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.read(8).startsWith("\x89PNG"));
    }
};

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"
