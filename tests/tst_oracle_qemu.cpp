// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadehost.h"
#include "oracleplans.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace handmade;

/// Starts QEMU with the devices a plan predicts and stand-ins for the passed cards, reads their
/// configuration space the way a guest does, and compares the tree.
namespace {

constexpr int answerTimeout = 20'000;
constexpr quint32 absent = 0xffffffff;
constexpr int rootPort = 4; // PCIe capability types
constexpr int downstreamPort = 6;

/// A stopped machine that is spoken to by QEMU's test protocol; ends with its object.
class Machine {
public:
    explicit Machine(const QStringList &arguments)
    {
        m_process.start(u"qemu-system-x86_64"_s,
                        QStringList {u"-accel"_s, u"tcg"_s, u"-S"_s, u"-display"_s, u"none"_s,
                                     u"-nodefaults"_s, u"-qtest"_s, u"stdio"_s, u"-qtest-log"_s,
                                     u"none"_s}
                            + arguments);
    }
    ~Machine()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    Machine(const Machine &) = delete;
    Machine &operator=(const Machine &) = delete;

    bool isAlive()
    {
        send("inl 0xcf8\n");
        return !answer().isEmpty();
    }
    QByteArray complaint() { return m_process.readAllStandardError(); }

    quint32 read(PciAddress place, int offset)
    {
        send(selecting(place, offset) + "inl 0xcfc\n");
        answer();
        return answer().mid(3).trimmed().toUInt(nullptr, 16);
    }
    void write(PciAddress place, int offset, quint32 value)
    {
        send(selecting(place, offset) + "outl 0xcfc 0x" + QByteArray::number(value, 16) + '\n');
        answer();
        answer();
    }

private:
    static QByteArray selecting(PciAddress place, int offset)
    {
        const quint32 address = 0x80000000u | quint32(place.bus) << 16 | quint32(place.slot) << 11
            | quint32(place.function) << 8 | quint32(offset & 0xfc);
        return "outl 0xcf8 0x" + QByteArray::number(address, 16) + '\n';
    }

    void send(const QByteArray &commands) { m_process.write(commands); }

    QByteArray answer()
    {
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(answerTimeout))
                return {};
        }
        return m_process.readLine();
    }

    QProcess m_process;
};

/// Numbers the buses depth first and lists what it finds.
class Scan {
public:
    Scan(Machine &machine, const QList<quint8> &rootBuses) : m_machine(machine)
    {
        scanBus(0, u"-"_s, false);
        for (const quint8 bus : rootBuses) {
            m_lastBus = std::max(m_lastBus, bus);
            scanBus(bus, u"-"_s, false);
        }
    }

    QStringList found;
    int rootPorts = 0;
    QStringList completers; ///< root ports that show an AtomicOps bit

private:
    /// Below a root or downstream port Linux looks at slot 0 alone.
    void scanBus(quint8 bus, const QString &parent, bool belowPort)
    {
        for (quint8 slot = 0; slot < (belowPort ? 1 : 32); ++slot) {
            if (m_machine.read({0, bus, slot, 0}, 0) == absent)
                continue; // a guest that finds no function 0 looks no further
            const bool several = m_machine.read({0, bus, slot, 0}, 0x0c) >> 16 & 0x80;
            for (quint8 function = 0; function < (several ? 8 : 1); ++function) {
                const PciAddress place {0, bus, slot, function};
                if (m_machine.read(place, 0) != absent)
                    visit(place, parent);
            }
        }
    }

    void visit(PciAddress place, const QString &parent)
    {
        const bool bridge = (m_machine.read(place, 0x0c) >> 16 & 0x7f) == 1;
        found.append(place.toString() + " below "_L1 + parent
                     + (bridge ? u" bridge"_s : QString()));
        const std::optional<int> type = expressType(place);
        if (!bridge)
            return;
        const quint8 secondary = ++m_lastBus;
        m_machine.write(place, 0x18, quint32(place.bus) | quint32(secondary) << 8 | 0xff0000u);
        scanBus(secondary, place.toString(), type == rootPort || type == downstreamPort);
        m_machine.write(place, 0x18,
                        quint32(place.bus) | quint32(secondary) << 8 | quint32(m_lastBus) << 16);
    }

    /// The type of the PCIe capability; notes root ports.
    std::optional<int> expressType(PciAddress place)
    {
        int offset = int(m_machine.read(place, 0x34) & 0xfc);
        for (int steps = 0; offset >= 0x40 && steps < 48; ++steps) {
            const quint32 head = m_machine.read(place, offset);
            if ((head & 0xff) == 0x10) {
                const int type = int(head >> 20 & 0xf);
                if (type == rootPort) {
                    ++rootPorts;
                    if (m_machine.read(place, offset + 0x24) & 0x380)
                        completers.append(place.toString());
                }
                return type;
            }
            offset = int(head >> 8 & 0xfc);
        }
        return std::nullopt;
    }

    Machine &m_machine;
    quint8 m_lastBus = 0;
};

