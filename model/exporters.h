// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"
#include "result.h"

#include <QByteArray>
#include <QString>

#include <span>

namespace rootward {

/// What an exporter turns into bytes. The options below the line concern pictures only.
struct ExportRequest {
    Plan plan;
    PlanOutcome outcome;
    QString hostLabel;

    bool unfoldAll = false;
    int scale = 1; ///< pixels per point of a PNG: 1, 2 or 3
    bool dark = false;
};

/// One output format.
struct ExportFormat {
    const char *id; ///< "hostpci": export --as
    const char *name; ///< for menus and tabs; a translation source in context "rootward"
    const char *patterns; ///< "*.conf"
    /// nullptr for a picture, which app/pictureexport.h paints: the command line alone loads
    /// nothing that draws.
    Result<QByteArray> (*write)(const ExportRequest &request);

    bool isPicture() const { return write == nullptr; }
};

/// Every format, text first, then pictures: what --as, the dialogs and the tests walk.
std::span<const ExportFormat> exportFormats();
/// nullptr for an unknown id.
const ExportFormat *findExportFormat(QStringView id);

} // namespace rootward
