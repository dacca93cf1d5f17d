// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportlayout.h"

#include "layoutplacement.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int functionsPerSlot = 8;
constexpr int firstPortSlot = 2; ///< where libvirt begins as well: 1 is the display's
constexpr int endOfPortSlots = 0x1b; ///< from there the machine has devices of its own
constexpr int firstRootSlot = 0x10;
constexpr int endOfRootSlots = 0x1f;
constexpr int slotsPerBridge = 32;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

enum class BusKind { RootPort, RootBus, Conventional };

/// What goes into one guest slot.
struct Card {
    QString source;
    BusKind kind = BusKind::RootPort;
    QList<PassedFunction> functions; ///< in the order the guest numbers them
    PciAddress optionsFor; ///< the function that the entry's options are for
    HostpciValue options;
    bool mayMigrate = false;
};

std::unexpected<Error> refused(const QString &what, const QString &where, const QString &hint = {})
{
    return std::unexpected(Error {Error::Kind::BadData, what, where, hint});
}

BusKind kindOf(const Plan &plan, const ExpandedEntry &entry)
{
    if (entry.place.rootPort || !entry.placeKnown)
        return machineKind(plan.guest) == MachineKind::I440fx && !entry.place.rootPort
            ? BusKind::RootBus
            : BusKind::RootPort;
    const bool rootBus = entry.place.bus == rootBusName(plan.guest)
        || machineKind(plan.guest) == MachineKind::I440fx;
    return rootBus ? BusKind::RootBus : BusKind::Conventional;
}

/// Every function beside the entry's own, in the order of the lists; each once.
QList<PassedFunction> wholeSlots(const Topology &host, const QList<PassedFunction> &functions)
{
    QList<PassedFunction> all;
    QSet<PciAddress> seen;
    for (const PassedFunction &passed : functions) {
        for (const int index : host.slotFunctions(passed.address)) {
            PassedFunction function;
            function.address = host.at(index).address;
            function.hostIndex = index;
            if (!seen.contains(function.address))
                all.append(function);
            seen.insert(function.address);
        }
    }
    return all;
}

PassedFunction leadingFunction(const Plan &plan, const ExpandedEntry &entry)
{
    const auto leading = std::ranges::find_if(entry.functions, [&](const PassedFunction &passed) {
        return guestDriverName(hostFunction(plan, passed)) != "none"_L1;
    });
    return leading == entry.functions.end() ? entry.functions.first() : *leading;
}

/// The functions of an entry in the form that is asked for.
Result<QList<PassedFunction>> functionsOf(const Plan &plan, const ExpandedEntry &entry,
                                          ExportForm form)
{
    const QList<HostId> ids = entry.value.hosts();
    if (entry.functions.isEmpty() && form == ExportForm::OneFunction && !ids.isEmpty()) {
        PassedFunction first;
        first.address = ids.first().address;
        return QList {first};
    }
    const bool whole = form == ExportForm::AllFunctions || form == ExportForm::SeparateSlots;
    if (entry.functions.isEmpty() || (whole && !plan.host && !entry.mediated)) {
        return refused(Text::tr("which functions are passed is not known"), entry.source,
                       Text::tr("open a capture of the host"));
    }
    if (entry.mediated || form == ExportForm::AsPlanned)
        return entry.functions;
    if (form == ExportForm::OneFunction)
        return QList {leadingFunction(plan, entry)};
    QList<PassedFunction> all = wholeSlots(*plan.host, entry.functions);
    return all.isEmpty() ? entry.functions : all;
}

/// Guest slots and what goes into them, no function twice.
Result<QList<Card>> cardsOf(const Plan &plan, const QList<ExpandedEntry> &entries, ExportForm form)
{
    QList<Card> cards;
    QSet<PciAddress> taken;
    for (const ExpandedEntry &entry : entries) {
        if (!entry.isPlaced())
            continue;
        auto functions = functionsOf(plan, entry, form);
        if (!functions)
            return std::unexpected(functions.error());
        if (!entry.mediated) {
            functions->removeIf(
                [&](const PassedFunction &passed) { return taken.contains(passed.address); });
            for (const PassedFunction &passed : std::as_const(*functions))
                taken.insert(passed.address);
        }
        if (functions->isEmpty())
            continue;
        if (functions->size() > functionsPerSlot && form != ExportForm::SeparateSlots)
            return refused(
                Text::tr("a guest slot holds eight functions, not %1").arg(functions->size()),
                entry.source);
        Card card {entry.source, kindOf(plan, entry), *functions,
                   {},           entry.value,         entry.mayMigrate};
        card.optionsFor = entry.functions.isEmpty() ? functions->first().address
                                                    : entry.functions.first().address;
        if (form != ExportForm::SeparateSlots) {
            cards.append(card);
            continue;
        }
        for (const PassedFunction &passed : std::as_const(*functions)) {
            card.functions = {passed};
            cards.append(card);
        }
    }
    return cards;
}

