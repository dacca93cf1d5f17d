// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "peeratomics.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

/// The two branches below the place where the way turns round, each from the function up. What is
/// on them lies on the way, wherever it turns.
struct Branches {
    QList<int> first; ///< -1: ports that are not in the capture
    QList<int> second;
    int turn = -1; ///< the lowest port above both; -1: none, the root complex turns it
};

Branches branchesOf(const Topology &host, int first, int second)
{
    Branches branches {host.path(first), host.path(second)};
    for (qsizetype i = 0; i < branches.first.size(); ++i) {
        const int at = branches.first.at(i);
        const qsizetype same = at < 0 ? -1 : branches.second.indexOf(at);
        if (same < 0)
            continue;
        branches.turn = at;
        branches.first.resize(i);
        branches.second.resize(same);
        break;
    }
    return branches;
}

bool endsAtRootPort(const Topology &host, const QList<int> &branch)
{
    const PciFunction &top = host.at(branch.last());
    return top.portType == PortType::RootPort && host.onRootBus(branch.last()) == true;
}

bool isKnownPort(const Topology &host, int port)
{
    return port >= 0
        && (host.at(port).portType == PortType::RootPort || isSwitchPort(host.at(port).portType));
}

/// Ports that the rule speaks of, and nothing else, lie on the branch.
bool isKnown(const Topology &host, const QList<int> &branch)
{
    return std::ranges::all_of(branch.sliced(1),
                               [&host](int port) { return isKnownPort(host, port); });
}

PeerWay wayOf(const Topology &host, int first, int second, const Branches &branches)
{
    if (host.at(first).address.sameSlot(host.at(second).address))
        return PeerWay::OneDevice;
    if (!isKnown(host, branches.first) || !isKnown(host, branches.second))
        return PeerWay::NotKnown;
    if (branches.turn >= 0) {
        const bool isSwitch = host.at(branches.turn).portType == PortType::UpstreamPort
            && branches.first.size() > 1 && branches.second.size() > 1;
        // A virtual function may have another device number than its physical function.
        const bool isOneLink = branches.first.size() == 1 && branches.second.size() == 1
            && isKnownPort(host, branches.turn) && !isSwitch
            && host.at(branches.turn).portType != PortType::UpstreamPort;
        return isSwitch ? PeerWay::SameSwitch : isOneLink ? PeerWay::OneDevice : PeerWay::NotKnown;
    }
    if (!endsAtRootPort(host, branches.first) || !endsAtRootPort(host, branches.second))
        return PeerWay::NotKnown;
    const PciAddress &one = host.at(branches.first.last()).address;
    const PciAddress &other = host.at(branches.second.last()).address;
    return one.domain == other.domain && one.bus == other.bus ? PeerWay::RootPorts
                                                              : PeerWay::RootComplexes;
}

/// What a port or the target contributes, with the words for a cause.
struct Finding {
    Answer answer = Answer::Yes;
    QString cause;
};

/// A sure no before unknown; among equals the first.
void merge(Finding &sum, const Finding &one)
{
    if (sum.answer == Answer::No || one.answer == Answer::Yes)
        return;
    if (one.answer == Answer::No || sum.answer == Answer::Yes)
        sum = one;
}

Finding findingOf(std::optional<bool> bit, bool wanted, const QString &fault, const QString &unread)
{
    if (!bit)
        return {Answer::Unknown, unread};
    return *bit == wanted ? Finding {} : Finding {Answer::No, fault};
}

QString portLabel(const PciFunction &port)
{
    return Text::tr("%1 %2").arg(portTypeName(port.portType), port.address.toShortString());
}

Finding routing(const PciFunction &port)
{
    return findingOf(port.atomicOps.routing, true,
                     Text::tr("%1 does not route AtomicOps").arg(portLabel(port)),
                     Text::tr("the routing bit of %1 could not be read").arg(portLabel(port)));
}

Finding egress(const PciFunction &port)
{
    return findingOf(port.atomicOps.egressBlocking, false,
                     Text::tr("%1 blocks their egress").arg(portLabel(port)),
                     Text::tr("the egress bit of %1 could not be read").arg(portLabel(port)));
}

/// The request leaves upwards through upstream ports, downwards through downstream and root ports.
Finding throughPort(const Topology &host, int index, bool upwards)
{
    if (index < 0)
        return {Answer::Unknown, Text::tr("ports on the way are not in the capture")};
    const PciFunction &port = host.at(index);
    const QString place = port.address.toShortString();
    if (port.portType == PortType::Unknown)
        return {Answer::Unknown, Text::tr("the type of %1 could not be read").arg(place)};
    if (!isKnownPort(host, index))
        return {Answer::Unknown, Text::tr("%1 is a bridge of another kind").arg(place)};
    Finding found = routing(port);
    if (upwards == (port.portType == PortType::UpstreamPort))
        merge(found, egress(port));
    return found;
}

Finding completes(const PciFunction &target)
{
    Finding found;
    const QString place = target.address.toShortString();
    for (const Width width : decidingWidths)
        merge(found,
              findingOf(target.atomicOps.completer[width], true,
                        Text::tr("%1 does not complete 32 and 64 bit").arg(place),
                        Text::tr("what %1 completes could not be read").arg(place)));
    return found;
}

Finding direction(const Topology &host, PeerWay way, const QList<int> &from, const QList<int> &to)
{
    Finding found;
    for (const int port : from.sliced(1))
        merge(found, throughPort(host, port, true));
    for (qsizetype i = to.size() - 1; i > 0; --i)
        merge(found, throughPort(host, to.at(i), false));
    merge(found, completes(host.at(to.first())));
    if (way == PeerWay::NotKnown)
        merge(found,
              {Answer::Unknown, Text::tr("the ports where the way turns round are not known")});
    return found;
}

