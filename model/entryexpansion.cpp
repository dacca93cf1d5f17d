// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "entryexpansion.h"

#include "hostitem.h"
#include "layoutplacement.h"
#include "mappingexpansion.h"
#include "qemuarguments.h"
#include "qemumodels.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype functionsPerSlot = 8;
constexpr int legacyIgdSlot = 2;

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

void refuseAtStart(ExpandedEntry &entry, const QString &why)
{
    refuseEntry(entry, Reason::ProxmoxRefused, "vm-start"_L1, why);
}

void parseLine(ExpandedEntry &entry)
{
    if (entry.entry.index < 0 || entry.entry.index >= maxHostpciEntries) {
        refuseEntry(entry, Reason::ProxmoxRefused, "qm-set"_L1,
                    tr("there is no hostpci%1, only hostpci0 to hostpci15").arg(entry.entry.index));
        return;
    }
    const auto parsed = HostpciValue::parse(entry.entry.value);
    if (!parsed) {
        refuseEntry(entry, Reason::ProxmoxRefused, "qm-set"_L1, parsed.error().what);
        return;
    }
    entry.value = *parsed;
    entry.mediated = entry.value.option(u"mdev").has_value();
}

/// The function of an item that is used already; the item itself where they are not known.
QString usedName(const HostItem &item, const HostId &id, const UsedFunctions &used)
{
    for (const PassedFunction &function : item.functions) {
        if (used.contains(function.address))
            return function.address.toString();
    }
    return writtenId(id);
}

void refuseTwice(ExpandedEntry &entry, const QString &address)
{
    refuseAtStart(
        entry,
        tr("%1 is passed more than once (Proxmox: device assigned more than once)").arg(address));
}

/// One item of `host=`; a missing one is refused where the host is known whole.
void addItem(ExpandedEntry &entry, const HostId &id, const HostItem &item)
{
    if (item.absent) {
        refuseAtStart(
            entry,
            tr("the host has no device %1 (Proxmox: no PCI device found)").arg(writtenId(id)));
        return;
    }
    entry.countKnown = entry.countKnown && item.countKnown;
    entry.functions.append(item.functions);
}

void expandHosts(ExpandedEntry &entry, const HostView &host, UsedFunctions &used)
{
    const QList<HostId> ids = entry.value.hosts();
    QList<HostItem> items;
    for (const HostId &id : ids) {
        items.append(findHostItem(id, host));
        addItem(entry, id, items.constLast());
    }
    if (entry.mediated && isVgpuFunction(*entry.value.option(u"mdev"), entry.functions, host))
        entry.mediated = false;
    // Several mediated devices may be made of one function.
    for (qsizetype i = 0; i < ids.size() && entry.isPlaced() && !entry.mediated; ++i) {
        if (used.contains(items.at(i), ids.at(i)))
            refuseTwice(entry, usedName(items.at(i), ids.at(i), used));
        used.add(items.at(i), ids.at(i));
    }
    if (!entry.countKnown)
        entry.functions.clear();
}

void expandDevices(ExpandedEntry &entry, const Plan &plan, const HostView &host,
                   UsedFunctions &used)
{
    const bool mapped = entry.value.option(u"mapping").has_value();
    const bool named = !entry.value.hosts().isEmpty();
    if (mapped && named) {
        refuseAtStart(entry,
                      tr("host and mapping cannot both be given (Proxmox: Cannot set both "
                         "'host' and 'mapping')"));
    } else if (!mapped && !named) {
        refuseAtStart(entry,
                      tr("neither host nor mapping is given (Proxmox: Either 'host' or "
                         "'mapping' must be set)"));
    } else if (mapped) {
        expandMapping(entry, plan, host, used);
    } else {
        expandHosts(entry, host, used);
    }
}

/// One condition of legacy-igd that an entry may break, with Proxmox's sense.
struct LegacyIgdRow {
    bool (*isBroken)(const ExpandedEntry &entry, const Plan &plan);
    const char *sentence;
};

bool hasDisplay(const ExpandedEntry &, const Plan &plan)
{
    return plan.guest.hasDisplay || plan.guest.display.startsWith("serial"_L1);
}

