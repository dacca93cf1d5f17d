// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "captureproblem.h"
#include "pcifunction.h"

#include <QHash>
#include <QList>
#include <QSet>

#include <memory>
#include <optional>

namespace rootward {

/// A root bus of a domain and what stands on it.
struct RootBus {
    quint32 domain = 0;
    quint8 bus = 0;
    bool known = true; ///< false: only its parent is not in the capture
    QList<int> functions; ///< indexes, address order
};

/// The immutable PCIe tree of one machine. Functions are in address order and named by index.
/// Parents by domain and secondary bus; else the narrowest secondary < bus ≤ subordinate range
/// (with a gap, or under the PF's parent for a VF); never across domains, never by `primary=`.
class Topology {
public:
    struct Built {
        std::shared_ptr<const Topology> topology;
        QList<CaptureProblem> problems; ///< orphans, overlaps, duplicates
    };
    /// What a capture knows about parents besides the bus numbers (sysfs, -t, -PP).
    struct Known {
        QHash<PciAddress, PciAddress> parents;
        QSet<std::pair<quint32, quint8>> rootBuses;
    };

    /// Sorts, finds VFs, parents, root buses and misfits. Never fails; of duplicate addresses the
    /// first is kept and a problem is noted.
    static Built fromFunctions(QList<PciFunction> functions, const Known &known = {});

    const QList<PciFunction> &functions() const { return m_functions; }
    qsizetype size() const { return m_functions.size(); }
    const PciFunction &at(int index) const { return m_functions.at(index); }
    /// -1 where the address is not in the capture.
    int indexOf(const PciAddress &address) const { return m_index.value(address, -1); }

    /// -1 on a root bus, or where the parent is not in the capture.
    int parent(int index) const { return m_parents.at(index); }
    /// Ports between this function and its parent must exist but are not in the capture.
    bool gapAbove(int index) const { return m_gaps.at(index); }
    const QList<int> &children(int index) const { return m_children.at(index); }
    /// true on a root bus; false where the parent is known to be missing; nullopt: not known.
    std::optional<bool> onRootBus(int index) const { return m_onRootBus.at(index); }
    /// Root buses and the tops of what has no parent in the capture, in address order.
    const QList<RootBus> &rootBuses() const { return m_rootBuses; }

    /// From the function itself to its topmost known bridge; -1 stands for ports that must exist
    /// but are not in the capture (never first, never last).
    QList<int> path(int index) const;

    /// The functions in the slot of `address`, in function order.
    QList<int> slotFunctions(const PciAddress &address) const;

    /// 00:00.0 is a host bridge and no function hangs below a gap or lacks its parent: the
    /// capture holds the whole host, so what is not in it is not there.
    bool isWholeHost() const;

private:
    QList<PciFunction> m_functions;
    QHash<PciAddress, int> m_index;
    QList<int> m_parents;
    QList<bool> m_gaps;
    QList<QList<int>> m_children;
    QList<std::optional<bool>> m_onRootBus;
    QList<RootBus> m_rootBuses;

    friend class TopologyBuilder;
};

} // namespace rootward
