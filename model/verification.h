// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "guestcapture.h"
#include "guestmatch.h"

namespace rootward {

/// What a plan predicts of a guest that the guest's own lspci and kernel log may show.
enum class Fact {
    Visible, ///< the guest finds the function
    Capability, ///< the function shows a PCIe capability
    GuestType, ///< and this type
    RootPortAbove, ///< its parent is a root port
    Completer32, ///< that port's AtomicOp completer bits
    Completer64,
    Completer128,
    RequesterEnable, ///< the function's own bit, which the guest's driver sets
    DriverMessage, ///< the driver's line in the kernel log
};
/// "visible" and so on: the words of the JSON.
QLatin1StringView factId(Fact fact);
/// For a person, translated.
QString factText(Fact fact);

enum class CheckResult {
    Confirmed,
    Contradicted,
    NotShown, ///< the capture does not tell; unknown is never no
    NotPredicted, ///< the plan could not tell; the guest does
};
QLatin1StringView checkResultId(CheckResult result);

/// One predicted fact beside what the guest shows of it.
struct Check {
    Fact fact = Fact::Visible;
    int function = -1; ///< of the entry's functions; -1: the port above them
    CheckResult result = CheckResult::NotShown;
    QString predicted; ///< "yes", "no", a port type's id, a kernel's message; empty: not predicted
    QString seen; ///< the same; empty: not shown
    std::optional<PciAddress> place; ///< the guest's function that shows it
    Evidence evidence; ///< its line
    QString note; ///< why it decides nothing, one sentence; else empty
};

/// A passed function and what stands for it in the guest.
struct VerifiedFunction {
    PciAddress host;
    QString sysfsdev;
    QString qemuId;
    QString driver; ///< "amdgpu", "none"
    std::optional<PciAddress> likely; ///< where it was expected
    FoundBy by = FoundBy::Nothing;
    std::optional<PciAddress> guest; ///< where it stands
    std::optional<PciAddress> parent; ///< the bridge above it there
};

enum class VerifyVerdict { Confirmed, Contradicted, Inconclusive };
QLatin1StringView verifyVerdictId(VerifyVerdict verdict);

/// One hostpciN line, or one guest slot of another definition.
struct VerifiedEntry {
    int index = 0; ///< as in EntryOutcome
    QString value;
    QString source;
    QString letter;
    QString title;
    QList<VerifiedFunction> functions;
    QList<Check> checks;
    VerifyVerdict verdict = VerifyVerdict::Inconclusive;
    EntryVerdict predicted = EntryVerdict::Inconclusive;
    std::optional<EntryVerdict> seen; ///< by the guest's own registers; nullopt: not shown
    QString sentence; ///< what the verdict rests on, plain text

    EntryVerdict state() const { return seen.value_or(predicted); }
};

struct Verification {
    QList<VerifiedEntry> entries;
};

/// Compares a plan's outcome with what its guest shows. Contradicted if one fact is; confirmed if
/// all that decide are: the port's 32 and 64 bit, without a port that there is none above, and of
/// a function that is not visible that it is not. Requester Enable at 0 contradicts nothing, and
/// a message that is missing in the log neither: docs/rules.md, "Guest drivers".
Verification verifyPlan(const Plan &plan, const PlanOutcome &outcome, const GuestCapture &guest);

} // namespace rootward
