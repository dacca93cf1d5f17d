// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "capturetext.h"
#include "machines.h"

#include <array>

namespace rootward {

/// A built-in example, as its capture is made.
struct ExampleSource {
    const char *name; ///< folder in resources/examples
    SyntheticHost (*host)();
    Reader reader;
};

inline constexpr std::array exampleSources {
    ExampleSource {"x399-two-rx7900xt", x399Host, Reader::Root},
    ExampleSource {"x570-chipset-slot", x570Host, Reader::Root},
    ExampleSource {"no-root", x399Host, Reader::OrdinaryUser},
};

} // namespace rootward
