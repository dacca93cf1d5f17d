// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "driverlines.h"
#include "importers.h"
#include "textcleaning.h"

namespace rootward {

/// What a guest's own lspci shows, and the lines of its kernel log that came in the same paste.
struct GuestCapture {
    HostCapture capture;
    QList<DriverLine> driverLines; ///< in the order of the text
    CleanedText text;
    QList<qsizetype> lineStarts; ///< in text.bytes
    bool breaksOff = false; ///< the text may end within a function, so others may be missing

    /// What is not in it is not in the guest.
    bool isWhole() const;

    /// The first line of the function's own text that holds `word`; where there is none (a hex
    /// dump alone), the line that the function begins with.
    Evidence evidence(const PciFunction &function, QByteArrayView word) const;
};

/// Far more than the largest guest prints.
inline constexpr qsizetype maxGuestCaptureBytes = 64 * 1024 * 1024;

Result<GuestCapture> readGuestCapture(const QByteArray &bytes, const QString &label);
/// A file, or "-" for standard input.
Result<GuestCapture> openGuestCapture(const QString &source);

/// The capture is the host's own: its devices stand at the host's addresses, and none of those
/// that QEMU gives every guest is there.
bool isHostItself(const Topology &host, const Topology &guest);

} // namespace rootward
