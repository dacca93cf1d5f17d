// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QColor>
#include <QPalette>
#include <QString>

#include <array>

namespace rootward {

/// What becomes of an AtomicOp request at a hop, a port, a chip or a ribbon. Unknown is never
/// drawn as Blocks; NotAsked: nothing that is passed or selected goes this way.
enum class HopState { Carries, Blocks, Unknown, Unproven, NotAsked };
inline constexpr std::array allHopStates {HopState::Carries, HopState::Blocks, HopState::Unknown,
                                          HopState::Unproven, HopState::NotAsked};

/// How a state looks. Never by colour alone: the glyph and the line differ too.
struct StateStyle {
    QColor stroke; ///< borders, lines and badges; at least 3:1 on background and box
    QColor fill; ///< behind the text of a box
    QColor text; ///< words in the state's colour; at least 4.5:1 on background, box and fill
    QString glyph; ///< one character
    Qt::PenStyle line = Qt::SolidLine;
    bool hatched = false; ///< the fill carries a hatch pattern
};

/// Every colour of the picture and of the panels' state marks. A value; nothing else names one.
struct Theme {
    bool isDark = false;
    QColor background; ///< behind the trees
    QColor box; ///< a box that nothing is said about
    QColor boxBorder;
    QColor edge; ///< guide lines, folds; weaker than boxBorder
    QColor text;
    QColor dimText; ///< second lines, notes; still 4.5:1
    QColor badgeText; ///< the glyph on a badge filled with a state's stroke
    QColor letterBadge; ///< behind the letter of identical cards
    QColor letterText;
    QColor selection; ///< the ring about what is selected
    QColor found; ///< the ring about what a search has found
    QColor hatch; ///< lines of the hatch pattern
    QColor group; ///< outlines of IOMMU groups; at least 3:1
    QColor groupFill; ///< within them; text on it is read

    StateStyle state(HopState state) const;

    /// The colours of windows and controls about the picture.
    QPalette palette() const;

    static Theme light();
    static Theme dark();
    /// Light or dark by the lightness of the palette's window colour.
    static Theme fromPalette(const QPalette &palette);

    friend bool operator==(const Theme &, const Theme &) = default;
};

/// The legend's word for a state, translated: "carries", "blocks", "not readable" …
QString hopStateText(HopState state);

/// Contrast of two opaque colours, 1 to 21. Source: WCAG 2.2, "contrast ratio".
double contrastRatio(const QColor &a, const QColor &b);

} // namespace rootward
