// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "result.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace rootward {

/// One sentence about something that could not be done. It stays until it is closed, or until
/// the next one; its text is always plain.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget *parent = nullptr);

    void showError(const Error &error);
    QString text() const;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void updateIcon();

    QLabel *m_label;
    QToolButton *m_close;
};

} // namespace rootward
