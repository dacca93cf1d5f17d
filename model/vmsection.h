// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "vmdocument.h"

namespace rootward {

/// Why Proxmox does not take a setting.
struct SettingRefusal {
    QString reason; ///< one sentence
    std::optional<int> index; ///< N of a hostpciN whose value is refused
};
/// nullopt if it takes it. Only settings that decide about passed cards are checked.
std::optional<SettingRefusal> settingRefusal(const QString &key, const QString &value);

/// The section that the words between "[" and "]" begin, with nothing in it.
VmDocument::Section vmSectionOf(const QString &head);

/// The words of a delete line, as written.
QStringList deleteWords(const QString &value);
/// The key that such a word deletes; "!" in front of it forces.
QString deletedKey(const QString &word);
QStringList deletedKeys(const QString &value);

} // namespace rootward
