// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "layoutplacement.h"

#include "qemumodels.h"

#include <QCoreApplication>
#include <QHash>
#include <QMap>
#include <QSet>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int slotsPerBus = 32;
constexpr int functionsPerSlot = 8;

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

/// A slot of a bus, and who stands there by function.
struct SlotPlace {
    QString bus;
    int slot = 0;
    friend bool operator==(const SlotPlace &, const SlotPlace &) = default;
};
size_t qHash(const SlotPlace &place, size_t seed = 0)
{
    return qHashMulti(seed, place.bus, place.slot);
}

struct Standing {
    QString name; ///< for a sentence
    bool multifunction = false;
    bool builtIn = false;
};

class Placer {
public:
    explicit Placer(const Plan &plan) : m_plan(plan), m_layout(*plan.layout) { }

    PlacedLayout place();

private:
    void addBuiltIn();
    void addInOrder();
    void addBridges();
    bool addBridge(const LayoutDevice &device);
    void refuseBadBridge(const LayoutDevice &device, const GuestNode &node);
    void addPassed(LayoutDevice device);
    void addOpen(const LayoutDevice &device, const QString &why);
    void addFunction(ExpandedEntry &entry, const LayoutDevice &device);
    QString whyOpen(const LayoutDevice &device) const;
    void refuseAll(const QString &why);
    void stand(const GuestNode &node, const QString &name, bool builtIn);
    QString faultAt(const LayoutDevice &device, int slot) const;
    QString missingBus(const LayoutDevice &device) const;
    bool isOrdered() const;
    void chooseBus(LayoutDevice &device);
    void refuseBadPlace(ExpandedEntry &entry, const LayoutDevice &device);
    ExpandedEntry &entryFor(const LayoutDevice &device);
    int freeSlot(const QString &bus) const;
    QString ownPort();
    PassedFunction functionOf(const LayoutDevice &device) const;
    const GuestNode *owner(const QString &bus) const;

    const Plan &m_plan;
    const GuestLayout &m_layout;
    PlacedLayout m_placed;
    QHash<QString, int> m_owners; ///< bus to the bridge that owns it
    QHash<SlotPlace, QMap<int, Standing>> m_taken; ///< by function
    QHash<std::pair<int, int>, QString>
        m_portSlots; ///< chassis and slot to the place in the definition
    QHash<QString, QString> m_openBuses; ///< to what of a bridge above is not known
    QSet<PciAddress> m_passed;
    QString m_refusal; ///< why nothing starts: the first reason
};

const GuestNode *Placer::owner(const QString &bus) const
{
    const int index = m_owners.value(bus, -1);
    return index < 0 ? nullptr : &m_placed.bridges.at(index);
}

int Placer::freeSlot(const QString &bus) const
{
    for (int slot = 0; slot < slotsPerBus; ++slot) {
        // QEMU looks at function 0 alone, and ends where another of the slot is there already.
        const bool taken =
            isOrdered() ? m_taken.value({bus, slot}).contains(0) : m_taken.contains({bus, slot});
        if (!taken)
            return slot;
    }
    return slotsPerBus;
}

void Placer::addBuiltIn()
{
    if (!m_layout.machineKnown)
        return;
    m_placed.bridges = builtInDevices(m_plan.guest);
    m_placed.bridges.removeIf(
        [this](const GuestNode &node) { return m_layout.absent.contains(node.id); });
    for (const GuestNode &node : std::as_const(m_placed.bridges))
        stand(node, tr("the machine's own %1").arg(node.model), true);
}

void Placer::stand(const GuestNode &node, const QString &name, bool builtIn)
{
    QMap<int, Standing> &slot = m_taken[{node.bus, node.slot}];
    if (!slot.contains(node.function))
        slot.insert(node.function, {name, node.multifunction, builtIn});
}

void Placer::refuseAll(const QString &why)
{
    if (m_refusal.isEmpty())
        m_refusal = why;
}

