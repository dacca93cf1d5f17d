// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "output.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <csignal>

#include <unistd.h>

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

bool wroteAll(QFileDevice &file, const OutputWriter &write)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    write(buffer);
    // On a disk that fills up a part is written without an error; only the next attempt has one.
    const QByteArray &bytes = buffer.data();
    for (qsizetype done = 0; done < bytes.size();) {
        const qint64 now = file.write(bytes.constData() + done, bytes.size() - done);
        if (now <= 0)
            return false;
        done += now;
    }
    return file.flush() && file.error() == QFileDevice::NoError;
}

/// A device, a pipe or a name for an open file: written into, never replaced.
bool isSpecial(const QString &fileName)
{
    const QFileInfo info(fileName);
    return fileName.startsWith(u"/dev/") || fileName.startsWith(u"/proc/")
        || (info.exists() && !info.isFile() && !info.isDir());
}

QString wayOut(const QString &fileName)
{
    return QFileInfo::exists(fileName)
        ? Text::tr("the file is as it was; save under another name or in another folder")
        : Text::tr("nothing was written; save in another folder");
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
    // A limit on the size of files ends the process, unless it is told to go on.
    std::signal(SIGXFSZ, SIG_IGN);
    // Never into the file itself: what failed halfway would have taken the old content with it.
    QSaveFile file(fileName);
    if (file.open(QIODevice::WriteOnly) && wroteAll(file, write) && file.commit())
        return {};
    return std::unexpected(Error {Error::Kind::CannotWrite,
                                  Text::tr("cannot write: %1").arg(file.errorString()), fileName,
                                  wayOut(fileName)});
}

Result<void> writeOutput(const QString &fileName, const QByteArray &bytes)
{
    return writeOutput(fileName, [&bytes](QIODevice &out) { out.write(bytes); });
}

} // namespace rootward
