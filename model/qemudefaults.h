// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "guestlayout.h"
#include "guestmachine.h"
#include "qemutext.h"

namespace rootward {

/// Leaves open the devices with an address that one which QEMU adds by itself may have before:
/// display, network and audio without -nodefaults or by their own options, disks of if=virtio,
/// USB controllers. Which of them a QEMU has depends on how it is built. Source: QEMU system/vl.c
/// qemu_disable_default_devices(); hw/i386/pc_q35.c, hw/i386/pc_piix.c; net/net.c.
void openByDefaults(QList<LayoutDevice> &devices, const QemuText &command,
                    const GuestMachine &machine);

/// Changes the list of the machine's own devices that are absent, by id, as -machine says.
void leaveOutDevices(QStringList &absent, const QMap<QString, QString> &machineOptions);

} // namespace rootward
