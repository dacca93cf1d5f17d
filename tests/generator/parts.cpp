// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "parts.h"

#include <algorithm>
#include <array>

namespace rootward {

namespace {

using Kind = SyntheticBar::Kind;

enum class Bars {
    None,
    SmallGraphics,
    Graphics,
    BigGraphics,
    Registers32,
    Registers64,
    Io,
    BigRegisters64
};

constexpr quint64 kib = 1024;
constexpr quint64 mib = 1024 * kib;
constexpr quint64 gib = 1024 * mib;

QList<SyntheticBar> graphics(quint64 memory, quint64 doorbells)
{
    return {{Kind::Prefetchable64, 0, memory},
            {Kind::Prefetchable64, 0, doorbells},
            {Kind::Io, 0, 256},
            {Kind::Memory32, 0, 1 * mib}};
}

QList<SyntheticBar> barsOf(Bars bars)
{
    switch (bars) {
    case Bars::None:
        return {};
    case Bars::SmallGraphics:
        return graphics(256 * mib, 2 * mib);
    case Bars::Graphics:
        return graphics(16 * gib, 256 * mib);
    case Bars::BigGraphics:
        return graphics(32 * gib, 256 * mib);
    case Bars::Registers32:
        return {{Kind::Memory32, 0, 16 * kib}};
    case Bars::Registers64:
        return {{Kind::Memory64, 0, 16 * kib}};
    case Bars::Io:
        return {{Kind::Io, 0, 64}};
    case Bars::BigRegisters64:
        return {{Kind::Prefetchable64, 0, 32 * mib}};
    }
    return {};
}

// AtomicOps: completer widths and routing.
constexpr int none = 0;
constexpr int w32w64 = 3;
constexpr int allWidthBits = 7;
constexpr int routes = 8;

struct Row {
    Part which;
    quint16 vendor;
    quint16 device;
    quint32 classCode;
    quint8 revision;
    PortType type;
    int atomics;
    Bars bars;
    const char *words;
};

using enum PortType;

// clang-format off
constexpr std::array rows{
    Row{Part::IntelRootPort, 0x8086, 0x347a, 0x060400, 0x04, RootPort, none, Bars::None, "PCI bridge: Intel Corporation Ice Lake PCI Express Root Port A"},
    Row{Part::AmdRootPort, 0x1022, 0x1483, 0x060400, 0x00, RootPort, w32w64, Bars::None, "PCI bridge: Advanced Micro Devices, Inc. [AMD] Starship/Matisse GPP Bridge"},
    Row{Part::QemuRootPort, 0x1b36, 0x000c, 0x060400, 0x00, RootPort, none, Bars::Registers32, "PCI bridge: Red Hat, Inc. QEMU PCIe Root port"},
    Row{Part::DmiRootPort, 0x8086, 0x2f00, 0x060000, 0x02, RootPort, none, Bars::None, "Host bridge: Intel Corporation Xeon E7 v3/Xeon E5 v3/Core i7 DMI2"},
    Row{Part::PlxUpstream, 0x10b5, 0x8747, 0x060400, 0xca, UpstreamPort, none, Bars::Registers32, "PCI bridge: PLX Technology, Inc. PEX 8747 48-Lane, 5-Port PCI Express Gen 3 (8.0 GT/s) Switch"},
    Row{Part::PlxDownstream, 0x10b5, 0x8747, 0x060400, 0xca, DownstreamPort, none, Bars::None, "PCI bridge: PLX Technology, Inc. PEX 8747 48-Lane, 5-Port PCI Express Gen 3 (8.0 GT/s) Switch"},
    Row{Part::Pex890Upstream, 0x1000, 0xc030, 0x060400, 0xb0, UpstreamPort, none, Bars::None, "PCI bridge: Broadcom / LSI PEX890xx PCIe Gen 5 Switch"},
    Row{Part::Pex890Downstream, 0x1000, 0xc030, 0x060400, 0xb0, DownstreamPort, none, Bars::None, "PCI bridge: Broadcom / LSI PEX890xx PCIe Gen 5 Switch"},
    Row{Part::TiUpstream, 0x104c, 0x8232, 0x060400, 0x01, UpstreamPort, none, Bars::None, "PCI bridge: Texas Instruments XIO3130 PCI Express Switch (Upstream)"},
    Row{Part::PcieToPci, 0x10b5, 0x8112, 0x060400, 0xaa, PcieToPciBridge, none, Bars::None, "PCI bridge: PLX Technology, Inc. PEX8112 x1 Lane PCI Express-to-PCI Bridge"},
    Row{Part::PciToPcie, 0x10b5, 0x8114, 0x060400, 0xbd, PciToPcieBridge, none, Bars::None, "PCI bridge: PLX Technology, Inc. PEX 8114 PCI Express-to-PCI/PCI-X Bridge"},
    Row{Part::ConventionalBridge, 0x8086, 0x244e, 0x060401, 0xa5, Conventional, none, Bars::None, "PCI bridge: Intel Corporation 82801 PCI Bridge"},
    Row{Part::NaviUpstream, 0x1002, 0x1478, 0x060400, 0xc1, UpstreamPort, routes, Bars::Registers32, "PCI bridge: Advanced Micro Devices, Inc. [AMD/ATI] Navi 10 XL Upstream Port of PCI Express Switch"},
    Row{Part::NaviDownstream, 0x1002, 0x1479, 0x060400, 0x00, DownstreamPort, routes, Bars::None, "PCI bridge: Advanced Micro Devices, Inc. [AMD/ATI] Navi 10 XL Downstream Port of PCI Express Switch"},
    Row{Part::IntelHostBridge, 0x8086, 0x09a2, 0x088000, 0x04, Conventional, none, Bars::None, "System peripheral: Intel Corporation Ice Lake Memory Map/VT-d"},
    Row{Part::IntelDma, 0x8086, 0x0b00, 0x088000, 0x00, RcIntegratedEndpoint, none, Bars::Registers64, "System peripheral: Intel Corporation Ice Lake CBDMA [QuickData Technology]"},
    Row{Part::IntelUsb, 0x8086, 0x1bcd, 0x0c0330, 0x11, Conventional, none, Bars::Registers64, "USB controller: Intel Corporation Emmitsburg (C740 Family) USB 3.2 Gen 1 xHCI Controller"},
    Row{Part::EventCollector, 0x8086, 0x0998, 0x088000, 0x00, RcEventCollector, none, Bars::None, "System peripheral: Intel Corporation Ice Lake IEH"},
    Row{Part::Lpc, 0x1022, 0x790e, 0x060100, 0x51, Conventional, none, Bars::None, "ISA bridge: Advanced Micro Devices, Inc. [AMD] FCH LPC Bridge"},
    Row{Part::SmBus, 0x1022, 0x790b, 0x0c0500, 0x59, Conventional, none, Bars::None, "SMBus: Advanced Micro Devices, Inc. [AMD] FCH SMBus Controller"},
    Row{Part::Navi21, 0x1002, 0x73bf, 0x030000, 0xc1, LegacyEndpoint, w32w64, Bars::Graphics, "VGA compatible controller: Advanced Micro Devices, Inc. [AMD/ATI] Navi 21 [Radeon RX 6800/6800 XT / 6900 XT]"},
    Row{Part::Navi21Audio, 0x1002, 0xab28, 0x040300, 0x00, LegacyEndpoint, none, Bars::Registers32, "Audio device: Advanced Micro Devices, Inc. [AMD/ATI] Navi 21/23 HDMI/DP Audio Controller"},
    Row{Part::Navi31, 0x1002, 0x744c, 0x030000, 0xcc, LegacyEndpoint, w32w64, Bars::BigGraphics, "VGA compatible controller: Advanced Micro Devices, Inc. [AMD/ATI] Navi 31 [Radeon RX 7900 XT/7900 XTX/7900 GRE/7900M]"},
    Row{Part::Navi31Audio, 0x1002, 0xab30, 0x040300, 0x00, LegacyEndpoint, none, Bars::Registers32, "Audio device: Advanced Micro Devices, Inc. [AMD/ATI] Navi 31 HDMI/DP Audio"},
    Row{Part::Baffin, 0x1002, 0x67ef, 0x030000, 0xcf, LegacyEndpoint, w32w64, Bars::SmallGraphics, "VGA compatible controller: Advanced Micro Devices, Inc. [AMD/ATI] Baffin [Radeon RX 460/560D / Pro 450/455/460/555/555X/560/560X]"},
    Row{Part::BaffinAudio, 0x1002, 0xaae0, 0x040300, 0x00, LegacyEndpoint, none, Bars::Registers64, "Audio device: Advanced Micro Devices, Inc. [AMD/ATI] Baffin HDMI/DP Audio [Radeon RX 550 640SP / RX 560/560X]"},
    Row{Part::Nvme, 0x144d, 0xa808, 0x010802, 0x00, Endpoint, none, Bars::Registers64, "Non-Volatile memory controller: Samsung Electronics Co Ltd NVMe SSD Controller SM981/PM981/PM983"},
    Row{Part::I211, 0x8086, 0x1539, 0x020000, 0x03, Endpoint, none, Bars::Registers32, "Ethernet controller: Intel Corporation I211 Gigabit Network Connection"},
    Row{Part::X550, 0x8086, 0x1563, 0x020000, 0x01, Endpoint, none, Bars::BigRegisters64, "Ethernet controller: Intel Corporation Ethernet Controller X550"},
    Row{Part::Ax200, 0x8086, 0x2723, 0x028000, 0x1a, Endpoint, none, Bars::Registers64, "Network controller: Intel Corporation Wi-Fi 6 AX200"},
    Row{Part::ConnectX6, 0x15b3, 0x101d, 0x020000, 0x00, Endpoint, allWidthBits, Bars::BigRegisters64, "Ethernet controller: Mellanox Technologies MT2892 Family [ConnectX-6 Dx]"},
    Row{Part::ConnectXVf, 0x15b3, 0x101e, 0x020000, 0x00, Endpoint, allWidthBits, Bars::None, "Ethernet controller: Mellanox Technologies ConnectX Family mlx5Gen Virtual Function"},
    Row{Part::Usb3V1, 0x1033, 0x0194, 0x0c0330, 0x03, Endpoint, none, Bars::Registers64, "USB controller: NEC Corporation uPD720200 USB 3.0 Host Controller"},
    Row{Part::Audigy, 0x1102, 0x0004, 0x040100, 0x04, Conventional, none, Bars::Io, "Multimedia audio controller: Creative Labs EMU10k2/CA0100/CA0102/CA10200 [Sound Blaster Audigy Series]"},
    Row{Part::FireWire, 0x104c, 0x8023, 0x0c0010, 0x00, Conventional, none, Bars::Registers32, "FireWire (IEEE 1394): Texas Instruments TSB43AB22A IEEE-1394a-2000 Controller (PHY/Link) [iOHCI-Lynx]"},
    Row{Part::ZenRootComplex, 0x1022, 0x1450, 0x060000, 0x00, Conventional, none, Bars::None, "Host bridge: Advanced Micro Devices, Inc. [AMD] Family 17h (Models 00h-0fh) Root Complex"},
    Row{Part::ZenIommu, 0x1022, 0x1451, 0x080600, 0x00, Conventional, none, Bars::None, "IOMMU: Advanced Micro Devices, Inc. [AMD] Family 17h (Models 00h-0fh) I/O Memory Management Unit"},
    Row{Part::ZenDummyBridge, 0x1022, 0x1452, 0x060000, 0x00, Conventional, none, Bars::None, "Host bridge: Advanced Micro Devices, Inc. [AMD] Family 17h (Models 00h-1fh) PCIe Dummy Host Bridge"},
    Row{Part::ZenGpp, 0x1022, 0x1453, 0x060400, 0x00, RootPort, w32w64, Bars::None, "PCI bridge: Advanced Micro Devices, Inc. [AMD] Family 17h (Models 00h-0fh) PCIe GPP Bridge"},
    Row{Part::ZenInternalGpp, 0x1022, 0x1454, 0x060400, 0x00, RootPort, none, Bars::None, "PCI bridge: Advanced Micro Devices, Inc. [AMD] Family 17h (Models 00h-0fh) Internal PCIe GPP Bridge 0 to Bus B"},
    Row{Part::ZenDummyB, 0x1022, 0x145a, 0x130000, 0x00, Endpoint, none, Bars::None, "Non-Essential Instrumentation [1300]: Advanced Micro Devices, Inc. [AMD] Zeppelin/Raven/Raven2 PCIe Dummy Function"},
    Row{Part::ZenDummyC, 0x1022, 0x1455, 0x130000, 0x00, Endpoint, none, Bars::None, "Non-Essential Instrumentation [1300]: Advanced Micro Devices, Inc. [AMD] Zeppelin/Renoir PCIe Dummy Function"},
    Row{Part::ZenPsp, 0x1022, 0x1456, 0x108000, 0x00, Endpoint, none, Bars::Registers32, "Encryption controller: Advanced Micro Devices, Inc. [AMD] Family 17h (Models 00h-0fh) Platform Security Processor (PSP) 3.0 Device"},
    Row{Part::ZenUsb, 0x1022, 0x145c, 0x0c0330, 0x00, Endpoint, none, Bars::Registers64, "USB controller: Advanced Micro Devices, Inc. [AMD] Family 17h (Models 00h-0fh) USB 3.0 Host Controller"},
    Row{Part::ZenAudio, 0x1022, 0x1457, 0x040300, 0x00, Endpoint, none, Bars::Registers32, "Audio device: Advanced Micro Devices, Inc. [AMD] Family 17h (Models 00h-0fh) HD Audio Controller"},
    Row{Part::ZenDataFabric, 0x1022, 0x1460, 0x060000, 0x00, Conventional, none, Bars::None, "Host bridge: Advanced Micro Devices, Inc. [AMD] Family 17h (Models 00h-0fh) Data Fabric: Device 18h; Function 0"},
    Row{Part::X399Usb, 0x1022, 0x43ba, 0x0c0330, 0x02, LegacyEndpoint, none, Bars::Registers64, "USB controller: Advanced Micro Devices, Inc. [AMD] X399 Series Chipset USB 3.1 xHCI Controller"},
    Row{Part::X399Sata, 0x1022, 0x43b6, 0x010601, 0x02, LegacyEndpoint, none, Bars::Registers32, "SATA controller: Advanced Micro Devices, Inc. [AMD] X399 Series Chipset SATA Controller"},
    Row{Part::X399Upstream, 0x1022, 0x43b1, 0x060400, 0x02, UpstreamPort, none, Bars::None, "PCI bridge: Advanced Micro Devices, Inc. [AMD] X399 Series Chipset PCIe Bridge"},
    Row{Part::X399Downstream, 0x1022, 0x43b4, 0x060400, 0x02, DownstreamPort, none, Bars::None, "PCI bridge: Advanced Micro Devices, Inc. [AMD] 300 Series Chipset PCIe Port"},
    Row{Part::FchSata, 0x1022, 0x7901, 0x010601, 0x51, Endpoint, none, Bars::Registers32, "SATA controller: Advanced Micro Devices, Inc. [AMD] FCH SATA Controller [AHCI mode]"},
    Row{Part::MatisseRootComplex, 0x1022, 0x1480, 0x060000, 0x00, Conventional, none, Bars::None, "Host bridge: Advanced Micro Devices, Inc. [AMD] Starship/Matisse Root Complex"},
    Row{Part::MatisseIommu, 0x1022, 0x1481, 0x080600, 0x00, Conventional, none, Bars::None, "IOMMU: Advanced Micro Devices, Inc. [AMD] Starship/Matisse IOMMU"},
    Row{Part::MatisseDummyBridge, 0x1022, 0x1482, 0x060000, 0x00, Conventional, none, Bars::None, "Host bridge: Advanced Micro Devices, Inc. [AMD] Starship/Matisse PCIe Dummy Host Bridge"},
    Row{Part::MatisseInternalGpp, 0x1022, 0x1484, 0x060400, 0x00, RootPort, none, Bars::None, "PCI bridge: Advanced Micro Devices, Inc. [AMD] Starship/Matisse Internal PCIe GPP Bridge 0 to bus[E:B]"},
    Row{Part::MatisseReserved, 0x1022, 0x1485, 0x130000, 0x00, Endpoint, none, Bars::None, "Non-Essential Instrumentation [1300]: Advanced Micro Devices, Inc. [AMD] Starship/Matisse Reserved SPP"},
    Row{Part::MatisseDummy, 0x1022, 0x148a, 0x130000, 0x00, Endpoint, none, Bars::None, "Non-Essential Instrumentation [1300]: Advanced Micro Devices, Inc. [AMD] Starship/Matisse PCIe Dummy Function"},
    Row{Part::MatisseCrypto, 0x1022, 0x1486, 0x108000, 0x00, Endpoint, none, Bars::Registers32, "Encryption controller: Advanced Micro Devices, Inc. [AMD] Starship/Matisse Cryptographic Coprocessor PSPCPP"},
    Row{Part::MatisseUsb, 0x1022, 0x149c, 0x0c0330, 0x00, Endpoint, none, Bars::Registers64, "USB controller: Advanced Micro Devices, Inc. [AMD] Matisse USB 3.0 Host Controller"},
    Row{Part::MatisseAudio, 0x1022, 0x1487, 0x040300, 0x00, Endpoint, none, Bars::Registers32, "Audio device: Advanced Micro Devices, Inc. [AMD] Starship/Matisse HD Audio Controller"},
    Row{Part::MatisseDataFabric, 0x1022, 0x1440, 0x060000, 0x00, Conventional, none, Bars::None, "Host bridge: Advanced Micro Devices, Inc. [AMD] Matisse/Vermeer Data Fabric: Device 18h; Function 0"},
    Row{Part::X570Upstream, 0x1022, 0x57ad, 0x060400, 0x00, UpstreamPort, none, Bars::None, "PCI bridge: Advanced Micro Devices, Inc. [AMD] Matisse Switch Upstream"},
    Row{Part::X570Downstream, 0x1022, 0x57a3, 0x060400, 0x00, DownstreamPort, none, Bars::None, "PCI bridge: Advanced Micro Devices, Inc. [AMD] Matisse PCIe GPP Bridge"},
    Row{Part::X570DownstreamInternal, 0x1022, 0x57a4, 0x060400, 0x00, DownstreamPort, none, Bars::None, "PCI bridge: Advanced Micro Devices, Inc. [AMD] Matisse PCIe GPP Bridge"},
    Row{Part::Navi21Usb, 0x1002, 0x73a6, 0x0c0330, 0x00, Endpoint, none, Bars::Registers64, "USB controller: Advanced Micro Devices, Inc. [AMD/ATI] Device 73a6"},
    Row{Part::Navi21Ucsi, 0x1002, 0x73a4, 0x0c8000, 0x00, Endpoint, none, Bars::Registers64, "Serial bus controller: Advanced Micro Devices, Inc. [AMD/ATI] Navi 21 USB"},
};
// clang-format on

bool hasBridgeHeader(const Row &row)
{
    return row.classCode >> 8 == 0x0604;
}

} // namespace

SyntheticFunction part(Part which)
{
    const auto row = std::ranges::find(rows, which, &Row::which);
    Q_ASSERT(row != rows.end());
    SyntheticFunction function;
    function.vendor = row->vendor;
    function.device = row->device;
    function.classCode = row->classCode;
    function.revision = row->revision;
    function.subsystemVendor = row->vendor;
    function.subsystemDevice = row->device;
    function.words = QString::fromLatin1(row->words);
    function.portType = row->type;
    function.isBridge = hasBridgeHeader(*row);
    function.atomicOps.completer = {(row->atomics & 1) != 0, (row->atomics & 2) != 0,
                                    (row->atomics & 4) != 0};
    function.atomicOps.routing = (row->atomics & routes) != 0;
    function.bars = barsOf(row->bars);
    function.hasLink = row->type != RcIntegratedEndpoint && row->type != RcEventCollector;
    if (which == Part::Usb3V1)
        function.expressVersion = 1;
    return function;
}

SyntheticFunction dataFabric(Part which, int number)
{
    SyntheticFunction function = part(which);
    function.device = static_cast<quint16>(function.device + number);
    function.subsystemVendor = 0;
    function.subsystemDevice = 0;
    function.hasCapabilityList = false;
    function.words.chop(1);
    function.words += QString::number(number);
    return function;
}

} // namespace rootward
