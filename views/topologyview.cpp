// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "topologyview.h"

#include "facingscene.h"
#include "layoutmotion.h"
#include "topologyaccessible.h"

#include <QScrollBar>
#include <QStyle>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr double zoomStep = 1.2;
constexpr double leastZoom = 0.02;
constexpr double greatestZoom = 8;
/// A small host is not blown up beyond its natural size by fitting.
constexpr double greatestFit = 1.25;
/// Below the first the texts of boxes are not read with ease; down to the second it is better to
/// see the whole way from root to root.
constexpr double readableScale = 0.68;
constexpr double leastReadable = 0.55;

} // namespace

TopologyView::TopologyView(QWidget *parent)
    : QGraphicsView(parent), m_scene(new FacingScene(this)), m_treeLayout(new TreeLayout(this)),
      m_motion(new LayoutMotion(this))
{
    installTopologyAccessible();
    setScene(m_scene);
    setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    setFrameShape(QFrame::NoFrame);
    setTransformationAnchor(AnchorViewCenter);
    setAcceptDrops(true);
    setAccessibleName(tr("Host and guest trees"));
    m_options.theme = Theme::fromPalette(palette());
    m_options.sentences = false; // the window says them in words beside the trees
    m_options.footer = false;
    // The desktop's own wish.
    m_motion->setEnabled(style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this)
                         > 0);
    connect(m_treeLayout, &TreeLayout::finished, this, &TopologyView::layoutArrived);
    connect(m_motion, &LayoutMotion::moved, this, &TopologyView::moveTo);
    connect(m_motion, &LayoutMotion::arrived, this, &TopologyView::layoutFinished);
    connect(this, &TopologyView::layoutFinished, this, &TopologyView::centreOnWanted);
    viewport()->setMouseTracking(true);
    rebuild();
}

TopologyView::~TopologyView() = default;

