// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"

#include <QWidget>

namespace rootward {

/// What a guest root port completes: one field a width, each with its glyph.
class WidthChips : public QWidget {
    Q_OBJECT

public:
    explicit WidthChips(QWidget *parent = nullptr);

    /// nullopt: there is no root port. What is not asked for keeps its glyph and loses its colour.
    void setAnswers(const std::optional<PerWidth<Answer>> &answers, const QList<Width> &asked);
    /// "32 ✓  64 ✓  128 –"
    QString text() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString chipText(Width width) const;

    std::optional<PerWidth<Answer>> m_answers;
    QList<Width> m_asked;
};

} // namespace rootward
