// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "handmadehost.h"
#include "vmdefinition.h"

#include <QStringList>

/// How the entries of a VM definition are judged on a host where each card alone would be offered.
namespace verdicts {

using namespace Qt::StringLiterals;
using namespace rootward;

inline PlanOutcome outcomeOf(const VmDefinition &vm)
{
    Plan plan;
    plan.host = handmade::x399();
    plan.guest = vm.guest;
    plan.layout = vm.layout;
    plan.entries = vm.entries;
    plan.hostKernel = *KernelVersion::parse(u"7.1"_s);
    return evaluate(plan);
}

/// "offered", "invalid", or "inconclusive qemu.placement-unknown", for each entry.
inline QStringList of(const VmDefinition &vm)
{
    QStringList list;
    for (const EntryOutcome &entry : outcomeOf(vm).entries) {
        QString text = entryVerdictId(entry.verdict);
        if (entry.verdict == EntryVerdict::Inconclusive && entry.reason)
            text += u' ' + reasonId(*entry.reason);
        list.append(text);
    }
    return list;
}

inline const QStringList offered {u"offered"_s};
inline const QStringList invalid {u"invalid"_s};
inline const QStringList unknown {u"inconclusive qemu.placement-unknown"_s};

} // namespace verdicts
