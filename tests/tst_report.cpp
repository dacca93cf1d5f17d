// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportplans.h"
#include "markdown.h"
#include "printable.h"

#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>

#include <rapidcheck.h>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace handmade;

/// Reads what is written by a Markdown reader that is not ours.
namespace {

struct ReadTable {
    int rows = 0;
    int columns = 0;
    QStringList cells;
};

/// What a reader shows of a text: its tables, headings and links.
struct ReadDocument {
    explicit ReadDocument(const QString &markdown)
    {
        document.setMarkdown(markdown, QTextDocument::MarkdownDialectGitHub);
        walk(document.rootFrame());
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            if (block.blockFormat().headingLevel() > 0)
                headings.append(block.text());
            for (auto part = block.begin(); !part.atEnd(); ++part) {
                if (part.fragment().charFormat().isAnchor()
                    || part.fragment().charFormat().isImageFormat())
                    links.append(part.fragment().text());
            }
        }
    }

    void walk(QTextFrame *frame)
    {
        for (QTextFrame *child : frame->childFrames()) {
            if (auto *table = qobject_cast<QTextTable *>(child)) {
                ReadTable read {table->rows(), table->columns(), {}};
                for (int row = 0; row < read.rows; ++row) {
                    for (int column = 0; column < read.columns; ++column)
                        read.cells.append(
                            table->cellAt(row, column).firstCursorPosition().block().text());
                }
                tables.append(read);
            }
            walk(child);
        }
    }

    QTextDocument document;
    QList<ReadTable> tables;
    QStringList headings;
    QStringList links;
};

const std::string hostile = "ab|`*_[]()<>&!#~\\@:/.-+=\"'{}$^ \n\t1\xc3\xa4";

QString hostileText()
{
    return QString::fromUtf8(*rc::gen::container<std::string>(rc::gen::elementOf(hostile)));
}

Plan namedHost(const QString &name)
{
    QList<PciFunction> functions = x399Functions();
    for (PciFunction &function : functions)
        function.name = function.deviceName = name;
    Plan plan = planFor(host(functions), {u"0b:00,pcie=1"_s, u"44:00.0,pcie=1"_s});
    plan.guest.vmid = 101;
    plan.guest.name = name;
    return plan;
}

/// With every name in it: a redacted one would lack what is to be tried.
QString openReport(const Plan &plan)
{
    ExportRequest request = requestFor(plan);
    request.redact = false;
    return QString::fromUtf8(*written("report", request));
}

} // namespace

class tst_report : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCellStaysACell();
    void aCodeBlockEndsWhereItShould();
    void knownBreakoutsAreInert_data();
    void knownBreakoutsAreInert();
    void noNameChangesTheReportsShape();
    void theReportNamesWhatATicketNeeds();
    void expectedLinesFollowTheVerdict();
};

void tst_report::aCellStaysACell()
{
    QVERIFY(rc::check("any cells", [] {
        const QStringList cells {u"x"_s + hostileText(), u"y"_s + hostileText(),
                                 u"z"_s + hostileText()};
        const ReadDocument read(markdownTableHead({u"1"_s, u"2"_s, u"3"_s}) + markdownRow(cells)
                                + u"\nafter\n"_s);
        RC_ASSERT(read.tables.size() == 1);
        RC_ASSERT(read.tables.first().rows == 2);
        RC_ASSERT(read.tables.first().columns == 3);
        for (int i = 0; i < 3; ++i)
            RC_ASSERT(read.tables.first().cells.at(3 + i) == printable(cells.at(i)));
        RC_ASSERT(read.links.isEmpty());
    }));
}

void tst_report::aCodeBlockEndsWhereItShould()
{
    QVERIFY(rc::check("any lines", [] {
        const QStringList lines {hostileText(), u"```"_s, u"~~~~"_s, hostileText()};
        const ReadDocument read(markdownCode(lines, "text"_L1) + u"\n# after\n"_s);
        RC_ASSERT(read.headings == QStringList {u"after"_s});
    }));
    const QString inner = markdownCode({u"````"_s});
    QVERIFY2(inner.startsWith("`````\n"_L1), qPrintable(inner));
}

void tst_report::knownBreakoutsAreInert_data()
{
    QTest::addColumn<QString>("name");
    for (const auto &name : {u"a | b | c"_s,
                             u"<script>alert(1)</script>"_s,
                             u"<img src=x onerror=y>"_s,
                             u"![x](http://a.example/x.png)"_s,
                             u"[x](javascript:y)"_s,
                             u"`code`"_s,
                             u"```"_s,
                             u"\n# heading"_s,
                             u"\n\n| a |\n| - |"_s,
                             u"http://a.example/"_s,
                             u"www.a.example"_s,
                             u"@somebody"_s,
                             u"#12"_s,
                             u"&lt;b&gt;"_s,
                             u"\\|"_s,
                             u"a\\"_s,
                             u"<!-- x"_s,
                             u"$$x$$"_s,
                             u"a\r\n---\r\nb"_s,
                             u"\u202eabc"_s,
                             u"\x1b[31mred"_s})
        QTest::newRow(qPrintable(name)) << name;
}

