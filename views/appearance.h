// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QLatin1StringView>

#include <span>

namespace rootward {

/// Whether the program is light or dark: as the desktop is, or always one of them.
enum class Appearance { System, Light, Dark };

struct AppearanceRow {
    Appearance appearance;
    const char *id; ///< stable, for settings
    const char *name; ///< menu text with a mnemonic; translate in context "rootward"
    const char *shortcut;
};

/// Every appearance, in the order of the menu.
std::span<const AppearanceRow> appearanceTable();
/// The row of an id; the first one where there is none.
const AppearanceRow &appearanceRow(QLatin1StringView id);

/// Gives all windows of the program its colours. System: those of the desktop, which they follow.
void applyAppearance(Appearance appearance);

} // namespace rootward
