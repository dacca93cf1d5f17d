// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "shortcutsheet.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr QSize firstSize(560, 620);

struct PictureKey {
    const char *keys;
    const char *what;
};

constexpr PictureKey pictureKeys[] = {
    {QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "Arrow keys"),
     QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "Walk from box to box")},
    {QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "Home, End"),
     QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "The first and the last box")},
    {QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "Enter"),
     QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "Open or close a branch; pass a card")},
    {QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "Alt+Enter, Alt+click"),
     QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "Open a branch with all that is below")},
    {QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "Menu key"),
     QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "What can be done with the box")},
    {QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "Ctrl+click"),
     QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "A second card beside the selected one")},
    {QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "Ctrl+wheel"),
     QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "Zoom about the pointer")},
    {QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "Double click, drag to the guest"),
     QT_TRANSLATE_NOOP("rootward::ShortcutSheet", "Pass a card")},
};

QString plain(QString text)
{
    // "&&" is an ampersand, "&" marks a letter.
    return text.replace(u"&&"_s, u"\x01"_s).remove(u'&').replace(u'\x01', u'&');
}

void collect(const QMenu *menu, const QString &title, QList<std::pair<QString, QAction *>> &all)
{
    for (QAction *action : menu->actions()) {
        if (action->menu() != nullptr)
            collect(action->menu(), title + u" › "_s + plain(action->text()), all);
        else if (!action->isSeparator())
            all.append({title, action});
    }
}

QString keysOf(const QAction *action)
{
    QStringList keys;
    for (const QKeySequence &sequence : action->shortcuts())
        keys.append(sequence.toString(QKeySequence::NativeText));
    return keys.join(u", "_s);
}

} // namespace

QList<std::pair<QString, QAction *>> menuActions(const QMenuBar *menus)
{
    QList<std::pair<QString, QAction *>> all;
    for (const QAction *top : menus->actions()) {
        if (top->menu() != nullptr)
            collect(top->menu(), plain(top->text()), all);
    }
    return all;
}

ShortcutSheet::ShortcutSheet(const QMenuBar *menus, QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *list = new QTreeWidget;
    list->setAccessibleName(windowTitle());
    list->setHeaderLabels({tr("Action"), tr("Keys")});
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    QTreeWidgetItem *group = nullptr;
    const auto add = [&](const QString &title, const QString &what, const QString &keys) {
        if (group == nullptr || group->text(0) != title) {
            group = new QTreeWidgetItem(list, {title});
            QFont bold = list->font();
            bold.setBold(true);
            group->setFont(0, bold);
            group->setFlags(Qt::ItemIsEnabled);
        }
        new QTreeWidgetItem(group, {what, keys});
    };
    for (const PictureKey &row : pictureKeys)
        add(tr("In the picture"), tr(row.what), tr(row.keys));
    for (const auto &[title, action] : menuActions(menus))
        add(title, plain(action->text()), keysOf(action));
    list->expandAll();
    list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    list->header()->setStretchLastSection(false);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(list, 1);
    layout->addWidget(buttons);
    resize(firstSize);
}

} // namespace rootward
