// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "guestlayout.h"
#include "guestmachine.h"

#include <QList>
#include <QMap>
#include <QSet>
#include <QString>
#include <QStringList>

#include <optional>

namespace rootward {

/// The value of one -device option.
struct QemuDevice {
    QString driver; ///< "vfio-pci"
    QMap<QString, QString> properties; ///< the last of one that is written twice
    int line = 0; ///< from 1

    QString value(QLatin1StringView key) const { return properties.value(key); }

    friend bool operator==(const QemuDevice &, const QemuDevice &) = default;
};

/// Reads "vfio-pci,host=0b:00.0,multifunction=on", where ",," is a comma of a value, or a JSON
/// object. A name alone is on. nullopt: broken JSON, or no driver.
/// Source: QEMU util/qemu-option.c opts_do_parse(); docs/system/qemu-manpage, -device.
std::optional<QemuDevice> parseQemuDevice(const QString &value, int line);

/// "q35,accel=kvm" in pieces, by the same rules; the first piece may be a bare value of
/// `implied`.
QMap<QString, QString> parseQemuOptions(const QString &value, const QString &implied);

/// The devices of a command that take a place on a PCI bus.
struct QemuPlaces {
    QList<LayoutDevice> devices;
    bool openBus = false; ///< a passed device is on a bus that is not shown; its own is left empty
    QStringList problems; ///< sentences
};

struct QemuBuses {
    QString root; ///< "pcie.0"
    QSet<QString> others; ///< buses that other definitions own
    bool complete = true; ///< false: there may be buses that are not shown
};

/// Ids are as written, or made of the line where none is; the caller makes them unique.
/// Source: QEMU hw/core/qdev-properties-system.c set_pci_devfn(), print_pci_host_devaddr();
/// hw/pci/pci_bridge.c pci_bridge_initfn(); hw/pci-bridge/pci_expander_bridge.c.
QemuPlaces placesOf(const QList<QemuDevice> &devices, const QemuBuses &buses);

/// Whether a bridge of that name exists, and what the guest sees of it.
std::optional<PortType> qemuBridgeType(const QString &driver);

/// Changes ids so that none stands twice, nor for a device that the machine has built in.
void makeIdsUnique(QList<LayoutDevice> &devices, const GuestMachine &machine);

} // namespace rootward
