// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "qemutext.h"

namespace rootward {

/// What a command's options decide by themselves; each a sentence, the first that holds, or empty.
struct QemuOptionFaults {
    QString refusal; ///< QEMU does not start
    QString open; ///< whether QEMU starts cannot be told
};

/// Looks at the names of a whole command's options, at those which need a value, and at what
/// -machine and -global say. What disks, networks and processors need is not its matter.
/// Source: QEMU qemu-options.hx; -machine TYPE,help; system/vl.c, hw/core/machine.c.
QemuOptionFaults checkQemuOptions(const QemuText &command);

/// Whether QEMU 10.0 has an option of that name, without its hyphen.
bool isQemuOption(QStringView name);

} // namespace rootward
