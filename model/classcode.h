// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QtTypes>

#include <optional>

namespace rootward {

/// Whether the class has a configuration header of a bridge: to PCI, to CardBus, to PCI and
/// semi-transparent. Source: PCI Code and ID Assignment Specification, base class 06h.
inline bool isBridgeClass(std::optional<quint16> classCode)
{
    return classCode == 0x0604 || classCode == 0x0607 || classCode == 0x0609;
}

} // namespace rootward
