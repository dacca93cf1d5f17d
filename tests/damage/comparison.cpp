// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "comparison.h"

#include "atomicpath.h"

#include <algorithm>
#include <initializer_list>

using namespace Qt::StringLiterals;

namespace rootward::damage {

namespace {

template<typename T>
QByteArray shown(const std::optional<T> &value)
{
    return value ? QByteArray::number(*value) : QByteArray();
}

QByteArray shown(const std::optional<bool> &value)
{
    return QByteArray(!value ? "" : *value ? "yes" : "no");
}

QByteArray positive(double value)
{
    return value > 0 ? QByteArray::number(value) : QByteArray();
}

QByteArray shown(const QString &text)
{
    return text.toUtf8();
}

/// One thing that a capture says about a function: in words, empty where it is not known.
struct Property {
    const char *name;
    QByteArray (*value)(const PciFunction &function);
    /// What must be whole for it to be known; empty: only a function that lost nothing is.
    std::initializer_list<Field> needs;
    bool hexTells = false; ///< the first 256 bytes do
    bool endsInAWord = false; ///< half of it looks like the whole
    bool isName = false;
};

const Property properties[] = {
    {"type",
     [](const PciFunction &f) {
         return f.portType == PortType::Unknown ? QByteArray()
                                                : QByteArray(portTypeId(f.portType).data());
     },
     {Field::Type},
     true},
    {"version",
     [](const PciFunction &f) { return shown(f.expressVersion); },
     {Field::Version},
     true},
    {"routing",
     [](const PciFunction &f) { return shown(f.atomicOps.routing); },
     {Field::Routing, Field::Type},
     true},
    {"32 bit",
     [](const PciFunction &f) { return shown(f.atomicOps.completer.w32); },
     {Field::Completer32, Field::Type},
     true},
    {"64 bit",
     [](const PciFunction &f) { return shown(f.atomicOps.completer.w64); },
     {Field::Completer64, Field::Type},
     true},
    {"128 bit",
     [](const PciFunction &f) { return shown(f.atomicOps.completer.w128); },
     {Field::Completer128, Field::Type},
     true},
    {"requester",
     [](const PciFunction &f) { return shown(f.atomicOps.requesterEnable); },
     {Field::Requester, Field::Type},
     true},
    {"egress",
     [](const PciFunction &f) { return shown(f.atomicOps.egressBlocking); },
     {Field::Egress, Field::Type},
     true},
    {"bridge",
     [](const PciFunction &f) { return QByteArray(f.isBridge ? "yes" : ""); },
     {Field::Buses},
     true},
    {"secondary",
     [](const PciFunction &f) { return f.buses ? QByteArray::number(f.buses->secondary) : ""; },
     {Field::Buses},
     true},
    {"subordinate",
     [](const PciFunction &f) { return f.buses ? QByteArray::number(f.buses->subordinate) : ""; },
     {Field::Buses},
     true},
    {"multifunction", [](const PciFunction &f) { return shown(f.multifunction); }, {}, true},
    {"vendor", [](const PciFunction &f) { return shown(f.vendor); }, {Field::Ids}, true},
    {"device", [](const PciFunction &f) { return shown(f.device); }, {Field::Ids}, true},
    {"class", [](const PciFunction &f) { return shown(f.classCode); }, {Field::ClassCode}, true},
    {"subsystem vendor",
     [](const PciFunction &f) { return shown(f.subsystemVendor); },
     {Field::Subsystem}},
    {"subsystem device",
     [](const PciFunction &f) { return shown(f.subsystemDevice); },
     {Field::Subsystem}},
    {"class name",
     [](const PciFunction &f) { return shown(f.className); },
     {Field::ClassWords},
     false,
     true,
     true},
    {"name",
     [](const PciFunction &f) { return shown(f.name); },
     {Field::Name, Field::Ids},
     false,
     true,
     true},
    {"device name",
     [](const PciFunction &f) { return shown(f.deviceName); },
     {Field::Name, Field::Ids},
     false,
     true,
     true},
    {"driver", [](const PciFunction &f) { return shown(f.driver); }, {Field::Driver}, false, true},
    {"physical slot",
     [](const PciFunction &f) { return shown(f.physicalSlot); },
     {Field::Slot},
     false,
     true},
    {"mediated", [](const PciFunction &f) { return shown(f.mediated); }, {}},
    {"vGPU", [](const PciFunction &f) { return shown(f.nvidiaVgpu); }, {}},
    {"group",
     [](const PciFunction &f) { return shown(f.iommuGroup); },
     {Field::Group},
     false,
     true},
    {"node", [](const PciFunction &f) { return shown(f.numaNode); }, {Field::Node}, false, true},
    {"link speed",
     [](const PciFunction &f) { return f.link ? positive(f.link->speed) : ""; },
     {Field::LinkNow, Field::Type},
     true,
     true},
    {"link width",
     [](const PciFunction &f) { return f.link ? positive(f.link->width) : ""; },
     {Field::LinkNow, Field::Type},
     true,
     true},
    {"link most",
     [](const PciFunction &f) { return f.link ? positive(f.link->maxSpeed) : ""; },
     {Field::LinkMost, Field::Type},
     true,
     true},
    {"link widest",
     [](const PciFunction &f) { return f.link ? positive(f.link->maxWidth) : ""; },
     {Field::LinkMost, Field::Type},
     true,
     true},
    {"VF count",
     [](const PciFunction &f) { return f.sriov ? positive(f.sriov->vfCount) : ""; },
     {Field::VfCount, Field::VfPlaces},
     false,
     true},
    {"VF offset",
     [](const PciFunction &f) { return f.sriov ? positive(f.sriov->offset) : ""; },
     {Field::VfCount, Field::VfPlaces},
     false,
     true},
    {"VF stride",
     [](const PciFunction &f) { return f.sriov ? positive(f.sriov->stride) : ""; },
     {Field::VfCount, Field::VfPlaces},
     false,
     true},
};

class Comparison {
public:
    Comparison(const HostCapture &undamaged, const HostCapture &damaged, const Allowance &allowance)
        : m_old(*undamaged.topology), m_new(*damaged.topology), m_allowance(allowance)
    {
        for (const PciFunction &function : m_old.functions())
            m_allWhole &= isWhole(function.address);
    }

