// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"
#include "result.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <span>

namespace rootward {

/// Which functions of a card the libvirt and QEMU formats give to the guest, and where.
enum class ExportForm {
    AsPlanned, ///< what the plan's entries pass, each entry in one guest slot
    OneFunction, ///< of each card the function that the driver is for
    AllFunctions, ///< every function of a card in one guest slot; needs a capture of the host
    SeparateSlots, ///< every function of a card in a guest slot of its own; needs a capture too
};

/// What an exporter turns into bytes. The three options below the line concern pictures only.
struct ExportRequest {
    Plan plan;
    PlanOutcome outcome;
    QString hostLabel;

    bool unfoldAll = false;
    int scale = 1; ///< pixels per point of a PNG: 1, 2 or 3
    bool dark = false;

    ExportForm form = ExportForm::AsPlanned; ///< of libvirt and qemu
    std::optional<bool> redact {}; ///< nullopt: as the format does by default
};

/// One output format.
struct ExportFormat {
    const char *id; ///< "hostpci": export --as
    const char *name; ///< for menus and tabs; a translation source in context "rootward"
    const char *patterns; ///< "*.conf"
    /// nullptr for a picture, which app/pictureexport.h paints: the command line alone loads
    /// nothing that draws.
    Result<QByteArray> (*write)(const ExportRequest &request);
    /// Shared with strangers: names, addresses and serial numbers are left out unless asked for.
    bool redactsByDefault = false;
    bool hasForms = false; ///< ExportRequest::form makes a difference
    const char *highlighting = ""; ///< KSyntaxHighlighting's name for the text's kind

    bool redacts(const ExportRequest &request) const
    {
        return request.redact.value_or(redactsByDefault);
    }
    bool isPicture() const { return write == nullptr; }
};

/// Every format, text first, then pictures: what --as, the dialogs and the tests walk.
std::span<const ExportFormat> exportFormats();
/// nullptr for an unknown id.
const ExportFormat *findExportFormat(QStringView id);

} // namespace rootward
