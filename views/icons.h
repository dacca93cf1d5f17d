// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QIcon>

class QPalette;

namespace rootward {

/// One of the built-in line icons by its name ("open", "undo" …) in the palette's text colours.
/// An icon does not follow a palette change: ask for it again. A name that does not exist gives
/// a null icon.
QIcon lineIcon(QLatin1StringView name, const QPalette &palette);

} // namespace rootward
