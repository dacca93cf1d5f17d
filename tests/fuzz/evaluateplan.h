// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "vmdefinition.h"

namespace rootward {

/// What a user does with a definition: its plan is evaluated, on a host with cards and on none,
/// and written in both forms of the command line.
void evaluateDefinition(const VmDefinition &vm);
void evaluatePlan(Plan plan);

} // namespace rootward
