// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "syntheticfunction.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace rootward {

/// A file, folder or link that a test makes, on disk or in an archive.
struct MadeEntry {
    enum class Kind { File, Folder, Link, HardLink, Device };
    Kind kind = Kind::File;
    QString path;
    QByteArray bytes; ///< of a file
    QString target; ///< of a link
};

/// How the /sys of a made-up host is shown.
struct MadeSysfs {
    int configBytes = 4096; ///< 0: no config at all
    bool padded = false; ///< files filled up with zeros to a page, as an archiver leaves them
    bool flat = false; ///< the devices folder alone, links copied as folders
    QString prefix = QStringLiteral("sys/"); ///< in front of every path; empty or ends with "/"
};

/// What the kernel would show of the host: registers, ids, driver, group, node, slot, VFs.
QList<MadeEntry> sysfsOf(const SyntheticHost &host, const MadeSysfs &how = {});
/// Makes them below a folder that is there. False where that fails.
bool writeEntries(const QString &folder, const QList<MadeEntry> &entries);
/// The same without the entries whose path holds `part`.
QList<MadeEntry> without(QList<MadeEntry> entries, const QString &part);

} // namespace rootward
