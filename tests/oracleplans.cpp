// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "oracleplans.h"

#include "handmadehost.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int indexes = 16;
using Lines = QList<PlanEntry>;

const QString cardA = u"0b:00.0"_s;
const QString cardB = u"44:00.0"_s;
const QString cardC = u"05:00.0"_s;
const QString wholeA = u"0b:00"_s;
const QString wholeB = u"44:00"_s;
const QString express = u",pcie=1"_s;

class Rows {
public:
    OraclePlan &add(const QByteArray &name, const char *machine, const Lines &lines,
                    const char *ostype = "l26")
    {
        OraclePlan row;
        row.name = name;
        row.plan.host = handmade::x399();
        row.plan.guest.machine = QLatin1StringView(machine);
        row.plan.guest.ostype = QLatin1StringView(ostype);
        row.plan.entries = lines;
        m_rows.append(row);
        return m_rows.last();
    }
    OraclePlan &boot(const QByteArray &name, const char *machine, const Lines &lines,
                     const char *ostype = "l26")
    {
        OraclePlan &row = add(name, machine, lines, ostype);
        row.boots = true;
        return row;
    }
    QList<OraclePlan> take() { return std::move(m_rows); }

private:
    QList<OraclePlan> m_rows;
};

void addEveryIndex(Rows &rows)
{
    for (int index = 0; index < indexes; ++index) {
        const QByteArray number = QByteArray::number(index);
        rows.add("q35, PCI-Express, index " + number, "q35", {{index, cardA + express}});
        rows.add("q35, index " + number, "q35", {{index, cardA}});
        rows.add("i440fx, index " + number, "pc", {{index, cardA}});
        rows.add("Windows 7, index " + number, "q35", {{index, cardA + express}}, "win7");
    }
}

/// Ports beyond the fourth stand in slots 10 and 11, whose function 0 only one index makes.
void addHoles(Rows &rows)
{
    rows.boot("a hole", "q35", {{0, cardB + express}, {5, wholeA + express}});
    rows.boot("no hole", "q35", {{4, cardB + express}, {5, cardA + express}});
    rows.add("both slots of ports", "q35",
             {{4, cardA + express}, {12, cardB + express}, {13, cardC + express}});
    rows.boot("a hole in the second slot", "q35", {{4, cardB + express}, {14, cardA + express}});
    rows.add("holes in both slots", "q35", {{6, cardB + express}, {13, cardA + express}});
    rows.add("a conventional card makes no port", "q35", {{4, cardB}, {5, cardA + express}});
}

void addCards(Rows &rows)
{
    rows.boot("nothing passed", "q35", {});
    rows.boot("two whole cards", "q35", {{0, wholeA + express}, {1, wholeB + express}});
    rows.add("a whole card, conventional", "q35", {{0, wholeA}});
    rows.boot("one conventional, one not", "q35", {{0, cardA}, {1, cardB + express}});
    rows.boot("ports in front of the first four", "q35",
              {{0, wholeB + express}, {4, cardA + express}});
    rows.boot("many", "q35",
              {{0, cardA + express},
               {1, u"0b:00.1,pcie=1"_s},
               {2, cardC},
               {4, cardB + express},
               {5, u"44:00.1,pcie=1"_s}});
    rows.add("no display", "q35", {{0, cardA + u",pcie=1,x-vga=1"_s}});
    rows.add("old root ports", "pc-q35-3.1", {{0, cardA + express}});
    rows.add("old root ports on demand", "pc-q35-3.1", {{4, wholeA + express}});
    rows.boot("Windows 7, two cards", "q35", {{0, cardA + express}, {4, wholeB + express}}, "win7");
    rows.add("i440fx, nothing passed", "pc", {});
    rows.boot("i440fx, whole cards", "pc", {{1, wholeA}, {9, wholeB}});
    rows.add("i440fx, three cards and no display", "pc",
             {{0, cardA + u",x-vga=1"_s}, {2, cardB}, {15, cardC}});
    OraclePlan &graphics = rows.boot("i440fx, graphics at the legacy place", "pc",
                                     {{0, u"00:02.0,legacy-igd=1"_s}, {5, cardB}});
    QList<PciFunction> functions = handmade::x399Functions();
    functions.append(handmade::gpu("00:02.0", PortType::RcIntegratedEndpoint));
    graphics.plan.host = handmade::host(functions);
    graphics.plan.guest.hasDisplay = false;
    graphics.plan.guest.displayWritten = true;
}

