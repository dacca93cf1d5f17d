// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "guestlayout.h"
#include "guestmachine.h"
#include "qemumodels.h"
#include "qemuoptions.h"

#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

#include <optional>

namespace rootward {

/// The devices of a command that take a place on a PCI bus.
struct QemuPlaces {
    QList<LayoutDevice> devices;
    bool openBus = false; ///< a passed device is on a bus that is not shown; its own is left empty
    QStringList problems; ///< sentences
    QString refusal; ///< why QEMU does not start, by a device that takes no place; empty: it may
    QString open; ///< why it is not known whether QEMU starts; empty: nothing is against it
};

struct QemuBuses {
    QString root; ///< "pcie.0"
    QSet<QString> others; ///< buses that other definitions own
    QSet<QString> ids; ///< what other definitions have given a name
    QList<LayoutDevice> fixed = {}; ///< of those what QEMU makes among the command's own devices
    qsizetype fixedAt = 0; ///< behind so many of them that are not in JSON
    bool complete = true; ///< false: there may be buses that are not shown
};

/// What QEMU's addr property says.
struct QemuDevfn {
    static constexpr int noSlot = 0x20; ///< of a written address that no bus has

    int slot = 0;
    int function = 0;
};

/// "0x1c.1", "10.0", "5": hexadecimal, as scanf() reads it. Out of range counts as noSlot, or as
/// a function above 7. nullopt: QEMU refuses it.
std::optional<QemuDevfn> qemuDevfn(QStringView text);

/// In the order in which QEMU makes them. Ids are as written, or made of the line where none is;
/// the caller makes them unique. Source: QEMU hw/core/qdev-properties-system.c set_pci_devfn(),
/// print_pci_host_devaddr(); hw/pci/pci_bridge.c pci_bridge_initfn(); hw/pci/slotid_cap.c;
/// hw/pci/pcie_port.c pcie_chassis_add_slot(); hw/pci-bridge/pci_expander_bridge.c; system/vl.c
/// qemu_create_cli_devices().
QemuPlaces placesOf(const QList<QemuDevice> &devices, const QemuBuses &buses);

/// What QEMU makes of a conventional expander (pxb): a root bus of its own, and on that a
/// pci-bridge, which has the expander's name for whatever is placed there.
QList<LayoutDevice> conventionalExpander(const LayoutDevice &expander);

/// What Proxmox's own file for that machine type adds, besides the machine's own devices.
QList<LayoutDevice> proxmoxDevices(QLatin1StringView machine, const QString &source);

/// Adds the host's function, or the id, to the place in the definition of a passed function that
/// others have too, as in a command on one line.
void tellApart(QList<LayoutDevice> &devices);

/// Changes ids so that none stands twice, nor for a device that the machine has built in.
void makeIdsUnique(QList<LayoutDevice> &devices, const GuestMachine &machine);

} // namespace rootward
