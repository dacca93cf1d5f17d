// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "topology.h"

#include "busmap.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <ranges>

namespace rootward {

namespace {

constexpr quint16 hostBridgeClass = 0x0600;

/// What stands only on a root bus: its own presence tells that the bus is one.
bool standsOnRootBus(const PciFunction &function)
{
    return function.portType == PortType::RootPort
        || function.portType == PortType::RcIntegratedEndpoint
        || function.portType == PortType::RcEventCollector || function.classCode == hostBridgeClass;
}

std::optional<PciAddress> virtualFunction(const PciFunction &physical, int number)
{
    const int routingId =
        (physical.address.bus << 8 | physical.address.slot << 3 | physical.address.function)
        + physical.sriov->offset + number * physical.sriov->stride;
    if (routingId > 0xffff)
        return std::nullopt;
    return PciAddress {physical.address.domain, static_cast<quint8>(routingId >> 8),
                       static_cast<quint8>(routingId >> 3 & 0x1f),
                       static_cast<quint8>(routingId & 7)};
}

void completeBits(AtomicOps &bits, const AtomicOps &from)
{
    for (const Width width : allWidths) {
        if (!bits.completer[width])
            bits.completer[width] = from.completer[width];
    }
}

} // namespace

/// Fills a Topology; made once, used once.
class TopologyBuilder {
public:
    TopologyBuilder(QList<PciFunction> functions, const Topology::Known &known)
        : m_known(known), m_tree(std::make_shared<Topology>())
    {
        m_tree->m_functions = std::move(functions);
    }

    Topology::Built build()
    {
        sort();
        prepare();
        findVirtualFunctions();
        findParents();
        findRootBuses();
        return {m_tree, m_problems};
    }

private:
    void sort();
    void prepare();
    void findVirtualFunctions();
    void claimVirtualFunctions(int physical);
    void findParents();
    void findParentsInDomain(int first, int last);
    void joinByBus(int index, BusMap &map);
    bool joinAsKnown(int index);
    void joinBesidePhysicalFunctions();
    void takeVendorsFromSiblings();
    void setParent(int index, int parent, bool gap);
    void findRootBuses();
    int busHolder(int index) const;
    std::optional<bool> isRootBus(const RootBus &root) const;
    void noteOrphans(const RootBus &root);