/// Of a mapping the functions alone tell where it is.
bool isElsewhere(const ExpandedEntry &entry, const Plan &)
{
    const auto isIgd = [](const PciAddress &address) {
        return address.slot == legacyIgdSlot && address.function == 0;
    };
    return !std::ranges::all_of(entry.functions, isIgd, &PassedFunction::address)
        || !std::ranges::all_of(entry.value.hosts(), [&](const HostId &id) {
               return isIgd(id.address) && !id.allFunctions;
           });
}

constexpr LegacyIgdRow legacyIgdRows[] = {
    {hasDisplay,
     QT_TRANSLATE_NOOP("rootward",
                       "legacy-igd needs vga: none (Proxmox: legacy IGD assignment requires VGA "
                       "mode to be 'none')")},
    {[](const ExpandedEntry &entry, const Plan &) { return !entry.value.rombar(); },
     QT_TRANSLATE_NOOP("rootward",
                       "legacy-igd needs the ROM bar (Proxmox: legacy IGD assignment requires "
                       "rombar to be enabled)")},
    {[](const ExpandedEntry &entry, const Plan &) { return entry.value.primaryGpu(); },
     QT_TRANSLATE_NOOP("rootward",
                       "legacy-igd excludes Primary GPU (Proxmox: legacy IGD assignment is not "
                       "compatible with x-vga)")},
    {[](const ExpandedEntry &entry, const Plan &) {
         return entry.value.option(u"mdev").has_value();
     },
     QT_TRANSLATE_NOOP("rootward",
                       "legacy-igd excludes a mediated device (Proxmox: legacy IGD assignment is "
                       "not compatible with mdev)")},
    {[](const ExpandedEntry &, const Plan &plan) {
         return machineKind(plan.guest) != MachineKind::I440fx;
     },
     QT_TRANSLATE_NOOP("rootward",
                       "legacy-igd needs an i440fx machine (Proxmox: legacy IGD assignment is not "
                       "compatible with q35)")},
    {[](const ExpandedEntry &entry, const Plan &) { return entry.functions.size() > 1; },
     QT_TRANSLATE_NOOP("rootward",
                       "legacy-igd passes one function (Proxmox: legacy IGD assignment is not "
                       "compatible with multifunction devices)")},
    {isElsewhere,
     QT_TRANSLATE_NOOP("rootward",
                       "legacy-igd is for the host's 00:02.0 (Proxmox: legacy IGD assignment only "
                       "works for devices on host bus 00:02.0)")},
};

void refuseLegacyIgd(ExpandedEntry &entry, const Plan &plan, bool &isTaken)
{
    if (!entry.value.legacyIgd())
        return;
    if (isTaken) {
        refuseAtStart(entry,
                      tr("another entry has legacy-igd already (Proxmox: only one device can be "
                         "assigned in legacy-igd mode)"));
    }
    isTaken = true;
    for (const LegacyIgdRow &row : legacyIgdRows) {
        if (row.isBroken(entry, plan))
            refuseAtStart(entry, tr(row.sentence));
    }
}

void refuseByMachine(ExpandedEntry &entry, const Plan &plan)
{
    if (entry.value.option(u"mdev") && entry.functions.size() > 1) {
        refuseAtStart(entry,
                      tr("a mediated device has one function (Proxmox: cannot use mediated "
                         "device with multifunction device)"));
    }
    if (entry.value.pcie() && machineKind(plan.guest) != MachineKind::Q35) {
        refuseAtStart(entry,
                      tr("PCI-Express needs a q35 machine (Proxmox: q35 machine model is "
                         "not enabled)"));
    }
    if (!plan.guest.qemu)
        return;
    const QString why = machineNotOf(*plan.guest.qemu, plan.guest.machine);
    if (!why.isEmpty())
        refuseAtStart(entry, why);
}

/// Ids of the user's own are what the guest's drivers go by.
void openByIds(ExpandedEntry &entry)
{
    for (const QStringView key : {u"vendor-id", u"device-id", u"sub-vendor-id", u"sub-device-id"}) {
        if (!entry.isPlaced() || !entry.value.option(key) || !entry.whyOpen.isEmpty())
            continue;
        entry.countKnown = false;
        entry.whyOpen = tr("what %1 makes of it is not modelled").arg(key);
    }
}

