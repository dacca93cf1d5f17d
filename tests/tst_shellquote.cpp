// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "realshell.h"
#include "shellquote.h"

#include <QTest>

#include <rapidcheck.h>

using namespace Qt::StringLiterals;
using namespace rootward;

class tst_shellquote : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aShellReadsTheWordBack_data()
    {
        QTest::addColumn<QString>("word");
        for (const auto &word : {u"0000:0b:00.0,pcie=1"_s,
                                 u"0b:00.0;0b:00.1"_s,
                                 u""_s,
                                 u"'"_s,
                                 u"''"_s,
                                 u"a'b'c"_s,
                                 u"'; touch /tmp/broken-out; '"_s,
                                 u"$(id)"_s,
                                 u"`id`"_s,
                                 u"\\"_s,
                                 u"\\'"_s,
                                 u"a\nb"_s,
                                 u"\n"_s,
                                 u"~"_s,
                                 u"*"_s,
                                 u"-n"_s,
                                 u"--help"_s,
                                 u"# no comment"_s,
                                 u"!history"_s,
                                 u"äöü 日本 🙂"_s,
                                 u"a  b\tc"_s,
                                 u"\"$HOME\""_s,
                                 u"&|<>(){}[]"_s})
            QTest::newRow(qPrintable(word)) << word;
    }
    void aShellReadsTheWordBack()
    {
        QFETCH(QString, word);
        QCOMPARE(wordsOfShell(shellQuoted(word)), QStringList {word});
        QCOMPARE(wordsOfShell(shellWord(word)), QStringList {word});
    }

    void aPlainWordStaysPlain()
    {
        QCOMPARE(shellWord(u"vfio-pci,host=0000:0b:00.0,id=hostpci0.0"_s),
                 u"vfio-pci,host=0000:0b:00.0,id=hostpci0.0"_s);
        QCOMPARE(shellQuoted(u"q35"_s), u"'q35'"_s);
        QCOMPARE(shellWord(u"a b"_s), u"'a b'"_s);
    }

    void noWordBreaksOut()
    {
        QVERIFY(rc::check("any words", [] {
            const auto texts =
                *rc::gen::container<std::vector<std::string>>(rc::gen::container<std::string>(
                    rc::gen::elementOf(std::string("ab'\"\\$`;&|<>(){}[]*?~#!=% \t\n-/\xc3\xa4"))));
            QStringList words;
            QStringList quoted;
            for (const std::string &text : texts) {
                words.append(QString::fromUtf8(text));
                quoted.append(words.size() % 2 ? shellQuoted(words.last())
                                               : shellWord(words.last()));
            }
            if (!words.isEmpty())
                RC_ASSERT(wordsOfShell(quoted.join(u' ')) == words);
        }));
    }

    void aLineIsToldFromWhatATerminalActsOn()
    {
        QVERIFY(isOneLine(u"0b:00.0,romfile=a b'c\"ä🙂"_s));
        QVERIFY(isOneLine({}));
        const QStringList others {u"a\nb"_s,
                                  u"a\rb"_s,
                                  u"a\x1b[31m"_s,
                                  u"\u202e"_s,
                                  u"a\u2028b"_s,
                                  u"a\u0085b"_s,
                                  u"\t"_s,
                                  QString(QChar(0)),
                                  QString(QChar(0xd800)),
                                  QString(QChar(0xfffe))};
        for (const QString &text : others)
            QVERIFY2(!isOneLine(text), qPrintable(QString::number(text.front().unicode(), 16)));
    }
};

QTEST_GUILESS_MAIN(tst_shellquote)
#include "tst_shellquote.moc"
