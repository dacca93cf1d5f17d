// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pcimappings.h"

#include <algorithm>

namespace rootward {

const PciMapping *PciMappings::find(QStringView name) const
{
    const auto found = std::ranges::find_if(
        mappings, [name](const PciMapping &mapping) { return mapping.name == name; });
    return found == mappings.end() ? nullptr : &*found;
}

} // namespace rootward
