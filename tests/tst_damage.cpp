// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "capturetext.h"
#include "comparison.h"
#include "describe.h"
#include "faults.h"
#include "hostshapes.h"
#include "lspcirun.h"
#include "machines.h"
#include "testpaths.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace rootward::damage;

namespace {

/// A capture as lspci wrote it, and what it says.
struct Source {
    QByteArray name;
    QByteArray text;
    HostCapture capture;
};

QByteArray fileBytes(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray withoutHex(const QByteArray &text)
{
    QByteArray words;
    for (const QByteArray &line : text.chopped(1).split('\n'))
        if (!isHexLine(line))
            words += line + '\n';
    return words;
}

/// Some stanzas of a capture.
QByteArray piece(const QByteArray &text, qsizetype first, qsizetype count)
{
    return stanzasOf(text).mid(first, count).join('\n') + '\n';
}

QByteArray firstDifference(const HostCapture &one, const HostCapture &other)
{
    const QByteArrayList lines = treeText(*one.topology, true).split('\n');
    const QByteArrayList others = treeText(*other.topology, true).split('\n');
    for (qsizetype at = 0; at < std::max(lines.size(), others.size()); ++at)
        if (lines.value(at) != others.value(at))
            return "    - " + lines.value(at) + "\n    + " + others.value(at) + '\n';
    return "    the trees look alike\n";
}

QList<quint32> seeds()
{
    QList<quint32> list {1, 2};
    bool isNumber = false;
    const quint32 more = qEnvironmentVariable("ROOTWARD_DAMAGE_SEED").toUInt(&isNumber);
    if (isNumber)
        list.append(more);
    return list;
}

} // namespace

/// Captures are damaged as texts are on their way, and read. What is read must be what the
/// undamaged capture says, or unknown where the damage took it away. ROOTWARD_DAMAGE_SEED adds
/// one more seed; ROOTWARD_DAMAGE_KEEP names a folder for the texts that were read wrongly.
class tst_damage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aWrongAnswerIsToldFromADestroyedPlace();
    void theFaultsFindTheirPlaces();
    void eachFaultAlone_data();
    void eachFaultAlone();
    void faultsInPairs_data() { eachFaultAlone_data(); }
    void faultsInPairs();
    void thereWereManyDamagedCaptures();

private:
    void add(const QByteArray &name, const QByteArray &lines, QList<Source> &sources);
    void addOwn();
    void addGenerated();
    /// False where the faults find nothing to do in this text.
    bool damageAndRead(const Source &source, QList<const Fault *> faults, quint32 seed);
    void fail(const QByteArray &where, const QByteArray &bytes, const QByteArrayList &notes);

    QList<Source> m_small;
    QList<Source> m_large;
    int m_count = 0;
    int m_failures = 0;
};

void tst_damage::add(const QByteArray &name, const QByteArray &lines, QList<Source> &sources)
{
    const QByteArray text = lines.trimmed() + "\n\n"; // as lspci ends
    auto capture = readCapture(text, QString::fromLatin1(name));
    QVERIFY2(capture, name + ": " + (capture ? "" : capture.error().toString().toUtf8()));
    sources.append({name, text, *capture});
}

void tst_damage::addOwn()
{
    const QString folder = testpaths::inData(u"own/"_s);
    for (const QString &file : QDir(folder).entryList({u"*.txt"_s}, QDir::Files, QDir::Name)) {
        const QByteArray name = file.chopped(4).toLatin1();
        const QByteArray text = fileBytes(folder + file);
        const QByteArray words = withoutHex(text);
        const qsizetype stanzas = stanzasOf(text).size();
        add(name, text, m_large);
        if (words != text)
            add(name + " without hex", words, m_large);
        for (qsizetype first = 0; first < stanzas; first += 9)
            add(name + " words from " + QByteArray::number(first), piece(words, first, 7), m_small);
        if (words != text)
            for (qsizetype first = 2; first < stanzas; first += 12)
                add(name + " from " + QByteArray::number(first), piece(text, first, 2), m_small);
    }
}

void tst_damage::addGenerated()
{
    const auto addHost = [this](const QByteArray &name, const SyntheticHost &host, bool isSmall) {
        QList<Source> &sources = isSmall ? m_small : m_large;
        const auto text = captureText(host, Reader::Root);
        const auto denied = captureText(host, Reader::OrdinaryUser);
        QVERIFY2(text && denied, name);
        add(name, *text, sources);
        add(name + " words", withoutHex(*text), sources);
        add(name + " denied", *denied, sources);
        add(name + " hex", hexDump(host, 256), sources);
        if (isSmall)
            add(name + " long hex", hexDump(host, 4096), sources);
    };
    addHost("x399", x399Host(), false);
    addHost("x570", x570Host(), false);
    addHost("mixed", mixedHost(60, 5), false);
    addHost("fan", fanHost(40, 6), false);
    addHost("deep", deepHost(40, 7), false);
    int taken = 0;
    for (quint32 seed = 1; taken < 10; ++seed) {
        const SyntheticHost host = randomHost(seed);
        if (host.functions.size() < 4 || host.functions.size() > 14)
            continue;
        addHost("random " + QByteArray::number(seed), host, true);
        ++taken;
    }
}

