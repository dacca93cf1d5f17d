// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "examples.h"
#include "examplesources.h"
#include "lspcirun.h"
#include "testpaths.h"

#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

QString folderOf(const QString &name)
{
    return testpaths::inProject(u"resources/examples/"_s) + name;
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A name for a diff that fits on the screen: the first line that differs.
QString firstDifference(const QByteArray &made, const QByteArray &committed)
{
    const QByteArrayList left = made.split('\n');
    const QByteArrayList right = committed.split('\n');
    for (qsizetype line = 0; line < std::max(left.size(), right.size()); ++line)
        if (left.value(line) != right.value(line))
            return u"line %1: made '%2', committed '%3'"_s.arg(line + 1).arg(
                QString::fromUtf8(left.value(line)), QString::fromUtf8(right.value(line)));
    return {};
}

/// Address, then the stanza that lspci -F -vvv makes of the hex of an example.
const QMap<QByteArray, QByteArray> &readByLspci(const QString &name)
{
    static QMap<QString, QMap<QByteArray, QByteArray>> known;
    QMap<QByteArray, QByteArray> &stanzas = known[name];
    if (!stanzas.isEmpty())
        return stanzas;
    const auto output = runLspci(findExample(name)->capture(), {u"-vvv"_s, u"-nn"_s});
    if (!output || !output->complaints.isEmpty()) {
        qWarning().noquote() << (output ? QString::fromUtf8(output->complaints) : output.error());
        return stanzas;
    }
    for (const QByteArray &stanza : stanzasOf(output->text))
        stanzas.insert(stanza.left(stanza.indexOf(' ')), stanza);
    return stanzas;
}

QByteArray after(const QByteArray &stanza, const QByteArray &label)
{
    const qsizetype at = stanza.indexOf(label);
    if (at < 0)
        return {};
    const qsizetype from = at + label.size();
    return stanza.sliced(from, stanza.indexOf('\n', from) - from).trimmed();
}

constexpr const char *endpoint = "Legacy Endpoint";
constexpr const char *completes = "32bit+ 64bit+ 128bitCAS-";
constexpr const char *silent = "32bit- 64bit- 128bitCAS-";

void row(const char *name, const QByteArray &address, const char *ids, const char *type,
         const char *capability)
{
    QTest::addRow("%s %s", name, address.constData())
        << QString::fromLatin1(name) << address << QByteArray(ids) << QByteArray(type)
        << QByteArray(capability);
}

/// Both cards of the first example with what is above them, and ports that differ.
void addX399Rows()
{
    const char *x399 = "x399-two-rx7900xt";
    for (const char *card : {"0b:00", "44:00"}) {
        row(x399, QByteArray(card) + ".0", "[1002:744c]", endpoint, completes);
        row(x399, QByteArray(card) + ".1", "[1002:ab30]", endpoint, silent);
    }
    for (const char *port : {"0a:00.0", "43:00.0"})
        row(x399, port, "[1002:1479]", "Downstream Port", "Routing+");
    for (const char *port : {"09:00.0", "42:00.0"})
        row(x399, port, "[1002:1478]", "Upstream Port", "Routing+ 32bit- 64bit- 128bitCAS-");
    for (const char *port : {"00:03.1", "40:03.1"})
        row(x399, port, "[1022:1453]", "Root Port", "Routing- 32bit+ 64bit+ 128bitCAS-");
    row(x399, "00:07.1", "[1022:1454]", "Root Port", "Routing- 32bit- 64bit- 128bitCAS-");
    row(x399, "01:00.2", "[1022:43b1]", "Upstream Port", "Routing-");
    row(x399, "02:00.0", "[1022:43b4]", "Downstream Port", "Routing-");
}

/// Both cards of the second example, the chipset's switch and the card's own.
void addX570Rows()
{
    const char *x570 = "x570-chipset-slot";
    row(x570, "06:00.0", "[1002:67ef]", endpoint, completes);
    row(x570, "03:02.0", "[1022:57a3]", "Downstream Port", "Routing-");
    row(x570, "02:00.0", "[1022:57ad]", "Upstream Port", "Routing-");
    row(x570, "00:01.2", "[1022:1483]", "Root Port", "Routing- 32bit+ 64bit+ 128bitCAS-");
    row(x570, "0d:00.0", "[1002:73bf]", endpoint, completes);
    row(x570, "0c:00.0", "[1002:1479]", "Downstream Port", "Routing+");
    row(x570, "0b:00.0", "[1002:1478]", "Upstream Port", "Routing+ 32bit- 64bit- 128bitCAS-");
    row(x570, "00:03.1", "[1022:1483]", "Root Port", "Routing- 32bit+ 64bit+ 128bitCAS-");
}

} // namespace

