// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hostselection.h"

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

/// What hangs directly on an opened fold; the rest of it is folded again one level below.
void addOpened(Shown &shown, const QSet<NodeRef> &opened)
{
    for (const NodeRef &fold : opened) {
        if (fold.kind != NodeRef::Kind::HostFold || !fold.address)
            continue;
        if (!fold.ofRoot) {
            const int port = shown.m_host.indexOf(*fold.address);
            if (port < 0)
                continue;
            for (const int child : shown.m_host.children(port))
                shown.add(child);
            continue;
        }
        for (const RootBus &root : shown.m_host.rootBuses()) {
            if (NodeRef::hostRoot(root.domain, root.bus).address != fold.address)
                continue;
            for (const int function : root.functions)
                shown.add(function);
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

} // namespace

QSet<int> shownFunctions(const Topology &host, const PlanOutcome &outcome,
                         const DrawingOptions &options)
{
    Shown shown(host);
    if (options.unfoldAll) {
        for (int i = 0; i < host.size(); ++i)
            shown.m_functions.insert(i);
        return shown.m_functions;
    }
    addPassed(shown, outcome);
    for (const PciAddress &address : options.revealed) {
        if (const int function = host.indexOf(address); function >= 0)
            shown.add(function);
    }
    const QList<int> passable = passableFunctions(host);
    Shown everything = shown;
    for (const int function : passable) {
        const PciFunction &fields = host.at(function);
        if (fields.isVirtual)
            continue;
        if (isOftenPassed(fields))
            everything.add(function);
        const bool asks = guestDriverName(fields) != QLatin1StringView("none");
        if (asks && shown.m_functions.size() < hostBoxBudget)
            shown.add(function);
    }
    // All or nothing: a picture with some of the drives would say less than one with their number.
    Shown result = everything.m_functions.size() <= hostBoxBudget ? everything : shown;
    addOpened(result, options.unfolded);
    return result.m_functions;
}

} // namespace rootward
