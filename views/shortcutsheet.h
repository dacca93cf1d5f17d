// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QDialog>

class QAction;
class QMenuBar;

namespace rootward {

/// What can be done by keys, as the menus have it, and the picture's own keys.
class ShortcutSheet : public QDialog {
    Q_OBJECT

public:
    ShortcutSheet(const QMenuBar *menus, QWidget *parent);
};

/// Every action in a menu bar's menus that does something, with its menu's title before it.
QList<std::pair<QString, QAction *>> menuActions(const QMenuBar *menus);

} // namespace rootward
