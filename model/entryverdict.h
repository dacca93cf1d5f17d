// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"

namespace rootward {

/// The verdict that the errors, the drivers' results and the root port of an entry add up to,
/// whether they are predicted or seen.
EntryVerdict entryVerdict(const EntryOutcome &entry);

} // namespace rootward
