// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include <chrono>

class QLabel;
class QProgressBar;

namespace rootward {

/// A progress bar with a Cancel button. It appears only when a job takes longer than a moment,
/// so that quick loads do not flash.
class LoadProgress : public QWidget {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds patience {300};

    explicit LoadProgress(QWidget *parent = nullptr);

    void begin(const QString &label);
    void setPercent(int percent);
    void end();

Q_SIGNALS:
    void cancelRequested();

private:
    QLabel *m_label;
    QProgressBar *m_bar;
    QTimer m_delay;
};

} // namespace rootward