/// Puts guest slots somewhere, one after the other.
class Arranger {
public:
    explicit Arranger(const Plan &plan)
    {
        m_guest.kind = machineKind(plan.guest);
        m_guest.rootBus = rootBusName(plan.guest);
    }

    Result<ExportedGuest> arrange(const QList<Card> &cards);
    Result<ExportedGuest> keep(const QList<GuestNode> &nodes, const QList<ExpandedEntry> &entries);

private:
    bool place(const Card &card);
    QString newPort();
    void nameGroups();
    QString keptBridge(const QList<GuestNode> &nodes, int index);
    ExportedFunction &add(const Card &card, const PassedFunction &passed);
    QString uniqueId(const QString &wanted, const QString &fallback);

    ExportedGuest m_guest;
    QSet<QString> m_ids;
    QHash<int, QString> m_kept; ///< by node
    int m_ports = 0;
    int m_rootSlots = 0;
    QString m_conventionalBus;
    int m_conventionalSlots = slotsPerBridge;
};

QString Arranger::uniqueId(const QString &wanted, const QString &fallback)
{
    static const QRegularExpression valid(uR"(\A[A-Za-z][A-Za-z0-9._-]{0,63}\z)"_s);
    QString id = valid.match(wanted).hasMatch() ? wanted : fallback;
    for (int number = 2; m_ids.contains(id); ++number)
        id = fallback + u'-' + QString::number(number);
    m_ids.insert(id);
    return id;
}

/// A root port of its own, eight to a slot; empty where no slot is left.
QString Arranger::newPort()
{
    ExportedBridge port;
    port.slot = firstPortSlot + m_ports / functionsPerSlot;
    if (port.slot >= endOfPortSlots)
        return {};
    port.function = m_ports % functionsPerSlot;
    ++m_ports;
    port.id = uniqueId("rp"_L1 + QString::number(m_ports), u"rp"_s);
    port.model = u"pcie-root-port"_s;
    port.bus = m_guest.rootBus;
    m_guest.bridges.append(port);
    return port.id;
}

ExportedFunction &Arranger::add(const Card &card, const PassedFunction &passed)
{
    ExportedFunction function;
    function.id = uniqueId(passed.qemuId, u"card%1"_s.arg(m_guest.functions.size()));
    function.host = passed.address;
    function.sysfsdev = passed.sysfsdev;
    function.source = card.source;
    function.mayMigrate = card.mayMigrate;
    if (passed.address == card.optionsFor)
        function.options = card.options;
    m_guest.functions.append(function);
    return m_guest.functions.last();
}

/// False where no slot is left.
bool Arranger::place(const Card &card)
{
    QString bus = m_guest.rootBus;
    int slot = 0;
    switch (card.kind) {
    case BusKind::RootPort:
        bus = newPort();
        break;
    case BusKind::RootBus:
        slot = firstRootSlot + m_rootSlots++;
        if (slot >= endOfRootSlots)
            return false;
        break;
    case BusKind::Conventional:
        if (m_conventionalSlots == slotsPerBridge) {
            ExportedBridge bridge;
            bridge.bus = newPort();
            bridge.model = u"pcie-pci-bridge"_s;
            bridge.id = uniqueId(u"bridge1"_s, u"bridge"_s);
            if (bridge.bus.isEmpty())
                return false;
            m_guest.bridges.append(bridge);
            m_conventionalBus = bridge.id;
            m_conventionalSlots = 1; // slot 0 is its hot-plug controller's
        }
        bus = m_conventionalBus;
        slot = m_conventionalSlots++;
        break;
    }
    for (qsizetype i = 0; i < card.functions.size(); ++i) {
        ExportedFunction &function = add(card, card.functions.at(i));
        function.bus = bus;
        function.slot = slot;
        function.function = static_cast<int>(i);
        function.multifunction = i == 0 && card.functions.size() > 1;
    }
    return !bus.isEmpty();
}

