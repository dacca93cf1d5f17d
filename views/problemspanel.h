// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "captureproblem.h"
#include "pcifunction.h"
#include "plan.h"

#include <QAbstractTableModel>
#include <QTreeView>

namespace rootward {

/// What was odd in the capture and in the plan, one a row.
class ProblemsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Severity, Place, Message, ColumnCount };

    struct Row {
        CaptureProblem::Severity severity = CaptureProblem::Severity::Warning;
        QString place;
        QString message;
        SourceLines lines; ///< in the capture; 0: none
        std::optional<PciAddress> address;
        std::optional<int> entry;
    };

    explicit ProblemsModel(QObject *parent = nullptr);

    void setRows(const QList<Row> &rows);
    const QList<Row> &rows() const { return m_rows; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QList<Row> m_rows;
};

/// The problems as a list; going to one asks for its place to be shown.
class ProblemsPanel : public QTreeView {
    Q_OBJECT

public:
    explicit ProblemsPanel(QWidget *parent = nullptr);

    void setProblems(const QList<CaptureProblem> &capture, const QList<Notice> &vmConfig,
                     const PlanOutcome &outcome);
    int count() const { return static_cast<int>(m_model->rows().size()); }

Q_SIGNALS:
    void functionActivated(const rootward::PciAddress &address);
    void entryActivated(int entry);
    /// The problem has a place in the capture's text.
    void linesActivated(const rootward::SourceLines &lines);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void activate(const QModelIndex &index);

    ProblemsModel *m_model;
};

} // namespace rootward
