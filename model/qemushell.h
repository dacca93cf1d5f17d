// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "qemutext.h"

#include <QString>
#include <QStringList>

namespace rootward {

/// Whether the shell puts something else there: $GPU, `cat gpu`.
bool hasShellVariable(const QString &value);

/// The pieces of an option's value for which the shell may put any options, so that they may move
/// or change any device. Empty: none. Behind a property that says nothing of a device's place, a
/// variable is taken for one value.
QStringList openShellPieces(const QemuOption &option);

} // namespace rootward
