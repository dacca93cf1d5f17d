// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "importers.h"
#include "lspcitree.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

/// "00:01.0 01-02 < 00:00.0": each function, its buses, the bridge above it.
QString readingOf(const QByteArray &text)
{
    LspciTreeReader tree;
    int number = 0;
    for (const QByteArray &line : text.split('\n'))
        tree.take(line, ++number);
    QStringList list;
    for (const PciFunction &function : tree.functions()) {
        QString words = function.address.toShortString();
        if (function.buses) {
            words += u" %1-%2"_s.arg(function.buses->secondary, 2, 16, QLatin1Char('0'))
                         .arg(function.buses->subordinate, 2, 16, QLatin1Char('0'));
        }
        if (tree.known().parents.contains(function.address))
            words += " < "_L1 + tree.known().parents.value(function.address).toShortString();
        if (!function.name.isEmpty())
            words += u' ' + function.name;
        list.append(words);
    }
    return list.join(u'|') + (tree.problems().isEmpty() ? QString() : u" !"_s);
}

} // namespace

class tst_lspcitree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void drawingsAreRead_data();
    void drawingsAreRead();
    void otherLinesAreNone();
    void aCaptureOfATreeHasItsParents();
};

void tst_lspcitree::drawingsAreRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *text, const char *expected) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(expected);
    };
    row("one root bus",
        "-[0000:00]-+-00.0\n           \\-01.1-[01]--+-00.0\n"
        "                        \\-00.1\n",
        "00:00.0|00:01.1 01-01|01:00.0 < 00:01.1|01:00.1 < 00:01.1");
    row("a single child", "-[0000:00]---00.0-[01-02]----00.0-[02]----03.0\n",
        "00:00.0 01-02|01:00.0 02-02 < 00:00.0|02:03.0 < 01:00.0");
    row("several root buses, as 3.9 draws them",
        "-+-[0000:80]-+-00.0\n |           \\-01.0-[81]--\n \\-[0000:00]---00.0\n",
        "80:00.0|80:01.0 81-81|00:00.0");
    row("several domains, as 3.13 draws them",
        "-[0000:00]---00.0\n-[10000:e0]-+-06.0-[e1]----00.0\n            \\-07.0-\n",
        "00:00.0|10000:e0:06.0 e1-e1|10000:e1:00.0 < 10000:e0:06.0|10000:e0:07.0");
    row("names",
        "-[0000:00]-+-00.0  Intel Corporation Device [8086:0001]\n"
        "           \\-02.0  VGA thing\n",
        "00:00.0 Intel Corporation Device|00:02.0 VGA thing");
    row("in a block", "    -[0000:00]-+-00.0\n               \\-01.0-[01]----00.0\n",
        "00:00.0|00:01.0 01-01|01:00.0 < 00:01.0");
    row("squeezed", "-[0000:00]-+-00.0\n+-01.0-[01]----00.0\n", "00:00.0|01:00.0 !");
    row("no such place", "-[0000:00]-+-80.0-[81]----00.0\n           \\-01.9-[82]--\n",
        "81:00.0 !");
    row("damaged",
        "-+--[01]-80]-+-00.0-[81]--\n |           \\-00.0-[82]----00.0\n"
        " \\-[0000:00]-+-00.0\n             +-01.0-[0\x11]--+-\xd6"
        "0.0\n",
        "82:00.0|00:00.0|00:01.0 !");
}

void tst_lspcitree::drawingsAreRead()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QCOMPARE(readingOf(text), expected);
}

void tst_lspcitree::otherLinesAreNone()
{
    for (const char *line : {"", "00:00.0 Host bridge: x", "\tFlags: fast", "-- x", "+-x", "- [x]",
                             "  +- 00.0", "\\-zz.0"})
        QVERIFY2(!isTreeLine(line), line);
}

void tst_lspcitree::aCaptureOfATreeHasItsParents()
{
    const auto capture =
        readCapture("$ lspci -t\n-[0000:00]-+-00.0\n           \\-01.0-[03-05]----00.0\n", u"t"_s);
    QVERIFY(capture);
    QCOMPARE(capture->kind, u"lspci-tree"_s);
    const Topology &tree = *capture->topology;
    QCOMPARE(tree.size(), 3);
    QCOMPARE(tree.parent(2), 1);
    QVERIFY(!tree.gapAbove(2));
    QCOMPARE(tree.onRootBus(0), std::optional(true));
    QCOMPARE(tree.at(2).portType, PortType::Unknown);
}

QTEST_GUILESS_MAIN(tst_lspcitree)
#include "tst_lspcitree.moc"
