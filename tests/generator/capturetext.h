// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "syntheticfunction.h"

#include <expected>

namespace rootward {

/// Who ran lspci on the host.
enum class Reader { Root, OrdinaryUser };

/// What `lspci -vvv -nn` (with `-xxx` for root) prints on such a host: the words are lspci's own,
/// read from the registers, joined by those that only a running system knows (driver, IOMMU group,
/// NUMA node, slot, sizes of regions). A sentence where lspci cannot be run.
std::expected<QByteArray, QString> captureText(const SyntheticHost &host, Reader reader);

} // namespace rootward
