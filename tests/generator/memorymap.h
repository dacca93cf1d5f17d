// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "syntheticfunction.h"

namespace rootward {

/// Gives every BAR an address and every bridge the windows that cover what is below it, in
/// address order, as firmware does. Areas too small for a very large host are used again from
/// their start: addresses are then no longer unique, which no reader of trees minds.
void placeMemory(SyntheticHost &host);

} // namespace rootward
