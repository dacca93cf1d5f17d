// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QMap>
#include <QString>

#include <optional>

namespace rootward {

/// The value of one -device option.
struct QemuDevice {
    QString driver; ///< "vfio-pci"
    QMap<QString, QString> properties; ///< the last of one that is written twice
    int line = 0; ///< from 1
    bool json = false; ///< QEMU makes these after the others
    QString open = {}; ///< what changes it and is not modelled; empty: nothing
    QString mistyped = {}; ///< the property whose JSON value is of a type that QEMU refuses

    QString value(QLatin1StringView key) const { return properties.value(key); }

    friend bool operator==(const QemuDevice &, const QemuDevice &) = default;
};

/// Reads "vfio-pci,host=0b:00.0,multifunction=on", where ",," is a comma of a value, or a JSON
/// object. A name alone is on, with "no" before it off. In JSON strings may be in single quotes.
/// nullopt: broken JSON, a key twice, or no driver. Source: QEMU qobject/json-lexer.c,
/// qobject/qobject-input-visitor.c; QEMU util/qemu-option.c opts_do_parse();
/// docs/system/qemu-manpage, -device.
std::optional<QemuDevice> parseQemuDevice(const QString &value, int line);

/// "q35,accel=kvm" in pieces, by the same rules; the first piece may be a bare value of
/// `implied`.
QMap<QString, QString> parseQemuOptions(const QString &value, const QString &implied);

} // namespace rootward
