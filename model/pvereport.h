// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace rootward {

/// A VM's configuration as it stands in a report.
struct ReportedVm {
    int vmid = 0;
    int line = 0; ///< of its first line, from 1
    QByteArray config; ///< as in /etc/pve/qemu-server/VMID.conf
};

/// Whether the text is, or holds, what pvereport prints.
bool isPveReport(QByteArrayView text);

/// The VM configurations of a report, in its order; of one that stands twice the last. Empty: it
/// has none. Notes of a configuration begin with # as the report's commands do; only commands that
/// a report runs there end one. Source: Proxmox VE PVE/Report.pm.
QList<ReportedVm> vmsOfPveReport(QByteArrayView text);

} // namespace rootward
