// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "session.h"

#include <QFileInfo>
#include <QPromise>
#include <QUndoCommand>
#include <QtConcurrentRun>

#include <algorithm>
#include <new>
#include <utility>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

void runReader(QPromise<Result<PlanInput>> &promise, const HostReader &reader)
{
    promise.setProgressRange(0, 100);
    const auto progress = [&promise](int percent) {
        promise.setProgressValue(percent);
        return !promise.isCanceled();
    };
    try {
        promise.addResult(reader(progress));
    } catch (const std::bad_alloc &) {
        promise.addResult(std::unexpected(
            Error {.kind = Error::Kind::BadData,
                   .what = Session::tr("There is not enough memory to read this capture"),
                   .where = {},
                   .hint = {}}));
    }
}

} // namespace

class PlanCommand : public QUndoCommand {
public:
    PlanCommand(Session *session, Plan before, Plan after, const QString &text)
        : QUndoCommand(text), m_session(session), m_before(std::move(before)),
          m_after(std::move(after))
    {
    }
    void undo() override { m_session->setPlan(m_before); }
    void redo() override { m_session->setPlan(m_after); }

private:
    Session *m_session;
    Plan m_before;
    Plan m_after;
};

HostReader hostReader(const QString &host, const QStringList &vmFiles, const OpenOptions &options)
{
    return [host, vmFiles, options](const ReadProgress &progress) -> Result<PlanInput> {
        Result<HostCapture> capture = openHost(host, options, progress);
        if (!capture)
            return std::unexpected(capture.error());
        return withVmFiles(startPlan(*std::move(capture), host), vmFiles);
    };
}

HostReader textReader(const QByteArray &text, const QString &label, int which)
{
    return [text, label, which](const ReadProgress &progress) -> Result<PlanInput> {
        auto hosts = readHosts(text, label, progress);
        if (!hosts)
            return std::unexpected(hosts.error());
        Result<HostCapture> capture = pickHost(*std::move(hosts), which, label);
        if (!capture)
            return std::unexpected(capture.error());
        return startPlan(*std::move(capture), {});
    };
}

Session::Session(QObject *parent) : QObject(parent)
{
    connect(&m_job, &QFutureWatcherBase::progressValueChanged, this, [this](int percent) {
        if (m_loading)
            Q_EMIT loadProgress(percent);
    });
}

Session::~Session()
{
    m_job.cancel();
}

void Session::load(const HostReader &reader, const QString &label)
{
    begin(reader, label, false);
}

void Session::reload(const HostReader &reader, const QString &label)
{
    begin(reader, label, m_capture.has_value());
}

/// What is read at once is delivered before this returns.
void Session::begin(const HostReader &reader, const QString &label, bool keepsPlan)
{
    cancelLoad();
    m_keepsPlan = keepsPlan;
    m_loading = true;
    const int number = ++m_jobNumber;
    QFuture<Result<PlanInput>> future = QtConcurrent::run(runReader, reader);
    m_job.setFuture(future);
    Q_EMIT loadStarted(label);
    future.then(this, [this, number](const Result<PlanInput> &loaded) {
        if (number == m_jobNumber && m_loading)
            deliver(loaded);
    });
}

void Session::cancelLoad()
{
    if (!m_loading)
        return;
    m_job.cancel();
    endLoad();
}

void Session::endLoad()
{
    m_loading = false;
    Q_EMIT loadEnded();
}

void Session::deliver(const Result<PlanInput> &loaded)
{
    endLoad();
    if (!loaded) {
        if (loaded.error().kind != Error::Kind::Cancelled)
            Q_EMIT loadFailed(loaded.error());
        return;
    }
    if (m_keepsPlan && loaded->host)
        replaceHost(*loaded->host);
    else
        start(*loaded);
}

void Session::replaceHost(const HostCapture &capture)
{
    m_undo.clear();
    m_capture = capture;
    m_plan.host = capture.topology;
    m_plan.iommu = capture.iommu;
    if (capture.hostKernel)
        m_plan.hostKernel = *capture.hostKernel;
    m_outcome = evaluate(m_plan);
    Q_EMIT hostChanged();
    Q_EMIT changed();
}

void Session::start(const PlanInput &input)
{
    m_undo.clear();
    m_capture = input.host;
    m_notices = input.notices;
    m_vms = input.vms;
    m_plan = input.plan;
    m_outcome = evaluate(m_plan);
    Q_EMIT hostChanged();
    Q_EMIT changed();
}

void Session::setPlan(const Plan &plan)
{
    m_plan = plan;
    m_outcome = evaluate(m_plan);
    Q_EMIT changed();
}