    const Topology::Known &m_known;
    std::shared_ptr<Topology> m_tree;
    QList<int> m_physical; ///< index of a VF's physical function, -1 for any other
    qsizetype m_lookups = 0; ///< that the search for VFs may still make
    QList<CaptureProblem> m_problems;
};

void TopologyBuilder::sort()
{
    QList<PciFunction> &functions = m_tree->m_functions;
    if (!std::ranges::is_sorted(functions, {}, &PciFunction::address))
        std::ranges::stable_sort(functions, {}, &PciFunction::address);
    const auto same = [this](const PciFunction &kept, const PciFunction &other) {
        if (kept.address != other.address)
            return false;
        m_problems.append(
            {.reason = Reason::CaptureDuplicate,
             .line = other.lines.first,
             .address = other.address,
             .message = reasonSentence(Reason::CaptureDuplicate, {other.address.toString()})});
        return true;
    };
    functions.erase(std::unique(functions.begin(), functions.end(), same), functions.end());
}

void TopologyBuilder::prepare()
{
    const qsizetype count = m_tree->size();
    m_tree->m_index.reserve(count);
    for (int i = 0; i < count; ++i)
        m_tree->m_index.insert(m_tree->m_functions.at(i).address, i);
    m_tree->m_parents.fill(-1, count);
    m_tree->m_gaps.fill(false, count);
    m_tree->m_children.resize(count);
    m_tree->m_onRootBus.fill(false, count);
    m_physical.fill(-1, count);
    // A capture names each VF once; registers that claim far more of them are broken, and must
    // not make the work grow with the square of the capture.
    m_lookups = 16 * count + 0x10000;
}

void TopologyBuilder::findVirtualFunctions()
{
    QList<PciFunction> &functions = m_tree->m_functions;
    for (int i = 0; i < functions.size(); ++i) {
        PciFunction &function = functions[i];
        if (function.physicalFunction) {
            function.isVirtual = true;
            m_physical[i] = m_tree->indexOf(*function.physicalFunction);
        }
    }
    for (int i = 0; i < functions.size(); ++i) {
        if (functions.at(i).sriov && !functions.at(i).isVirtual)
            claimVirtualFunctions(i);
    }
    for (int i = 0; i < functions.size(); ++i) {
        PciFunction &function = functions[i];
        if (!function.isVirtual)
            continue;
        function.atomicOps.requesterEnable = std::nullopt;
        if (m_physical.at(i) < 0)
            continue;
        const PciFunction &physical = functions.at(m_physical.at(i));
        if (function.portType == physical.portType)
            completeBits(function.atomicOps, physical.atomicOps);
    }
}

void TopologyBuilder::claimVirtualFunctions(int physical)
{
    QList<PciFunction> &functions = m_tree->m_functions;
    const PciFunction &owner = functions.at(physical);
    if (owner.sriov->offset <= 0 || owner.sriov->stride < 0)
        return;
    const int count =
        owner.sriov->stride == 0 ? qMin(owner.sriov->vfCount, 1) : owner.sriov->vfCount;
    for (int n = 0; n < count && m_lookups > 0; ++n) {
        --m_lookups;
        const auto place = virtualFunction(owner, n);
        if (!place)
            return;
        const int index = m_tree->indexOf(*place);
        if (index < 0)
            continue;
        PciFunction &function = functions[index];
        if (function.isBridge || function.sriov || m_physical.at(index) >= 0)
            continue;
        function.isVirtual = true;
        function.physicalFunction = owner.address;
        m_physical[index] = physical;
        if (!function.vendor)
            function.vendor = owner.vendor;
        if (!function.device && owner.sriov->vfDevice != 0)
            function.device = owner.sriov->vfDevice;
    }
}

void TopologyBuilder::findParents()
{
    const QList<PciFunction> &functions = m_tree->m_functions;
    int first = 0;
    while (first < functions.size()) {
        int last = first + 1;
        while (last < functions.size()
               && functions.at(last).address.domain == functions.at(first).address.domain)
            ++last;
        findParentsInDomain(first, last);
        first = last;
    }
    joinBesidePhysicalFunctions();
    takeVendorsFromSiblings();
    for (int i = 0; i < functions.size(); ++i) {
        if (m_tree->parent(i) >= 0)
            m_tree->m_children[m_tree->parent(i)].append(i);
    }
}

void TopologyBuilder::findParentsInDomain(int first, int last)
{
    const std::span all(m_tree->m_functions.constData(), static_cast<size_t>(m_tree->size()));
    BusMap map(all.subspan(static_cast<size_t>(first), static_cast<size_t>(last - first)), first);
    m_problems.append(map.overlaps());
    for (int i = first; i < last; ++i) {
        if (m_physical.at(i) < 0 && !joinAsKnown(i))
            joinByBus(i, map);
    }
}

bool TopologyBuilder::joinAsKnown(int index)
{
    const PciAddress &own = m_tree->at(index).address;
    const auto known = m_known.parents.constFind(own);
    if (known == m_known.parents.cend() || known->domain != own.domain || known->bus >= own.bus)
        return false;
    setParent(index, m_tree->indexOf(*known), false);
    return m_tree->parent(index) >= 0;
}

void TopologyBuilder::joinByBus(int index, BusMap &map)
{
    const PciFunction &function = m_tree->at(index);
    if (const int owner = map.owner(function.address.bus); owner >= 0)
        setParent(index, owner, false);
    else if (const int enclosing = map.enclosing(function.address.bus); enclosing >= 0)
        setParent(index, enclosing, !function.isVirtual);
}

void TopologyBuilder::joinBesidePhysicalFunctions()
{
    for (int i = 0; i < m_physical.size(); ++i) {
        if (const int physical = m_physical.at(i); physical >= 0)
            setParent(i, m_tree->parent(physical), m_tree->gapAbove(physical));
    }
}

/// A VF whose PF is not known hangs below the same port as that PF and has its vendor.
void TopologyBuilder::takeVendorsFromSiblings()
{
    constexpr int several = -1;
    QHash<int, int> vendors; // by parent
    for (int i = 0; i < m_tree->size(); ++i) {
        const PciFunction &function = m_tree->at(i);
        if (function.isVirtual || !function.vendor || m_tree->parent(i) < 0)
            continue;
        const auto known = vendors.constFind(m_tree->parent(i));
        const bool same = known == vendors.cend() || *known == *function.vendor;
        vendors.insert(m_tree->parent(i), same ? *function.vendor : several);
    }
    for (int i = 0; i < m_tree->size(); ++i) {
        PciFunction &function = m_tree->m_functions[i];
        const int vendor = vendors.value(m_tree->parent(i), several);
        if (function.isVirtual && !function.vendor && vendor != several)
            function.vendor = static_cast<quint16>(vendor);
    }
}

void TopologyBuilder::setParent(int index, int parent, bool gap)
{
    m_tree->m_parents[index] = parent;
    m_tree->m_gaps[index] = gap;
}

/// The function whose bus decides where a function without parent stands: a VF's PF, else itself.
int TopologyBuilder::busHolder(int index) const
{
    return m_physical.at(index) >= 0 ? m_physical.at(index) : index;
}

void TopologyBuilder::findRootBuses()
{
    std::map<std::pair<quint32, quint8>, RootBus> buses;
    for (int i = 0; i < m_tree->size(); ++i) {
        if (m_tree->parent(i) >= 0)
            continue;
        const PciAddress &place = m_tree->at(busHolder(i)).address;
        RootBus &root = buses[{place.domain, place.bus}];
        root.domain = place.domain;
        root.bus = place.bus;
        root.functions.append(i);
    }
    for (RootBus &root : buses | std::views::values) {
        const std::optional<bool> isRoot = isRootBus(root);
        root.known = isRoot == true;
        for (const int function : std::as_const(root.functions))
            m_tree->m_onRootBus[function] = isRoot;
        if (!root.known)
            noteOrphans(root);
        m_tree->m_rootBuses.append(root);
    }
}

std::optional<bool> TopologyBuilder::isRootBus(const RootBus &root) const
{
    if (root.bus == 0 || m_known.rootBuses.contains({root.domain, root.bus}))
        return true;
    std::optional<bool> answer;
    for (const int index : root.functions) {
        const PciFunction &function = m_tree->at(index);
        if (standsOnRootBus(function))
            return true;
        // A switch port hangs below another port, and a known parent that is absent is missing.
        if (isSwitchPort(function.portType) || m_known.parents.contains(function.address))
            answer = false;
    }
    return answer;
}

void TopologyBuilder::noteOrphans(const RootBus &root)
{
    const PciFunction &first = m_tree->at(root.functions.constFirst());
    QString bus = first.address.slotString();
    bus.truncate(bus.lastIndexOf(u':'));
    m_problems.append({.reason = Reason::CaptureOrphan,
                       .line = first.lines.first,
                       .address = first.address,
                       .message = reasonSentence(
                           Reason::CaptureOrphan,
                           {root.functions.size() == 1
                                ? first.address.toString()
                                : QCoreApplication::translate("rootward", "bus %1").arg(bus)})});
}

Topology::Built Topology::fromFunctions(QList<PciFunction> functions, const Known &known)
{
    return TopologyBuilder(std::move(functions), known).build();
}

QList<int> Topology::path(int index) const
{
    QList<int> path {index};
    for (int at = index; parent(at) >= 0; at = parent(at)) {
        if (gapAbove(at))
            path.append(-1);
        path.append(parent(at));
    }
    return path;
}

QList<int> Topology::slotFunctions(const PciAddress &address) const
{
    PciAddress first = address;
    first.function = 0;
    const auto begin = std::ranges::lower_bound(m_functions, first, {}, &PciFunction::address);
    QList<int> found;
    for (auto it = begin; it != m_functions.cend() && it->address.sameSlot(address); ++it)
        found.append(static_cast<int>(it - m_functions.cbegin()));
    return found;
}

bool Topology::isWholeHost() const
{
    const int hostBridge = indexOf(PciAddress {});
    if (hostBridge < 0 || at(hostBridge).classCode != hostBridgeClass || m_gaps.contains(true))
        return false;
    // Where lines were lost whole functions may have been, and what is plugged in has a function 0.
    for (int i = 0; i < size(); ++i) {
        PciAddress first = at(i).address;
        first.function = 0;
        const bool isPlugged = parent(i) >= 0 && !at(i).isVirtual;
        if (at(i).gap == ReadGap::Damaged || (isPlugged && indexOf(first) < 0))
            return false;
    }
    return std::ranges::all_of(m_rootBuses, &RootBus::known);
}

} // namespace rootward
