// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "actions.h"

#include "appearance.h"
#include "examples.h"
#include "exporters.h"
#include "icons.h"
#include "layers.h"

#include <QActionGroup>
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

/// Of a row of a list; only the first ten have one.
QKeySequence numbered(const QString &modifiers, qsizetype number)
{
    return number > 10 ? QKeySequence() : QKeySequence(modifiers + QString::number(number % 10));
}

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
    openVm = make(tr("Open &VM…"), "open"_L1, QKeySequence(u"Ctrl+Shift+O"_s));
    openVm->setToolTip(tr("Open a Proxmox VM configuration, a libvirt domain or a QEMU command"));
    openMappings = make(tr("Open PCI &mappings…"), {}, QKeySequence(u"Ctrl+Shift+M"_s));
    saveLines = make(tr("&Save hostpci lines…"), "save"_L1, QKeySequence::Save);
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
    copyVerdicts = make(tr("Copy &verdicts"), {}, QKeySequence(u"Ctrl+Shift+V"_s));
    copyPicture = make(tr("Copy p&icture"), "picture"_L1, QKeySequence(u"Ctrl+Shift+P"_s));

    choosePicture = make(tr("P&icture…"), "picture"_L1, QKeySequence(u"Ctrl+Shift+S"_s));
    print = make(tr("P&rint…"), {}, QKeySequence::Print);

    addCard = make(tr("&Add card…"), "add"_L1, QKeySequence(u"Ctrl+Shift+A"_s));
    removeCard = make(tr("&Remove selected card"), "remove"_L1, QKeySequence(u"Ctrl+Del"_s));

    zoomIn = make(tr("Zoom &in"), "zoom-in"_L1, {});
    zoomIn->setShortcuts({QKeySequence(u"Ctrl++"_s), QKeySequence(u"Ctrl+="_s)});
    zoomOut = make(tr("Zoom &out"), "zoom-out"_L1, QKeySequence::ZoomOut);
    zoomActual = make(tr("&Actual size"), "zoom-actual"_L1, QKeySequence(u"Ctrl+1"_s));
    fit = make(tr("&Fit"), "fit"_L1, QKeySequence(u"Ctrl+0"_s));
    fit->setToolTip(tr("Fit the whole picture into the window (Ctrl+0)"));
    find = make(tr("&Find…"), "find"_L1, QKeySequence::Find);
    findNext = make(tr("Find &next"), {}, QKeySequence(Qt::Key_F3));
    findPrevious = make(tr("Find &previous"), {}, QKeySequence(u"Shift+F3"_s));
    for (const LayerRow &row : layerTable()) {
        QAction *layer = make(QCoreApplication::translate("rootward", row.name), {},
                              QKeySequence(QString::fromLatin1(row.shortcut)));
        layer->setCheckable(true);
        layer->setData(QString::fromLatin1(row.id));
        layers.append(layer);
    }
    auto *exclusive = new QActionGroup(this);
    for (const AppearanceRow &row : appearanceTable()) {
        QAction *appearance = make(QCoreApplication::translate("rootward", row.name), {},
                                   QKeySequence(QString::fromLatin1(row.shortcut)));
        appearance->setCheckable(true);
        appearance->setData(QString::fromLatin1(row.id));
        exclusive->addAction(appearance);
        appearances.append(appearance);
    }
    expand = make(tr("&Expand"), {}, QKeySequence(u"Ctrl+Right"_s));
    expandBranch = make(tr("Expand &branch"), {}, QKeySequence(u"Ctrl+Shift+Right"_s));
    expandBranch->setStatusTip(tr("Also Alt and a click on a box"));
    collapse = make(tr("Co&llapse"), {}, QKeySequence(u"Ctrl+Left"_s));
    animate = make(tr("A&nimate moves"), {}, QKeySequence(u"Ctrl+Shift+N"_s));
    animate->setCheckable(true);
    overview = make(tr("&Overview in the corner"), {}, QKeySequence(u"Ctrl+Shift+W"_s));
    overview->setCheckable(true);
    passSelected = make(tr("&Pass this function"), "add"_L1, QKeySequence(u"Ctrl+Return"_s));
    copyBox = make(tr("Copy what the &box says"), {}, QKeySequence(u"Ctrl+Shift+B"_s));
    unfoldAll = make(tr("&Show every function"), {}, QKeySequence(u"Ctrl+U"_s));
    unfoldAll->setCheckable(true);
    showInCapture = make(tr("Show in &capture"), {}, QKeySequence(u"Ctrl+L"_s));
    keepAsSecond = make(tr("Keep as secon&d card"), {}, QKeySequence(u"Ctrl+Space"_s));
    keepAsSecond->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    const QString help =
        tr("Keeps the selected card marked while you select another one: Registers "
           "then says whether AtomicOps get from one to the other. With the mouse: "
           "Ctrl+click the other card.");
    keepAsSecond->setStatusTip(help);
    keepAsSecond->setWhatsThis(help);
    openLive = make(tr("&This machine"), {}, QKeySequence(u"Ctrl+M"_s));
    rescan = make(tr("&Read again"), {}, QKeySequence::Refresh);
    shortcuts = make(tr("&Keyboard shortcuts"), {}, QKeySequence(u"?"_s));
    // Most keyboards have it above another key.
    shortcuts->setShortcuts({QKeySequence(u"?"_s), QKeySequence(u"Shift+?"_s)});
    about = make(tr("&About Rootward"), {}, QKeySequence(u"Shift+F1"_s));
    about->setMenuRole(QAction::AboutRole);
}

