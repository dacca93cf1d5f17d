// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "planmodel.h"

#include <QFrame>
#include <QPersistentModelIndex>

class QCheckBox;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace rootward {

class WidthChips;

/// One hostpciN line as controls: a view of one row of the PlanModel.
class PlanCard : public QFrame {
    Q_OBJECT

public:
    PlanCard(PlanModel *model, int row, QWidget *parent = nullptr);

    int entry() const;
    void setCurrent(bool current);
    bool isCurrent() const { return m_current; }
    void setHovered(bool hovered);
    bool isHovered() const { return m_hovered; }
    void refresh(); ///< reads the row again

Q_SIGNALS:
    void activated(int entry);
    void removeRequested(int entry);
    void moveRequested(int from, int to);
    void driverRequested(int entry, const QString &driver); ///< empty: by device
    void pointerEntered(int entry);
    void pointerLeft();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Check {
        PlanModel::Column column;
        QCheckBox *box;
    };

    QModelIndex index(PlanModel::Column column) const;
    QLayout *makeHeading();
    QLayout *makeChecks();
    QLayout *makeOutcome();
    void showMenu();
    void addNumbers(QMenu *menu);
    void addDrivers(QMenu *menu);
    void updateColors();
    void submitValue();

    PlanModel *m_model;
    QPersistentModelIndex m_row;
    QToolButton *m_name;
    QLabel *m_letter;
    QLabel *m_title;
    QToolButton *m_remove;
    QList<Check> m_checks;
    QLabel *m_noEffect;
    WidthChips *m_chips;
    QLabel *m_note;
    QLineEdit *m_value;
    bool m_current = false;
    bool m_hovered = false;
};

} // namespace rootward
