// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "folding.h"

#include <algorithm>

namespace rootward {

namespace {

/// A set of functions that holds with each of them all that is above.
class Shown {
public:
    explicit Shown(const Topology &host) : m_host(host) { }

    void add(int function)
    {
        for (; function >= 0 && !m_functions.contains(function); function = m_host.parent(function))
            m_functions.insert(function);
    }

    const Topology &m_host;
    QSet<int> m_functions;
};

/// All functions that hang where that one does, itself too.
QList<int> siblingsOf(const Topology &host, int function)
{
    if (const int parent = host.parent(function); parent >= 0)
        return host.children(parent);
    const auto root = std::ranges::find_if(host.rootBuses(), [&](const RootBus &candidate) {
        return candidate.functions.contains(function);
    });
    return root == host.rootBuses().end() ? QList<int>() : root->functions;
}

void addPassed(Shown &shown, const PlanOutcome &outcome)
{
    for (const EntryOutcome &entry : outcome.entries) {
        for (const FunctionOutcome &function : entry.functions) {
            if (function.hostIndex < 0)
                continue;
            shown.add(function.hostIndex);
            for (const int sibling : shown.m_host.slotFunctions(function.host)) {
                if (!shown.m_host.at(sibling).isVirtual)
                    shown.add(sibling);
            }
        }
    }
}

bool isOfRoot(const NodeRef &fold, const RootBus &root)
{
    return NodeRef::hostRoot(root.domain, root.bus).address == fold.address;
}

/// What hangs directly on a fold's port or root.
QList<int> membersOf(const Topology &host, const NodeRef &fold)
{
    if (fold.kind != NodeRef::Kind::HostFold || !fold.address)
        return {};
    if (!fold.ofRoot) {
        const int port = host.indexOf(*fold.address);
        return port < 0 ? QList<int>() : host.children(port);
    }
    const auto root = std::ranges::find_if(
        host.rootBuses(), [&](const RootBus &candidate) { return isOfRoot(fold, candidate); });
    return root == host.rootBuses().end() ? QList<int>() : root->functions;
}

/// The VFs that a fold of their own stands for.
QList<int> virtualMembers(const Topology &host, const NodeRef &fold)
{
    QList<int> members;
    const int first = fold.address && !fold.ofRoot ? host.indexOf(*fold.address) : -1;
    if (first < 0 || host.at(first).isBridge)
        return members;
    for (const int sibling : siblingsOf(host, first)) {
        if (host.at(sibling).isVirtual && vfFold(host, sibling) == fold)
            members.append(sibling);
    }
    return members;
}

/// What is directly there; the rest of it is folded again one level below. VFs stay together.
void addOpened(Shown &shown, const Folding &folding)
{
    const Topology &host = shown.m_host;
    for (const NodeRef &fold : folding.opened) {
        for (const int member : membersOf(host, fold)) {
            if (!host.at(member).isVirtual)
                shown.add(member);
        }
        for (const int member : virtualMembers(host, fold))
            shown.add(member);
    }
    for (const NodeRef &fold : folding.branches) {
        QList<int> waiting = membersOf(host, fold) + virtualMembers(host, fold);
        while (!waiting.isEmpty()) {
            const int member = waiting.takeLast();
            if (!host.at(member).isVirtual || vfFold(host, member) == fold)
                shown.add(member);
            waiting += host.children(member);
        }
    }
}

/// Takes away what is below a closed fold and neither required nor revealed.
void removeClosed(Shown &shown, const Shown &kept, const Folding &folding)
{
    for (const NodeRef &fold : folding.closed) {
        QList<int> waiting = membersOf(shown.m_host, fold);
        while (!waiting.isEmpty()) {
            const int member = waiting.takeLast();
            if (!kept.m_functions.contains(member))
                shown.m_functions.remove(member);
            waiting += shown.m_host.children(member);
        }
    }
}

/// Devices that people pass: storage, network, display, multimedia, USB, wireless, accelerators.
/// Timers, sensors and the like are left to the folds.
bool isOftenPassed(const PciFunction &function)
{
    if (!function.classCode)
        return true;
    static constexpr quint8 baseClasses[] = {0x01, 0x02, 0x03, 0x04, 0x0d, 0x12};
    constexpr quint16 usb = 0x0c03;
    return *function.classCode == usb
        || std::ranges::contains(baseClasses, quint8(*function.classCode >> 8));
}

/// All or nothing: a picture with some of the drives would say less than one with their number.
void addPassable(Shown &shown)
{
    Shown everything = shown;
    for (const int function : passableFunctions(shown.m_host)) {
        const PciFunction &fields = shown.m_host.at(function);
        if (fields.isVirtual)
            continue;
        if (isOftenPassed(fields))
            everything.add(function);
        const bool asks = guestDriverName(fields) != QLatin1StringView("none");
        if (asks && shown.m_functions.size() < hostBoxBudget)
            shown.add(function);
    }
    if (everything.m_functions.size() <= hostBoxBudget)
        shown.m_functions = everything.m_functions;
}

} // namespace

void Folding::open(const NodeRef &fold)
{
    closed.remove(fold);
    opened.insert(fold);
}

void Folding::openBranch(const NodeRef &fold)
{
    closed.remove(fold);
    branches.insert(fold);
}

void Folding::close(const NodeRef &fold)
{
    opened.remove(fold);
    branches.remove(fold);
    closed.insert(fold);
}

void Folding::setAll(bool everything)
{
    *this = {};
    all = everything;
}

bool Folding::isOpen(const NodeRef &fold) const
{
    return !closed.contains(fold) && (all || opened.contains(fold) || branches.contains(fold));
}

NodeRef guestFold(const GuestMachine &guest)
{
    return {NodeRef::Kind::GuestFold, {}, rootBusName(guest), false};
}

NodeRef vfFold(const Topology &host, int virtualFunction)
{
    const PciFunction &function = host.at(virtualFunction);
    if (function.physicalFunction)
        return {NodeRef::Kind::HostFold, function.physicalFunction, {}, false};
    for (const int sibling : siblingsOf(host, virtualFunction)) {
        const PciFunction &other = host.at(sibling);
        if (other.isVirtual && !other.physicalFunction && other.vendor == function.vendor
            && other.device == function.device)
            return {NodeRef::Kind::HostFold, other.address, {}, false};
    }
    return {NodeRef::Kind::HostFold, function.address, {}, false};
}

ShownFunctions shownFunctions(const Topology &host, const PlanOutcome &outcome,
                              const Folding &folding)
{
    Shown passed(host);
    addPassed(passed, outcome);
    Shown kept = passed;
    for (const PciAddress &address : folding.revealed) {
        if (const int function = host.indexOf(address); function >= 0)
            kept.add(function);
    }
    Shown shown = kept;
    if (folding.all) {
        for (int i = 0; i < host.size(); ++i)
            shown.m_functions.insert(i);
    } else {
        addPassable(shown);
    }
    addOpened(shown, folding);
    removeClosed(shown, kept, folding);
    return {shown.m_functions, passed.m_functions};
}

} // namespace rootward