QMenu *Actions::makeExampleMenu()
{
    auto *menu = new QMenu(tr("&Examples"), m_window);
    for (const Example &example : exampleTable()) {
        const QString name = QString::fromUtf8(example.name);
        const auto number = menu->actions().size() + 1;
        QAction *action = menu->addAction(QCoreApplication::translate("rootward", example.title));
        action->setStatusTip(QCoreApplication::translate("rootward", example.description));
        action->setShortcut(numbered(u"Ctrl+Alt+"_s, number));
        connect(action, &QAction::triggered, this, [this, name] { Q_EMIT exampleRequested(name); });
    }
    return menu;
}

QMenu *Actions::makeExportMenu()
{
    auto *menu = new QMenu(tr("E&xport"), m_window);
    for (const ExportFormat &format : exportFormats()) {
        const QLatin1StringView id(format.id);
        QAction *action =
            menu->addAction(QCoreApplication::translate("rootward", format.name) + u'…');
        if (id == "svg"_L1)
            action->setShortcut(QKeySequence(u"Ctrl+E"_s));
        else if (id == "png"_L1)
            action->setShortcut(QKeySequence(u"Ctrl+Shift+E"_s));
        else
            action->setShortcut(numbered(u"Alt+Shift+"_s, menu->actions().size()));
        connect(action, &QAction::triggered, this, [this, id] { Q_EMIT exportRequested(id); });
    }
    return menu;
}

void Actions::showVms(const QStringList &labels, qsizetype planned)
{
    vmMenu->clear();
    for (qsizetype i = 0; i < labels.size(); ++i) {
        // A name from a file: an ampersand in it is no shortcut.
        QAction *action = vmMenu->addAction(QString(labels.at(i)).replace(u'&', u"&&"_s));
        action->setCheckable(true);
        action->setChecked(i == planned);
        action->setShortcut(numbered(u"Ctrl+Alt+Shift+"_s, i + 1));
        connect(action, &QAction::triggered, this, [this, i] { Q_EMIT vmRequested(i); });
    }
    vmMenu->setEnabled(!labels.isEmpty());
}