QString busName(const PciAddress &address)
{
    const QString place = address.toString();
    return place.left(place.lastIndexOf(u':'));
}

QString placeText(const Topology &host, PeerWay way, const QString &one, const QString &other,
                  const Branches &branches)
{
    switch (way) {
    case PeerWay::SameSwitch:
        return Text::tr("%1 and %2 are below one switch (%3)")
            .arg(one, other, host.at(branches.turn).address.toShortString());
    case PeerWay::RootPorts:
        return Text::tr("%1 and %2 are below two root ports (%3, %4)")
            .arg(one, other, host.at(branches.first.last()).address.toShortString(),
                 host.at(branches.second.last()).address.toShortString());
    case PeerWay::RootComplexes:
        return Text::tr("%1 and %2 are below two root complexes (%3, %4)")
            .arg(one, other, busName(host.at(branches.first.last()).address),
                 busName(host.at(branches.second.last()).address));
    default:
        return Text::tr("%1 and %2").arg(one, other);
    }
}

QString verdictText(const QString &one, const QString &other, const Finding &there,
                    const Finding &back)
{
    const auto oneWay = [](const QString &from, const QString &to, const QString &cause) {
        return Text::tr("by the host's ports AtomicOps get from %1 to %2, not back, since %3")
            .arg(from, to, cause);
    };
    if (there.answer == back.answer) {
        if (there.answer == Answer::Yes)
            return Text::tr("by the host's ports AtomicOps get from either to the other");
        return there.answer == Answer::No
            ? Text::tr("AtomicOps get from neither to the other, since %1").arg(there.cause)
            : Text::tr("whether AtomicOps get across is not known, since %1").arg(there.cause);
    }
    if (there.answer == Answer::Yes && back.answer == Answer::No)
        return oneWay(one, other, back.cause);
    if (back.answer == Answer::Yes && there.answer == Answer::No)
        return oneWay(other, one, there.cause);
    const bool thereIsUnknown = there.answer == Answer::Unknown;
    const Finding &unknown = thereIsUnknown ? there : back;
    const Finding &known = thereIsUnknown ? back : there;
    const QString &from = thereIsUnknown ? one : other;
    const QString &to = thereIsUnknown ? other : one;
    return known.answer == Answer::Yes
        ? Text::tr("by the host's ports AtomicOps get from %2 to %1; whether back is not known, "
                   "since %3")
              .arg(from, to, unknown.cause)
        : Text::tr("AtomicOps do not get from %2 to %1, since %4; whether back is not known, since "
                   "%3")
              .arg(from, to, unknown.cause, known.cause);
}

/// What no register that is read here tells.
QString doubtText(PeerWay way, const PeerAtomics &peers)
{
    const bool mayPass = peers.there != Answer::No || peers.back != Answer::No;
    if (way == PeerWay::SameSwitch && mayPass)
        return Text::tr("ACS, which is not read here, may send them up to the root complex instead "
                        "(not verified)");
    if (way == PeerWay::RootComplexes && mayPass)
        return Text::tr("whether the root complexes pass them on to each other, no register tells");
    return {};
}

/// Why nothing is said; empty: something is.
QString refusal(const Topology &host, int first, int second)
{
    if (first == second)
        return Text::tr("Both are the same function");
    for (const int index : {first, second}) {
        const PciFunction &function = host.at(index);
        const QString place = function.address.toShortString();
        if (function.portType == PortType::Conventional && !function.isBridge)
            return reasonSentence(Reason::HostNotPcie, {place});
        if (function.portType == PortType::Unknown && !function.isBridge)
            continue;
        if (!isEndpoint(function.portType))
            return Text::tr("%1 is no card: device to device speaks of two cards").arg(place);
    }
    return {};
}

} // namespace

PeerAtomics peerAtomics(const Topology &host, int first, int second)
{
    PeerAtomics peers;
    peers.sentence = refusal(host, first, second);
    if (!peers.sentence.isEmpty())
        return peers;
    const Branches branches = branchesOf(host, first, second);
    peers.way = wayOf(host, first, second, branches);
    const QString one = host.at(first).address.toShortString();
    const QString other = host.at(second).address.toShortString();
    const QString inGuest =
        Text::tr("a guest is never offered them, since QEMU's ports route none");
    QStringList parts;
    if (peers.way == PeerWay::OneDevice) {
        parts = {Text::tr("%1 and %2 are functions of one device: no port lies between them that "
                          "could say whether they exchange AtomicOps")
                     .arg(one, other)};
    } else {
        const Finding there = direction(host, peers.way, branches.first, branches.second);
        const Finding back = direction(host, peers.way, branches.second, branches.first);
        peers.there = there.answer;
        peers.back = back.answer;
        parts = {Text::tr("%1: %2").arg(placeText(host, peers.way, one, other, branches),
                                        verdictText(one, other, there, back)),
                 doubtText(peers.way, peers)};
        // That the complexes connect is not known, whatever their own ports say.
        if (peers.way == PeerWay::RootComplexes) {
            for (Answer *answer : {&peers.there, &peers.back})
                *answer = *answer == Answer::Yes ? Answer::Unknown : *answer;
        }
    }
    parts.append(inGuest);
    parts.removeAll(QString());
    peers.sentence = parts.join(u"; "_s);
    return peers;
}

} // namespace rootward
