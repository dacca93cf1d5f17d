// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "outcomemodel.h"

namespace rootward {

/// Why one passed function ends as it does: from the host's root port down to the card, then
/// vfio, QEMU and the guest's driver. `function` is an index in entry.functions; -1: the leading
/// one. At most one line is the first cause.
QList<OutcomeLine> whyLines(const Plan &plan, const PlanOutcome &outcome, const EntryOutcome &entry,
                            int function = -1);

/// The same for a function of the host that nothing passes: its way to the root complex.
QList<OutcomeLine> hostWhyLines(const Topology &host, int index, AtomicOpsRule rule);

} // namespace rootward
