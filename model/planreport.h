// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"

#include <QIODevice>

namespace rootward {

/// The two forms of `rootward plan`.

/// To an open device, which keeps any error. Schema docs/schema/rootward.plan-1.json.
void writePlanJson(QIODevice &device, const Plan &plan, const PlanOutcome &outcome);
/// What a person pastes into a ticket. `hostLabel` is empty for a plan without a host.
QString planText(const Plan &plan, const PlanOutcome &outcome, const QString &hostLabel);

/// Its first lines: which host, which guest, which versions.
QString planHeading(const Plan &plan, const QString &hostLabel);

/// What an entry passes: the value of a hostpci line; of another definition the functions that
/// stand in its slot.
QString passedText(const EntryOutcome &entry);

/// The lines of a VM configuration that the plan consists of: machine, then hostpciN ascending,
/// also those that Proxmox would refuse.
QString hostpciLines(const Plan &plan);

/// "✓", "✕", "?", "!" for an entry.
QChar entryGlyph(EntryVerdict verdict);
/// The mark for what a host path or a guest port does, for text and strips.
QChar answerGlyph(const std::optional<PerWidth<Answer>> &answer);

/// "0:not-offered or invalid is 1, inconclusive or unproven 2, else 0": the exit status of plan.
int planExitStatus(const PlanOutcome &outcome);

} // namespace rootward
