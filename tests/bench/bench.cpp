// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later

// Rootward's speed against its peers, as ratios of medians taken in turn in one run. Prints one
// line a target and fails where one is missed.

#include "hostshapes.h"
#include "measure.h"
#include "testpaths.h"
#include "toggles.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace rootward::bench;

namespace {

const QString program = testpaths::program();

QString write(const QTemporaryDir &folder, const QString &name, const QByteArray &bytes)
{
    const QString path = folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        std::fprintf(stderr, "bench: cannot write %s\n", qPrintable(path));
    return path;
}

QStringList tree(const QString &host)
{
    return {program, u"tree"_s, host, u"--format"_s, u"json"_s};
}

QStringList lspci(const QString &host)
{
    return {u"lspci"_s, u"-F"_s, host, u"-vv"_s};
}

QList<Ratio> readingRatios(const QTemporaryDir &folder)
{
    const QString d5000 = write(folder, u"d5000"_s, hexDump(mixedHost(5000, 1), 256));
    const QString d20000 = write(folder, u"d20000"_s, hexDump(mixedHost(20'000, 1), 256));
    const QString x1000 = write(folder, u"x1000"_s, hexDump(mixedHost(1000, 1), 4096));
    const QString t5000 = folder.filePath(u"t5000"_s);
    runProcess({u"lspci"_s, u"-F"_s, d5000, u"-vvv"_s, u"-nn"_s}, t5000);
    return {
        compareProcesses(u"P1"_s, u"tree of 5000 functions in hex / lspci -F -vv"_s, 0.5,
                         tree(d5000), lspci(d5000)),
        compareProcesses(u"P2"_s, u"tree of 1000 functions of 4096 bytes / lspci -F -vv"_s, 0.35,
                         tree(x1000), lspci(x1000)),
        compareProcesses(u"P3"_s, u"tree of the text of 5000 functions / lspci -F -vv of the hex"_s,
                         0.5, tree(t5000), lspci(d5000)),
        comparePeaks(u"P4"_s, u"peak memory of P2's run / lspci's"_s, 3, tree(x1000), lspci(x1000)),
        compareProcesses(u"P9"_s, u"tree of 20000 functions / tree of 5000"_s, 5, tree(d20000),
                         tree(d5000)),
    };
}

void print(const Ratio &ratio)
{
    std::printf("%-4s %-60s %8.3f  target %5.2f  %s  (%s)\n", qUtf8Printable(ratio.name),
                qUtf8Printable(ratio.what), ratio.measured, ratio.target,
                ratio.met() ? "met" : "MISSED", qUtf8Printable(ratio.detail));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QTemporaryDir folder;
    bool met = true;
    for (const Ratio &ratio : readingRatios(folder) + toggleGrowth()) {
        print(ratio);
        met = met && ratio.met();
    }
    return met ? 0 : 1;
}
