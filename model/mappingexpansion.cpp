// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "mappingexpansion.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

void refuse(ExpandedEntry &entry, const QString &why)
{
    refuseEntry(entry, Reason::ProxmoxRefused, "vm-start"_L1, why);
}

QStringList nodesOf(const PciMapping &mapping)
{
    QStringList nodes;
    for (const MappedPath &path : mapping.map)
        nodes.append(path.node);
    nodes.sort();
    nodes.removeDuplicates();
    return nodes;
}

/// The first few, so that a sentence stays one.
QString fewOf(const QStringList &names)
{
    constexpr qsizetype enough = 8;
    const QString few = names.first(std::min(names.size(), enough)).join(u", "_s);
    return names.size() > enough ? few + u", …"_s : few;
}

/// The node given, else the only one that the mapping names; empty: open.
QString nodeFor(const Plan &plan, const PciMapping &mapping)
{
    if (!plan.node.isEmpty())
        return plan.node;
    const QStringList nodes = nodesOf(mapping);
    return nodes.size() == 1 ? nodes.constFirst() : QString();
}

/// One property of a path as the host has it and as the mapping has it.
struct Property {
    QLatin1StringView name;
    std::optional<QString> onHost; ///< nullopt: the capture does not show it
    std::optional<QString> configured; ///< nullopt: not written
};

std::optional<QString> idPair(std::optional<quint16> vendor, std::optional<quint16> device)
{
    if (!vendor || !device)
        return std::nullopt;
    return u"%1:%2"_s.arg(uint {*vendor}, 4, 16, QChar(u'0'))
        .arg(uint {*device}, 4, 16, QChar(u'0'));
}

std::optional<QString> flag(std::optional<bool> value)
{
    return value ? std::optional(*value ? u"1"_s : u"0"_s) : std::nullopt;
}

std::optional<QString> group(std::optional<int> number)
{
    return number ? std::optional(QString::number(*number)) : std::nullopt;
}

std::optional<bool> makesMediated(const PciFunction &function)
{
    return function.nvidiaVgpu == true ? std::optional(true) : function.mediated;
}

/// In the order in which Proxmox compares them: by name.
std::array<Property, 4> propertiesOf(const PciMapping &mapping, const MappedPath &path,
                                     const PciFunction &function)
{
    const auto subsystem = idPair(function.subsystemVendor, function.subsystemDevice);
    return {Property {"id"_L1, idPair(function.vendor, function.device), path.id},
            Property {"iommugroup"_L1, group(function.iommuGroup), group(path.iommuGroup)},
            Property {"mdev"_L1, flag(makesMediated(function)), flag(mapping.mediated)},
            Property {"subsystem-id"_L1, subsystem,
                      path.subsystemId.isEmpty() ? std::nullopt : std::optional(path.subsystemId)}};
}

/// What differs between the mapping and the hardware, in Proxmox's words; empty if nothing does.
QString mismatch(const PciMapping &mapping, const MappedPath &path, const HostView &host)
{
    bool first = true;
    for (const HostId &id : path.paths) {
        // A whole slot is compared by its function 0.
        const PciAddress &address = id.address;
        const int index =
            host.topology && id.spelledLikeSysfs ? host.topology->indexOf(address) : -1;
        if (index < 0) {
            if (host.whole)
                return tr("pci device '%1' not found").arg(address.toString());
            first = false;
            continue;
        }
        for (const Property &property : propertiesOf(mapping, path, host.topology->at(index))) {
            if (!property.onHost || (property.name == "iommugroup"_L1 && !first))
                continue;
            if (!property.configured) {
                return tr("missing expected property '%1' for device '%2'")
                    .arg(property.name, address.toString());
            }
            if (*property.configured != *property.onHost) {
                return tr("'%1' does not match for '%2' (%3 != %4)")
                    .arg(property.name, mapping.name, *property.onHost, *property.configured);
            }
        }
        first = false;
    }
    return {};
}

/// One map line with the functions that it stands for.
struct Alternative {
    QList<HostId> ids;
    QList<HostItem> items;
    QList<PassedFunction> functions;
    bool countKnown = true;
};

Alternative alternativeOf(ExpandedEntry &entry, const MappedPath &path, const HostView &host)
{
    Alternative alternative;
    alternative.ids = path.paths;
    for (const HostId &id : path.paths) {
        const HostItem item = findHostItem(id, host);
        if (item.absent) {
            refuse(
                entry,
                tr("the host has no device %1 (Proxmox: no PCI device found)").arg(writtenId(id)));
        }
        alternative.countKnown = alternative.countKnown && item.countKnown;
        alternative.functions.append(item.functions);
        alternative.items.append(item);
    }
    return alternative;
}

bool isUsed(const Alternative &alternative, const UsedFunctions &used)
{
    for (qsizetype i = 0; i < alternative.ids.size(); ++i) {
        if (used.contains(alternative.items.at(i), alternative.ids.at(i)))
            return true;
    }
    return false;
}

