// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"
#include "pictureindex.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolBar;
class QToolButton;

namespace rootward {

/// Search and filters above the picture. Says by signals what is to be bright and where to go.
class FindBar : public QWidget {
    Q_OBJECT

public:
    explicit FindBar(QWidget *parent = nullptr);

    void setPlan(const Plan &plan, const PlanOutcome &outcome);
    /// How many of what was found are in the picture's folds.
    void setFolded(qsizetype folded);
    const QList<NodeRef> &found() const { return m_found; }

public Q_SLOTS:
    /// Shows the bar with the query ready to be typed over.
    void open();
    /// Hides it; nothing is dim or ringed any more.
    void finish();
    void goToNext();
    void goToPrevious();

Q_SIGNALS:
    void highlightChanged(const rootward::Highlight &highlight);
    void goTo(const rootward::NodeRef &ref);
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void search();
    void step(int by);
    void rebuildFilters();
    void announce();
    void showCount();
    void updateIcons();
    Highlight highlight() const;

    QLineEdit *m_query;
    QLabel *m_count;
    QToolButton *m_previous;
    QToolButton *m_next;
    QToolButton *m_close;
    QToolBar *m_chips; ///< has a menu for those that do not fit
    PictureIndex m_index;
    QList<PictureFilter> m_filters;
    QSet<QString> m_checked; ///< ids of filters
    QList<NodeRef> m_found;
    qsizetype m_at = -1; ///< in m_found; -1: not gone to any
    qsizetype m_folded = 0;
};

} // namespace rootward
