// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "verdictstrip.h"

namespace rootward {

namespace {

constexpr int mostTextLines = 6;

} // namespace

VerdictStrip::VerdictStrip(QWidget *parent) : OutcomeList(parent)
{
    setAccessibleName(tr("Verdicts, one for each passed card"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &OutcomeList::contentHeightChanged, this, &VerdictStrip::fitHeight);
    hide();
}

void VerdictStrip::setOutcome(const PlanOutcome &outcome)
{
    setLines(stripLines(outcome));
    setVisible(!lines().isEmpty());
    fitHeight();
}

void VerdictStrip::fitHeight()
{
    const int most = mostTextLines * (fontMetrics().height() + fontMetrics().height() / 2);
    setFixedHeight(std::min(contentHeight(), most) + 2 * frameWidth());
}

} // namespace rootward
