// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "layoutplacement.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int slotsPerBus = 32;
constexpr int functionsPerSlot = 8;

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

/// A place on a bus, as QEMU tells two devices apart.
struct Spot {
    QString bus;
    int slot = 0;
    int function = 0;
    friend bool operator==(const Spot &, const Spot &) = default;
};
size_t qHash(const Spot &spot, size_t seed = 0)
{
    return qHashMulti(seed, spot.bus, spot.slot, spot.function);
}

class Placer {
public:
    explicit Placer(const Plan &plan) : m_plan(plan), m_layout(*plan.layout) { }

    PlacedLayout place();

private:
    void addBuiltIn();
    void addBridges();
    bool addBridge(const LayoutDevice &device);
    void addPassed(LayoutDevice device);
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
    QHash<Spot, QString> m_taken; ///< who stands there
    QSet<PciAddress> m_passed;
};

const GuestNode *Placer::owner(const QString &bus) const
{
    const int index = m_owners.value(bus, -1);
    return index < 0 ? nullptr : &m_placed.bridges.at(index);
}

int Placer::freeSlot(const QString &bus) const
{
    for (int slot = 0; slot < slotsPerBus; ++slot) {
        const bool taken = std::ranges::any_of(m_taken.asKeyValueRange(), [&](const auto &pair) {
            return pair.first.bus == bus && pair.first.slot == slot;
        });
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
    for (const GuestNode &node : std::as_const(m_placed.bridges))
        m_taken.insert({node.bus, node.slot, node.function}, node.id);
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
    node.parent = m_owners.value(node.bus, -1);
    node.slot = device.slot.value_or(freeSlot(node.bus));
    node.function = device.function;
    node.multifunction = device.multifunction;
    node.ownBus = device.ownBus;
    node.ownBusIsRoot = device.ownBusIsRoot;
    node.portType = device.portType;
    if (device.ownBusIsRoot && device.busNumber)
        node.likelySecondary = static_cast<quint8>(*device.busNumber);
    m_taken.insert({node.bus, node.slot, node.function}, node.id);
    if (!node.ownBus.isEmpty() && !m_owners.contains(node.ownBus))
        m_owners.insert(node.ownBus, static_cast<int>(m_placed.bridges.size()));
    m_placed.bridges.append(node);
    return true;
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
void refuse(ExpandedEntry &entry, const QString &why)
{
    if (!entry.errors.isEmpty())
        return;
    entry.errors.append({Reason::QemuBadAddress, u"qemu-start"_s, std::nullopt,
                         tr("QEMU refuses to start: %1").arg(why)});
}

/// Function 0 says whether there are others, whichever comes first.
bool lacksMultifunction(const ExpandedEntry &entry, const LayoutDevice &device)
{
    return std::ranges::any_of(entry.functions, [&](const PassedFunction &other) {
        return (other.function == 0 && !other.multifunction && device.function > 0)
            || (other.function > 0 && device.function == 0 && !device.multifunction);
    });
}

void Placer::refuseBadPlace(ExpandedEntry &entry, const LayoutDevice &device)
{
    const QString slot = QString::number(entry.place.slot, 16);
    const GuestNode *bridge = owner(device.bus);
    if (bridge == nullptr && device.bus != rootBusName(m_plan.guest)) {
        refuse(entry, tr("there is no bus %1 for %2").arg(device.bus, device.source));
        return;
    }
    if (bridge != nullptr && bridge->ownBusIsRoot) {
        refuse(entry,
               tr("bus %1 takes bridges only, and %2 is none").arg(device.bus, device.source));
        return;
    }
    if (entry.place.slot >= slotsPerBus || device.function >= functionsPerSlot) {
        refuse(entry,
               tr("bus %1 has no free slot, or no such address as that of %2")
                   .arg(device.bus, device.source));
        return;
    }
    const Spot spot {device.bus, entry.place.slot, device.function};
    if (m_taken.contains(spot)) {
        refuse(entry,
               tr("slot %1, function %2 of bus %3 is taken twice (%4)")
                   .arg(slot, QString::number(device.function), device.bus, device.source));
    } else if (lacksMultifunction(entry, device)) {
        refuse(entry,
               tr("slot %1 of bus %2 has several functions, but its function 0 is passed without "
                  "multifunction=on (%3)")
                   .arg(slot, device.bus, device.source));
    }
    m_taken.insert(spot, device.id);
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

void Placer::addPassed(LayoutDevice device)
{
    chooseBus(device);
    if (!device.bus.isEmpty() && !device.slot)
        device.slot = freeSlot(device.bus);
    ExpandedEntry &entry = entryFor(device);
    if (entry.placeKnown)
        refuseBadPlace(entry, device);
    if (device.host && m_passed.contains(*device.host))
        refuse(entry, tr("%1 is passed twice (%2)").arg(device.host->toString(), device.source));
    if (device.host)
        m_passed.insert(*device.host);
    entry.functions.append(functionOf(device));
}

PlacedLayout Placer::place()
{
    addBuiltIn();
    addBridges();
    QList<LayoutDevice> passed;
    std::ranges::copy_if(m_layout.devices, std::back_inserter(passed), &LayoutDevice::isPassed);
    for (const LayoutDevice &device : std::as_const(passed))
        addPassed(device);
    for (ExpandedEntry &entry : m_placed.entries)
        std::ranges::stable_sort(entry.functions, {}, &PassedFunction::function);
    return m_placed;
}

} // namespace

PlacedLayout placeLayout(const Plan &plan)
{
    return Placer(plan).place();
}

} // namespace rootward
