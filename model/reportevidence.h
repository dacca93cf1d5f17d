// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"

namespace rootward {

/// The parts of the report that show registers, in Markdown.

/// "32bit+ 64bit? 128bitCAS-": lspci's own way to write what a port completes.
QString completerBits(const PerWidth<Answer> &answers);

/// The host's hops of an entry's leading function: what each says of itself in the capture, and
/// where that stands there. Empty where nothing of the path is in the capture.
QString evidenceTable(const Plan &plan, const EntryOutcome &entry);

/// Commands to run in the guest and the lines to expect from them.
QString checkPart(const PlanOutcome &outcome);

} // namespace rootward
