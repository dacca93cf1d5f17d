// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "guestmachine.h"

#include "emulateddevices.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <span>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int entryCount = 16;

// Slots of hostpciN; docs/rules.md, "Where Proxmox puts hostpciN". 0 to 3 are on pci.0 (or the
// root bus of Arm's virt), the others on pci.2.
constexpr std::array<int, entryCount> conventionalSlots {
    0x10, 0x11, 0x1b, 0x1c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18};
constexpr int entriesOnFirstBus = 4;

// Windows 7 on q35 with PCI-Express: on pcie.0 itself.
constexpr std::array<int, entryCount> windows7Slots {
    0x10, 0x11, 0x12, 0x13, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x15, 0x16, 0x17, 0x18, 0x19};

constexpr int permanentPorts = 4;
constexpr int permanentPortSlot = 0x1c;
constexpr int demandPortSlot = 0x10;
constexpr int functionsPerSlot = 8;

enum class Maker { Qemu, Proxmox };

/// A device that every guest of the machine has.
struct FixedRow {
    const char *id;
    const char *model;
    const char *bus;
    int slot;
    int function;
    bool multifunction;
    const char *ownBus; ///< empty: no bridge
    Maker maker = Maker::Proxmox;
};

// QEMU hw/i386/pc_q35.c and hw/southbridge/ich9.h; Proxmox's q35 layout from 4.0 on.
constexpr FixedRow q35Rows[] = {
    {"mch", "mch", "pcie.0", 0x00, 0, false, "", Maker::Qemu},
    {"vga", "VGA", "pcie.0", 0x01, 0, false, ""},
    {"uhci-4", "ich9-usb-uhci4", "pcie.0", 0x1a, 0, true, ""},
    {"uhci-5", "ich9-usb-uhci5", "pcie.0", 0x1a, 1, true, ""},
    {"uhci-6", "ich9-usb-uhci6", "pcie.0", 0x1a, 2, true, ""},
    {"ehci-2", "ich9-usb-ehci2", "pcie.0", 0x1a, 7, true, ""},
    {"audio0", "ich9-intel-hda", "pcie.0", 0x1b, 0, false, ""},
    {"ich9-pcie-port-1", "pcie-root-port", "pcie.0", 0x1c, 0, true, "ich9-pcie-port-1"},
    {"ich9-pcie-port-2", "pcie-root-port", "pcie.0", 0x1c, 1, true, "ich9-pcie-port-2"},
    {"ich9-pcie-port-3", "pcie-root-port", "pcie.0", 0x1c, 2, true, "ich9-pcie-port-3"},
    {"ich9-pcie-port-4", "pcie-root-port", "pcie.0", 0x1c, 3, true, "ich9-pcie-port-4"},
    {"uhci-1", "ich9-usb-uhci1", "pcie.0", 0x1d, 0, true, ""},
    {"uhci-2", "ich9-usb-uhci2", "pcie.0", 0x1d, 1, true, ""},
    {"uhci-3", "ich9-usb-uhci3", "pcie.0", 0x1d, 2, true, ""},
    {"ehci", "ich9-usb-ehci1", "pcie.0", 0x1d, 7, true, ""},
    {"pcidmi", "i82801b11-bridge", "pcie.0", 0x1e, 0, false, "pcidmi"},
    {"lpc", "ICH9-LPC", "pcie.0", 0x1f, 0, true, "", Maker::Qemu},
    {"ahci", "ich9-ahci", "pcie.0", 0x1f, 2, true, "", Maker::Qemu},
    {"smbus", "ICH9-SMB", "pcie.0", 0x1f, 3, true, "", Maker::Qemu},
    {"pci.0", "pci-bridge", "pcidmi", 0x01, 0, false, "pci.0"},
    {"pci.1", "pci-bridge", "pcidmi", 0x02, 0, false, "pci.1"},
    {"pci.2", "pci-bridge", "pcidmi", 0x03, 0, false, "pci.2"},
    {"pci.3", "pci-bridge", "pcidmi", 0x04, 0, false, "pci.3"},
};

