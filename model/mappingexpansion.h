// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "hostitem.h"

namespace rootward {

/// Gives an entry with `mapping=` the functions that its mapping stands for on the plan's node:
/// of several map lines the first whose functions no earlier entry uses, for a mediated device
/// the first. Refuses what Proxmox refuses; what the capture does not show never refuses. Without
/// mappings, or where the node is open, the entry's functions stay unknown.
/// Source: qemu-server PCI.pm parse_hostpci(), choose_hostpci_devices(); pve-guest-common
/// Mapping/PCI.pm assert_valid().
void expandMapping(ExpandedEntry &entry, const Plan &plan, const HostView &host,
                   UsedFunctions &used);

/// Why it is not known what the entry's mapping stands for; empty where that is known, or the
/// entry has none.
QString openMappingSentence(const Plan &plan, const ExpandedEntry &entry);

/// What to give so that it becomes known.
QString openMappingRemedy(const Plan &plan, const ExpandedEntry &entry);

/// The devices that a line of any VM of this host passes for sure: of a mapping the only choice
/// that it has on the plan's node; empty where it has several, or is not known.
QList<HostId> surelyNamed(const Plan &plan, const HostpciValue &value);

} // namespace rootward
