// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "textmeasure.h"

namespace rootward {

inline constexpr double pictureMargin = 20;
inline constexpr double badgeSize = 17;
inline constexpr double letterSize = 16;

/// Adds title, sentences and headings above; returns the y where the trees begin.
double addTop(Drawing &drawing, TextMeasure &measure, const PlanOutcome &outcome,
              const DrawingOptions &options, double width);
/// Adds legend and footer below `y`; returns the y where the picture ends.
double addBottom(Drawing &drawing, TextMeasure &measure, const DrawingOptions &options,
                 double width, double y);
/// A letter of identical cards with the square behind it.
DrawnText letterText(TextMeasure &measure, const QString &letter, const QRectF &square,
                     const Theme &theme);
/// The least width in which legend and headings stand.
double leastWidth(TextMeasure &measure, const DrawingOptions &options);

} // namespace rootward
