// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "result.h"

#include <QIODevice>

#include <functional>

namespace rootward {

using OutputWriter = std::function<void(QIODevice &)>;

/// Writes a file whole or not at all, or standard output where the name is empty. Fails with
/// CannotWrite; what stood in the file before is then still there.
Result<void> writeOutput(const QString &fileName, const OutputWriter &write);
Result<void> writeOutput(const QString &fileName, const QByteArray &bytes);

} // namespace rootward
