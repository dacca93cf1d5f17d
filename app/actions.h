// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QObject>

class QMainWindow;
class QMenu;
class QToolBar;
class QToolButton;
class QUndoStack;

namespace rootward {

/// The window's commands, its menus and its tool bar. What they do is connected by the window.
class Actions : public QObject {
    Q_OBJECT

public:
    Actions(QMainWindow *window, QUndoStack *undo);

    QAction *open;
    QAction *openVm;
    QAction *openMappings;
    QAction *saveLines;
    QMenu *exportMenu; ///< every row of exportFormats()
    QAction *quit;
    QAction *undo;
    QAction *redo;
    QAction *paste;
    QAction *copyLines;
    QAction *copyVerdicts;
    QAction *copyPicture;
    QAction *choosePicture;
    QAction *print;
    QAction *addCard;
    QAction *removeCard;
    QAction *zoomIn;
    QAction *zoomOut;
    QAction *zoomActual;
    QAction *fit;
    QAction *find;
    QAction *findNext;
    QAction *findPrevious;
    QList<QAction *> appearances; ///< in the order of appearanceTable(), one is checked
    QList<QAction *> layers; ///< in the order of layerTable(), remembered
    QAction *expand; ///< these three are about the selected box
    QAction *expandBranch;
    QAction *collapse;
    QAction *unfoldAll;
    QAction *animate; ///< remembered
    QAction *overview; ///< remembered
    QAction *passSelected; ///< adds the selected function to the plan
    QAction *copyBox; ///< what the selected box says
    QAction *showInCapture;
    QAction *keepAsSecond; ///< in the picture alone
    QAction *openLive;
    QAction *rescan;
    QAction *shortcuts;
    QAction *about;
    QMenu *viewMenu;
    QMenu *vmMenu; ///< the VMs that are open, filled by showVms()
    QToolBar *toolBar;

    /// Colours the icons anew.
    void updateIcons();
    /// Lists the VMs that are open; `planned` is the one that is planned for, -1 for none.
    void showVms(const QStringList &labels, qsizetype planned);
    /// What works only with a picture on the screen, and what only with lines in the plan.
    void setAvailable(bool hasHost, bool hasEntries, bool hasCurrentEntry);

Q_SIGNALS:
    void exampleRequested(const QString &name);
    void vmRequested(qsizetype number);
    void exportRequested(QLatin1StringView format);

private:
    QAction *make(const QString &text, QLatin1StringView icon, const QKeySequence &shortcut);
    void makeActions(QUndoStack *undo);
    void makeMenus();
    void makeToolBar();
    QMenu *makeExampleMenu();
    QMenu *makeExportMenu();
    void addMenuButton(QMenu *menu, const QString &text, const QString &toolTip,
                       QLatin1StringView icon);

    QMainWindow *m_window;
    QList<std::pair<QAction *, QLatin1StringView>> m_icons;
    QList<std::pair<QToolButton *, QLatin1StringView>> m_buttons;
    QMenu *m_examples = nullptr;
};

} // namespace rootward
