// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QString>

#include <optional>

/// Names from the system's pci.ids, through libpci; the file is read on first use. Every function
/// may be called from any thread. Where the file is missing or broken nothing has a name.
namespace rootward::pciids {

/// Empty for an unknown id.
QString vendorName(quint16 vendor);
QString deviceName(quint16 vendor, quint16 device);
/// "VGA compatible controller" for 0x0300; empty for an unknown class.
QString className(quint16 classCode);

/// Vendor and device as lspci prints them, "Device 1234" for what has no name.
QString fullName(quint16 vendor, quint16 device);

/// A vendor's name that a text begins with.
struct NamedVendor {
    std::optional<quint16> id; ///< nullopt: several vendors bear this name
    qsizetype length = 0; ///< of the name within the text
};
/// The longest such name; nullopt if the text begins with none.
std::optional<NamedVendor> vendorOfName(QStringView text);
/// The class that has this name, whatever its case.
std::optional<quint16> classOfName(QStringView name);

} // namespace rootward::pciids
