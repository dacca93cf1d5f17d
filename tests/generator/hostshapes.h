// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "syntheticfunction.h"

namespace rootward {

/// How the registers of VFs answer for their ids: all ones, as hardware does, or filled in.
enum class VfIds { AllOnes, Real };

/// A server of many cards, switches and VFs in as many domains as it takes.
SyntheticHost mixedHost(int functions, quint32 seed, VfIds vfIds = VfIds::AllOnes);
/// Few NICs and very many VFs, which spill over to following buses.
SyntheticHost fanHost(int functions, quint32 seed, VfIds vfIds = VfIds::AllOnes);
/// Chains of switches, one below the other.
SyntheticHost deepHost(int functions, quint32 seed);
/// A small host (one to about sixty functions) of any legal and many odd shapes, for property
/// tests: several domains and root complexes, multi-function slots, nested switches, VFs,
/// conventional bridges both ways, RCiEPs, event collectors, version-1 capabilities, endpoints
/// without BARs, unconfigured bridges, a root port below a root port.
SyntheticHost randomHost(quint32 seed);

} // namespace rootward
