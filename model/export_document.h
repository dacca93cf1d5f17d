// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"

namespace rootward {

/// What of a plan differs from the VM configuration that it was read from.
struct DocumentChanges {
    QList<PlanEntry> changed; ///< new lines and other values, ascending by index
    QList<int> removed; ///< indexes that the plan has no more
    std::optional<QString> machine; ///< the property's new value; empty: without machine

    bool isEmpty() const { return changed.isEmpty() && removed.isEmpty() && !machine; }
};

/// Against the next start, as the plan was read. A plan without a document differs by everything
/// it has, its machine aside. Lines that Proxmox would refuse are left out.
DocumentChanges documentChanges(const Plan &plan);

/// The plan's document with each changed line replaced in place; every other byte stays. Without a
/// document an empty one.
/// Source: docs/rules.md, "Editing a VM configuration".
VmDocument exportedDocument(const Plan &plan);

} // namespace rootward
