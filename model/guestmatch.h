// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"

namespace rootward {

/// How a passed function was found among those that a guest shows.
enum class FoundBy {
    Nothing, ///< it was not found
    LikelyAddress, ///< it stands where it was expected
    Port, ///< the same device, directly below the expected port
    Ids, ///< the same device, somewhere else
};
/// "likely-address", "port", "ids": the words of the JSON; empty for Nothing.
QLatin1StringView foundById(FoundBy by);

struct GuestMatch {
    int guest = -1; ///< index in the guest's topology
    FoundBy by = FoundBy::Nothing;
    /// false: not in the guest for sure; nullopt: the capture is in part, or does not tell devices.
    std::optional<bool> seen;
};

/// For each entry's functions what stands for them in the guest's capture; no guest function
/// stands for two. Bus numbers are the firmware's and only likely, so an address counts only where
/// the bridge above is the expected one too. `isWhole`: what the capture does not show is not
/// there.
QList<QList<GuestMatch>> matchGuest(const Plan &plan, const PlanOutcome &outcome,
                                    const Topology &guest, bool isWhole);

} // namespace rootward
