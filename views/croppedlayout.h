// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "treelayout.h"

namespace rootward {

/// What of a layout stands in a part of it, moved to its corner: for a picture of what is to be
/// seen. Boxes stay whole; a root is as tall as what is left of it. A part without boxes gives an
/// empty layout.
LayoutResult croppedLayout(const LayoutRequest &request, const LayoutResult &layout,
                           const QRectF &part);

} // namespace rootward
