// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "atomicpath.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// What one rule says about one width.
struct WidthAnswer {
    PathVerdict verdict = PathVerdict::Unknown;
    Reason reason = Reason::HostUnreadable;
    QList<Blocker> blockers;
};

bool isUnread(Reason reason)
{
    return reason == Reason::HostUnreadable || reason == Reason::HostNotInCapture;
}

bool lacksCapability2(const PciFunction &function)
{
    return function.expressVersion && *function.expressVersion < 2;
}

/// A version 1 capability has no completer bits, so a bit that was read tells the version too.
bool versionUnread(const PciFunction &function)
{
    const auto &bits = function.atomicOps.completer;
    return !function.expressVersion
        && std::ranges::none_of(allWidths, [&](Width width) { return bits[width].has_value(); });
}

/// Sure faults alone where there is one, else what was not read, once each.
QList<Reason> surest(const QList<Reason> &reasons)
{
    QList<Reason> sure;
    QList<Reason> unread;
    for (const Reason reason : reasons) {
        QList<Reason> &list = isUnread(reason) ? unread : sure;
        if (!list.contains(reason))
            list.append(reason);
    }
    return sure.isEmpty() ? unread : sure;
}

void addUnless(QList<Reason> &reasons, std::optional<bool> bit, bool wanted, Reason fault)
{
    if (!bit)
        reasons.append(Reason::HostUnreadable);
    else if (*bit != wanted)
        reasons.append(fault);
}

/// The function's own part of the rule: the checks before the path walk.
std::optional<Reason> ownFault(const PciFunction &function, AtomicOpsRule rule)
{
    if (function.isVirtual)
        return Reason::HostVirtualFunction;
    if (function.portType == PortType::Unknown)
        return Reason::HostUnreadable;
    if (function.portType == PortType::Conventional)
        return Reason::HostNotPcie;
    if (!isEndpoint(function.portType))
        return Reason::HostPortType;
    if (lacksCapability2(function))
        return Reason::HostCapabilityV1;
    // Only mainline took the sibling commit that drops RCiEPs from the admitted types.
    if (function.portType == PortType::RcIntegratedEndpoint && rule == AtomicOpsRule::New)
        return Reason::HostPortType;
    if (versionUnread(function))
        return Reason::HostUnreadable;
    return std::nullopt;
}

/// The walk from the function up, for one width.
struct Walk {
    QList<Blocker> faults;
    QList<Blocker> unread;
    bool sawRootPort = false;
    bool maybeRootPort = false; ///< a port of unknown type, or one that is not in the capture

    void add(int function, Reason reason)
    {
        (isUnread(reason) ? unread : faults).append({function, reason});
    }
};

void walkPorts(Walk &walk, const Topology &topology, const QList<int> &path, AtomicOpsRule rule,
               Width width)
{
    for (qsizetype i = 1; i < path.size(); ++i) {
        const int hop = path.at(i);
        if (hop < 0) {
            walk.add(-1, Reason::HostNotInCapture);
            walk.maybeRootPort = true;
            continue;
        }
        const PciFunction &port = topology.at(hop);
        for (const Reason reason : portFaults(port, width))
            walk.add(hop, reason);
        walk.maybeRootPort |= port.portType == PortType::Unknown;
        if (port.portType == PortType::RootPort) {
            walk.sawRootPort = true;
            if (rule != AtomicOpsRule::Old)
                return; // the new walk ends at the first root port
        }
    }
    if (topology.onRootBus(path.last()) != true) {
        walk.add(-1, Reason::HostNotInCapture);
        walk.maybeRootPort = true;
    }
}

WidthAnswer answerFor(const Topology &topology, const QList<int> &path, AtomicOpsRule rule,
                      Width width)
{
    const int index = path.first();
    Walk walk;
    const auto own = ownFault(topology.at(index), rule);
    if (own)
        walk.add(index, *own);
    walkPorts(walk, topology, path, rule, width);
    const bool surelyNoRootPort = !walk.sawRootPort && !walk.maybeRootPort;
    const bool newRule = rule != AtomicOpsRule::Old;
    if (surelyNoRootPort && newRule && (!own || isUnread(*own)))
        walk.add(index, Reason::HostNoRootPort);

    if (!walk.faults.isEmpty())
        return {PathVerdict::Fail, walk.faults.first().reason, walk.faults};
    if (!walk.unread.isEmpty())
        return {PathVerdict::Unknown, walk.unread.first().reason, walk.unread};
    if (!walk.sawRootPort)
        return {PathVerdict::Unproven, Reason::HostNoRootPort, {}};
    return {PathVerdict::Pass, Reason::HostOk, {}};
}

WidthAnswer answerForAnyRule(const Topology &topology, const QList<int> &path, AtomicOpsRule rule,
                             Width width)
{
    if (rule != AtomicOpsRule::Unknown)
        return answerFor(topology, path, rule, width);
    const WidthAnswer before = answerFor(topology, path, AtomicOpsRule::Old, width);
    const WidthAnswer after = answerFor(topology, path, AtomicOpsRule::New, width);
    if (before.verdict == after.verdict)
        return before;
    return {PathVerdict::Unknown, Reason::HostNoRootPort, {}};
}

} // namespace

QLatin1StringView pathVerdictId(PathVerdict verdict)
{
    constexpr std::array ids {"pass"_L1, "fail"_L1, "unknown"_L1, "unproven"_L1};
    return ids[static_cast<size_t>(verdict)];
}

HostPath atomicPath(const Topology &topology, int index, AtomicOpsRule rule)
{
    HostPath result;
    result.path = topology.path(index);
    PerWidth<WidthAnswer> answers;
    for (const Width width : allWidths) {
        answers[width] = answerForAnyRule(topology, result.path, rule, width);
        result.verdict[width] = answers[width].verdict;
        result.widthReason[width] = answers[width].reason;
    }
    const bool first = answers.w32.verdict != PathVerdict::Pass;
    const WidthAnswer &deciding = first ? answers.w32 : answers.w64;
    result.reason = deciding.reason;
    result.blockers = deciding.blockers;
    if (deciding.verdict == PathVerdict::Fail)
        result.blockedBy = deciding.blockers.first().function;
    return result;
}

bool hasPathToRoot(const PciFunction &function)
{
    if (function.portType == PortType::Unknown || function.portType == PortType::Conventional)
        return !function.isBridge;
    return isEndpoint(function.portType);
}

PathVerdict portVerdict(const PciFunction &port, Width width)
{
    const QList<Reason> faults = portFaults(port, width);
    if (faults.isEmpty())
        return PathVerdict::Pass;
    return isUnread(faults.first()) ? PathVerdict::Unknown : PathVerdict::Fail;
}

QList<Reason> portFaults(const PciFunction &port, Width width)
{
    if (port.portType == PortType::Unknown)
        return {Reason::HostUnreadable};
    const bool rootPort = port.portType == PortType::RootPort;
    if (!rootPort && !isSwitchPort(port.portType))
        return {};
    if (lacksCapability2(port))
        return {Reason::HostCapabilityV1};
    QList<Reason> reasons;
    const AtomicOps &bits = port.atomicOps;
    if (rootPort) {
        addUnless(reasons, bits.completer[width], true, Reason::HostRootPortWidth);
    } else {
        addUnless(reasons, bits.routing, true, Reason::HostNoRouting);
        if (port.portType == PortType::UpstreamPort)
            addUnless(reasons, bits.egressBlocking, false, Reason::HostEgressBlocked);
    }
    return surest(reasons);
}

} // namespace rootward
