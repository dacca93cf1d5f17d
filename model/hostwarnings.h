// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "entryexpansion.h"

#include <QSet>

namespace rootward {

/// Functions of these IOMMU groups that are not passed; bridges, which stay with the host without
/// harm, left out. Address order.
QList<int> groupMates(const Topology &host, const QSet<int> &groups,
                      const QSet<PciAddress> &passed);

/// What comes before AtomicOps: the host's own devices that share an IOMMU group with a passed
/// one, and the host's only display.
void addHostWarnings(const Plan &plan, const QList<ExpandedEntry> &entries,
                     const ExpandedEntry &entry, EntryOutcome &row);

} // namespace rootward
