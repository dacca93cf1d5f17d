// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "exporters.h"

#include <QList>

namespace rootward {

/// Every export format, text first, then pictures: what --as, the dialogs and the tests walk.
const QList<ExportFormat> &exportFormats();
/// nullptr for an unknown id.
const ExportFormat *findExportFormat(QStringView id);

} // namespace rootward
