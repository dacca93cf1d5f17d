// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "importers.h"
#include "textcleaning.h"

namespace rootward {

/// A line of the guest's own text that shows something. Line 0: none.
struct Evidence {
    int line = 0; ///< counted from 1
    QString text; ///< plain, on one line
    friend bool operator==(const Evidence &, const Evidence &) = default;
};

/// A line of a guest's kernel log with which a driver says that it goes without AtomicOps.
struct DriverLine {
    QString message; ///< the part that names the failure, as the driver's source has it
    std::optional<PciAddress> address; ///< of the function, as the line says it
    std::optional<quint16> vendor; ///< KFD names the device by its ids
    std::optional<quint16> device;
    Evidence evidence;
};

/// What a guest's own lspci shows, and the lines of its kernel log that came in the same paste.
struct GuestCapture {
    HostCapture capture;
    QList<DriverLine> driverLines; ///< in the order of the text
    CleanedText text;
    QList<qsizetype> lineStarts; ///< in text.bytes

    /// The first line of the function's own text that holds `word`; where there is none (a hex
    /// dump alone), the line that the function begins with.
    Evidence evidence(const PciFunction &function, QByteArrayView word) const;
};

/// Far more than the largest guest prints.
inline constexpr qsizetype maxGuestCaptureBytes = 64 * 1024 * 1024;

Result<GuestCapture> readGuestCapture(const QByteArray &bytes, const QString &label);
/// A file, or "-" for standard input.
Result<GuestCapture> openGuestCapture(const QString &source);

/// The lines that say so, wherever they stand in a text.
QList<DriverLine> driverLines(const CleanedText &text);

/// The capture is the host's own: its devices stand at the host's addresses, and none of those
/// that QEMU gives every guest is there.
bool isHostItself(const Topology &host, const Topology &guest);

} // namespace rootward
