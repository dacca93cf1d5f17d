// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "planpanel.h"

#include "guestform.h"
#include "icons.h"
#include "plancard.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr QSize preferredSize(392, 520);

} // namespace

PlanPanel::PlanPanel(QWidget *parent)
    : QWidget(parent), m_model(new PlanModel(this)), m_guest(new GuestForm),
      m_add(new QPushButton(tr("Add card…"))),
      m_makeLines(new QPushButton(tr("Make hostpci lines"))),
      m_empty(new QLabel(tr("No card is passed yet. Add one here, or double-click a card in the "
                            "host's tree."))),
      m_scroll(new QScrollArea)
{
    m_add->setObjectName(u"addCard"_s);
    m_empty->setWordWrap(true);
    connect(m_add, &QPushButton::clicked, this, &PlanPanel::addRequested);
    m_makeLines->setObjectName(u"makeLines"_s);
    m_makeLines->setToolTip(
        tr("This VM places its devices itself. Plan it with Proxmox's lines instead."));
    connect(m_makeLines, &QPushButton::clicked, this, &PlanPanel::hostpciLinesRequested);

    auto *cards = new QWidget;
    m_cardLayout = new QVBoxLayout(cards);
    m_cardLayout->setContentsMargins(0, 0, 4, 0);
    m_cardLayout->setSpacing(8);
    m_cardLayout->addWidget(m_empty);
    m_cardLayout->addStretch();
    m_scroll->setWidget(cards);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 4, 6);
    layout->addWidget(m_guest);
    layout->addWidget(m_scroll, 1);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_add);
    buttons->addWidget(m_makeLines);
    buttons->addStretch();
    layout->addLayout(buttons);

    connect(m_guest, &GuestForm::planEdited, this, &PlanPanel::planEdited);
    connect(m_guest, &GuestForm::refused, this, &PlanPanel::refused);
    connect(m_model, &PlanModel::editRequested, this, &PlanPanel::editRequested);
    connect(m_model, &PlanModel::choiceRequested, this, &PlanPanel::choiceRequested);
    connect(m_model, &PlanModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { insertCards(first, last); });
    connect(m_model, &PlanModel::rowsRemoved, this,
            [this](const QModelIndex &, int first, int last) { removeCards(first, last); });
    updateIcon();
}

QSize PlanPanel::sizeHint() const
{
    return preferredSize;
}

PlanCard *PlanPanel::card(int entry) const
{
    return m_cards.value(m_model->rowOf(entry));
}

void PlanPanel::setPlan(const Plan &plan, const PlanOutcome &outcome)
{
    m_guest->setPlan(plan);
    m_model->setPlan(plan, outcome);
    for (PlanCard *card : std::as_const(m_cards))
        card->refresh();
    m_empty->setVisible(m_cards.isEmpty());
    m_add->setEnabled(plan.host != nullptr);
    m_makeLines->setVisible(plan.layout != nullptr);
    setCurrentEntry(m_entry);
}

void PlanPanel::setCurrentEntry(std::optional<int> entry)
{
    const bool moved = m_entry != entry;
    m_entry = entry;
    for (PlanCard *card : std::as_const(m_cards)) {
        const bool current = entry == card->entry();
        card->setCurrent(current);
        if (current && moved)
            m_scroll->ensureWidgetVisible(card, 0, 0);
    }
}

void PlanPanel::setHovered(const Hovered &hovered)
{
    for (PlanCard *card : std::as_const(m_cards))
        card->setHovered(hovered.entry == card->entry());
}

void PlanPanel::insertCards(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        auto *card = new PlanCard(m_model, row);
        connect(card, &PlanCard::activated, this, &PlanPanel::entryActivated);
        connect(card, &PlanCard::removeRequested, this, &PlanPanel::removeRequested);
        connect(card, &PlanCard::moveRequested, this, &PlanPanel::moveRequested);
        connect(card, &PlanCard::driverRequested, this, &PlanPanel::driverRequested);
        connect(card, &PlanCard::pointerEntered, this,
                [this](int entry) { Q_EMIT hovered({entry, {}}); });
        connect(card, &PlanCard::pointerLeft, this, [this] { Q_EMIT hovered({}); });
        m_cards.insert(row, card);
        m_cardLayout->insertWidget(1 + row, card);
        card->show();
    }
}

void PlanPanel::removeCards(int first, int last)
{
    for (int row = last; row >= first; --row) {
        // The removal may have been asked for by the card itself.
        PlanCard *card = m_cards.takeAt(row);
        m_cardLayout->removeWidget(card);
        card->hide();
        card->deleteLater();
    }
}

void PlanPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateIcon();
}

void PlanPanel::updateIcon()
{
    m_add->setIcon(lineIcon("add"_L1, palette()));
}

} // namespace rootward