void tst_damage::initTestCase()
{
    addOwn();
    addGenerated();
    const QString folder = testpaths::inData(u"lspci/"_s);
    for (const QString &file : QDir(folder).entryList({u"vv-3*.txt"_s}, QDir::Files, QDir::Name))
        add(file.chopped(4).toLatin1(), fileBytes(folder + file), m_small);
    QVERIFY(m_small.size() > 60);
    QVERIFY(m_large.size() > 20);
}

void tst_damage::fail(const QByteArray &where, const QByteArray &bytes, const QByteArrayList &notes)
{
    ++m_failures;
    constexpr int mostTold = 25;
    if (m_failures <= mostTold)
        qWarning("%s\n  %s", where.data(), notes.mid(0, 6).join("\n  ").data());
    const QString folder = qEnvironmentVariable("ROOTWARD_DAMAGE_KEEP");
    if (folder.isEmpty())
        return;
    QFile file(u"%1/%2.txt"_s.arg(folder).arg(m_failures, 4, 10, QChar(u'0')));
    QFile said(file.fileName() + u".why"_s);
    if (file.open(QIODevice::WriteOnly) && said.open(QIODevice::WriteOnly)) {
        file.write(bytes);
        said.write(where + "\n  " + notes.join("\n  ") + '\n');
    }
}

bool tst_damage::damageAndRead(const Source &source, QList<const Fault *> faults, quint32 seed)
{
    std::ranges::sort(faults);
    Chance chance(seed);
    Document document = Document::of(source.text);
    QByteArray where;
    Allowance allowance;
    for (const Fault *fault : faults) {
        where += QByteArray(where.isEmpty() ? "" : " + ") + '"' + fault->name + '"';
        if (fault->onLines && !fault->onLines(document, chance))
            return false;
        allowance.anythingIsLost |= fault->kind == Kind::SentEnd;
        allowance.mayEndInAWord |= fault->kind == Kind::SentEnd || fault->kind == Kind::End;
        allowance.namesAreDamaged |= fault->kind == Kind::Brackets;
    }
    allowance.intact = intactPlaces(document);
    if (faults.size() == 2 && whyWorseTogether(*faults.constFirst(), *faults.constLast()))
        allowance.anythingIsLost = true;
    QByteArray bytes = document.text();
    for (const Fault *fault : faults)
        if (fault->onBytes && !fault->onBytes(bytes, chance))
            return false;
    ++m_count;
    where += " on " + source.name + ", seed " + QByteArray::number(seed);

    const bool hasPlaces = std::ranges::any_of(
        allowance.intact, [](const Intact &place) { return place.fields.contains(Field::Place); });
    const auto hosts = readHosts(bytes, u"damaged"_s);
    if (!hosts) {
        if (hasPlaces && !allowance.anythingIsLost)
            fail(where, bytes, {"refused: " + hosts.error().toString().toUtf8()});
        return true;
    }
    if (hosts->size() != 1) {
        fail(where, bytes, {"several hosts: " + QByteArray::number(hosts->size())});
        return true;
    }
    const HostCapture &damaged = hosts->constFirst();
    QByteArrayList notes = differences(source.capture, damaged, allowance);
    if (!notes.isEmpty())
        fail(where, bytes, notes + QByteArrayList {firstDifference(source.capture, damaged)});
    return true;
}

/// The comparison itself can fail: a turned sign, a lost function and a wrong type are seen, and
/// what was destroyed may be unknown, but nothing else.
void tst_damage::aWrongAnswerIsToldFromADestroyedPlace()
{
    const QByteArray text =
        piece(withoutHex(fileBytes(testpaths::inData(u"own/qemu-guest-atomics.txt"_s))), 0, 7);
    const auto read = [](const QByteArray &bytes) { return *readCapture(bytes, u"test"_s); };
    const HostCapture clean = read(text);
    const Allowance nothingLost {intactPlaces(Document::of(text))};
    Allowance everythingLost;
    everythingLost.anythingIsLost = true;
    QVERIFY(differences(clean, clean, nothingLost).isEmpty());
    QVERIFY(differences(clean, clean, everythingLost).isEmpty());

    const HostCapture turned = read(QByteArray(text).replace("Routing+", "Routing-"));
    QVERIFY(!differences(clean, turned, nothingLost).isEmpty());
    QVERIFY(!differences(clean, turned, everythingLost).isEmpty());
    const HostCapture otherType = read(QByteArray(text).replace("Root Port (", "Upstream Port ("));
    QVERIFY(!differences(clean, otherType, everythingLost).isEmpty());
    const HostCapture otherParent = read(QByteArray(text).replace("secondary=0a", "secondary=40"));
    QVERIFY(!differences(clean, otherParent, everythingLost).isEmpty());
    const HostCapture silent = read(QByteArray(text).replace("Routing+", "Routi"));
    QVERIFY(!differences(clean, silent, nothingLost).isEmpty());
    QVERIFY(differences(clean, silent, everythingLost).isEmpty());
    const HostCapture shorter = read(piece(text, 0, 6));
    QVERIFY(!differences(clean, shorter, nothingLost).isEmpty());
    QVERIFY(differences(clean, shorter, everythingLost).isEmpty());
    QVERIFY(!differences(shorter, clean, everythingLost).isEmpty());
}

