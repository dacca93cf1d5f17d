// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pciaddress.h"
#include "textcleaning.h"

#include <QByteArrayView>
#include <QList>
#include <QString>

#include <optional>

namespace rootward {

/// A line of a capture's own text that shows something. Line 0: none.
struct Evidence {
    int line = 0; ///< counted from 1
    QString text; ///< plain, on one line
    friend bool operator==(const Evidence &, const Evidence &) = default;
};

/// A line of a kernel log with which a driver says that it goes without AtomicOps.
struct DriverLine {
    QString message; ///< the part that names the failure, as the driver's source has it
    std::optional<PciAddress> address; ///< of the function, as the line says it
    std::optional<quint16> vendor; ///< KFD names the device by its ids
    std::optional<quint16> device;
    Evidence evidence;
};

/// nullopt: the line is none. Its number is left to the caller.
std::optional<DriverLine> driverLine(QByteArrayView text);
/// Such lines, wherever they stand in a text.
QList<DriverLine> driverLines(const CleanedText &text);

} // namespace rootward
