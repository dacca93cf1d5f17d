// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "export_document.h"

#include "exportformats.h"
#include "vmconfig.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// The machine property with another type; its other parts stay as they are.
QString withMachineType(const QString &property, const QString &type)
{
    QStringList parts = property.split(u',', Qt::SkipEmptyParts);
    const auto old = std::ranges::find_if(parts, [](const QString &part) {
        return !part.contains(u'=') || part.startsWith("type="_L1);
    });
    if (old == parts.end())
        parts.prepend(type);
    else
        *old = old->contains(u'=') && !type.isEmpty() ? "type="_L1 + type : type;
    parts.removeAll(QString());
    return parts.join(u',');
}

/// The plan as its document alone gives it.
VmDefinition readAgain(const VmDocument &document)
{
    return readVmConfig(document.bytes(), document.name()).value_or(VmDefinition());
}

const PlanEntry *find(const QList<PlanEntry> &entries, int index)
{
    const auto found = std::ranges::find(entries, index, &PlanEntry::index);
    return found == entries.end() ? nullptr : &*found;
}

QString hostpciKey(int index)
{
    return "hostpci"_L1 + QString::number(index);
}

} // namespace

DocumentChanges documentChanges(const Plan &plan)
{
    DocumentChanges changes;
    const VmDefinition before = plan.document ? readAgain(*plan.document) : VmDefinition {};
    for (const PlanEntry &entry : plan.entries) {
        const PlanEntry *old = find(before.entries, entry.index);
        if ((!old || old->value != entry.value) && HostpciValue::parse(entry.value))
            changes.changed.append(entry);
    }
    for (const PlanEntry &old : before.entries) {
        if (!plan.entry(old.index))
            changes.removed.append(old.index);
    }
    if (plan.document && plan.guest.machine != before.guest.machine) {
        const QString old = plan.document->nextStart().value(u"machine"_s);
        changes.machine = withMachineType(old, plan.guest.machine);
    }
    return changes;
}

Result<QByteArray> writeDocument(const ExportRequest &request)
{
    if (request.plan.document)
        return exportedDocument(request.plan).bytes();
    return std::unexpected(
        Error {Error::Kind::Usage,
               QCoreApplication::translate("rootward", "no Proxmox VM configuration was opened"),
               {},
               QCoreApplication::translate("rootward", "give one with --vm: 101.conf")});
}

VmDocument exportedDocument(const Plan &plan)
{
    if (!plan.document)
        return {};
    VmDocument document = *plan.document;
    const DocumentChanges changes = documentChanges(plan);
    for (const PlanEntry &entry : changes.changed)
        document = document.withSetting(hostpciKey(entry.index), entry.value);
    for (const int index : changes.removed)
        document = document.withoutSetting(hostpciKey(index));
    if (changes.machine)
        document = changes.machine->isEmpty()
            ? document.withoutSetting(u"machine"_s)
            : document.withSetting(u"machine"_s, *changes.machine);
    return document;
}

} // namespace rootward
