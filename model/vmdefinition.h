// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"
#include "result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <memory>
#include <span>

namespace rootward {

/// What the definition of a VM says about a plan, whatever its format.
struct VmDefinition {
    GuestMachine guest;
    QList<PlanEntry> entries; ///< Proxmox's lines; empty where `layout` is set
    std::shared_ptr<const GuestLayout> layout; ///< libvirt and QEMU; null: Proxmox
    std::shared_ptr<const VmDocument> document; ///< a Proxmox file that may be edited; or null
    QList<Notice> problems; ///< what could not be read, or is not modelled
};

/// One format of VM definitions.
struct VmFormat {
    const char *id; ///< "proxmox", "libvirt", "qemu"
    const char *description; ///< for --help and the file dialog
    const char *patterns; ///< "*.conf"
    /// 0: not mine … 100: certainly mine. Looks at the first 64 KiB only.
    int (*sniff)(QByteArrayView head);
    Result<VmDefinition> (*read)(const QByteArray &bytes, const QString &name);
};

/// The formats, the most specific first.
std::span<const VmFormat> vmFormats();

/// `name` is the file's name: "101.conf" gives the vmid. Fails with one sentence where no format
/// fits or where the best one finds nothing of a VM.
Result<VmDefinition> readVmDefinition(const QByteArray &bytes, const QString &name);

inline constexpr qsizetype maxVmDefinitionBytes = 4 * 1024 * 1024;
inline constexpr qsizetype maxLayoutDevices = 1024;

} // namespace rootward