/// QEMU makes the devices of a whole command one by one.
bool Placer::isOrdered() const
{
    return m_layout.origin == GuestLayout::Origin::Qemu && m_layout.machineKnown;
}

/// What is wrong with a device at that slot of its bus; empty: nothing. Only QEMU, not libvirt,
/// wants a multifunction of function 0 that is written.
QString Placer::faultAt(const LayoutDevice &device, int slot) const
{
    const QString &bus = device.bus;
    if (slot >= slotsPerBus || device.function >= functionsPerSlot)
        return tr("bus %1 has no free slot, or no such address as that of %2")
            .arg(bus, device.source);
    const QMap<int, Standing> there = m_taken.value({bus, slot});
    const QString slotText = QString::number(slot, 16);
    if (there.contains(device.function)) {
        return tr("slot %1, function %2 of bus %3 is taken twice: by %4 and %5")
            .arg(slotText, QString::number(device.function), bus, there.value(device.function).name,
                 device.source);
    }
    const bool alone = device.function > 0 ? there.contains(0) && !there.value(0).multifunction
                                           : !device.multifunction && !there.isEmpty();
    return alone && (isOrdered() || device.isPassed())
        ? tr("slot %1 of bus %2 has several functions, but its function 0 is there without "
             "multifunction=on (%3)")
              .arg(slotText, bus, device.source)
        : QString();
}

/// A bus that nothing owns, or nothing yet.
QString Placer::missingBus(const LayoutDevice &device) const
{
    const bool later = std::ranges::contains(m_layout.devices, device.bus, &LayoutDevice::ownBus);
    return isOrdered() && later
        ? tr("bus %1 is there only after %2, and QEMU makes devices in order")
              .arg(device.bus, device.source)
        : tr("there is no bus %1 for %2").arg(device.bus, device.source);
}

QString Placer::whyOpen(const LayoutDevice &device) const
{
    return device.open.isEmpty() ? m_openBuses.value(device.bus) : device.open;
}

/// What no device may have been given that is not itself passed: then nothing starts at all.
void Placer::refuseBadBridge(const LayoutDevice &device, const GuestNode &node)
{
    // What stands where the machine has a device of its own is, in a domain, that device.
    const bool domain = m_layout.origin == GuestLayout::Origin::Libvirt;
    const Standing there = m_taken.value({node.bus, node.slot}).value(node.function);
    if (domain && there.builtIn && device.ownBus.isEmpty())
        return;
    LayoutDevice placed = device;
    placed.bus = node.bus;
    if (const QString fault = faultAt(placed, node.slot); !fault.isEmpty())
        refuseAll(fault);
    if (!device.portSlot)
        return;
    const std::pair port(device.portSlot->chassis, device.portSlot->slot);
    if (m_portSlots.contains(port)) {
        refuseAll(tr("chassis %1, slot %2 is given to two ports: %3 and %4")
                      .arg(device.portSlot->chassis)
                      .arg(device.portSlot->slot)
                      .arg(m_portSlots.value(port), device.source));
    } else {
        m_portSlots.insert(port, device.source);
    }
}

/// False while the bridge that owns its bus is not there yet.
bool Placer::addBridge(const LayoutDevice &device)
{
    GuestNode node;
    node.id = device.id;
    node.model = device.model;
    node.bus = device.bus.isEmpty() ? rootBusName(m_plan.guest) : device.bus;
    if (node.bus != rootBusName(m_plan.guest) && !m_owners.contains(node.bus))
        return false;
    if (!device.refusal.isEmpty())
        refuseAll(device.refusal);
    const QString open = whyOpen(device);
    if (!device.ownBus.isEmpty() && !open.isEmpty())
        m_openBuses.insert(device.ownBus, open);
    node.parent = m_owners.value(node.bus, -1);
    node.slot = device.slot.value_or(freeSlot(node.bus));
    node.function = device.function;
    node.multifunction = device.multifunction;
    node.ownBus = device.ownBus;
    node.ownBusIsRoot = device.ownBusIsRoot;
    node.portType = device.portType;
    if (device.ownBusIsRoot && device.busNumber)
        node.likelySecondary = static_cast<quint8>(*device.busNumber);
    if (open.isEmpty()) {
        refuseBadBridge(device, node);
        stand(node, device.source, false);
    }
    if (!node.ownBus.isEmpty() && !m_owners.contains(node.ownBus))
        m_owners.insert(node.ownBus, static_cast<int>(m_placed.bridges.size()));
    m_placed.bridges.append(node);
    return true;
}

