// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "qemuoptions.h"

#include <QMap>
#include <QSet>
#include <QString>

namespace rootward {

/// What a device says that decides by itself; each a sentence, the first that holds, or empty.
struct QemuDeviceFaults {
    QString refusal; ///< QEMU does not start
    QString open; ///< where it stands or what it passes cannot be told
    QString allOpen; ///< whether QEMU starts at all cannot be told
};

/// Looks at the devices of one command, one after the other as QEMU makes them: names, values and
/// what only one of them may have. Where a device stands is not its matter. Source: QEMU
/// hw/core/qdev-properties-system.c set_pci_devfn();
/// system/bootdevice.c check_boot_index(); hw/acpi/pcihp.c acpi_pcihp_device_pre_plug_cb();
/// hw/pci/pci.c pci_qdev_realize(); hw/i386/pc.c, hw/arm/virt.c for the IOMMU; by experiment.
class QemuDeviceChecks {
public:
    /// `ids` have other definitions; `noIommu`: the machine is one that has no place for an IOMMU
    /// of Intel's or AMD's.
    QemuDeviceChecks(const QSet<QString> &ids, bool noIommu) : m_ids(ids), m_noIommu(noIommu) { }

    QemuDeviceFaults check(const QemuDevice &device);

private:
    void checkModel(const QemuDevice &device);
    void checkId(const QemuDevice &device);
    void checkWords(const QemuDevice &device);
    void checkProperties(const QemuDevice &device);
    void checkUnique(const QemuDevice &device, QLatin1StringView key, int lowest, int highest);
    void checkReserve(const QemuDevice &device);
    void checkRom(const QemuDevice &device);
    void checkIommu(const QemuDevice &device);
    void refuse(const QString &why);
    void refuseValue(QLatin1StringView key, const QString &word);
    void leaveOpen(const QString &why);

    QSet<QString> m_ids;
    bool m_noIommu = false;
    QMap<QString, QSet<int>> m_numbers; ///< by property, those which are given
    bool m_hasIommu = false;
    QemuDeviceFaults m_faults;
};

} // namespace rootward
