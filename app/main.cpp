// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "commandline.h"
#include "headless.h"

#include <QCoreApplication>

int main(int argc, char **argv)
{
    using namespace rootward;
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("rootward"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ROOTWARD_VERSION));
    const auto line = CommandLine::parse(QCoreApplication::arguments());
    return line ? runHeadless(*line) : fail(line.error());
}
