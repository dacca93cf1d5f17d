// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "planremedy.h"

#include "capturegaps.h"
#include "guesttree.h"
#include "mappingexpansion.h"
#include "plansentences.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

struct ClassLabel {
    quint16 classCode;
    const char *label; ///< %1: the address
};
constexpr ClassLabel classLabels[] = {
    {0x0403, QT_TRANSLATE_NOOP("rootward", "audio function %1")},
    {0x0300, QT_TRANSLATE_NOOP("rootward", "graphics function %1")},
    {0x0c03, QT_TRANSLATE_NOOP("rootward", "USB function %1")},
    {0x0200, QT_TRANSLATE_NOOP("rootward", "network function %1")},
};

QString line(int index, const HostpciValue &value)
{
    return u"hostpci%1: %2"_s.arg(index).arg(value.text());
}

/// The entry with the function the reason speaks of alone, and on a root port.
HostpciValue improved(const ExpandedEntry &entry, const FunctionOutcome &speaking)
{
    HostpciValue value = entry.value.withBoolean(u"pcie", true);
    const QList<HostId> ids = entry.value.hosts();
    if (ids.isEmpty())
        return value; // a mapping names the functions
    if (entry.functions.size() > 1) {
        HostId id = ids.first();
        id.address = speaking.host;
        id.allFunctions = false;
        value = value.withHost(id);
    } else if (!entry.countKnown) {
        value = value.withAllFunctions(false);
    }
    return value;
}

/// The map line that stands for the function alone; empty where the line itself does not name
/// several by a mapping.
QString mappingSentence(const ExpandedEntry &entry, const FunctionOutcome &speaking)
{
    const auto mapping = entry.value.option(u"mapping");
    if (!mapping || entry.functions.size() < 2)
        return {};
    return tr("change the mapping %1: path=%2").arg(*mapping, speaking.host.toString());
}

/// "(its audio function 0b:00.1 is then not in the guest)"; empty if none is lost.
QString lostFunctions(const Plan &plan, const ExpandedEntry &entry, const FunctionOutcome &speaking)
{
    QStringList lost;
    for (const PassedFunction &passed : entry.functions) {
        if (passed.address != speaking.host)
            lost.append(functionLabel(hostFunction(plan, passed)));
    }
    if (lost.isEmpty())
        return {};
    const QString sentence = lost.size() == 1 ? tr(" (its %1 is then not in the guest)")
                                              : tr(" (its %1 are then not in the guest)");
    return sentence.arg(lost.join(u", "_s));
}

bool isHole(const EntryOutcome &outcome)
{
    return std::ranges::any_of(outcome.functions, [](const FunctionOutcome &function) {
        return function.visible == false;
    });
}

bool isIommuOff(const Notice &error)
{
    return error.reason == Reason::HostIommuOff || error.message.contains(iommuOffSentence());
}

/// Slots with an endpoint below a function, in tree order.
QList<PciAddress> cardsBelow(const Topology &host, int index)
{
    QList<PciAddress> cards;
    QList<int> waiting = host.children(index);
    while (!waiting.isEmpty()) {
        const int next = waiting.takeFirst();
        const PciAddress address = host.at(next).address;
        if (isEndpoint(host.at(next).portType)
            && (cards.isEmpty() || cards.last().slotString() != address.slotString()))
            cards.append(address);
        waiting = host.children(next) + waiting;
    }
    return cards;
}

/// A line that names a port: what could be passed instead of it.
QString insteadOfPortSentence(const Plan &plan, const ExpandedEntry &entry, int index)
{
    constexpr qsizetype mostNamed = 3;
    const QString none =
        tr("change the VM line: hostpci%1 (name a function that is no port)").arg(index);
    const QList<HostId> ids = entry.value.hosts();
    if (!plan.host || ids.isEmpty() || entry.functions.isEmpty())
        return none;
    QList<PciAddress> cards;
    for (const PassedFunction &passed : entry.functions) {
        const bool known = passed.hostIndex >= 0;
        if (known && isEndpoint(plan.host->at(passed.hostIndex).portType))
            cards.append(passed.address);
        else if (known)
            cards += cardsBelow(*plan.host, passed.hostIndex);
    }
    if (cards.isEmpty())
        return none;
    HostId id = ids.first();
    id.allFunctions = false;
    QStringList lines;
    for (const PciAddress &card : std::as_const(cards).first(std::min(cards.size(), mostNamed))) {
        id.address = card;
        lines.append(line(index, entry.value.withHost(id)));
    }
    const QString sentence = tr("change the VM line: %1").arg(lines.join(tr(", or ")));
    return cards.size() > mostNamed ? tr("%1, or another").arg(sentence) : sentence;
}

/// What a line with pcie=1 needs of a machine that has no ports for it.
QString machineSentence(const Plan &plan)
{
    return machineKind(plan.guest) == MachineKind::Virt
        ? tr("cannot be had by a VM line: Proxmox gives an Arm guest no root ports for cards")
        : tr("change the VM line: machine: q35");
}