/// Function 0 of a slot says whether there are others.
void Arranger::nameGroups()
{
    for (ExportedBridge &bridge : m_guest.bridges) {
        bridge.multifunction = bridge.multifunction
            || (bridge.function == 0
                && std::ranges::any_of(m_guest.bridges, [&](const ExportedBridge &other) {
                       return other.bus == bridge.bus && other.slot == bridge.slot
                           && other.function > 0;
                   }));
    }
}

Result<ExportedGuest> Arranger::arrange(const QList<Card> &cards)
{
    for (const Card &card : cards) {
        for (const PassedFunction &passed : card.functions) {
            if (passed.sysfsdev.isEmpty() && !passed.address.isRealPlace())
                return refused(Text::tr("%1 is not a place that a PCI device can have")
                                   .arg(passed.address.toString()),
                               card.source);
        }
        if (!place(card))
            return refused(Text::tr("the guest has no free slot left"), card.source);
    }
    nameGroups();
    return m_guest;
}

/// The bridge and those above it, each once; the name of its bus.
QString Arranger::keptBridge(const QList<GuestNode> &nodes, int index)
{
    if (index < 0)
        return m_guest.rootBus;
    if (const auto known = m_kept.constFind(index); known != m_kept.constEnd())
        return *known;
    const GuestNode &node = nodes.at(index);
    ExportedBridge bridge;
    bridge.bus = keptBridge(nodes, node.parent);
    bridge.id = uniqueId(node.id, u"bridge%1"_s.arg(m_kept.size() + 1));
    bridge.model = node.model;
    bridge.slot = node.slot;
    bridge.function = node.function;
    bridge.multifunction = node.multifunction;
    if (node.ownBusIsRoot)
        bridge.busNumber = node.likelySecondary;
    m_guest.bridges.append(bridge);
    m_kept.insert(index, bridge.id);
    return bridge.id;
}

Result<ExportedGuest> Arranger::keep(const QList<GuestNode> &nodes,
                                     const QList<ExpandedEntry> &entries)
{
    for (const ExpandedEntry &entry : entries) {
        const auto owner = std::ranges::find_if(nodes, [&](const GuestNode &node) {
            return !node.ownBus.isEmpty() && node.ownBus == entry.place.bus;
        });
        const QString bus =
            keptBridge(nodes, owner == nodes.end() ? -1 : static_cast<int>(owner - nodes.begin()));
        Card card {entry.source, BusKind::RootPort, {}, {}, entry.value, entry.mayMigrate};
        if (!entry.functions.isEmpty())
            card.optionsFor = entry.functions.first().address;
        for (const PassedFunction &passed : entry.functions) {
            ExportedFunction &function = add(card, passed);
            function.bus = bus;
            function.slot = entry.place.slot;
            function.function = passed.function;
            function.multifunction = passed.multifunction;
        }
    }
    nameGroups();
    return m_guest;
}

} // namespace

Result<ExportedGuest> exportedGuest(const Plan &plan, ExportForm form)
{
    QList<ExpandedEntry> entries = expandEntries(plan);
    entries.removeIf([](const ExpandedEntry &entry) { return !entry.isPlaced(); });
    if (plan.layout && form == ExportForm::AsPlanned) {
        const auto open = std::ranges::find(entries, false, &ExpandedEntry::placeKnown);
        if (open != entries.end())
            return refused(Text::tr("where the card lands in the guest is not known"), open->source,
                           Text::tr("another form gives it a place of its own"));
        return Arranger(plan).keep(placeLayout(plan).bridges, entries);
    }
    // QEMU's own choice would be a conventional bus, and a part of a definition tells nothing.
    if (plan.layout && !plan.layout->machineKnown && plan.guest.machine.isEmpty())
        return refused(Text::tr("the machine type is not known"), {},
                       Text::tr("name it: --machine q35, or the VM's Machine in the window"));
    return cardsOf(plan, entries, form).and_then([&](const QList<Card> &cards) {
        return Arranger(plan).arrange(cards);
    });
}

} // namespace rootward
