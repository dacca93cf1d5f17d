// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "guesttree.h"

namespace rootward {

/// Whether QEMU arguments that a VM's `args:` line adds may add, move or change devices.
bool changesDevices(const QString &args);

/// Leaves open the entries that the VM's `args:` line may move, change or keep from starting: by a
/// property of the card or of its port, a device on its bus or at its address, another machine.
/// `tree` is where they stand without that. Proxmox adds the arguments behind its own, so QEMU
/// makes their devices last. Source: qemu-server QemuServer.pm config_to_command(); QEMU
/// system/vl.c.
void openByArguments(const Plan &plan, const GuestTree &tree, QList<ExpandedEntry> &entries);

} // namespace rootward
