// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sysfs.h"

#include <QStringList>

namespace rootward {

/// Files below one folder, on disk or in an archive. Paths are relative to it, with "/" between
/// names and none at either end; "" is the folder itself.
class SysfsFiles {
public:
    enum class Kind { Missing, File, Folder, Link };
    struct Content {
        QByteArray bytes;
        bool denied = false; ///< it is there, but may not be read
    };

    virtual ~SysfsFiles() = default;
    /// Of the path itself: a link at its end is not followed.
    virtual Kind kind(const QString &path) const = 0;
    /// In a folder, in order; empty for anything else.
    virtual QStringList names(const QString &folder) const = 0;
    /// Where a link leads, as it stands there.
    virtual QString target(const QString &link) const = 0;
    /// The beginning of a file.
    virtual Content read(const QString &file, qsizetype most) const = 0;
};

/// A folder of this machine. Links are read, never followed.
class DiskFiles final : public SysfsFiles {
public:
    explicit DiskFiles(const QString &root) : m_root(root) { }
    Kind kind(const QString &path) const override;
    QStringList names(const QString &folder) const override;
    QString target(const QString &link) const override;
    Content read(const QString &file, qsizetype most) const override;

private:
    QString absolute(const QString &path) const;

    QString m_root;
};

/// The path without links in it. nullopt: it leads out of the folder, in circles, or nowhere.
std::optional<QString> resolved(const SysfsFiles &files, const QString &path);

/// A folder that holds what the kernel shows of PCI functions.
struct SysfsRoot {
    enum class Shape {
        Whole, ///< a /sys: bus/pci/devices stands in it
        Chains, ///< a /sys of which devices/pciDDDD:BB alone was kept
        Flat, ///< the devices folder itself: one folder or link for each function
    };
    QString folder;
    Shape shape = Shape::Whole;
};

/// The shape of that folder; nullopt: it is none of them.
std::optional<SysfsRoot> sysfsRootAt(const SysfsFiles &files, const QString &folder);
/// All of them, at most `depth` folders down.
QList<SysfsRoot> findSysfsRoots(const SysfsFiles &files, int depth);

/// Reads it. Fails where reading is cancelled.
Result<SysfsTree> gatherSysfs(const SysfsFiles &files, const SysfsRoot &root,
                              const ReadProgress &progress = {});

} // namespace rootward