class TestExamples : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTableHasTheThreeAgreedExamples();
    void anUnknownNameIsNotFound();
    void capturesAreThoseThatTheGeneratorMakes_data();
    void capturesAreThoseThatTheGeneratorMakes();
    void wordsAndHexOfOneFunctionAgree_data();
    void wordsAndHexOfOneFunctionAgree();
    void lspciReadsTheCardsAndTheirWay_data();
    void lspciReadsTheCardsAndTheirWay();
    void lspciFindsTheWayToRoot_data();
    void lspciFindsTheWayToRoot();
    void theOrdinaryUserSeesTheTreeAndNoBits();
    void vmConfigurationsNameTheCards_data();
    void vmConfigurationsNameTheCards();
};

void TestExamples::theTableHasTheThreeAgreedExamples()
{
    QStringList names;
    for (const Example &example : exampleTable()) {
        names << QString::fromLatin1(example.name);
        QVERIFY(QByteArray(example.title).size() > 5);
        QVERIFY(QByteArray(example.description).endsWith('.'));
        QVERIFY(example.capture().size() > 10'000);
        QVERIFY(example.vmConfig().size() > 100);
        QCOMPARE(findExample(names.last()), &example);
    }
    QCOMPARE(names, QStringList({u"x399-two-rx7900xt"_s, u"x570-chipset-slot"_s, u"no-root"_s}));
    QCOMPARE(findExample(u"x399-two-rx7900xt")->vmid, 101);
}

void TestExamples::anUnknownNameIsNotFound()
{
    QCOMPARE(findExample(u"x399"), nullptr);
    QCOMPARE(findExample(u""), nullptr);
    QCOMPARE(findExample(u"../no-root"), nullptr);
}

void TestExamples::capturesAreThoseThatTheGeneratorMakes_data()
{
    QTest::addColumn<int>("source");
    for (std::size_t index = 0; index < exampleSources.size(); ++index)
        QTest::newRow(exampleSources[index].name) << static_cast<int>(index);
}

void TestExamples::capturesAreThoseThatTheGeneratorMakes()
{
    QFETCH(const int, source);
    const ExampleSource &example = exampleSources[static_cast<std::size_t>(source)];
    const QString name = QString::fromLatin1(example.name);
    const auto made = captureText(example.host(), example.reader);
    QVERIFY2(made, qPrintable(made ? QString() : made.error()));
    const QString path = folderOf(name) + u"/capture.txt"_s;
    if (qEnvironmentVariableIsSet("UPDATE_EXPECTED")) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(*made), made->size());
        return;
    }
    const QByteArray committed = contents(path);
    QVERIFY2(*made == committed, qPrintable(firstDifference(*made, committed)));
    QCOMPARE(findExample(name)->capture(), committed);
    QCOMPARE(findExample(name)->vmConfig(), contents(folderOf(name) + u"/vm.conf"_s));
}

void TestExamples::wordsAndHexOfOneFunctionAgree_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("x399") << u"x399-two-rx7900xt"_s;
    QTest::newRow("x570") << u"x570-chipset-slot"_s;
}

void TestExamples::wordsAndHexOfOneFunctionAgree()
{
    QFETCH(const QString, name);
    const auto &byHex = readByLspci(name);
    const QByteArrayList byWords = stanzasOf(findExample(name)->capture());
    QCOMPARE(byHex.size(), byWords.size());
    const QRegularExpression hexLine(u"^[0-9a-f]0: ([0-9a-f]{2} ){15}[0-9a-f]{2}$"_s,
                                     QRegularExpression::MultilineOption);
    for (const QByteArray &stanza : byWords) {
        const QByteArray hexStanza = byHex.value(stanza.left(stanza.indexOf(' ')));
        QCOMPARE(stanza.left(stanza.indexOf('\n')), hexStanza.left(hexStanza.indexOf('\n')));
        for (const char *label :
             {" Express (v", "AtomicOpsCap:", "AtomicOpsCtl:", "Bus:", "LnkSta:"})
            QCOMPARE(after(stanza, label), after(hexStanza, label));
        QCOMPARE(QString::fromUtf8(stanza).count(hexLine), 16);
        QVERIFY(!stanza.contains("unassigned") && !stanza.contains("Illegal"));
    }
}

void TestExamples::lspciReadsTheCardsAndTheirWay_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("address");
    QTest::addColumn<QByteArray>("ids");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("capability");
    addX399Rows();
    addX570Rows();
}

