// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "picturetree.h"
#include "verdictstate.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

using Role = LayoutNode::Role;

const QList<Width> usualWidths {Width::W32, Width::W64};

/// A sure no before unknown before unproven before yes; NotAsked says nothing.
HopState worse(HopState a, HopState b)
{
    static constexpr HopState order[] = {HopState::Blocks, HopState::Unknown, HopState::Unproven,
                                         HopState::Carries};
    for (const HopState state : order) {
        if (a == state || b == state)
            return state;
    }
    return HopState::NotAsked;
}

template<typename Value>
HopState combined(const PerWidth<Value> &values, const QList<Width> &widths)
{
    HopState state = HopState::NotAsked;
    for (const Width width : widths)
        state = worse(state, hopState(values[width]));
    return state;
}

HopState portState(const PciFunction &port, const QList<Width> &widths)
{
    HopState state = HopState::NotAsked;
    for (const Width width : widths)
        state = worse(state, hopState(portVerdict(port, width)));
    return state;
}

QList<Width> widthsFor(const QString &driver)
{
    const QList<Width> asked = askedWidths(driver);
    return asked.isEmpty() ? usualWidths : asked;
}

bool hasDriver(const FunctionOutcome &function)
{
    return !askedWidths(function.driver.name).isEmpty();
}

bool startsWith(const std::optional<Reason> &reason, QLatin1StringView prefix)
{
    return reason && reasonId(*reason).startsWith(prefix);
}

class StateWriter {
public:
    StateWriter(PictureTree &tree, const Plan &plan, const PlanOutcome &outcome,
                const DrawingOptions &options)
        : m_tree(tree), m_plan(plan), m_outcome(outcome), m_options(options)
    {
        for (int i = 0; i < m_tree.nodes.size(); ++i) {
            const PictureNode &node = m_tree.nodes.at(i);
            if (node.hostIndex >= 0)
                m_pictureOf.insert(node.hostIndex, i);
            if (node.guestNode >= 0)
                m_pictureOfGuest.insert(node.guestNode, i);
        }
    }

    void write()
    {
        for (const Asking &asking : askingFunctions(m_plan, m_outcome, m_options)) {
            if (asking.hostIndex >= 0)
                writeHost(asking);
            if (asking.entry >= 0)
                writeGuest(asking);
        }
        markSelectedPath();
    }

private:
    HostPath pathOf(const Asking &asking) const
    {
        if (asking.entry >= 0)
            return m_outcome.entries.at(asking.entry).functions.at(asking.function).vfio.hostPath;
        return atomicPath(*m_plan.host, asking.hostIndex, m_plan.hostKernel.rule);
    }

    void writeHost(const Asking &asking)
    {
        const HostPath path = pathOf(asking);
        const HopState whole = combined(path.verdict, asking.widths);
        int at = m_pictureOf.value(asking.hostIndex, -1);
        if (at < 0)
            return;
        merge(m_tree.nodes[at], &PictureNode::state, whole);
        if (whole == HopState::Blocks && path.blockedBy) {
            if (const int port = m_pictureOf.value(*path.blockedBy, -1); port >= 0)
                m_tree.nodes[port].firstBlocking = true;
        }
        for (; at >= 0; at = m_tree.nodes.at(at).parent) {
            PictureNode &node = m_tree.nodes[at];
            if (node.role != Role::Host)
                break;
            markAsked(node, asking);
            merge(node, &PictureNode::hop, stateOfHop(node, asking, whole));
            if (node.hostIndex != asking.hostIndex)
                merge(node, &PictureNode::state,
                      portState(m_plan.host->at(node.hostIndex), asking.widths));
        }
    }

    /// Of the edge above a node: what the port above does; to the root, what the root port does.
    HopState stateOfHop(const PictureNode &node, const Asking &asking, HopState whole) const
    {
        const int parent = m_plan.host->parent(node.hostIndex);
        if (parent >= 0) {
            const HopState port = portState(m_plan.host->at(parent), asking.widths);
            // Ports that are not in the capture may block, too.
            return node.gapAbove ? worse(port, HopState::Unknown) : port;
        }
        const PciFunction &top = m_plan.host->at(node.hostIndex);
        if (top.portType == PortType::RootPort)
            return portState(top, asking.widths);
        if (node.hostIndex != asking.hostIndex
            && m_plan.host->onRootBus(node.hostIndex) != std::optional(true))
            return HopState::Unknown;
        return whole;
    }

