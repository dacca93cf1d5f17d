// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "measure.h"

#include <QList>

namespace rootward::bench {

/// 1000 toggles of All Functions with relayout in one session: growth of memory over the last
/// 500 in MiB, and child processes left at the end.
QList<Ratio> toggleGrowth();

} // namespace rootward::bench
