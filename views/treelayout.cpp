// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "treelayout.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QProcess>
#include <QThread>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int defaultTimeLimit = 30'000;
constexpr qsizetype cachedResults = 32;
constexpr qsizetype maxAnswerBytes = 256 * 1024 * 1024;

std::unexpected<Error> unavailable(const QString &what)
{
    return std::unexpected(
        Error {Error::Kind::Unavailable,
               what,
               {},
               QCoreApplication::translate("rootward",
                                           "the program dot comes with the package graphviz")});
}

Error tooLate()
{
    return unavailable(
               QCoreApplication::translate("rootward", "the picture's layout took too long"))
        .error();
}

void startDot(QProcess &process, const QByteArray &graph)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LC_ALL"_s, u"C"_s);
    process.setProcessEnvironment(environment);
    process.setStandardErrorFile(QProcess::nullDevice());
    process.start(u"dot"_s, {u"-Tjson0"_s});
    process.write(graph);
    process.closeWriteChannel();
}

/// What an ended process has to say.
Result<QByteArray> answerOf(QProcess &process)
{
    if (process.error() == QProcess::FailedToStart)
        return unavailable(QCoreApplication::translate(
            "rootward", "the picture cannot be laid out, the program dot does not start"));
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return unavailable(QCoreApplication::translate(
            "rootward", "the picture cannot be laid out, the program dot failed"));
    if (process.bytesAvailable() > maxAnswerBytes)
        return unavailable(QCoreApplication::translate(
            "rootward", "the picture cannot be laid out, the answer of dot is too long"));
    return process.readAllStandardOutput();
}

void endProcess(QProcess &process)
{
    if (process.state() == QProcess::NotRunning)
        return;
    process.kill();
    process.waitForFinished(1000);
}

} // namespace

Result<LayoutResult> layOut(const LayoutRequest &request)
{
    TreeLayout layout;
    QEventLoop loop;
    Result<LayoutResult> answer;
    QObject::connect(&layout, &TreeLayout::finished, &loop,
                     [&](const Result<LayoutResult> &result) {
                         answer = result;
                         loop.quit();
                     });
    layout.start(request);
    loop.exec(QEventLoop::ExcludeUserInputEvents);
    return answer;
}

/// One start(): its parts, the processes at work, the results so far.
struct TreeLayout::Run {
    LayoutRequest request;
    QList<LayoutRequest> parts;
    QList<LayoutResult> results;
    QList<QProcess *> processes;
    int done = 0;

    Run() = default;
    Q_DISABLE_COPY_MOVE(Run)
    ~Run()
    {
        for (QProcess *process : std::as_const(processes)) {
            process->disconnect();
            endProcess(*process);
            process->deleteLater(); // it may be the sender of the signal that ends this run
        }
    }
};

TreeLayout::TreeLayout(QObject *parent)
    : QObject(parent), m_limit(new QTimer(this)), m_timeLimit(defaultTimeLimit)
{
    m_limit->setSingleShot(true);
    connect(m_limit, &QTimer::timeout, this, &TreeLayout::timeIsOver);
}

TreeLayout::~TreeLayout() = default;

void TreeLayout::start(const LayoutRequest &request)
{
    cancel();
    m_run = std::make_unique<Run>();
    m_run->request = request;
    if (cached(request)) {
        m_limit->start(0);
        return;
    }
    m_run->parts = layoutParts(request);
    m_run->results.resize(m_run->parts.size());
    m_limit->start(m_timeLimit);
    const qsizetype atOnce =
        std::min<qsizetype>(m_run->parts.size(), std::max(1, QThread::idealThreadCount()));
    for (qsizetype i = 0; i < atOnce; ++i)
        startNext();
}

void TreeLayout::timeIsOver()
{
    if (const LayoutResult *known = cached(m_run->request))
        finish(*known);
    else
        finish(std::unexpected(tooLate()));
}

void TreeLayout::startNext()
{
    const int part = int(m_run->processes.size());
    if (part >= m_run->parts.size())
        return;
    auto *process = new QProcess;
    m_run->processes.append(process);
    connect(process, &QProcess::finished, this,
            [this, part, process] { partFinished(part, answerOf(*process)); });
    // Delivered later, for start() may fail while it is still running.
    connect(
        process, &QProcess::errorOccurred, this,
        [this, part, process](QProcess::ProcessError error) {
            if (error == QProcess::FailedToStart && m_run && m_run->processes.contains(process))
                partFinished(part, answerOf(*process));
        },
        Qt::QueuedConnection);
    startDot(*process, dotGraph(m_run->parts.at(part)));
}

void TreeLayout::partFinished(int part, const Result<QByteArray> &answer)
{
    if (!answer) {
        finish(std::unexpected(answer.error()));
        return;
    }
    Result<LayoutResult> result = readLayout(m_run->parts.at(part), *answer);
    if (!result) {
        finish(result);
        return;
    }
    m_run->results[part] = *std::move(result);
    if (++m_run->done == m_run->parts.size())
        finish(joinParts(m_run->request, m_run->results));
    else
        startNext();
}

void TreeLayout::finish(const Result<LayoutResult> &result)
{
    const Result<LayoutResult> kept = result; // the argument may live in what is deleted here
    if (kept && !cached(m_run->request)) {
        if (m_cacheOrder.size() == cachedResults)
            m_cache.remove(m_cacheOrder.takeFirst());
        m_cacheOrder.append(m_run->request);
        m_cache.insert(m_run->request, *kept);
    }
    cancel();
    Q_EMIT finished(kept);
}

void TreeLayout::cancel()
{
    m_limit->stop();
    m_run.reset();
}

bool TreeLayout::isRunning() const
{
    return m_run != nullptr;
}

const LayoutResult *TreeLayout::cached(const LayoutRequest &request) const
{
    const auto known = m_cache.constFind(request);
    return known == m_cache.cend() ? nullptr : &*known;
}

void TreeLayout::setTimeLimit(int milliseconds)
{
    m_timeLimit = milliseconds;
}

} // namespace rootward
