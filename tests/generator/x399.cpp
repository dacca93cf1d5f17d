// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines.h"

#include <array>

namespace rootward {

namespace {

// clang-format off
constexpr std::array rows{
    MachineRow{.address = "00:00.0", .part = Part::ZenRootComplex, .numaNode = 0},
    MachineRow{.address = "00:00.2", .part = Part::ZenIommu, .numaNode = 0},
    MachineRow{.address = "00:01.0", .part = Part::ZenDummyBridge, .iommuGroup = 0, .numaNode = 0},
    MachineRow{.address = "00:01.1", .part = Part::ZenGpp, .secondary = 0x01, .subordinate = 0x07, .driver = "pcieport", .iommuGroup = 1, .generation = 3, .width = 4, .numaNode = 0},
    MachineRow{.address = "00:01.2", .part = Part::ZenGpp, .secondary = 0x08, .subordinate = 0x08, .driver = "pcieport", .iommuGroup = 2, .generation = 3, .width = 4, .physicalSlot = 2, .numaNode = 0},
    MachineRow{.address = "00:03.0", .part = Part::ZenDummyBridge, .iommuGroup = 3, .numaNode = 0},
    MachineRow{.address = "00:03.1", .part = Part::ZenGpp, .secondary = 0x09, .subordinate = 0x0b, .driver = "pcieport", .iommuGroup = 4, .generation = 3, .width = 16, .physicalSlot = 3, .numaNode = 0},
    MachineRow{.address = "00:07.0", .part = Part::ZenDummyBridge, .iommuGroup = 5, .numaNode = 0},
    MachineRow{.address = "00:07.1", .part = Part::ZenInternalGpp, .secondary = 0x0c, .subordinate = 0x0c, .driver = "pcieport", .iommuGroup = 6, .generation = 3, .width = 16, .numaNode = 0},
    MachineRow{.address = "00:08.0", .part = Part::ZenDummyBridge, .iommuGroup = 7, .numaNode = 0},
    MachineRow{.address = "00:08.1", .part = Part::ZenInternalGpp, .secondary = 0x0d, .subordinate = 0x0d, .driver = "pcieport", .iommuGroup = 8, .generation = 3, .width = 16, .numaNode = 0},
    MachineRow{.address = "00:14.0", .part = Part::SmBus, .driver = "piix4_smbus", .modules = "i2c_piix4, sp5100_tco", .iommuGroup = 9, .subsystemVendor = 0x1458, .subsystemDevice = 0x5001, .numaNode = 0},
    MachineRow{.address = "00:14.3", .part = Part::Lpc, .iommuGroup = 9, .subsystemVendor = 0x1458, .subsystemDevice = 0x5001, .numaNode = 0},
    MachineRow{.address = "00:18.0", .part = Part::ZenDataFabric, .iommuGroup = 10, .numaNode = 0},
    MachineRow{.address = "00:18.1", .part = Part::ZenDataFabric, .iommuGroup = 10, .numaNode = 0},
    MachineRow{.address = "00:18.2", .part = Part::ZenDataFabric, .iommuGroup = 10, .numaNode = 0},
    MachineRow{.address = "00:18.3", .part = Part::ZenDataFabric, .driver = "k10temp", .modules = "k10temp", .iommuGroup = 10, .numaNode = 0},
    MachineRow{.address = "00:18.4", .part = Part::ZenDataFabric, .iommuGroup = 10, .numaNode = 0},
    MachineRow{.address = "00:18.5", .part = Part::ZenDataFabric, .iommuGroup = 10, .numaNode = 0},
    MachineRow{.address = "00:18.6", .part = Part::ZenDataFabric, .iommuGroup = 10, .numaNode = 0},
    MachineRow{.address = "00:18.7", .part = Part::ZenDataFabric, .iommuGroup = 10, .numaNode = 0},
    MachineRow{.address = "00:19.0", .part = Part::ZenDataFabric, .iommuGroup = 11, .numaNode = 1},
    MachineRow{.address = "00:19.1", .part = Part::ZenDataFabric, .iommuGroup = 11, .numaNode = 1},
    MachineRow{.address = "00:19.2", .part = Part::ZenDataFabric, .iommuGroup = 11, .numaNode = 1},
    MachineRow{.address = "00:19.3", .part = Part::ZenDataFabric, .driver = "k10temp", .modules = "k10temp", .iommuGroup = 11, .numaNode = 1},
    MachineRow{.address = "00:19.4", .part = Part::ZenDataFabric, .iommuGroup = 11, .numaNode = 1},
    MachineRow{.address = "00:19.5", .part = Part::ZenDataFabric, .iommuGroup = 11, .numaNode = 1},
    MachineRow{.address = "00:19.6", .part = Part::ZenDataFabric, .iommuGroup = 11, .numaNode = 1},
    MachineRow{.address = "00:19.7", .part = Part::ZenDataFabric, .iommuGroup = 11, .numaNode = 1},
    MachineRow{.address = "01:00.0", .part = Part::X399Usb, .driver = "xhci_hcd", .modules = "xhci_pci", .iommuGroup = 12, .generation = 3, .width = 4, .subsystemVendor = 0x1b21, .subsystemDevice = 0x1142, .numaNode = 0},
    MachineRow{.address = "01:00.1", .part = Part::X399Sata, .driver = "ahci", .modules = "ahci", .iommuGroup = 12, .generation = 3, .width = 4, .subsystemVendor = 0x1b21, .subsystemDevice = 0x1062, .numaNode = 0},
    MachineRow{.address = "01:00.2", .part = Part::X399Upstream, .secondary = 0x02, .subordinate = 0x07, .driver = "pcieport", .iommuGroup = 12, .generation = 3, .width = 4, .subsystemVendor = 0x1b21, .subsystemDevice = 0x0201, .numaNode = 0},
    MachineRow{.address = "02:00.0", .part = Part::X399Downstream, .secondary = 0x03, .subordinate = 0x03, .driver = "pcieport", .iommuGroup = 12, .generation = 1, .width = 1, .maxGeneration = 2, .subsystemVendor = 0x1b21, .subsystemDevice = 0x3306, .numaNode = 0},
    MachineRow{.address = "02:04.0", .part = Part::X399Downstream, .secondary = 0x04, .subordinate = 0x04, .driver = "pcieport", .iommuGroup = 12, .generation = 1, .width = 1, .maxGeneration = 2, .subsystemVendor = 0x1b21, .subsystemDevice = 0x3306, .numaNode = 0},
    MachineRow{.address = "03:00.0", .part = Part::I211, .driver = "igb", .modules = "igb", .iommuGroup = 12, .generation = 1, .width = 1, .subsystemVendor = 0x1458, .subsystemDevice = 0xe000, .numaNode = 0},
    MachineRow{.address = "04:00.0", .part = Part::I211, .driver = "igb", .modules = "igb", .iommuGroup = 12, .generation = 1, .width = 1, .subsystemVendor = 0x1458, .subsystemDevice = 0xe000, .numaNode = 0},
    MachineRow{.address = "08:00.0", .part = Part::Nvme, .driver = "nvme", .modules = "nvme", .iommuGroup = 13, .generation = 3, .width = 4, .slotLabel = "2", .subsystemVendor = 0x144d, .subsystemDevice = 0xa801, .numaNode = 0},
    MachineRow{.address = "09:00.0", .part = Part::NaviUpstream, .secondary = 0x0a, .subordinate = 0x0b, .driver = "pcieport", .iommuGroup = 14, .generation = 3, .width = 16, .maxGeneration = 4, .slotLabel = "3", .numaNode = 0},
    MachineRow{.address = "0a:00.0", .part = Part::NaviDownstream, .secondary = 0x0b, .subordinate = 0x0b, .driver = "pcieport", .iommuGroup = 15, .generation = 4, .width = 16, .subsystemVendor = 0x1002, .subsystemDevice = 0x1479, .numaNode = 0},
    MachineRow{.address = "0b:00.0", .part = Part::Navi31, .driver = "vfio-pci", .modules = "amdgpu", .iommuGroup = 16, .generation = 4, .width = 16, .subsystemVendor = 0x1da2, .subsystemDevice = 0x475f, .numaNode = 0},
    MachineRow{.address = "0b:00.1", .part = Part::Navi31Audio, .driver = "vfio-pci", .modules = "snd_hda_intel", .iommuGroup = 17, .generation = 4, .width = 16, .subsystemVendor = 0x1002, .subsystemDevice = 0xab30, .numaNode = 0},
    MachineRow{.address = "0c:00.0", .part = Part::ZenDummyB, .iommuGroup = 18, .generation = 3, .width = 16, .numaNode = 0},
    MachineRow{.address = "0c:00.2", .part = Part::ZenPsp, .driver = "ccp", .modules = "ccp", .iommuGroup = 19, .generation = 3, .width = 16, .numaNode = 0},
    MachineRow{.address = "0c:00.3", .part = Part::ZenUsb, .driver = "xhci_hcd", .modules = "xhci_pci", .iommuGroup = 20, .generation = 3, .width = 16, .subsystemVendor = 0x1458, .subsystemDevice = 0x5007, .numaNode = 0},
    MachineRow{.address = "0d:00.0", .part = Part::ZenDummyC, .iommuGroup = 21, .generation = 3, .width = 16, .numaNode = 0},
    MachineRow{.address = "0d:00.2", .part = Part::FchSata, .driver = "ahci", .modules = "ahci", .iommuGroup = 22, .generation = 3, .width = 16, .subsystemVendor = 0x1458, .subsystemDevice = 0xb002, .numaNode = 0},
    MachineRow{.address = "0d:00.3", .part = Part::ZenAudio, .driver = "snd_hda_intel", .modules = "snd_hda_intel", .iommuGroup = 23, .generation = 3, .width = 16, .subsystemVendor = 0x1458, .subsystemDevice = 0xa0c3, .numaNode = 0},
    MachineRow{.address = "40:00.0", .part = Part::ZenRootComplex, .numaNode = 1},
    MachineRow{.address = "40:00.2", .part = Part::ZenIommu, .numaNode = 1},
    MachineRow{.address = "40:01.0", .part = Part::ZenDummyBridge, .iommuGroup = 24, .numaNode = 1},
    MachineRow{.address = "40:01.1", .part = Part::ZenGpp, .secondary = 0x41, .subordinate = 0x41, .driver = "pcieport", .iommuGroup = 25, .generation = 3, .width = 4, .physicalSlot = 5, .numaNode = 1},
    MachineRow{.address = "40:03.0", .part = Part::ZenDummyBridge, .iommuGroup = 26, .numaNode = 1},
    MachineRow{.address = "40:03.1", .part = Part::ZenGpp, .secondary = 0x42, .subordinate = 0x44, .driver = "pcieport", .iommuGroup = 27, .generation = 3, .width = 16, .physicalSlot = 6, .numaNode = 1},
    MachineRow{.address = "41:00.0", .part = Part::Nvme, .driver = "nvme", .modules = "nvme", .iommuGroup = 28, .generation = 3, .width = 4, .slotLabel = "5", .subsystemVendor = 0x144d, .subsystemDevice = 0xa801, .numaNode = 1},
    MachineRow{.address = "42:00.0", .part = Part::NaviUpstream, .secondary = 0x43, .subordinate = 0x44, .driver = "pcieport", .iommuGroup = 29, .generation = 3, .width = 16, .maxGeneration = 4, .slotLabel = "6", .numaNode = 1},
    MachineRow{.address = "43:00.0", .part = Part::NaviDownstream, .secondary = 0x44, .subordinate = 0x44, .driver = "pcieport", .iommuGroup = 30, .generation = 4, .width = 16, .subsystemVendor = 0x1002, .subsystemDevice = 0x1479, .numaNode = 1},
    MachineRow{.address = "44:00.0", .part = Part::Navi31, .driver = "vfio-pci", .modules = "amdgpu", .iommuGroup = 31, .generation = 4, .width = 16, .subsystemVendor = 0x1da2, .subsystemDevice = 0x475f, .numaNode = 1},
    MachineRow{.address = "44:00.1", .part = Part::Navi31Audio, .driver = "vfio-pci", .modules = "snd_hda_intel", .iommuGroup = 32, .generation = 4, .width = 16, .subsystemVendor = 0x1002, .subsystemDevice = 0xab30, .numaNode = 1},
};
// clang-format on

} // namespace

SyntheticHost x399Host()
{
    return assembled(rows);
}

} // namespace rootward
