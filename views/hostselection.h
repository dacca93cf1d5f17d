// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"

#include <QSet>

namespace rootward {

/// About so many host boxes are drawn before the branches that matter less are folded.
inline constexpr qsizetype hostBoxBudget = 60;

/// The functions of the host that the picture shows, with all ports above them: what is passed
/// and its slot, what has a driver that asks for AtomicOps, what the user opened; other functions
/// that could be passed only where all of them fit the budget. VFs count as passable when opened
/// or passed only.
QSet<int> shownFunctions(const Topology &host, const PlanOutcome &outcome,
                         const DrawingOptions &options);

} // namespace rootward
