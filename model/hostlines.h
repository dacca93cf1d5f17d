// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "kernelversion.h"

#include <QByteArrayView>
#include <QList>
#include <QString>

#include <optional>

namespace rootward {

/// What the lines of a paste that are not lspci's say about a host: `uname -a`, `pveversion -v`,
/// QEMU's own version, kernel messages. Of a kernel and of a QEMU the first that is named counts.
/// Source: Linux drivers/iommu/intel/dmar.c and iommu.c, drivers/iommu/amd/init.c,
/// drivers/iommu/iommu.c for the messages; pve-manager for the words of its warning.
struct HostFacts {
    QString host; ///< its name: a shell's prompt, or uname; empty: none was told
    std::optional<KernelVersion> kernel;
    std::optional<QemuVersion> qemu;
    bool iommuOn = false; ///< a line tells so
    bool iommuOff = false;

    /// nullopt: no line tells, or two contradict each other.
    std::optional<bool> iommu() const;
    bool tellsSomething() const { return kernel || qemu || iommuOn || iommuOff; }
    void take(QByteArrayView line);

private:
    void takeKernel(QByteArrayView line);
    void takeQemu(QByteArrayView line);
};

/// The lines of a paste that may come from several hosts: a shell's prompt tells them apart.
class HostLines {
public:
    void take(QByteArrayView line);

    /// The host that the lines speak of now; empty: none was named yet.
    const QString &host() const { return m_facts.at(m_current).host; }
    /// What was said about a host. What was said before any was named is the first one's.
    HostFacts facts(const QString &host) const;

private:
    void turnTo(const QString &named);

    QList<HostFacts> m_facts {HostFacts {}};
    qsizetype m_current = 0;
};

} // namespace rootward
