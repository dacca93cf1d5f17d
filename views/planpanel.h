// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "hovered.h"
#include "planmodel.h"
#include "result.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace rootward {

class GuestForm;
class PlanCard;

/// The plan: the guest's settings and one card of controls for each hostpciN line. Asks for
/// changes by signals.
class PlanPanel : public QWidget {
    Q_OBJECT

public:
    explicit PlanPanel(QWidget *parent = nullptr);

    void setPlan(const Plan &plan, const PlanOutcome &outcome);
    void setCurrentEntry(std::optional<int> entry);
    void setHovered(const Hovered &hovered);
    PlanModel *model() const { return m_model; }
    GuestForm *guestForm() const { return m_guest; }
    PlanCard *card(int entry) const; ///< nullptr where the plan has no such entry

    QSize sizeHint() const override;

Q_SIGNALS:
    void editRequested(int entry, const QString &value, const QString &undoText);
    void choiceRequested(int entry, rootward::CardChoice choice, const QString &undoText);
    void driverRequested(int entry, const QString &driver); ///< empty: by device
    void hostpciLinesRequested(); ///< of a plan that libvirt or QEMU placed
    void planEdited(const rootward::Plan &plan, const QString &undoText);
    void refused(const rootward::Error &error);
    void addRequested();
    void removeRequested(int entry);
    void moveRequested(int from, int to);
    void entryActivated(int entry);
    void hovered(const rootward::Hovered &hovered);

protected:
    void changeEvent(QEvent *event) override;

private:
    void insertCards(int first, int last);
    void removeCards(int first, int last);
    void updateIcon();

    PlanModel *m_model;
    GuestForm *m_guest;
    QPushButton *m_add;
    QPushButton *m_makeLines;
    QLabel *m_empty;
    QScrollArea *m_scroll;
    QVBoxLayout *m_cardLayout;
    QList<PlanCard *> m_cards;
    std::optional<int> m_entry;
};

} // namespace rootward
