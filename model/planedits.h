// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"
#include "result.h"

namespace rootward {

/// How the functions of one card reach the guest.
enum class CardChoice {
    OneFunction, ///< one function alone
    AllFunctions, ///< the whole slot in one guest slot
    SeparateSlots, ///< each function in a guest slot of its own
};

/// What a hostpci line and its neighbours make of the card it names; nullopt where the line names
/// no card, or several.
std::optional<CardChoice> cardChoice(const Plan &plan, int index);

/// The plan with the card of hostpciN passed that way. Lines that pass other functions of the
/// same card are taken over; options of the line stay. Fails where the host's functions are not
/// known or where too few numbers are free.
Result<Plan> withCardChoice(const Plan &plan, int index, CardChoice choice);

/// A plan that a libvirt domain or a QEMU command line gave, as hostpci lines: one for each guest
/// slot, in order. Fails for more slots than there are numbers.
Result<Plan> asHostpciLines(const Plan &plan);

} // namespace rootward
