// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "result.h"

namespace rootward {

/// What to run on the host for a capture that answers everything; not translated yet.
extern const char *const captureCommand;

/// An input that cannot be read. `what` and `hint` are translated here; no hint: nullptr.
std::unexpected<Error> importFailure(Error::Kind kind, const QString &where, const char *what,
                                     const char *hint = captureCommand);

} // namespace rootward
