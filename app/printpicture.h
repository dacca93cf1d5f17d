// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"

class QPrinter;
class QWidget;

namespace rootward {

/// One page of the printer with the whole picture on it, as large as the page allows and never
/// larger than its natural size.
void printPicture(const Drawing &drawing, QPrinter *printer);
/// Shows what would be printed; the page lies as the picture does.
void showPrintPreview(const Drawing &drawing, QWidget *parent);

} // namespace rootward
