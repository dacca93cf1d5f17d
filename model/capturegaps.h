// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "captureproblem.h"
#include "pcifunction.h"

#include <QList>

namespace rootward {

/// What the functions of a capture leave unsaid: one problem for each cause that a better capture
/// would lift, and one for each function that is damaged or does not answer.
QList<CaptureProblem> gapProblems(const QList<PciFunction> &functions);

/// Why registers of this function are not known, in one sentence without a full stop; empty where
/// nothing is missing.
QString gapSentence(const PciFunction &function);

/// "collect again as root: …", with the one command that tells most.
QString collectAgainSentence();

} // namespace rootward
