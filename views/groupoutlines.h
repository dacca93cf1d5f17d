// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "picturetree.h"
#include "textmeasure.h"

namespace rootward {

/// Room between the boxes of a column, so that two outlines and a label fit in.
inline constexpr int rowGapWithGroups = 16;

/// Whether an outline is drawn about any boxes of the tree.
bool hasGroupOutlines(const PictureTree &tree, const Plan &plan, const PlanOutcome &outcome,
                      const Layers &layers);

/// Outlines about the boxes of each IOMMU group that has several of them, one where they stand
/// together in a column. A group of which something is passed and something not is outlined in any
/// case and says how much stays with the host.
void addGroupOutlines(Drawing &drawing, TextMeasure &measure, const PictureTree &tree,
                      const Plan &plan, const PlanOutcome &outcome, const Layers &layers);

} // namespace rootward
