// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "topologyview.h"

#include "facingscene.h"

#include <QApplication>
#include <QDropEvent>
#include <QHelpEvent>
#include <QMimeData>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr double zoomStep = 1.2;
constexpr double leastZoom = 0.02;
constexpr double greatestZoom = 8;
/// A small host is not blown up beyond its natural size by fitting.
constexpr double greatestFit = 1.25;

} // namespace

TopologyView::TopologyView(QWidget *parent)
    : QGraphicsView(parent), m_scene(new FacingScene(this)), m_treeLayout(new TreeLayout(this))
{
    setScene(m_scene);
    setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    setFrameShape(QFrame::NoFrame);
    setTransformationAnchor(AnchorViewCenter);
    setAcceptDrops(true);
    setAccessibleName(tr("Host and guest trees"));
    m_options.theme = Theme::fromPalette(palette());
    m_options.sentences = false; // the window says them in words beside the trees
    m_options.footer = false;
    connect(m_treeLayout, &TreeLayout::finished, this, &TopologyView::layoutArrived);
    rebuild();
}

TopologyView::~TopologyView() = default;

void TopologyView::setPlan(const Plan &plan, const PlanOutcome &outcome, const QString &hostLabel,
                           const QString &guestLabel)
{
    if (plan.host != m_plan.host) {
        m_layout = {};
        m_request = {};
        m_fitted = true;
        m_options.unfolded.clear();
        m_options.revealed.clear();
        m_passable.clear();
        if (m_options.selected) {
            m_options.selected.reset();
            Q_EMIT selectionChanged({});
        }
        setSecond({});
        if (plan.host) {
            for (const int function : passableFunctions(*plan.host))
                m_passable.insert(plan.host->at(function).address);
        }
    }
    m_plan = plan;
    m_outcome = outcome;
    m_options.hostLabel = hostLabel;
    m_options.guestLabel = guestLabel;
    rebuild();
    requestLayout();
}

void TopologyView::clear()
{
    m_treeLayout->cancel();
    m_plan = {};
    m_outcome = {};
    m_layout = {};
    m_request = {};
    m_options.selected.reset();
    m_options.second.reset();
    m_options.unfolded.clear();
    m_options.revealed.clear();
    m_passable.clear();
    m_fitted = true;
    rebuild();
}

void TopologyView::rebuild()
{
    auto drawing = std::make_shared<Drawing>();
    drawing->theme = m_options.theme;
    if (m_plan.host || !m_outcome.guestTree.isEmpty())
        *drawing = buildDrawing(m_plan, m_outcome, m_layout, m_options);
    m_drawing = *drawing;
    m_scene->setDrawing(std::move(drawing));
    // No brush on the view: it would be painted instead of the scene's headings and legend.
    QPalette colors = viewport()->palette();
    colors.setColor(QPalette::Base, m_options.theme.background);
    viewport()->setPalette(colors);
}

void TopologyView::requestLayout()
{
    const LayoutRequest request = layoutRequest(m_plan, m_outcome, m_options);
    if (request == m_request && !m_layout.places.isEmpty()) {
        m_treeLayout->cancel();
        return;
    }
    m_request = request;
    m_treeLayout->start(request);
}

void TopologyView::layoutArrived(const Result<LayoutResult> &result)
{
    if (!result) {
        m_request = {};
        Q_EMIT layoutFailed(result.error());
        return;
    }
    m_layout = *result;
    rebuild();
    keepFitted();
    Q_EMIT layoutFinished();
}

bool TopologyView::isLayoutPending() const
{
    return m_treeLayout->isRunning();
}

void TopologyView::select(const std::optional<NodeRef> &ref)
{
    if (ref == m_options.selected)
        return;
    m_options.selected = ref;
    const bool isHidden = ref && ref->kind == NodeRef::Kind::HostFunction && !m_drawing.box(*ref);
    if (isHidden && m_plan.host && m_plan.host->indexOf(*ref->address) >= 0)
        m_options.revealed.insert(*ref->address);
    rebuild();
    if (isHidden)
        requestLayout();
    Q_EMIT selectionChanged(ref);
}

void TopologyView::setSecond(const std::optional<NodeRef> &ref)
{
    const bool isFunction = ref && ref->kind == NodeRef::Kind::HostFunction;
    const std::optional<NodeRef> second = isFunction ? ref : std::nullopt;
    if (second == m_options.second)
        return;
    m_options.second = second;
    rebuild();
    Q_EMIT secondChanged(second);
}

void TopologyView::keepAsSecond()
{
    setSecond(m_options.selected == m_options.second ? std::nullopt : m_options.selected);
}

void TopologyView::setTheme(const Theme &theme)
{
    if (theme == m_options.theme)
        return;
    m_options.theme = theme;
    rebuild();
}

