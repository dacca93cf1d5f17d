// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "planedits.h"
#include "planinput.h"

#include <QFuture>
#include <QFutureWatcher>
#include <QObject>
#include <QUndoStack>

#include <functional>
#include <optional>

namespace rootward {

/// Runs on a worker thread, so it must not touch anything of the window. Stops soon after the
/// progress function returned false.
using HostReader = std::function<Result<PlanInput>(const ReadProgress &)>;

/// HOST of the command line, with the plan that its opening starts with, or with VMs from files.
HostReader hostReader(const QString &host, const QStringList &vmFiles = {},
                      const OpenOptions &options = {});
/// A capture already in memory: pasted or dropped text; `which` as OpenOptions has it.
HostReader textReader(const QByteArray &text, const QString &label, int which = 0);

/// The one mutable place of the program: the host capture, the plan, its undo stack and the
/// running load. Everything shown follows from changed().
class Session : public QObject {
    Q_OBJECT

public:
    explicit Session(QObject *parent = nullptr);
    ~Session() override;

    bool hasHost() const { return m_capture.has_value(); }
    /// nullopt before the first successful load.
    const std::optional<HostCapture> &capture() const { return m_capture; }
    const Plan &plan() const { return m_plan; }
    const PlanOutcome &outcome() const { return m_outcome; }
    /// What was odd in the VM configuration that the plan comes from.
    const QList<Notice> &notices() const { return m_notices; }
    /// Every VM that was opened for this host.
    const QList<LoadedVm> &vms() const { return m_vms; }
    QUndoStack *undoStack() { return &m_undo; }
    bool isLoading() const { return m_loading; }

    /// Starts reading on a worker; a load that still runs is cancelled. A load that fails leaves
    /// everything as it was. `label` names the load in the progress display.
    void load(const HostReader &reader, const QString &label);
    /// The same under the plan as it is: only the host changes. There is no way back behind it.
    void reload(const HostReader &reader, const QString &label);
    void cancelLoad();

    /// A plan without a host, from the command line's --vm alone.
    void start(const PlanInput &input);

    /// Every edit is one undoable step; one that changes nothing is not.
    void edit(const Plan &plan, const QString &undoText);
    void setEntry(int index, const QString &value, const QString &undoText);
    void removeEntry(int index);
    /// Gives an entry another number. Refused where that number is taken.
    Result<void> moveEntry(int from, int to);
    /// Adds the function as the next free hostpciN; returns N. Of a function that an entry passes
    /// already it returns that entry.
    Result<int> addCard(const PciAddress &function);
    /// How the functions of an entry's card reach the guest.
    Result<void> setCardChoice(int index, CardChoice choice, const QString &undoText);
    /// Turns a plan that libvirt or QEMU placed into hostpci lines.
    Result<void> makeHostpciLines();
    /// Another driver than the device's own in the guest; empty: by device.
    void setDriver(int index, const QString &driver);
    /// Reads VM definitions and plans for the first of them; of VMs that are open already the
    /// file is read anew.
    Result<void> openVms(const QStringList &paths);
    /// Plans for another of vms(), as its file has it.
    void planVm(qsizetype number);
    /// Reads the cluster's PCI mappings.
    Result<void> openMappings(const QString &path);

Q_SIGNALS:
    void changed(); ///< plan and outcome
    void hostChanged(); ///< another capture; changed() follows
    void loadStarted(const QString &label);
    void loadProgress(int percent);
    void loadEnded(); ///< finished, failed or cancelled
    void loadFailed(const rootward::Error &error);

private:
    friend class PlanCommand;
    void setPlan(const Plan &plan);
    void begin(const HostReader &reader, const QString &label, bool keepsPlan);
    void replaceHost(const HostCapture &capture);
    void deliver(const Result<PlanInput> &loaded);
    void endLoad();

    std::optional<HostCapture> m_capture;
    Plan m_plan;
    PlanOutcome m_outcome;
    QList<Notice> m_notices;
    QList<LoadedVm> m_vms;
    QUndoStack m_undo;
    QFutureWatcher<Result<PlanInput>> m_job;
    int m_jobNumber = 0;
    bool m_loading = false;
    bool m_keepsPlan = false; ///< the running load changes the host alone
};

/// The entry that passes this function of the host; nullopt if none does.
std::optional<int> entryOf(const PlanOutcome &outcome, const PciAddress &function);

} // namespace rootward
