// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"

#include <QPen>

namespace rootward {

/// A line as every painter draws it: width and dashes in pixels.
struct Stroke {
    QColor color;
    double width = 1;
    QList<double> dashes; ///< empty: solid

    QPen pen() const;
};

struct BoxLook {
    QColor fill;
    Stroke border;
    bool hatched = false;
};

inline constexpr double boxRadius = 7;
inline constexpr double chipRadius = 7.5;
inline constexpr double letterRadius = 3;
inline constexpr double hatchStep = 7;
inline constexpr double ringGap = 3.5;
inline constexpr double outlineRadius = 9;
/// What a filter does not want is painted so.
inline constexpr double mutedOpacity = 0.25;

BoxLook boxLook(const Theme &theme, const DrawnBox &box);
Stroke hopStroke(const Theme &theme, const DrawnHop &hop);
Stroke chipStroke(const Theme &theme, const DrawnChip &chip);
/// Behind a ribbon; opaque, so that nothing shines through in a picture without alpha.
BoxLook ribbonLook(const Theme &theme, const DrawnRibbon &ribbon);
/// An outline of an IOMMU group, and the ground of its label.
BoxLook outlineLook(const Theme &theme, const DrawnOutline &outline);
QRectF outlineLabelGround(const DrawnOutline &outline);
Stroke dividerStroke(const Theme &theme);
/// The halo under the selected path, and the ring about boxes that are selected or found.
Stroke haloStroke(const Theme &theme, const DrawnHop &hop);
Stroke ringStroke(const Theme &theme, const DrawnBox &box);
/// About what has the keyboard.
Stroke focusStroke(const Theme &theme);

/// From the top of a text's rectangle down to its baseline.
double textAscent(TextStyle style);
/// The glyph of a badge, in the middle of its circle.
DrawnText badgeGlyph(const Theme &theme, HopState state, const QRectF &badge);

} // namespace rootward
