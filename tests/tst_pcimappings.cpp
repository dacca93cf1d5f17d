// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pcimappings.h"
#include "processortimer.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

PciMappings read(const QByteArray &text)
{
    const auto result = readPciMappings(text, u"pci.cfg"_s);
    return result.value_or(PciMappings {});
}

const QByteArray twoCards = "gpu0\n"
                            "\tmap id=1002:744c,iommugroup=20,node=pve1,path=0000:0b:00.0,"
                            "subsystem-id=1da2:e471\n"
                            "\tmap id=1002:744c,iommugroup=22,node=pve1,path=0000:0c:00\n"
                            "\tmap id=1002:744c,node=pve2,path=0000:05:00.0;0000:06:00.0,"
                            "description=left one\n"
                            "\tdescription The two Radeons\n"
                            "\tlive-migration-capable 1\n"
                            "\n"
                            "vgpu\n"
                            "\tmap id=10de:2231,node=pve2,path=0000:01:00.4\n"
                            "\tmdev 1\n"
                            "\n";

} // namespace

class tst_pcimappings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sectionsAndMapLinesAreRead();
    void blanksTabsCommentsAndLineEndsDoNotMatter();
    void aBadLineIsAProblemAndNothingElseIsLost_data();
    void aBadLineIsAProblemAndNothingElseIsLost();
    void aNameThatIsNoneTakesItsSectionWithIt();
    void theLastOfTwoSectionsCounts();
    void whatHoldsNoMappingFails_data();
    void whatHoldsNoMappingFails();
    void whatIsWrittenIsReadAgain();
    void aWrittenMappingStaysOneSection();
    void hostileInputTakesNoTime_data();
    void hostileInputTakesNoTime();
};

void tst_pcimappings::sectionsAndMapLinesAreRead()
{
    const PciMappings mappings = read(twoCards);
    QCOMPARE(mappings.problems, QStringList());
    QCOMPARE(mappings.mappings.size(), 2);
    QCOMPARE(mappings.nodes(), (QStringList {u"pve1"_s, u"pve2"_s}));
    const PciMapping *gpu = mappings.find(u"gpu0");
    QVERIFY(gpu);
    QCOMPARE(gpu->map.size(), 3);
    QCOMPARE(gpu->description, u"The two Radeons"_s);
    QVERIFY(gpu->liveMigrationCapable && !gpu->mediated);
    const MappedPath &first = gpu->map.at(0);
    QCOMPARE(first.node, u"pve1"_s);
    QCOMPARE(first.id, u"1002:744c"_s);
    QCOMPARE(first.subsystemId, u"1da2:e471"_s);
    QCOMPARE(first.iommuGroup, std::optional(20));
    QCOMPARE(first.line, 2);
    QCOMPARE(first.paths.size(), 1);
    QCOMPARE(first.paths.first().address.toString(), u"0000:0b:00.0"_s);
    QVERIFY(!first.paths.first().allFunctions && first.paths.first().domainWritten);
    QVERIFY(gpu->map.at(1).paths.first().allFunctions);
    QVERIFY(gpu->map.at(1).subsystemId.isEmpty());
    QCOMPARE(gpu->map.at(2).paths.size(), 2);
    QCOMPARE(gpu->map.at(2).iommuGroup, std::nullopt);
    QCOMPARE(gpu->map.at(2).description, u"left one"_s);
    QVERIFY(mappings.find(u"vgpu")->mediated);
    QVERIFY(!mappings.find(u"GPU0"));
}

void tst_pcimappings::blanksTabsCommentsAndLineEndsDoNotMatter()
{
    const PciMappings mappings = read("# made by hand\r\n"
                                      "gpu0  \r\n"
                                      "   map   path=0000:0b:00.0,,node=pve1,id=1002:744c, \r\n"
                                      "  # not yet\r\n"
                                      "#\tmap id=1002:744c,node=pve1,path=0000:0c:00.0\r\n"
                                      "\t mdev\ton\r\n"
                                      "\r\n"
                                      "  \r\n"
                                      "nic\n"
                                      "\tmap id=8086:1520,node=pve1,path=10000:e1:00.0");
    QCOMPARE(mappings.problems, QStringList());
    QCOMPARE(mappings.mappings.size(), 2);
    QCOMPARE(mappings.find(u"gpu0")->map.size(), 1);
    QVERIFY(mappings.find(u"gpu0")->mediated);
    QCOMPARE(mappings.find(u"nic")->map.first().paths.first().address.toString(),
             u"10000:e1:00.0"_s);
}