// QEMU hw/i386/pc_piix.c; Proxmox adds the USB controller, the display and two bridges.
constexpr FixedRow i440fxRows[] = {
    {"pmc", "i440FX", "pci.0", 0x00, 0, false, "", Maker::Qemu},
    {"isa", "PIIX3", "pci.0", 0x01, 0, true, "", Maker::Qemu},
    {"ide", "piix3-ide", "pci.0", 0x01, 1, true, "", Maker::Qemu},
    {"uhci", "piix3-usb-uhci", "pci.0", 0x01, 2, true, ""},
    {"pm", "PIIX4_PM", "pci.0", 0x01, 3, true, "", Maker::Qemu},
    {"vga", "VGA", "pci.0", 0x02, 0, false, ""},
    {"pci.1", "pci-bridge", "pci.0", 0x1e, 0, false, "pci.1"},
    {"pci.2", "pci-bridge", "pci.0", 0x1f, 0, false, "pci.2"},
};

// QEMU hw/arm/virt.c; the least that Proxmox's Arm guests have.
constexpr FixedRow virtRows[] = {
    {"gpex", "gpex-root", "pcie.0", 0x00, 0, false, "", Maker::Qemu},
    {"ehci", "usb-ehci", "pcie.0", 0x01, 0, false, ""},
    {"vga", "virtio-gpu", "pcie.0", 0x02, 0, false, ""},
    {"pci.1", "pci-bridge", "pcie.0", 0x1e, 0, false, "pci.1"},
    {"pci.2", "pci-bridge", "pcie.0", 0x1f, 0, false, "pci.2"},
};

/// A bridge on the command line; q35's layout has those up to 3 itself.
struct BridgeRow {
    int number;
    int slot;
    const char *bus; ///< empty: the root bus
    bool onDemand;
};
constexpr BridgeRow bridgeRows[] = {
    {1, 0x1e, "", false}, {2, 0x1f, "", false}, {3, 0x05, "", true}, {4, 0x1c, "pci.1", true}};
constexpr int q35Bridges = 3;

std::span<const FixedRow> rowsOf(MachineKind kind)
{
    switch (kind) {
    case MachineKind::Q35:
        return q35Rows;
    case MachineKind::I440fx:
        return i440fxRows;
    case MachineKind::Virt:
        break;
    }
    return virtRows;
}

/// Before machine version 4.0 Proxmox's q35 had Intel's old root port model.
bool hasOldRootPorts(const GuestMachine &machine)
{
    static const QRegularExpression pattern(uR"(pc-q35-([0-9]{1,4})\.)"_s);
    const auto match = pattern.match(machine.machine);
    return match.hasMatch() && match.captured(1).toInt() < 4;
}

QString hexAddress(int slot)
{
    return "0x"_L1 + QString::number(slot, 16);
}

GuestNode nodeOf(const FixedRow &row, bool oldPorts)
{
    GuestNode node;
    node.id = QLatin1StringView(row.id);
    node.model = QLatin1StringView(row.model);
    if (node.model == "pcie-root-port"_L1) {
        node.portType = PortType::RootPort;
        if (oldPorts)
            node.model = u"ioh3420"_s;
    }
    node.bus = QLatin1StringView(row.bus);
    node.slot = row.slot;
    node.function = row.function;
    node.multifunction = row.multifunction;
    node.ownBus = QLatin1StringView(row.ownBus);
    return node;
}

GuestNode nodeOf(const EmulatedDevice &device)
{
    GuestNode node;
    node.id = device.id;
    node.model = device.model;
    node.bus = device.bus;
    node.slot = device.slot;
    node.ownBus = device.ownBus;
    return node;
}

/// Finds each node's parent among those before it.
class GuestNodes {
public:
    void add(GuestNode node)
    {
        node.parent = m_owners.value(node.bus, -1);
        if (!node.ownBus.isEmpty())
            m_owners.insert(node.ownBus, static_cast<int>(m_nodes.size()));
        m_nodes.append(node);
    }
    const QList<GuestNode> &list() const { return m_nodes; }

private:
    QList<GuestNode> m_nodes;
    QHash<QString, int> m_owners;
};

} // namespace

