// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "verification.h"

namespace rootward {

/// One entry of a plan beside what stands for it in the guest's capture.
struct EntryInGuest {
    const PlanOutcome &outcome;
    const EntryOutcome &entry;
    const QList<GuestMatch> &matches; ///< by function of the entry
    const GuestCapture &guest;

    const Topology &tree() const { return *guest.capture.topology; }
    /// The root port that is asked: above the first function found, else the one at the expected
    /// place; -1: none is shown.
    int port() const;
    /// nullopt: not readable, or the text may end before the capability.
    std::optional<bool> hasCapability(int function) const;
    /// A driver's line is about this function. One that names neither place nor ids speaks of the
    /// only function with such a driver.
    bool speaksOf(const DriverLine &line, int function) const;
};

/// Every fact that is predicted of the entry, first its functions', then its port's.
QList<Check> checkEntry(const EntryInGuest &where);

} // namespace rootward
