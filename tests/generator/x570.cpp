// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines.h"

#include <array>

namespace rootward {

namespace {

// clang-format off
constexpr std::array rows{
    MachineRow{.address = "00:00.0", .part = Part::MatisseRootComplex},
    MachineRow{.address = "00:00.2", .part = Part::MatisseIommu},
    MachineRow{.address = "00:01.0", .part = Part::MatisseDummyBridge, .iommuGroup = 0},
    MachineRow{.address = "00:01.1", .part = Part::AmdRootPort, .secondary = 0x01, .subordinate = 0x01, .driver = "pcieport", .iommuGroup = 1, .generation = 3, .width = 4, .maxGeneration = 4},
    MachineRow{.address = "00:01.2", .part = Part::AmdRootPort, .secondary = 0x02, .subordinate = 0x0a, .driver = "pcieport", .iommuGroup = 2, .generation = 4, .width = 4},
    MachineRow{.address = "00:02.0", .part = Part::MatisseDummyBridge, .iommuGroup = 3},
    MachineRow{.address = "00:03.0", .part = Part::MatisseDummyBridge, .iommuGroup = 4},
    MachineRow{.address = "00:03.1", .part = Part::AmdRootPort, .secondary = 0x0b, .subordinate = 0x0d, .driver = "pcieport", .iommuGroup = 5, .generation = 4, .width = 16, .physicalSlot = 1},
    MachineRow{.address = "00:04.0", .part = Part::MatisseDummyBridge, .iommuGroup = 6},
    MachineRow{.address = "00:05.0", .part = Part::MatisseDummyBridge, .iommuGroup = 7},
    MachineRow{.address = "00:07.0", .part = Part::MatisseDummyBridge, .iommuGroup = 8},
    MachineRow{.address = "00:07.1", .part = Part::MatisseInternalGpp, .secondary = 0x0e, .subordinate = 0x0e, .driver = "pcieport", .iommuGroup = 9, .generation = 4, .width = 16},
    MachineRow{.address = "00:08.0", .part = Part::MatisseDummyBridge, .iommuGroup = 10},
    MachineRow{.address = "00:08.1", .part = Part::MatisseInternalGpp, .secondary = 0x0f, .subordinate = 0x0f, .driver = "pcieport", .iommuGroup = 11, .generation = 4, .width = 16},
    MachineRow{.address = "00:14.0", .part = Part::SmBus, .driver = "piix4_smbus", .modules = "i2c_piix4, sp5100_tco", .iommuGroup = 12, .subsystemVendor = 0x1043, .subsystemDevice = 0x87c0},
    MachineRow{.address = "00:14.3", .part = Part::Lpc, .iommuGroup = 12, .subsystemVendor = 0x1043, .subsystemDevice = 0x87c0},
    MachineRow{.address = "00:18.0", .part = Part::MatisseDataFabric, .iommuGroup = 13},
    MachineRow{.address = "00:18.1", .part = Part::MatisseDataFabric, .iommuGroup = 13},
    MachineRow{.address = "00:18.2", .part = Part::MatisseDataFabric, .iommuGroup = 13},
    MachineRow{.address = "00:18.3", .part = Part::MatisseDataFabric, .driver = "k10temp", .modules = "k10temp", .iommuGroup = 13},
    MachineRow{.address = "00:18.4", .part = Part::MatisseDataFabric, .iommuGroup = 13},
    MachineRow{.address = "00:18.5", .part = Part::MatisseDataFabric, .iommuGroup = 13},
    MachineRow{.address = "00:18.6", .part = Part::MatisseDataFabric, .iommuGroup = 13},
    MachineRow{.address = "00:18.7", .part = Part::MatisseDataFabric, .iommuGroup = 13},
    MachineRow{.address = "01:00.0", .part = Part::Nvme, .driver = "nvme", .modules = "nvme", .iommuGroup = 14, .generation = 3, .width = 4, .subsystemVendor = 0x144d, .subsystemDevice = 0xa801},
    MachineRow{.address = "02:00.0", .part = Part::X570Upstream, .secondary = 0x03, .subordinate = 0x0a, .driver = "pcieport", .iommuGroup = 15, .generation = 4, .width = 4, .subsystemVendor = 0x1022, .subsystemDevice = 0x1484},
    MachineRow{.address = "03:00.0", .part = Part::X570Downstream, .secondary = 0x04, .subordinate = 0x04, .driver = "pcieport", .iommuGroup = 16, .generation = 3, .width = 4, .maxGeneration = 4, .subsystemVendor = 0x1022, .subsystemDevice = 0x1484},
    MachineRow{.address = "03:01.0", .part = Part::X570Downstream, .secondary = 0x05, .subordinate = 0x05, .driver = "pcieport", .iommuGroup = 17, .generation = 1, .width = 1, .maxGeneration = 4, .subsystemVendor = 0x1022, .subsystemDevice = 0x1484},
    MachineRow{.address = "03:02.0", .part = Part::X570Downstream, .secondary = 0x06, .subordinate = 0x06, .driver = "pcieport", .iommuGroup = 18, .generation = 3, .width = 4, .maxGeneration = 4, .physicalSlot = 2, .subsystemVendor = 0x1022, .subsystemDevice = 0x1484},
    MachineRow{.address = "03:05.0", .part = Part::X570Downstream, .secondary = 0x07, .subordinate = 0x07, .driver = "pcieport", .iommuGroup = 19, .generation = 2, .width = 1, .maxGeneration = 4, .subsystemVendor = 0x1022, .subsystemDevice = 0x1484},
    MachineRow{.address = "03:08.0", .part = Part::X570DownstreamInternal, .secondary = 0x08, .subordinate = 0x08, .driver = "pcieport", .iommuGroup = 20, .generation = 4, .width = 16, .subsystemVendor = 0x1022, .subsystemDevice = 0x1484},
    MachineRow{.address = "03:09.0", .part = Part::X570DownstreamInternal, .secondary = 0x09, .subordinate = 0x09, .driver = "pcieport", .iommuGroup = 21, .generation = 4, .width = 16, .subsystemVendor = 0x1022, .subsystemDevice = 0x1484},
    MachineRow{.address = "03:0a.0", .part = Part::X570DownstreamInternal, .secondary = 0x0a, .subordinate = 0x0a, .driver = "pcieport", .iommuGroup = 22, .generation = 4, .width = 16, .subsystemVendor = 0x1022, .subsystemDevice = 0x1484},
    MachineRow{.address = "04:00.0", .part = Part::Nvme, .driver = "nvme", .modules = "nvme", .iommuGroup = 23, .generation = 3, .width = 4, .subsystemVendor = 0x144d, .subsystemDevice = 0xa801},
    MachineRow{.address = "05:00.0", .part = Part::I211, .driver = "igb", .modules = "igb", .iommuGroup = 24, .generation = 1, .width = 1, .subsystemVendor = 0x1043, .subsystemDevice = 0x85f0},
    MachineRow{.address = "06:00.0", .part = Part::Baffin, .driver = "vfio-pci", .modules = "amdgpu", .iommuGroup = 25, .generation = 3, .width = 4, .maxWidth = 8, .slotLabel = "2", .subsystemVendor = 0x1da2, .subsystemDevice = 0xe367},
    MachineRow{.address = "06:00.1", .part = Part::BaffinAudio, .driver = "vfio-pci", .modules = "snd_hda_intel", .iommuGroup = 25, .generation = 3, .width = 4, .maxWidth = 8, .slotLabel = "2", .subsystemVendor = 0x1da2, .subsystemDevice = 0xaae0},
    MachineRow{.address = "07:00.0", .part = Part::Ax200, .driver = "iwlwifi", .modules = "iwlwifi", .iommuGroup = 26, .generation = 2, .width = 1, .subsystemVendor = 0x8086, .subsystemDevice = 0x0084},
    MachineRow{.address = "08:00.0", .part = Part::MatisseReserved, .iommuGroup = 27, .generation = 4, .width = 16},
    MachineRow{.address = "08:00.1", .part = Part::MatisseUsb, .driver = "xhci_hcd", .modules = "xhci_pci", .iommuGroup = 27, .generation = 4, .width = 16},
    MachineRow{.address = "08:00.3", .part = Part::MatisseUsb, .driver = "xhci_hcd", .modules = "xhci_pci", .iommuGroup = 27, .generation = 4, .width = 16},
    MachineRow{.address = "09:00.0", .part = Part::FchSata, .driver = "ahci", .modules = "ahci", .iommuGroup = 28, .generation = 4, .width = 16},
    MachineRow{.address = "0a:00.0", .part = Part::FchSata, .driver = "ahci", .modules = "ahci", .iommuGroup = 29, .generation = 4, .width = 16},
    MachineRow{.address = "0b:00.0", .part = Part::NaviUpstream, .secondary = 0x0c, .subordinate = 0x0d, .driver = "pcieport", .iommuGroup = 30, .generation = 4, .width = 16, .slotLabel = "1"},
    MachineRow{.address = "0c:00.0", .part = Part::NaviDownstream, .secondary = 0x0d, .subordinate = 0x0d, .driver = "pcieport", .iommuGroup = 31, .generation = 4, .width = 16},
    MachineRow{.address = "0d:00.0", .part = Part::Navi21, .driver = "vfio-pci", .modules = "amdgpu", .iommuGroup = 32, .generation = 4, .width = 16, .subsystemVendor = 0x1da2, .subsystemDevice = 0x438e},
    MachineRow{.address = "0d:00.1", .part = Part::Navi21Audio, .driver = "vfio-pci", .modules = "snd_hda_intel", .iommuGroup = 33, .generation = 4, .width = 16, .subsystemVendor = 0x1002, .subsystemDevice = 0xab28},
    MachineRow{.address = "0d:00.2", .part = Part::Navi21Usb, .driver = "xhci_hcd", .modules = "xhci_pci", .iommuGroup = 34, .generation = 4, .width = 16, .subsystemVendor = 0x1da2, .subsystemDevice = 0x438e},
    MachineRow{.address = "0d:00.3", .part = Part::Navi21Ucsi, .driver = "i2c-designware-pci", .modules = "i2c_designware_pci", .iommuGroup = 35, .generation = 4, .width = 16, .subsystemVendor = 0x1da2, .subsystemDevice = 0x438e},
    MachineRow{.address = "0e:00.0", .part = Part::MatisseDummy, .iommuGroup = 36, .generation = 4, .width = 16},
    MachineRow{.address = "0f:00.0", .part = Part::MatisseReserved, .iommuGroup = 37, .generation = 4, .width = 16},
    MachineRow{.address = "0f:00.1", .part = Part::MatisseCrypto, .driver = "ccp", .modules = "ccp", .iommuGroup = 38, .generation = 4, .width = 16},
    MachineRow{.address = "0f:00.3", .part = Part::MatisseUsb, .driver = "xhci_hcd", .modules = "xhci_pci", .iommuGroup = 39, .generation = 4, .width = 16, .subsystemVendor = 0x1043, .subsystemDevice = 0x87c0},
    MachineRow{.address = "0f:00.4", .part = Part::MatisseAudio, .driver = "snd_hda_intel", .modules = "snd_hda_intel", .iommuGroup = 40, .generation = 4, .width = 16, .subsystemVendor = 0x1043, .subsystemDevice = 0x87c5},
};
// clang-format on

} // namespace

SyntheticHost x570Host()
{
    return assembled(rows);
}

} // namespace rootward
