// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "describe.h"
#include "hostshapes.h"
#include "processortimer.h"
#include "testpaths.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;

/// Every text of tests/data/lspci is read and described; NAME.expected holds what must come out.
/// UPDATE_EXPECTED=1 writes the expectations anew.
class tst_lspcireader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fixturesReadAsExpected_data();
    void fixturesReadAsExpected();
    void everyVersionSaysTheSameOrNothing_data();
    void everyVersionSaysTheSameOrNothing();
    void carriageReturnsChangeNothing();
    void aMissingLastLineEndChangesNothing();
    void utf16IsRead();
    void longLinesAreNoProblem();
    void hexAndWordsInOneStanzaMakeHex();
    void nonRootCapturesKeepTheirTree();
    void fiveThousandDumpsAreReadInNoTime();
};

namespace {

const QString folder = testpaths::inData(u"lspci/"_s);
const QString ownFolder = testpaths::inData(u"own/"_s);

QByteArray fileBytes(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray described(const QByteArray &bytes)
{
    const auto capture = readCapture(bytes, u"test"_s);
    return capture ? describe(*capture) : capture.error().toString().toUtf8() + '\n';
}

} // namespace

void tst_lspcireader::fixturesReadAsExpected_data()
{
    QTest::addColumn<QString>("name");
    const QStringList files = QDir(folder).entryList({u"*.txt"_s}, QDir::Files, QDir::Name);
    QVERIFY(files.size() > 20);
    for (const QString &file : files)
        QTest::newRow(qPrintable(file)) << file.chopped(4);
}

void tst_lspcireader::fixturesReadAsExpected()
{
    QFETCH(QString, name);
    const QByteArray read = described(fileBytes(folder + name + u".txt"_s));
    const QString expectedPath = folder + name + u".expected"_s;
    if (qEnvironmentVariableIsSet("UPDATE_EXPECTED")) {
        QFile file(expectedPath);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(read);
    }
    const QByteArray expected = fileBytes(expectedPath);
    QVERIFY2(!expected.isEmpty(), "no expectation");
    QCOMPARE(QString::fromUtf8(read), QString::fromUtf8(expected));
}

void tst_lspcireader::everyVersionSaysTheSameOrNothing_data()
{
    QTest::addColumn<QString>("name");
    const QStringList files = QDir(folder).entryList({u"vv-3*.txt"_s}, QDir::Files, QDir::Name);
    QVERIFY(files.size() > 8);
    for (const QString &file : files)
        QTest::newRow(qPrintable(file)) << file;
}

/// All of them print the same host: where an older version is silent the answer is not known,
/// never another one.
void tst_lspcireader::everyVersionSaysTheSameOrNothing()
{
    QFETCH(QString, name);
    const auto newest = readCapture(fileBytes(folder + u"vv-3.13.0.txt"_s), name);
    const auto read = readCapture(fileBytes(folder + name), name);
    QVERIFY(newest && read);
    QCOMPARE(treeText(*read->topology), treeText(*newest->topology));
    for (int i = 0; i < read->topology->size(); ++i) {
        const PciFunction &ours = read->topology->at(i);
        const QByteArray bits = bitsText(ours);
        const QByteArray expected = bitsText(newest->topology->at(i));
        if (ours.gap == ReadGap::OldLspci)
            QVERIFY(bits.contains('?') && !bits.contains('+') && bits.count('-') == 0);
        else
            QCOMPARE(bits, expected);
    }
}

void tst_lspcireader::carriageReturnsChangeNothing()
{
    QCOMPARE(described(fileBytes(folder + u"vv-crlf.txt"_s)),
             described(fileBytes(folder + u"vv-3.9.0.txt"_s)));
    const QByteArray own = fileBytes(ownFolder + u"qemu-guest-lspci.txt"_s);
    QVERIFY(!own.isEmpty());
    QCOMPARE(described(QByteArray(own).replace('\n', "\r\n")), described(own));
}

void tst_lspcireader::aMissingLastLineEndChangesNothing()
{
    const QByteArray own = fileBytes(ownFolder + u"qemu-guest-lspci.txt"_s).trimmed();
    QCOMPARE(described(own), described(own + '\n'));
    QCOMPARE(described(fileBytes(folder + u"vv-bom-no-last-newline.txt"_s)),
             described(fileBytes(folder + u"vv-3.9.0.txt"_s)));
}

void tst_lspcireader::utf16IsRead()
{
    const QByteArray text = fileBytes(folder + u"vv-3.9.0.txt"_s);
    const QString wide = QChar(0xfeff) + QString::fromUtf8(text);
    const QByteArray bytes(reinterpret_cast<const char *>(wide.utf16()), wide.size() * 2);
    QCOMPARE(described(bytes), described(text));
}

void tst_lspcireader::longLinesAreNoProblem()
{
    const QByteArray text = fileBytes(folder + u"vv-3.9.0.txt"_s);
    const QByteArray noise(300'000, 'x');
    QCOMPARE(described("cmdline " + noise + "\n\n" + text).replace("problem ", ""),
             described("cmdline\n\n" + text).replace("problem ", ""));
    QVERIFY(described("00:00.0 Host bridge: " + noise + '\n').contains(noise));
}

void tst_lspcireader::hexAndWordsInOneStanzaMakeHex()
{
    const auto capture = openHost(ownFolder + u"qemu-guest-atomics.txt"_s);
    QVERIFY(capture);
    QCOMPARE(capture->kind, u"lspci-hex"_s);
    QCOMPARE(capture->label, u"qemu-guest-atomics.txt"_s);
    QVERIFY(capture->problems.isEmpty());
    QVERIFY(capture->topology->isWholeHost());
    const Topology &tree = *capture->topology;
    QCOMPARE(bitsText(tree.at(tree.indexOf({0, 0, 2, 0}))), "R+ C+++ Q- E-");
    QCOMPARE(tree.at(tree.indexOf({0, 0x0a, 0x10, 2})).physicalFunction,
             (PciAddress {0, 0x0a, 0, 0}));
}

void tst_lspcireader::nonRootCapturesKeepTheirTree()
{
    for (const QString &name : {u"qemu-guest-lspci"_s, u"qemu-pve-guest-lspci"_s}) {
        const auto denied = openHost(ownFolder + name + u"-nonroot.txt"_s);
        const auto whole = openHost(ownFolder + name + u".txt"_s);
        QVERIFY(denied && whole);
        QCOMPARE(denied->topology->size(), whole->topology->size());
        QCOMPARE(denied->problems.constFirst().reason, Reason::CaptureNoRoot);
        for (int i = 0; i < whole->topology->size(); ++i) {
            const PciFunction &ours = denied->topology->at(i);
            QVERIFY(ours.gap == ReadGap::AccessDenied || ours.portType == PortType::Conventional);
            if (!whole->topology->at(i).isVirtual)
                QCOMPARE(denied->topology->parent(i), whole->topology->parent(i));
        }
    }
}

void tst_lspcireader::fiveThousandDumpsAreReadInNoTime()
{
    const QByteArray dump = hexDump(mixedHost(5000, 1), 256);
    QVERIFY(readCapture(dump, u"warm up"_s)); // names are loaded once
    const ProcessorTimer timer;
    const auto capture = readCapture(dump, u"d5000"_s);
    QVERIFY(capture);
    QCOMPARE(capture->topology->size(), 5000);
    // Far above what it takes, far below what anything per byte or squared would.
    QVERIFY2(timer.elapsed() < 60'000, QByteArray::number(timer.elapsed()));
}

QTEST_GUILESS_MAIN(tst_lspcireader)
#include "tst_lspcireader.moc"