/// What a refused line needs.
QString invalidSentence(const Plan &plan, const ExpandedEntry &entry, const EntryOutcome &outcome)
{
    if (isIommuOff(outcome.errors.constFirst())) {
        return tr("turn the host's IOMMU on: in its firmware, and with intel_iommu=on for an Intel "
                  "kernel before 6.8");
    }
    if (outcome.errors.constFirst().reason == Reason::QemuUnsupportedType)
        return insteadOfPortSentence(plan, entry, outcome.index);
    if (entry.value.pcie() && machineKind(plan.guest) != MachineKind::Q35)
        return machineSentence(plan);
    const auto mapping = entry.value.option(u"mapping");
    return mapping && plan.mappings
        ? tr("change the VM line: hostpci%1, or its mapping %2").arg(outcome.index).arg(*mapping)
        : tr("change the VM line: hostpci%1").arg(outcome.index);
}

QString vmLineSentence(const Plan &plan, const ExpandedEntry &entry, const EntryOutcome &outcome,
                       const FunctionOutcome &speaking)
{
    if (outcome.verdict == EntryVerdict::Invalid)
        return invalidSentence(plan, entry, outcome);
    if (outcome.reason == Reason::VfioMediated)
        return tr("change the VM line: pass the function itself, without mdev");
    const HostpciValue value = improved(entry, speaking);
    const MachineKind kind = machineKind(plan.guest);
    if (kind == MachineKind::Virt)
        return machineSentence(plan);
    if (plan.guest.ostype == "win7"_L1 && kind == MachineKind::Q35 && entry.value.pcie())
        return tr("change the VM line: ostype (win7 puts PCI-Express cards on the root bus)");
    int index = outcome.index;
    if (isHole(outcome))
        index = plan.withoutEntry(index).freeIndex().value_or(index);
    if (const QString mapping = mappingSentence(entry, speaking); !mapping.isEmpty()) {
        const bool enough = kind == MachineKind::Q35 && value == entry.value;
        return (enough ? mapping : tr("%1, and the VM line: %2").arg(mapping, line(index, value)))
            + lostFunctions(plan, entry, speaking);
    }
    QString sentence = kind == MachineKind::Q35
        ? tr("change the VM line: %1").arg(line(index, value))
        : tr("change the VM lines: machine: q35 and %1").arg(line(index, value));
    if (index != outcome.index)
        sentence += tr(" (instead of hostpci%1)").arg(outcome.index);
    return sentence + lostFunctions(plan, entry, speaking);
}

bool isLibvirt(const Plan &plan)
{
    return plan.layout->origin == GuestLayout::Origin::Libvirt;
}

/// "line 107, hostdev (0b:00.0)".
QString deviceLabel(const ExpandedEntry &entry, const FunctionOutcome &speaking)
{
    const QString host = u" (%1)"_s.arg(speaking.host.toShortString());
    return speaking.sysfsdev.isEmpty() && !entry.source.endsWith(host) ? entry.source + host
                                                                       : entry.source;
}

/// The functions that share the guest slot, which no slot with AtomicOps may have.
QString otherFunctions(const Plan &plan, const ExpandedEntry &entry,
                       const FunctionOutcome &speaking)
{
    QStringList others;
    for (const PassedFunction &passed : entry.functions) {
        if (passed.qemuId != speaking.qemuId)
            others.append(functionLabel(hostFunction(plan, passed)));
    }
    if (others.isEmpty())
        return {};
    return tr(" (its %1: behind another root port, or left out)").arg(others.join(u", "_s));
}

/// The refused part of a definition; `where` says what kind that is.
QString invalidPartSentence(const Plan &plan, const ExpandedEntry &entry,
                            const EntryOutcome &outcome, const QString &where)
{
    const Notice &error = outcome.errors.constFirst();
    if (isIommuOff(error))
        return invalidSentence(plan, entry, outcome);
    if (error.reason == Reason::QemuUnsupportedType)
        return where.arg(tr("leave out %1, which is no card").arg(entry.source));
    if (entry.refusedBy == RefusedBy::Whole)
        return where.arg(tr("mend what is refused; before that nothing of it starts"));
    if (entry.functions.isEmpty())
        return where.arg(tr("name the function that %1 passes").arg(entry.source));
    return entry.refusedBy == RefusedBy::Words
        ? where.arg(tr("mend what is refused of %1").arg(entry.source))
        : where.arg(tr("a bus and an address of its own for %1").arg(entry.source));
}

