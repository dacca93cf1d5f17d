// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadelayout.h"
#include "rulevectorrows.h"

#include <QTest>

using namespace handmade;
using namespace rulevectors;

namespace {

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
    if (row.direct)
        return host({hostBridge(), rootPort("00:01.0", 1, 1), cardOf(row, "01:00.0")});
    if (row.virtualFunction) {
        PciFunction virtualFunction = cardOf(row, "01:00.1");
        virtualFunction.isVirtual = true;
        virtualFunction.physicalFunction = PciAddress {0, 1, 0, 0};
        return host(
            {hostBridge(), rootPort("00:01.0", 1, 1), cardOf(row, "01:00.0"), virtualFunction});
    }
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

/// A guest that says itself where its devices stand.
struct LayoutRow {
    const char *name;
    const char *machine;
    const char *guestKernel;
    QList<LayoutDevice> devices;
    const char *port; ///< of the first guest slot; nullptr: none above
    const char *reason; ///< nullptr: refused
    const char *driver; ///< of the first function; nullptr: refused
    const char *guestReason;
    std::optional<bool> capability;
    const char *secondPort = nullptr; ///< of the second guest slot
};

const char *const card = "0b:00.0";
const char *const cardsAudio = "0b:00.1";

const LayoutRow layoutRows[] = {
    {"7 audio at function 1 of the slot",
     "q35",
     "7.1",
     {port("rp1", 4), passed(card, "rp1", 0, 0, true), passed(cardsAudio, "rp1", 0, 1)},
     "no/no/no",
     "qemu.multifunction",
     "unavailable",
     "guest.width",
     true},
    {"9 audio on a port of its own, the port itself multifunction",
     "q35",
     "7.1",
     {port("rp1", 4, 0, true), port("rp2", 4, 1), passed(card, "rp1"), passed(cardsAudio, "rp2")},
     "yes/yes/no",
     "qemu.ok",
     "available",
     "guest.ok",
     true,
     "no/no/no"},
    {"11 alone at function 1",
     "q35",
     "6.8",
     {port("rp1", 4), passed(card, "rp1", 0, 1)},
     "no/no/no",
     "qemu.function-number",
     "absent",
     "guest.not-visible",
     true},
    {"26 pcie.0, old guest kernel",
     "q35",
     "6.8",
     {passed("52:00.0", "pcie.0", 5)},
     nullptr,
     "qemu.root-bus",
     "unproven",
     "guest.no-root-port",
     true},
    {"27 pcie.0, new guest kernel",
     "q35",
     "7.1",
     {passed("52:00.0", "pcie.0", 5)},
     nullptr,
     "qemu.root-bus",
     "unavailable",
     "guest.no-root-port",
     true},
    {"30 legacy endpoint on pcie.0",
     "q35",
     "6.8",
     {passed(card, "pcie.0", 5)},
     nullptr,
     "qemu.root-bus",
     "unavailable",
     "guest.hidden-capability",
     false},
    {"31 i440fx, old guest kernel",
     "pc",
     "6.8",
     {passed(card, "pci.0", 5)},
     nullptr,
     "qemu.conventional-bus",
     "unproven",
     "guest.no-root-port",
     true},
    {"32 i440fx, new guest kernel",
     "pc",
     "7.1",
     {passed(card, "pci.0", 5)},
     nullptr,
     "qemu.conventional-bus",
     "unavailable",
     "guest.no-root-port",
     true},
    {"33 i440fx, behind a bridge, old guest kernel",
     "pc",
     "6.8",
     {bridgeDevice("br", "pci-bridge", PortType::Conventional, "pci.0", 6), passed(card, "br", 1)},
     nullptr,
     "qemu.conventional-bus",
     "unproven",
     "guest.no-root-port",
     true},
    {"34 i440fx, behind a bridge, new guest kernel",
     "pc",
     "7.1",
     {bridgeDevice("br", "pci-bridge", PortType::Conventional, "pci.0", 6), passed(card, "br", 1)},
     nullptr,
     "qemu.conventional-bus",
     "unavailable",
     "guest.no-root-port",
     true},
    {"35 i440fx with a root port",
     "pc",
     "7.1",
     {port("rp1", 4, 0, false, "pci.0"), passed(card, "rp1")},
     "yes/yes/no",
     "qemu.ok",
     "available",
     "guest.ok",
     true},
    {"36 conventional bridge below a root port",
     "q35",
     "6.8",
     {port("rp1", 4), bridgeDevice("br", "pcie-pci-bridge", PortType::PcieToPciBridge, "rp1", 0),
      passed(card, "br", 1)},
     nullptr,
     "qemu.conventional-bus",
     "unavailable",
     "guest.hidden-capability",
     false},
    {"37 emulated switch",
     "q35",
     "6.8",
     {port("rp1", 4), bridgeDevice("up", "x3130-upstream", PortType::UpstreamPort, "rp1", 0),
      bridgeDevice("down", "xio3130-downstream", PortType::DownstreamPort, "up", 0),
      passed(card, "down")},
     nullptr,
     "qemu.not-a-root-port",
     "unavailable",
     "guest.switch-no-routing",
     true},
    {"40 on a pxb-pcie bus itself",
     "q35",
     "7.1",
     {furtherRoot("pxb", 6, 0x80), passed(card, "pxb", 0)},
     nullptr,
     nullptr,
     nullptr,
     nullptr,
     std::nullopt},
    {"41 below a root port on pxb-pcie",
     "q35",
     "7.1",
     {furtherRoot("pxb", 6, 0x80), port("rp1", 0, 0, false, "pxb"), passed(card, "rp1")},
     "yes/yes/no",
     "qemu.ok",
     "available",
     "guest.ok",
     true},
};

QString text(const char *words)
{
    return words ? QString::fromLatin1(words) : u"null"_s;
}

} // namespace

