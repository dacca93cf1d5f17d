// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "layers.h"

#include <QtTranslation>

namespace rootward {

namespace {

constexpr LayerRow rows[] = {
    {"groups", &Layers::groups, QT_TRANSLATE_NOOP("rootward", "IOMMU &groups"), "Alt+1"},
    {"link", &Layers::link, QT_TRANSLATE_NOOP("rootward", "&Link speed and width"), "Alt+2"},
    {"numa", &Layers::numa, QT_TRANSLATE_NOOP("rootward", "&NUMA nodes"), "Alt+3"},
    {"driver", &Layers::driver, QT_TRANSLATE_NOOP("rootward", "&Drivers of the host"), "Alt+4"},
    {"slot", &Layers::slot, QT_TRANSLATE_NOOP("rootward", "&Slot labels"), "Alt+5"},
};

} // namespace

std::span<const LayerRow> layerTable()
{
    return rows;
}

} // namespace rootward