MachineKind machineKind(const GuestMachine &machine)
{
    // Whatever its machine line says: Arm's QEMU has no other.
    const bool arm = machine.arch == "aarch64"_L1;
    if (machine.isQ35() && !arm)
        return MachineKind::Q35;
    const bool virt = arm || machine.machine.startsWith("virt"_L1);
    return virt ? MachineKind::Virt : MachineKind::I440fx;
}

Placement hostpciPlacement(const GuestMachine &machine, int index, bool pcie)
{
    const MachineKind kind = machineKind(machine);
    const auto row = static_cast<size_t>(std::clamp(index, 0, entryCount - 1));
    Placement place;
    if (pcie && kind == MachineKind::Q35) {
        const bool windows7 = machine.ostype == "win7"_L1;
        place.rootPort = !windows7;
        place.bus = windows7 ? u"pcie.0"_s : rootPortId(index);
        place.slot = windows7 ? windows7Slots[row] : 0;
        if (place.rootPort)
            place.portAddress = rootPortAddress(index);
    } else {
        const QString first = kind == MachineKind::Virt ? u"pcie.0"_s : u"pci.0"_s;
        place.bus = index < entriesOnFirstBus ? first : u"pci.2"_s;
        place.slot = conventionalSlots[row];
    }
    place.addr = hexAddress(place.slot);
    return place;
}

RootPortPlace rootPortPlace(int index)
{
    if (index < permanentPorts)
        return {permanentPortSlot, index, false};
    const int place = index - permanentPorts;
    return {demandPortSlot + place / functionsPerSlot, place % functionsPerSlot, true};
}

QString rootPortId(int index)
{
    return "ich9-pcie-port-"_L1 + QString::number(index + 1);
}

QString rootPortAddress(int index)
{
    const RootPortPlace place = rootPortPlace(index);
    return QString::number(place.slot, 16) + u'.' + QString::number(place.function, 16);
}

QList<BridgePlace> addedBridges(const GuestMachine &machine)
{
    QList<BridgePlace> bridges;
    const bool q35 = machineKind(machine) == MachineKind::Q35;
    for (const BridgeRow &row : bridgeRows) {
        const QString own = "pci."_L1 + QString::number(row.number);
        const bool isUsed = std::ranges::contains(machine.emulated, own, &EmulatedDevice::bus);
        if ((q35 && row.number <= q35Bridges) || (row.onDemand && !isUsed))
            continue;
        const QString bus = QLatin1StringView(row.bus);
        bridges.append(
            {row.number, row.slot, bus.isEmpty() ? rootBusName(machine) : bus, row.onDemand});
    }
    return bridges;
}

QString rootBusName(const GuestMachine &machine)
{
    return machineKind(machine) == MachineKind::I440fx ? u"pci.0"_s : u"pcie.0"_s;
}

QList<GuestNode> fixedGuestDevices(const GuestMachine &machine)
{
    GuestNodes nodes;
    const bool oldPorts = hasOldRootPorts(machine);
    for (const FixedRow &row : rowsOf(machineKind(machine))) {
        GuestNode node = nodeOf(row, oldPorts);
        if (node.id == "vga"_L1) {
            if (!machine.hasDisplay)
                continue;
            node.model = displayModel(machine);
        }
        nodes.add(node);
    }
    for (const EmulatedDevice &device : machine.emulated)
        nodes.add(nodeOf(device));
    return nodes.list();
}

QList<GuestNode> builtInDevices(const GuestMachine &machine)
{
    GuestNodes nodes;
    for (const FixedRow &row : rowsOf(machineKind(machine))) {
        if (row.maker == Maker::Qemu)
            nodes.add(nodeOf(row, false));
    }
    return nodes.list();
}

} // namespace rootward
