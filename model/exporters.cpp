// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exporters.h"

#include "planreport.h"

#include <QtGlobal>

namespace rootward {

namespace {

Result<QByteArray> writeHostpci(const ExportRequest &request)
{
    // What Proxmox would refuse is no line of a configuration; its text may be anything.
    Plan accepted = request.plan;
    accepted.entries.removeIf(
        [](const PlanEntry &entry) { return !HostpciValue::parse(entry.value); });
    return hostpciLines(accepted).toUtf8();
}

constexpr ExportFormat formats[] {
    {"hostpci", QT_TRANSLATE_NOOP("rootward", "hostpci lines"), "*.conf *.txt", writeHostpci},
    {"svg", QT_TRANSLATE_NOOP("rootward", "SVG picture"), "*.svg", nullptr},
    {"png", QT_TRANSLATE_NOOP("rootward", "PNG picture"), "*.png", nullptr},
};

} // namespace

std::span<const ExportFormat> exportFormats()
{
    return formats;
}

const ExportFormat *findExportFormat(QStringView id)
{
    for (const ExportFormat &format : formats) {
        if (id == QLatin1StringView(format.id))
            return &format;
    }
    return nullptr;
}

} // namespace rootward
