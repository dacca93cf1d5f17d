// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "guestmatch.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// nullopt: the captures do not say enough.
std::optional<bool> isSameDevice(const PciFunction &host, const PciFunction &guest)
{
    if (host.vendor && host.device && guest.vendor && guest.device) {
        if (host.vendor != guest.vendor || host.device != guest.device)
            return false;
        const bool bothTell = host.subsystemVendor && guest.subsystemVendor;
        return !bothTell
            || (host.subsystemVendor == guest.subsystemVendor
                && host.subsystemDevice == guest.subsystemDevice);
    }
    // Two machines may have names of different age: only the same name tells something.
    if (!host.name.isEmpty() && host.name == guest.name)
        return true;
    return std::nullopt;
}

class Matcher {
public:
    Matcher(const Plan &plan, const PlanOutcome &outcome, const Topology &guest, bool isWhole)
        : m_plan(plan), m_outcome(outcome), m_guest(guest), m_isWhole(isWhole)
    {
    }

    QList<QList<GuestMatch>> match();

private:
    using Search = int (Matcher::*)(const FunctionOutcome &) const;

    const GuestNode *nodeOf(const FunctionOutcome &function) const;
    std::optional<PciAddress> expectedParent(const FunctionOutcome &function) const;
    bool isFree(int guest) const { return !m_taken.contains(guest) && !m_guest.at(guest).isBridge; }
    std::optional<bool> isSame(const FunctionOutcome &function, int guest) const;
    bool standsBelow(int guest, const std::optional<PciAddress> &parent) const;
    int atLikelyAddress(const FunctionOutcome &function) const;
    int belowPort(const FunctionOutcome &function) const;
    int anywhere(const FunctionOutcome &function) const;
    bool isSurelyAbsent(const FunctionOutcome &function) const;

    const Plan &m_plan;
    const PlanOutcome &m_outcome;
    const Topology &m_guest;
    bool m_isWhole;
    QSet<int> m_taken;
};

const GuestNode *Matcher::nodeOf(const FunctionOutcome &function) const
{
    return function.guestNode < 0 ? nullptr : &m_outcome.guestTree.at(function.guestNode);
}

/// nullopt: the root bus, or not known.
std::optional<PciAddress> Matcher::expectedParent(const FunctionOutcome &function) const
{
    const GuestNode *node = nodeOf(function);
    if (!node || node->parent < 0)
        return std::nullopt;
    return m_outcome.guestTree.at(node->parent).likelyAddress;
}

std::optional<bool> Matcher::isSame(const FunctionOutcome &function, int guest) const
{
    if (!m_plan.host || function.hostIndex < 0)
        return std::nullopt;
    return isSameDevice(m_plan.host->at(function.hostIndex), m_guest.at(guest));
}

bool Matcher::standsBelow(int guest, const std::optional<PciAddress> &parent) const
{
    const int above = m_guest.parent(guest);
    return parent ? above >= 0 && m_guest.at(above).address == *parent : above < 0;
}

int Matcher::atLikelyAddress(const FunctionOutcome &function) const
{
    const GuestNode *node = nodeOf(function);
    if (!node || !node->likelyAddress)
        return -1;
    const int guest = m_guest.indexOf(*node->likelyAddress);
    const bool fits = guest >= 0 && isFree(guest) && isSame(function, guest) != false
        && standsBelow(guest, expectedParent(function));
    return fits ? guest : -1;
}

int Matcher::belowPort(const FunctionOutcome &function) const
{
    const std::optional<PciAddress> parent = expectedParent(function);
    for (int guest = 0; parent && guest < m_guest.size(); ++guest) {
        if (isFree(guest) && standsBelow(guest, parent) && isSame(function, guest) == true)
            return guest;
    }
    return -1;
}

/// Of several identical ones the first with the expected function number.
int Matcher::anywhere(const FunctionOutcome &function) const
{
    const GuestNode *node = nodeOf(function);
    int first = -1;
    for (int guest = 0; guest < m_guest.size(); ++guest) {
        if (!isFree(guest) || isSame(function, guest) != true)
            continue;
        if (node && m_guest.at(guest).address.function == node->function)
            return guest;
        if (first < 0)
            first = guest;
    }
    return first;
}

bool Matcher::isSurelyAbsent(const FunctionOutcome &function) const
{
    if (!m_isWhole)
        return false;
    for (int guest = 0; guest < m_guest.size(); ++guest) {
        if (isFree(guest) && isSame(function, guest) != false)
            return false;
    }
    return true;
}

QList<QList<GuestMatch>> Matcher::match()
{
    QList<QList<GuestMatch>> matches;
    for (const EntryOutcome &entry : m_outcome.entries)
        matches.append(QList<GuestMatch>(entry.functions.size()));
    const auto search = [&](FoundBy by, Search find) {
        for (qsizetype i = 0; i < matches.size(); ++i) {
            for (qsizetype k = 0; k < matches.at(i).size(); ++k) {
                GuestMatch &match = matches[i][k];
                if (match.guest >= 0)
                    continue;
                match.guest = (this->*find)(m_outcome.entries.at(i).functions.at(k));
                if (match.guest < 0)
                    continue;
                match.by = by;
                match.seen = true;
                m_taken.insert(match.guest);
            }
        }
    };
    // All functions by the surer sign first: none takes the place of another.
    search(FoundBy::LikelyAddress, &Matcher::atLikelyAddress);
    search(FoundBy::Port, &Matcher::belowPort);
    search(FoundBy::Ids, &Matcher::anywhere);
    for (qsizetype i = 0; i < matches.size(); ++i) {
        for (qsizetype k = 0; k < matches.at(i).size(); ++k) {
            if (matches.at(i).at(k).guest < 0
                && isSurelyAbsent(m_outcome.entries.at(i).functions.at(k)))
                matches[i][k].seen = false;
        }
    }
    return matches;
}

} // namespace

QLatin1StringView foundById(FoundBy by)
{
    constexpr std::array ids {""_L1, "likely-address"_L1, "port"_L1, "ids"_L1};
    return ids[static_cast<size_t>(by)];
}

QList<QList<GuestMatch>> matchGuest(const Plan &plan, const PlanOutcome &outcome,
                                    const Topology &guest, bool isWhole)
{
    return Matcher(plan, outcome, guest, isWhole).match();
}

} // namespace rootward
