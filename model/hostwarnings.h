// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "entryexpansion.h"

namespace rootward {

/// What comes before AtomicOps: the host's own devices that share an IOMMU group with a passed
/// one, and the host's only display.
void addHostWarnings(const Plan &plan, const QList<ExpandedEntry> &entries,
                     const ExpandedEntry &entry, EntryOutcome &row);

} // namespace rootward