void Session::edit(const Plan &plan, const QString &undoText)
{
    if (plan != m_plan)
        m_undo.push(new PlanCommand(this, m_plan, plan, undoText));
}

void Session::setEntry(int index, const QString &value, const QString &undoText)
{
    edit(m_plan.withEntry(index, value), undoText);
}

void Session::removeEntry(int index)
{
    edit(m_plan.withoutEntry(index), tr("Remove hostpci%1").arg(index));
}

Result<void> Session::moveEntry(int from, int to)
{
    const PlanEntry *entry = m_plan.entry(from);
    if (entry == nullptr || from == to)
        return {};
    if (m_plan.entry(to) != nullptr) {
        return std::unexpected(Error {.kind = Error::Kind::Usage,
                                      .what = tr("hostpci%1 is already in use").arg(to),
                                      .where = {},
                                      .hint = tr("choose a free number")});
    }
    edit(m_plan.withoutEntry(from).withEntry(to, entry->value),
         tr("Move hostpci%1 to hostpci%2").arg(from).arg(to));
    return {};
}

Result<int> Session::addCard(const PciAddress &function)
{
    if (const std::optional<int> present = entryOf(m_outcome, function))
        return *present;
    const Result<Plan> lines = asHostpciLines(m_plan);
    if (!lines)
        return std::unexpected(lines.error());
    const std::optional<int> index = lines->freeIndex();
    if (!index) {
        return std::unexpected(
            Error {.kind = Error::Kind::Usage,
                   .what = tr("All %1 hostpci lines are taken").arg(maxHostpciEntries),
                   .where = {},
                   .hint = tr("remove a card from the plan first")});
    }
    const HostId id {.address = function, .allFunctions = false, .domainWritten = true};
    const HostpciValue value = HostpciValue::forDevice(id, lines->guest.isQ35());
    edit(lines->withEntry(*index, value.text()), tr("Add %1").arg(function.toString()));
    return *index;
}

Result<void> Session::setCardChoice(int index, CardChoice choice, const QString &undoText)
{
    const Result<Plan> changed = withCardChoice(m_plan, index, choice);
    if (!changed)
        return std::unexpected(changed.error());
    edit(*changed, undoText);
    return {};
}

Result<void> Session::makeHostpciLines()
{
    const Result<Plan> lines = asHostpciLines(m_plan);
    if (!lines)
        return std::unexpected(lines.error());
    edit(*lines, tr("Make hostpci lines"));
    return {};
}

void Session::setDriver(int index, const QString &driver)
{
    Plan plan = m_plan;
    if (driver.isEmpty())
        plan.drivers.remove(index);
    else
        plan.drivers.insert(index, driver);
    edit(plan, driver.isEmpty() ? tr("Driver by device") : tr("Driver %1").arg(driver));
}

Result<void> Session::openVms(const QStringList &paths)
{
    Result<QList<LoadedVm>> vms = readVmFiles(paths);
    if (!vms)
        return std::unexpected(vms.error());
    for (const LoadedVm &known : std::as_const(m_vms)) {
        if (!paths.contains(known.path))
            vms->append(known);
    }
    m_vms = *std::move(vms);
    planVm(0);
    return {};
}

void Session::planVm(qsizetype number)
{
    if (number < 0 || number >= m_vms.size())
        return;
    const PlanInput input = withVms(
        PlanInput {.host = m_capture, .plan = m_plan, .notices = {}, .vms = {}}, m_vms, number);
    m_notices = input.notices;
    edit(input.plan, tr("Plan %1").arg(m_vms.at(number).label));
}

Result<void> Session::openMappings(const QString &path)
{
    const Result<PlanInput> input =
        withMappings(PlanInput {.host = {}, .plan = m_plan, .notices = m_notices, .vms = {}}, path);
    if (!input)
        return std::unexpected(input.error());
    m_notices = input->notices;
    edit(input->plan, tr("Open %1").arg(QFileInfo(path).fileName()));
    return {};
}

namespace {

/// Whether the line names the function or its slot; which functions that passes may not be known.
bool names(const QString &line, const PciAddress &function)
{
    const Result<HostpciValue> value = HostpciValue::parse(line);
    return value && std::ranges::any_of(value->hosts(), [&function](const HostId &id) {
               PciAddress named = id.address;
               if (id.allFunctions)
                   named.function = function.function;
               return named == function;
           });
}

} // namespace

std::optional<int> entryOf(const PlanOutcome &outcome, const PciAddress &function)
{
    for (const EntryOutcome &entry : outcome.entries) {
        if (std::ranges::contains(entry.functions, function, &FunctionOutcome::host)
            || names(entry.value, function))
            return entry.index;
    }
    return std::nullopt;
}

} // namespace rootward
