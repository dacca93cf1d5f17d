// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "captureproblem.h"
#include "importers.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <functional>

namespace rootward {

/// What an archive holds under one name. Nothing is ever written to disk and no link is followed:
/// names are only names.
struct ArchiveMember {
    enum class Kind { File, Folder, Link };
    Kind kind = Kind::File;
    QString path; ///< without "/" or "." at its beginning; empty for packed data without a name
    QByteArray bytes; ///< of a file
    QString target; ///< of a link, as it stands there
};

/// When unpacking ends. Sizes in bytes.
struct ArchiveLimits {
    qsizetype members = 400'000;
    qsizetype keptBytes = 256 * 1024 * 1024; ///< of all members that are wanted
    qsizetype unpackedBytes = 2LL * 1024 * 1024 * 1024; ///< of all, wanted or not
    qsizetype ratio = 250; ///< unpacked to packed size, once more than freeBytes are unpacked
    qsizetype freeBytes = 128 * 1024 * 1024;
};

struct ArchiveContents {
    QList<ArchiveMember> members; ///< the wanted ones, in the archive's order
    QList<CaptureProblem> problems; ///< limits that were met, damage, members left out
    qsizetype unpackedBytes = 0; ///< of the limit of that name
    qsizetype keptBytes = 0;
};

/// How many bytes of the member of that path are wanted at most; 0: it is not wanted. A file that
/// is longer is left out with a problem.
using WantedBytes = std::function<qsizetype(const QString &path)>;

/// Whether it is tar (also packed by gzip, xz, bzip2 or zstd), zip, or one file packed by these.
bool isArchive(QByteArrayView head);

/// Unpacks in memory. Damage and limits end the reading and keep what was read; fails where it is
/// no archive at all, or cancelled.
Result<ArchiveContents> readArchive(QByteArrayView bytes, const WantedBytes &wanted,
                                    const ArchiveLimits &limits = {},
                                    const ReadProgress &progress = {});

} // namespace rootward
