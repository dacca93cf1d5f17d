// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "importers.h"

#include <QByteArray>
#include <QHash>
#include <QList>

#include <optional>

namespace rootward {

/// What the kernel's folder of one PCI function holds, as it stands there.
/// Source: Linux Documentation/ABI/testing/sysfs-bus-pci, drivers/pci/pci-sysfs.c, iov.c.
struct SysfsDevice {
    PciAddress address;
    QByteArray config; ///< configuration space; empty: not there, or not to be read
    bool configDenied = false; ///< there, but its owner alone may read it
    QHash<QByteArray, QByteArray> files; ///< the small ones, by name
    QString driver; ///< what its link names
    std::optional<int> iommuGroup; ///< what its link names
    std::optional<PciAddress> physicalFunction; ///< the PF, of a VF
    QList<PciAddress> virtualFunctions; ///< of a PF
    /// The folder behind the link, "devices/pci0000:00/0000:00:03.1/0000:0b:00.0"; empty: not
    /// known.
    QString path;
    bool hasMediatedTypes = false; ///< mdev_supported_types is there
    bool hasNvidiaVgpu = false; ///< nvidia is there
};

/// A name that firmware or a hotplug driver gave to a slot.
struct SysfsSlot {
    QString name;
    QByteArray address; ///< "0000:0b:00", or "0000:0b" for all of a bus
};

/// What is read of a /sys. A value: gathered from a folder, an archive or the running kernel.
struct SysfsTree {
    QList<SysfsDevice> devices;
    QList<SysfsSlot> slotNames;
    QHash<PciAddress, int> groups; ///< as kernel/iommu_groups lists them
    QStringList strangers; ///< entries of the devices folder that are no address
    int missing = 0; ///< functions whose link leads to nothing that is in it
    bool cut = false; ///< there were more than maxCaptureFunctions
    bool isLive = false; ///< the running kernel's own: what is not there does not exist
    bool hasGroupsFolder = false; ///< kernel/iommu_groups is there
};

/// The names of the small files that readSysfs() reads.
bool isSysfsAttribute(QByteArrayView name);

/// Decides registers by configuration space where it is readable, else ids and class by their
/// files; parents by the folder's path; VFs by their links. Pure. The kind is "sysfs".
ReadFunctions readSysfs(const SysfsTree &tree);

inline constexpr qsizetype maxConfigBytes = 4096;
inline constexpr qsizetype maxAttributeBytes = 4096; ///< a page: no attribute is longer

} // namespace rootward
