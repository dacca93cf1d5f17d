// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "lspcirun.h"

#include <QProcess>
#include <QTemporaryFile>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// Where no kernel modules are installed lspci says so; that is no complaint about the dump.
QByteArray withoutModuleWarnings(const QByteArray &text)
{
    QByteArray kept;
    for (const QByteArray &line : text.split('\n'))
        if (!line.isEmpty() && !line.contains("libkmod"))
            kept += line + '\n';
    return kept;
}

} // namespace

std::expected<LspciOutput, QString> runLspci(const QByteArray &dump, const QStringList &options)
{
    QTemporaryFile file;
    if (!file.open() || file.write(dump) != dump.size() || !file.flush())
        return std::unexpected(u"cannot write a temporary file: "_s + file.errorString());
    QProcess lspci;
    lspci.start(u"lspci"_s, QStringList {u"-F"_s, file.fileName()} + options);
    constexpr int limitMs = 60'000;
    if (!lspci.waitForFinished(limitMs))
        return std::unexpected(u"lspci did not run: "_s + lspci.errorString());
    const QByteArray complaints = withoutModuleWarnings(lspci.readAllStandardError());
    if (lspci.exitStatus() != QProcess::NormalExit || lspci.exitCode() != 0)
        return std::unexpected(u"lspci failed: "_s + QString::fromUtf8(complaints));
    return LspciOutput {lspci.readAllStandardOutput(), complaints};
}

QByteArrayList stanzasOf(const QByteArray &text)
{
    QByteArrayList stanzas;
    qsizetype from = 0;
    while (from < text.size()) {
        qsizetype end = text.indexOf("\n\n", from);
        end = end < 0 ? text.size() : end + 1;
        stanzas.append(text.sliced(from, end - from));
        from = end + 1;
    }
    return stanzas;
}

} // namespace rootward
