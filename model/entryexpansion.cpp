// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "entryexpansion.h"

#include "layoutplacement.h"
#include "qemuarguments.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <utility>

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

/// NVIDIA's driver has its own interface for vGPUs on virtual functions since Linux 6.8: those
/// are passed themselves. Source: qemu-server PCI/Mdev.pm.
bool isOwnVgpu(const ExpandedEntry &entry, const Plan &plan)
{
    static const QRegularExpression release(uR"(\A([0-9]{1,4})\.([0-9]{1,4}))"_s);
    const auto kernel = release.match(plan.hostKernel.version);
    const std::pair version(kernel.captured(1).toInt(), kernel.captured(2).toInt());
    const bool isOld = kernel.hasMatch() && version < std::pair(6, 8);
    return !isOld && entry.value.option(u"mdev").value_or(QString()).startsWith("nvidia-"_L1)
        && !entry.functions.isEmpty()
        && std::ranges::all_of(entry.functions, [&plan](const PassedFunction &passed) {
               return hostFunction(plan, passed).isVirtual;
           });
}

QString writtenId(const HostId &id)
{
    const QString text = id.allFunctions ? id.address.slotString() : id.address.toString();
    return id.domainWritten ? text : text.mid(text.indexOf(u':') + 1);
}

void addFunction(ExpandedEntry &entry, const PciAddress &address, int hostIndex)
{
    PassedFunction function;
    function.address = address;
    function.hostIndex = hostIndex;
    entry.functions.append(function);
}

/// All functions that one item stands for; a missing one is refused where the host is known whole.
void expandItem(ExpandedEntry &entry, const HostId &id, const Topology *host)
{
    QList<int> found;
    if (host && id.spelledLikeSysfs) {
        if (id.allFunctions)
            found = host->slotFunctions(id.address);
        else if (const int index = host->indexOf(id.address); index >= 0)
            found.append(index);
    }
    if (found.isEmpty() && ((host && host->isWholeHost()) || !id.spelledLikeSysfs)) {
        refuseAtStart(
            entry,
            tr("the host has no device %1 (Proxmox: no PCI device found)").arg(writtenId(id)));
        return;
    }
    if (found.isEmpty() && id.allFunctions) {
        entry.countKnown = false;
        return;
    }
    if (found.isEmpty())
        addFunction(entry, id.address, -1);
    for (const int index : std::as_const(found))
        addFunction(entry, host->at(index).address, index);
}

void expandHosts(ExpandedEntry &entry, const Topology *host)
{
    const bool mapped = entry.value.option(u"mapping").has_value();
    const QList<HostId> ids = entry.value.hosts();
    if (mapped && !ids.isEmpty()) {
        refuseAtStart(entry,
                      tr("host and mapping cannot both be given (Proxmox: Cannot set both "
                         "'host' and 'mapping')"));
    } else if (!mapped && ids.isEmpty()) {
        refuseAtStart(entry,
                      tr("neither host nor mapping is given (Proxmox: Either 'host' or "
                         "'mapping' must be set)"));
    }
    for (const HostId &id : ids)
        expandItem(entry, id, host);
    if (mapped)
        entry.countKnown = false;
    if (!entry.countKnown)
        entry.functions.clear();
}

void refuseTwice(ExpandedEntry &entry, QSet<PciAddress> &taken)
{
    for (const PassedFunction &function : std::as_const(entry.functions)) {
        if (taken.contains(function.address)) {
            refuseAtStart(entry,
                          tr("%1 is passed more than once (Proxmox: device assigned more "
                             "than once)")
                              .arg(function.address.toString()));
        }
        taken.insert(function.address);
    }
}

/// What one entry claims by slot, where its functions are not all known.
struct ClaimedSlots {
    QSet<PciAddress> any;
    QSet<PciAddress> whole;
};

PciAddress slotOf(const HostId &id)
{
    PciAddress slot = id.address;
    slot.function = 0;
    return slot;
}

/// A whole slot whose functions are not known still claims each of them.
void refuseUnknownSlotOverlap(QList<ExpandedEntry> &entries)
{
    ClaimedSlots known;
    ClaimedSlots unknown;
    for (ExpandedEntry &entry : entries) {
        if (!entry.isPlaced())
            continue;
        const QList<HostId> ids = entry.value.hosts();
        for (const HostId &id : ids) {
            const PciAddress slot = slotOf(id);
            const bool taken = unknown.whole.contains(slot)
                || (id.allFunctions && unknown.any.contains(slot))
                || (id.allFunctions && !entry.countKnown && known.any.contains(slot));
            if (taken) {
                refuseAtStart(entry,
                              tr("%1 is passed more than once (Proxmox: device assigned "
                                 "more than once)")
                                  .arg(writtenId(id)));
            }
        }
        ClaimedSlots &claimed = entry.countKnown ? known : unknown;
        for (const HostId &id : ids) {
            claimed.any.insert(slotOf(id));
            if (id.allFunctions)
                claimed.whole.insert(slotOf(id));
        }
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

bool isIgdAddress(const HostId &id)
{
    return id.address.slot == legacyIgdSlot && id.address.function == 0 && !id.allFunctions;
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
    {[](const ExpandedEntry &entry, const Plan &) {
         return !std::ranges::all_of(entry.value.hosts(), isIgdAddress);
     },
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
        for (ExpandedEntry &entry : entries)
            refuseByQemu(entry, plan);
        return entries;
    }
    QSet<PciAddress> taken;
    bool legacyIgdTaken = false;
    for (const PlanEntry &line : plan.entries) {
        ExpandedEntry entry;
        entry.entry = line;
        entry.source = "hostpci"_L1 + QString::number(line.index);
        parseLine(entry);
        if (entry.isPlaced())
            expandHosts(entry, plan.host.get());
        if (entry.isPlaced())
            refuseTwice(entry, taken);
        entry.mediated = entry.mediated && !isOwnVgpu(entry, plan);
        refuseLegacyIgd(entry, plan, legacyIgdTaken);
        refuseByMachine(entry, plan);
        placeByProxmox(entry, plan);
        if (entry.isPlaced())
            refuseByQemu(entry, plan);
        entries.append(entry);
    }
    refuseUnknownSlotOverlap(entries);
    return entries;
}

} // namespace rootward
