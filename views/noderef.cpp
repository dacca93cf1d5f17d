// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "noderef.h"

using namespace Qt::StringLiterals;

namespace rootward {

bool NodeRef::isHost() const
{
    return kind == Kind::HostRoot || kind == Kind::HostFunction || kind == Kind::HostFold;
}

QString NodeRef::toString() const
{
    const QString place = address ? address->toString() : QString();
    switch (kind) {
    case Kind::HostFunction:
        return place;
    case Kind::HostRoot:
        return u"root:"_s + place.left(place.lastIndexOf(u':'));
    case Kind::HostFold:
        return (ofRoot ? u"more:root:"_s : u"more:"_s) + place;
    case Kind::GuestRoot:
    case Kind::GuestFunction:
        return u"guest:"_s + guestId;
    case Kind::GuestFold:
        return u"guest-more:"_s + guestId;
    }
    Q_UNREACHABLE_RETURN({});
}

NodeRef NodeRef::hostFunction(const PciAddress &address)
{
    return {Kind::HostFunction, address, {}, false};
}

NodeRef NodeRef::hostRoot(quint32 domain, quint8 bus)
{
    return {Kind::HostRoot, PciAddress {domain, bus, 0, 0}, {}, false};
}

NodeRef NodeRef::guest(const QString &id, std::optional<PciAddress> host)
{
    return {Kind::GuestFunction, host, id, false};
}

std::optional<NodeRef> NodeRef::fold() const
{
    switch (kind) {
    case Kind::HostFunction:
        return NodeRef {Kind::HostFold, address, {}, false};
    case Kind::HostRoot:
        return NodeRef {Kind::HostFold, address, {}, true};
    case Kind::GuestRoot:
        return NodeRef {Kind::GuestFold, {}, guestId, false};
    case Kind::HostFold:
    case Kind::GuestFunction:
    case Kind::GuestFold:
        break;
    }
    return std::nullopt;
}

size_t qHash(const NodeRef &ref, size_t seed) noexcept
{
    return qHashMulti(seed, int(ref.kind), ref.address.value_or(PciAddress {}),
                      ref.address.has_value(), ref.guestId, ref.ofRoot);
}

} // namespace rootward
