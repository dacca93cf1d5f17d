// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "importers.h"

namespace rootward {

/// The text of lspci, of any version from 3.1 on, with -v or more; with or without a hex dump.
int sniffLspciText(QByteArrayView head);
/// The same with a hex dump (-x, -xxx, -xxxx).
int sniffLspciHex(QByteArrayView head);

/// Reads both. The kind is "lspci-hex" where a hex dump decided the registers of every function,
/// else "lspci-text". Hosts and boots are told apart by a shell's prompt and by what contradicts.
Result<QList<ReadFunctions>> readLspci(const QByteArray &bytes, const ReadProgress &progress);

} // namespace rootward
