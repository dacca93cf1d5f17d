// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "entryexpansion.h"

namespace rootward {

/// Adds what is worth knowing besides the answer, to the entries and to the plan: what follows
/// from the lines, the host's tree and the guest alone.
void addWarnings(const Plan &plan, const QList<ExpandedEntry> &entries, PlanOutcome &outcome);

} // namespace rootward
