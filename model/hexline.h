// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QByteArrayView>

#include <array>

namespace rootward {

/// -1 for what is no hexadecimal digit.
int hexDigit(char c);

/// One line of `lspci -x`: "40: 01 50 03 c8 …", at column 0.
struct HexLine {
    static constexpr int maxBytes = 16;

    int offset = 0;
    int count = 0; ///< bytes read
    std::array<char, maxBytes> bytes {};
    bool torn = false; ///< something else follows the bytes, or the last one is cut

    /// False where the line is none at all.
    bool read(QByteArrayView line);

private:
    bool readFullLine(const char *pairs);
};

} // namespace rootward
