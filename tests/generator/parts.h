// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "syntheticfunction.h"

namespace rootward {

/// Devices that generated hosts are built from. Ids and words are those of pci.ids.
enum class Part {
    // ports and bridges
    IntelRootPort,
    AmdRootPort,
    QemuRootPort,
    DmiRootPort, ///< a root port whose header is that of an endpoint
    PlxUpstream,
    PlxDownstream,
    Pex890Upstream,
    Pex890Downstream,
    TiUpstream,
    PcieToPci,
    PciToPcie,
    ConventionalBridge,
    NaviUpstream,
    NaviDownstream,
    // on root buses
    IntelHostBridge,
    IntelDma,
    IntelUsb,
    EventCollector,
    Lpc,
    SmBus,
    // cards
    Navi21,
    Navi21Audio,
    Navi31,
    Navi31Audio,
    Baffin,
    BaffinAudio,
    Nvme,
    I211,
    X550,
    Ax200,
    ConnectX6,
    ConnectXVf,
    Usb3V1, ///< an endpoint with a version-1 Express capability
    Audigy,
    FireWire,
    // Threadripper of the first two generations and its chipset
    ZenRootComplex,
    ZenIommu,
    ZenDummyBridge,
    ZenGpp,
    ZenInternalGpp,
    ZenDummyB,
    ZenDummyC,
    ZenPsp,
    ZenUsb,
    ZenAudio,
    ZenDataFabric, ///< function 0; see dataFabric()
    X399Usb,
    X399Sata,
    X399Upstream,
    X399Downstream,
    FchSata,
    // Ryzen 3000 and the X570 chipset
    MatisseRootComplex,
    MatisseIommu,
    MatisseDummyBridge,
    MatisseInternalGpp,
    MatisseReserved,
    MatisseDummy,
    MatisseCrypto,
    MatisseUsb,
    MatisseAudio,
    MatisseDataFabric, ///< function 0; see dataFabric()
    X570Upstream,
    X570Downstream,
    X570DownstreamInternal,
    Navi21Usb,
    Navi21Ucsi,
};

/// A function as the part's maker ships it: ids, words, type, completer bits and BARs.
SyntheticFunction part(Part which);
/// Function `number` of a processor's data fabric: ids and words count up from function 0's.
SyntheticFunction dataFabric(Part which, int number);

} // namespace rootward
