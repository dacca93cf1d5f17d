// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "captureproblem.h"
#include "driverlines.h"
#include "topology.h"

#include <QList>

namespace rootward {

/// What the host's own drivers said about AtomicOps in the kernel log, held against what the
/// registers say: one problem for each function, which is confirmed, contradicted or told alone.
QList<CaptureProblem> kernelEvidence(const Topology &host, const QList<DriverLine> &lines);

} // namespace rootward