    void writeGuest(const Asking &asking)
    {
        const EntryOutcome &entry = m_outcome.entries.at(asking.entry);
        const FunctionOutcome &function = entry.functions.at(asking.function);
        int at = m_pictureOfGuest.value(function.guestNode, -1);
        if (at < 0)
            return;
        const HopState bits =
            entry.rootPort ? combined(*entry.rootPort, asking.widths) : HopState::NotAsked;
        HopState result = hopState(function.driver.result);
        if (result == HopState::NotAsked)
            result = entry.rootPort ? bits : HopState::Blocks;
        const bool portCounts =
            entry.rootPort && function.capabilityVisible != std::optional(false);
        const HopState hop = portCounts ? bits : result;
        markFirstBlocking(entry, at, worse(hop, result));
        PictureNode &self = m_tree.nodes[at];
        merge(self, &PictureNode::state, result);
        merge(self, &PictureNode::ribbon, combined(function.vfio.answer, asking.widths));
        for (; at >= 0; at = m_tree.nodes.at(at).parent) {
            PictureNode &node = m_tree.nodes[at];
            if (node.role == Role::GuestRoot)
                break;
            markAsked(node, asking);
            merge(node, &PictureNode::hop, hop);
            if (node.role == Role::Guest)
                merge(node, &PictureNode::state, hop);
        }
    }

    /// What the host stops needs no second mark in the guest.
    void markFirstBlocking(const EntryOutcome &entry, int guestFunction, HopState state)
    {
        if (state != HopState::Blocks || startsWith(entry.reason, "host."_L1))
            return;
        const int host = m_tree.nodes.at(guestFunction).twin;
        if (startsWith(entry.reason, "vfio."_L1) && host >= 0) {
            m_tree.nodes[host].firstBlocking = true;
            return;
        }
        const int port = m_pictureOfGuest.value(entry.portNode, -1);
        m_tree.nodes[port >= 0 ? port : guestFunction].firstBlocking = true;
    }

    void markSelectedPath()
    {
        if (!m_options.selected)
            return;
        const auto mark = [this](int at) {
            for (; at >= 0; at = m_tree.nodes.at(at).parent)
                m_tree.nodes[at].onSelectedPath = true;
        };
        for (int i = 0; i < m_tree.nodes.size(); ++i) {
            if (m_tree.nodes.at(i).ref != *m_options.selected)
                continue;
            mark(i);
            mark(m_tree.nodes.at(i).twin);
        }
    }

    static void markAsked(PictureNode &node, const Asking &asking)
    {
        for (const Width width : asking.widths)
            node.asked[width] = true;
    }

    static void merge(PictureNode &node, HopState PictureNode::*field, HopState state)
    {
        node.*field = worse(node.*field, state);
    }

    PictureTree &m_tree;
    const Plan &m_plan;
    const PlanOutcome &m_outcome;
    const DrawingOptions &m_options;
    QHash<int, int> m_pictureOf;
    QHash<int, int> m_pictureOfGuest;
};

} // namespace

QList<Asking> askingFunctions(const Plan &plan, const PlanOutcome &outcome,
                              const DrawingOptions &options)
{
    QList<Asking> asking;
    QSet<int> known;
    for (int e = 0; e < outcome.entries.size(); ++e) {
        const QList<FunctionOutcome> &functions = outcome.entries.at(e).functions;
        const bool driverAsks = std::ranges::any_of(functions, hasDriver);
        for (int f = 0; f < functions.size(); ++f) {
            const FunctionOutcome &function = functions.at(f);
            if (driverAsks && !hasDriver(function))
                continue;
            asking.append({function.hostIndex, e, f, widthsFor(function.driver.name)});
            known.insert(function.hostIndex);
        }
    }
    const std::optional<NodeRef> &selected = options.selected;
    if (plan.host && selected && selected->kind == NodeRef::Kind::HostFunction) {
        const int function = plan.host->indexOf(*selected->address);
        if (function >= 0 && !known.contains(function) && hasPathToRoot(plan.host->at(function)))
            asking.append({function, -1, -1, widthsFor(guestDriverName(plan.host->at(function)))});
    }
    return asking;
}

void addStates(PictureTree &tree, const Plan &plan, const PlanOutcome &outcome,
               const DrawingOptions &options)
{
    StateWriter(tree, plan, outcome, options).write();
}

} // namespace rootward
