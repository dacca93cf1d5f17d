// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"
#include "result.h"

#include <QGraphicsView>
#include <QStringList>

#include <optional>

namespace rootward {

class FacingScene;
class LayoutMotion;

/// The two trees on the screen: zoom, pan, folding, selection on both sides, keyboard walk, drops.
/// Shows a plan and asks for changes by signals; changes nothing itself.
class TopologyView : public QGraphicsView {
    Q_OBJECT
public:
    explicit TopologyView(QWidget *parent = nullptr);
    ~TopologyView() override;

    /// States and words change at once on the old geometry; the layout follows asynchronously.
    void setPlan(const Plan &plan, const PlanOutcome &outcome, const QString &hostLabel,
                 const QString &guestLabel);
    void clear();
    const Drawing &drawing() const { return m_drawing; }
    const DrawingOptions &options() const { return m_options; }

    void select(const std::optional<NodeRef> &ref);
    std::optional<NodeRef> selected() const { return m_options.selected; }
    /// Rings another host function beside the selected one; nullopt, or any other box: none.
    void setSecond(const std::optional<NodeRef> &ref);
    std::optional<NodeRef> second() const { return m_options.second; }
    void setTheme(const Theme &theme);
    bool isLayoutPending() const;
    void setLayers(const Layers &layers);
    void setHighlight(const Highlight &highlight);
    /// Marks a box that the pointer is on somewhere else.
    void setHovered(const std::optional<NodeRef> &ref);
    /// Selects a box, shows it if it is folded, and brings it into the middle.
    void goTo(const NodeRef &ref);
    /// The part of the drawing that is to be seen, in its coordinates.
    QRectF visiblePart() const;
    void lookAt(const QPointF &place);
    /// The user has neither zoomed nor scrolled since the zoom was chosen for them.
    bool isFitted() const { return m_fitting != Fitting::None; }
    qsizetype foldedFunctions() const; ///< of the host

    /// Whether it is a function of the host that could be passed.
    bool mayBeAdded(const NodeRef &ref) const;
    /// The box at a place of the viewport.
    std::optional<NodeRef> boxAt(const QPoint &position) const;
    /// Opens or closes what hangs on the box.
    void toggleFold(const NodeRef &ref);
    /// Whether something that hangs on the box is folded.
    bool hasFold(const NodeRef &ref) const;
    const Folding &folding() const { return m_options.folding; }
    /// Shows everything, or again what matters alone.
    void setUnfoldAll(bool all);
    /// Whether boxes move to a new layout, or jump.
    void setAnimated(bool animated);
    bool isAnimated() const;

public Q_SLOTS:
    void zoomIn();
    void zoomOut();
    void zoomToActualSize();
    void fit();
    /// Keeps the selected host function as the second while others are selected; again: lets it go.
    void keepAsSecond();
    /// What of them is possible for the selected box; the box itself stays where it is.
    void expandSelected();
    void expandSelectedBranch();
    void collapseSelected();

Q_SIGNALS:
    void foldingChanged();
    void drawingChanged();
    void visiblePartChanged();
    void hovered(const std::optional<rootward::NodeRef> &ref);
    /// A menu for a box, or for the ground, is wanted at that place of the screen.
    void menuRequested(const std::optional<rootward::NodeRef> &ref, const QPoint &place);
    void selectionChanged(const std::optional<rootward::NodeRef> &ref);
    void secondChanged(const std::optional<rootward::NodeRef> &ref);
    /// Double click on a host function that could be passed, or dragging it to the guest's half.
    void addRequested(const rootward::PciAddress &host);
    void layoutFinished();
    void layoutFailed(const rootward::Error &error);
    void pathsDropped(const QStringList &files);
    void textDropped(const QString &text);

protected:
    bool viewportEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragMoveEvent(QDragMoveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void drawForeground(QPainter *painter, const QRectF &exposed) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    /// A box that stays where it is on the screen while the layout changes.
    struct Anchor {
        NodeRef ref;
        QPointF place; ///< of its middle, in the viewport
    };

    enum class Reach { Level, Branch };
    /// What the zoom follows while the picture or the window change.
    enum class Fitting {
        None, ///< the user has zoomed or panned
        Whole, ///< everything is to be seen, however small
        Readable, ///< as much as can be read, about what is passed
    };
    void expand(const NodeRef &ref, Reach reach);
    void collapse(const NodeRef &ref);
    void toggle(const NodeRef &ref, Reach reach);
    void fold(const NodeRef &anchor, const Folding &folding);
    std::optional<NodeRef> foldOf(const NodeRef &ref) const;
    void setAnchor(const NodeRef &ref);
    void chooseAnchorOf(const NodeRef &parent);
    void holdAnchor();
    void forgetHost();
    void rebuild();
    void requestLayout();
    void moveTo(const LayoutResult &layout);
    void layoutArrived(const Result<LayoutResult> &result);
    std::optional<NodeRef> neighbour(const NodeRef &from, int key) const;
    void walk(int key);
    void click(const std::optional<NodeRef> &ref, Qt::KeyboardModifiers modifiers);
    void zoomBy(double factor);
    void keepFitted();
    QRectF passedPart() const;
    void reveal(const NodeRef &ref);
    void hover(const std::optional<NodeRef> &ref);
    void centreOnWanted();

    FacingScene *m_scene;
    TreeLayout *m_treeLayout;
    LayoutMotion *m_motion;
    Plan m_plan;
    PlanOutcome m_outcome;
    DrawingOptions m_options;
    LayoutRequest m_request;
    LayoutResult m_layout;
    Drawing m_drawing;
    QSet<PciAddress> m_passable;
    QPoint m_pressedAt;
    std::optional<NodeRef> m_pressedOn;
    bool m_panning = false;
    bool m_draggingCard = false;
    std::optional<NodeRef> m_hovered;
    std::optional<NodeRef> m_wanted; ///< to be brought into the middle when it is drawn
    std::optional<Anchor> m_anchor;
    std::optional<NodeRef> m_anchoredFold; ///< the parent of a fold that is opening
    QSet<NodeRef> m_before; ///< what was drawn when it was opened
    Fitting m_fitting = Fitting::Readable;
};

} // namespace rootward
