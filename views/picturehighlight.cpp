// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "picturetree.h"

#include <algorithm>

namespace rootward {

namespace {

/// The box itself, and what a fold stands for.
QList<NodeRef> membersOf(const PictureNode &node, const Plan &plan, const PlanOutcome &outcome)
{
    QList<NodeRef> members {node.ref};
    for (const int hidden : node.hidden) {
        if (node.ref.isHost())
            members.append(NodeRef::hostFunction(plan.host->at(hidden).address));
        else
            members.append(NodeRef::guest(outcome.guestTree.at(hidden).id));
    }
    return members;
}

bool isRoot(const PictureNode &node)
{
    return node.role == LayoutNode::Role::HostRoot || node.role == LayoutNode::Role::GuestRoot;
}

void unmuteUpwards(PictureTree &tree, int node)
{
    for (; node >= 0 && tree.nodes.at(node).muted; node = tree.nodes.at(node).parent)
        tree.nodes[node].muted = false;
}

} // namespace

void addHighlight(PictureTree &tree, const Plan &plan, const PlanOutcome &outcome,
                  const Highlight &highlight)
{
    if (highlight == Highlight {})
        return;
    for (PictureNode &node : tree.nodes)
        node.muted = highlight.wanted && !isRoot(node);
    for (int i = 0; i < tree.nodes.size(); ++i) {
        const QList<NodeRef> members = membersOf(tree.nodes.at(i), plan, outcome);
        const auto isIn = [&members](const QSet<NodeRef> &refs) {
            return std::ranges::any_of(members,
                                       [&refs](const NodeRef &ref) { return refs.contains(ref); });
        };
        tree.nodes[i].found = isIn(highlight.found);
        if (highlight.wanted && isIn(*highlight.wanted))
            unmuteUpwards(tree, i);
    }
}

PictureTree describedTree(const Plan &plan, const PlanOutcome &outcome,
                          const DrawingOptions &options)
{
    PictureTree tree = pictureTree(plan, outcome, options);
    addStates(tree, plan, outcome, options);
    addWords(tree, plan, outcome, options.layers);
    addHighlight(tree, plan, outcome, options.highlight);
    return tree;
}

} // namespace rootward
