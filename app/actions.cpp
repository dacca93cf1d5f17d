// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "actions.h"

#include "examples.h"
#include "icons.h"

#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr QSize iconSize(20, 20);

} // namespace

Actions::Actions(QMainWindow *window, QUndoStack *undoStack) : QObject(window), m_window(window)
{
    makeActions(undoStack);
    makeMenus();
    makeToolBar();
    updateIcons();
    setAvailable(false, false, false);
}

QAction *Actions::make(const QString &text, QLatin1StringView icon, const QKeySequence &shortcut)
{
    auto *action = new QAction(text, this);
    action->setShortcut(shortcut);
    if (!icon.isEmpty())
        m_icons.append({action, icon});
    return action;
}

void Actions::makeActions(QUndoStack *undoStack)
{
    open = make(tr("&Open capture…"), "open"_L1, QKeySequence::Open);
    openVmConfig = make(tr("Open &VM configuration…"), {}, {});
    saveLines = make(tr("&Save hostpci lines…"), "save"_L1, QKeySequence::Save);
    saveSvg = make(tr("Save picture as S&VG…"), "picture"_L1, QKeySequence(u"Ctrl+E"_s));
    savePng = make(tr("Save picture as P&NG…"), "picture"_L1, QKeySequence(u"Ctrl+Shift+E"_s));
    quit = make(tr("&Quit"), {}, QKeySequence(u"Ctrl+Q"_s));
    quit->setMenuRole(QAction::QuitRole);

    undo = undoStack->createUndoAction(this, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    redo = undoStack->createRedoAction(this, tr("&Redo"));
    redo->setShortcuts({QKeySequence(u"Ctrl+Shift+Z"_s), QKeySequence(u"Ctrl+Y"_s)});
    m_icons.append({undo, "undo"_L1});
    m_icons.append({redo, "redo"_L1});
    paste = make(tr("&Paste capture"), "paste"_L1, QKeySequence::Paste);
    copyLines = make(tr("&Copy hostpci lines"), "copy"_L1, QKeySequence(u"Ctrl+Shift+C"_s));
    copyVerdicts = make(tr("Copy &verdicts"), {}, {});
    copyPicture = make(tr("Copy p&icture"), "picture"_L1, {});

    addCard = make(tr("&Add card…"), "add"_L1, QKeySequence(u"Ctrl+Shift+A"_s));
    removeCard = make(tr("&Remove selected card"), "remove"_L1, QKeySequence(u"Ctrl+Del"_s));

    zoomIn = make(tr("Zoom &in"), "zoom-in"_L1, {});
    zoomIn->setShortcuts({QKeySequence(u"Ctrl++"_s), QKeySequence(u"Ctrl+="_s)});
    zoomOut = make(tr("Zoom &out"), "zoom-out"_L1, QKeySequence::ZoomOut);
    zoomActual = make(tr("&Actual size"), "zoom-actual"_L1, QKeySequence(u"Ctrl+1"_s));
    fit = make(tr("&Fit"), "fit"_L1, QKeySequence(u"Ctrl+0"_s));
    fit->setToolTip(tr("Fit the whole picture into the window (Ctrl+0)"));
    unfoldAll = make(tr("&Show every function"), {}, QKeySequence(u"Ctrl+U"_s));
    unfoldAll->setCheckable(true);
    about = make(tr("&About Rootward"), {}, {});
    about->setMenuRole(QAction::AboutRole);
}

QMenu *Actions::makeExampleMenu()
{
    auto *menu = new QMenu(tr("&Examples"), m_window);
    for (const Example &example : exampleTable()) {
        const QString name = QString::fromUtf8(example.name);
        QAction *action = menu->addAction(QCoreApplication::translate("rootward", example.title));
        action->setStatusTip(QCoreApplication::translate("rootward", example.description));
        connect(action, &QAction::triggered, this, [this, name] { Q_EMIT exampleRequested(name); });
    }
    return menu;
}

void Actions::makeMenus()
{
    m_examples = makeExampleMenu();
    QMenuBar *bar = m_window->menuBar();
    QMenu *file = bar->addMenu(tr("&File"));
    file->addAction(open);
    file->addMenu(m_examples);
    file->addAction(openVmConfig);
    file->addSeparator();
    file->addActions({saveLines, saveSvg, savePng});
    file->addSeparator();
    file->addAction(quit);

    QMenu *edit = bar->addMenu(tr("&Edit"));
    edit->addActions({undo, redo});
    edit->addSeparator();
    edit->addActions({copyLines, copyVerdicts, copyPicture});
    edit->addSeparator();
    edit->addAction(paste);

    viewMenu = bar->addMenu(tr("&View"));
    viewMenu->addActions({zoomIn, zoomOut, zoomActual, fit});
    viewMenu->addSeparator();
    viewMenu->addAction(unfoldAll);
    viewMenu->addSeparator();

    QMenu *plan = bar->addMenu(tr("&Plan"));
    plan->addActions({addCard, removeCard});

    bar->addMenu(tr("&Help"))->addAction(about);
}

void Actions::makeToolBar()
{
    toolBar = m_window->addToolBar(tr("Tool bar"));
    toolBar->setObjectName(u"toolBar"_s);
    toolBar->setIconSize(iconSize);
    toolBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    open->setIconText(tr("Open"));
    paste->setIconText(tr("Paste"));
    undo->setIconText(tr("Undo"));
    redo->setIconText(tr("Redo"));
    addCard->setIconText(tr("Add card"));
    saveSvg->setIconText(tr("Save picture"));
    toolBar->addActions({open, paste});
    auto *examples = new QToolButton;
    examples->setText(tr("Examples"));
    examples->setToolTip(tr("Open a built-in example"));
    examples->setPopupMode(QToolButton::InstantPopup);
    examples->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    examples->setMenu(m_examples);
    examples->setObjectName(u"examples"_s);
    toolBar->addWidget(examples);
    toolBar->addSeparator();
    toolBar->addActions({undo, redo});
    toolBar->addSeparator();
    toolBar->addAction(addCard);
    toolBar->addSeparator();
    toolBar->addActions({zoomOut, zoomIn, fit});
    for (QAction *action : {zoomOut, zoomIn})
        qobject_cast<QToolButton *>(toolBar->widgetForAction(action))
            ->setToolButtonStyle(Qt::ToolButtonIconOnly);
    toolBar->addSeparator();
    toolBar->addAction(saveSvg);
}

void Actions::updateIcons()
{
    const QPalette palette = m_window->palette();
    for (const auto &[action, name] : std::as_const(m_icons))
        action->setIcon(lineIcon(name, palette));
    if (auto *examples = toolBar->findChild<QToolButton *>(u"examples"_s))
        examples->setIcon(lineIcon("example"_L1, palette));
}

void Actions::setAvailable(bool hasHost, bool hasEntries, bool hasCurrentEntry)
{
    for (QAction *action :
         {saveSvg, savePng, copyPicture, addCard, zoomIn, zoomOut, zoomActual, fit, unfoldAll})
        action->setEnabled(hasHost);
    for (QAction *action : {saveLines, copyLines, copyVerdicts})
        action->setEnabled(hasEntries);
    removeCard->setEnabled(hasCurrentEntry);
}

} // namespace rootward
