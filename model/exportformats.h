// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "exporters.h"

namespace rootward {

/// The text formats, one a file; what the table of exporters.cpp calls. Each fails with one
/// sentence where the plan cannot be said in its format.

/// The lines of a Proxmox VM configuration.
Result<QByteArray> writeHostpci(const ExportRequest &request);
/// Commands for a shell on the Proxmox node. Needs the VM's number.
Result<QByteArray> writeQm(const ExportRequest &request);
/// Sections of pci.cfg and the VM's lines that use them. Needs the node's name.
Result<QByteArray> writeMapping(const ExportRequest &request);
/// A fragment of a libvirt domain.
Result<QByteArray> writeLibvirt(const ExportRequest &request);
/// -device arguments for a shell.
Result<QByteArray> writeQemu(const ExportRequest &request);
/// Markdown for a ticket.
Result<QByteArray> writeReport(const ExportRequest &request);

/// The VM configuration file with the plan's lines in place. Fails where no file was opened.
Result<QByteArray> writeDocument(const ExportRequest &request);

/// A value that no line of a configuration can hold.
Error controlCharacter(const QString &value);

/// nullopt for a plan of hostpci lines; the refusal for one that a libvirt domain or a QEMU
/// command line places itself.
std::optional<Error> lacksHostpciLines(const Plan &plan);

} // namespace rootward
