// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "entryexpansion.h"

namespace rootward {

/// A layout with every place that can be told filled in.
struct PlacedLayout {
    QList<GuestNode> bridges; ///< the machine's own devices, then everything that is not passed
    QList<ExpandedEntry> entries; ///< one for each guest slot with passed functions, as written
};

/// What QEMU and libvirt make of the plan's layout: a bus or slot that is not written is chosen
/// as they choose it, as far as that does not depend on what is not known.
/// Source: QEMU hw/pci/pci.c do_pci_register_device(), system/qdev-monitor.c; libvirt
/// qemu_domain_address.c qemuDomainDeviceCalculatePCIConnectFlags().
PlacedLayout placeLayout(const Plan &plan);

} // namespace rootward
