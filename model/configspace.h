// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pcifunction.h"

#include <QByteArrayView>

#include <optional>

namespace rootward {

/// The code of Device/Port Type (PCI Express Capabilities bits 7:4); nullopt: of no such type.
std::optional<int> expressTypeCode(PortType type);

/// A bounds-checked view of the bytes of one function's configuration space: any length up to
/// 4096; 64, 256 and 4096 are what captures hold. Reading beyond the end gives nullopt, and a
/// capability list that loops or leaves its area ends there.
/// Source of offsets: PCI Local Bus 3.0 ch. 6, PCIe Base Specification 7.5 and 9.3.3.
class ConfigSpace {
public:
    explicit ConfigSpace(QByteArrayView bytes) : m_bytes(bytes) { }

    std::optional<quint8> byte(int offset) const;
    std::optional<quint16> word(int offset) const;
    std::optional<quint32> dword(int offset) const;

    /// Offset of a capability in the first 256 bytes.
    /// nullopt also where the list was not readable: ask capabilityListReadable().
    std::optional<int> capability(quint8 id) const;
    /// Offset of an extended capability in bytes 0x100-0xfff.
    std::optional<int> extendedCapability(quint16 id) const;
    /// Whether absence of a capability is known: more than 64 bytes, or no list at all.
    bool capabilityListReadable() const;

    /// Fills every field of `function` that the registers decide: ids, class, header, buses,
    /// port type, version, AtomicOps, link, SR-IOV, gap. Leaves names, driver and lines alone,
    /// and ids where the registers read ffff.
    void decode(PciFunction &function) const;

private:
    void decodeHeader(PciFunction &function) const;
    void decodeExpress(PciFunction &function, int offset) const;
    void decodeLink(PciFunction &function, int offset) const;
    void decodeSriov(PciFunction &function) const;
    void decodeSubsystem(PciFunction &function) const;
    int headerType() const;

    QByteArrayView m_bytes;
};

} // namespace rootward
