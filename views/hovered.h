// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "noderef.h"

#include <optional>

namespace rootward {

/// What the pointer is on, wherever it is: the picture, a plan card, a sentence or a line of the
/// export. The same thing is marked in all of them.
struct Hovered {
    std::optional<int> entry; ///< N of the hostpciN line
    std::optional<NodeRef> node; ///< a box of the picture

    friend bool operator==(const Hovered &, const Hovered &) = default;
};

} // namespace rootward
