// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"
#include "result.h"

#include <QByteArray>
#include <QImage>

class QPainter;

namespace rootward {

/// Pictures above this many pixels are refused.
inline constexpr double maxImagePixels = 200e6;

/// The drawing as an SVG document: text stays text, each node is a group with its id and title.
QByteArray svg(const Drawing &drawing);

/// The drawing at 1×, 2× or 3×. CannotWrite where it is too large; the sentence names SVG.
Result<QImage> image(const Drawing &drawing, int scale);

/// The drawing as one PDF page of its size, 1 px = 1 pt; text stays text.
QByteArray pdf(const Drawing &drawing);

/// Paints what meets `exposed` (in the drawing's coordinates), background included.
void paint(const Drawing &drawing, QPainter *painter, const QRectF &exposed);

/// How much of a box is worth painting at the present zoom.
enum class Detail { Full, Shapes, Block };
Detail detailAt(const QPainter &painter);

void paintOutline(const Drawing &drawing, const DrawnOutline &outline, QPainter *painter,
                  Detail detail = Detail::Full);
void paintBox(const Drawing &drawing, const DrawnBox &box, QPainter *painter,
              Detail detail = Detail::Full);
void paintHop(const Drawing &drawing, const DrawnHop &hop, QPainter *painter);
void paintRibbon(const Drawing &drawing, const DrawnRibbon &ribbon, QPainter *painter);
/// Headings, sentences, legend, footer and the divider.
void paintSurroundings(const Drawing &drawing, QPainter *painter, const QRectF &exposed);

} // namespace rootward