void take(ExpandedEntry &entry, const Alternative &alternative, UsedFunctions &used)
{
    for (qsizetype i = 0; i < alternative.ids.size(); ++i) {
        // Twice in one line.
        if (used.contains(alternative.items.at(i), alternative.ids.at(i))) {
            refuse(entry,
                   tr("%1 is passed more than once (Proxmox: device assigned more than once)")
                       .arg(writtenId(alternative.ids.at(i))));
        }
        used.add(alternative.items.at(i), alternative.ids.at(i));
    }
    entry.countKnown = alternative.countKnown;
    if (entry.countKnown)
        entry.functions = alternative.functions;
}

void choose(ExpandedEntry &entry, const QList<Alternative> &alternatives, UsedFunctions &used)
{
    const auto free = std::ranges::find_if(
        alternatives, [&](const Alternative &alternative) { return !isUsed(alternative, used); });
    // A sole alternative is taken as it is, and refused there.
    if (free == alternatives.end() && alternatives.size() > 1) {
        refuse(entry,
               tr("no device of mapping %1 is free (Proxmox: could not find a free device for "
                  "'%2')")
                   .arg(*entry.value.option(u"mapping"), entry.source));
        return;
    }
    take(entry, free == alternatives.end() ? alternatives.constFirst() : *free, used);
}

/// All of the node's map lines, each looked up; refuses at the first that does not fit.
QList<Alternative> alternativesOf(ExpandedEntry &entry, const PciMapping &mapping,
                                  const QString &node, const HostView &host)
{
    QList<Alternative> alternatives;
    bool vgpu = false;
    for (const MappedPath &path : mapping.map) {
        if (path.node != node)
            continue;
        if (const QString what = mismatch(mapping, path, host); !what.isEmpty()) {
            refuse(entry,
                   tr("mapping %1 does not fit the hardware (Proxmox: PCI device mapping invalid "
                      "(hardware probably changed): %2)")
                       .arg(mapping.name, what));
            return {};
        }
        alternatives.append(alternativeOf(entry, path, host));
        if (!entry.isPlaced())
            return {};
        const QList<PassedFunction> &functions = alternatives.constLast().functions;
        if (entry.mediated && functions.size() > 1) {
            refuse(entry,
                   tr("a mediated device has one function (Proxmox: cannot use mediated device "
                      "with multifunction device)"));
            return {};
        }
        vgpu = vgpu
            || (entry.mediated && isVgpuFunction(*entry.value.option(u"mdev"), functions, host));
    }
    if (vgpu)
        entry.mediated = false;
    return alternatives;
}

} // namespace

void expandMapping(ExpandedEntry &entry, const Plan &plan, const HostView &host,
                   UsedFunctions &used)
{
    if (!plan.mappings) {
        entry.countKnown = false;
        return;
    }
    const QString name = *entry.value.option(u"mapping");
    const PciMapping *mapping = plan.mappings->find(name);
    const QString node = mapping ? nodeFor(plan, *mapping) : QString();
    if (mapping && node.isEmpty() && !mapping->map.isEmpty()) {
        entry.countKnown = false;
        return;
    }
    const QList<Alternative> alternatives =
        mapping ? alternativesOf(entry, *mapping, node, host) : QList<Alternative>();
    if (!entry.isPlaced())
        return;
    if (alternatives.isEmpty()) {
        refuse(entry,
               (node.isEmpty() ? tr("there is no mapping %1 (Proxmox: PCI device mapping not "
                                    "found)")
                                     .arg(name)
                               : tr("mapping %1 has no device on node %2 (Proxmox: PCI device "
                                    "mapping not found)")
                                     .arg(name, node)));
        return;
    }
    entry.mayMigrate = mapping->liveMigrationCapable;
    if (!entry.mediated) {
        choose(entry, alternatives, used);
        return;
    }
    // Several mediated devices may be made of one function.
    entry.countKnown = alternatives.constFirst().countKnown;
    if (entry.countKnown)
        entry.functions = alternatives.constFirst().functions;
}

QList<HostId> surelyNamed(const Plan &plan, const HostpciValue &value)
{
    const auto name = value.option(u"mapping");
    if (!name)
        return value.hosts();
    const PciMapping *mapping = plan.mappings ? plan.mappings->find(*name) : nullptr;
    if (!mapping)
        return {};
    const QString node = nodeFor(plan, *mapping);
    const auto isHere = [&node](const MappedPath &path) { return path.node == node; };
    if (std::ranges::count_if(mapping->map, isHere) != 1)
        return {};
    return std::ranges::find_if(mapping->map, isHere)->paths;
}

QString openMappingSentence(const Plan &plan, const ExpandedEntry &entry)
{
    const auto name = entry.value.option(u"mapping");
    if (!name || !entry.isPlaced() || entry.countKnown)
        return {};
    const PciMapping *mapping = plan.mappings ? plan.mappings->find(*name) : nullptr;
    if (!mapping)
        return tr("not known: which device the mapping stands for is not in the VM's file");
    if (nodeFor(plan, *mapping).isEmpty()) {
        return tr("not known: mapping %1 stands for another device on each of its nodes (%2)")
            .arg(*name, fewOf(nodesOf(*mapping)));
    }
    return {};
}

QString openMappingRemedy(const Plan &plan, const ExpandedEntry &entry)
{
    if (openMappingSentence(plan, entry).isEmpty())
        return {};
    return plan.mappings ? tr("name the node that the VM runs on")
                         : tr("give the cluster's mappings: /etc/pve/mapping/pci.cfg");
}

} // namespace rootward