/// As QEMU does: what comes first has its place first.
void Placer::addInOrder()
{
    for (const LayoutDevice &device : m_layout.devices) {
        if (device.isPassed())
            addPassed(device);
        else if (!addBridge(device))
            refuseAll(missingBus(device));
    }
}

/// Parents first. What names a bus that nothing owns stands nowhere and is left out.
void Placer::addBridges()
{
    QList<LayoutDevice> waiting;
    std::ranges::copy_if(m_layout.devices, std::back_inserter(waiting),
                         [](const LayoutDevice &device) { return !device.isPassed(); });
    // What has a written slot first: the others take what is left.
    std::ranges::stable_partition(
        waiting, [](const LayoutDevice &device) { return device.slot.has_value(); });
    for (bool more = true; more;) {
        const qsizetype before = waiting.size();
        waiting.removeIf([this](const LayoutDevice &device) { return addBridge(device); });
        more = waiting.size() < before;
    }
}

/// The port that libvirt adds for a device that has none.
QString Placer::ownPort()
{
    LayoutDevice port;
    port.model = u"pcie-root-port"_s;
    port.portType = PortType::RootPort;
    int number = 1;
    do
        port.id = "auto-port-"_L1 + QString::number(number++);
    while (m_owners.contains(port.id));
    port.ownBus = port.id;
    addBridge(port);
    return port.id;
}

/// QEMU: the machine's root bus. libvirt: a slot of that on i440fx, a root port of its own for a
/// PCIe device, and for a conventional one a bridge that hides nothing it has.
void Placer::chooseBus(LayoutDevice &device)
{
    if (!device.bus.isEmpty() || !m_layout.machineKnown)
        return;
    if (m_layout.origin == GuestLayout::Origin::Qemu
        || machineKind(m_plan.guest) == MachineKind::I440fx) {
        device.bus = rootBusName(m_plan.guest);
        return;
    }
    const int index = m_plan.host && device.host ? m_plan.host->indexOf(*device.host) : -1;
    if (index >= 0 && isEndpoint(m_plan.host->at(index).portType)) {
        device.bus = ownPort();
        device.slot = 0;
    }
}

PassedFunction Placer::functionOf(const LayoutDevice &device) const
{
    PassedFunction function;
    function.address = device.host.value_or(PciAddress());
    if (device.host && m_plan.host)
        function.hostIndex = m_plan.host->indexOf(*device.host);
    function.sysfsdev = device.sysfsdev;
    function.qemuId = device.id;
    function.function = device.function;
    function.multifunction = device.multifunction;
    return function;
}

/// One error an entry, as QEMU ends at the first.
void refuse(ExpandedEntry &entry, RefusedBy by, const QString &why)
{
    if (why.isEmpty() || !entry.errors.isEmpty())
        return;
    entry.refusedBy = by;
    entry.errors.append({Reason::QemuBadAddress, u"qemu-start"_s, std::nullopt,
                         tr("QEMU refuses to start: %1").arg(why)});
}

void Placer::refuseBadPlace(ExpandedEntry &entry, const LayoutDevice &device)
{
    const GuestNode *bridge = owner(device.bus);
    if (bridge == nullptr && device.bus != rootBusName(m_plan.guest)) {
        refuse(entry, RefusedBy::Place, missingBus(device));
        return;
    }
    if (bridge != nullptr && bridge->ownBusIsRoot) {
        refuse(entry, RefusedBy::Place,
               tr("bus %1 takes bridges only, and %2 is none").arg(device.bus, device.source));
        return;
    }
    refuse(entry, RefusedBy::Place, faultAt(device, entry.place.slot));
    GuestNode node;
    node.bus = device.bus;
    node.slot = entry.place.slot;
    node.function = device.function;
    node.multifunction = device.multifunction;
    stand(node, device.source, false);
}

