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
};

/// A function as the part's maker ships it: ids, words, type, completer bits and BARs.
SyntheticFunction part(Part which);

} // namespace rootward
