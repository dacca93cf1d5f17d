// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "kernelversion.h"

#include <QByteArrayView>

#include <optional>

namespace rootward {

/// What the lines of a paste that are not lspci's say about the host: `uname -a`, `pveversion -v`,
/// QEMU's own version, kernel messages. Of a kernel and of a QEMU the first that is named counts.
/// Source: Linux drivers/iommu/intel/dmar.c and iommu.c, drivers/iommu/amd/init.c,
/// drivers/iommu/iommu.c for the messages; pve-manager for the words of its warning.
class HostLines {
public:
    void take(QByteArrayView line);

    const std::optional<KernelVersion> &kernel() const { return m_kernel; }
    const std::optional<QemuVersion> &qemu() const { return m_qemu; }
    /// nullopt: no line tells, or two contradict each other.
    std::optional<bool> iommu() const;

    /// A function that stands in an IOMMU group.
    void noteGroup() { m_on = true; }

private:
    void takeKernel(QByteArrayView line);
    void takeQemu(QByteArrayView line);

    std::optional<KernelVersion> m_kernel;
    std::optional<QemuVersion> m_qemu;
    bool m_on = false;
    bool m_off = false;
};

} // namespace rootward
