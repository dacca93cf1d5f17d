// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "croppedlayout.h"

#include <algorithm>

namespace rootward {

namespace {

bool isRoot(const LayoutNode &node)
{
    return node.role == LayoutNode::Role::HostRoot || node.role == LayoutNode::Role::GuestRoot;
}

} // namespace

LayoutResult croppedLayout(const LayoutRequest &request, const LayoutResult &layout,
                           const QRectF &part)
{
    QHash<QString, QRectF> kept;
    QRectF bounds;
    for (const LayoutNode &node : request.nodes) {
        const QRectF place = layout.places.value(node.name);
        if (isRoot(node) || !part.contains(place.center()))
            continue;
        kept.insert(node.name, place);
        bounds |= place;
    }
    for (const LayoutNode &node : request.nodes) {
        QRectF place = layout.places.value(node.name);
        if (!isRoot(node) || place.right() < part.left() || place.left() > part.right())
            continue;
        place.setTop(std::max(place.top(), bounds.top()));
        place.setBottom(std::min(place.bottom(), bounds.bottom()));
        if (place.height() > 0)
            kept.insert(node.name, place);
    }
    LayoutResult result;
    QRectF all;
    for (const QRectF &place : std::as_const(kept))
        all |= place;
    for (auto box = kept.cbegin(); box != kept.cend(); ++box)
        result.places.insert(box.key(), box.value().translated(-all.topLeft()));
    result.size = all.size();
    return result;
}

} // namespace rootward
