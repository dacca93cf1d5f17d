// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "commandline.h"
#include "exporters.h"

namespace rootward {

using ExportWriter = Result<QByteArray> (*)(const ExportFormat &, const ExportRequest &);

/// Runs a command that opens no window: results to standard output, messages to standard error.
/// Returns the exit status. `writePicture` is asked for the formats that are pictures.
int runHeadless(const CommandLine &line, ExportWriter writePicture = nullptr);

/// Prints "rootward: …" to standard error and returns the exit status of the error's kind.
int fail(const Error &error);

} // namespace rootward