    QByteArrayList run()
    {
        for (int now = 0; now < m_new.size(); ++now)
            if (m_old.indexOf(m_new.at(now).address) < 0)
                note(m_new.at(now).address, "is not there, yet was read");
        for (int before = 0; before < m_old.size(); ++before) {
            const PciAddress &address = m_old.at(before).address;
            const int now = m_new.indexOf(address);
            if (now >= 0)
                compare(before, now);
            else if (intact(address).fields.contains(Field::Place))
                note(address, "is missing");
        }
        return m_notes;
    }

private:
    Intact intact(const PciAddress &address) const
    {
        return m_allowance.anythingIsLost ? Intact() : m_allowance.intact.value(address);
    }
    bool isWhole(const PciAddress &address) const { return intact(address).isWhole; }
    bool knowsBuses(const PciAddress &address) const
    {
        const Intact place = intact(address);
        return place.isWhole || place.hasLowHex || place.fields.contains(Field::Buses);
    }
    /// What tells where the VFs of this function are.
    bool knowsVfs(const PciAddress &address) const
    {
        const Intact place = intact(address);
        return place.isWhole || place.hasHighHex
            || (place.fields.contains(Field::VfCount) && place.fields.contains(Field::VfPlaces));
    }

    void note(const PciAddress &address, const QByteArray &words)
    {
        m_notes += address.toString().toLatin1() + ' ' + words;
    }
    void note(const PciAddress &address, const QByteArray &what, const QByteArray &expected,
              const QByteArray &found, bool mayBeUnknown)
    {
        note(address,
             what + ": expected " + (expected.isEmpty() ? "unknown" : expected)
                 + (mayBeUnknown && !expected.isEmpty() ? " or unknown" : "") + ", found "
                 + (found.isEmpty() ? "unknown" : found));
    }

    void compare(int before, int now)
    {
        const PciFunction &old = m_old.at(before);
        const PciFunction &ours = m_new.at(now);
        for (const Property &property : properties)
            compareProperty(property, old, ours);
        if (isWhole(old.address) && (!old.isVirtual || isPhysicalWhole(old)) && old.gap != ours.gap)
            note(old.address,
                 "gap: expected " + QByteArray::number(static_cast<int>(old.gap)) + ", found "
                     + QByteArray::number(static_cast<int>(ours.gap)));
        compareVirtual(old, ours);
        compareParents(before, now);
        comparePaths(before, now);
    }

    void compareProperty(const Property &property, const PciFunction &old, const PciFunction &ours)
    {
        const Intact place = intact(old.address);
        const bool isTold = property.needs.size() > 0
            && std::ranges::all_of(property.needs,
                                   [&](Field field) { return place.fields.contains(field); });
        // What a VF's own place does not tell is its PF's.
        const bool isWhole = place.isWhole && !(old.isVirtual && !isPhysicalWhole(old));
        const bool mustKnow =
            isWhole || isTold || (property.hexTells && place.hasLowHex && !old.isVirtual);
        if (property.isName && (m_allowance.namesAreDamaged || !mustKnow))
            return;
        if (property.endsInAWord && m_allowance.mayEndInAWord && !mustKnow)
            return;
        // Its own words say ReqEn- of a VF; only what tells the VFs says that it means nothing.
        if (property.value(old).isEmpty() && isVirtualUnseen(old) && property.needs.size() > 0
            && *property.needs.begin() == Field::Requester)
            return;
        const QByteArray expected = property.value(old);
        const QByteArray found = property.value(ours);
        if (found == expected || (!mustKnow && found.isEmpty()))
            return;
        if (!mustKnow && found == "conventional" && looksConventional(old))
            return;
        note(old.address, property.name, expected, found, !mustKnow);
    }