EmulatedDevice emulated(const char *id, const char *model, const char *bus, int slot,
                        const char *ownBus = "")
{
    return {QLatin1StringView(id), QLatin1StringView(model), QLatin1StringView(bus), slot,
            QLatin1StringView(ownBus)};
}

/// What a machine is given besides: bridges behind bridges move the numbers of those that follow.
void addEmulated(Rows &rows)
{
    OraclePlan &q35 =
        rows.boot("q35, a controller for each disk", "q35", {{0, cardA + express}, {7, cardB}});
    q35.plan.guest.emulated = {emulated("balloon0", "virtio-balloon-pci", "pci.0", 0x3),
                               emulated("virtioscsi0", "virtio-scsi-pci", "pci.3", 0x1),
                               emulated("virtioscsi1", "virtio-scsi-pci", "pci.3", 0x2),
                               emulated("pci.4", "pci-bridge", "pci.1", 0x1c, "pci.4"),
                               emulated("scsihw2", "virtio-scsi-pci", "pci.4", 0x1)};
    OraclePlan &i440fx =
        rows.boot("i440fx, a controller for each disk", "pc", {{0, cardA}, {8, cardB}});
    i440fx.plan.guest.emulated = {emulated("pci.3", "pci-bridge", "pci.0", 0x5, "pci.3"),
                                  emulated("virtioscsi0", "virtio-scsi-pci", "pci.3", 0x1),
                                  emulated("pci.4", "pci-bridge", "pci.1", 0x1c, "pci.4"),
                                  emulated("scsihw2", "virtio-scsi-pci", "pci.4", 0x1)};
}

LayoutDevice bridge(const char *model, const char *id, const char *bus, int slot, PortType type,
                    int function = 0, bool multifunction = false)
{
    LayoutDevice device;
    device.id = QLatin1StringView(id);
    device.model = QLatin1StringView(model);
    device.bus = QLatin1StringView(bus);
    device.slot = slot;
    device.function = function;
    device.multifunction = multifunction;
    device.ownBus = device.id;
    device.portType = type;
    return device;
}

LayoutDevice port(const char *id, const char *bus, int slot, int function = 0,
                  bool multifunction = false)
{
    return bridge("pcie-root-port", id, bus, slot, PortType::RootPort, function, multifunction);
}

LayoutDevice passed(const char *id, const char *host, const char *bus, int slot, int function = 0,
                    bool multifunction = false)
{
    LayoutDevice device;
    device.id = QLatin1StringView(id);
    device.model = u"vfio-pci"_s;
    device.bus = QLatin1StringView(bus);
    device.slot = slot;
    device.function = function;
    device.multifunction = multifunction;
    device.host = PciAddress::parse(QLatin1StringView(host));
    return device;
}

LayoutDevice rootBus(const char *id, int slot, int number)
{
    LayoutDevice device = bridge("pxb-pcie", id, "pcie.0", slot, PortType::Conventional);
    device.ownBusIsRoot = true;
    device.busNumber = number;
    return device;
}

void addLayout(Rows &rows, const QByteArray &name, const QList<LayoutDevice> &devices,
               bool boots = false, const char *machine = "q35",
               GuestLayout::Origin origin = GuestLayout::Origin::Qemu)
{
    OraclePlan &row = rows.add(name, machine, {});
    row.boots = boots;
    row.plan.layout = std::make_shared<const GuestLayout>(GuestLayout {origin, true, devices});
}

