// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QProcess>
#include <QStringList>

/// QEMU itself, for tests that compare with it.
namespace startedqemu {

using namespace Qt::StringLiterals;

inline constexpr int answerTimeout = 20'000;

/// What QEMU says before it ends; empty where it starts.
inline QString complaintOf(const QStringList &options)
{
    QProcess qemu;
    qemu.start(u"qemu-system-x86_64"_s,
               QStringList {u"-accel"_s, u"tcg"_s, u"-S"_s, u"-display"_s, u"none"_s,
                            u"-nodefaults"_s, u"-monitor"_s, u"stdio"_s}
                   + options);
    qemu.write("quit\n");
    qemu.closeWriteChannel();
    if (!qemu.waitForFinished(answerTimeout)) {
        qemu.kill();
        qemu.waitForFinished();
        return {};
    }
    return qemu.exitCode() == 0 ? QString() : QString::fromUtf8(qemu.readAllStandardError());
}

} // namespace startedqemu
