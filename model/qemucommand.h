// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "vmdefinition.h"

namespace rootward {

/// A QEMU command line: on one line, one option a line, with backslashes, or what `qm showcmd`
/// prints (plain and --pretty), alone or within other text.
/// Source: QEMU qemu-options.hx; qemu-server config_to_command().
int sniffQemuCommand(QByteArrayView head);
Result<VmDefinition> readQemuCommand(const QByteArray &bytes, const QString &name);

} // namespace rootward
