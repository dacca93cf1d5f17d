// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"

namespace rootward {

/// A plan whose guest is started for comparison.
struct OraclePlan {
    QByteArray name;
    Plan plan;
    bool boots = false; ///< also started with firmware
};

/// Plans of every placement that QEMU's x86 machines can show: each index on each machine, holes,
/// whole slots, several cards, extra bridges, layouts of one's own.
QList<OraclePlan> oraclePlans();

/// QEMU's machine and devices for a predicted guest, with stand-ins for the passed cards.
QStringList guestArguments(const Plan &plan, const PlanOutcome &outcome);

/// QEMU builds it into the machine.
bool isBuiltIn(const Plan &plan, const GuestNode &node);

} // namespace rootward
