// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QByteArrayView>

#include <optional>

namespace rootward {

/// One line of a Proxmox configuration file, by its places in the bytes.
struct VmLine {
    qsizetype begin = 0;
    qsizetype end = 0; ///< before the line's end, so before CR LF or LF
    qsizetype next = 0; ///< begin of the next line

    QByteArrayView text(QByteArrayView bytes) const { return bytes.sliced(begin, end - begin); }
    /// "\n", "\r\n", or nothing in a last line without one.
    QByteArrayView lineEnd(QByteArrayView bytes) const { return bytes.sliced(end, next - end); }
};

/// The line that begins at `begin`, which is below the number of bytes.
VmLine vmLineAt(QByteArrayView bytes, qsizetype begin);

/// "key: value": the key and the value without the blanks around it, as parts of the line.
/// Source: qemu-server QemuServer.pm parse_vm_config().
struct VmSetting {
    QByteArrayView key;
    QByteArrayView value;
};
/// nullopt: the line is no setting.
std::optional<VmSetting> vmSetting(QByteArrayView line);

/// The text between the brackets of a section's head; nullopt: the line is none.
std::optional<QByteArrayView> vmSectionHead(QByteArrayView line);

} // namespace rootward
