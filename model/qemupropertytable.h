// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace rootward {

/// What a property's value may be; QEMU's own names of the types, and two narrower ranges.
enum class QemuType {
    Bool,
    OnOffAuto,
    Uint8,
    Uint16,
    Uint32,
    Int32,
    Size, ///< in bytes, or with one of the letters from k to E
    Text,
    Uuid,
    LinkSpeed,
    LinkWidth,
    MsixBar,
    Clique, ///< 0 to 15
    AerLog, ///< 0 to 128
    ReadOnly,
};

/// Whether the properties of a device of that model are known: passed functions, and bridges but
/// those of CXL.
bool hasQemuProperties(const QString &driver);

/// The type of a property of that model, or of one that each PCI device has; nullopt: QEMU 10.0
/// has none of that name, or the model's are not known.
/// Source: -device MODEL,help of qemu-system-x86_64, and what it says of other values.
std::optional<QemuType> qemuPropertyType(const QString &driver, const QString &property);

/// Whether QEMU takes the word for such a property in an option. Source: QEMU
/// qapi/qapi-util.c, util/cutils.c qemu_strtosz(); hw/vfio/pci-quirks.c; hw/pci/pcie_aer.c.
bool isQemuValue(QemuType type, const QString &word);

/// Bytes of "1.5K", "0x1000"; nullopt: QEMU refuses it.
std::optional<quint64> qemuSize(const QString &word);

/// on, off and what QEMU takes for them; nullopt: QEMU refuses it.
/// Source: QEMU qapi/qapi-util.c, qapi_bool_parse().
std::optional<bool> qemuBoolean(const QString &value);

/// A number as QEMU's options have it, hexadecimal with 0x and octal with 0; nullopt: refused.
std::optional<int> qemuNumber(const QString &value, int highest);

} // namespace rootward
