// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "importers.h"

namespace rootward {

int sniffLspciTree(QByteArrayView head);
/// `lspci -t`, -tv, -tvnn: the tree alone, with neither port types nor registers.
Result<QList<ReadFunctions>> readLspciTree(const QByteArray &bytes, const ReadProgress &progress);

} // namespace rootward
