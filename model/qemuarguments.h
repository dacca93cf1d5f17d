// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "entryexpansion.h"

namespace rootward {

/// The -device arguments of the passthrough part, in Proxmox's order and spelling: ports on
/// demand, each directly before its functions.
/// Source: qemu-server PCI.pm print_hostpci_devices(), print_pcie_root_port().
QStringList passthroughArguments(const Plan &plan, const QList<ExpandedEntry> &entries);

/// The guest slot as Proxmox writes it, with the function where the slot holds several: "0x0.1".
QString functionAddress(const ExpandedEntry &entry, int position);

/// ",x-pci-vendor-id=0x1234" and so on: the ids that a line gives its device; empty if none.
QString idOverrides(const HostpciValue &value);

/// The pci-bridge devices that Proxmox adds for the machine.
QStringList bridgeArguments(const Plan &plan, const QList<ExpandedEntry> &entries);

/// The sysfs folder of a mediated device that Proxmox makes for hostpciN of this VM.
QString mediatedDeviceFolder(const Plan &plan, int index);

} // namespace rootward
