// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "commandline.h"

namespace rootward {

/// Runs a command that needs no window: results to standard output, messages to standard error.
/// Returns the exit status. `export` of pictures needs a QGuiApplication to exist.
int runHeadless(const CommandLine &line);

/// Prints "rootward: …" to standard error and returns the exit status of the error's kind.
int fail(const Error &error);

} // namespace rootward
