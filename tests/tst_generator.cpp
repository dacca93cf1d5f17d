// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hostshapes.h"
#include "lspcirun.h"
#include "machines.h"

#include <QMap>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

QByteArray sign(bool value)
{
    return value ? "+" : "-";
}

QByteArray typeWords(const SyntheticFunction &function)
{
    const QByteArray slot = function.physicalSlot > 0 ? " (Slot+)" : " (Slot-)";
    switch (function.portType) {
    case PortType::Endpoint:
        return "Endpoint";
    case PortType::LegacyEndpoint:
        return "Legacy Endpoint";
    case PortType::RootPort:
        return "Root Port" + slot;
    case PortType::UpstreamPort:
        return "Upstream Port";
    case PortType::DownstreamPort:
        return "Downstream Port" + slot;
    case PortType::PcieToPciBridge:
        return "PCI-Express to PCI/PCI-X Bridge";
    case PortType::PciToPcieBridge:
        return "PCI/PCI-X to PCI-Express Bridge (Slot-)";
    case PortType::RcIntegratedEndpoint:
        return "Root Complex Integrated Endpoint";
    case PortType::RcEventCollector:
        return "Root Complex Event Collector";
    case PortType::Conventional:
    case PortType::Unknown:
        break;
    }
    return {};
}

bool hasMemoryBar(const SyntheticFunction &function)
{
    return std::ranges::any_of(
        function.bars, [](const SyntheticBar &bar) { return bar.kind != SyntheticBar::Kind::Io; });
}

QByteArray completerWords(const SyntheticFunction &function)
{
    const PerWidth<bool> &completer = function.atomicOps.completer;
    return "32bit" + sign(completer.w32) + " 64bit" + sign(completer.w64) + " 128bitCAS"
        + sign(completer.w128);
}

/// What lspci prints after "AtomicOpsCap: "; empty: no such line.
QByteArray capabilityWords(const SyntheticFunction &function)
{
    if (!function.isExpress() || function.expressVersion < 2)
        return {};
    QByteArrayList words;
    const PortType type = function.portType;
    if (type == PortType::RootPort || type == PortType::UpstreamPort
        || type == PortType::DownstreamPort)
        words << "Routing" + sign(function.atomicOps.routing);
    if (type == PortType::RootPort || hasMemoryBar(function))
        words << completerWords(function);
    return words.join(' ');
}

/// What lspci prints after "AtomicOpsCtl: "; empty: no such line.
QByteArray controlWords(const SyntheticFunction &function)
{
    if (!function.isExpress() || function.expressVersion < 2)
        return {};
    const QByteArray requester =
        "ReqEn" + sign(function.atomicOps.requesterEnable && !function.isVirtual);
    const QByteArray egress = "EgressBlck" + sign(function.atomicOps.egressBlocking);
    switch (function.portType) {
    case PortType::RootPort:
        return requester + ' ' + egress;
    case PortType::UpstreamPort:
    case PortType::DownstreamPort:
        return egress;
    case PortType::Endpoint:
    case PortType::LegacyEndpoint:
    case PortType::RcIntegratedEndpoint:
        return requester;
    default:
        return {};
    }
}

bool isRequester(PortType type)
{
    return type == PortType::Endpoint || type == PortType::LegacyEndpoint
        || type == PortType::RcIntegratedEndpoint;
}

/// The place so many routing ids further on.
PciAddress moved(const PciAddress &from, int distance)
{
    const int id = (from.bus << 8 | from.slot << 3 | from.function) + distance;
    return {from.domain, static_cast<quint8>(id >> 8), static_cast<quint8>(id >> 3 & 0x1f),
            static_cast<quint8>(id & 7)};
}

/// What follows `label` on its line, or nothing.
QByteArray after(const QByteArray &stanza, const QByteArray &label)
{
    const qsizetype at = stanza.indexOf(label);
    if (at < 0)
        return {};
    const qsizetype from = at + label.size();
    return stanza.sliced(from, stanza.indexOf('\n', from) - from).trimmed();
}

} // namespace

