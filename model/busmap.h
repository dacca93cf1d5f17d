// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "captureproblem.h"
#include "pcifunction.h"

#include <QList>

#include <array>
#include <span>

namespace rootward {

/// Which bridge of one domain leads to which bus. A bridge counts only if its secondary bus lies
/// above its own bus, as PCI numbers them; so parents always stand on a lower bus than their
/// children and no chain of parents can close.
class BusMap {
public:
    struct Bridge {
        int index = -1; ///< of the function
        PciAddress address;
        BusRange range;
    };

    /// `functions` is the part of the list that shares a domain; `first` the index of its start.
    BusMap(std::span<const PciFunction> functions, int first);

    /// The bridge whose secondary bus this is; -1 if there is none.
    int owner(quint8 bus) const { return m_owners[bus]; }
    /// The bridge with the narrowest secondary < bus ≤ subordinate; -1 if there is none.
    int enclosing(quint8 bus);

    /// Ranges that contradict each other, one problem a bridge.
    QList<CaptureProblem> overlaps() const;

private:
    static constexpr int notAsked = -2;

    QList<Bridge> m_bridges;
    QList<Bridge> m_misfits;
    std::array<int, 256> m_owners;
    std::array<int, 256> m_enclosing;
};

} // namespace rootward