/// For a libvirt domain or a QEMU command, which have no line to write: what to change in it.
QString layoutSentence(const Plan &plan, const ExpandedEntry &entry, const EntryOutcome &outcome,
                       const FunctionOutcome &speaking)
{
    const QString where =
        isLibvirt(plan) ? tr("change the domain: %1") : tr("change the command: %1");
    if (outcome.verdict == EntryVerdict::Invalid)
        return invalidPartSentence(plan, entry, outcome, where);
    if (outcome.reason == Reason::VfioMediated)
        return where.arg(
            tr("pass the function itself instead of a mediated device (%1)").arg(entry.source));
    // The card is where it should be, its port is not, or has no bus number.
    if (speaking.visible == false && speaking.qemu.reason == Reason::QemuOk) {
        return where.arg(entry.place.portAddress.endsWith(".0"_L1)
                             ? tr("a lower bus_nr, so that bus numbers are left for port %1")
                                   .arg(placeLabel(entry))
                             : tr("port %1 at function 0 of a slot").arg(placeLabel(entry)));
    }
    const QString device = deviceLabel(entry, speaking);
    const QString place = isLibvirt(plan)
        ? tr("%1 on a pcie-root-port controller of its own, slot 0, function 0, without "
             "multifunction='on'")
              .arg(device)
        : tr("%1 on a pcie-root-port of its own, addr=0x0, without multifunction=on").arg(device);
    const bool conventional =
        !plan.guest.machine.isEmpty() && machineKind(plan.guest) == MachineKind::I440fx;
    return where.arg(conventional ? tr("machine q35, and %1").arg(place) : place)
        + otherFunctions(plan, entry, speaking);
}

/// What the definition says but is not modelled, the guest shows.
QString lookInsideSentence(const Plan &plan, const QString &command)
{
    if (!plan.layout) {
        const QString vmid = plan.guest.vmid ? QString::number(*plan.guest.vmid) : u"VMID"_s;
        return tr("open the command that Proxmox makes (qm showcmd %1 --pretty), or look in the "
                  "guest: %2")
            .arg(vmid, command);
    }
    return isLibvirt(plan)
        ? tr("look in the running guest: %1").arg(command)
        : tr("open the command as it runs (ps -ww -o args), or look in the guest: %1").arg(command);
}

/// What a part of a definition leaves open, no capture of the host tells.
QString wholeDefinitionSentence(const Plan &plan)
{
    return isLibvirt(plan) ? tr("open the whole domain: virsh dumpxml NAME")
                           : tr("open the whole command of the VM");
}

/// What to change in the VM's own definition, whatever form it has.
QString definitionSentence(const Plan &plan, const ExpandedEntry &entry,
                           const EntryOutcome &outcome, const FunctionOutcome &speaking)
{
    return plan.layout ? layoutSentence(plan, entry, outcome, speaking)
                       : vmLineSentence(plan, entry, outcome, speaking);
}

QString moveSentence(const Plan &plan, const FunctionOutcome &speaking)
{
    const HostPath &path = speaking.vfio.hostPath;
    if (!plan.host || path.blockedBy.value_or(-1) < 0)
        return tr("move the card: to a slot whose ports carry AtomicOps");
    return tr("move the card: to a slot that does not lead through %1")
        .arg(plan.host->at(*path.blockedBy).address.toShortString());
}

QString collectSentence(const Plan &plan, const ExpandedEntry &entry, const EntryOutcome &outcome,
                        const FunctionOutcome &speaking)
{
    if (const QString mapping = openMappingRemedy(plan, entry); !mapping.isEmpty())
        return mapping;
    const QString command = u"sudo lspci -vvv -nn -xxxx"_s;
    if (outcome.reason == Reason::QemuPlacementUnknown && !entry.whyOpen.isEmpty())
        return lookInsideSentence(plan, command);
    if (outcome.reason == Reason::QemuPlacementUnknown && plan.layout && !plan.layout->machineKnown)
        return wholeDefinitionSentence(plan);
    if (plan.host)
        return collectAgainSentence();
    if (outcome.reason == Reason::QemuPlacementUnknown && !entry.value.hosts().isEmpty()) {
        return tr("open a capture of the host (%1), or name one function: %2")
            .arg(command, line(outcome.index, improved(entry, speaking)));
    }
    return tr("open a capture of the host: %1").arg(command);
}

QString upgradeSentence(Reason reason)
{
    return reason == Reason::VfioKernel ? tr("upgrade the host's kernel to 6.5 or newer")
                                        : tr("upgrade to QEMU 8.1 or newer");
}

} // namespace

QString functionLabel(const PciFunction &function)
{
    const QString address = function.address.toShortString();
    const auto row = std::ranges::find_if(classLabels, [&](const ClassLabel &label) {
        return function.classCode == label.classCode;
    });
    return (row == std::end(classLabels) ? tr("function %1") : tr(row->label)).arg(address);
}

QString remedySentence(const Plan &plan, const ExpandedEntry &entry, const EntryOutcome &outcome,
                       const FunctionOutcome &speaking)
{
    switch (outcome.remedy) {
    case Remedy::VmLine:
        return definitionSentence(plan, entry, outcome, speaking);
    case Remedy::MoveCard:
        // Moved, it would still be several functions.
        return speaking.qemu.reason == Reason::QemuMultifunction
            ? tr("%1; and %2")
                  .arg(moveSentence(plan, speaking),
                       definitionSentence(plan, entry, outcome, speaking))
            : moveSentence(plan, speaking);
    case Remedy::Upgrade:
        return upgradeSentence(*outcome.reason);
    case Remedy::None:
        return remedyText(Remedy::None);
    case Remedy::CollectAsRoot:
        return collectSentence(plan, entry, outcome, speaking);
    case Remedy::Nothing:
        break;
    }
    return {};
}

} // namespace rootward