/// lspci is the judge: it must read what the generator meant.
class TestGenerator : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lspciReadsWhatWasMeant_data();
    void lspciReadsWhatWasMeant();
    void lspciFindsTheParentsThatWereMeant_data() { lspciReadsWhatWasMeant_data(); }
    void lspciFindsTheParentsThatWereMeant();
    void lspciKnowsTheWords_data();
    void lspciKnowsTheWords();
    void shapesHaveTheNumberOfFunctionsAskedFor_data();
    void shapesHaveTheNumberOfFunctionsAskedFor();
    void addressesAreRealAndUnique_data() { lspciReadsWhatWasMeant_data(); }
    void addressesAreRealAndUnique();
    void sameSeedSameHost();
    void randomHostsShowEveryKindOfFunction();
    void virtualFunctionsFollowTheirCapability_data() { lspciReadsWhatWasMeant_data(); }
    void virtualFunctionsFollowTheirCapability();
    void shorterDumpsAreTheBeginningOfLongOnes();

private:
    static SyntheticHost hostOf(const QString &shape, int functions, int seed);
    static QByteArray textOf(const SyntheticHost &host, int bytes, const QStringList &options);
};

SyntheticHost TestGenerator::hostOf(const QString &shape, int functions, int seed)
{
    const auto number = static_cast<quint32>(seed);
    if (shape == "mixed"_L1)
        return mixedHost(functions, number);
    if (shape == "fan"_L1)
        return fanHost(functions, number, VfIds::Real);
    if (shape == "deep"_L1)
        return deepHost(functions, number);
    return randomHost(number);
}

/// Empty, with a failed check, where lspci complains.
QByteArray TestGenerator::textOf(const SyntheticHost &host, int bytes, const QStringList &options)
{
    const auto output = runLspci(hexDump(host, bytes), options);
    if (!output) {
        qWarning().noquote() << output.error();
        return {};
    }
    if (!output->complaints.isEmpty()) {
        qWarning().noquote() << output->complaints;
        return {};
    }
    return output->text;
}

void TestGenerator::lspciReadsWhatWasMeant_data()
{
    QTest::addColumn<QString>("shape");
    QTest::addColumn<int>("functions");
    QTest::addColumn<int>("seed");
    QTest::newRow("mixed") << u"mixed"_s << 300 << 1;
    QTest::newRow("mixed, several domains") << u"mixed"_s << 900 << 2;
    QTest::newRow("fan") << u"fan"_s << 700 << 3;
    QTest::newRow("deep") << u"deep"_s << 400 << 4;
    for (int seed = 1; seed <= 60; ++seed)
        QTest::addRow("random %d", seed) << u"random"_s << 0 << seed;
}

void TestGenerator::lspciReadsWhatWasMeant()
{
    QFETCH(const QString, shape);
    QFETCH(const int, functions);
    QFETCH(const int, seed);
    const SyntheticHost host = hostOf(shape, functions, seed);
    const QByteArrayList stanzas = stanzasOf(textOf(host, 4096, {u"-vvv"_s}));
    QCOMPARE(stanzas.size(), host.functions.size());
    const bool withDomain = printsDomains(host);
    for (qsizetype index = 0; index < stanzas.size(); ++index) {
        const SyntheticFunction &function = host.functions.at(index);
        const QByteArray &stanza = stanzas.at(index);
        const QByteArray place = printedAddress(function.address, withDomain);
        QVERIFY2(stanza.startsWith(place + ' '), stanza.constData());
        QVERIFY2(!stanza.contains("<chain") && !stanza.contains("!!!"), stanza.constData());

        const QByteArray version =
            " Express (v" + QByteArray::number(function.expressVersion) + ") ";
        const QByteArray express = after(stanza, version);
        QCOMPARE(express.left(express.indexOf(',')), typeWords(function));
        QCOMPARE(after(stanza, "AtomicOpsCap: "), capabilityWords(function));
        QCOMPARE(after(stanza, "AtomicOpsCtl: "), controlWords(function));
        QCOMPARE(stanza.contains("Capabilities: ["), function.hasCapabilityList);

        QByteArray buses;
        if (function.isBridge)
            buses = "secondary="
                + QByteArray::number(function.buses.secondary, 16).rightJustified(2, '0')
                + ", subordinate="
                + QByteArray::number(function.buses.subordinate, 16).rightJustified(2, '0')
                + ", sec-latency=0";
        QCOMPARE(after(stanza, "Bus: primary=").mid(4), buses);

        if (function.physicalSlot > 0)
            QVERIFY(after(stanza, "Slot #")
                        .startsWith(QByteArray::number(function.physicalSlot) + ','));
    }
}

