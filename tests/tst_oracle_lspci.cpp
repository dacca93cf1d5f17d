// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "describe.h"
#include "hostshapes.h"
#include "importers.h"
#include "lspcirun.h"
#include "testpaths.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;

/// Reads dumps with our reader and with lspci, and compares what both say.
class tst_oracle_lspci : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dumpsReadAsLspciReadsThem_data();
    void dumpsReadAsLspciReadsThem();
    void wordsSayWhatRegistersSay_data() { dumpsReadAsLspciReadsThem_data(); }
    void wordsSayWhatRegistersSay();
    void randomHostsReadAsLspciReadsThem();
    void generatedParentsAreFoundAgain_data();
    void generatedParentsAreFoundAgain();

private:
    void compare(const QByteArray &dump);
    void compareWords(const QByteArray &dump);
    void compareParents(const QByteArray &dump, const Topology &tree);
};

namespace {

/// What lspci prints of one function.
struct Printed {
    QString type; ///< empty: no Express capability
    std::optional<BusRange> buses;
    QHash<QString, bool> bits;
    bool denied = false;
};

QHash<PciAddress, Printed> printedFunctions(const QByteArray &text)
{
    static const QRegularExpression heading(u"^([0-9a-f:]+\\.[0-7]) "_s);
    static const QRegularExpression express(
        u"^\\tCapabilities: \\[[0-9a-f]+\\] Express \\(v\\d+\\) ([^,]+?)( \\(Slot.\\))?,"_s);
    static const QRegularExpression bus(u"^\\tBus: .*secondary=(..), subordinate=(..)"_s);
    static const QRegularExpression bit(
        u"(Routing|32bit|64bit|128bitCAS|ReqEn|EgressBlck)([+-])"_s);
    QHash<PciAddress, Printed> functions;
    PciAddress at;
    const QStringList lines = QString::fromUtf8(text).split(u'\n');
    for (const QString &line : lines) {
        if (const auto found = heading.match(line); found.hasMatch()) {
            at = PciAddress::parse(found.capturedView(1)).value();
            functions.insert(at, {});
            continue;
        }
        Printed &function = functions[at];
        if (const auto type = express.match(line); type.hasMatch())
            function.type = type.captured(1);
        if (const auto range = bus.match(line); range.hasMatch())
            function.buses = BusRange {static_cast<quint8>(range.captured(1).toInt(nullptr, 16)),
                                       static_cast<quint8>(range.captured(2).toInt(nullptr, 16))};
        if (line.contains(u"<access denied>"))
            function.denied = true;
        if (!line.trimmed().startsWith(u"AtomicOpsC"))
            continue;
        for (auto bits = bit.globalMatch(line); bits.hasNext();) {
            const auto one = bits.next();
            function.bits.insert(one.captured(1), one.captured(2) == u"+");
        }
    }
    return functions;
}

/// The nearest bridge above each function, by `lspci -PP`.
QHash<PciAddress, PciAddress> printedParents(const QByteArray &text)
{
    QHash<PciAddress, PciAddress> parents;
    for (const QByteArray &line : text.split('\n')) {
        const QByteArrayList path = line.first(qMax(line.indexOf(' '), 0)).split('/');
        if (path.size() < 2)
            continue;
        const QByteArray domain = path.first().first(path.first().indexOf(':') + 1);
        const auto place = [&domain](const QByteArray &element) {
            const bool whole = element.count(':') == 2;
            return PciAddress::parse(QLatin1StringView(whole ? element : domain + element)).value();
        };
        parents.insert(place(path.last()), place(path.at(path.size() - 2)));
    }
    return parents;
}

QString printedType(PortType type)
{
    switch (type) {
    case PortType::Endpoint:
        return u"Endpoint"_s;
    case PortType::LegacyEndpoint:
        return u"Legacy Endpoint"_s;
    case PortType::RootPort:
        return u"Root Port"_s;
    case PortType::UpstreamPort:
        return u"Upstream Port"_s;
    case PortType::DownstreamPort:
        return u"Downstream Port"_s;
    case PortType::PcieToPciBridge:
        return u"PCI-Express to PCI/PCI-X Bridge"_s;
    case PortType::PciToPcieBridge:
        return u"PCI/PCI-X to PCI-Express Bridge"_s;
    case PortType::RcIntegratedEndpoint:
        return u"Root Complex Integrated Endpoint"_s;
    case PortType::RcEventCollector:
        return u"Root Complex Event Collector"_s;
    case PortType::Conventional:
    case PortType::Unknown:
        return {};
    }
    return {};
}

QByteArray fileBytes(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Headings and hex dumps alone: lspci refuses long lines of text.
QByteArray dumpOf(const QByteArray &capture)
{
    QByteArray dump;
    for (const QByteArray &line : capture.split('\n')) {
        if (!line.startsWith('\t'))
            dump += line + '\n';
    }
    return dump;
}

HostCapture readOrFail(const QByteArray &bytes)
{
    auto capture = readCapture(bytes, u"test"_s);
    if (!capture)
        qFatal("%s", qPrintable(capture.error().toString()));
    return *capture;
}

/// The bits of a function that lspci printed must read the same.
QString bitsDiffer(const PciFunction &function, const Printed &printed)
{
    const AtomicOps &bits = function.atomicOps;
    const std::pair<QString, std::optional<bool>> all[] = {
        {u"Routing"_s, bits.routing},       {u"32bit"_s, bits.completer.w32},
        {u"64bit"_s, bits.completer.w64},   {u"128bitCAS"_s, bits.completer.w128},
        {u"ReqEn"_s, bits.requesterEnable}, {u"EgressBlck"_s, bits.egressBlocking},
    };
    for (const auto &[name, bit] : all) {
        if (name == u"ReqEn" && function.isVirtual)
            continue; // reserved in a VF, whatever it reads
        if (printed.bits.contains(name) && bit != printed.bits.value(name))
            return function.address.toString() + u' ' + name;
    }
    return {};
}

} // namespace

void tst_oracle_lspci::compare(const QByteArray &dump)
{
    const HostCapture capture = readOrFail(dump);
    const auto verbose = runLspci(dump, {u"-D"_s, u"-vvv"_s});
    QVERIFY2(verbose, qPrintable(verbose ? QString() : verbose.error()));
    const auto printed = printedFunctions(verbose->text);

    const Topology &tree = *capture.topology;
    QCOMPARE(tree.size(), printed.size());
    for (int i = 0; i < tree.size(); ++i) {
        const PciFunction &function = tree.at(i);
        const QByteArray where = function.address.toString().toLatin1();
        QVERIFY2(printed.contains(function.address), where);
        const Printed &theirs = printed[function.address];
        QVERIFY2(printedType(function.portType) == theirs.type, where + ' ' + theirs.type.toUtf8());
        QVERIFY2(function.buses == theirs.buses, where);
        QVERIFY2((function.gap == ReadGap::AccessDenied) == theirs.denied, where);
        QCOMPARE(bitsDiffer(function, theirs), QString());
    }
    // With an unconfigured bridge on bus 00, its own secondary bus, lspci -PP does not end.
    const bool endless = std::ranges::any_of(tree.functions(), [](const PciFunction &function) {
        return function.buses && function.buses->secondary == 0;
    });
    if (!endless)
        compareParents(dump, tree);
}

void tst_oracle_lspci::compareParents(const QByteArray &dump, const Topology &tree)
{
    const auto paths = runLspci(dump, {u"-D"_s, u"-PP"_s});
    QVERIFY2(paths, qPrintable(paths ? QString() : paths.error()));
    const auto parents = printedParents(paths->text);
    for (int i = 0; i < tree.size(); ++i) {
        const PciFunction &function = tree.at(i);
        const QByteArray where = function.address.toString().toLatin1();
        const int parent = tree.parent(i);
        const auto theirParent = parents.constFind(function.address);
        const std::optional<PciAddress> expected =
            theirParent != parents.cend() ? std::optional(*theirParent) : std::nullopt;
        const std::optional<PciAddress> found =
            parent >= 0 ? std::optional(tree.at(parent).address) : std::nullopt;
        QVERIFY2(found == expected,
                 where + " parent, lspci says "
                     + (expected ? expected->toString().toLatin1() : "none"));
    }
}

void tst_oracle_lspci::dumpsReadAsLspciReadsThem_data()
{
    QTest::addColumn<QByteArray>("dump");
    const QString own = testpaths::inData(u"own/"_s);
    for (const char *name : {"qemu-guest-lspci", "qemu-guest-atomics", "qemu-pve-guest-lspci"})
        QTest::newRow(name) << dumpOf(fileBytes(own + QLatin1StringView(name) + u".txt"_s));
    QTest::newRow("mixed 50") << hexDump(mixedHost(50, 1), 256);
    QTest::newRow("mixed 50, headers only") << hexDump(mixedHost(50, 1), 64);
    QTest::newRow("mixed 1000") << hexDump(mixedHost(1000, 2), 256);
    QTest::newRow("mixed 1000, extended") << hexDump(mixedHost(1000, 3), 4096);
    QTest::newRow("mixed 1000, extended, VFs with ids")
        << hexDump(mixedHost(1000, 4, VfIds::Real), 4096);
    QTest::newRow("mixed 5000") << hexDump(mixedHost(5000, 5), 256);
    QTest::newRow("fan 2000") << hexDump(fanHost(2000, 6), 256);
    QTest::newRow("fan 2000, extended") << hexDump(fanHost(2000, 7), 4096);
    QTest::newRow("fan 2000, extended, VFs with ids")
        << hexDump(fanHost(2000, 8, VfIds::Real), 4096);
    QTest::newRow("deep 300") << hexDump(deepHost(300, 9), 256);
}

void tst_oracle_lspci::dumpsReadAsLspciReadsThem()
{
    QFETCH(QByteArray, dump);
    QVERIFY(!dump.isEmpty());
    compare(dump);
}

void tst_oracle_lspci::wordsSayWhatRegistersSay()
{
    QFETCH(QByteArray, dump);
    compareWords(dump);
}

void tst_oracle_lspci::compareWords(const QByteArray &dump)
{
    const auto verbose = runLspci(dump, {u"-D"_s, u"-vvv"_s, u"-nn"_s});
    QVERIFY2(verbose, qPrintable(verbose ? QString() : verbose.error()));
    const HostCapture registers = readOrFail(dump);
    const HostCapture words = readOrFail(verbose->text);
    QCOMPARE(words.kind, u"lspci-text"_s);
    QCOMPARE(words.topology->size(), registers.topology->size());
    const auto printed = printedFunctions(verbose->text);
    for (int i = 0; i < words.topology->size(); ++i) {
        const PciFunction &ours = words.topology->at(i);
        const PciFunction &theirs = registers.topology->at(i);
        const QByteArray where = ours.address.toString().toLatin1();
        QVERIFY2(ours.address == theirs.address, where);
        QVERIFY2(ours.portType == theirs.portType, where);
        QVERIFY2(ours.expressVersion == theirs.expressVersion, where);
        QVERIFY2(ours.buses == theirs.buses, where);
        QVERIFY2(ours.sriov == theirs.sriov, where);
        QVERIFY2(ours.link == theirs.link, where);
        QVERIFY2(ours.classCode == theirs.classCode, where);
        // Of a function whose ids read ffff the dump's heading has the name, and so the vendor.
        QVERIFY2(ours.device == theirs.device, where);
        QVERIFY2(ours.vendor == theirs.vendor || (!ours.vendor && !ours.device), where);
        QVERIFY2(ours.subsystemVendor == theirs.subsystemVendor
                     && ours.subsystemDevice == theirs.subsystemDevice,
                 where);
        QVERIFY2(ours.isBridge == theirs.isBridge, where);
        // Without SR-IOV's places only ids that read ffff below a name betray a VF, and lspci
        // writes no name there.
        QVERIFY2(!ours.isVirtual || theirs.isVirtual, where);
        QVERIFY2(ours.physicalFunction == theirs.physicalFunction, where);
        QVERIFY2(words.topology->parent(i) == registers.topology->parent(i), where);
        QVERIFY2(!ours.multifunction || ours.multifunction == theirs.multifunction, where);
        QCOMPARE(bitsDiffer(ours, printed[ours.address]), QString());
        // Where the words were silent only "not known" will do, never a bit that is off.
        const AtomicOps &said = ours.atomicOps;
        const AtomicOps &read = theirs.atomicOps;
        QVERIFY2(!said.routing || said.routing == read.routing, where);
        QVERIFY2(!said.egressBlocking || said.egressBlocking == read.egressBlocking, where);
        QVERIFY2(!said.requesterEnable || said.requesterEnable == read.requesterEnable
                     || theirs.isVirtual,
                 where);
        for (const Width width : allWidths)
            QVERIFY2(!said.completer[width] || said.completer[width] == read.completer[width],
                     where);
    }
}

void tst_oracle_lspci::randomHostsReadAsLspciReadsThem()
{
    for (quint32 seed = 1; seed <= 60; ++seed) {
        const QByteArray dump = hexDump(randomHost(seed), seed % 2 ? 4096 : 256);
        compare(dump);
        if (!QTest::currentTestFailed())
            compareWords(dump);
        if (QTest::currentTestFailed())
            QFAIL(qPrintable(u"seed %1"_s.arg(seed)));
    }
}

void tst_oracle_lspci::generatedParentsAreFoundAgain_data()
{
    QTest::addColumn<SyntheticHost>("host");
    QTest::addColumn<int>("bytes");
    QTest::newRow("mixed 1000") << mixedHost(1000, 11) << 256;
    QTest::newRow("mixed 20000") << mixedHost(20000, 12) << 256;
    QTest::newRow("fan 2000") << fanHost(2000, 13) << 256;
    QTest::newRow("fan 2000, extended") << fanHost(2000, 13) << 4096;
    QTest::newRow("deep 300") << deepHost(300, 14) << 256;
    for (quint32 seed = 1; seed <= 150; ++seed)
        QTest::newRow(qPrintable(u"random %1"_s.arg(seed))) << randomHost(seed) << 4096;
}

void tst_oracle_lspci::generatedParentsAreFoundAgain()
{
    QFETCH(SyntheticHost, host);
    QFETCH(int, bytes);
    const HostCapture capture = readOrFail(hexDump(host, bytes));
    const Topology &tree = *capture.topology;
    QCOMPARE(capture.kind, u"lspci-hex"_s);
    QCOMPARE(tree.size(), host.functions.size());
    for (const SyntheticFunction &meant : host.functions) {
        const QByteArray where = meant.address.toString().toLatin1();
        const int index = tree.indexOf(meant.address);
        QVERIFY2(index >= 0, where);
        const int parent = tree.parent(index);
        QVERIFY2((parent >= 0 ? std::optional(tree.at(parent).address) : std::nullopt)
                     == meant.parent,
                 where);
        if (bytes == 4096)
            QVERIFY2(tree.at(index).physicalFunction == meant.physicalFunction, where);
    }
}

QTEST_GUILESS_MAIN(tst_oracle_lspci)
#include "tst_oracle_lspci.moc"
