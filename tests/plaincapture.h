// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QByteArray>

namespace rootward {

/// A root port and the card below it, as `lspci -vv` prints them.
inline const QByteArray plain =
    "00:01.0 PCI bridge: Intel Corporation Device 0001 (prog-if 00 [Normal "
    "decode])\n"
    "\tControl: I/O+ Mem+ BusMaster+\n"
    "\tStatus: Cap+ 66MHz- DEVSEL=fast >TAbort- <TAbort- <MAbort- >SERR-\n"
    "\tBus: primary=00, secondary=01, subordinate=01, sec-latency=0\n"
    "\tCapabilities: [58] Express (v2) Root Port (Slot+), MSI 00\n"
    "\t\tDevCap2: Completion Timeout: Range ABCD, TimeoutDis+ ARIFwd-\n"
    "\t\t\t AtomicOpsCap: Routing- 32bit+ 64bit+ 128bitCAS-\n"
    "\t\tDevCtl2: Completion Timeout: 50us to 50ms, TimeoutDis-\n"
    "\t\t\t AtomicOpsCtl: ReqEn- EgressBlck-\n"
    "\tKernel driver in use: pcieport\n"
    "\n"
    "01:00.0 VGA compatible controller: Intel Corporation Device 0002\n"
    "\tControl: I/O+ Mem+ BusMaster+\n"
    "\tStatus: Cap+ 66MHz-\n"
    "\tCapabilities: [58] Express (v2) Endpoint, MSI 00\n"
    "\t\tDevCap2: Completion Timeout: Range ABCD, TimeoutDis+\n"
    "\t\t\t AtomicOpsCap: 32bit+ 64bit+ 128bitCAS-\n"
    "\t\tDevCtl2: Completion Timeout: 50us to 50ms, TimeoutDis-\n"
    "\t\t\t AtomicOpsCtl: ReqEn+\n"
    "\tKernel driver in use: vfio-pci\n"
    "\n";

} // namespace rootward
