// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "outcomelist.h"

namespace rootward {

/// One line per passed card, above everything: readable without a click. Grows with its lines up
/// to a few; more scroll.
class VerdictStrip : public OutcomeList {
    Q_OBJECT

public:
    explicit VerdictStrip(QWidget *parent = nullptr);

    void setOutcome(const PlanOutcome &outcome);

private:
    void fitHeight();
};

} // namespace rootward
