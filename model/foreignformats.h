// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QByteArrayView>

#include <span>

namespace rootward {

/// Something that people give as a capture although it cannot serve as one, and what to give
/// instead.
struct ForeignFormat {
    const char *id;
    bool (*sniff)(QByteArrayView head);
    const char *what; ///< completes "FILE: …"; translated where it is shown
    const char *hint;
};

/// The most specific first.
std::span<const ForeignFormat> foreignFormats();

} // namespace rootward