/// The entry of the same guest slot; a device without a known place is one of its own.
ExpandedEntry &Placer::entryFor(const LayoutDevice &device)
{
    const int slot = device.slot.value_or(-1);
    if (!device.bus.isEmpty()) {
        const auto same = std::ranges::find_if(m_placed.entries, [&](const ExpandedEntry &entry) {
            return entry.placeKnown && entry.place.bus == device.bus && entry.place.slot == slot;
        });
        if (same != m_placed.entries.end())
            return *same;
    }
    ExpandedEntry entry;
    entry.entry.index = firstLayoutIndex - static_cast<int>(m_placed.entries.size());
    entry.source = device.source;
    entry.mediated = !device.sysfsdev.isEmpty();
    entry.placeKnown = !device.bus.isEmpty();
    entry.place.bus = device.bus;
    entry.place.slot = std::max(slot, 0);
    entry.place.addr = "0x"_L1 + QString::number(entry.place.slot, 16);
    if (const GuestNode *bridge = owner(device.bus);
        bridge != nullptr && bridge->portType == PortType::RootPort) {
        entry.place.rootPort = true;
        entry.place.portAddress =
            u"%1.%2"_s.arg(bridge->slot, 2, 16, QLatin1Char('0')).arg(bridge->function);
    }
    m_placed.entries.append(entry);
    return m_placed.entries.last();
}

/// An entry of its own for what may stand anywhere.
void Placer::addOpen(const LayoutDevice &device, const QString &why)
{
    LayoutDevice free = device;
    free.bus.clear();
    ExpandedEntry &entry = entryFor(free);
    entry.whyOpen = why;
    refuse(entry, RefusedBy::Words, device.refusal);
    addFunction(entry, device);
}

/// What names no function has an entry, but nothing in it.
void Placer::addFunction(ExpandedEntry &entry, const LayoutDevice &device)
{
    if (device.namesNoHost)
        entry.countKnown = false;
    else
        entry.functions.append(functionOf(device));
    if (device.host && m_passed.contains(*device.host))
        refuse(entry, RefusedBy::Words,
               tr("%1 is passed twice (%2)").arg(device.host->toString(), device.source));
    if (device.host)
        m_passed.insert(*device.host);
}

void Placer::addPassed(LayoutDevice device)
{
    const QString why = m_layout.open.isEmpty() ? whyOpen(device) : m_layout.open;
    if (!why.isEmpty()) {
        addOpen(device, why);
        return;
    }
    chooseBus(device);
    if (!device.bus.isEmpty() && !device.slot)
        device.slot = freeSlot(device.bus);
    ExpandedEntry &entry = entryFor(device);
    refuse(entry, RefusedBy::Words, device.refusal);
    if (entry.placeKnown)
        refuseBadPlace(entry, device);
    addFunction(entry, device);
}

PlacedLayout Placer::place()
{
    m_refusal = m_layout.refusal;
    if (m_plan.guest.qemu)
        refuseAll(machineNotOf(*m_plan.guest.qemu, m_plan.guest.machine));
    if (m_layout.open.isEmpty())
        addBuiltIn();
    if (m_layout.open.isEmpty() && isOrdered()) {
        addInOrder();
    } else {
        if (m_layout.open.isEmpty())
            addBridges();
        for (const LayoutDevice &device : m_layout.devices) {
            if (device.isPassed())
                addPassed(device);
        }
    }
    for (ExpandedEntry &entry : m_placed.entries) {
        refuse(entry, RefusedBy::Whole, m_refusal);
        std::ranges::stable_sort(entry.functions, {}, &PassedFunction::function);
    }
    return m_placed;
}

} // namespace

PlacedLayout placeLayout(const Plan &plan)
{
    return Placer(plan).place();
}

} // namespace rootward
