// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hostshapes.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QSaveFile>

#include <cstdio>
#include <optional>

using namespace Qt::StringLiterals;

namespace {

constexpr int usageError = 64;
constexpr int cannotWrite = 73;
constexpr int mostFunctions = 1'000'000;

int fail(int code, const QString &message)
{
    std::fprintf(stderr, "generate-host: %s\n", qPrintable(message));
    return code;
}

std::optional<rootward::SyntheticHost> make(const QString &shape, int functions, quint32 seed,
                                            rootward::VfIds vfIds)
{
    if (shape == "mixed"_L1)
        return rootward::mixedHost(functions, seed, vfIds);
    if (shape == "fan"_L1)
        return rootward::fanHost(functions, seed, vfIds);
    if (shape == "deep"_L1)
        return rootward::deepHost(functions, seed);
    return std::nullopt;
}

struct Options {
    QCommandLineOption shape {u"shape"_s, u"mixed, fan or deep"_s, u"shape"_s, u"mixed"_s};
    QCommandLineOption bytes {u"bytes"_s, u"64, 256 or 4096 a function"_s, u"count"_s, u"256"_s};
    QCommandLineOption seed {u"seed"_s, u"another host for another number"_s, u"number"_s, u"1"_s};
    QCommandLineOption vfIds {u"vf-ids"_s, u"ffff or real"_s, u"ids"_s, u"ffff"_s};
};

int generate(const QCommandLineParser &parser, const Options &options)
{
    const QStringList arguments = parser.positionalArguments();
    const int functions = arguments.value(0).toInt();
    if (arguments.size() != 2 || functions < 1 || functions > mostFunctions)
        return fail(usageError, u"needs N (1 to %1) and OUT"_s.arg(mostFunctions));
    const int bytes = parser.value(options.bytes).toInt();
    if (bytes != 64 && bytes != 256 && bytes != 4096)
        return fail(usageError, u"--bytes is 64, 256 or 4096"_s);
    bool isNumber = false;
    const quint32 seed = parser.value(options.seed).toUInt(&isNumber);
    if (!isNumber)
        return fail(usageError, u"--seed is a number"_s);
    const QString ids = parser.value(options.vfIds);
    if (ids != "ffff"_L1 && ids != "real"_L1)
        return fail(usageError, u"--vf-ids is ffff or real"_s);
    const auto host = make(parser.value(options.shape), functions, seed,
                           ids == "real"_L1 ? rootward::VfIds::Real : rootward::VfIds::AllOnes);
    if (!host)
        return fail(usageError, u"--shape is mixed, fan or deep"_s);

    QSaveFile file(arguments.at(1));
    if (!file.open(QIODevice::WriteOnly) || file.write(rootward::hexDump(*host, bytes)) < 0
        || !file.commit())
        return fail(cannotWrite, u"cannot write %1: %2"_s.arg(file.fileName(), file.errorString()));
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Writes a made-up host in the form of lspci -x, -xxx or -xxxx."_s);
    parser.addHelpOption();
    parser.addPositionalArgument(u"N"_s, u"number of functions"_s);
    parser.addPositionalArgument(u"OUT"_s, u"file to write"_s);
    const Options options;
    parser.addOptions({options.shape, options.bytes, options.seed, options.vfIds});
    parser.process(application);
    return generate(parser, options);
}
