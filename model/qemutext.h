// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "result.h"

#include <QList>
#include <QString>

namespace rootward {

struct QemuOption {
    QString name; ///< without its hyphens: "device"
    QString value; ///< empty where none follows
    int line = 0; ///< of the value, from 1
};

/// A QEMU command as it stands in a text.
struct QemuText {
    QString program; ///< "/usr/bin/kvm"; empty: options without their command
    int line = 0; ///< where it begins
    QList<QemuOption> options; ///< in order
    /// Words besides the options that the shell replaces by any number of others; without a name.
    QList<QemuOption> replaced = {};
};

struct FoundCommand {
    QemuText command;
    int count = 0; ///< how many were to choose from
};

/// The command in a text that may hold anything besides: notes, prompts, logs. Of several the
/// last that passes a card, else the last. Fails where there is none, or where the quotes of all
/// of them are broken; then `where` has line and column. Linear.
Result<FoundCommand> findQemuCommands(const QString &text);

/// "line 7, -device vfio-pci": where an option stands, for a sentence.
QString optionPlace(int line, const QString &written);

/// 0 … 100: how surely the text is, or holds, a QEMU command.
int qemuTextScore(const QString &head);

} // namespace rootward
