// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "guestdriver.h"
#include "handmadehost.h"
#include "rootport.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace handmade;

/// The whole chain, host path to guest driver, one situation a row: docs/rules.md, "Worked
/// examples". Kernels 6.8 have the old rule, 7.1 the new one.
namespace {

/// Where QEMU plugs the card in.
enum class Bus { RootPort, RootBus, ConventionalOnQ35, ConventionalOnPc, SwitchPort };

struct Row {
    const char *name;
    const char *hostKernel;
    const char *guestKernel;
    const char *qemu;
    Bus bus;
    PortType type = PortType::Endpoint;
    int function = 0;
    bool multifunction = false;
    const char *port = "yes/yes/no"; ///< nullptr: no port above
    const char *driver = "available";
    PerWidth<bool> root {true, true, false};
    PerWidth<bool> own {true, true, false};
    bool upstreamRoutes = true;
    bool upstreamBlocks = false;
    bool downstreamBlocks = false;
    bool integrated = false; ///< on the host's root bus, without a port above
    const char *card = "Navi 31";
    const char *message = nullptr; ///< one that must be among the driver's
};

constexpr const char *notSupported = "PCIE atomic ops is not supported";

const Row rows[] = {
    {.name = "1 all conditions met",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "8.1.0",
     .bus = Bus::RootPort},
    {.name = "3 QEMU before 8.1",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "8.0.5",
     .bus = Bus::RootPort,
     .port = "no/no/no",
     .driver = "unavailable",
     .message = notSupported},
    {.name = "5 host kernel before 6.5",
     .hostKernel = "6.4",
     .guestKernel = "7.1",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .port = "no/no/no",
     .driver = "unavailable"},
    {.name = "6 multifunction, alone",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .multifunction = true,
     .port = "no/no/no",
     .driver = "unavailable"},
    {.name = "7 function 1 of the slot",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .function = 1,
     .port = "no/no/no",
     .driver = "unavailable"},
    {.name = "9 a second port without completer",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .port = "no/no/no",
     .driver = "unavailable",
     .own = {false, false, false}},
    {.name = "14 host root port completes nothing",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .port = "no/no/no",
     .driver = "unavailable",
     .root = {false, false, false}},
    {.name = "15 host root port completes 64 alone",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .port = "no/yes/no",
     .driver = "unavailable",
     .root = {false, true, false}},
    {.name = "16 own bits limit 128",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .root = {true, true, true}},
    {.name = "18 card completes nothing",
     .hostKernel = "7.1",
     .guestKernel = "7.1",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .port = "no/no/no",
     .driver = "unavailable",
     .own = {false, false, false}},
    {.name = "19 upstream port does not route",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .port = "no/no/no",
     .driver = "unavailable",
     .upstreamRoutes = false},
    {.name = "21 upstream port blocks egress",
     .hostKernel = "7.1",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .port = "no/no/no",
     .driver = "unavailable",
     .upstreamBlocks = true},
    {.name = "22 downstream port blocks egress",
     .hostKernel = "7.1",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .downstreamBlocks = true},
    {.name = "26 pcie.0, old guest kernel",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootBus,
     .port = nullptr,
     .driver = "unproven"},
    {.name = "27 pcie.0, new guest kernel",
     .hostKernel = "6.8",
     .guestKernel = "7.1",
     .qemu = "9.2",
     .bus = Bus::RootBus,
     .port = nullptr,
     .driver = "unavailable"},
    {.name = "28 pcie.0, backport",
     .hostKernel = "6.8",
     .guestKernel = "6.12.91",
     .qemu = "9.2",
     .bus = Bus::RootBus,
     .port = nullptr,
     .driver = "unavailable"},
    {.name = "30 legacy endpoint on pcie.0",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootBus,
     .type = PortType::LegacyEndpoint,
     .port = nullptr,
     .driver = "unavailable"},
    {.name = "31 i440fx, old guest kernel",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::ConventionalOnPc,
     .port = nullptr,
     .driver = "unproven"},
    {.name = "32 i440fx, new guest kernel",
     .hostKernel = "6.8",
     .guestKernel = "7.1",
     .qemu = "9.2",
     .bus = Bus::ConventionalOnPc,
     .port = nullptr,
     .driver = "unavailable"},
    {.name = "36 conventional bridge on q35",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::ConventionalOnQ35,
     .port = nullptr,
     .driver = "unavailable"},
    {.name = "37 emulated switch port",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::SwitchPort,
     .port = "no/no/no",
     .driver = "unavailable"},
    {.name = "46 integrated endpoint, old host kernel",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .type = PortType::RcIntegratedEndpoint,
     .integrated = true},
    {.name = "47 integrated endpoint, new host kernel",
     .hostKernel = "7.1",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .type = PortType::RcIntegratedEndpoint,
     .port = "no/no/no",
     .driver = "unavailable",
     .integrated = true},
    {.name = "47 an APU, new host kernel",
     .hostKernel = "7.1",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .type = PortType::RcIntegratedEndpoint,
     .port = "no/no/no",
     .integrated = true,
     .card = "Phoenix1"},
    {.name = "53 Polaris",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .type = PortType::LegacyEndpoint,
     .port = "no/no/no",
     .driver = "unavailable",
     .root = {false, false, false},
     .card = "Ellesmere",
     .message = "PCI rejects atomics"},
    {.name = "55 Navi 21",
     .hostKernel = "6.8",
     .guestKernel = "6.8",
     .qemu = "9.2",
     .bus = Bus::RootPort,
     .type = PortType::LegacyEndpoint,
     .port = "no/no/no",
     .driver = "unavailable",
     .root = {false, false, false},
     .card = "Navi 21",
     .message = notSupported},
};

PciFunction cardOf(const Row &row, const char *address)
{
    PciFunction card = gpu(address, row.type);
    card.deviceName = QString::fromLatin1(row.card);
    setCompleter(card, row.own.w32, row.own.w64, row.own.w128);
    return card;
}

std::shared_ptr<const Topology> hostOf(const Row &row)
{
    if (row.integrated)
        return host({hostBridge(), cardOf(row, "00:08.0")});
    return host({hostBridge(), rootPort("00:01.0", 1, 3, row.root.w32, row.root.w64, row.root.w128),
                 switchPort("01:00.0", PortType::UpstreamPort, 2, 3, row.upstreamRoutes,
                            row.upstreamBlocks),
                 switchPort("02:00.0", PortType::DownstreamPort, 3, 3, true, row.downstreamBlocks),
                 cardOf(row, "03:00.0")});
}

QemuCandidate candidateOf(const Row &row)
{
    QemuCandidate candidate;
    candidate.qemu = QemuVersion::parse(QString::fromLatin1(row.qemu)).value();
    candidate.hostType = row.type;
    candidate.rootBusIsExpress = row.bus != Bus::ConventionalOnPc;
    candidate.onRootBus = row.bus == Bus::RootBus || row.bus == Bus::ConventionalOnPc;
    candidate.busIsExpress = row.bus != Bus::ConventionalOnQ35 && row.bus != Bus::ConventionalOnPc;
    candidate.parentType =
        row.bus == Bus::SwitchPort ? PortType::DownstreamPort : PortType::RootPort;
    candidate.slot = row.bus == Bus::RootPort || row.bus == Bus::SwitchPort ? 0 : 5;
    candidate.function = row.function;
    candidate.multifunction = row.multifunction;
    return candidate;
}

bool bit(Answer answer)
{
    return answer == Answer::Yes;
}

/// The guest that QEMU shows, with the card last.
std::shared_ptr<const Topology> guestOf(const Row &row, const QemuDecision &decision)
{
    const auto &port = decision.port;
    const PciFunction bits =
        rootPort("00:1c.0", 1, 3, bit(port.w32), bit(port.w64), bit(port.w128));
    const auto seen = [&](const char *address) {
        PciFunction card = cardOf(row, address);
        card.portType = decision.guestType;
        return card;
    };
    switch (row.bus) {
    case Bus::RootPort:
        // Function 0 stands beside function 1, else a guest would see neither.
        if (row.function == 1)
            return host({hostBridge(), bits, audio("01:00.0"), seen("01:00.1")});
        return host({hostBridge(), bits, seen("01:00.0")});
    case Bus::SwitchPort:
        return host({hostBridge(), bits, switchPort("01:00.0", PortType::UpstreamPort, 2, 3, false),
                     switchPort("02:00.0", PortType::DownstreamPort, 3, 3, false),
                     seen("03:00.0")});
    case Bus::ConventionalOnQ35:
        return host({hostBridge(), bits, bridge("01:00.0", PortType::PcieToPciBridge, 2, 2),
                     seen("02:05.0")});
    case Bus::RootBus:
    case Bus::ConventionalOnPc:
        break;
    }
    return host({hostBridge(), seen("00:05.0")});
}

QString words(const PerWidth<Answer> &port)
{
    return QString(answerId(port.w32)) + u'/' + answerId(port.w64) + u'/' + answerId(port.w128);
}

} // namespace