void TopologyView::setPlan(const Plan &plan, const PlanOutcome &outcome, const QString &hostLabel,
                           const QString &guestLabel)
{
    if (plan.host != m_plan.host) {
        setSecond({});
        forgetHost();
        if (m_options.selected) {
            m_options.selected.reset();
            Q_EMIT selectionChanged({});
        }
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
    forgetHost();
    m_plan = {};
    m_outcome = {};
    m_options.selected.reset();
    rebuild();
}

/// And all that the user has set of its picture.
void TopologyView::forgetHost()
{
    m_motion->stop();
    m_layout = {};
    m_request = {};
    m_options.second.reset();
    m_options.highlight = {};
    m_wanted.reset();
    hover({});
    m_fitting = Fitting::Readable;
    m_anchor.reset();
    m_options.folding = {};
    m_passable.clear();
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
    Q_EMIT drawingChanged();
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
    m_motion->start(m_layout, *result);
}

void TopologyView::moveTo(const LayoutResult &layout)
{
    m_layout = layout;
    rebuild();
    keepFitted();
    holdAnchor();
}

bool TopologyView::isLayoutPending() const
{
    return m_treeLayout->isRunning() || m_motion->isRunning();
}

void TopologyView::select(const std::optional<NodeRef> &ref)
{
    if (ref == m_options.selected)
        return;
    m_options.selected = ref;
    const bool isHidden = ref && !m_drawing.box(*ref);
    if (isHidden)
        reveal(*ref);
    rebuild();
    if (isHidden)
        requestLayout();
    const DrawnBox *box = ref ? m_drawing.box(*ref) : nullptr;
    if (box && !visiblePart().contains(box->rect))
        ensureVisible(box->rect);
    announceFocus(this, ref);
    Q_EMIT selectionChanged(ref);
}

/// Opens what keeps a box from being drawn. The layout is to be asked for.
void TopologyView::reveal(const NodeRef &ref)
{
    if (ref.kind == NodeRef::Kind::HostFunction) {
        if (m_plan.host && m_plan.host->indexOf(*ref.address) >= 0)
            m_options.folding.revealed.insert(*ref.address);
    } else if (ref.kind == NodeRef::Kind::GuestFunction) {
        const bool exists = std::ranges::any_of(
            m_outcome.guestTree, [&](const GuestNode &node) { return node.id == ref.guestId; });
        if (exists)
            m_options.folding.open(guestFold(m_plan.guest));
    }
}

void TopologyView::goTo(const NodeRef &ref)
{
    m_wanted = ref;
    m_fitting = Fitting::None;
    select(ref);
    centreOnWanted();
}

void TopologyView::centreOnWanted()
{
    const DrawnBox *box = m_wanted ? m_drawing.box(*m_wanted) : nullptr;
    if (box == nullptr || isLayoutPending())
        return;
    m_anchor.reset();
    lookAt(box->rect.center());
    m_wanted.reset();
}

void TopologyView::setLayers(const Layers &layers)
{
    if (layers == m_options.layers)
        return;
    m_options.layers = layers;
    rebuild();
    requestLayout();
}

void TopologyView::setHighlight(const Highlight &highlight)
{
    if (highlight == m_options.highlight)
        return;
    m_options.highlight = highlight;
    rebuild();
}

void TopologyView::setHovered(const std::optional<NodeRef> &ref)
{
    m_scene->setHovered(ref);
}

QRectF TopologyView::visiblePart() const
{
    return mapToScene(viewport()->rect()).boundingRect();
}

void TopologyView::lookAt(const QPointF &place)
{
    m_fitting = Fitting::None;
    centerOn(place);
}

qsizetype TopologyView::foldedFunctions() const
{
    if (!m_plan.host)
        return 0;
    const qsizetype drawn = std::ranges::count_if(m_drawing.boxes, [](const DrawnBox &box) {
        return box.ref.kind == NodeRef::Kind::HostFunction;
    });
    return m_plan.host->size() - drawn;
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

void TopologyView::setAnimated(bool animated)
{
    m_motion->setEnabled(animated);
}

bool TopologyView::isAnimated() const
{
    return m_motion->isEnabled();
}

// ---- zoom

void TopologyView::zoomBy(double factor)
{
    const double now = transform().m11();
    const double zoom = std::clamp(now * factor, leastZoom, greatestZoom);
    m_fitting = Fitting::None;
    scale(zoom / now, zoom / now);
    Q_EMIT visiblePartChanged();
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
    m_fitting = Fitting::None;
    resetTransform();
    Q_EMIT visiblePartChanged();
}

void TopologyView::fit()
{
    m_fitting = Fitting::Whole;
    keepFitted();
}

void TopologyView::keepFitted()
{
    if (m_fitting == Fitting::None)
        return;
    setSceneRect({}); // the picture's own
    const QSizeF room = maximumViewportSize();
    const QSizeF size = m_drawing.size;
    if (size.isEmpty() || room.isEmpty())
        return;
    const double whole = std::min(room.width() / size.width(), room.height() / size.height());
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    const double across = (room.width() - bar) / size.width();
    const double readable =
        std::min(across >= leastReadable ? across : readableScale, readableScale);
    const double least = m_fitting == Fitting::Whole ? leastZoom : readable;
    const double zoom = std::clamp(std::max(whole, least), leastZoom, greatestFit);
    setTransform(QTransform::fromScale(zoom, zoom));
    centerOn(zoom > whole ? passedPart().center() : sceneRect().center());
    Q_EMIT visiblePartChanged();
}

/// The boxes of what is passed or selected; without any the picture's upper part.
QRectF TopologyView::passedPart() const
{
    QRectF part;
    for (const DrawnBox &box : m_drawing.boxes) {
        if (box.asked || box.selected)
            part |= box.rect;
    }
    return part.isNull() ? QRectF(QPointF(), QSizeF(m_drawing.size.width(), 0)) : part;
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
    Q_EMIT visiblePartChanged();
}

void TopologyView::scrollContentsBy(int dx, int dy)
{
    QGraphicsView::scrollContentsBy(dx, dy);
    Q_EMIT visiblePartChanged();
}

void TopologyView::showEvent(QShowEvent *event)
{
    QGraphicsView::showEvent(event);
    keepFitted();
}

} // namespace rootward
