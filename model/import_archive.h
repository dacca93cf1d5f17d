// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "archivemembers.h"

namespace rootward {

int sniffArchive(QByteArrayView head);

/// The hosts that an archive holds: sysfs trees (hwloc-gather-topology, sosreport, tar of
/// /sys/bus/pci/devices) and texts that hold the output of lspci, which complete each other. An
/// archive inside is read, one inside that is not. The kind is "archive".
Result<QList<ReadFunctions>> readArchivedHosts(const QByteArray &bytes,
                                               const ReadProgress &progress);
/// The same within other limits.
Result<QList<ReadFunctions>> readArchivedHosts(const QByteArray &bytes,
                                               const ReadProgress &progress,
                                               const ArchiveLimits &limits);

} // namespace rootward
