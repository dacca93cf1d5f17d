// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QList>
#include <QTemporaryFile>

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace rootward::bench {

namespace {

double median(QList<double> values)
{
    std::ranges::sort(values);
    return values.at(values.size() / 2);
}

} // namespace

Run runProcess(const QStringList &call)
{
    return runProcess(call, u"/dev/null"_s);
}

Run runProcess(const QStringList &call, const QString &outputFile)
{
    QList<QByteArray> words;
    for (const QString &word : call)
        words += word.toLocal8Bit();
    std::vector<char *> argv;
    for (QByteArray &word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const QByteArray out = QFile::encodeName(outputFile);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.constData(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0644);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);

    const auto start = std::chrono::steady_clock::now();
    pid_t pid = 0;
    const int spawned = posix_spawnp(&pid, argv.front(), &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (spawned != 0)
        return {};
    int status = 0;
    waitpid(pid, &status, 0);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    return {taken.count(), WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

Ratio compareProcesses(const QString &name, const QString &what, double target,
                       const QStringList &ours, const QStringList &peer, int rounds)
{
    QList<double> mine, theirs;
    for (int i = 0; i < rounds; ++i) {
        const Run a = runProcess(ours), b = runProcess(peer);
        if (a.status != 0 || b.status != 0)
            return {name, what, target, 1e9,
                    u"a process failed: %1 and %2"_s.arg(a.status).arg(b.status)};
        mine += a.seconds;
        theirs += b.seconds;
    }
    return {name, what, target, median(mine) / median(theirs),
            u"%1 ms / %2 ms"_s.arg(median(mine) * 1000, 0, 'f', 0)
                .arg(median(theirs) * 1000, 0, 'f', 0)};
}

namespace {

/// Peak of resident memory in MiB; nothing where the process failed.
std::optional<double> peakOf(const QStringList &call)
{
    QTemporaryFile file;
    if (!file.open())
        return std::nullopt;
    const QString runner = QCoreApplication::applicationDirPath() + u"/peakmemory"_s;
    if (runProcess(QStringList {runner, file.fileName()} + call).status != 0)
        return std::nullopt;
    bool isNumber = false;
    const long peak = file.readAll().trimmed().toLong(&isNumber);
    return isNumber ? std::optional(static_cast<double>(peak) / 1024) : std::nullopt;
}

} // namespace

Ratio comparePeaks(const QString &name, const QString &what, double target, const QStringList &ours,
                   const QStringList &peer)
{
    constexpr int rounds = 3;
    QList<double> mine, theirs;
    for (int i = 0; i < rounds; ++i) {
        const auto a = peakOf(ours), b = peakOf(peer);
        if (!a || !b)
            return {name, what, target, 1e9, u"a process failed"_s};
        mine += *a;
        theirs += *b;
    }
    return {name, what, target, median(mine) / median(theirs),
            u"%1 MiB / %2 MiB"_s.arg(median(mine), 0, 'f', 0).arg(median(theirs), 0, 'f', 0)};
}

long residentKiB()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLong() * (sysconf(_SC_PAGESIZE) / 1024);
}

int childProcesses()
{
    int count = 0;
    const QStringList tasks =
        QDir(u"/proc/self/task"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &task : tasks) {
        QFile file(u"/proc/self/task/%1/children"_s.arg(task));
        if (file.open(QIODevice::ReadOnly))
            count += int(file.readAll().simplified().split(' ').removeIf(
                [](const QByteArray &word) { return !word.isEmpty(); }));
    }
    return count;
}

} // namespace rootward::bench
