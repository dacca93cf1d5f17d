// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "findbar.h"

#include "icons.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QToolButton *stepButton(const QString &text, Qt::ArrowType arrow)
{
    auto *button = new QToolButton;
    button->setArrowType(arrow);
    button->setAccessibleName(text);
    button->setToolTip(text);
    button->setAutoRaise(true);
    return button;
}

} // namespace

FindBar::FindBar(QWidget *parent)
    : QWidget(parent), m_query(new QLineEdit), m_count(new QLabel),
      m_previous(stepButton(tr("Previous (Shift+F3)"), Qt::UpArrow)),
      m_next(stepButton(tr("Next (F3)"), Qt::DownArrow)), m_close(new QToolButton),
      m_chips(new QToolBar)
{
    setObjectName(u"findBar"_s);
    m_query->setObjectName(u"findQuery"_s);
    m_query->setPlaceholderText(tr("Address, id, name, driver or slot"));
    m_query->setAccessibleName(tr("Find"));
    m_query->setClearButtonEnabled(true);
    m_count->setObjectName(u"findCount"_s);
    m_count->setTextFormat(Qt::PlainText);
    m_close->setAccessibleName(tr("Close (Esc)"));
    m_close->setToolTip(tr("Close (Esc)"));
    m_close->setAutoRaise(true);
    m_chips->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_chips->setAccessibleName(tr("Leave bright"));
    m_chips->setContentsMargins({});
    auto *line = new QHBoxLayout;
    line->addWidget(m_query, 1);
    line->addWidget(m_previous);
    line->addWidget(m_next);
    line->addWidget(m_count);
    line->addWidget(m_close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(m_chips);
    connect(m_query, &QLineEdit::textChanged, this, &FindBar::search);
    connect(m_query, &QLineEdit::returnPressed, this, &FindBar::goToNext);
    connect(m_next, &QToolButton::clicked, this, &FindBar::goToNext);
    connect(m_previous, &QToolButton::clicked, this, &FindBar::goToPrevious);
    connect(m_close, &QToolButton::clicked, this, &FindBar::finish);
    updateIcons();
    hide();
}

void FindBar::setPlan(const Plan &plan, const PlanOutcome &outcome)
{
    m_index = PictureIndex(plan, outcome);
    m_filters = pictureFilters(plan, outcome);
    rebuildFilters();
    search();
}

void FindBar::setFolded(qsizetype folded)
{
    m_folded = folded;
    showCount();
}

void FindBar::open()
{
    show();
    m_query->setFocus(Qt::ShortcutFocusReason);
    m_query->selectAll();
    announce();
}

void FindBar::finish()
{
    hide();
    announce();
    Q_EMIT closed();
}

void FindBar::search()
{
    const std::optional<NodeRef> before =
        m_at >= 0 ? std::optional(m_found.at(m_at)) : std::nullopt;
    m_found = m_index.find(m_query->text());
    m_at = before ? m_found.indexOf(*before) : -1;
    announce();
}

void FindBar::goToNext()
{
    step(1);
}

void FindBar::goToPrevious()
{
    step(-1);
}

/// Around at both ends.
void FindBar::step(int by)
{
    if (isHidden())
        open();
    const qsizetype count = m_found.size();
    if (count == 0)
        return;
    m_at = m_at < 0 ? (by > 0 ? 0 : count - 1) : (m_at + by + count) % count;
    showCount();
    Q_EMIT goTo(m_found.at(m_at));
}

void FindBar::rebuildFilters()
{
    m_chips->clear();
    QSet<QString> known;
    for (const PictureFilter &filter : std::as_const(m_filters)) {
        auto *chip = new QAction(u"%1 %2"_s.arg(filter.name).arg(filter.members.size()), m_chips);
        chip->setObjectName(u"filter-"_s + filter.id);
        chip->setCheckable(true);
        chip->setChecked(m_checked.contains(filter.id));
        connect(chip, &QAction::toggled, this, [this, id = filter.id](bool checked) {
            if (checked)
                m_checked.insert(id);
            else
                m_checked.remove(id);
            announce();
        });
        m_chips->addAction(chip);
        known.insert(filter.id);
    }
    m_checked.intersect(known);
    m_chips->setVisible(!m_filters.isEmpty());
}

Highlight FindBar::highlight() const
{
    if (isHidden())
        return {};
    Highlight result {{}, QSet<NodeRef>(m_found.begin(), m_found.end())};
    for (const PictureFilter &filter : m_filters) {
        if (m_checked.contains(filter.id))
            result.wanted = result.wanted.value_or(QSet<NodeRef>()) + filter.members;
    }
    return result;
}

void FindBar::announce()
{
    Q_EMIT highlightChanged(highlight());
    showCount();
}

void FindBar::showCount()
{
    QString text;
    if (m_query->text().trimmed().isEmpty())
        text = tr("devices: %1").arg(m_index.size());
    else if (m_found.isEmpty())
        text = tr("nothing found");
    else if (m_at >= 0)
        text = tr("%1 of %2").arg(m_at + 1).arg(m_found.size());
    else
        text = tr("%1 found").arg(m_found.size());
    if (m_folded > 0)
        text += u", "_s + tr("%1 of them folded").arg(m_folded);
    m_count->setText(text);
    m_next->setEnabled(!m_found.isEmpty());
    m_previous->setEnabled(!m_found.isEmpty());
}

void FindBar::updateIcons()
{
    m_close->setIcon(lineIcon("remove"_L1, palette()));
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape)
        finish();
    else if (isReturn && event->modifiers().testFlag(Qt::ShiftModifier))
        goToPrevious();
    else
        QWidget::keyPressEvent(event);
}

void FindBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateIcons();
}

} // namespace rootward
