// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "vmdefinition.h"

namespace rootward {

/// A Proxmox VM configuration, as its file or as `qm config` prints it: the main section with
/// what is pending, as the next start reads it. Source: qemu-server parse_vm_config().
int sniffVmConfig(QByteArrayView head);
Result<VmDefinition> readVmConfig(const QByteArray &bytes, const QString &name);

} // namespace rootward
