// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "noderef.h"
#include "plan.h"

#include <QSet>

namespace rootward {

/// Which branches of the trees the user has opened and closed. A value; it outlives the plan, so
/// it may name what is no longer there.
struct Folding {
    bool all = false; ///< nothing is folded but what is closed
    QSet<NodeRef> opened; ///< folds of which what hangs there directly is shown
    QSet<NodeRef> branches; ///< folds of which everything is shown
    QSet<NodeRef> closed; ///< folds that take all that hangs there and is not passed
    QSet<PciAddress> revealed; ///< functions that are shown in any case, in a closed branch too

    void open(const NodeRef &fold);
    void openBranch(const NodeRef &fold);
    void close(const NodeRef &fold);
    /// Shows everything, or again what matters alone.
    void setAll(bool everything);

    bool isOpen(const NodeRef &fold) const;

    friend bool operator==(const Folding &, const Folding &) = default;
};

/// About so many host boxes are drawn before the branches that matter less are folded.
inline constexpr qsizetype hostBoxBudget = 60;

/// Functions of the host, by index in its topology. With each of them all that is above.
struct ShownFunctions {
    QSet<int> all;
    QSet<int> required; ///< what is passed, and its slot: shown even in a closed branch
};

/// What the picture shows: what is passed and its slot, what has a driver that asks for
/// AtomicOps, what the user opened; other functions that could be passed only where all of them
/// fit the budget. VFs count as passable when opened or passed only, and those of a fold that is
/// opened stay together until their own fold is opened.
ShownFunctions shownFunctions(const Topology &host, const PlanOutcome &outcome,
                              const Folding &folding);

/// The fold of the guest's built-in devices.
NodeRef guestFold(const GuestMachine &guest);

/// The fold that VFs of one physical function and kind share.
NodeRef vfFold(const Topology &host, int virtualFunction);

} // namespace rootward
