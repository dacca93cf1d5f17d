// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"
#include "exporters.h"

namespace rootward {

/// What a picture shows beside what the request says: as the window has it.
struct PictureOptions {
    Folding folding;
    Layers layers;
    std::optional<NodeRef> selected;
    std::optional<QRectF> part; ///< of the layout, in its coordinates; nullopt: the whole
    bool sentences = true;
    bool legend = true;
};

/// Any row of exportFormats(), text or picture. Pictures need a QGuiApplication; may run on a
/// worker thread.
Result<QByteArray> writeExport(const ExportFormat &format, const ExportRequest &request,
                               const PictureOptions &options = {});

/// What a picture format would paint, for a preview and for a printer: with the host's name left
/// out as that format does.
Result<Drawing> exportedDrawing(const ExportFormat &format, const ExportRequest &request,
                                const PictureOptions &options);

} // namespace rootward
