// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"

#include <QList>
#include <QStringList>

#include <optional>

namespace rootward {

/// A port of the host below which a card may be put.
struct CardPlace {
    int port = -1; ///< in the host: a root port, or a switch's downstream port
    bool known = true; ///< false: whether it carries 32 and 64 bit could not be read
    int takenBy = -1; ///< the first function below it; -1: free
    QString slot; ///< its label; empty if not shown
    int width = 0; ///< lanes that the port has; 0: not shown

    friend bool operator==(const CardPlace &, const CardPlace &) = default;
};

/// Where the function's card could go instead: ports from which 32 and 64 bit AtomicOps reach the
/// root complex, free ones first, then taken ones, then those that could not be read; each in
/// address order. A switch whose every port leads to functions of its own maker is a part of that
/// card, so the port above it is the place. Empty where the card's own switch is what blocks it.
/// `function` is an index in `host`.
QList<CardPlace> placesForCard(const Topology &host, int function);

/// "root port 00:01.1 is free (slot 3, x16)", "downstream port 02:04.0 is taken by graphics
/// function 05:00.0 (x4)". Translated, without a full stop.
QString placeSentence(const Topology &host, const CardPlace &place);

/// The places of an entry whose remedy is to move its card; empty for any other entry.
QList<CardPlace> placesForEntry(const Plan &plan, const EntryOutcome &entry);

/// Their sentences, at most `most` of them and then "and 4 more".
QStringList whereElse(const Plan &plan, const EntryOutcome &entry, qsizetype most);

} // namespace rootward
