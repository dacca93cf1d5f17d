// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "whereelse.h"

#include "planremedy.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

bool isOfType(const Topology &host, int index, PortType type)
{
    return host.at(index).portType == type;
}

/// The functions below a switch's downstream ports; empty where one of those has none, or where
/// something else is plugged into the switch's own bus.
QList<int> functionsBelowSwitch(const Topology &host, int upstream)
{
    QList<int> functions;
    for (const int downstream : host.children(upstream)) {
        if (!isOfType(host, downstream, PortType::DownstreamPort)
            || host.children(downstream).isEmpty())
            return {};
        functions.append(host.children(downstream));
    }
    return functions;
}

/// A switch that is a part of the card below it: its maker's functions are behind every one of its
/// ports. A switch of the board has ports that are free or hold others' cards.
bool isCardsOwnSwitch(const Topology &host, int upstream)
{
    const auto maker = host.at(upstream).vendor;
    if (!isOfType(host, upstream, PortType::UpstreamPort) || !maker)
        return false;
    const QList<int> functions = functionsBelowSwitch(host, upstream);
    return !functions.isEmpty() && std::ranges::all_of(functions, [&](int function) {
        return !host.at(function).isBridge && host.at(function).vendor == maker;
    });
}

/// The first function of what hangs below a port; a bridge only where there is nothing else.
int firstBelow(const Topology &host, int port)
{
    const QList<int> &children = host.children(port);
    for (const int child : children) {
        if (isCardsOwnSwitch(host, child))
            return functionsBelowSwitch(host, child).constFirst();
    }
    const auto function =
        std::ranges::find_if(children, [&host](int child) { return !host.at(child).isBridge; });
    if (function != children.end())
        return *function;
    return children.isEmpty() ? -1 : children.constFirst();
}

/// Bridges into the processor itself, as pci.ids names them, hold no card.
bool isInternal(const PciFunction &port)
{
    return port.name.contains("Internal PCIe"_L1, Qt::CaseInsensitive)
        || port.deviceName.contains("Internal PCIe"_L1, Qt::CaseInsensitive);
}

/// A port that a slot can hang on, and not one that leads into a switch with slots of its own.
bool isPlace(const Topology &host, int port)
{
    if (isInternal(host.at(port)) || host.gapAbove(port))
        return false;
    if (isOfType(host, port, PortType::DownstreamPort))
        return host.parent(port) < 0 || !isCardsOwnSwitch(host, host.parent(port));
    if (!isOfType(host, port, PortType::RootPort))
        return false;
    const QList<int> &children = host.children(port);
    return std::ranges::none_of(children, [&host](int child) {
        return isOfType(host, child, PortType::UpstreamPort) && !isCardsOwnSwitch(host, child);
    });
}

/// Whether 32 and 64 bit get from below this port to the root complex; nullopt: not known.
std::optional<bool> carries(const Topology &host, int port)
{
    std::optional<bool> answer = true;
    bool rootPort = false;
    const QList<int> path = host.path(port);
    for (const int hop : path) {
        if (hop < 0) {
            answer.reset();
            continue;
        }
        rootPort = rootPort || isOfType(host, hop, PortType::RootPort);
        for (const Width width : decidingWidths) {
            const PathVerdict verdict = portVerdict(host.at(hop), width);
            if (verdict == PathVerdict::Fail)
                return false;
            if (verdict != PathVerdict::Pass)
                answer.reset();
        }
    }
    const bool topKnown = !path.isEmpty() && host.onRootBus(path.last()) == true;
    if (!rootPort && topKnown)
        return false;
    return rootPort ? answer : std::nullopt;
}

CardPlace placeAt(const Topology &host, int port, bool known)
{
    const PciFunction &function = host.at(port);
    CardPlace place;
    place.port = port;
    place.known = known;
    place.takenBy = firstBelow(host, port);
    place.slot = function.physicalSlot;
    // A system tells a slot's label with the function that stands in it.
    const QList<int> &children = host.children(port);
    for (qsizetype i = 0; i < children.size() && place.slot.isEmpty(); ++i)
        place.slot = host.at(children.at(i)).physicalSlot;
    if (function.link)
        place.width = function.link->maxWidth > 0 ? function.link->maxWidth : function.link->width;
    return place;
}

/// What moves with the card: its own switch, if it has one.
bool blockedByItself(const Topology &host, int function)
{
    const int downstream = host.parent(function);
    const int upstream = downstream < 0 ? -1 : host.parent(downstream);
    if (upstream < 0 || !isCardsOwnSwitch(host, upstream))
        return false;
    return std::ranges::any_of(decidingWidths, [&](Width width) {
        return portVerdict(host.at(downstream), width) == PathVerdict::Fail
            || portVerdict(host.at(upstream), width) == PathVerdict::Fail;
    });
}

int order(const CardPlace &place)
{
    if (!place.known)
        return 2;
    return place.takenBy < 0 ? 0 : 1;
}

QString details(const CardPlace &place)
{
    QStringList words;
    if (!place.slot.isEmpty())
        words.append(tr("slot %1").arg(place.slot));
    if (place.width > 0)
        words.append(u"x%1"_s.arg(place.width));
    return words.isEmpty() ? QString() : u" ("_s + words.join(u", "_s) + u')';
}

} // namespace

QList<CardPlace> placesForCard(const Topology &host, int function)
{
    QList<CardPlace> places;
    if (blockedByItself(host, function))
        return places;
    const QList<int> path = host.path(function);
    for (int port = 0; port < host.size(); ++port) {
        if (!isPlace(host, port))
            continue;
        const auto answer = carries(host, port);
        if (answer != false && !path.contains(port))
            places.append(placeAt(host, port, answer.has_value()));
    }
    std::ranges::stable_sort(places, {}, order);
    return places;
}

QString placeSentence(const Topology &host, const CardPlace &place)
{
    const PciFunction &port = host.at(place.port);
    const QString name =
        (port.portType == PortType::RootPort ? tr("root port %1") : tr("downstream port %1"))
            .arg(port.address.toShortString());
    QString sentence = place.takenBy < 0
        ? tr("%1 is free").arg(name)
        : tr("%1 is taken by %2").arg(name, functionLabel(host.at(place.takenBy)));
    sentence += details(place);
    return place.known ? sentence
                       : tr("%1; whether it carries AtomicOps is not known").arg(sentence);
}

QList<CardPlace> placesForEntry(const Plan &plan, const EntryOutcome &entry)
{
    if (entry.remedy != Remedy::MoveCard || !plan.host || entry.leading < 0)
        return {};
    const int function = entry.functions.at(entry.leading).hostIndex;
    return function < 0 ? QList<CardPlace>() : placesForCard(*plan.host, function);
}

QStringList whereElse(const Plan &plan, const EntryOutcome &entry, qsizetype most)
{
    const QList<CardPlace> places = placesForEntry(plan, entry);
    QStringList sentences;
    for (const CardPlace &place : places.first(std::min(most, places.size())))
        sentences.append(placeSentence(*plan.host, place));
    if (places.size() > most)
        sentences.append(tr("and %1 more").arg(places.size() - most));
    return sentences;
}

} // namespace rootward
