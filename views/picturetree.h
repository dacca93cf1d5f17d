// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"
#include "printable.h"

#include <QStringList>

namespace rootward {

/// A chip before it is measured.
struct PictureChip {
    QString label;
    QString glyph;
    HopState state = HopState::NotAsked;
};

/// One box before it is measured and placed.
struct PictureNode {
    NodeRef ref;
    LayoutNode::Role role = LayoutNode::Role::Host;
    int parent = -1; ///< index in PictureTree::nodes
    int depth = 0; ///< from its own root
    int column = 0;

    int hostIndex = -1; ///< in the host's topology; folds and roots: -1
    int guestNode = -1; ///< in PlanOutcome::guestTree
    int entry = -1; ///< in PlanOutcome::entries
    int function = -1; ///< in EntryOutcome::functions
    int twin = -1; ///< index in PictureTree::nodes, both ways
    QList<int> hidden; ///< folds: what is not drawn, topology or guestTree indexes
    bool ofVirtuals = false; ///< folds: all of it VFs of one kind
    bool canFold = false; ///< what hangs there and is not passed can be folded away
    int rootCount = 0; ///< the fold of idle roots: how many
    bool dim = false; ///< empty ports, what the guest does not see

    HopState state = HopState::NotAsked;
    HopState hop = HopState::NotAsked; ///< of the edge up to the parent
    HopState ribbon = HopState::NotAsked; ///< of the ribbon, guest functions only
    bool hasState = true; ///< roots and folds have none
    PerWidth<bool> asked; ///< widths that something asks here
    bool onSelectedPath = false;
    bool firstBlocking = false;
    bool gapAbove = false;
    bool found = false; ///< itself, or something that a fold hides
    bool muted = false;

    QString letter;
    QString title;
    QString line;
    QString facts; ///< what the layers say; empty: no such line
    QStringList factSentences; ///< the same in full
    QString bus; ///< number of the bus below, where something hangs there
    QList<PictureChip> chips;
    QString name;
    QString accessibleText;
};

/// What is drawn of a plan: host nodes in address order, guest functions and ports in the order
/// of the rows they face, the guest root last.
struct PictureTree {
    QList<PictureNode> nodes;
    int columns = 0;
    int facingColumn = -1; ///< of the host functions; -1: no host
};

/// A function of the host whose way up is asked, and for which widths.
struct Asking {
    int hostIndex = -1; ///< -1: not in the capture
    int entry = -1; ///< in PlanOutcome::entries; -1: selected only
    int function = -1;
    QList<Width> widths;
};

/// Functions of the plan that ask, and the selected one. In an entry with a function that has a
/// driver in the table only such functions ask, else all of its functions ask 32 and 64 bit.
QList<Asking> askingFunctions(const Plan &plan, const PlanOutcome &outcome,
                              const DrawingOptions &options);

/// Structure, order and columns.
PictureTree pictureTree(const Plan &plan, const PlanOutcome &outcome,
                        const DrawingOptions &options);
/// Fills the states of nodes, hops and ribbons.
void addStates(PictureTree &tree, const Plan &plan, const PlanOutcome &outcome,
               const DrawingOptions &options);
/// Fills titles, lines, facts, chips and accessible texts; wants the states.
void addWords(PictureTree &tree, const Plan &plan, const PlanOutcome &outcome,
              const Layers &layers);

/// "yes", "no" or "unknown": what a chip's glyph stands for.
QString factInWords(const QString &glyph);
/// All of these steps.
PictureTree describedTree(const Plan &plan, const PlanOutcome &outcome,
                          const DrawingOptions &options);
/// Marks what is found, and what a filter wants: with it all that is above stays bright.
void addHighlight(PictureTree &tree, const Plan &plan, const PlanOutcome &outcome,
                  const Highlight &highlight);

} // namespace rootward
