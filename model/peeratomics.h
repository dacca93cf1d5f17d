// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "vfiocompleter.h"

#include <QString>

namespace rootward {

/// How the way between two functions of a host turns round.
enum class PeerWay {
    None, ///< one of them is not an endpoint, or both are the same
    OneDevice, ///< no port lies between them
    SameSwitch,
    RootPorts, ///< of one root complex
    RootComplexes, ///< of two root buses
    NotKnown, ///< ports in between are missing, or none of the kinds above
};

/// AtomicOps from device to device, as the host's ports say it: every switch port on the way and,
/// where it leads over the root complex, both root ports must route; a port through which the
/// request leaves must not block egress; the target must complete 32 and 64 bit. Whether two root
/// complexes pass requests on to each other, and what ACS redirects, is told by no register read
/// here. To memory none of this matters, and no guest is ever told of it.
/// Source: PCIe Base Specification 6.15.3, 6.15.4, 7.5.3.15, 7.5.3.16 (docs/rules.md).
struct PeerAtomics {
    PeerWay way = PeerWay::None;
    Answer there = Answer::Unknown; ///< from the first to the second
    Answer back = Answer::Unknown; ///< from the second to the first
    QString sentence; ///< one, translated

    friend bool operator==(const PeerAtomics &, const PeerAtomics &) = default;
};

/// `first` and `second` are indexes in the topology.
PeerAtomics peerAtomics(const Topology &host, int first, int second);

} // namespace rootward
