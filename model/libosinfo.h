// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "guestmachine.h"

#include <QStringView>

namespace rootward {

/// The system that an identifier of the osinfo database stands for, such as
/// "http://debian.org/debian/13"; Unknown for one that is not in the table.
/// Source: osinfo-db data/os/.
GuestOs osOfIdentifier(QStringView identifier);

} // namespace rootward
