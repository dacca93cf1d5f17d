// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QHashFunctions>
#include <QString>

#include <compare>
#include <optional>

namespace rootward {

/// The place of a PCI function: domain, bus, slot ("device number") and function.
/// The types are wider than real hardware (slot ≤ 0x1f, function ≤ 7) because Proxmox's grammar
/// admits slot 00-ff and function 0-f; isRealPlace() tells the difference.
struct PciAddress {
    quint32 domain = 0;
    quint8 bus = 0;
    quint8 slot = 0;
    quint8 function = 0;

    /// Reads "0b:00.0", "0000:0b:00.0", "10000:e1:00.0", upper or lower case, nothing around it.
    /// The domain has 4 to 8 hexadecimal digits. Anything else gives nullopt.
    static std::optional<PciAddress> parse(QStringView text);
    static std::optional<PciAddress> parse(QLatin1StringView text);

    /// "0000:0b:00.0": always with the domain, at least four digits.
    QString toString() const;
    /// "0b:00.0" in domain 0, else the full form.
    QString toShortString() const;
    /// "0000:0b:00": the slot, as Proxmox writes All Functions.
    QString slotString() const;

    bool isRealPlace() const { return slot <= 0x1f && function <= 7; }
    bool sameSlot(const PciAddress &other) const
    {
        return domain == other.domain && bus == other.bus && slot == other.slot;
    }

    friend auto operator<=>(const PciAddress &, const PciAddress &) = default;
};

size_t qHash(const PciAddress &address, size_t seed = 0) noexcept;

} // namespace rootward