void TestGenerator::lspciFindsTheParentsThatWereMeant()
{
    QFETCH(const QString, shape);
    QFETCH(const int, functions);
    QFETCH(const int, seed);
    SyntheticHost host = hostOf(shape, functions, seed);
    // lspci takes the 0 of a bridge without numbers for bus 00 and loses its way.
    host.functions.removeIf([](const SyntheticFunction &function) {
        return function.isBridge && !function.isConfigured;
    });
    QMap<PciAddress, SyntheticFunction> byAddress;
    for (const SyntheticFunction &function : host.functions)
        byAddress.insert(function.address, function);

    QSet<QByteArray> meant;
    for (const SyntheticFunction &function : host.functions) {
        // The domain stands once, in front of the whole path.
        QByteArrayList path {printedAddress(function.address, false)};
        for (auto parent = function.parent; parent; parent = byAddress.value(*parent).parent)
            path.prepend(printedAddress(*parent, false));
        meant << QByteArray::number(function.address.domain, 16).rightJustified(4, '0') + ':'
                + path.join('/');
    }
    const QByteArray text = textOf(host, 64, {u"-D"_s, u"-PP"_s});
    QSet<QByteArray> found;
    for (const QByteArray &line : text.trimmed().split('\n'))
        found << line.left(line.indexOf(' '));
    QCOMPARE(found - meant, QSet<QByteArray>());
    QCOMPARE(meant - found, QSet<QByteArray>());
}

void TestGenerator::lspciKnowsTheWords_data()
{
    QTest::addColumn<SyntheticHost>("host");
    QTest::newRow("x399") << x399Host();
    QTest::newRow("x570") << x570Host();
    QTest::newRow("mixed") << mixedHost(300, 1, VfIds::Real);
    for (quint32 seed = 1; seed <= 40; ++seed)
        QTest::addRow("random %u", seed) << randomHost(seed);
}

void TestGenerator::lspciKnowsTheWords()
{
    QFETCH(const SyntheticHost, host);
    const QByteArrayList lines = textOf(host, 256, {}).trimmed().split('\n');
    QCOMPARE(lines.size(), host.functions.size());
    for (qsizetype index = 0; index < lines.size(); ++index)
        if (!host.functions.at(index).idsReadAllOnes)
            QCOMPARE(lines.at(index), headerLine(host.functions.at(index), printsDomains(host)));
}

void TestGenerator::shapesHaveTheNumberOfFunctionsAskedFor_data()
{
    QTest::addColumn<QString>("shape");
    QTest::addColumn<int>("functions");
    for (const char *shape : {"mixed", "fan", "deep"})
        for (const int functions : {1, 2, 3, 4, 5, 6, 7, 40, 300, 1023, 20000})
            QTest::addRow("%s %d", shape, functions) << QString::fromLatin1(shape) << functions;
}

void TestGenerator::shapesHaveTheNumberOfFunctionsAskedFor()
{
    QFETCH(const QString, shape);
    QFETCH(const int, functions);
    for (int seed = 1; seed <= 5; ++seed)
        QCOMPARE(hostOf(shape, functions, seed).functions.size(), functions);
}

void TestGenerator::addressesAreRealAndUnique()
{
    QFETCH(const QString, shape);
    QFETCH(const int, functions);
    QFETCH(const int, seed);
    const SyntheticHost host = hostOf(shape, functions, seed);
    for (qsizetype index = 0; index < host.functions.size(); ++index) {
        QVERIFY(host.functions.at(index).address.isRealPlace());
        if (index > 0)
            QVERIFY(host.functions.at(index - 1).address < host.functions.at(index).address);
    }
}

