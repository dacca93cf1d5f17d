// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "topologyview.h"

#include "drawingstyle.h"
#include "facingscene.h"
#include "topologyaccessible.h"

#include <QApplication>
#include <QDropEvent>
#include <QHelpEvent>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

// ---- pointer

std::optional<NodeRef> TopologyView::boxAt(const QPoint &position) const
{
    return m_scene->refAt(mapToScene(position), viewportTransform());
}

bool TopologyView::mayBeAdded(const NodeRef &ref) const
{
    return ref.kind == NodeRef::Kind::HostFunction && m_passable.contains(*ref.address);
}

void TopologyView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) {
        QGraphicsView::mousePressEvent(event);
        return;
    }
    m_pressedAt = event->position().toPoint();
    m_pressedOn = boxAt(m_pressedAt);
    m_panning = false;
    m_draggingCard = false;
}

void TopologyView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint now = event->position().toPoint();
    if (!(event->buttons() & Qt::LeftButton)) {
        hover(boxAt(now));
        return;
    }
    if (!m_panning && !m_draggingCard) {
        if ((now - m_pressedAt).manhattanLength() < QApplication::startDragDistance())
            return;
        m_draggingCard = m_pressedOn && mayBeAdded(*m_pressedOn);
        m_panning = !m_draggingCard;
        viewport()->setCursor(m_draggingCard ? Qt::DragCopyCursor : Qt::ClosedHandCursor);
    }
    if (!m_panning)
        return;
    m_fitting = Fitting::None;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - (now - m_pressedAt).x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - (now - m_pressedAt).y());
    m_pressedAt = now;
}

void TopologyView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) {
        QGraphicsView::mouseReleaseEvent(event);
        return;
    }
    viewport()->unsetCursor();
    const QPoint now = event->position().toPoint();
    if (m_draggingCard && m_drawing.divider > 0 && mapToScene(now).x() > m_drawing.divider)
        Q_EMIT addRequested(*m_pressedOn->address);
    const bool isClick = !m_panning && !m_draggingCard;
    m_panning = false;
    m_draggingCard = false;
    if (!isClick)
        return;
    click(m_pressedOn, event->modifiers());
}

/// With Ctrl the box stands beside the selected one; without, it is the only one.
void TopologyView::click(const std::optional<NodeRef> &ref, Qt::KeyboardModifiers modifiers)
{
    const bool alt = modifiers.testFlag(Qt::AltModifier);
    if (ref && (alt || ref->isFold())) {
        toggle(*ref, alt ? Reach::Branch : Reach::Level);
    } else if (modifiers.testFlag(Qt::ControlModifier) && m_options.selected) {
        if (ref && ref != m_options.selected)
            setSecond(ref == m_options.second ? std::nullopt : ref);
    } else {
        setSecond({});
        select(ref);
    }
}

void TopologyView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const std::optional<NodeRef> ref = boxAt(event->position().toPoint());
    m_pressedOn = ref;
    if (event->button() == Qt::LeftButton && ref && mayBeAdded(*ref))
        Q_EMIT addRequested(*ref->address);
}

bool TopologyView::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QGraphicsView::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const std::optional<NodeRef> ref = boxAt(help->pos());
    const DrawnBox *box = ref ? m_drawing.box(*ref) : nullptr;
    // Names come from the capture: never let them be taken for markup.
    QToolTip::showText(
        help->globalPos(),
        box ? u"<qt>"_s + box->accessibleText.toHtmlEscaped() + u"</qt>"_s : QString(), this);
    return true;
}

void TopologyView::hover(const std::optional<NodeRef> &ref)
{
    if (ref == m_hovered)
        return;
    m_hovered = ref;
    setHovered(ref);
    Q_EMIT hovered(ref);
}

void TopologyView::focusInEvent(QFocusEvent *event)
{
    QGraphicsView::focusInEvent(event);
    viewport()->update();
    announceFocus(this, m_options.selected);
}

void TopologyView::focusOutEvent(QFocusEvent *event)
{
    QGraphicsView::focusOutEvent(event);
    viewport()->update();
}

void TopologyView::leaveEvent(QEvent *event)
{
    QGraphicsView::leaveEvent(event);
    hover({});
}

// ---- keyboard

