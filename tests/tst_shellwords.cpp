// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "processortimer.h"
#include "shellwords.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

QStringList texts(const QString &text)
{
    QStringList list;
    const auto words = shellWords(text);
    if (!words)
        return {"error: "_L1 + words.error().where};
    for (const ShellToken &word : *words)
        list.append(word.text);
    return list;
}

} // namespace

class tst_shellwords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordsAreSplitAsAShellDoes_data();
    void wordsAreSplitAsAShellDoes();
    void aWordKnowsItsPlace();
    void whatStandsThereIsKept();
    void anOperatorEndsACommandAtAWordsEdgeAlone();
    void anOpenQuoteIsRefusedWithItsPlace_data();
    void anOpenQuoteIsRefusedWithItsPlace();
    void hostileTextTakesLinearTime_data();
    void hostileTextTakesLinearTime();
};

void tst_shellwords::wordsAreSplitAsAShellDoes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("empty") << u""_s << QStringList();
    QTest::newRow("blanks") << u" \t \n"_s << QStringList();
    QTest::newRow("plain") << u"a -b  c"_s << QStringList {u"a"_s, u"-b"_s, u"c"_s};
    QTest::newRow("single") << uR"('a b' c'd "e'f)"_s << QStringList {u"a b"_s, uR"(cd "ef)"_s};
    QTest::newRow("single keeps backslash") << uR"('a\b\')"_s << QStringList {uR"(a\b\)"_s};
    QTest::newRow("double") << uR"("a 'b'" "c\"d\\e\f\$g")"_s
                            << QStringList {u"a 'b'"_s, uR"(c"d\e\f$g)"_s};
    QTest::newRow("empty words") << uR"('' "" x)"_s << QStringList {u""_s, u""_s, u"x"_s};
    QTest::newRow("backslash") << uR"(a\ b \'c)"_s << QStringList {u"a b"_s, u"'c"_s};
    QTest::newRow("quote within single") << uR"('it'\''s')"_s << QStringList {u"it's"_s};
    QTest::newRow("joined lines") << u"a \\\n  b\\\nc \"d\\\ne\""_s
                                  << QStringList {u"a"_s, u"bc"_s, u"de"_s};
    QTest::newRow("joined lines of Windows")
        << u"a \\\r\n  b\r\n"_s << QStringList {u"a"_s, u"b"_s};
    QTest::newRow("lines") << u"a\nb"_s << QStringList {u"a"_s, u"b"_s};
    QTest::newRow("line end in a quote") << u"'a\nb'"_s << QStringList {u"a\nb"_s};
    QTest::newRow("comment") << u"a # b 'c\nd"_s << QStringList {u"a"_s, u"d"_s};
    QTest::newRow("hash in a word") << u"a#b '#c'"_s << QStringList {u"a#b"_s, u"#c"_s};
    QTest::newRow("last backslash") << u"a\\"_s << QStringList {u"a\\"_s};
}

void tst_shellwords::wordsAreSplitAsAShellDoes()
{
    QFETCH(QString, text);
    QFETCH(QStringList, words);
    QCOMPARE(texts(text), words);
}

void tst_shellwords::aWordKnowsItsPlace()
{
    const auto words = shellWords(u"one 'two\n2' three \\\n  four\nfive").value();
    QStringList places;
    for (const ShellToken &word : words)
        places.append(u"%1:%2"_s.arg(word.line).arg(word.column));
    QCOMPARE(places, (QStringList {u"1:1"_s, u"1:5"_s, u"2:4"_s, u"3:3"_s, u"4:1"_s}));
}

void tst_shellwords::whatStandsThereIsKept()
{
    const auto words = shellWords(uR"({"driver":"x"} 'y')").value();
    QCOMPARE(words.at(0).written, uR"({"driver":"x"})");
    QCOMPARE(words.at(0).text, u"{driver:x}"_s);
    QCOMPARE(words.at(1).written, u"'y'");
}

void tst_shellwords::anOperatorEndsACommandAtAWordsEdgeAlone()
{
    ShellWords words(u"a;b ds=x;y; c 2>&1 && d");
    QStringList list;
    for (;;) {
        const ShellToken token = words.next().value();
        if (token.kind == ShellToken::Kind::End)
            break;
        list.append(token.kind == ShellToken::Kind::Operator ? u"|"_s : token.text);
    }
    QCOMPARE(list,
             (QStringList {u"a;b"_s, u"ds=x;y"_s, u"|"_s, u"c"_s, u"2>&1"_s, u"|"_s, u"d"_s}));
}

void tst_shellwords::anOpenQuoteIsRefusedWithItsPlace_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("place");
    QTest::newRow("single") << u"a\n  b'c"_s << u"error: line 2, column 4"_s;
    QTest::newRow("double") << u"\"a\\\""_s << u"error: line 1, column 1"_s;
    QTest::newRow("other quote within") << u"x 'a\"b"_s << u"error: line 1, column 3"_s;
    QTest::newRow("after joined lines") << u"x \\\n y \\\n 'z"_s << u"error: line 3, column 2"_s;
}

void tst_shellwords::anOpenQuoteIsRefusedWithItsPlace()
{
    QFETCH(QString, text);
    QFETCH(QString, place);
    QCOMPARE(texts(text), QStringList {place});
}

void tst_shellwords::hostileTextTakesLinearTime_data()
{
    QTest::addColumn<QString>("piece");
    for (const QString &piece : {u"a"_s, u"'"_s, u"\"'"_s, u"\\"_s, u"\\\n"_s, u";x"_s, u";"_s,
                                 u"a;"_s, u"#"_s, u"''"_s, u" '\" "_s})
        QTest::newRow(qPrintable(piece)) << piece;
}

void tst_shellwords::hostileTextTakesLinearTime()
{
    QFETCH(QString, piece);
    const QString text = u"x"_s + piece.repeated(1'000'000 / piece.size());
    const ProcessorTimer timer;
    const auto words = shellWords(text);
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(words || words.error().where.startsWith(u"line "));
}

QTEST_GUILESS_MAIN(tst_shellwords)
#include "tst_shellwords.moc"
