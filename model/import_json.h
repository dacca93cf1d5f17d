// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "importers.h"

namespace rootward {

/// What `pvesh get /nodes/NODE/hardware/pci --output-format json` prints, or the API's answer with
/// the same in its "data".
int sniffProxmoxJson(QByteArrayView head);

/// Ids, names, groups and VFs; it holds neither a tree nor registers, which a problem says. Wrong
/// JSON is refused with its line and column, a wrong entry costs that entry alone. The kind is
/// "json". Source: Proxmox pve-manager PVE/API2/Hardware/PCI.pm, pve-common PVE/SysFSTools.pm.
Result<QList<ReadFunctions>> readProxmoxJson(const QByteArray &bytes, const ReadProgress &progress);

inline constexpr qsizetype maxJsonBytes = 64 * 1024 * 1024;

} // namespace rootward
