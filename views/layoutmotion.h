// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "treelayout.h"

#include <QVariantAnimation>

namespace rootward {

/// Moves boxes from one layout to another, so that the eye can follow them.
class LayoutMotion : public QObject {
    Q_OBJECT
public:
    explicit LayoutMotion(QObject *parent = nullptr);

    /// Off: every move is one step.
    void setEnabled(bool enabled) { m_enabled = enabled; }
    bool isEnabled() const { return m_enabled; }
    /// One step as well where there is nothing to start from, or too much to move.
    void start(const LayoutResult &from, const LayoutResult &to);
    void stop();
    bool isRunning() const { return m_animation.state() == QAbstractAnimation::Running; }

Q_SIGNALS:
    void moved(const rootward::LayoutResult &layout);
    /// Once per start() that was not stopped or replaced, after the last move.
    void arrived();

private:
    void moveTo(double part);
    void finish();

    QVariantAnimation m_animation;
    LayoutResult m_from;
    LayoutResult m_to;
    bool m_enabled = true;
};

} // namespace rootward
