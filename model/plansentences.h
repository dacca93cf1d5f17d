// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "entryexpansion.h"

namespace rootward {

/// "32 64 carried   0b:00.0 → 0a:00.0 routes → 00:03.1 completes 32 64": each hop's own words.
QString hostPathSentence(const Topology &host, const HostPath &path);

/// The words of an entry that is otherwise judged. `speaking` is the function that the reason
/// speaks of; where the line's functions are not known, a stand-in for them.
EntrySentences entrySentences(const Plan &plan, const ExpandedEntry &entry,
                              const EntryOutcome &outcome, const FunctionOutcome &speaking);

/// "ich9-pcie-port-1 (1c.0)" where a root port is above, else "pci.0 (slot 10)".
QString placeLabel(const ExpandedEntry &entry);

} // namespace rootward