void TestExamples::lspciReadsTheCardsAndTheirWay()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, address);
    QFETCH(const QByteArray, ids);
    QFETCH(const QByteArray, type);
    QFETCH(const QByteArray, capability);
    const QByteArray stanza = readByLspci(name).value(address);
    QVERIFY(stanza.left(stanza.indexOf('\n')).contains(ids));
    QVERIFY(after(stanza, " Express (v2) ").startsWith(type));
    QCOMPARE(after(stanza, "AtomicOpsCap:"), capability);
    QVERIFY(!stanza.contains("EgressBlck+"));
}

void TestExamples::lspciFindsTheWayToRoot_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("functions");
    QTest::addColumn<QByteArrayList>("paths");
    const QByteArrayList x399 {"00:03.1/09:00.0/0a:00.0/0b:00.0",
                               "00:03.1/09:00.0/0a:00.0/0b:00.1",
                               "40:03.1/42:00.0/43:00.0/44:00.0",
                               "40:03.1/42:00.0/43:00.0/44:00.1",
                               "00:01.1/01:00.2/02:00.0/03:00.0",
                               "40:01.1/41:00.0",
                               "40:00.0"};
    QTest::newRow("x399") << u"x399-two-rx7900xt"_s << 58 << x399;
    QTest::newRow("x570") << u"x570-chipset-slot"_s << 54
                          << QByteArrayList {"00:01.2/02:00.0/03:02.0/06:00.0",
                                             "00:03.1/0b:00.0/0c:00.0/0d:00.0"};
}

void TestExamples::lspciFindsTheWayToRoot()
{
    QFETCH(const QString, name);
    QFETCH(const int, functions);
    QFETCH(const QByteArrayList, paths);
    const auto output = runLspci(findExample(name)->capture(), {u"-PP"_s});
    QVERIFY2(output, qPrintable(output ? QString() : output.error()));
    QSet<QByteArray> found;
    for (const QByteArray &line : output->text.trimmed().split('\n'))
        found << line.left(line.indexOf(' '));
    QCOMPARE(found.size(), functions);
    for (const QByteArray &path : paths)
        QVERIFY2(found.contains(path), path.constData());
}

void TestExamples::theOrdinaryUserSeesTheTreeAndNoBits()
{
    const QByteArray text = findExample(u"no-root")->capture();
    const QByteArray asRoot = findExample(u"x399-two-rx7900xt")->capture();
    const QByteArrayList stanzas = stanzasOf(text);
    const QByteArrayList rootStanzas = stanzasOf(asRoot);
    QCOMPARE(stanzas.size(), rootStanzas.size());
    for (qsizetype index = 0; index < stanzas.size(); ++index) {
        const QByteArray &stanza = stanzas.at(index);
        const QByteArray &rootStanza = rootStanzas.at(index);
        QCOMPARE(stanza.left(stanza.indexOf('\n')), rootStanza.left(rootStanza.indexOf('\n')));
        for (const char *label : {"Bus:", "IOMMU group:", "NUMA node:", "Kernel driver in use:"})
            QCOMPARE(after(stanza, label), after(rootStanza, label));
        QCOMPARE(stanza.contains("\tCapabilities: <access denied>\n"),
                 rootStanza.contains("Capabilities: ["));
        for (const char *word : {"Express (", "AtomicOps", "Capabilities: [", "\n00: "})
            QVERIFY2(!stanza.contains(word), word);
    }
    QCOMPARE(text.count("<access denied>"), 30);
}

void TestExamples::vmConfigurationsNameTheCards_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::newRow("x399") << u"x399-two-rx7900xt"_s << QByteArray("0000:0b:00,pcie=1")
                          << QByteArray("0000:44:00.0,pcie=1");
    QTest::newRow("x570") << u"x570-chipset-slot"_s << QByteArray("0000:06:00.0,pcie=1")
                          << QByteArray("0000:0d:00.0,pcie=1");
    QTest::newRow("no-root") << u"no-root"_s << QByteArray("0000:0b:00.0,pcie=1")
                             << QByteArray("0000:44:00.0,pcie=1");
}

void TestExamples::vmConfigurationsNameTheCards()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, first);
    QFETCH(const QByteArray, second);
    const QByteArray config = '\n' + findExample(name)->vmConfig();
    QCOMPARE(after(config, "\nhostpci0:"), first);
    QCOMPARE(after(config, "\nhostpci1:"), second);
    QCOMPARE(after(config, "\nmachine:"), QByteArray("q35"));
    QCOMPARE(after(config, "\nostype:"), QByteArray("l26"));
    QCOMPARE(config.count("\nhostpci"), 2);
}

QTEST_GUILESS_MAIN(TestExamples)
#include "tst_examples.moc"