void TopologyView::unfold(const NodeRef &fold)
{
    m_options.unfolded.insert(fold);
    requestLayout();
}

void TopologyView::setUnfoldAll(bool all)
{
    if (all == m_options.unfoldAll)
        return;
    m_options.unfoldAll = all;
    requestLayout();
}

// ---- zoom

void TopologyView::zoomBy(double factor)
{
    const double now = transform().m11();
    const double zoom = std::clamp(now * factor, leastZoom, greatestZoom);
    m_fitted = false;
    scale(zoom / now, zoom / now);
}

void TopologyView::zoomIn()
{
    zoomBy(zoomStep);
}

void TopologyView::zoomOut()
{
    zoomBy(1 / zoomStep);
}

void TopologyView::zoomToActualSize()
{
    m_fitted = false;
    resetTransform();
}

void TopologyView::fit()
{
    m_fitted = true;
    const QSizeF room = maximumViewportSize();
    const QSizeF size = m_drawing.size;
    if (size.isEmpty() || room.isEmpty())
        return;
    const double zoom =
        std::clamp(std::min(room.width() / size.width(), room.height() / size.height()), leastZoom,
                   greatestFit);
    setTransform(QTransform::fromScale(zoom, zoom));
    centerOn(sceneRect().center());
}

void TopologyView::keepFitted()
{
    if (m_fitted)
        fit();
}

void TopologyView::wheelEvent(QWheelEvent *event)
{
    if (!(event->modifiers() & Qt::ControlModifier)) {
        QGraphicsView::wheelEvent(event);
        return;
    }
    constexpr double unitsPerStep = 120;
    const QPointF pointer = event->position();
    const QPointF below = mapToScene(pointer.toPoint());
    setTransformationAnchor(NoAnchor);
    zoomBy(std::pow(zoomStep, event->angleDelta().y() / unitsPerStep));
    setTransformationAnchor(AnchorViewCenter);
    const QPoint drift = mapFromScene(below) - pointer.toPoint();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + drift.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() + drift.y());
    event->accept();
}

void TopologyView::resizeEvent(QResizeEvent *event)
{
    QGraphicsView::resizeEvent(event);
    keepFitted();
}

void TopologyView::showEvent(QShowEvent *event)
{
    QGraphicsView::showEvent(event);
    keepFitted();
}

// ---- pointer

std::optional<NodeRef> TopologyView::refAt(const QPoint &position) const
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
    m_pressedOn = refAt(m_pressedAt);
    m_panning = false;
    m_draggingCard = false;
}

void TopologyView::mouseMoveEvent(QMouseEvent *event)
{
    if (!(event->buttons() & Qt::LeftButton))
        return;
    const QPoint now = event->position().toPoint();
    if (!m_panning && !m_draggingCard) {
        if ((now - m_pressedAt).manhattanLength() < QApplication::startDragDistance())
            return;
        m_draggingCard = m_pressedOn && mayBeAdded(*m_pressedOn);
        m_panning = !m_draggingCard;
        viewport()->setCursor(m_draggingCard ? Qt::DragCopyCursor : Qt::ClosedHandCursor);
    }
    if (!m_panning)
        return;
    m_fitted = false;
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
    if (ref && ref->isFold()) {
        unfold(*ref);
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
    const std::optional<NodeRef> ref = refAt(event->position().toPoint());
    m_pressedOn = ref;
    if (event->button() == Qt::LeftButton && ref && mayBeAdded(*ref))
        Q_EMIT addRequested(*ref->address);
}

bool TopologyView::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QGraphicsView::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const std::optional<NodeRef> ref = refAt(help->pos());
    const DrawnBox *box = ref ? m_drawing.box(*ref) : nullptr;
    // Names come from the capture: never let them be taken for markup.
    QToolTip::showText(
        help->globalPos(),
        box ? u"<qt>"_s + box->accessibleText.toHtmlEscaped() + u"</qt>"_s : QString(), this);
    return true;
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

void TopologyView::keyPressEvent(QKeyEvent *event)
{
    const int key = event->key();
    const bool arrow =
        key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
    const std::optional<NodeRef> at = m_options.selected;
    if (arrow && !m_drawing.boxes.isEmpty()) {
        const std::optional<NodeRef> next = at && m_drawing.box(*at)
            ? neighbour(*at, key)
            : std::optional(m_drawing.boxes.first().ref);
        if (next) {
            select(next);
            ensureVisible(m_drawing.box(*next)->rect);
        }
    } else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && at && at->isFold()) {
        unfold(*at);
    } else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && at && mayBeAdded(*at)) {
        Q_EMIT addRequested(*at->address);
    } else {
        QGraphicsView::keyPressEvent(event);
    }
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
