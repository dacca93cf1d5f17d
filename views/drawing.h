// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "folding.h"
#include "layers.h"
#include "plan.h"
#include "theme.h"
#include "treelayout.h"

#include <QDate>
#include <QFont>
#include <QHash>
#include <QPolygonF>
#include <QSet>

#include <optional>

namespace rootward {

/// What is looked for in the picture. Nothing is taken away: the rest is dim.
struct Highlight {
    std::optional<QSet<NodeRef>> wanted; ///< what filters leave bright; nullopt: no filter
    QSet<NodeRef> found; ///< what the search has found

    friend bool operator==(const Highlight &, const Highlight &) = default;
};

/// What the picture shows and in which colours.
struct DrawingOptions {
    Theme theme = Theme::light();
    Folding folding;
    Layers layers;
    Highlight highlight;
    std::optional<NodeRef> selected; ///< its path asks, too
    std::optional<NodeRef> second; ///< a host function beside it, ringed like it
    QString title; ///< heading of an exported picture; empty: none
    QString hostLabel; ///< after "Host"
    QString guestLabel; ///< after "Guest"
    QDate date; ///< in the footer; invalid: none
    bool heading = true; ///< title and "Host", "Guest"
    bool sentences = true; ///< one line per entry
    bool legend = true;
    bool footer = true; ///< program, version, date
};

/// Fonts of the picture, by name: sizes are pixels of the drawing.
enum class TextStyle {
    Title,
    Heading,
    BoxTitle,
    BoxLine,
    Chip,
    Letter,
    Glyph,
    Sentence,
    SentenceBold,
    Note,
    Group,
    GroupBold,
    Bus
};
QFont drawingFont(TextStyle style);

/// A text as it stands: already elided, its rectangle measured.
struct DrawnText {
    QRectF rect; ///< left edge, baseline box and advance of the text
    QString text;
    TextStyle style = TextStyle::BoxLine;
    QColor color;
};

/// A small field of a box: "32 ✓".
struct DrawnChip {
    QRectF rect;
    HopState state = HopState::NotAsked;
    DrawnText text;
};

struct DrawnBox {
    NodeRef ref;
    QRectF rect;
    HopState state = HopState::NotAsked;
    bool isFold = false;
    bool canFold = false; ///< something below can be folded away
    bool asked = false; ///< something passed or selected asks here
    bool dim = false; ///< an empty port, or what the guest does not see
    bool selected = false; ///< the selected box or its twin
    bool firstBlocking = false; ///< the first blocking port of a passed path
    bool muted = false; ///< a filter is set and does not want it
    bool found = false; ///< a search has found it
    QRectF badge; ///< circle of the state's glyph; null: none
    QRectF letterRect; ///< behind the letter of identical cards; null: none
    QList<DrawnText> texts; ///< letter, title, lines
    DrawnText bus; ///< beside the box: the number of the bus below; empty: none
    QList<DrawnChip> chips;
    QString name; ///< the device's full name, or what the box is
    QString accessibleText; ///< everything the box says, in words
};

/// The edge from a box up to its parent.
struct DrawnHop {
    NodeRef child;
    NodeRef parent;
    QPolygonF line; ///< from the child to the parent, horizontal and vertical pieces
    HopState state = HopState::NotAsked;
    bool heavy = false; ///< something passed or selected asks here
    bool selected = false; ///< on the selected path
    bool gap = false; ///< ports in between are not in the capture
    bool muted = false; ///< a filter is set and does not want what is below
};

/// Joins the two boxes of one passed function.
struct DrawnRibbon {
    NodeRef host;
    NodeRef guest;
    QRectF rect;
    HopState state = HopState::NotAsked;
    bool selected = false;
    bool muted = false; ///< as its guest box
    DrawnText glyph; ///< the state's glyph in its middle
};

/// About boxes of one IOMMU group that stand together.
struct DrawnOutline {
    QRectF rect;
    DrawnText label; ///< on the lower edge
    bool conflict = false; ///< of a group of which a part only is passed
};

/// A glyph with its word, in the legend and before a sentence.
struct DrawnMark {
    QRectF badge;
    HopState state = HopState::NotAsked;
};

/// The picture as a value: scene, PNG, PDF and SVG paint this and nothing else. Measured with
/// the fonts of drawingFont(); lengths in pixels at 1×.
struct Drawing {
    Theme theme = Theme::light();
    QList<DrawnBox> boxes; ///< host in address order, then guest; parents before children
    QList<DrawnHop> hops;
    QList<DrawnRibbon> ribbons;
    QList<DrawnOutline> outlines;
    QList<DrawnText> texts; ///< headings, sentences, legend, footer
    QList<DrawnMark> marks;
    QList<QRectF> letterRects; ///< behind letters outside of boxes
    double divider = 0; ///< x of the line between host and guest; 0: none
    QRectF trees; ///< what the boxes cover
    QSizeF size;

    const DrawnBox *box(const NodeRef &ref) const;
    /// The other side of a passed function; nullopt if it has none.
    std::optional<NodeRef> twin(const NodeRef &ref) const;
    /// From the box itself to its root, on its own side.
    QList<NodeRef> pathToRoot(const NodeRef &ref) const;
    std::optional<NodeRef> parent(const NodeRef &ref) const;
    QList<NodeRef> children(const NodeRef &ref) const;

    // Filled by buildDrawing().
    QHash<NodeRef, int> boxIndex;
    QHash<NodeRef, NodeRef> parents;
    QHash<NodeRef, QList<NodeRef>> childLists;
    QHash<NodeRef, NodeRef> twins;
};

/// What a box is for those who do not see it: its side and all that it says.
QString nameInWords(const DrawnBox &box);
/// Where a box is, in words: what is above it and what the edge there does, what faces it.
QString placeInWords(const Drawing &drawing, const DrawnBox &box);

/// What to lay out for this plan: folded, measured.
LayoutRequest layoutRequest(const Plan &plan, const PlanOutcome &outcome,
                            const DrawingOptions &options);

/// The picture. Boxes that the layout lacks are left out, so an older layout may be given to
/// show changed states and words at once.
Drawing buildDrawing(const Plan &plan, const PlanOutcome &outcome, const LayoutResult &layout,
                     const DrawingOptions &options);

} // namespace rootward
