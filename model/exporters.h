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
    bool picture; ///< not to be written to a terminal; needs a QGuiApplication
    Result<QByteArray> (*write)(const ExportRequest &request);
};

/// The formats that are text. The program's whole table is in app/exportformats.h.
std::span<const ExportFormat> textExportFormats();

} // namespace rootward
