// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "layoutmotion.h"
#include "topologyview.h"

#include <algorithm>
#include <utility>

namespace rootward {

/// The box that opens: the fold itself, or what has one.
std::optional<NodeRef> TopologyView::foldOf(const NodeRef &ref) const
{
    return ref.isFold() ? std::optional(ref) : ref.fold();
}

bool TopologyView::hasFold(const NodeRef &ref) const
{
    const std::optional<NodeRef> fold = ref.fold();
    return fold && m_drawing.box(*fold);
}

void TopologyView::expand(const NodeRef &ref, Reach reach)
{
    const std::optional<NodeRef> fold = foldOf(ref);
    if (!fold || (reach == Reach::Level && !m_drawing.box(*fold)))
        return;
    Folding folding = m_options.folding;
    if (reach == Reach::Branch)
        folding.openBranch(*fold);
    else
        folding.open(*fold);
    this->fold(ref, folding);
}

void TopologyView::collapse(const NodeRef &ref)
{
    const DrawnBox *box = m_drawing.box(ref);
    if (!box || !box->canFold)
        return;
    Folding folding = m_options.folding;
    folding.close(*ref.fold());
    fold(ref, folding);
}

void TopologyView::toggle(const NodeRef &ref, Reach reach)
{
    const DrawnBox *box = m_drawing.box(ref);
    if (ref.isFold() || reach == Reach::Branch || !box || !box->canFold)
        expand(ref, reach);
    else
        collapse(ref);
}

void TopologyView::toggleFold(const NodeRef &ref)
{
    toggle(ref, Reach::Level);
}

/// The layout follows; the picture is no longer fitted, as that would move everything.
void TopologyView::fold(const NodeRef &anchor, const Folding &folding)
{
    if (folding == m_options.folding)
        return;
    m_fitting = Fitting::None;
    setAnchor(anchor);
    m_options.folding = folding;
    requestLayout();
    Q_EMIT foldingChanged();
}

void TopologyView::setUnfoldAll(bool all)
{
    if (all == m_options.folding.all && m_options.folding.closed.isEmpty())
        return;
    m_options.folding.setAll(all);
    m_fitting = Fitting::Readable;
    requestLayout();
    Q_EMIT foldingChanged();
}

void TopologyView::expandSelected()
{
    if (m_options.selected)
        expand(*m_options.selected, Reach::Level);
}

void TopologyView::expandSelectedBranch()
{
    if (m_options.selected)
        expand(*m_options.selected, Reach::Branch);
}

void TopologyView::collapseSelected()
{
    if (m_options.selected)
        collapse(*m_options.selected);
}

void TopologyView::setAnchor(const NodeRef &ref)
{
    m_anchor.reset();
    m_anchoredFold.reset();
    const DrawnBox *box = m_drawing.box(ref);
    if (!box)
        return;
    m_anchor = Anchor {ref, viewportTransform().map(box->rect.center())};
    if (!ref.isFold())
        return;
    m_anchoredFold = m_drawing.parent(ref);
    m_before.clear();
    for (const DrawnBox &drawn : m_drawing.boxes)
        m_before.insert(drawn.ref);
}

/// A fold that has opened is gone: the first of its members stands in its place.
void TopologyView::chooseAnchorOf(const NodeRef &parent)
{
    const QList<NodeRef> members = m_drawing.children(parent);
    const auto first = std::ranges::find_if(members, [this](const NodeRef &member) {
        return !m_before.contains(member) && !member.isFold();
    });
    m_anchor->ref = first == members.end() ? parent : *first;
    if (m_options.selected && !m_drawing.box(*m_options.selected))
        select(m_anchor->ref);
}

void TopologyView::holdAnchor()
{
    if (!m_anchor || m_fitting != Fitting::None)
        return;
    if (m_anchoredFold && !m_drawing.box(m_anchor->ref))
        chooseAnchorOf(*std::exchange(m_anchoredFold, std::nullopt));
    const DrawnBox *box = m_drawing.box(m_anchor->ref);
    if (!box)
        return;
    const QPointF now = viewportTransform().inverted().map(m_anchor->place);
    const QRectF visible =
        mapToScene(viewport()->rect()).boundingRect().translated(box->rect.center() - now);
    // Past the picture's edge, where the box could not stay otherwise.
    setSceneRect(QRectF(QPointF(), m_drawing.size).united(visible));
    centerOn(visible.center());
}

} // namespace rootward
