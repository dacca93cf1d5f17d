// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "atomicpath.h"
#include "importers.h"
#include "jsonwriter.h"

#include <QByteArray>

namespace rootward {

/// The three forms of `rootward tree`. `kernel` is the host's: as the user named it, else as the
/// capture says it, else unknown.

/// To an open device, which keeps any error. Schema docs/schema/rootward.tree-1.json.
void writeTreeJson(QIODevice &device, const HostCapture &host, const KernelVersion &kernel);
/// An indented tree, one function a line, then the problems. Ends with a line feed.
QString treeText(const HostCapture &host, const KernelVersion &kernel);
/// A digraph for Graphviz: an edge from each parent to its children.
QString treeDot(const HostCapture &host, const KernelVersion &kernel);

/// A path's answer: the shape that toRoot and hostPath share.
void writePath(JsonWriter &json, QLatin1StringView key, const Topology &topology,
               const HostPath &path);
void writeKernel(JsonWriter &json, QLatin1StringView key, const KernelVersion &kernel);

/// "✓", "✕", "?", "!": the mark of a verdict wherever text is printed.
QChar verdictGlyph(PathVerdict verdict);
/// One verdict for the widths 32 and 64 together: a fail wins, then unknown, then unproven.
PathVerdict combinedVerdict(const PerWidth<PathVerdict> &verdict);

} // namespace rootward