void TestGenerator::sameSeedSameHost()
{
    QCOMPARE(hexDump(mixedHost(200, 7), 256), hexDump(mixedHost(200, 7), 256));
    QVERIFY(hexDump(mixedHost(200, 7), 256) != hexDump(mixedHost(200, 8), 256));
    QCOMPARE(hexDump(randomHost(7), 256), hexDump(randomHost(7), 256));
}

void TestGenerator::randomHostsShowEveryKindOfFunction()
{
    QSet<int> types;
    QSet<QString> odd;
    for (quint32 seed = 1; seed <= 300; ++seed) {
        const SyntheticHost host = randomHost(seed);
        QVERIFY(host.functions.size() >= 1);
        QVERIFY2(host.functions.size() <= 400, qPrintable(QString::number(host.functions.size())));
        for (const SyntheticFunction &function : host.functions) {
            types << static_cast<int>(function.portType);
            const std::pair<bool, QString> oddities[] = {
                {function.address.domain > 0xffff, u"wide domain"_s},
                {!function.parent && function.address.bus != 0, u"second root bus"_s},
                {function.isVirtual && function.physicalFunction->bus != function.address.bus,
                 u"VF on another bus"_s},
                {function.isExpress() && function.expressVersion == 1, u"version 1"_s},
                {isRequester(function.portType) && function.bars.isEmpty(), u"no BAR"_s},
                {function.isBridge && function.buses.secondary == 0, u"unconfigured"_s},
                {function.portType == PortType::RootPort && function.parent, u"nested root port"_s},
                {function.portType == PortType::RootPort && !function.isBridge, u"no bridge"_s},
                {isRequester(function.portType) && !function.parent, u"endpoint on a root bus"_s},
                {!function.isExpress() && function.parent, u"behind a conventional bridge"_s},
                {!function.hasCapabilityList, u"no list"_s},
            };
            for (const auto &[is, name] : oddities)
                if (is)
                    odd << name;
        }
    }
    QCOMPARE(types.size(), 10);
    QCOMPARE(odd.size(), 11);
}

void TestGenerator::virtualFunctionsFollowTheirCapability()
{
    QFETCH(const QString, shape);
    QFETCH(const int, functions);
    QFETCH(const int, seed);
    const SyntheticHost host = hostOf(shape, functions, seed);
    const QByteArrayList stanzas = stanzasOf(textOf(host, 4096, {u"-vvv"_s}));
    QCOMPARE(stanzas.size(), host.functions.size());
    QMap<PciAddress, PciAddress> byRegisters; // VF, PF
    QMap<PciAddress, PciAddress> meant;
    for (qsizetype index = 0; index < stanzas.size(); ++index) {
        const SyntheticFunction &function = host.functions.at(index);
        const QByteArray &stanza = stanzas.at(index);
        if (function.isVirtual)
            meant.insert(function.address, *function.physicalFunction);
        if (!stanza.contains("(SR-IOV)"))
            continue;
        const int count = after(stanza, "Number of VFs: ").split(',').first().toInt();
        const int offset = after(stanza, "VF offset: ").split(',').first().toInt();
        const int stride = after(stanza, ", stride: ").split(',').first().toInt();
        for (int vf = 0; vf < count; ++vf)
            byRegisters.insert(moved(function.address, offset + vf * stride), function.address);
    }
    QCOMPARE(byRegisters, meant);
    if (shape != "random"_L1)
        QCOMPARE(meant.isEmpty(), shape == "deep"_L1);
}

void TestGenerator::shorterDumpsAreTheBeginningOfLongOnes()
{
    for (const SyntheticFunction &function : mixedHost(120, 5).functions) {
        const QByteArray whole = configSpace(function, 4096);
        QCOMPARE(whole.size(), 4096);
        QCOMPARE(configSpace(function, 256), whole.first(256));
        QCOMPARE(configSpace(function, 64), whole.first(64));
    }
}

QTEST_GUILESS_MAIN(TestGenerator)
#include "tst_generator.moc"
