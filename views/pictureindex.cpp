// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pictureindex.h"

#include "devicewords.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype mostKinds = 9;

QString tr(const char *text)
{
    return QCoreApplication::translate("rootward", text);
}

QString hex(quint16 value)
{
    return u"%1"_s.arg(value, 4, 16, '0'_L1);
}

/// A place as somebody wrote it; what is left out fits all.
struct PlaceQuery {
    std::optional<quint32> domain;
    quint8 bus = 0;
    std::optional<quint8> slot;
    std::optional<quint8> function;

    bool fits(const PciAddress &address) const
    {
        return bus == address.bus && domain.value_or(address.domain) == address.domain
            && slot.value_or(address.slot) == address.slot
            && function.value_or(address.function) == address.function;
    }
};

std::optional<PlaceQuery> firstMatch(const QString &word)
{
    static const QString domain = u"(?:([0-9a-f]{1,8})[:_-])?"_s;
    static const QString wideDomain = u"(?:([0-9a-f]{4,8})[:_-])?"_s;
    static const QString slot = u"([0-9a-f]{1,2})[:_-]([0-9a-f]{1,2})"_s;
    static const QRegularExpression forms[] = {
        QRegularExpression(u'^' + domain + slot + u"[._-]([0-9a-f])$"_s),
        QRegularExpression(u'^' + wideDomain + slot + u"[.:]?$"_s),
        QRegularExpression(u'^' + wideDomain + u"([0-9a-f]{1,2}):$"_s),
    };
    const auto number = [](const QRegularExpressionMatch &match, int group) {
        const QString digits = match.captured(group);
        return digits.isEmpty() ? std::nullopt : std::optional(digits.toUInt(nullptr, 16));
    };
    for (const QRegularExpression &form : forms) {
        const QRegularExpressionMatch match = form.match(word);
        if (!match.hasMatch())
            continue;
        PlaceQuery place {number(match, 1), quint8(number(match, 2).value_or(0)), {}, {}};
        if (const auto digits = number(match, 3))
            place.slot = quint8(*digits);
        if (const auto digits = number(match, 4))
            place.function = quint8(*digits);
        return place;
    }
    return {};
}

/// "0B:0.0", "0b:00", "0b:", "0x0b:0x00.0x0", "[0000:0b:00.0]", "pci@0000:0b:00.0",
/// "pci_0000_0b_00_0".
std::optional<PlaceQuery> placeQuery(QString word)
{
    word.remove("0x"_L1);
    for (const QLatin1StringView prefix : {"pci@"_L1, "pci_"_L1, "pci:"_L1, "["_L1, "("_L1}) {
        if (word.startsWith(prefix))
            word = word.sliced(prefix.size());
    }
    while (!word.isEmpty() && u"]),;"_s.contains(word.back()))
        word.chop(1);
    return firstMatch(word);
}

QList<PictureFilter> kindFilters(const Topology &host)
{
    QHash<const DeviceKind *, QSet<NodeRef>> members;
    for (const PciFunction &function : host.functions())
        members[&deviceKind(function)].insert(NodeRef::hostFunction(function.address));
    QList<PictureFilter> filters;
    for (auto kind = members.cbegin(); kind != members.cend(); ++kind)
        filters.append({QString::fromLatin1(kind.key()->one), tr(kind.key()->many), kind.value()});
    std::ranges::sort(filters, [](const PictureFilter &a, const PictureFilter &b) {
        return std::pair(-a.members.size(), a.id) < std::pair(-b.members.size(), b.id);
    });
    return filters.first(std::min(filters.size(), mostKinds));
}

PictureFilter passedFilter(const PlanOutcome &outcome)
{
    PictureFilter passed {u"passed"_s, tr("passed"), {}};
    for (const EntryOutcome &entry : outcome.entries) {
        for (const FunctionOutcome &function : entry.functions) {
            passed.members.insert(NodeRef::hostFunction(function.host));
            if (function.guestNode >= 0 && function.guestNode < outcome.guestTree.size())
                passed.members.insert(
                    NodeRef::guest(outcome.guestTree.at(function.guestNode).id, function.host));
        }
    }
    return passed;
}

PictureFilter unreadableFilter(const Topology &host)
{
    PictureFilter unreadable {u"unreadable"_s, tr("not readable"), {}};
    for (const PciFunction &function : host.functions()) {
        if (function.gap != ReadGap::None && function.gap != ReadGap::BrokenDevice)
            unreadable.members.insert(NodeRef::hostFunction(function.address));
    }
    return unreadable;
}

} // namespace

PictureIndex::PictureIndex(const Plan &plan, const PlanOutcome &outcome)
{
    if (plan.host)
        addHost(*plan.host);
    addGuest(outcome);
}

void PictureIndex::addHost(const Topology &host)
{
    const QHash<PciAddress, QString> letters = cardLetters(host);
    for (const PciFunction &function : host.functions()) {
        Item item {NodeRef::hostFunction(function.address), function.address, {}, {}};
        if (function.vendor && function.device)
            item.ids += {hex(*function.vendor) + u':' + hex(*function.device),
                         hex(*function.device), hex(*function.vendor)};
        if (function.subsystemVendor && function.subsystemDevice)
            item.ids.append(hex(*function.subsystemVendor) + u':' + hex(*function.subsystemDevice));
        item.text = QStringList {function.name,
                                 deviceTitle(function),
                                 function.className,
                                 tr(deviceKind(function).one),
                                 portTypeName(function.portType),
                                 function.driver,
                                 function.physicalSlot,
                                 function.deviceLabel,
                                 letters.value(function.address)}
                        .join(u'\n')
                        .toLower();
        m_items.append(std::move(item));
    }
}

void PictureIndex::addGuest(const PlanOutcome &outcome)
{
    for (const GuestNode &node : outcome.guestTree)
        m_items.append({NodeRef::guest(node.id, node.host),
                        node.likelyAddress,
                        {},
                        u"%1\n%2"_s.arg(node.id, node.model).toLower()});
}

QList<NodeRef> PictureIndex::find(const QString &query) const
{
    struct Word {
        QString text;
        std::optional<PlaceQuery> place;
    };
    QList<Word> words;
    for (const QString &word : query.toLower().simplified().split(u' ', Qt::SkipEmptyParts))
        words.append({word, placeQuery(word)});
    const auto fits = [](const Item &item, const Word &word) {
        return (word.place && item.place && word.place->fits(*item.place))
            || item.ids.contains(word.text) || item.text.contains(word.text);
    };
    QList<NodeRef> found;
    for (const Item &item : m_items) {
        const bool all =
            std::ranges::all_of(words, [&](const Word &word) { return fits(item, word); });
        if (all && !words.isEmpty())
            found.append(item.ref);
    }
    return found;
}

QList<PictureFilter> pictureFilters(const Plan &plan, const PlanOutcome &outcome)
{
    QList<PictureFilter> filters {passedFilter(outcome)};
    if (plan.host) {
        filters += kindFilters(*plan.host);
        filters.append(unreadableFilter(*plan.host));
    }
    filters.removeIf([](const PictureFilter &filter) { return filter.members.isEmpty(); });
    return filters;
}

} // namespace rootward
