// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "exporters.h"
#include "importers.h"
#include "machineproperty.h"
#include "result.h"

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace rootward {

/// What the words of a call ask for; nothing has been opened yet.
struct CommandLine {
    enum class Command { Window, Tree, Plan, Export, Verify, Help, Version };

    Command command = Command::Window;
    QString host; ///< file, folder, "-", "live:" or "example:NAME"; empty: none given
    OpenOptions open;

    QStringList vmFiles; ///< the first is planned for, the others may want the same cards
    QString mappingFile;
    QString node;
    QMap<int, QString> drivers; ///< as Plan::drivers
    QList<PlanEntry> entries; ///< --set, over --vm
    std::optional<MachineProperty> machine;
    std::optional<int> vmid;
    std::optional<QemuVersion> qemu;
    std::optional<KernelVersion> hostKernel;
    std::optional<KernelVersion> guestKernel;

    QString guest; ///< of verify: the guest's capture; file or "-"

    QString format = QStringLiteral("text"); ///< text, json, dot
    QString exportAs; ///< id of an exporter
    QString output; ///< empty: standard output
    bool unfoldAll = false;
    int scale = 1;
    bool dark = false;
    ExportForm form = ExportForm::AsPlanned; ///< of libvirt and qemu
    std::optional<bool> redact; ///< nullopt: as the format has it
    QString language;

    QString helpText; ///< filled for Command::Help

    /// A window or a picture: what only the program part that draws can do.
    bool drawsSomething() const;

    /// `arguments` begin with the program's name, as in argv. Fails with Error::Kind::Usage.
    static Result<CommandLine> parse(const QStringList &arguments);
};

} // namespace rootward
