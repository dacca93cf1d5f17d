// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "hostpci.h"
#include "result.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace rootward {

/// One `map` line: what a mapping stands for on one node.
struct MappedPath {
    QString node;
    QList<HostId> paths; ///< `path=`, several: one choice with several functions
    QString id; ///< "1002:744c"
    QString subsystemId; ///< empty: not written
    std::optional<int> iommuGroup;
    QString description;
    int line = 0; ///< in the file, from 1

    friend bool operator==(const MappedPath &, const MappedPath &) = default;
};

/// One section of pci.cfg.
struct PciMapping {
    QString name;
    QList<MappedPath> map; ///< file order: those of one node are alternatives
    QString description;
    bool liveMigrationCapable = false;
    bool mediated = false; ///< mdev 1

    friend bool operator==(const PciMapping &, const PciMapping &) = default;
};

/// The cluster's resource mappings for PCI devices, /etc/pve/mapping/pci.cfg.
/// Source: pve-guest-common Mapping/PCI.pm.
struct PciMappings {
    QList<PciMapping> mappings; ///< file order
    QStringList problems; ///< lines that could not be read, a sentence each

    const PciMapping *find(QStringView name) const; ///< nullptr if there is none
    QStringList nodes() const; ///< named in any map line, sorted

    friend bool operator==(const PciMappings &, const PciMappings &) = default;
};

/// Fails only where nothing of the bytes is a mapping; single bad lines become problems.
Result<PciMappings> readPciMappings(const QByteArray &bytes, const QString &name);

/// The section as Proxmox writes it, with a blank line behind it: parts of a `map` line sorted by
/// their key, `map` lines first. What no line of the file can hold (line ends, a comma in the
/// description of a path) becomes a blank.
QString writePciMapping(const PciMapping &mapping);

} // namespace rootward
