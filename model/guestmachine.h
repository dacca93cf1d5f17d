// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "kernelversion.h"
#include "pcifunction.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace rootward {

enum class GuestOs { Linux, Windows, Other, Unknown };

/// A PCI device that the machine is given besides the passed cards: a disk controller, a NIC.
struct EmulatedDevice {
    QString id; ///< "net0"
    QString model; ///< "virtio-net-pci"
    QString bus; ///< "pci.0"
    int slot = 0;
    QString ownBus; ///< of a bridge; else empty

    friend bool operator==(const EmulatedDevice &, const EmulatedDevice &) = default;
};

/// The VM that a plan is for, as far as it decides where devices go.
struct GuestMachine {
    std::optional<int> vmid;
    QString name;
    QString machine =
        QStringLiteral("q35"); ///< the machine property's type as written; empty: absent
    QString ostype; ///< Proxmox's word ("l26", "win11"); empty: absent
    GuestOs os = GuestOs::Unknown;
    std::optional<QemuVersion> qemu; ///< nullopt: the newest version checked
    KernelVersion guestKernel;
    bool hasDisplay = true; ///< an emulated display exists
    QString display; ///< the display's type as written ("none", "serial0", "qxl2"); empty: absent
    bool displayWritten = false; ///< the VM names its display; else Primary GPU removes it
    QString bios; ///< Proxmox's word ("ovmf"); empty: absent, which is SeaBIOS
    QString arch; ///< Proxmox's word ("aarch64"); empty: absent, the host's, taken as x86_64
    QString viommu; ///< "intel", "virtio"; empty: none
    bool isTemplate = false; ///< Proxmox passes a template's cards to its clones only
    QString args; ///< QEMU arguments added by hand, as written; not modelled
    QStringList bootOrder; ///< devices of `boot: order=`, first first
    QList<EmulatedDevice> emulated; ///< parents before children

    /// The type is present and contains "q35" (qemu-server Machine.pm).
    bool isQ35() const { return machine.contains(u"q35"); }
    QemuVersion qemuVersion() const { return qemu.value_or(QemuVersion::newestChecked()); }

    friend bool operator==(const GuestMachine &, const GuestMachine &) = default;
};

/// The families of machines that Proxmox lays out differently.
enum class MachineKind { Q35, I440fx, Virt };
/// An absent type is i440fx, on aarch64 virt. Source: qemu-server Machine.pm.
MachineKind machineKind(const GuestMachine &machine);

/// Where a card's guest slot is.
struct Placement {
    QString bus; ///< "ich9-pcie-port-1", "pci.0", "pcie.0"; empty: not known
    QString addr; ///< as Proxmox writes it: "0x0", "0x10"
    int slot = 0; ///< the same as a number
    bool rootPort = false; ///< the bus is that of a root port
    QString portAddress; ///< of that port, as Proxmox writes it: "1c.0"; else empty

    friend bool operator==(const Placement &, const Placement &) = default;
};
/// A root port of Proxmox's q35 layout.
struct RootPortPlace {
    int slot = 0;
    int function = 0;
    bool onDemand = false; ///< exists only while hostpciN with PCI-Express needs it
};
/// The port of hostpciN, 0 … 15.
RootPortPlace rootPortPlace(int index);
/// "ich9-pcie-port-1".
QString rootPortId(int index);
/// "1c.0": as Proxmox writes a root port's address.
QString rootPortAddress(int index);

/// A pci-bridge that Proxmox adds on the command line.
struct BridgePlace {
    int number = 0; ///< pci.N, chassis N
    int slot = 0;
    QString bus; ///< the bus it stands on
    bool onDemand = false; ///< only while an emulated device stands on it
};
/// In the order of the command line.
QList<BridgePlace> addedBridges(const GuestMachine &machine);

/// Source: qemu-server PCI.pm, print_pcie_addr and print_pci_addr tables.
Placement hostpciPlacement(const GuestMachine &machine, int index, bool pcie);

/// One function of the guest's PCI tree.
struct GuestNode {
    QString id; ///< QEMU id: "ich9-pcie-port-1", "hostpci0.0"; a made-up one for built-ins
    QString model; ///< "pcie-root-port", "vfio-pci", "ich9-intel-hda"
    QString bus; ///< the bus it is plugged into
    int slot = 0;
    int function = 0;
    int parent = -1; ///< index of the node that owns the bus; -1: the root bus
    QString ownBus; ///< the bus it owns; empty if none
    bool ownBusIsRoot = false; ///< a further root bus (pxb-pcie): its ports stand beside, not below
    PortType portType = PortType::Conventional;
    bool visible = true; ///< a Linux guest finds it (see port hole, function 0 absent)
    bool multifunction = false;
    int entry = -1; ///< hostpciN that it belongs to or serves; -1: the machine's own
    std::optional<PciAddress> host; ///< the passed host function
    std::optional<PciAddress> likelyAddress; ///< depth first over bus 0; empty if not visible
    std::optional<quint8> likelySecondary; ///< bus number behind it
};

/// The machine's own devices and bridges as Proxmox has them, before any hostpci entry: parents
/// before children, else in device order.
/// Source: pve-q35-4.0.cfg facts, hw/i386/pc_q35.c, pc_piix.c.
QList<GuestNode> fixedGuestDevices(const GuestMachine &machine);

/// The devices that QEMU itself builds into the machine, and nothing else.
QList<GuestNode> builtInDevices(const GuestMachine &machine);

/// The name of the root bus: "pcie.0" or "pci.0".
QString rootBusName(const GuestMachine &machine);

} // namespace rootward
