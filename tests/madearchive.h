// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "madesysfs.h"

namespace rootward {

/// An archive of the entries in their order: "tar" or "zip", packed by "gzip", "xz", "bzip2",
/// "zstd" or nothing. Paths stand in it as they are given. Empty where it cannot be made.
QByteArray archiveOf(const QList<MadeEntry> &entries, const char *format = "tar",
                     const char *filter = "gzip");
/// A zip whose members are encrypted.
QByteArray encryptedZip(const QList<MadeEntry> &entries);
/// One file packed by itself.
QByteArray packed(const QByteArray &bytes, const char *filter = "gzip");

} // namespace rootward
