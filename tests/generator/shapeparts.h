// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "hosttree.h"
#include "parts.h"

#include <initializer_list>
#include <random>

namespace rootward {

/// The same numbers from the same seed on every platform (std::uniform_… may differ).
class Dice {
public:
    explicit Dice(quint32 seed) : m_engine(seed) { }

    /// first … last, both included.
    int between(int first, int last)
    {
        return first + static_cast<int>(m_engine() % static_cast<quint32>(last - first + 1));
    }
    bool chance(int percent) { return between(1, 100) <= percent; }
    template<typename T>
    T oneOf(std::initializer_list<T> values)
    {
        return values.begin()[between(0, static_cast<int>(values.size()) - 1)];
    }

private:
    std::mt19937 m_engine;
};

TreeNode node(SyntheticFunction function);
TreeNode node(Part which);
TreeSlot slotOf(TreeNode node);

/// Ports with random routing, completer and egress bits.
TreeNode randomRootPort(Dice &dice);
TreeNode randomSwitchPort(Dice &dice, Part which);

/// A card for one slot: one to three functions, sometimes a GPU with its audio function.
TreeSlot randomCard(Dice &dice);
/// A NIC with `ports` physical functions and `vfs` VFs in all.
TreeSlot virtualisedNic(Dice &dice, int ports, int vfs);
/// An upstream port with 1 to `width` downstream ports, nested up to `depth` switches.
TreeSlot randomSwitch(Dice &dice, int depth, int width);

} // namespace rootward
