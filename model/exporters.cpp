// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exporters.h"

#include "planreport.h"

#include <QtGlobal>

namespace rootward {

namespace {

Result<QByteArray> writeHostpci(const ExportRequest &request)
{
    return hostpciLines(request.plan).toUtf8();
}

constexpr ExportFormat formats[] {
    {"hostpci", QT_TRANSLATE_NOOP("rootward", "hostpci lines"), "*.conf *.txt", false,
     writeHostpci},
};

} // namespace

std::span<const ExportFormat> textExportFormats()
{
    return formats;
}

} // namespace rootward