class tst_rulevectors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fromTheHostsPathToTheGuestsDriver_data();
    void fromTheHostsPathToTheGuestsDriver();
    void whereALayoutPutsTheCard_data();
    void whereALayoutPutsTheCard();
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

void tst_rulevectors::whereALayoutPutsTheCard_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(std::size(layoutRows)); ++i)
        QTest::newRow(layoutRows[i].name) << i;
}

void tst_rulevectors::whereALayoutPutsTheCard()
{
    QFETCH(int, index);
    const LayoutRow &row = layoutRows[index];
    QList<PciFunction> functions = x399Functions();
    functions.append(rootPort("00:0a.1", 0x52, 0x52));
    functions.append(gpu("52:00.0", PortType::Endpoint));
    Plan plan = layoutPlan(host(functions), row.devices, text(row.machine));
    plan.guest.guestKernel = KernelVersion::parse(text(row.guestKernel)).value();
    const PlanOutcome outcome = evaluate(plan);
    const EntryOutcome &entry = outcome.entries.first();
    if (!row.reason) {
        QCOMPARE(entry.verdict, EntryVerdict::Invalid);
        QCOMPARE(ids(entry.errors), QStringList {u"qemu.bad-address"_s});
        return;
    }
    QVERIFY2(entry.errors.isEmpty(), qPrintable(entry.errors.value(0).message));
    QCOMPARE(words(entry.rootPort), text(row.port));
    QCOMPARE(reasonId(*entry.reason), text(row.reason));
    const FunctionOutcome &first = entry.functions.first();
    QCOMPARE(driverResultId(first.driver.result), text(row.driver));
    QCOMPARE(reasonId(first.driver.reason), text(row.guestReason));
    QCOMPARE(first.capabilityVisible, row.capability);
    if (row.secondPort)
        QCOMPARE(words(outcome.entries.at(1).rootPort), text(row.secondPort));
}

QTEST_GUILESS_MAIN(tst_rulevectors)
#include "tst_rulevectors.moc"
