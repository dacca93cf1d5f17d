// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"

#include <optional>

namespace rootward {

// How boxes of the picture and hostpci lines of the plan belong together.

/// The entry that passes this box's function, or that this guest port serves.
std::optional<int> entryOfNode(const PlanOutcome &outcome, const NodeRef &node);
/// The box of the function that the entry's verdict speaks of.
std::optional<NodeRef> nodeOfEntry(const PlanOutcome &outcome, int entry);
/// What is selected after opening: the first entry, else the first card whose guest driver cares
/// for AtomicOps.
std::optional<NodeRef> firstOfInterest(const Plan &plan, const PlanOutcome &outcome);

} // namespace rootward