/// What the faults call destroyed is what is gone.
void tst_damage::theFaultsFindTheirPlaces()
{
    const QByteArray text =
        "00:01.0 PCI bridge [0604]: Some Port [8086:1901] (rev 01) (prog-if 00 [Normal decode])\n"
        "\tBus: primary=00, secondary=01, subordinate=02, sec-latency=0\n"
        "\tCapabilities: [58] Express (v2) Root Port (Slot+), MSI 00\n"
        "\t\t\t AtomicOpsCap: Routing+ 32bit+ 64bit+ 128bitCAS-\n"
        "\tKernel driver in use: pcieport\n";
    const PciAddress place {0, 0, 1, 0};
    Document document = Document::of(text);
    QCOMPARE(document.text(), text);
    const QSet<Field> all = intactPlaces(document)[place].fields;
    QCOMPARE(
        all,
        (QSet<Field> {Field::Place, Field::ClassWords, Field::ClassCode, Field::Name, Field::Ids,
                      Field::Buses, Field::Version, Field::Type, Field::Routing, Field::Completer32,
                      Field::Completer64, Field::Completer128, Field::Driver}));
    QVERIFY(intactPlaces(document)[place].isWhole);
    // Three tabs and a blank: "128bitCAS-" ends in column 73.
    Document cutBehind = document;
    cutBehind.cut(3, document.lines.at(3).text.size() - 1, document.lines.at(3).text.size());
    QCOMPARE(all - intactPlaces(cutBehind)[place].fields, (QSet<Field> {Field::Completer128}));
    QVERIFY(!intactPlaces(cutBehind)[place].isWhole);
    Document without = document;
    without.remove(2, 1);
    QCOMPARE(all - intactPlaces(without)[place].fields,
             (QSet<Field> {Field::Version, Field::Type}));
    // Of a bridge without its buses the rest may be another's.
    without = document;
    without.remove(1, 1);
    QCOMPARE(
        intactPlaces(without)[place].fields,
        (QSet<Field> {Field::Place, Field::ClassWords, Field::ClassCode, Field::Name, Field::Ids}));
    QCOMPARE(columns("\t\t\t AtomicOpsCap: Routing+ 32bit+ 64bit+ 128bitCAS-"), 72);
}

void tst_damage::eachFaultAlone_data()
{
    QTest::addColumn<int>("index");
    for (int index = 0; index < static_cast<int>(faultTable().size()); ++index)
        QTest::newRow(faultTable()[static_cast<size_t>(index)].name) << index;
}

void tst_damage::eachFaultAlone()
{
    QFETCH(int, index);
    const Fault &fault = faultTable()[static_cast<size_t>(index)];
    const int before = m_failures;
    int done = 0;
    for (const quint32 seed : seeds()) {
        for (qsizetype at = 0; at < m_large.size(); ++at)
            if ((at + index + seed) % 4 == 0)
                done += damageAndRead(m_large.at(at), {&fault}, seed * 1000 + at);
        for (qsizetype at = 0; at < m_small.size(); ++at)
            if ((at + index + seed) % 6 == 0)
                done += damageAndRead(m_small.at(at), {&fault}, seed * 1000 + at);
    }
    QVERIFY(done > 0);
    QCOMPARE(m_failures - before, 0);
}

void tst_damage::faultsInPairs()
{
    QFETCH(int, index);
    const Fault &fault = faultTable()[static_cast<size_t>(index)];
    const int before = m_failures;
    QByteArrayList neverDone;
    for (qsizetype other = index + 1; other < static_cast<qsizetype>(faultTable().size());
         ++other) {
        const Fault &second = faultTable()[static_cast<size_t>(other)];
        if (whyNotBoth(fault, second))
            continue;
        for (const quint32 seed : seeds()) {
            // Some have nothing to do in a text: then another one is taken.
            bool isDone = false;
            const auto start = index * 131 + other * 17 + seed * 53;
            for (qsizetype tried = 0; tried < m_small.size() && !isDone; ++tried)
                isDone = damageAndRead(m_small.at((start + tried) % m_small.size()),
                                       {&fault, &second}, seed * 100'000 + start);
            if (!isDone)
                neverDone.append(second.name);
        }
    }
    QCOMPARE(neverDone.join('|'), QByteArray());
    QCOMPARE(m_failures - before, 0);
}

void tst_damage::thereWereManyDamagedCaptures()
{
    qInfo("%d damaged captures, %d read wrongly", m_count, m_failures);
    QVERIFY2(m_count >= 2000, QByteArray::number(m_count));
}

QTEST_GUILESS_MAIN(tst_damage)
#include "tst_damage.moc"