    /// What was lost is not missed: the words are those that lspci prints of a conventional
    /// function. Some host bridges and system peripherals have "Cap+" and an empty list.
    bool looksConventional(const PciFunction &old) const
    {
        return old.className == u"Host bridge"_s || old.className == u"System peripheral"_s
            || intact(old.address).listsNoExpress;
    }

    bool isPhysicalWhole(const PciFunction &old) const
    {
        return old.physicalFunction ? isWhole(*old.physicalFunction) : m_allWhole;
    }

    bool isVirtualUnseen(const PciFunction &old) const
    {
        return old.isVirtual
            && !(old.physicalFunction ? knowsVfs(*old.physicalFunction) : isWhole(old.address));
    }

    void compareVirtual(const PciFunction &old, const PciFunction &ours)
    {
        const auto words = [](const PciFunction &function) {
            if (!function.isVirtual)
                return QByteArray();
            return "of "
                + (function.physicalFunction ? function.physicalFunction->toString().toLatin1()
                                             : QByteArray("something"));
        };
        if (words(old) == words(ours))
            return;
        const bool knowsLess = !ours.isVirtual || (old.isVirtual && !ours.physicalFunction);
        if (!(knowsLess && isVirtualUnseen(old)))
            note(old.address, "virtual", words(old), words(ours), isVirtualUnseen(old));
    }

    static QByteArray parentWords(const Topology &tree, int index)
    {
        const int parent = tree.parent(index);
        if (parent < 0)
            return {};
        return tree.at(parent).address.toString().toLatin1()
            + (tree.gapAbove(index) ? " with a gap" : "");
    }

    bool isAncestor(int before, const PciAddress &address) const
    {
        for (int at = m_old.parent(before); at >= 0; at = m_old.parent(at))
            if (m_old.at(at).address == address)
                return true;
        return false;
    }

    bool mustKnowParent(int before) const
    {
        if (m_allWhole)
            return true;
        const int parent = m_old.parent(before);
        if (parent < 0 || m_old.gapAbove(before))
            return false;
        const PciFunction &port = m_old.at(parent);
        return knowsBuses(port.address) && port.buses
            && port.buses->secondary == m_old.at(before).address.bus
            && intact(port.address).fields.contains(Field::Place);
    }

    void compareParents(int before, int now)
    {
        const PciAddress &address = m_old.at(before).address;
        const QByteArray expected = parentWords(m_old, before);
        const QByteArray found = parentWords(m_new, now);
        const bool mustKnow = mustKnowParent(before);
        const int parent = m_new.parent(now);
        const bool isFarther =
            parent >= 0 && m_new.gapAbove(now) && isAncestor(before, m_new.at(parent).address);
        if (found != expected && (mustKnow || !(found.isEmpty() || isFarther)))
            note(address, "parent", expected, found, !mustKnow);
        const auto oldRoot = m_old.onRootBus(before);
        const auto newRoot = m_new.onRootBus(now);
        // A root port without a parent is on a root bus, but where ports stand below root ports.
        const bool isOdd = parent < 0 && m_new.at(now).portType == PortType::RootPort;
        if (oldRoot != newRoot && (m_allWhole || (newRoot == true && !isOdd)))
            note(address, "on a root bus", shown(oldRoot), shown(newRoot), !m_allWhole);
    }

    void comparePaths(int before, int now)
    {
        const PciFunction &old = m_old.at(before);
        if (!hasPathToRoot(old) || (!m_allWhole && isVirtualUnseen(old))
            || (!isWhole(old.address) && looksConventional(old)))
            return;
        for (const AtomicOpsRule rule : {AtomicOpsRule::Old, AtomicOpsRule::New}) {
            const HostPath expected = atomicPath(m_old, before, rule);
            const HostPath found = atomicPath(m_new, now, rule);
            for (const Width width : allWidths) {
                const PathVerdict wanted = expected.verdict[width];
                const PathVerdict got = found.verdict[width];
                if (got == wanted || (!m_allWhole && got == PathVerdict::Unknown))
                    continue;
                note(old.address,
                     "way to the root, rule " + QByteArray(ruleId(rule).data()) + ", width "
                         + QByteArray::number(32 << static_cast<int>(width)),
                     pathVerdictId(wanted).data(), pathVerdictId(got).data(), !m_allWhole);
            }
        }
    }

    const Topology &m_old;
    const Topology &m_new;
    const Allowance &m_allowance;
    bool m_allWhole = true;
    QByteArrayList m_notes;
};

} // namespace

QByteArrayList differences(const HostCapture &undamaged, const HostCapture &damaged,
                           const Allowance &allowance)
{
    return Comparison(undamaged, damaged, allowance).run();
}

} // namespace rootward::damage
