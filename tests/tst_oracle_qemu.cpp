// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadehost.h"
#include "plan.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace handmade;

/// Starts QEMU with the devices a plan predicts and stand-ins for the passed cards, reads their
/// configuration space the way a guest does, and compares the tree.
namespace {

constexpr int answerTimeout = 20'000;
constexpr quint32 absent = 0xffffffff;

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
    explicit Scan(Machine &machine) : m_machine(machine) { scanBus(0, u"-"_s); }

    QStringList found;
    int rootPorts = 0;
    QStringList completers; ///< root ports that show an AtomicOps bit

private:
    void scanBus(quint8 bus, const QString &parent)
    {
        for (quint8 slot = 0; slot < 32; ++slot) {
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
        lookForRootPort(place);
        if (!bridge)
            return;
        const quint8 secondary = ++m_lastBus;
        m_machine.write(place, 0x18, quint32(place.bus) | quint32(secondary) << 8 | 0xff0000u);
        scanBus(secondary, place.toString());
        m_machine.write(place, 0x18,
                        quint32(place.bus) | quint32(secondary) << 8 | quint32(m_lastBus) << 16);
    }

    void lookForRootPort(PciAddress place)
    {
        int offset = int(m_machine.read(place, 0x34) & 0xfc);
        for (int steps = 0; offset >= 0x40 && steps < 48; ++steps) {
            const quint32 head = m_machine.read(place, offset);
            if ((head & 0xff) == 0x10 && (head >> 20 & 0xf) == 4) {
                ++rootPorts;
                if (m_machine.read(place, offset + 0x24) & 0x380)
                    completers.append(place.toString());
            }
            offset = int(head >> 8 & 0xfc);
        }
    }

    Machine &m_machine;
    quint8 m_lastBus = 0;
};

const QStringList builtIn {u"mch"_s, u"lpc"_s, u"ahci"_s, u"smbus"_s,
                           u"pmc"_s, u"isa"_s, u"ide"_s,  u"pm"_s};

QString standIn(const GuestNode &node, int number)
{
    const bool express = node.bus.startsWith("ich9-pcie-port"_L1) || node.bus == "pcie.0"_L1;
    if (!express)
        return u"pci-testdev"_s;
    return number % 2 ? u"e1000e"_s : u"nvme,serial=x%1"_s.arg(number);
}

QStringList argumentsFor(const PlanOutcome &outcome, bool q35)
{
    QStringList arguments {u"-machine"_s, q35 ? u"q35"_s : u"pc"_s};
    int number = 0;
    for (const GuestNode &node : outcome.guestTree) {
        ++number;
        if (builtIn.contains(node.id))
            continue;
        QString device = node.host ? standIn(node, number) : node.model;
        device += u",id=%1,bus=%2,addr=0x%3.0x%4"_s.arg(node.id, node.bus)
                      .arg(node.slot, 0, 16)
                      .arg(node.function, 0, 16);
        if (node.multifunction && !device.startsWith("piix3"_L1))
            device += ",multifunction=on"_L1;
        if (node.portType == PortType::RootPort)
            device += u",chassis=%1,port=%1"_s.arg(number);
        if (node.model == "pci-bridge"_L1)
            device += u",chassis_nr=%1"_s.arg(number);
        arguments << u"-device"_s << device;
    }
    return arguments;
}

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
};

void tst_oracle_qemu::initTestCase()
{
    QVERIFY2(!QStandardPaths::findExecutable(u"qemu-system-x86_64"_s).isEmpty(),
             "qemu-system-x86_64 is not installed");
}

void tst_oracle_qemu::aGuestFindsThePredictedTree_data()
{
    using Lines = QList<PlanEntry>;
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QString>("ostype");
    QTest::addColumn<Lines>("lines");
    const auto row = [](const char *name, const char *machine, const Lines &lines,
                        const char *ostype = "l26") {
        QTest::newRow(name) << QString::fromLatin1(machine) << QString::fromLatin1(ostype) << lines;
    };
    row("nothing passed", "q35", {});
    row("one card", "q35", {{0, u"0b:00.0,pcie=1"_s}});
    row("all functions", "q35", {{0, u"0b:00,pcie=1"_s}});
    row("all functions, conventional", "q35", {{0, u"0b:00"_s}});
    row("two cards", "q35", {{0, u"0b:00.0,pcie=1"_s}, {1, u"44:00.0,pcie=1"_s}});
    row("one conventional, one not", "q35", {{0, u"0b:00.0"_s}, {1, u"44:00.0,pcie=1"_s}});
    row("index 4", "q35", {{4, u"0b:00.0,pcie=1"_s}});
    row("index 0 and 4", "q35", {{0, u"44:00,pcie=1"_s}, {4, u"0b:00.0,pcie=1"_s}});
    row("a hole", "q35", {{0, u"44:00.0,pcie=1"_s}, {5, u"0b:00,pcie=1"_s}});
    row("no hole", "q35", {{4, u"44:00.0,pcie=1"_s}, {5, u"0b:00.0,pcie=1"_s}});
    row("the second slot of ports", "q35", {{12, u"44:00.0,pcie=1"_s}, {13, u"0b:00.0"_s}});
    row("a hole in the second slot", "q35", {{4, u"44:00.0,pcie=1"_s}, {14, u"0b:00.0,pcie=1"_s}});
    row("many", "q35",
        {{0, u"0b:00.0,pcie=1"_s},
         {1, u"0b:00.1,pcie=1"_s},
         {2, u"05:00.0"_s},
         {4, u"44:00.0,pcie=1"_s},
         {6, u"44:00.1,pcie=1"_s}});
    row("no display", "q35", {{0, u"0b:00.0,pcie=1,x-vga=1"_s}});
    row("old root ports", "pc-q35-3.1", {{0, u"0b:00.0,pcie=1"_s}});
    row("Windows 7", "q35", {{0, u"0b:00.0,pcie=1"_s}, {4, u"44:00,pcie=1"_s}}, "win7");
    row("i440fx, nothing passed", "pc", {});
    row("i440fx, one card", "pc", {{0, u"0b:00.0"_s}});
    row("i440fx, all functions and a far index", "pc", {{1, u"0b:00"_s}, {9, u"44:00.0"_s}});
}

void tst_oracle_qemu::aGuestFindsThePredictedTree()
{
    QFETCH(QString, machine);
    QFETCH(QString, ostype);
    QFETCH(QList<PlanEntry>, lines);
    Plan plan;
    plan.host = x399();
    plan.guest.machine = machine;
    plan.guest.ostype = ostype;
    plan.entries = lines;
    const PlanOutcome outcome = evaluate(plan);
    for (const EntryOutcome &entry : outcome.entries)
        QVERIFY2(entry.errors.isEmpty(), qPrintable(entry.errors.value(0).message));

    Machine guest(argumentsFor(outcome, plan.guest.isQ35()));
    QVERIFY2(guest.isAlive(), guest.complaint().constData());
    Scan scan(guest);
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

QTEST_GUILESS_MAIN(tst_oracle_qemu)
#include "tst_oracle_qemu.moc"
