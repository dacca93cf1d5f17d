// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <span>

namespace rootward {

/// A built-in host with a VM configuration, read through the same readers as a user's files.
struct Example {
    const char *name; ///< "x399-two-rx7900xt": example:NAME
    const char *title; ///< for menus and headings; translated
    const char *description; ///< one sentence; translated
    QByteArray capture() const; ///< lspci text with hex
    QByteArray vmConfig() const; ///< a Proxmox VM configuration file
    int vmid = 101;
};

std::span<const Example> exampleTable();
/// nullptr for an unknown name.
const Example *findExample(QStringView name);

} // namespace rootward
