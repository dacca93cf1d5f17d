// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QStringView>

#include <algorithm>
#include <span>

namespace rootward {

/// Whether the list has the word, letter case and all.
inline bool isOneOf(QStringView word, std::span<const QLatin1StringView> list)
{
    return std::ranges::any_of(list, [word](QLatin1StringView item) { return word == item; });
}

} // namespace rootward
