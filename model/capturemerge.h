// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "importers.h"

namespace rootward {

/// Whether two readings may be of one host: neither do their names differ nor does a function
/// contradict its other description.
bool mayBeOneHost(const ReadFunctions &a, const ReadFunctions &b);

/// `more` completes `reading`: what either knows is known.
void completeReading(ReadFunctions &reading, ReadFunctions more);

/// Each reading of the others completes the host that it fits. What fits none is left out, and a
/// problem of every host says so.
void completeHosts(QList<ReadFunctions> &hosts, QList<ReadFunctions> others);

} // namespace rootward
