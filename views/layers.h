// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QLatin1StringView>

#include <span>

namespace rootward {

/// What the picture says of the host's functions beside AtomicOps.
struct Layers {
    bool groups = true; ///< IOMMU groups: the number, an outline about several, who stays
    bool link = true; ///< speed and width of the PCIe link
    bool numa = true; ///< NUMA node
    bool driver = true; ///< kernel driver in use
    bool slot = true; ///< the slot's or the firmware's label

    friend bool operator==(const Layers &, const Layers &) = default;
};

struct LayerRow {
    const char *id; ///< stable, for settings
    bool Layers::*shown;
    const char *name; ///< menu text with a mnemonic; translate in context "rootward"
    const char *shortcut;
};

/// Every layer, in the order of the menu.
std::span<const LayerRow> layerTable();

} // namespace rootward
