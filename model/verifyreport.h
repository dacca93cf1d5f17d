// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "verification.h"

#include <QIODevice>

namespace rootward {

/// The two forms of `rootward verify`.

/// To an open device, which keeps any error. Schema docs/schema/rootward.verify-1.json.
void writeVerifyJson(QIODevice &device, const GuestCapture &guest,
                     const Verification &verification);
/// What a person pastes into a ticket.
QString verifyText(const Plan &plan, const QString &hostLabel, const GuestCapture &guest,
                   const Verification &verification);

/// 1 if an entry is contradicted, or not offered or invalid (as the guest shows it, else as
/// predicted); 2 if one is inconclusive or unproven; else 0.
int verifyExitStatus(const Verification &verification);

} // namespace rootward
