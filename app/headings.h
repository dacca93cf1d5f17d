// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"

namespace rootward {

// What stands beside "Host" and "Guest" over the two trees, in the window and in pictures.

/// "pve1 · 58 functions · kernel rule unknown"
QString hostHeading(const Plan &plan, const QString &label);
/// "101 vllm · q35 · QEMU 11.1"
QString guestHeading(const GuestMachine &guest);

} // namespace rootward
