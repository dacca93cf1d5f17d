// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "examplesources.h"

#include <QDir>
#include <QSaveFile>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

bool write(const QDir &folder, const rootward::ExampleSource &source)
{
    const QString name = QString::fromLatin1(source.name);
    const auto text = rootward::captureText(source.host(), source.reader);
    if (!text) {
        std::fprintf(stderr, "make-examples: %s: %s\n", source.name, qPrintable(text.error()));
        return false;
    }
    QSaveFile file(folder.filePath(name + u"/capture.txt"_s));
    if (!folder.mkpath(name) || !file.open(QIODevice::WriteOnly) || file.write(*text) < 0
        || !file.commit()) {
        std::fprintf(stderr, "make-examples: %s: %s\n", source.name,
                     qPrintable(file.errorString()));
        return false;
    }
    return true;
}

} // namespace

/// Writes NAME/capture.txt of every built-in example below the folder given.
int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: make-examples FOLDER\n");
        return 64;
    }
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    for (const rootward::ExampleSource &source : rootward::exampleSources)
        if (!write(folder, source))
            return 69;
    return 0;
}
