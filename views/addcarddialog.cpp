// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "addcarddialog.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr QSize preferredSize(760, 420);

QStandardItem *cell(const QString &text)
{
    auto *item = new QStandardItem(text);
    item->setEditable(false);
    return item;
}

} // namespace

AddCardDialog::AddCardDialog(const Topology &host, const PlanOutcome &outcome, QWidget *parent)
    : QDialog(parent), m_filter(new QLineEdit), m_list(new QTreeView),
      m_model(new QStandardItemModel(this)), m_proxy(new QSortFilterProxyModel(this))
{
    setWindowTitle(tr("Add card"));
    m_filter->setPlaceholderText(tr("Filter by address, name or driver"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    fill(host, outcome);
    m_proxy->setSourceModel(m_model);
    m_proxy->setFilterKeyColumn(-1);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_list->setModel(m_proxy);
    m_list->setAccessibleName(tr("Functions that can be passed"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    m_list->header()->setStretchLastSection(false);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_add = buttons->addButton(tr("Add"), QDialogButtonBox::AcceptRole);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_filter);
    layout->addWidget(m_list);
    layout->addWidget(buttons);
    resize(preferredSize);

    connect(m_filter, &QLineEdit::textChanged, this, &AddCardDialog::filterChanged);
    connect(m_list, &QTreeView::doubleClicked, this, &AddCardDialog::acceptCurrent);
    connect(buttons, &QDialogButtonBox::accepted, this, &AddCardDialog::acceptCurrent);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    filterChanged({});
}

void AddCardDialog::fill(const Topology &host, const PlanOutcome &outcome)
{
    m_model->setHorizontalHeaderLabels({tr("Address"), tr("Device"), tr("Driver"), tr("Plan")});
    QHash<PciAddress, int> planned;
    for (const EntryOutcome &entry : outcome.entries) {
        for (const FunctionOutcome &function : entry.functions)
            planned.insert(function.host, entry.index);
    }
    const QHash<PciAddress, QString> letters = cardLetters(host);
    for (const int index : passableFunctions(host)) {
        const PciFunction &function = host.at(index);
        const QString letter = letters.value(function.address);
        const QString name = function.name.isEmpty() ? function.className : function.name;
        const QString line = planned.contains(function.address)
            ? u"hostpci%1"_s.arg(planned.value(function.address))
            : QString();
        m_model->appendRow({cell(function.address.toString()),
                            cell(letter.isEmpty() ? name : u"%1  %2"_s.arg(letter, name)),
                            cell(function.driver), cell(line)});
        m_functions.append(function.address);
    }
}

void AddCardDialog::filterChanged(const QString &text)
{
    m_proxy->setFilterFixedString(text.trimmed());
    const bool any = m_proxy->rowCount() > 0;
    if (any && !m_list->currentIndex().isValid())
        m_list->setCurrentIndex(m_proxy->index(0, 0));
    m_add->setEnabled(any);
}

void AddCardDialog::acceptCurrent()
{
    const QModelIndex current = m_proxy->mapToSource(m_list->currentIndex());
    if (!current.isValid())
        return;
    Q_EMIT picked(m_functions.at(current.row()));
    accept();
}

// The arrow keys walk the list while the filter has the focus.
bool AddCardDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp
            || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace rootward
