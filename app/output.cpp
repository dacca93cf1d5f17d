// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "output.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <unistd.h>

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

bool wroteAll(QFileDevice &file, const OutputWriter &write)
{
    write(file);
    return file.error() == QFileDevice::NoError;
}

/// A device, a pipe or a name for an open file: written into, never replaced.
bool isSpecial(const QString &fileName)
{
    const QFileInfo info(fileName);
    return fileName.startsWith(u"/dev/") || fileName.startsWith(u"/proc/")
        || (info.exists() && !info.isFile() && !info.isDir());
}

} // namespace

Result<void> writeOutput(const QString &fileName, const OutputWriter &write)
{
    const auto cannotWrite = [](const QString &what, const QString &where) {
        return std::unexpected(Error {Error::Kind::CannotWrite, what, where, {}});
    };
    constexpr auto direct = QIODevice::WriteOnly | QIODevice::Unbuffered;
    if (fileName.isEmpty()) {
        QFile out;
        if (out.open(STDOUT_FILENO, direct) && wroteAll(out, write))
            return {};
        return cannotWrite(Text::tr("cannot write to standard output"), {});
    }
    if (isSpecial(fileName)) {
        QFile device(fileName);
        if (device.open(direct) && wroteAll(device, write))
            return {};
        return cannotWrite(Text::tr("cannot write: %1").arg(device.errorString()), fileName);
    }
    QSaveFile file(fileName);
    file.setDirectWriteFallback(true); // folders that allow no second file
    if (file.open(QIODevice::WriteOnly) && wroteAll(file, write) && file.commit())
        return {};
    return cannotWrite(Text::tr("cannot write: %1").arg(file.errorString()), fileName);
}

Result<void> writeOutput(const QString &fileName, const QByteArray &bytes)
{
    return writeOutput(fileName, [&bytes](QIODevice &out) { out.write(bytes); });
}

} // namespace rootward
