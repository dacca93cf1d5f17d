// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QStringList>

#include <expected>

namespace rootward {

/// What one run of lspci printed.
struct LspciOutput {
    QByteArray text;
    QByteArray complaints; ///< standard error
};

/// Runs the lspci of this environment on a dump (`-F`) with more options. A sentence where it
/// cannot be started, fails or does not end.
std::expected<LspciOutput, QString> runLspci(const QByteArray &dump, const QStringList &options);

/// The functions of an output, split at its empty lines; each ends with a line end.
QByteArrayList stanzasOf(const QByteArray &text);

} // namespace rootward