class tst_rulevectors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fromTheHostsPathToTheGuestsDriver_data();
    void fromTheHostsPathToTheGuestsDriver();
};

void tst_rulevectors::fromTheHostsPathToTheGuestsDriver_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(std::size(rows)); ++i)
        QTest::newRow(rows[i].name) << i;
}

void tst_rulevectors::fromTheHostsPathToTheGuestsDriver()
{
    QFETCH(int, index);
    const Row &row = rows[index];
    const auto machine = hostOf(row);
    const int card = int(machine->size()) - 1;
    const VfioCompleters vfio = vfioCompleters(
        *machine, card, KernelVersion::parse(QString::fromLatin1(row.hostKernel)).value());
    const QemuDecision decision = qemuDecision(candidateOf(row), vfio);
    if (row.port)
        QCOMPARE(words(decision.port), QString::fromLatin1(row.port));
    else
        QVERIFY(decision.reason == Reason::QemuRootBus
                || decision.reason == Reason::QemuConventionalBus);

    GuestMachine guestMachine;
    guestMachine.os = GuestOs::Linux;
    guestMachine.guestKernel = KernelVersion::parse(QString::fromLatin1(row.guestKernel)).value();
    const auto guest = guestOf(row, decision);
    const DriverOutcome driver =
        driverOutcome(guestDriverName(machine->at(card)), machine->at(card), *guest,
                      int(guest->size()) - 1, guestMachine);
    QCOMPARE(driverResultId(driver.result), QString::fromLatin1(row.driver));
    if (row.message)
        QVERIFY(driver.messages.contains(QString::fromLatin1(row.message)));
}

QTEST_GUILESS_MAIN(tst_rulevectors)
#include "tst_rulevectors.moc"
