// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
// The program as it is called. What draws nothing is done here, without loading the libraries
// that draw; for a window or a picture rootward-window takes over, with the same words.
#include "commandline.h"
#include "headless.h"

#include <QCoreApplication>
#include <QFile>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// Returns only where there is no such program.
int handOver(char **argv)
{
    const QString here = QCoreApplication::applicationDirPath();
    for (const QString &place : {here, here + u"/../libexec/rootward"_s}) {
        const QByteArray program = QFile::encodeName(place + u"/rootward-window"_s);
        execv(program.constData(), argv);
    }
    return fail({Error::Kind::Unavailable, u"rootward-window is missing"_s, here,
                 u"it belongs beside rootward or in ../libexec/rootward"_s});
}

} // namespace

} // namespace rootward

int main(int argc, char **argv)
{
    using namespace rootward;
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"rootward"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(ROOTWARD_VERSION));
    const auto line = CommandLine::parse(QCoreApplication::arguments());
    if (!line)
        return fail(line.error());
    const bool maybeFile =
        !line->host.isEmpty() && line->host != u"-" && !line->host.contains(u':');
    if (line->command == CommandLine::Command::Window && maybeFile && !QFile::exists(line->host))
        return fail({Error::Kind::NoInput, u"there is no such command and no such file"_s,
                     line->host, u"see rootward --help"_s});
    return line->drawsSomething() ? handOver(argv) : runHeadless(*line);
}
