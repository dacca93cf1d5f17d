// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "syntheticfunction.h"

#include <vector>

namespace rootward {

struct TreeSlot;

/// A function with what hangs below it, before anything has a number.
struct TreeNode {
    SyntheticFunction function;
    std::vector<TreeSlot> below; ///< only under a configured bridge
    std::vector<SyntheticFunction> virtualFunctions;
    int vfStride = 1;
    int vfGap = 0; ///< routing ids left free in front of the first VF
};

/// The functions of one device number, function 0 first.
struct TreeSlot {
    std::vector<TreeNode> functions;
};

/// A root bus. Several root complexes of one domain are given with rising `firstBus`; a bus that
/// an earlier one has taken moves it up.
struct RootComplex {
    quint32 domain = 0;
    int firstBus = 0;
    std::vector<TreeSlot> devices;
};

/// Functions in these subtrees, VFs included.
int functionCount(const std::vector<TreeSlot> &devices);
/// Bus numbers that the subtree below takes, buses that VFs spill to included.
int busCount(const std::vector<TreeSlot> &devices);

/// Numbers devices, functions, buses (depth first, as firmware does) and VFs, and notes each
/// parent. The buses of one domain must fit in 256.
SyntheticHost numbered(const std::vector<RootComplex> &complexes);

} // namespace rootward
