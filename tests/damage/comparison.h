// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "document.h"
#include "importers.h"

namespace rootward::damage {

/// What the damage explains.
struct Allowance {
    QHash<PciAddress, Intact> intact;
    /// The text was cut in its sent form: anything may be missing or unknown, nothing wrong.
    bool anythingIsLost = false;
    /// The text may end inside a word or number that looks whole: such a last one is not compared.
    bool mayEndInAWord = false;
    /// Letters of names may be gone.
    bool namesAreDamaged = false;
};

/// Sentences on what the damaged capture says otherwise than the undamaged one, which the damage
/// does not explain. Empty: it says the same, or does not know what was destroyed.
QByteArrayList differences(const HostCapture &undamaged, const HostCapture &damaged,
                           const Allowance &allowance);

} // namespace rootward::damage
