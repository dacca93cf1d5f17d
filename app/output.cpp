// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "output.h"

#include <QCoreApplication>
#include <QFile>
#include <QSaveFile>

#include <unistd.h>

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

} // namespace

Result<void> writeOutput(const QString &fileName, const OutputWriter &write)
{
    const auto cannotWrite = [](const QString &what, const QString &where) {
        return std::unexpected(Error {Error::Kind::CannotWrite, what, where, {}});
    };
    if (fileName.isEmpty()) {
        QFile out;
        bool written = out.open(STDOUT_FILENO, QIODevice::WriteOnly | QIODevice::Unbuffered);
        if (written)
            write(out);
        written = written && out.error() == QFileDevice::NoError;
        return written ? Result<void>()
                       : cannotWrite(Text::tr("cannot write to standard output"), {});
    }
    QSaveFile file(fileName);
    file.setDirectWriteFallback(true); // devices, and folders that allow no second file
    if (file.open(QIODevice::WriteOnly)) {
        write(file);
        if (file.error() == QFileDevice::NoError && file.commit())
            return {};
    }
    return cannotWrite(Text::tr("cannot write: %1").arg(file.errorString()), fileName);
}

Result<void> writeOutput(const QString &fileName, const QByteArray &bytes)
{
    return writeOutput(fileName, [&bytes](QIODevice &out) { out.write(bytes); });
}

} // namespace rootward