QStringList predicted(const Topology &guest)
{
    QStringList list;
    for (int i = 0; i < guest.size(); ++i) {
        const int parent = guest.parent(i);
        list.append(guest.at(i).address.toString() + " below "_L1
                    + (parent < 0 ? u"-"_s : guest.at(parent).address.toString())
                    + (guest.at(i).isBridge ? u" bridge"_s : QString()));
    }
    return list;
}

} // namespace

class tst_oracle_qemu : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aGuestFindsThePredictedTree_data();
    void aGuestFindsThePredictedTree();
    void armPutsCardsOnTheRootBusOrBehindABridge_data();
    void armPutsCardsOnTheRootBusOrBehindABridge();
};

void tst_oracle_qemu::initTestCase()
{
    QVERIFY2(!QStandardPaths::findExecutable(u"qemu-system-x86_64"_s).isEmpty(),
             "qemu-system-x86_64 is not installed");
}

void tst_oracle_qemu::aGuestFindsThePredictedTree_data()
{
    QTest::addColumn<OraclePlan>("row");
    const QList<OraclePlan> plans = oraclePlans();
    QVERIFY(plans.size() >= 40);
    for (const OraclePlan &row : plans)
        QTest::newRow(row.name.constData()) << row;
}

void tst_oracle_qemu::aGuestFindsThePredictedTree()
{
    QFETCH(OraclePlan, row);
    const PlanOutcome outcome = evaluate(row.plan);
    for (const EntryOutcome &entry : outcome.entries)
        QVERIFY2(entry.errors.isEmpty(), qPrintable(entry.errors.value(0).message));
    QList<quint8> rootBuses;
    for (const GuestNode &node : outcome.guestTree) {
        if (node.ownBusIsRoot)
            rootBuses.append(*node.likelySecondary);
    }
    std::ranges::sort(rootBuses);

    Machine guest(guestArguments(row.plan, outcome));
    QVERIFY2(guest.isAlive(), guest.complaint().constData());
    Scan scan(guest, rootBuses);
    scan.found.sort();
    QStringList expected = predicted(*outcome.guest);
    expected.sort();
    QCOMPARE(scan.found, expected);
    QVERIFY2(scan.completers.isEmpty(), qPrintable(scan.completers.join(u' ')));
    int predictedPorts = 0;
    for (const PciFunction &function : outcome.guest->functions())
        predictedPorts += function.portType == PortType::RootPort;
    QCOMPARE(scan.rootPorts, predictedPorts);
}

/// Arm's machine by its structure: which bus and slot each index has.
void tst_oracle_qemu::armPutsCardsOnTheRootBusOrBehindABridge_data()
{
    QTest::addColumn<QString>("bus");
    QTest::addColumn<int>("slot");
    constexpr int slotOf[] = {0x10, 0x11, 0x1b, 0x1c, 0x0d, 0x0e, 0x0f, 0x10,
                              0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18};
    for (int index = 0; index < 16; ++index)
        QTest::addRow("index %d", index) << (index < 4 ? u"pcie.0"_s : u"pci.2"_s) << slotOf[index];
}

void tst_oracle_qemu::armPutsCardsOnTheRootBusOrBehindABridge()
{
    QFETCH(QString, bus);
    QFETCH(int, slot);
    const int index = QByteArray(QTest::currentDataTag()).mid(6).toInt();
    Plan plan;
    plan.host = x399();
    plan.guest.machine.clear();
    plan.guest.arch = u"aarch64"_s;
    plan.entries = {{index, u"0b:00"_s}};
    const PlanOutcome outcome = evaluate(plan);
    QStringList places;
    for (const GuestNode &node : outcome.guestTree)
        places.append(u"%1 %2 %3.%4%5"_s.arg(node.id, node.bus)
                          .arg(node.slot, 2, 16, QLatin1Char('0'))
                          .arg(node.function)
                          .arg(node.parent < 0
                                   ? u""_s
                                   : u" below "_s + outcome.guestTree.at(node.parent).id));
    const QString below = index < 4 ? u""_s : u" below pci.2"_s;
    const QString at = u"%1 %2"_s.arg(bus).arg(slot, 2, 16, QLatin1Char('0'));
    const QString id = u"hostpci%1"_s.arg(index);
    QCOMPARE(
        places,
        (QStringList {u"gpex pcie.0 00.0"_s, u"ehci pcie.0 01.0"_s, u"vga pcie.0 02.0"_s,
                      u"pci.1 pcie.0 1e.0"_s, u"pci.2 pcie.0 1f.0"_s,
                      id + u".0 "_s + at + u".0"_s + below, id + u".1 "_s + at + u".1"_s + below}));
    const EntryOutcome &entry = outcome.entries.constFirst();
    QCOMPARE(entry.rootPort, std::nullopt);
    // A legacy endpoint hides on the root bus, everything behind a conventional bridge.
    QCOMPARE(entry.functions.constFirst().capabilityVisible, std::optional(false));
    plan.entries = {{index, u"0b:00,pcie=1"_s}};
    QCOMPARE(evaluate(plan).entries.constFirst().verdict, EntryVerdict::Invalid);
}

QTEST_GUILESS_MAIN(tst_oracle_qemu)
#include "tst_oracle_qemu.moc"
