// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "commandline.h"
#include "headless.h"
#include "mainwindow.h"
#include "pictureexport.h"
#include "session.h"

#include <QApplication>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// Qt ends the process where it finds no display; this says so first.
bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY")
        || qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

Result<CommandLine> readCommandLine(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    return CommandLine::parse(QCoreApplication::arguments());
}

int runWindow(const CommandLine &line, int argc, char **argv)
{
    if (!hasDisplay())
        return fail({Error::Kind::Unavailable,
                     u"there is no display to open a window on"_s,
                     {},
                     u"rootward plan and rootward export need none"_s});
    QApplication application(argc, argv);
    Session session;
    MainWindow window(&session);
    window.show();
    if (!line.host.isEmpty())
        window.openHost(line.host, line.vmFiles, line.open);
    return application.exec();
}

int run(int argc, char **argv)
{
    const auto line = readCommandLine(argc, argv);
    if (!line)
        return fail(line.error());
    if (line->command == CommandLine::Command::Window)
        return runWindow(*line, argc, argv);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    return runHeadless(*line, [](const ExportFormat &format, const ExportRequest &request) {
        return writeExport(format, request);
    });
}

} // namespace

} // namespace rootward

int main(int argc, char **argv)
{
    QCoreApplication::setApplicationName(u"rootward"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(ROOTWARD_VERSION));
    QCoreApplication::setOrganizationName(u"rootward"_s);
    QGuiApplication::setDesktopFileName(u"rootward"_s);
    return rootward::run(argc, argv);
}
