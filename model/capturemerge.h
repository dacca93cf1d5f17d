// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "importers.h"

namespace rootward {

/// `more` completes `reading`: what either knows is known.
void completeReading(ReadFunctions &reading, ReadFunctions more);

/// Completes the first host that the reading fits: neither do their names differ nor does a
/// function contradict its other description. False, and the reading untouched, where it fits none.
bool completeOneOf(QList<ReadFunctions> &hosts, ReadFunctions &reading);

/// Each reading of the others completes the host that it fits. What fits none is left out, and a
/// problem of every host says so.
void completeHosts(QList<ReadFunctions> &hosts, QList<ReadFunctions> others);

} // namespace rootward
