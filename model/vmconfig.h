// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"
#include "result.h"

namespace rootward {

/// What a Proxmox VM configuration file says about the plan: the main section, as the next start
/// reads it. Source: qemu-server parse_vm_config().
struct VmConfig {
    GuestMachine guest;
    QList<PlanEntry> entries;
    QList<Notice> problems;
};

/// `name` is the file's name; "101.conf" gives the vmid.
Result<VmConfig> readVmConfig(const QByteArray &bytes, const QString &name);

} // namespace rootward
