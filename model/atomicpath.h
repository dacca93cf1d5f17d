// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "kernelversion.h"
#include "outcome.h"
#include "topology.h"

#include <QList>

#include <array>
#include <optional>

namespace rootward {

/// The widths that decide a verdict: 128 alone never does.
inline constexpr std::array decidingWidths {Width::W32, Width::W64};

/// What pci_enable_atomic_ops_to_root() answers. Unknown is never Fail. Unproven: the old rule
/// succeeds without having checked a root port.
enum class PathVerdict { Pass, Fail, Unknown, Unproven };

/// "pass" and so on: the words of the JSON.
QLatin1StringView pathVerdictId(PathVerdict verdict);

/// A hop that blocks, or could not be read.
struct Blocker {
    int function = -1; ///< index in the topology; -1: a port that is not in the capture
    Reason reason = Reason::HostUnreadable;
    friend bool operator==(const Blocker &, const Blocker &) = default;
};

/// The kernel's rule applied to one function, each width alone.
struct HostPath {
    PerWidth<PathVerdict> verdict {PathVerdict::Unknown, PathVerdict::Unknown,
                                   PathVerdict::Unknown};
    /// The cause for each width alone.
    PerWidth<Reason> widthReason {Reason::HostUnreadable, Reason::HostUnreadable,
                                  Reason::HostUnreadable};
    /// HostOk when 32 and 64 pass, else the cause for the first of them that does not.
    Reason reason = Reason::HostUnreadable;
    /// The function or port that the reason speaks of; nullopt when the verdict is not Fail.
    std::optional<int> blockedBy;
    /// Every faulty hop for the deciding width, nearest the function first; for an unknown
    /// verdict the hops that could not be read.
    QList<Blocker> blockers;
    /// Topology::path() of the function.
    QList<int> path;
};

/// Answers for the function at `index`. For a port, bridge or event collector the answer is Fail
/// with HostPortType; callers that show trees leave those out.
/// Source: Linux drivers/pci/pci.c pci_enable_atomic_ops_to_root(), old and new (docs/rules.md).
HostPath atomicPath(const Topology &topology, int index, AtomicOpsRule rule);

/// Whether toRoot is asked of this function at all: not of ports, bridges, event collectors.
bool hasPathToRoot(const PciFunction &function);

/// What a port itself does with a request that comes up through it, for one width and whatever
/// stands above: switch ports route (an upstream port also must not block egress), a root port
/// completes, anything else lets it pass. A root port's Routing, Requester Enable and egress
/// bit and a downstream port's egress bit are never the cause.
PathVerdict portVerdict(const PciFunction &port, Width width);
/// The faults of one port for that width, or what could not be read of it; empty if it passes.
QList<Reason> portFaults(const PciFunction &port, Width width);

} // namespace rootward
