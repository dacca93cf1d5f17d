// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "processortimer.h"
#include "textdiff.h"

#include <QTest>

#include <rapidcheck.h>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

using Kind = DiffLine::Kind;

/// The text a difference leads from, or to.
QByteArray side(const QList<DiffLine> &lines, Kind other)
{
    QByteArray text;
    for (const DiffLine &line : lines) {
        if (line.kind != other)
            text += line.text.toUtf8() + (line.hasLineEnd ? "\n" : "");
    }
    return text;
}

qsizetype changes(const QList<DiffLine> &lines)
{
    return std::ranges::count_if(lines,
                                 [](const DiffLine &line) { return line.kind != Kind::Same; });
}

/// The least number of changed lines, by the table of all beginnings.
int leastChanges(const std::vector<int> &before, const std::vector<int> &after)
{
    std::vector<std::vector<int>> least(before.size() + 1, std::vector<int>(after.size() + 1));
    for (size_t i = 0; i <= before.size(); ++i) {
        for (size_t j = 0; j <= after.size(); ++j) {
            if (i == 0 || j == 0) {
                least[i][j] = int(i + j);
                continue;
            }
            least[i][j] = std::min(least[i - 1][j], least[i][j - 1]) + 1;
            if (before[i - 1] == after[j - 1])
                least[i][j] = std::min(least[i][j], least[i - 1][j - 1]);
        }
    }
    return least[before.size()][after.size()];
}

QByteArray textOf(const std::vector<int> &lines)
{
    QByteArray text;
    for (const int line : lines)
        text += QByteArray::number(line) + '\n';
    return text;
}

} // namespace

class tst_textdiff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theUnifiedFormIsAsKnown_data();
    void theUnifiedFormIsAsKnown();
    void linesAreNumberedInTheirTexts();
    void lineEndsCount();
    void anyTwoTextsLeadToEachOtherByTheFewestChanges();
    void whatDiffersTooMuchIsReplacedWhole();
};

void tst_textdiff::theUnifiedFormIsAsKnown_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("expected");
    QTest::newRow("same") << QByteArray("a\n") << QByteArray("a\n") << QString();
    QTest::newRow("one of many") << QByteArray("1\n2\n3\n4\n5\n6\n7\n8\n9\n")
                                 << QByteArray("1\n2\n3\n4\nfive\n6\n7\n8\n9\n")
                                 << u"@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"_s;
    QTest::newRow("added to nothing")
        << QByteArray() << QByteArray("a\nb\n") << u"@@ -0,0 +1,2 @@\n+a\n+b\n"_s;
    QTest::newRow("all removed") << QByteArray("a\n") << QByteArray() << u"@@ -1 +0,0 @@\n-a\n"_s;
    QTest::newRow("far apart") << QByteArray("a\n1\n2\n3\n4\n5\n6\n7\nb\n")
                               << QByteArray("A\n1\n2\n3\n4\n5\n6\n7\nB\n")
                               << u"@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n "
                                  "7\n-b\n+B\n"_s;
    QTest::newRow("close") << QByteArray("a\n1\n2\n3\n4\n5\n6\nb\n")
                           << QByteArray("A\n1\n2\n3\n4\n5\n6\nB\n")
                           << u"@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n"_s;
    QTest::newRow("no line end")
        << QByteArray("a\nb") << QByteArray("a\nb\n")
        << u"@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"_s;
}

void tst_textdiff::theUnifiedFormIsAsKnown()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, expected);
    QCOMPARE(unifiedDiff(diffLines(before, after)), expected);
    QCOMPARE(unifiedDiff(before, after), expected);
}

void tst_textdiff::linesAreNumberedInTheirTexts()
{
    QStringList lines;
    for (const DiffLine &line : diffLines("a\nb\nc\n", "x\na\nc\nd\n"))
        lines.append(u"%1/%2 %3"_s.arg(line.oldLine).arg(line.newLine).arg(line.text));
    QCOMPARE(lines.join(u", "_s), u"0/1 x, 1/2 a, 2/0 b, 3/3 c, 0/4 d"_s);
}

void tst_textdiff::lineEndsCount()
{
    const QList<DiffLine> lines = diffLines("a\r\nb\n", "a\nb\n");
    QCOMPARE(changes(lines), 2);
    QCOMPARE(lines.first().text, u"a\r"_s);
    QVERIFY(diffLines("", "").isEmpty());
}

void tst_textdiff::anyTwoTextsLeadToEachOtherByTheFewestChanges()
{
    QVERIFY(rc::check("both sides come back, by the fewest changes", [] {
        const auto lines = rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4));
        const std::vector<int> before = *lines;
        const std::vector<int> after = *lines;
        const QList<DiffLine> difference = diffLines(textOf(before), textOf(after));
        RC_ASSERT(side(difference, Kind::Added) == textOf(before));
        RC_ASSERT(side(difference, Kind::Removed) == textOf(after));
        RC_ASSERT(changes(difference) == leastChanges(before, after));
    }));
}

void tst_textdiff::whatDiffersTooMuchIsReplacedWhole()
{
    QByteArray before("same\n");
    QByteArray after("same\n");
    for (int i = 0; i < 200'000; ++i) {
        before += i % 2 ? "a\n" : "b\n";
        after += i % 3 ? "a\n" : "c\n";
    }
    const ProcessorTimer timer;
    const QList<DiffLine> difference = diffLines(before, after);
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(difference.first().kind, Kind::Same);
    QCOMPARE(difference.at(1).kind, Kind::Removed);
    QCOMPARE(side(difference, Kind::Added), before);
    QCOMPARE(side(difference, Kind::Removed), after);
}

QTEST_GUILESS_MAIN(tst_textdiff)
#include "tst_textdiff.moc"