void tst_report::knownBreakoutsAreInert()
{
    QFETCH(QString, name);
    const QString report = openReport(namedHost(name));
    const ReadDocument read(report);
    QStringList expected = ReadDocument(openReport(namedHost(u"name"_s))).headings;
    expected.first() = printable(u"AtomicOps of VM 101 (%1)"_s.arg(name));
    QCOMPARE(read.headings, expected);
    QVERIFY2(read.links.isEmpty(), qPrintable(read.links.join(u' ')));
    QVERIFY(!report.contains("<script"_L1));
    QVERIFY(!report.contains("<img"_L1));
    QVERIFY(!report.contains("<!--"_L1));
    QVERIFY(!report.contains(u'\x1b'));
    QVERIFY(!report.contains(u'\u202e'));
    QVERIFY(!report.contains(u'\r'));
}

void tst_report::noNameChangesTheReportsShape()
{
    const ReadDocument plain(openReport(namedHost(u"n"_s)));
    QVERIFY(plain.tables.size() >= 4);
    QVERIFY(rc::check("any name", [&] {
        const QString name = u"n"_s + hostileText();
        const ReadDocument read(openReport(namedHost(name)));
        RC_ASSERT(read.headings.sliced(1) == plain.headings.sliced(1));
        RC_ASSERT(read.tables.size() == plain.tables.size());
        for (qsizetype i = 0; i < read.tables.size(); ++i) {
            RC_ASSERT(read.tables.at(i).rows == plain.tables.at(i).rows);
            RC_ASSERT(read.tables.at(i).columns == plain.tables.at(i).columns);
        }
        // Every cell but the card's own name is where it was.
        QStringList cells = read.tables.first().cells;
        for (int row = 1; row < read.tables.first().rows; ++row)
            cells[row * read.tables.first().columns + 2] =
                plain.tables.first().cells.at(row * read.tables.first().columns + 2);
        RC_ASSERT(cells == plain.tables.first().cells);
    }));
}

void tst_report::theReportNamesWhatATicketNeeds()
{
    QList<PciFunction> functions = x399Functions();
    functions[8].lines = {120, 190};
    Plan plan = planFor(host(functions), {u"0b:00,pcie=1"_s, u"nonsense"_s});
    plan.guest.vmid = 101;
    plan.hostKernel = *KernelVersion::parse(u"6.8.12-4-pve");
    const QString report = QString::fromUtf8(*written("report", requestFor(plan)));
    for (const auto &part :
         {u"# AtomicOps of VM 101"_s, u"| hostpci0 | 0b:00,pcie=1 |"_s, u"not offered"_s,
          u"invalid"_s, u"6.8.12-4-pve"_s, u"QEMU: 11.0"_s, u"120-190"_s,
          u"AtomicOpsCap: 32bit+ 64bit+ 128bitCAS-"_s, u"AtomicOpsCap: Routing+"_s,
          u"vfio-pci,host=0000:0b:00.0"_s, u"full stop and start"_s, u"qm shutdown 101"_s,
          u"sudo lspci -vvv -s 00:1c.0"_s, u"sudo lspci -vvv -s 01:00.0"_s,
          u"sudo dmesg | grep -i atomic"_s, u"PCIE atomic ops is not supported"_s,
          u"hostpci0: 0b:00,pcie=1"_s, u"Removed from this report"_s})
        QVERIFY2(report.contains(part), qPrintable(part + u"\n"_s + report));
}

void tst_report::expectedLinesFollowTheVerdict()
{
    const auto expectation = [](const QString &line) {
        Plan plan = planFor(x399(), {line});
        plan.guest.guestKernel = *KernelVersion::parse(u"new");
        plan.hostKernel = *KernelVersion::parse(u"new");
        return QString::fromUtf8(*written("report", requestFor(plan)))
            .section(u"Line to expect"_s, 1);
    };
    const QString one = expectation(u"0b:00.0,pcie=1"_s);
    QVERIFY2(one.contains("AtomicOpsCap: Routing- 32bit+ 64bit+ 128bitCAS-"_L1), qPrintable(one));
    QVERIFY(one.contains("AtomicOpsCtl: ReqEn+"_L1));
    QVERIFY(one.contains("no line \"PCIE atomic ops is not supported\""_L1));
    const QString all = expectation(u"0b:00,pcie=1"_s);
    QVERIFY2(all.contains("AtomicOpsCap: Routing- 32bit- 64bit- 128bitCAS-"_L1), qPrintable(all));
    QVERIFY(all.contains("AtomicOpsCtl: ReqEn-"_L1));
    QVERIFY(!all.contains("no line"_L1));
    const QString hidden = expectation(u"0b:00.0"_s);
    QVERIFY2(hidden.contains("no Express capability"_L1), qPrintable(hidden));
}

QTEST_MAIN(tst_report)
#include "tst_report.moc"
