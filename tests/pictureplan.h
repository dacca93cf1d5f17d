// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"

#include "hostshapes.h"

namespace rootward {

/// A plan with its outcome and its picture, for tests of what is drawn.
struct Pictured {
    Plan plan;
    PlanOutcome outcome;
    DrawingOptions options;
    LayoutRequest request;
    Result<LayoutResult> layout;
    Drawing drawing;
};

/// A built-in example with its VM configuration.
Plan examplePlan(const QString &name);
/// A host as its bytes say it, read as if they came from a file.
std::shared_ptr<const Topology> readHost(const SyntheticHost &host);
/// A generated host with random groups, drivers, links and labels, and a random plan: up to six
/// cards, whole or single, in any order.
Plan randomPlan(quint32 seed);
Pictured pictured(const Plan &plan, const DrawingOptions &options = {});

} // namespace rootward
