// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"
#include "theme.h"

namespace rootward {

/// How the panels mark what the model answers.
HopState hopState(EntryVerdict verdict);
HopState hopState(PathVerdict verdict);
HopState hopState(Answer answer);
HopState hopState(DriverResult result);
/// No root port above: there is nothing that could answer, so the state is NotAsked.
HopState hopState(const std::optional<PerWidth<Answer>> &answers, Width width);
/// Of 32 and 64 bit together: one no blocks, else one unknown is unknown.
HopState hopState(const PerWidth<Answer> &answers);

} // namespace rootward
