// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "kernelversion.h"
#include "pcifunction.h"

#include <QString>

#include <optional>

namespace rootward {

/// A PCI bridge by QEMU's name of it.
struct QemuBridge {
    QLatin1StringView driver;
    PortType type; ///< what the guest sees of it
    bool ownsRootBus = false;
    bool hasSlot = false; ///< numbered by chassis and slot
};

/// Null: no bridge.
const QemuBridge *qemuBridge(QStringView driver);

/// Whether a device of that name stands on a PCI bus; bridges and passed functions aside.
bool isQemuPciModel(QStringView driver);

/// Whether QEMU 10.0 has a device of that name, on any bus; processors for -device too.
/// Source: -device help of qemu-system-x86_64 and what its modules add.
bool isQemuModel(QStringView driver);

/// Whether it passes a function of the host.
bool isQemuPassthrough(QStringView driver);

/// "s390x" of "/usr/bin/qemu-system-s390x"; empty where the name does not tell.
QString qemuArchitecture(const QString &program);

/// Whether it is known where a machine of that type has its devices.
bool isModelledMachine(const QString &type);

/// What is not known of the machine; empty: it is modelled. `arch` is as libvirt and QEMU's
/// programs name it; empty: x86.
QString machineNotModelled(const QString &type, const QString &arch);

/// Why that QEMU has no machine of that type: made for a newer one, or dropped by now. Empty: it
/// has, or that is not known. Source: Proxmox's changelog of pve-qemu 11.0.0-1.
QString machineNotOf(const QemuVersion &qemu, const QString &type);

/// Whether a bridge of that name exists, and what the guest sees of it.
std::optional<PortType> qemuBridgeType(const QString &driver);

} // namespace rootward
