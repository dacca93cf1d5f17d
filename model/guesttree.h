// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "entryexpansion.h"

namespace rootward {

/// The guest's tree while a plan is evaluated.
struct GuestTree {
    QList<GuestNode> nodes; ///< parents before children

    /// The node that owns a bus; -1 for the root bus or a bus that is not there.
    int ownerOf(QStringView bus) const;
    /// The node of a QEMU id; -1 if there is none.
    int indexOf(QStringView id) const;
};

/// The machine's own devices, the ports the entries need or the layout has, and the functions
/// they pass. What a Linux guest does not find is marked, and what it finds has its likely address.
/// Source: qemu-server PCI.pm print_hostpci_devices(); Linux probe.c pci_scan_slot().
GuestTree placeEntries(const Plan &plan, const QList<ExpandedEntry> &entries);

/// What the guest's kernel would read of one node.
struct GuestFace {
    std::optional<PciFunction> host; ///< a passed function's own registers
    PortType type = PortType::Conventional;
    PerWidth<Answer> port {Answer::No, Answer::No, Answer::No}; ///< a root port's completer bits
};

struct GuestView {
    std::shared_ptr<const Topology> topology;
    QList<int> index; ///< by node; -1 where it is not visible
};
/// `faces` has one row a node.
GuestView viewGuest(const QList<GuestNode> &nodes, const QList<GuestFace> &faces);

} // namespace rootward
