// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hosttree.h"

#include <algorithm>
#include <map>

namespace rootward {

namespace {

constexpr int functionsPerBus = 256;

int vfSpan(const TreeNode &node)
{
    const int count = static_cast<int>(node.virtualFunctions.size());
    return count == 0 ? 0 : node.vfGap + 1 + (count - 1) * node.vfStride;
}

/// First routing id on a bus that no slot of it uses.
int firstFreeDevfn(const std::vector<TreeSlot> &devices)
{
    return static_cast<int>(devices.size()) * 8;
}

int busesOfVfs(const std::vector<TreeSlot> &devices)
{
    int span = 0;
    for (const TreeSlot &slot : devices)
        for (const TreeNode &node : slot.functions)
            span += vfSpan(node);
    return span == 0 ? 0 : (firstFreeDevfn(devices) + span - 1) / functionsPerBus;
}

class Numbering {
public:
    explicit Numbering(quint32 domain) : m_domain(domain) { }

    void root(const RootComplex &complex)
    {
        m_nextBus = std::max(m_nextBus, complex.firstBus);
        bus(m_nextBus++, complex.devices, std::nullopt);
    }

    QList<SyntheticFunction> functions;

private:
    PciAddress place(int routingId) const
    {
        return {m_domain, static_cast<quint8>(routingId >> 8),
                static_cast<quint8>(routingId >> 3 & 0x1f), static_cast<quint8>(routingId & 7)};
    }

    void bus(int number, const std::vector<TreeSlot> &devices, std::optional<PciAddress> parent)
    {
        Q_ASSERT(number < 256 && devices.size() <= 32);
        m_nextVf = number * functionsPerBus + firstFreeDevfn(devices);
        m_nextBus += busesOfVfs(devices);
        Q_ASSERT(m_nextBus <= 256);
        // VFs first: their numbers follow from this bus alone, bridges below move m_nextVf.
        std::vector<std::pair<qsizetype, const TreeNode *>> bridges;
        for (std::size_t device = 0; device < devices.size(); ++device)
            slot(number * functionsPerBus + static_cast<int>(device) * 8, devices[device], parent,
                 bridges);
        for (const auto &[index, node] : bridges)
            below(index, *node);
    }

    void slot(int routingId, const TreeSlot &slot, std::optional<PciAddress> parent,
              std::vector<std::pair<qsizetype, const TreeNode *>> &bridges)
    {
        for (const TreeNode &node : slot.functions) {
            SyntheticFunction function = node.function;
            function.address = place(routingId++);
            function.parent = parent;
            function.multifunction = slot.functions.size() > 1;
            function.slotOccupied = function.isConfigured && !node.below.empty();
            const QList<SyntheticFunction> vfs = virtualFunctions(node, function);
            if (function.isBridge && function.isConfigured)
                bridges.emplace_back(functions.size(), &node);
            functions.append(function);
            functions.append(vfs);
        }
    }

    QList<SyntheticFunction> virtualFunctions(const TreeNode &node, SyntheticFunction &physical)
    {
        QList<SyntheticFunction> vfs;
        if (node.virtualFunctions.empty())
            return vfs;
        const PciAddress &pf = physical.address;
        const int pfId = pf.bus * functionsPerBus + pf.slot * 8 + pf.function;
        int id = m_nextVf + node.vfGap;
        physical.sriov = Sriov {static_cast<int>(node.virtualFunctions.size()), id - pfId,
                                node.vfStride, node.virtualFunctions.front().device};
        for (SyntheticFunction vf : node.virtualFunctions) {
            vf.address = place(id);
            vf.parent = physical.parent;
            vf.isVirtual = true;
            vf.physicalFunction = pf;
            vfs.append(vf);
            id += node.vfStride;
        }
        m_nextVf += vfSpan(node);
        return vfs;
    }

    void below(qsizetype bridge, const TreeNode &node)
    {
        const int secondary = m_nextBus++;
        bus(secondary, node.below, functions.at(bridge).address);
        functions[bridge].buses = {static_cast<quint8>(secondary),
                                   static_cast<quint8>(m_nextBus - 1)};
    }

    quint32 m_domain;
    int m_nextBus = 0;
    int m_nextVf = 0;
};

} // namespace

int functionCount(const std::vector<TreeSlot> &devices)
{
    int count = 0;
    for (const TreeSlot &slot : devices)
        for (const TreeNode &node : slot.functions)
            count += 1 + static_cast<int>(node.virtualFunctions.size()) + functionCount(node.below);
    return count;
}

int busCount(const std::vector<TreeSlot> &devices)
{
    int count = busesOfVfs(devices);
    for (const TreeSlot &slot : devices)
        for (const TreeNode &node : slot.functions)
            if (node.function.isBridge && node.function.isConfigured)
                count += 1 + busCount(node.below);
    return count;
}

SyntheticHost numbered(const std::vector<RootComplex> &complexes)
{
    std::map<quint32, Numbering> domains;
    for (const RootComplex &complex : complexes)
        domains.try_emplace(complex.domain, complex.domain).first->second.root(complex);
    SyntheticHost host;
    for (const auto &[domain, numbering] : domains)
        host.functions.append(numbering.functions);
    std::ranges::sort(host.functions, {}, &SyntheticFunction::address);
    return host;
}

} // namespace rootward
