// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "treelayout.h"

namespace rootward {

/// The rows that join the halves of a request.
struct LayoutRows {
    QList<int> group; ///< by node: the row that it stands on; -1: none
    QList<bool> edgeToParent; ///< by node: its edge to the parent lies on a row
};

/// A port stands on the first row that needs it.
LayoutRows layoutRows(const LayoutRequest &request);

/// The columns between a node and its parent, the second one excluded; equal: none.
std::pair<int, int> laneColumns(const LayoutRequest &request, int node);

/// What dot says: the middle of each node and of each lane, y downwards.
struct DotRows {
    QList<double> nodes;
    QHash<std::pair<int, int>, double> lanes; ///< by node and column
};
Result<DotRows> readDotRows(const LayoutRequest &request, const QByteArray &json);

/// Brings each row, and each lane with its box, onto one line: from the top down, every such
/// block goes where dot wanted it or just below what is above it. Returns the middles of nodes.
QList<double> straightened(const LayoutRequest &request, const DotRows &rows);

} // namespace rootward
