// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "outcomelist.h"

#include "outcomedelegate.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>

namespace rootward {

OutcomeList::OutcomeList(QWidget *parent) : QListView(parent), m_model(new OutcomeModel(this))
{
    setModel(m_model);
    setItemDelegate(new OutcomeDelegate(this));
    setResizeMode(QListView::Adjust);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    setMouseTracking(true);
    connect(this, &QListView::entered, this, [this](const QModelIndex &index) {
        const OutcomeLine &line = m_model->lines().at(index.row());
        Q_EMIT hovered({line.entry, line.node});
    });
    connect(this, &QListView::viewportEntered, this, [this] { Q_EMIT hovered({}); });
}

void OutcomeList::setLines(const QList<OutcomeLine> &lines)
{
    const QScopedValueRollback quiet(m_quiet, true);
    if (lines == m_model->lines())
        return;
    m_model->setLines(lines);
    // Heights depend on the texts, which dataChanged() alone does not tell the view.
    scheduleDelayedItemsLayout();
    Q_EMIT contentHeightChanged();
}

void OutcomeList::setCurrentEntry(std::optional<int> entry)
{
    const QScopedValueRollback quiet(m_quiet, true);
    const QList<OutcomeLine> &all = m_model->lines();
    for (int row = 0; entry && row < all.size(); ++row) {
        if (all.at(row).entry == entry) {
            setCurrentIndex(m_model->index(row));
            return;
        }
    }
    setCurrentIndex({});
    clearSelection();
}

int OutcomeList::contentHeight() const
{
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    int height = 0;
    for (int row = 0; row < m_model->rowCount(); ++row)
        height += itemDelegate()->sizeHint(option, m_model->index(row)).height();
    return height;
}

void OutcomeList::resizeEvent(QResizeEvent *event)
{
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout();
    Q_EMIT contentHeightChanged();
}

void OutcomeList::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QListView::currentChanged(current, previous);
    if (!m_quiet && current.isValid())
        Q_EMIT lineActivated(m_model->lines().at(current.row()));
}

void OutcomeList::copyCurrent() const
{
    if (currentIndex().isValid())
        QGuiApplication::clipboard()->setText(currentIndex().data().toString());
}

void OutcomeList::copyAll() const
{
    QStringList all;
    for (const OutcomeLine &line : m_model->lines())
        all += line.plainText();
    QGuiApplication::clipboard()->setText(all.join(u'\n'));
}

void OutcomeList::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    QAction *one = menu.addAction(tr("Copy sentence"), this, &OutcomeList::copyCurrent);
    one->setEnabled(currentIndex().isValid());
    menu.addAction(tr("Copy all"), this, &OutcomeList::copyAll);
    menu.exec(event->globalPos());
}

void OutcomeList::leaveEvent(QEvent *event)
{
    QListView::leaveEvent(event);
    Q_EMIT hovered({});
}

void OutcomeList::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copyCurrent();
        event->accept();
        return;
    }
    QListView::keyPressEvent(event);
}

} // namespace rootward