/// A machine type that no QEMU is known to have may keep the VM from starting.
void openByMachine(ExpandedEntry &entry, const Plan &plan)
{
    const QString why = machineNotModelled(plan.guest.machine, plan.guest.arch);
    if (why.isEmpty() || !entry.isPlaced())
        return;
    entry.countKnown = false;
    entry.whyOpen = why;
}

/// Its guest slot, and the functions' numbers there: their places in the list.
void placeByProxmox(ExpandedEntry &entry, const Plan &plan)
{
    const int index = entry.entry.index;
    entry.place = hostpciPlacement(plan.guest, index, entry.value.pcie());
    if (entry.value.legacyIgd()) {
        entry.place.bus = u"pci.0"_s;
        entry.place.slot = legacyIgdSlot;
        entry.place.addr = u"0x2"_s;
    }
    const bool several = entry.functions.size() > 1;
    for (int position = 0; position < entry.functions.size(); ++position) {
        PassedFunction &function = entry.functions[position];
        function.function = position;
        function.multifunction = several && position == 0;
        function.qemuId = several ? entry.source + u'.' + QString::number(position) : entry.source;
        if (entry.mediated)
            function.sysfsdev = mediatedDeviceFolder(plan, index);
    }
}

void refuseByQemu(ExpandedEntry &entry, const Plan &plan)
{
    if (entry.functions.size() > functionsPerSlot) {
        refuseEntry(entry, Reason::QemuBadAddress, "qemu-start"_L1,
                    tr("function 8 of one slot, the ninth of hostpci%1").arg(entry.entry.index));
    }
    for (const PassedFunction &passed : std::as_const(entry.functions)) {
        const PciFunction function = hostFunction(plan, passed);
        const QemuDecision decision =
            qemuDecision({.qemu = plan.guest.qemuVersion(), .hostType = function.portType}, {});
        if (decision.reason == Reason::QemuUnsupportedType) {
            refuseEntry(entry, Reason::QemuUnsupportedType, "qemu-start"_L1,
                        passed.address.toString());
        }
    }
}

/// A mediated device has a group of its own, made by its driver.
void refuseWithoutIommu(ExpandedEntry &entry, const Plan &plan)
{
    if (plan.iommu == false && !entry.mediated && !entry.functions.isEmpty()) {
        refuseEntry(entry, Reason::HostIommuOff, "qemu-start"_L1,
                    entry.functions.constFirst().address.toString());
    }
}

} // namespace

PciFunction hostFunction(const Plan &plan, const PassedFunction &passed)
{
    if (plan.host && passed.hostIndex >= 0)
        return plan.host->at(passed.hostIndex);
    PciFunction unknown;
    unknown.address = passed.address;
    return unknown;
}

void refuseEntry(ExpandedEntry &entry, Reason reason, QLatin1StringView stage, const QString &why)
{
    if (!entry.errors.isEmpty())
        return;
    const std::optional<int> index =
        entry.isHostpci() ? std::optional(entry.entry.index) : std::nullopt;
    entry.errors.append({reason, stage.toString(), index, reasonSentence(reason, {why})});
}

QList<ExpandedEntry> expandEntries(const Plan &plan)
{
    QList<ExpandedEntry> entries;
    if (plan.layout) {
        entries = placeLayout(plan).entries;
        for (ExpandedEntry &entry : entries) {
            refuseByQemu(entry, plan);
            refuseWithoutIommu(entry, plan);
        }
        return entries;
    }
    const HostView host = HostView::of(plan);
    UsedFunctions used;
    bool legacyIgdTaken = false;
    for (const PlanEntry &line : plan.entries) {
        ExpandedEntry entry;
        entry.entry = line;
        entry.source = "hostpci"_L1 + QString::number(line.index);
        parseLine(entry);
        if (entry.isPlaced())
            expandDevices(entry, plan, host, used);
        refuseLegacyIgd(entry, plan, legacyIgdTaken);
        refuseByMachine(entry, plan);
        placeByProxmox(entry, plan);
        if (entry.isPlaced())
            refuseByQemu(entry, plan);
        openByMachine(entry, plan);
        openByIds(entry);
        if (plan.iommu == false)
            refuseAtStart(entry, iommuOffSentence());
        entries.append(entry);
    }
    return entries;
}

} // namespace rootward
