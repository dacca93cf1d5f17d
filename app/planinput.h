// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "importers.h"
#include "plan.h"
#include "result.h"

#include <optional>

namespace rootward {

/// A host and the plan that its opening starts with.
struct PlanInput {
    std::optional<HostCapture> host;
    Plan plan;
    QList<Notice> notices; ///< what was odd in the VM configuration
};

/// The plan that opening `host` starts with: an example's own VM configuration, else an empty
/// plan for a q35 guest. `source` is what was opened ("example:…" or a file name).
PlanInput startPlan(std::optional<HostCapture> host, const QString &source);

/// The same with a VM configuration read from `fileName` instead.
Result<PlanInput> withVmFile(PlanInput input, const QString &fileName);

} // namespace rootward
