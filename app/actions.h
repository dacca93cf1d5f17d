// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QObject>

class QMainWindow;
class QMenu;
class QToolBar;
class QUndoStack;

namespace rootward {

/// The window's commands, its menus and its tool bar. What they do is connected by the window.
class Actions : public QObject {
    Q_OBJECT

public:
    Actions(QMainWindow *window, QUndoStack *undo);

    QAction *open;
    QAction *openVmConfig;
    QAction *saveLines;
    QAction *saveSvg;
    QAction *savePng;
    QAction *quit;
    QAction *undo;
    QAction *redo;
    QAction *paste;
    QAction *copyLines;
    QAction *copyVerdicts;
    QAction *copyPicture;
    QAction *addCard;
    QAction *removeCard;
    QAction *zoomIn;
    QAction *zoomOut;
    QAction *zoomActual;
    QAction *fit;
    QAction *unfoldAll;
    QAction *about;
    QMenu *viewMenu;
    QToolBar *toolBar;

    /// Colours the icons anew.
    void updateIcons();
    /// What works only with a picture on the screen, and what only with lines in the plan.
    void setAvailable(bool hasHost, bool hasEntries, bool hasCurrentEntry);

Q_SIGNALS:
    void exampleRequested(const QString &name);

private:
    QAction *make(const QString &text, QLatin1StringView icon, const QKeySequence &shortcut);
    void makeActions(QUndoStack *undo);
    void makeMenus();
    void makeToolBar();
    QMenu *makeExampleMenu();

    QMainWindow *m_window;
    QList<std::pair<QAction *, QLatin1StringView>> m_icons;
    QMenu *m_examples = nullptr;
};

} // namespace rootward
