// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "atomicpath.h"
#include "guestmachine.h"

#include <QStringList>

namespace rootward {

enum class DriverResult { Available, Unavailable, Unproven, Unknown, Absent, NotApplicable };
QLatin1StringView driverResultId(DriverResult result);

/// What the guest's driver does with AtomicOps.
struct DriverOutcome {
    QString name; ///< "amdgpu", "none"
    DriverResult result = DriverResult::NotApplicable;
    Reason reason = Reason::GuestOk;
    QStringList messages; ///< kernel log lines to expect; never translated
    QString consequence; ///< one or more sentences, empty if none
};

/// The driver that a Linux guest binds, by vendor and class: "amdgpu", "mlx5_core", "bnxt_re",
/// "qedr", "nvidia-open", else "none".
QString guestDriverName(const PciFunction &function);

/// The widths that the driver asks for; empty for none.
QList<Width> askedWidths(const QString &driver);

/// What the driver asks for, in words: "32 and 64 bit, in one call". Translated, without a full
/// stop; empty for a name that is not in guestDriverNames().
QString driverNeeds(const QString &driver);

/// What the driver does without them, in words; empty as above. What it means for one card stands
/// in DriverOutcome::consequence.
QString driverConsequence(const QString &driver);

/// It goes by what Requester Enable reads afterwards, not by what the kernel answered.
bool driverReadsRequester(const QString &driver);

/// What Requester Enable of the function reads in the guest once the driver is up; nullopt: not
/// known, or the driver does not touch it.
std::optional<bool> predictedRequester(const DriverOutcome &outcome);

/// The names a driver may be chosen by hand from: those of the table and "none".
QStringList guestDriverNames();

/// Asks the guest's own tree by the guest kernel's rule, as the driver does.
/// `guestIndex` is the function's index in `guest`, -1 where the guest does not see it.
DriverOutcome driverOutcome(const QString &driver, const PciFunction &hostFunction,
                            const Topology &guest, int guestIndex, const GuestMachine &machine);

/// Of a function whose place in the guest is not known: unknown, or not applicable.
DriverOutcome driverWithoutPlace(const QString &driver);

} // namespace rootward
