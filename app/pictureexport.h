// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "exporters.h"

namespace rootward {

/// Any row of exportFormats(), text or picture. Pictures need a QGuiApplication; may run on a
/// worker thread.
Result<QByteArray> writeExport(const ExportFormat &format, const ExportRequest &request);

} // namespace rootward