void Actions::makeMenus()
{
    m_examples = makeExampleMenu();
    QMenuBar *bar = m_window->menuBar();
    QMenu *file = bar->addMenu(tr("&File"));
    file->addAction(open);
    file->addAction(openLive);
    file->addMenu(m_examples);
    file->addAction(rescan);
    file->addSeparator();
    vmMenu = new QMenu(tr("&Plan for"), m_window);
    file->addAction(openVm);
    file->addMenu(vmMenu);
    file->addAction(openMappings);
    file->addSeparator();
    file->addAction(saveLines);
    exportMenu = makeExportMenu();
    file->addMenu(exportMenu);
    file->addActions({choosePicture, print});
    file->addSeparator();
    file->addAction(quit);

    QMenu *edit = bar->addMenu(tr("&Edit"));
    edit->addActions({undo, redo});
    edit->addSeparator();
    edit->addActions({copyLines, copyVerdicts, copyPicture, copyBox});
    edit->addSeparator();
    edit->addAction(paste);
    edit->addSeparator();
    edit->addActions({find, findNext, findPrevious});

    viewMenu = bar->addMenu(tr("&View"));
    viewMenu->addActions({zoomIn, zoomOut, zoomActual, fit});
    viewMenu->addSeparator();
    viewMenu->addActions({expand, expandBranch, collapse, unfoldAll});
    viewMenu->addSeparator();
    viewMenu->addMenu(tr("La&yers"))->addActions(layers);
    viewMenu->addMenu(tr("&Colours"))->addActions(appearances);
    viewMenu->addSeparator();
    viewMenu->addActions({showInCapture, keepAsSecond, overview, animate});
    viewMenu->addSeparator();

    QMenu *plan = bar->addMenu(tr("&Plan"));
    plan->addActions({addCard, passSelected, removeCard});

    bar->addMenu(tr("&Help"))->addActions({shortcuts, about});
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
    find->setIconText(tr("Find"));
    openVm->setIconText(tr("VM"));
    toolBar->addActions({open, paste});
    addMenuButton(m_examples, tr("Examples"), tr("Open a built-in example"), "example"_L1);
    toolBar->addAction(openVm);
    toolBar->addSeparator();
    toolBar->addActions({undo, redo});
    toolBar->addSeparator();
    toolBar->addAction(addCard);
    toolBar->addSeparator();
    toolBar->addActions({find, zoomOut, zoomIn, fit});
    for (QAction *action : {zoomOut, zoomIn})
        qobject_cast<QToolButton *>(toolBar->widgetForAction(action))
            ->setToolButtonStyle(Qt::ToolButtonIconOnly);
    toolBar->addSeparator();
    addMenuButton(exportMenu, tr("Export"), tr("Save lines, reports and pictures"), "save"_L1);
}

void Actions::addMenuButton(QMenu *menu, const QString &text, const QString &toolTip,
                            QLatin1StringView icon)
{
    auto *button = new QToolButton;
    button->setText(text);
    button->setToolTip(toolTip);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setMenu(menu);
    toolBar->addWidget(button);
    m_buttons.append({button, icon});
}

void Actions::updateIcons()
{
    const QPalette palette = m_window->palette();
    for (const auto &[action, name] : std::as_const(m_icons))
        action->setIcon(lineIcon(name, palette));
    for (const auto &[button, name] : std::as_const(m_buttons))
        button->setIcon(lineIcon(name, palette));
}

void Actions::setAvailable(bool hasHost, bool hasEntries, bool hasCurrentEntry)
{
    for (QAction *action : {copyPicture, choosePicture, print, addCard, zoomIn, zoomOut, zoomActual,
                            fit, unfoldAll, keepAsSecond, find, findNext, findPrevious})
        action->setEnabled(hasHost);
    for (QAction *action : {saveLines, copyLines, copyVerdicts})
        action->setEnabled(hasEntries);
    exportMenu->setEnabled(hasHost || hasEntries);
    removeCard->setEnabled(hasCurrentEntry);
}

} // namespace rootward
