// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "importers.h"
#include "plan.h"
#include "result.h"
#include "vmdefinition.h"

#include <optional>

namespace rootward {

/// The definition of a VM and where it was read.
struct LoadedVm {
    QString path; ///< empty: of a built-in example
    QString label; ///< "VM 102", or the file's name
    VmDefinition definition;
};

/// A host and the plan that its opening starts with.
struct PlanInput {
    std::optional<HostCapture> host;
    Plan plan;
    QList<Notice> notices; ///< what was odd in the VM configuration
    QList<LoadedVm> vms; ///< the planned one first
};

/// The plan that opening `host` starts with: an example's own VM configuration, else an empty
/// plan for a q35 guest. `source` is what was opened ("example:…" or a file name).
PlanInput startPlan(std::optional<HostCapture> host, const QString &source);

/// The VM definitions in files of any format: one of each, or of a Proxmox report all that it has,
/// those that pass a card first. Fails at the first file that cannot be read.
Result<QList<LoadedVm>> readVmFiles(const QStringList &fileNames);

/// The plan for one of several VMs of the host; the others may want the same cards.
/// `vms` is not empty.
PlanInput withVms(PlanInput input, QList<LoadedVm> vms, qsizetype planned = 0);

/// The same with VMs read from files. Planned for is the one with that number, else the first.
Result<PlanInput> withVmFiles(PlanInput input, const QStringList &fileNames,
                              std::optional<int> vmid = {});

/// The same with the cluster's resource mappings from a file.
Result<PlanInput> withMappings(PlanInput input, const QString &fileName);

} // namespace rootward
