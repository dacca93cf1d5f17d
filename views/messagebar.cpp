// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "messagebar.h"

#include "icons.h"
#include "theme.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace rootward {

MessageBar::MessageBar(QWidget *parent)
    : QFrame(parent), m_label(new QLabel), m_close(new QToolButton)
{
    setAccessibleName(tr("Message"));
    m_label->setTextFormat(Qt::PlainText);
    m_label->setWordWrap(true);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_label->setObjectName(u"messageText"_s);
    m_close->setAutoRaise(true);
    m_close->setAccessibleName(tr("Close the message"));
    m_close->setToolTip(tr("Close the message"));
    m_close->setObjectName(u"closeMessage"_s);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 6, 8, 6);
    layout->addWidget(m_label, 1);
    layout->addWidget(m_close, 0, Qt::AlignTop);
    updateIcon();
    hide();
}

void MessageBar::showError(const Error &error)
{
    m_label->setText(error.toString());
    show();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

QString MessageBar::text() const
{
    return m_label->text();
}

void MessageBar::paintEvent(QPaintEvent *event)
{
    const StateStyle style = Theme::fromPalette(palette()).state(HopState::Blocks);
    QPainter painter(this);
    painter.fillRect(rect(), style.fill);
    painter.fillRect(QRect(0, 0, 5, height()), style.line);
    QFrame::paintEvent(event);
}

void MessageBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        updateIcon();
    QFrame::changeEvent(event);
}

void MessageBar::updateIcon()
{
    m_close->setIcon(lineIcon("remove"_L1, palette()));
}

} // namespace rootward
