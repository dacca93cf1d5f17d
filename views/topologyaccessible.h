// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "noderef.h"

#include <optional>

namespace rootward {

class TopologyView;

/// Has the boxes of every TopologyView offered to screen readers, as items of a tree that are made
/// when they are asked for. Once per program.
void installTopologyAccessible();
/// Tells screen readers that the focus is on this box.
void announceFocus(TopologyView *view, const std::optional<NodeRef> &ref);

} // namespace rootward
