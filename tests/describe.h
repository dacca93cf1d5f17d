// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "importers.h"

namespace rootward {

/// The tree as indented text, one function a line: address, port type, and what `details` adds.
QByteArray treeText(const Topology &topology, bool details = false);

/// Everything a capture says, as text to compare.
QByteArray describe(const HostCapture &capture);

/// "R+ C++- Q+ E-": the bits that apply, "?" for what was not readable.
QByteArray bitsText(const PciFunction &function);

} // namespace rootward
