// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "entryexpansion.h"

namespace rootward {

/// The entry's remedy as something to do: the line to write, what to upgrade, what to collect.
/// Empty where there is nothing to do. Concerns one entry; `outcome` has its remedy already.
QString remedySentence(const Plan &plan, const ExpandedEntry &entry, const EntryOutcome &outcome,
                       const FunctionOutcome &speaking);

/// "audio function 0b:00.1", or "function 0b:00.1" where its class has no short name.
QString functionLabel(const PciFunction &function);

} // namespace rootward
