// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"

#include <QDialog>

class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QStandardItemModel;
class QTreeView;

namespace rootward {

/// Picks one of the host's functions that can be passed.
class AddCardDialog : public QDialog {
    Q_OBJECT

public:
    AddCardDialog(const Topology &host, const PlanOutcome &outcome, QWidget *parent = nullptr);

Q_SIGNALS:
    void picked(const rootward::PciAddress &function);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fill(const Topology &host, const PlanOutcome &outcome);
    void filterChanged(const QString &text);
    void acceptCurrent();

    QLineEdit *m_filter;
    QTreeView *m_list;
    QPushButton *m_add;
    QStandardItemModel *m_model;
    QSortFilterProxyModel *m_proxy;
    QList<PciAddress> m_functions;
};

} // namespace rootward