void tst_pcimappings::aBadLineIsAProblemAndNothingElseIsLost_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("saying");
    const auto row = [](const char *line, const char *saying) {
        QTest::newRow(line) << QByteArray(line) << QString::fromLatin1(saying);
    };
    row("\tmap id=1002:744c,path=0000:0b:00.0", "node is missing");
    row("\tmap id=1002:744c,node=pve1", "path is missing");
    row("\tmap node=pve1,path=0000:0b:00.0", "id is missing");
    row("\tmap", "node is missing");
    row("\tmap id=1002:744c,node=pve1,path=0b:00.0", "path cannot be \"0b:00.0\"");
    row("\tmap id=1002:744c,node=pve1,path=0000:0B:00.0", "path cannot be");
    row("\tmap id=1002:744c,node=pve1,path=0000:0b:00.0;", "path cannot be");
    row("\tmap id=1002:744c,node=pve1,path=0000:0b:00.g", "path cannot be");
    row("\tmap id=1002-744c,node=pve1,path=0000:0b:00.0", "id cannot be");
    row("\tmap id=1002:744c,node=a b,path=0000:0b:00.0", "node cannot be");
    row("\tmap id=1002:744c,node=pve1,path=0000:0b:00.0,iommugroup=x", "iommugroup cannot be");
    row("\tmap id=1002:744c,node=pve1,path=0000:0b:00.0,node=pve2", "node is given twice");
    row("\tmap id=1002:744c,node=pve1,path=0000:0b:00.0,colour=red", "\"colour=red\" is no part");
    row("\tmap pve1,id=1002:744c,path=0000:0b:00.0", "\"pve1\" is no part");
    row("\tmdev 2", "mdev is 1 or 0");
    row("\tcolour red", "\"colour\" is no property");
}

void tst_pcimappings::aBadLineIsAProblemAndNothingElseIsLost()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, saying);
    const PciMappings mappings = read("gpu0\n" + line
                                      + "\n\tmap id=1002:744c,node=pve1,path=0000:0b:00.0\n"
                                        "\tdescription kept\n");
    QCOMPARE(mappings.problems.size(), 1);
    QVERIFY2(mappings.problems.first().startsWith("line 2: "_L1),
             qPrintable(mappings.problems.first()));
    QVERIFY2(mappings.problems.first().contains(saying), qPrintable(mappings.problems.first()));
    QCOMPARE(mappings.find(u"gpu0")->map.size(), 1);
    QCOMPARE(mappings.find(u"gpu0")->description, u"kept"_s);
}

void tst_pcimappings::aNameThatIsNoneTakesItsSectionWithIt()
{
    const PciMappings mappings = read("\tmap id=1002:744c,node=pve1,path=0000:0b:00.0\n"
                                      "1gpu\n"
                                      "\tmap id=1002:744c,node=pve1,path=0000:0b:00.0\n"
                                      "pci: gpu\n"
                                      "\tmap id=1002:744c,node=pve1,path=0000:0b:00.0\n"
                                      "\n"
                                      "gpu\n"
                                      "\tmap id=1002:744c,node=pve1,path=0000:0b:00.0\n"
                                      "nic\n"
                                      "\tmap id=8086:1520,node=pve1,path=0000:07:00.0\n");
    QCOMPARE(mappings.mappings.size(), 2);
    QCOMPARE(mappings.problems.size(), 4);
    QVERIFY(mappings.problems.at(0).startsWith("line 1: "_L1));
    QVERIFY(mappings.problems.at(1).contains("\"1gpu\""_L1));
    QVERIFY(mappings.problems.at(2).contains("\"pci: gpu\""_L1));
    QVERIFY(mappings.problems.at(3).startsWith("line 9: a blank line is missing"_L1));
}

