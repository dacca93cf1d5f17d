// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportformats.h"

namespace rootward {

namespace {

const QList<ExportFormat> &table()
{
    static const QList<ExportFormat> formats = [] {
        QList<ExportFormat> all;
        for (const ExportFormat &format : textExportFormats())
            all += format;
        return all;
    }();
    return formats;
}

} // namespace

QList<ExportFormat> exportFormats()
{
    return table();
}

const ExportFormat *findExportFormat(QStringView id)
{
    for (const ExportFormat &format : table()) {
        if (id == QLatin1StringView(format.id))
            return &format;
    }
    return nullptr;
}

} // namespace rootward
