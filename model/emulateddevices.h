// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "guestmachine.h"

#include <QMap>
#include <QString>

namespace rootward {

/// What Proxmox gives a VM with these settings besides the passed cards and the machine's own
/// devices: controllers, NICs, and the bridges they need, parents before children. `machine` says
/// how the guest is laid out; its own list is not looked at.
/// Source: qemu-server PCI.pm print_pci_addr() map, QemuServer.pm config_to_command().
QList<EmulatedDevice> emulatedDevices(const QMap<QString, QString> &settings,
                                      const GuestMachine &machine);

/// The QEMU model of the emulated display. Source: qemu-server QemuServer.pm print_vga_device().
QString displayModel(const GuestMachine &machine);

} // namespace rootward
