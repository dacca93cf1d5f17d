// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "parts.h"

#include <span>

namespace rootward {

/// One function of a described machine. Fields that the part or the rest of the table decides
/// (ids, type, parent, multi-function bit, addresses of BARs) are not repeated here.
struct MachineRow {
    const char *address; ///< "0b:00.0"
    Part part;
    int secondary = 0; ///< bridges: first and last bus below
    int subordinate = 0;
    const char *driver = "";
    const char *modules = ""; ///< comma separated
    int iommuGroup = -1; ///< -1: none
    int generation = 3; ///< link as trained
    int width = 4; ///< link as trained
    int maxGeneration = 0; ///< what this end could do; 0: as trained
    int maxWidth = 0; ///< what this end could do; 0: as trained
    int physicalSlot = 0; ///< ports: the number in the Slot Capabilities register
    const char *slotLabel = "";
    quint16 subsystemVendor = 0; ///< 0: the part's own
    quint16 subsystemDevice = 0;
    int numaNode = -1; ///< -1: none
};

/// The host that the rows describe.
SyntheticHost assembled(std::span<const MachineRow> rows);

/// A Threadripper board with two root complexes and an RX 7900 XT in a slot of each.
SyntheticHost x399Host();
/// A Ryzen board with an RX 6800 XT in the processor's slot and an RX 560 in a slot of the chipset,
/// whose switch does not route AtomicOps.
SyntheticHost x570Host();

} // namespace rootward