void addPortLayouts(Rows &rows)
{
    addLayout(rows, "one port", {port("rp1", "pcie.0", 2), passed("gpu", "0b:00.0", "rp1", 0)},
              true);
    addLayout(rows, "a card in one slot",
              {port("rp1", "pcie.0", 2), passed("gpu", "0b:00.0", "rp1", 0, 0, true),
               passed("audio", "0b:00.1", "rp1", 0, 1)});
    addLayout(rows, "each function on a port of its own",
              {port("rp1", "pcie.0", 2, 0, true), port("rp2", "pcie.0", 2, 1),
               passed("gpu", "0b:00.0", "rp1", 0), passed("audio", "0b:00.1", "rp2", 0)},
              true);
    addLayout(rows, "a port without function 0 beside it",
              {port("rp1", "pcie.0", 2, 1), port("rp2", "pcie.0", 3),
               passed("gpu", "0b:00.0", "rp1", 0), passed("audio", "0b:00.1", "rp2", 0)},
              true);
    addLayout(rows, "function 1 alone below a port",
              {port("rp1", "pcie.0", 2), passed("gpu", "0b:00.0", "rp1", 0, 1)});
    addLayout(rows, "slot 1 alone below a port",
              {port("rp1", "pcie.0", 2), passed("gpu", "0b:00.0", "rp1", 1)});
    addLayout(rows, "slots 0 and 1 below a port",
              {port("rp1", "pcie.0", 2), passed("gpu", "0b:00.0", "rp1", 0),
               passed("other", "44:00.0", "rp1", 1)});
    addLayout(rows, "ports written in the wrong order",
              {passed("gpu", "0b:00.0", "rp2", 0), port("rp2", "pcie.0", 5),
               port("rp1", "pcie.0", 3), passed("other", "44:00.0", "rp1", 0)},
              true, "q35", GuestLayout::Origin::Libvirt);
    addLayout(rows, "Intel's port model",
              {bridge("ioh3420", "rp1", "pcie.0", 4, PortType::RootPort),
               passed("gpu", "0b:00.0", "rp1", 0)});
    addLayout(rows, "directly on the root bus", {passed("gpu", "0b:00.0", "pcie.0", 5)});
    addLayout(rows, "i440fx with a root port",
              {port("rp1", "pci.0", 5), passed("gpu", "0b:00.0", "rp1", 0),
               passed("other", "44:00.0", "pci.0", 6)},
              true, "pc");
}

void addBridgeLayouts(Rows &rows)
{
    addLayout(rows, "behind a switch",
              {port("rp1", "pcie.0", 2),
               bridge("x3130-upstream", "up", "rp1", 0, PortType::UpstreamPort),
               bridge("xio3130-downstream", "down1", "up", 0, PortType::DownstreamPort),
               bridge("xio3130-downstream", "down2", "up", 1, PortType::DownstreamPort),
               port("rp2", "pcie.0", 3), passed("gpu", "0b:00.0", "down2", 0),
               passed("other", "44:00.0", "rp2", 0)},
              true);
    addLayout(rows, "downstream ports in one slot",
              {port("rp1", "pcie.0", 2),
               bridge("x3130-upstream", "up", "rp1", 0, PortType::UpstreamPort),
               bridge("xio3130-downstream", "down1", "up", 0, PortType::DownstreamPort, 0, true),
               bridge("xio3130-downstream", "down2", "up", 0, PortType::DownstreamPort, 1),
               passed("gpu", "0b:00.0", "down2", 0)});
    addLayout(rows, "a downstream port without function 0",
              {port("rp1", "pcie.0", 2),
               bridge("x3130-upstream", "up", "rp1", 0, PortType::UpstreamPort),
               bridge("xio3130-downstream", "down1", "up", 0, PortType::DownstreamPort, 3),
               passed("gpu", "0b:00.0", "down1", 0)});
    addLayout(rows, "behind a conventional bridge",
              {port("rp1", "pcie.0", 2),
               bridge("pcie-pci-bridge", "pci.1", "rp1", 0, PortType::PcieToPciBridge),
               passed("gpu", "0b:00.0", "pci.1", 1), port("rp2", "pcie.0", 3),
               passed("other", "44:00.0", "rp2", 0)},
              true);
    addLayout(rows, "a bridge below a bridge",
              {bridge("i82801b11-bridge", "dmi", "pcie.0", 0x1e, PortType::Conventional),
               bridge("pci-bridge", "pci.1", "dmi", 1, PortType::Conventional),
               bridge("pci-bridge", "pci.2", "pci.1", 2, PortType::Conventional),
               bridge("pci-bridge", "pci.3", "dmi", 2, PortType::Conventional),
               passed("gpu", "0b:00.0", "pci.2", 3), passed("other", "44:00.0", "pci.3", 4)},
              true);
    addLayout(rows, "a further root bus",
              {rootBus("pxb", 4, 0x80), port("rp1", "pxb", 0), port("rp2", "pcie.0", 5),
               passed("gpu", "0b:00.0", "rp1", 0), passed("other", "44:00.0", "rp2", 0)},
              true);
    addLayout(rows, "two further root buses, ports in one slot",
              {rootBus("pxb1", 4, 0x40), rootBus("pxb2", 3, 0xc0), port("rp1", "pxb1", 1, 0, true),
               port("rp2", "pxb1", 1, 1), port("rp3", "pxb2", 0),
               passed("gpu", "0b:00.0", "rp2", 0), passed("other", "44:00.0", "rp3", 0)},
              true);
}

