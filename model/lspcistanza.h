// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pcifunction.h"
#include "stanza.h"

namespace rootward {

/// What one stanza says about its function. Registers come from its hex dump where that reaches
/// far enough, else from its words; names, and ids where the registers read ffff, from the words.
PciFunction readStanza(const Stanza &stanza);

} // namespace rootward
