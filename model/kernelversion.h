// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace rootward {

/// Which path walk pci_enable_atomic_ops_to_root() makes. Old: before the 2026 change. New:
/// mainline 7.1, which also rejects RCiEPs by type. NewBackported: a stable series that took the
/// path walk alone. Source: docs/rules.md, "Which kernel has which rule".
enum class AtomicOpsRule { Old, New, NewBackported, Unknown };

/// "old", "new", "unknown": the word of the command line and the JSON.
QLatin1StringView ruleId(AtomicOpsRule rule);

/// A kernel as the user named it or as the capture says it.
struct KernelVersion {
    QString version; ///< as given: "6.8.12-4-pve"; empty for old/new/unknown
    AtomicOpsRule rule = AtomicOpsRule::Unknown;
    /// Since Linux 6.5 vfio-pci reports which widths the host completes; nullopt: not known.
    std::optional<bool> vfioReportsAtomics = true;

    /// "6.12.91", "6.8.12-4-pve", "old", "new", "unknown". nullopt if it is none of these.
    static std::optional<KernelVersion> parse(QStringView text);

    friend bool operator==(const KernelVersion &, const KernelVersion &) = default;
};

/// A QEMU version; Rootward knows the rules up to newestChecked().
struct QemuVersion {
    int major = 0;
    int minor = 0;
    int patch = 0;

    /// "11.0", "9.2.3", "10.0.2+pve1". nullopt otherwise.
    static std::optional<QemuVersion> parse(QStringView text);
    static QemuVersion newestChecked() { return {11, 1, 0}; }
    QString toString() const; ///< "11.1", the patch level only where it is not 0

    friend auto operator<=>(const QemuVersion &, const QemuVersion &) = default;
};

} // namespace rootward