std::optional<NodeRef> TopologyView::neighbour(const NodeRef &from, int key) const
{
    const DrawnBox *here = m_drawing.box(from);
    if (!here)
        return {};
    const bool towardsRoot = (key == Qt::Key_Left) == from.isHost();
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
        if (towardsRoot)
            return m_drawing.parent(from);
        const QList<NodeRef> children = m_drawing.children(from);
        return children.isEmpty() ? m_drawing.twin(from) : std::optional(children.first());
    }
    const DrawnBox *nearest = nullptr;
    const auto distance = [&](const DrawnBox &box) {
        const double down = box.rect.center().y() - here->rect.center().y();
        return key == Qt::Key_Down ? down : -down;
    };
    for (const DrawnBox &box : m_drawing.boxes) {
        const bool sameColumn = box.rect.left() == here->rect.left();
        if (sameColumn && distance(box) > 0 && (!nearest || distance(box) < distance(*nearest)))
            nearest = &box;
    }
    return nearest ? std::optional(nearest->ref) : std::nullopt;
}

/// From the selected box by an arrow; Home and End: the first and the last box.
void TopologyView::walk(int key)
{
    if (m_drawing.boxes.isEmpty())
        return;
    const std::optional<NodeRef> &at = m_options.selected;
    std::optional<NodeRef> next = m_drawing.boxes.first().ref;
    if (key == Qt::Key_End)
        next = m_drawing.boxes.last().ref;
    else if (key != Qt::Key_Home && at && m_drawing.box(*at))
        next = neighbour(*at, key);
    if (!next)
        return;
    select(next);
}

/// The keyboard is here: a frame about the view, and a second ring about the selected box.
void TopologyView::drawForeground(QPainter *painter, const QRectF &exposed)
{
    QGraphicsView::drawForeground(painter, exposed);
    if (!hasFocus())
        return;
    constexpr double outside = 2 * ringGap;
    const DrawnBox *box = m_options.selected ? m_drawing.box(*m_options.selected) : nullptr;
    painter->setBrush(Qt::NoBrush);
    if (box != nullptr) {
        painter->setPen(focusStroke(m_drawing.theme).pen());
        painter->drawRoundedRect(box->rect.adjusted(-outside, -outside, outside, outside),
                                 boxRadius + outside, boxRadius + outside);
    }
    painter->save();
    painter->resetTransform();
    painter->setPen(focusStroke(m_drawing.theme).pen());
    painter->drawRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1));
    painter->restore();
}

void TopologyView::keyPressEvent(QKeyEvent *event)
{
    const int key = event->key();
    static constexpr int walking[] = {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up,
                                      Qt::Key_Down, Qt::Key_Home,  Qt::Key_End};
    const std::optional<NodeRef> at = m_options.selected;
    if (std::ranges::contains(walking, key)) {
        walk(key);
    } else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && at) {
        const DrawnBox *box = m_drawing.box(*at);
        const bool folds =
            box && (box->isFold || box->canFold || !m_drawing.children(*at).isEmpty());
        if (folds || !mayBeAdded(*at))
            toggle(*at, event->modifiers() & Qt::AltModifier ? Reach::Branch : Reach::Level);
        else
            Q_EMIT addRequested(*at->address);
    } else {
        QGraphicsView::keyPressEvent(event);
    }
}

/// By the Menu key it is for the selected box.
void TopologyView::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() != QContextMenuEvent::Keyboard) {
        const std::optional<NodeRef> ref = boxAt(event->pos());
        select(ref);
        Q_EMIT menuRequested(ref, event->globalPos());
        return;
    }
    const DrawnBox *box = m_options.selected ? m_drawing.box(*m_options.selected) : nullptr;
    const QPoint place = box ? mapFromScene(box->rect.center()) : viewport()->rect().center();
    Q_EMIT menuRequested(m_options.selected, viewport()->mapToGlobal(place));
}

// ---- drops

void TopologyView::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText())
        event->acceptProposedAction();
}

void TopologyView::dragMoveEvent(QDragMoveEvent *event)
{
    event->acceptProposedAction();
}

void TopologyView::dropEvent(QDropEvent *event)
{
    QStringList files;
    for (const QUrl &url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            files.append(url.toLocalFile());
    }
    if (!files.isEmpty())
        Q_EMIT pathsDropped(files);
    else if (event->mimeData()->hasText())
        Q_EMIT textDropped(event->mimeData()->text());
    event->acceptProposedAction();
}

} // namespace rootward
