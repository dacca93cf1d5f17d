// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "outcomemodel.h"

#include <QListView>

namespace rootward {

/// Shows marked sentences: mark, letter, bold lead, wrapped text, badge. Lines can be copied.
class OutcomeList : public QListView {
    Q_OBJECT

public:
    explicit OutcomeList(QWidget *parent = nullptr);

    void setLines(const QList<OutcomeLine> &lines);
    const QList<OutcomeLine> &lines() const { return m_model->lines(); }
    /// Marks the first line of this entry, quietly.
    void setCurrentEntry(std::optional<int> entry);
    /// Marks the lines of what the pointer is on elsewhere.
    void setHovered(const Hovered &hovered) { m_model->setHovered(hovered); }
    bool isHovered(int row) const { return m_model->isHovered(row); }
    /// The height that shows every line.
    int contentHeight() const;

Q_SIGNALS:
    void lineActivated(const rootward::OutcomeLine &line); ///< the user came to it
    void contentHeightChanged();
    void hovered(const rootward::Hovered &hovered);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    void copyCurrent() const;
    void copyAll() const;

    OutcomeModel *m_model;
    bool m_quiet = false;
};

} // namespace rootward
