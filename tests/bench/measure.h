// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace rootward::bench {

/// One run of a whole process, output thrown away.
struct Run {
    double seconds = 0;
    int status = -1; ///< exit status; -1 if it did not end by itself
};

Run runProcess(const QStringList &call);
/// The same with standard output into a file.
Run runProcess(const QStringList &call, const QString &outputFile);

/// A target of docs/performance.md and what was measured.
struct Ratio {
    QString name;
    QString what;
    double target = 0;
    double measured = 0;
    QString detail;
    bool met() const { return measured <= target; }
};

/// Medians of `rounds` runs of each, taken in turn: A B A B …
Ratio compareProcesses(const QString &name, const QString &what, double target,
                       const QStringList &ours, const QStringList &peer, int rounds = 7);

/// Peaks of resident memory of whole processes, medians of three runs of each.
Ratio comparePeaks(const QString &name, const QString &what, double target, const QStringList &ours,
                   const QStringList &peer);

/// Resident memory of this process now, in KiB.
long residentKiB();
/// Children of this process that still live.
int childProcesses();

} // namespace rootward::bench
