// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"

namespace rootward {

/// Moves the vertical pieces of edges sideways where those of two parents would run into each
/// other, so that each line can be followed.
void separateTrunks(QList<DrawnHop> &hops);

} // namespace rootward
