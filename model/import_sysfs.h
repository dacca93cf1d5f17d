// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "importers.h"

namespace rootward {

/// A folder that is or holds a /sys, or holds the folders of the functions themselves; links may be
/// links or copied. None that leads out of the folder is followed.
Result<QList<ReadFunctions>> readSysfsFolder(const QString &folder,
                                             const ReadProgress &progress = {});

/// Where the running system says things about itself.
struct LivePlaces {
    QString sys = QStringLiteral("/sys");
    QString packages = QStringLiteral("/var/lib/dpkg/status"); ///< what dpkg has installed
};

/// This machine: functions as its kernel shows them, its name, kernel and QEMU, and whether its
/// IOMMU is on. Runs no program. The kind is "live".
Result<QList<ReadFunctions>> readLive(const ReadProgress &progress = {},
                                      const LivePlaces &places = {});

/// Of the QEMU that dpkg's status file names as installed: Proxmox's package, else Debian's.
std::optional<QemuVersion> installedQemu(QByteArrayView status);

} // namespace rootward
