// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "problemspanel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

using Severity = CaptureProblem::Severity;
using Row = ProblemsModel::Row;

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return ProblemsModel::tr("Note");
    case Severity::Warning:
        return ProblemsModel::tr("Warning");
    case Severity::Error:
        break;
    }
    return ProblemsModel::tr("Error");
}

Row captureRow(const CaptureProblem &problem)
{
    QString place = problem.line > 0 ? ProblemsModel::tr("line %1").arg(problem.line)
                                     : ProblemsModel::tr("capture");
    if (problem.address)
        place += u' ' + problem.address->toString();
    return {problem.severity, place, problem.message, {problem.line, problem.line, problem.source},
            problem.address,  {}};
}

void addNotices(QList<Row> *rows, const QList<Notice> &notices, Severity severity)
{
    for (const Notice &notice : notices) {
        const QString place =
            notice.index ? u"hostpci%1"_s.arg(*notice.index) : ProblemsModel::tr("plan");
        rows->append({severity, place, notice.message, {}, {}, notice.index});
    }
}

} // namespace

ProblemsModel::ProblemsModel(QObject *parent) : QAbstractTableModel(parent) { }

void ProblemsModel::setRows(const QList<Row> &rows)
{
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

int ProblemsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ProblemsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant ProblemsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows.at(index.row());
    // Escaped: a tool tip would otherwise guess at rich text.
    if (role == Qt::ToolTipRole)
        return row.message.toHtmlEscaped();
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Severity:
        return severityText(row.severity);
    case Place:
        return row.place;
    default:
        return row.message;
    }
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case Severity:
        return tr("Severity");
    case Place:
        return tr("Place");
    default:
        return tr("Message");
    }
}

ProblemsPanel::ProblemsPanel(QWidget *parent) : QTreeView(parent), m_model(new ProblemsModel(this))
{
    setModel(m_model);
    setAccessibleName(tr("Problems"));
    setRootIsDecorated(false);
    setAllColumnsShowFocus(true);
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    header()->setSectionResizeMode(ProblemsModel::Severity, QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(ProblemsModel::Place, QHeaderView::ResizeToContents);
    header()->setStretchLastSection(true);
    connect(this, &QTreeView::clicked, this, &ProblemsPanel::activate);
    connect(this, &QTreeView::activated, this, &ProblemsPanel::activate);
}

void ProblemsPanel::setProblems(const QList<CaptureProblem> &capture, const QList<Notice> &vmConfig,
                                const PlanOutcome &outcome)
{
    QList<Row> rows;
    for (const EntryOutcome &entry : outcome.entries)
        addNotices(&rows, entry.errors, Severity::Error);
    addNotices(&rows, outcome.errors, Severity::Error);
    for (const CaptureProblem &problem : capture)
        rows.append(captureRow(problem));
    addNotices(&rows, vmConfig, Severity::Warning);
    for (const EntryOutcome &entry : outcome.entries)
        addNotices(&rows, entry.warnings, Severity::Warning);
    addNotices(&rows, outcome.warnings, Severity::Warning);
    m_model->setRows(rows);
}

void ProblemsPanel::activate(const QModelIndex &index)
{
    const Row &row = m_model->rows().at(index.row());
    if (row.address)
        Q_EMIT functionActivated(*row.address);
    else if (row.entry)
        Q_EMIT entryActivated(*row.entry);
    if (row.lines.first > 0)
        Q_EMIT linesActivated(row.lines);
}

void ProblemsPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy) && currentIndex().isValid()) {
        const Row &row = m_model->rows().at(currentIndex().row());
        QGuiApplication::clipboard()->setText(
            u"%1 %2: %3"_s.arg(severityText(row.severity), row.place, row.message));
        event->accept();
        return;
    }
    QTreeView::keyPressEvent(event);
}

} // namespace rootward
