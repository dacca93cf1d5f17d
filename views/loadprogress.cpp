// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "loadprogress.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace rootward {

LoadProgress::LoadProgress(QWidget *parent)
    : QWidget(parent), m_label(new QLabel), m_bar(new QProgressBar)
{
    m_label->setTextFormat(Qt::PlainText);
    m_bar->setAccessibleName(tr("Reading progress"));
    m_bar->setMaximumWidth(180);
    auto *cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName(u"cancelLoad"_s);
    cancel->setAccessibleName(tr("Cancel reading"));
    connect(cancel, &QPushButton::clicked, this, &LoadProgress::cancelRequested);

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_label);
    layout->addWidget(m_bar);
    layout->addWidget(cancel);

    m_delay.setSingleShot(true);
    m_delay.setInterval(patience);
    connect(&m_delay, &QTimer::timeout, this, &QWidget::show);
    hide();
}

void LoadProgress::begin(const QString &label)
{
    m_label->setText(tr("Reading %1").arg(label));
    m_bar->setRange(0, 0);
    m_delay.start();
}

void LoadProgress::setPercent(int percent)
{
    m_bar->setRange(0, 100);
    m_bar->setValue(percent);
}

void LoadProgress::end()
{
    m_delay.stop();
    hide();
}

} // namespace rootward
