// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "actions.h"
#include "mainwindow.h"
#include "topologyview.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
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
    connect(m_actions->passSelected, &QAction::triggered, this, [this] {
        if (m_node && m_view->mayBeAdded(*m_node))
            addCard(*m_node->address);
    });
    on(m_actions->keepAsSecond, &TopologyView::keepAsSecond);
    m_view->addAction(m_actions->keepAsSecond);
    connect(m_actions->copyBox, &QAction::triggered, this, &MainWindow::copySelectedBox);

    connect(m_view, &TopologyView::selectionChanged, this, &MainWindow::selectNode);
    connect(m_view, &TopologyView::secondChanged, this, &MainWindow::showRegisters);
    connect(m_view, &TopologyView::addRequested, this, &MainWindow::addCard);
    connect(m_view, &TopologyView::layoutFailed, this, &MainWindow::showError);
    connect(m_view, &TopologyView::pathsDropped, this, &MainWindow::openFiles);
    connect(m_view, &TopologyView::textDropped, this, &MainWindow::openText);
    connect(m_view, &TopologyView::menuRequested, this, &MainWindow::showPictureMenu);
    connect(m_view, &TopologyView::foldingChanged, this, &MainWindow::refreshPictureActions);
    connect(m_view, &TopologyView::layoutFinished, this, &MainWindow::refreshPictureActions);
    connect(m_view, &TopologyView::selectionChanged, this, &MainWindow::refreshPictureActions);
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
