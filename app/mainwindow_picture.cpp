// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "actions.h"
#include "appearance.h"
#include "birdseye.h"
#include "exportactions.h"
#include "exportpanel.h"
#include "findbar.h"
#include "mainwindow.h"
#include "picturepane.h"
#include "planpanel.h"
#include "selection.h"
#include "topologytable.h"
#include "verdictstrip.h"
#include "whypanel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QSettings>
#include <QStatusBar>

using namespace Qt::StringLiterals;

namespace rootward {

void MainWindow::connectPicture()
{
    const auto on = [this](QAction *action, auto call) {
        connect(action, &QAction::triggered, m_view, call);
    };
    on(m_actions->zoomIn, &TopologyView::zoomIn);
    on(m_actions->zoomOut, &TopologyView::zoomOut);
    on(m_actions->zoomActual, &TopologyView::zoomToActualSize);
    on(m_actions->fit, &TopologyView::fit);
    on(m_actions->expand, &TopologyView::expandSelected);
    on(m_actions->expandBranch, &TopologyView::expandSelectedBranch);
    on(m_actions->collapse, &TopologyView::collapseSelected);
    on(m_actions->unfoldAll, &TopologyView::setUnfoldAll);
    on(m_actions->animate, &TopologyView::setAnimated);
    connect(m_actions->overview, &QAction::toggled, m_pane->birdsEye(), &BirdsEye::setWanted);
    connect(m_actions->passSelected, &QAction::triggered, this, [this] {
        if (m_node && m_view->mayBeAdded(*m_node))
            addCard(*m_node->address);
    });
    on(m_actions->keepAsSecond, &TopologyView::keepAsSecond);
    m_view->addAction(m_actions->keepAsSecond);
    connect(m_actions->copyBox, &QAction::triggered, this, &MainWindow::copySelectedBox);

    connect(m_view, &TopologyView::selectionChanged, this, &MainWindow::selectNode);
    connect(m_table, &TopologyTable::nodeActivated, this,
            [this](const NodeRef &ref) { selectNode(ref); });
    connect(m_view, &TopologyView::secondChanged, this, &MainWindow::showRegisters);
    connect(m_view, &TopologyView::addRequested, this, &MainWindow::addCard);
    connect(m_view, &TopologyView::layoutFailed, this, &MainWindow::showError);
    connect(m_view, &TopologyView::pathsDropped, this, &MainWindow::openFiles);
    connect(m_view, &TopologyView::textDropped, this, &MainWindow::openText);
    connect(m_view, &TopologyView::menuRequested, this, &MainWindow::showPictureMenu);
    connect(m_view, &TopologyView::foldingChanged, this, &MainWindow::refreshPictureActions);
    connect(m_view, &TopologyView::layoutFinished, this, &MainWindow::refreshPictureActions);
    connect(m_view, &TopologyView::layoutFinished, this, &MainWindow::refreshStatus);
    connect(m_view, &TopologyView::selectionChanged, this, &MainWindow::refreshPictureActions);
}

/// Pictures for others are as the window shows the plan.
void MainWindow::connectExportedPicture()
{
    m_exports->setPictureSource(
        [this] {
            const DrawingOptions &shown = m_view->options();
            PictureOptions options;
            options.folding = shown.folding;
            options.layers = shown.layers;
            options.selected = shown.selected;
            return options;
        },
        [this] { return m_view->visiblePart().translated(-m_view->drawing().trees.topLeft()); });
}

void MainWindow::connectFind()
{
    const auto on = [this](QAction *action, auto call) {
        connect(action, &QAction::triggered, m_pane->findBar(), call);
    };
    on(m_actions->find, &FindBar::open);
    on(m_actions->findNext, &FindBar::goToNext);
    on(m_actions->findPrevious, &FindBar::goToPrevious);
}

void MainWindow::connectLayers()
{
    for (const QAction *action : m_actions->layers)
        connect(action, &QAction::toggled, this, [this] {
            Layers layers;
            for (qsizetype i = 0; i < m_actions->layers.size(); ++i)
                layers.*layerTable()[size_t(i)].shown = m_actions->layers.at(i)->isChecked();
            m_view->setLayers(layers);
        });
}

void MainWindow::connectAppearance()
{
    for (const QAction *action : m_actions->appearances)
        connect(action, &QAction::triggered, this, [action] {
            applyAppearance(
                appearanceRow(QLatin1StringView(action->data().toString().toLatin1())).appearance);
        });
}

/// Whatever of the window the pointer is on: all parts mark the same thing.
void MainWindow::connectHover()
{
    connect(m_view, &TopologyView::hovered, this, [this](const std::optional<NodeRef> &ref) {
        hover({ref ? entryOfNode(m_session->outcome(), *ref) : std::nullopt, ref});
    });
    connect(m_plan, &PlanPanel::hovered, this, &MainWindow::hover);
    connect(m_strip, &OutcomeList::hovered, this, &MainWindow::hover);
    connect(m_why, &WhyPanel::hovered, this, &MainWindow::hover);
    connect(m_export, &ExportPanel::hovered, this, &MainWindow::hover);
}

void MainWindow::hover(const Hovered &hovered)
{
    Hovered all = hovered;
    if (!all.node && all.entry)
        all.node = nodeOfEntry(m_session->outcome(), *all.entry);
    m_view->setHovered(all.node);
    m_plan->setHovered(all);
    m_strip->setHovered(all);
    m_why->setHovered(all);
    m_export->setHovered(all);
}

void MainWindow::restorePicture(const QSettings &stored)
{
    m_view->setAnimated(stored.value(u"view/animate"_s, m_view->isAnimated()).toBool());
    m_actions->animate->setChecked(m_view->isAnimated());
    m_actions->overview->setChecked(stored.value(u"view/overview"_s, true).toBool());
    m_pane->birdsEye()->setWanted(m_actions->overview->isChecked());
    const QByteArray appearance = stored.value(u"view/colours"_s).toString().toLatin1();
    const AppearanceRow &row = appearanceRow(QLatin1StringView(appearance));
    m_actions->appearances.at(&row - appearanceTable().data())->setChecked(true);
    if (row.appearance != Appearance::System)
        applyAppearance(row.appearance);
    for (QAction *layer : m_actions->layers)
        layer->setChecked(stored.value(u"layers/"_s + layer->data().toString(), true).toBool());
}

void MainWindow::savePicture(QSettings &stored) const
{
    stored.setValue(u"view/animate"_s, m_view->isAnimated());
    stored.setValue(u"view/overview"_s, m_actions->overview->isChecked());
    for (const QAction *appearance : m_actions->appearances) {
        if (appearance->isChecked())
            stored.setValue(u"view/colours"_s, appearance->data());
    }
    for (const QAction *layer : m_actions->layers)
        stored.setValue(u"layers/"_s + layer->data().toString(), layer->isChecked());
}

void MainWindow::refreshPictureActions()
{
    const DrawnBox *box = m_node ? m_view->drawing().box(*m_node) : nullptr;
    const bool folded = box && (box->isFold || m_view->hasFold(box->ref));
    m_actions->expand->setEnabled(folded);
    m_actions->expandBranch->setEnabled(folded || (box && box->canFold));
    m_actions->collapse->setEnabled(box && box->canFold);
    m_actions->passSelected->setEnabled(box && m_view->mayBeAdded(box->ref));
    m_actions->copyBox->setEnabled(box);
    m_actions->unfoldAll->setChecked(m_view->folding().all);
}

/// What can be done with a box, or with the picture.
void MainWindow::showPictureMenu(const std::optional<NodeRef> &ref, const QPoint &place)
{
    refreshPictureActions();
    QMenu menu(this);
    if (ref) {
        menu.addActions({m_actions->passSelected, m_actions->removeCard});
        menu.addSeparator();
        menu.addActions({m_actions->expand, m_actions->expandBranch, m_actions->collapse});
        menu.addSeparator();
        menu.addActions({m_actions->showInCapture, m_actions->keepAsSecond, m_actions->copyBox});
        menu.addSeparator();
    }
    menu.addActions({m_actions->unfoldAll, m_actions->fit, m_actions->copyPicture});
    menu.exec(place);
}

void MainWindow::copySelectedBox()
{
    const DrawnBox *box = m_node ? m_view->drawing().box(*m_node) : nullptr;
    if (!box)
        return;
    QGuiApplication::clipboard()->setText(box->accessibleText);
    statusBar()->showMessage(tr("Copied: %1").arg(box->accessibleText), 4000);
}

} // namespace rootward
