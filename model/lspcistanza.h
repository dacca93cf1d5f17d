// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pcifunction.h"
#include "stanza.h"

namespace rootward {

/// What one stanza says about its function. Registers come from its hex dump where that reaches
/// far enough, else from its words; names, and ids where the registers read ffff, from the words.
struct ReadStanza {
    PciFunction function;
    bool registersFromHex = false; ///< port type and AtomicOps bits
};

ReadStanza readStanza(const Stanza &stanza);

/// Fills what `function` lacks from `other`, another description of the same function.
void completeFunction(PciFunction &function, const PciFunction &other);
/// Both know something, and not the same.
bool contradict(const PciFunction &a, const PciFunction &b);

} // namespace rootward