bool isExpressBus(const Plan &plan, const PlanOutcome &outcome, const GuestNode &node)
{
    if (node.parent < 0)
        return machineKind(plan.guest) == MachineKind::Q35;
    const PortType above = outcome.guestTree.at(node.parent).portType;
    return above == PortType::RootPort || above == PortType::DownstreamPort;
}

QString standIn(bool isExpress, int number)
{
    if (!isExpress)
        return u"pci-testdev"_s;
    return number % 2 ? u"e1000e"_s : u"nvme,serial=x%1"_s.arg(number);
}

/// Numbers that must differ from port to port.
QString portNumbers(const GuestNode &node, int number)
{
    switch (node.portType) {
    case PortType::RootPort:
        return u",chassis=%1,port=%1"_s.arg(number);
    case PortType::DownstreamPort:
        return u",chassis=%1,slot=1,port=%1"_s.arg(number);
    default:
        break;
    }
    if (node.ownBusIsRoot)
        return u",bus_nr=%1"_s.arg(*node.likelySecondary);
    return node.model == "pci-bridge"_L1 ? u",chassis_nr=%1"_s.arg(number) : QString();
}

} // namespace

QList<OraclePlan> oraclePlans()
{
    Rows rows;
    addEveryIndex(rows);
    addHoles(rows);
    addCards(rows);
    addEmulated(rows);
    addPortLayouts(rows);
    addBridgeLayouts(rows);
    return rows.take();
}

bool isBuiltIn(const Plan &plan, const GuestNode &node)
{
    const QList<GuestNode> builtIn = builtInDevices(plan.guest);
    return std::ranges::any_of(builtIn,
                               [&](const GuestNode &fixed) { return fixed.id == node.id; });
}

QStringList guestArguments(const Plan &plan, const PlanOutcome &outcome)
{
    QStringList arguments {u"-machine"_s, plan.guest.isQ35() ? u"q35"_s : u"pc"_s};
    int number = 0;
    for (const GuestNode &node : outcome.guestTree) {
        ++number;
        if (isBuiltIn(plan, node))
            continue;
        QString device =
            node.host ? standIn(isExpressBus(plan, outcome, node), number) : node.model;
        device += u",id=%1,bus=%2,addr=0x%3.0x%4"_s.arg(node.id, node.bus)
                      .arg(node.slot, 0, 16)
                      .arg(node.function, 0, 16);
        if (node.multifunction && !device.startsWith("piix3"_L1))
            device += ",multifunction=on"_L1;
        arguments << u"-device"_s << device + portNumbers(node, number);
    }
    return arguments;
}

} // namespace rootward
