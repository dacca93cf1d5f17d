// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pciaddress.h"

#include <QString>

#include <array>
#include <optional>

namespace rootward {

/// The operand widths of AtomicOps: 32 and 64 bit for FetchAdd, Swap and CAS, 128 bit for CAS
/// only (PCIe Base Specification, Device Capabilities 2 bits 7, 8, 9).
enum class Width { W32, W64, W128 };
inline constexpr std::array allWidths {Width::W32, Width::W64, Width::W128};

/// One value for each width.
template<typename T>
struct PerWidth {
    T w32 {};
    T w64 {};
    T w128 {};

    constexpr T &operator[](Width width)
    {
        return width == Width::W32 ? w32 : width == Width::W64 ? w64 : w128;
    }
    constexpr const T &operator[](Width width) const
    {
        return width == Width::W32 ? w32 : width == Width::W64 ? w64 : w128;
    }
    friend bool operator==(const PerWidth &, const PerWidth &) = default;
};

/// Device/Port Type of the PCI Express Capabilities register (bits 7:4), plus what has none.
enum class PortType {
    Endpoint,
    LegacyEndpoint,
    RootPort,
    UpstreamPort,
    DownstreamPort,
    PcieToPciBridge,
    PciToPcieBridge,
    RcIntegratedEndpoint,
    RcEventCollector,
    Conventional, ///< no PCI Express capability: known not to be PCIe as the capture shows it
    Unknown, ///< the capability list was not readable
};

/// "root-port" and so on: the words of the JSON.
QLatin1StringView portTypeId(PortType type);
/// "Root Port" and so on: the specification's words, translated for the window.
QString portTypeName(PortType type);

/// The AtomicOps bits of one function. nullopt: applies, or may apply, but was not readable.
/// Which of them apply to a port type: see appliesTo...().
/// Source: PCIe Base Specification 7.5.3.15 (DEVCAP2) and 7.5.3.16 (DEVCTL2).
struct AtomicOps {
    std::optional<bool> routing; ///< DEVCAP2 bit 6; switch ports and root ports
    PerWidth<std::optional<bool>> completer; ///< DEVCAP2 bits 7, 8, 9
    std::optional<bool> requesterEnable; ///< DEVCTL2 bit 6; endpoints, RCiEPs, root ports
    std::optional<bool> egressBlocking; ///< DEVCTL2 bit 7; switch ports and root ports

    friend bool operator==(const AtomicOps &, const AtomicOps &) = default;
};

/// Why registers of a function are not known.
enum class ReadGap {
    None, ///< everything that applies was readable (single bits may still be unprinted)
    AccessDenied, ///< "Capabilities: <access denied>", or only 64 bytes of config space
    OldLspci, ///< lspci before 3.5.3 printed no AtomicOps
    LowVerbosity, ///< lspci -v prints the port type but neither version nor AtomicOps
    NotPrinted, ///< header line only: plain lspci, -n, -k, a tree, or a cut stanza
    BrokenDevice, ///< the function answers all ones (rev ff, unknown header type)
    Damaged, ///< the text of this function is cut or garbled
};

/// Bus numbers behind a bridge. secondary 0 means: not configured, nothing below.
struct BusRange {
    quint8 secondary = 0;
    quint8 subordinate = 0;
    friend bool operator==(const BusRange &, const BusRange &) = default;
};

/// PCIe link as the function's own registers say it. Speeds in GT/s, 0 = not known.
struct Link {
    double speed = 0;
    int width = 0;
    double maxSpeed = 0;
    int maxWidth = 0;
    friend bool operator==(const Link &, const Link &) = default;
};

/// SR-IOV extended capability (0x0010), as far as it places VFs.
struct Sriov {
    int vfCount = 0; ///< NumVFs
    int offset = 0; ///< First VF Offset, in routing ids
    int stride = 0; ///< VF Stride, in routing ids
    quint16 vfDevice = 0;
    friend bool operator==(const Sriov &, const Sriov &) = default;
};

/// The registers of the PCI Express capability that the AtomicOps rule reads, where a capture has
/// their bytes. Source: PCIe Base Specification 7.5.3.
struct ExpressRegisters {
    int offset = 0; ///< of the capability in the configuration space
    quint16 capabilities = 0; ///< PCI Express Capabilities: version, Device/Port Type
    std::optional<quint32>
        deviceCapabilities2 {}; ///< nullopt: version 1, or beyond what was dumped
    std::optional<quint16> deviceControl2 {};
    friend bool operator==(const ExpressRegisters &, const ExpressRegisters &) = default;
};

/// The place of a function in the capture, for problems and evidence. Lines count from 1; 0: the
/// source has no lines, or no single one says it.
struct SourceLines {
    int first = 0;
    int last = 0;
    int source = 0; ///< of the capture's sources, from 0
    friend bool operator==(const SourceLines &, const SourceLines &) = default;
};

/// Everything one capture says about one PCI function. Fields only.
struct PciFunction {
    PciAddress address;

    PortType portType = PortType::Unknown;
    std::optional<int> expressVersion; ///< PCIe capability version; 1 has no DEVCAP2
    ReadGap gap = ReadGap::NotPrinted;
    AtomicOps atomicOps;

    bool isBridge = false; ///< header type 1, or a "Bus:" line
    std::optional<BusRange> buses; ///< nullopt: not a bridge, or its numbers are not shown
    std::optional<bool> multifunction; ///< header type bit 7

    std::optional<quint16> vendor;
    std::optional<quint16> device;
    std::optional<quint16> classCode; ///< base class << 8 | sub-class
    std::optional<quint16> subsystemVendor;
    std::optional<quint16> subsystemDevice;
    QString className; ///< "VGA compatible controller", empty if not shown
    QString name; ///< vendor and device as lspci prints them
    QString deviceName; ///< the device alone where it is told apart; else ask shortName()

    QString driver; ///< kernel driver in use, empty if none or not shown
    QString physicalSlot;
    QString deviceLabel; ///< the firmware's name of an onboard device or slot (SMBIOS type 41, ACPI
                         ///< _DSM); empty if none or not shown
    std::optional<bool> mediated; ///< can make mediated devices (mdev); nullopt: not shown
    std::optional<bool> nvidiaVgpu; ///< has the vGPU interface of NVIDIA's newer host driver
    std::optional<int> iommuGroup; ///< group 0 is a group
    std::optional<int> numaNode;
    std::optional<Link> link;

    std::optional<Sriov> sriov;
    bool isVirtual = false; ///< known to be a VF
    std::optional<PciAddress> physicalFunction; ///< its PF where that is known

    SourceLines lines;
    std::optional<ExpressRegisters> registers; ///< nullopt: words alone, or no such capability

    friend bool operator==(const PciFunction &, const PciFunction &) = default;
};

bool isSwitchPort(PortType type);
/// The device alone, for boxes and lines: the name without its vendor, which pci.ids tells; the
/// whole name where it does not.
QString shortName(const PciFunction &function);

/// Endpoint, Legacy Endpoint or RCiEP: what the kernel helper is called for.
bool isEndpoint(PortType type);
/// Routing and egress blocking apply (or may, where the type is unknown).
bool appliesRouting(const PciFunction &function);
/// Completer bits apply: every PCIe function.
bool appliesCompleter(const PciFunction &function);
/// Requester Enable applies.
bool appliesRequester(const PciFunction &function);

} // namespace rootward
