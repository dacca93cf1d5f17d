// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include <span>

namespace rootward {

/// A capture's text without what mail programs, terminals and editors did to it: UTF-8, lines
/// that end with LF.
struct CleanedText {
    QByteArray bytes;
    /// The line of the original that each line stands on, counted from 1; empty: the same lines.
    QList<int> originalLines;

    int originalLine(int line) const;
};

/// One kind of damage and its repair.
struct CleaningStep {
    const char *name;
    bool ofShape; ///< not needed where every line begins as lspci's do
    bool (*needed)(QByteArrayView bytes);
    void (*apply)(CleanedText &text);
};

/// The steps in the order in which they are tried.
std::span<const CleaningStep> cleaningSteps();

/// Undamaged text comes back as it is, without a copy.
CleanedText cleanText(const QByteArray &bytes);

} // namespace rootward
