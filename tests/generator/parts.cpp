// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "parts.h"

#include <algorithm>
#include <array>

namespace rootward {

namespace {

using Kind = SyntheticBar::Kind;

enum class Bars { None, Graphics, Registers32, Registers64, Io, BigRegisters64 };

constexpr quint64 kib = 1024;
constexpr quint64 mib = 1024 * kib;
constexpr quint64 gib = 1024 * mib;

QList<SyntheticBar> barsOf(Bars bars)
{
    switch (bars) {
    case Bars::None:
        return {};
    case Bars::Graphics:
        return {{Kind::Prefetchable64, 0, 16 * gib},
                {Kind::Prefetchable64, 0, 256 * mib},
                {Kind::Io, 0, 256},
                {Kind::Memory32, 0, 1 * mib}};
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

// Completer widths, as DEVCAP2 bits 7, 8, 9.
constexpr int none = 0;
constexpr int w32w64 = 3;
constexpr int allWidthBits = 7;

struct Row {
    Part which;
    quint16 vendor;
    quint16 device;
    quint32 classCode;
    quint8 revision;
    PortType type;
    int completer;
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
    Row{Part::NaviUpstream, 0x1002, 0x1478, 0x060400, 0xc1, UpstreamPort, none, Bars::Registers32, "PCI bridge: Advanced Micro Devices, Inc. [AMD/ATI] Navi 10 XL Upstream Port of PCI Express Switch"},
    Row{Part::NaviDownstream, 0x1002, 0x1479, 0x060400, 0x00, DownstreamPort, none, Bars::None, "PCI bridge: Advanced Micro Devices, Inc. [AMD/ATI] Navi 10 XL Downstream Port of PCI Express Switch"},
    Row{Part::IntelHostBridge, 0x8086, 0x09a2, 0x088000, 0x04, Conventional, none, Bars::None, "System peripheral: Intel Corporation Ice Lake Memory Map/VT-d"},
    Row{Part::IntelDma, 0x8086, 0x0b00, 0x088000, 0x00, RcIntegratedEndpoint, none, Bars::Registers64, "System peripheral: Intel Corporation Ice Lake CBDMA [QuickData Technology]"},
    Row{Part::IntelUsb, 0x8086, 0x1bcd, 0x0c0330, 0x11, Conventional, none, Bars::Registers64, "USB controller: Intel Corporation Emmitsburg (C740 Family) USB 3.2 Gen 1 xHCI Controller"},
    Row{Part::EventCollector, 0x8086, 0x0998, 0x088000, 0x00, RcEventCollector, none, Bars::None, "System peripheral: Intel Corporation Ice Lake IEH"},
    Row{Part::Lpc, 0x1022, 0x790e, 0x060100, 0x51, Conventional, none, Bars::None, "ISA bridge: Advanced Micro Devices, Inc. [AMD] FCH LPC Bridge"},
    Row{Part::SmBus, 0x1022, 0x790b, 0x0c0500, 0x59, Conventional, none, Bars::None, "SMBus: Advanced Micro Devices, Inc. [AMD] FCH SMBus Controller"},
    Row{Part::Navi21, 0x1002, 0x73bf, 0x030000, 0xc1, LegacyEndpoint, w32w64, Bars::Graphics, "VGA compatible controller: Advanced Micro Devices, Inc. [AMD/ATI] Navi 21 [Radeon RX 6800/6800 XT / 6900 XT]"},
    Row{Part::Navi21Audio, 0x1002, 0xab28, 0x040300, 0x00, LegacyEndpoint, none, Bars::Registers32, "Audio device: Advanced Micro Devices, Inc. [AMD/ATI] Navi 21/23 HDMI/DP Audio Controller"},
    Row{Part::Navi31, 0x1002, 0x744c, 0x030000, 0xcc, LegacyEndpoint, w32w64, Bars::Graphics, "VGA compatible controller: Advanced Micro Devices, Inc. [AMD/ATI] Navi 31 [Radeon RX 7900 XT/7900 XTX/7900 GRE/7900M]"},
    Row{Part::Navi31Audio, 0x1002, 0xab30, 0x040300, 0x00, LegacyEndpoint, none, Bars::Registers32, "Audio device: Advanced Micro Devices, Inc. [AMD/ATI] Navi 31 HDMI/DP Audio"},
    Row{Part::Baffin, 0x1002, 0x67ef, 0x030000, 0xcf, LegacyEndpoint, w32w64, Bars::Graphics, "VGA compatible controller: Advanced Micro Devices, Inc. [AMD/ATI] Baffin [Radeon RX 460/560D / Pro 450/455/460/555/555X/560/560X]"},
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
    function.atomicOps.completer = {(row->completer & 1) != 0, (row->completer & 2) != 0,
                                    (row->completer & 4) != 0};
    function.bars = barsOf(row->bars);
    function.hasLink = row->type != RcIntegratedEndpoint && row->type != RcEventCollector;
    if (which == Part::Usb3V1)
        function.expressVersion = 1;
    return function;
}

} // namespace rootward
