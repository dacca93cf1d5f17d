// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pcifunction.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace rootward {

/// A base address register. `base` 0 means not assigned; `size` is for words only, registers
/// keep no size.
struct SyntheticBar {
    enum class Kind { Memory32, Memory64, Prefetchable64, Io };
    Kind kind = Kind::Memory64;
    quint64 base = 0;
    quint64 size = 0;
};

/// What a bridge forwards downwards, first and last address. last < first: closed.
struct SyntheticWindow {
    quint64 first = 0;
    quint64 last = 0;
    bool isOpen() const { return last > first; }
};

/// The AtomicOps registers as they will be written, whether or not the port type admits them.
struct SyntheticAtomicOps {
    bool routing = false;
    PerWidth<bool> completer;
    bool requesterEnable = false;
    bool egressBlocking = false;
};

/// Link generations (1 = 2.5 GT/s … 5 = 32 GT/s) and widths.
struct SyntheticLink {
    int speed = 3;
    int width = 4;
    int maxSpeed = 3;
    int maxWidth = 4;
};

/// One function of a made-up host: what its registers hold, the words lspci would add, and the
/// parent that was meant, which a reader must find again.
struct SyntheticFunction {
    PciAddress address;
    std::optional<PciAddress> parent; ///< nullopt: on a root bus

    quint16 vendor = 0;
    quint16 device = 0;
    quint32 classCode = 0; ///< base class, sub-class, programming interface: 24 bit
    quint8 revision = 0;
    quint16 subsystemVendor = 0;
    quint16 subsystemDevice = 0;
    QString words; ///< "CLASS: VENDOR DEVICE", as lspci prints them

    PortType portType = PortType::Conventional; ///< Conventional: no PCI Express capability
    int expressVersion = 2;
    int expressOffset = 0; ///< 0x58 to 0x64 inclusive; 0 takes the usual place
    bool hasCapabilityList = true; ///< false only makes sense for Conventional
    bool extendedCapabilities = true;
    bool hasLink = true;
    int physicalSlot = 0; ///< 0: no slot
    bool slotOccupied = false;
    SyntheticAtomicOps atomicOps;
    SyntheticLink link;

    bool isBridge = false; ///< header type 1
    bool isConfigured = true; ///< false: a bridge whose bus numbers are all 0
    BusRange buses;
    bool multifunction = false;
    QList<SyntheticBar> bars;
    SyntheticWindow ioWindow;
    SyntheticWindow memoryWindow;
    SyntheticWindow prefetchableWindow;
    int interruptLine = 0; ///< 0: no interrupt pin

    std::optional<Sriov> sriov;
    bool isVirtual = false;
    bool idsReadAllOnes = false; ///< as the registers of a VF do
    std::optional<PciAddress> physicalFunction;

    QString driver;
    QString modules; ///< comma separated
    QString slotLabel;
    std::optional<int> iommuGroup;
    std::optional<int> numaNode;

    bool isExpress() const { return portType != PortType::Conventional; }
};

/// A whole made-up host, functions in address order.
struct SyntheticHost {
    QList<SyntheticFunction> functions;
};

/// Configuration space of `function`: `bytes` is 64, 256 or 4096.
/// Offsets and bits: PCI Local Bus 3.0 ch. 6, PCIe Base Specification 7.5, 7.8.4, 9.3.3.
QByteArray configSpace(const SyntheticFunction &function, int bytes);

/// "0b:00.0", or with the domain in front where `withDomain` says so.
QByteArray printedAddress(const PciAddress &address, bool withDomain);
/// Whether lspci prints domains for this host: as soon as one function has one.
bool printsDomains(const SyntheticHost &host);
/// "0b:00.0 CLASS: VENDOR DEVICE (rev 01)", no line end.
QByteArray headerLine(const SyntheticFunction &function, bool withDomain);
/// The hex lines of one function.
QByteArray hexLines(const QByteArray &config);
/// A host in the form of lspci -x, -xxx or -xxxx for 64, 256 or 4096 bytes.
QByteArray hexDump(const SyntheticHost &host, int bytes);

/// The value of the Device/Port Type field. Only for what has an Express capability.
int portTypeCode(PortType type);

} // namespace rootward