void tst_pcimappings::theLastOfTwoSectionsCounts()
{
    const PciMappings mappings = read("gpu\n\tmap id=1002:744c,node=pve1,path=0000:0b:00.0\n\n"
                                      "gpu\n\tmap id=1002:744c,node=pve1,path=0000:0c:00.0\n"
                                      "\tdescription one\n\tdescription two\n");
    QCOMPARE(mappings.mappings.size(), 1);
    QCOMPARE(mappings.find(u"gpu")->map.first().paths.first().address.bus, 0x0c);
    QCOMPARE(mappings.find(u"gpu")->description, u"one"_s);
    QCOMPARE(mappings.problems.size(), 2);
}

void tst_pcimappings::whatHoldsNoMappingFails_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("a VM's file") << QByteArray("machine: q35\nhostpci0: 0b:00.0,pcie=1\n");
    QTest::newRow("names alone") << QByteArray("gpu\n\nnic\n");
    QTest::newRow("binary") << QByteArray("gpu\n\tmap id=1002:744c,node=a,path=0000:0b:00.0")
            + '\0';
}

void tst_pcimappings::whatHoldsNoMappingFails()
{
    QFETCH(QByteArray, bytes);
    const auto result = readPciMappings(bytes, u"some.txt"_s);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, Error::Kind::BadData);
    QCOMPARE(result.error().where, u"some.txt"_s);
    QVERIFY(result.error().hint.contains("pci.cfg"_L1));
}

void tst_pcimappings::whatIsWrittenIsReadAgain()
{
    PciMappings mappings = read(twoCards);
    QString text;
    for (const PciMapping &mapping : std::as_const(mappings.mappings))
        text += writePciMapping(mapping);
    QCOMPARE(read(text.toUtf8()), mappings);
    QCOMPARE(writePciMapping(*mappings.find(u"vgpu")),
             u"vgpu\n\tmap id=10de:2231,node=pve2,path=0000:01:00.4\n\tmdev 1\n\n"_s);
}

void tst_pcimappings::aWrittenMappingStaysOneSection()
{
    PciMapping mapping = *read(twoCards).find(u"gpu0");
    mapping.description = u"one\n\nother\n\tmdev 1"_s;
    mapping.map[0].description = u"a,node=evil\nnic"_s;
    const PciMappings again = read(writePciMapping(mapping).toUtf8());
    QCOMPARE(again.problems, QStringList());
    QCOMPARE(again.mappings.size(), 1);
    QCOMPARE(again.mappings.first().description, u"one other mdev 1"_s);
    QCOMPARE(again.mappings.first().map.first().description, u"a node=evil nic"_s);
    QVERIFY(!again.mappings.first().mediated);
}

void tst_pcimappings::hostileInputTakesNoTime_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("one long line") << QByteArray(1'000'000, 'a');
    QTest::newRow("one long map line") << "gpu\n\tmap " + QByteArray(1'000'000, ',');
    QTest::newRow("a long list") << "gpu\n\tmap id=1002:744c,node=a,path=0000:0b:00.0"
            + QByteArray(";0000:0b:00.0").repeated(80'000);
    QTest::newRow("many sections")
        << QByteArray("gpu%\n\tmap id=1002:744c,node=a,path=0000:0b:00.0\n\n").repeated(20'000);
    QTest::newRow("one section many times")
        << QByteArray("gpu\n\tmap id=1002:744c,node=a,path=0000:0b:00.0\n\n").repeated(20'000);
    QTest::newRow("many bad lines") << "gpu\n" + QByteArray("\tx y\n").repeated(300'000);
    QTest::newRow("a huge number") << QByteArray(
        "gpu\n\tmap id=1002:744c,node=a,path=" + QByteArray(100'000, 'f') + ":0b:00.0\n");
}

void tst_pcimappings::hostileInputTakesNoTime()
{
    QFETCH(QByteArray, bytes);
    const ProcessorTimer timer;
    const auto result = readPciMappings(bytes, u"pci.cfg"_s);
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
    if (result)
        QVERIFY(result->problems.size() <= 1000);
    else
        QVERIFY(result.error().what.size() < 500);
}

QTEST_GUILESS_MAIN(tst_pcimappings)
#include "tst_pcimappings.moc"
