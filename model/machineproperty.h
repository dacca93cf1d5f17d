// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "result.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace rootward {

/// Proxmox's `machine` property, which is a property string of its own.
/// Source: qemu-server Machine.pm $machine_fmt.
struct MachineProperty {
    QString type; ///< "q35", "pc-q35-9.2+pve1"; empty: absent
    QString viommu; ///< "intel", "virtio"; empty: none
    std::optional<int> awBits; ///< address width of the vIOMMU

    /// Refuses what `qm set` refuses.
    static Result<MachineProperty> parse(const QString &text);

    bool isQ35() const { return type.contains(u"q35"); }
    /// Why the VM does not start with it, one sentence each.
    QStringList startRefusals() const;

    friend bool operator==(const MachineProperty &, const MachineProperty &) = default;
};

} // namespace rootward
