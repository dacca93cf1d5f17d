// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemudevices.h"

#include "printable.h"
#include "qemudevicechecks.h"
#include "qemuproperties.h"
#include "qemushell.h"
#include "qemutext.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int highestFunction = 7;
constexpr quint32 highestDomain = 0xffff; ///< that every QEMU takes

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

/// "0b:00.0" as QEMU's host property reads it; the domain may be missing.
std::optional<PciAddress> hostAddress(QStringView text)
{
    static const QRegularExpression pattern(
        uR"(\A(?:(?:0x)?([0-9a-fA-F]{1,8}):)?(?:0x)?0*([0-9a-fA-F]{1,2}):(?:0x)?0*([0-9a-fA-F]{1,2})\.([0-7])\z)"_s);
    const auto match = pattern.matchView(text);
    const uint slot = match.capturedView(3).toUInt(nullptr, 16);
    if (!match.hasMatch() || slot > 0x1f)
        return std::nullopt;
    return PciAddress {match.capturedView(1).toUInt(nullptr, 16),
                       static_cast<quint8>(match.capturedView(2).toUInt(nullptr, 16)),
                       static_cast<quint8>(slot),
                       static_cast<quint8>(match.capturedView(4).toUInt())};
}

class Placing {
public:
    Placing(const QList<QemuDevice> &devices, const QemuBuses &buses)
        : m_devices(devices), m_buses(buses), m_known(buses.others),
          m_checks(buses.ids, buses.complete && buses.root == "pci.0"_L1)
    {
        m_known.insert(buses.root);
    }

    QemuPlaces run();

private:
    void addBridge(const QemuDevice &device, const QemuBridge &row);
    void checkExpander(LayoutDevice &bridge, const QemuDevice &device);
    void addPassed(const QemuDevice &device);
    void addOther(const QemuDevice &device);
    bool isOnMissingBus(const QemuDevice &device, const QString &bus) const;
    LayoutDevice start(const QemuDevice &device);
    void readAddress(LayoutDevice &place, const QemuDevice &device);
    void findHost(LayoutDevice &place, const QemuDevice &device);
    QString ownBusOf(const QemuDevice &device, const QemuBridge &row);
    void readPortSlot(LayoutDevice &bridge, const QemuDevice &device, const QemuBridge &row);
    void checkConventional(LayoutDevice &bridge, const QemuDevice &device, const QemuBridge &row);
    void add(const QemuDevice &device);

    const QList<QemuDevice> &m_devices;
    const QemuBuses &m_buses;
    QSet<QString> m_known;
    QemuDeviceChecks m_checks;
    QMap<QString, int> m_unnamed; ///< buses without a name, by their kind
    QMap<int, QString> m_numbers; ///< of root buses, to who has it
    QemuPlaces m_places;
};

/// The first holds: QEMU ends there.
void refuse(LayoutDevice &place, const QString &why)
{
    if (place.refusal.isEmpty())
        place.refusal = u"%1 (%2)"_s.arg(why, place.source);
}

void leaveOpen(LayoutDevice &place, const QString &why)
{
    if (place.open.isEmpty())
        place.open = why;
}

void Placing::readAddress(LayoutDevice &place, const QemuDevice &device)
{
    const QString addr = device.value("addr"_L1);
    if (addr.isEmpty() || hasShellVariable(addr))
        return;
    const auto devfn = qemuDevfn(addr);
    if (!devfn)
        refuse(place, tr("%1 is no PCI address").arg("addr="_L1 + printable(addr, 40)));
    place.slot = devfn ? devfn->slot : QemuDevfn::noSlot;
    place.function = devfn ? devfn->function : 0;
}

LayoutDevice Placing::start(const QemuDevice &device)
{
    LayoutDevice place;
    place.id = printable(device.value("id"_L1));
    if (place.id.isEmpty())
        place.id = u"%1 (line %2)"_s.arg(printable(device.driver)).arg(device.line);
    place.model = printable(device.driver);
    place.bus = device.value("bus"_L1);
    place.multifunction = qemuBoolean(device.value("multifunction"_L1)).value_or(false);
    place.open = device.open;
    place.source = optionPlace(device.line, "-device "_L1 + place.model);
    const QemuDeviceFaults faults = m_checks.check(device);
    if (!faults.refusal.isEmpty())
        refuse(place, faults.refusal);
    if (!faults.open.isEmpty())
        leaveOpen(place, faults.open);
    if (m_places.open.isEmpty() && !faults.allOpen.isEmpty())
        m_places.open = u"%1 (%2)"_s.arg(faults.allOpen, place.source);
    readAddress(place, device);
    return place;
}

void Placing::readPortSlot(LayoutDevice &bridge, const QemuDevice &device, const QemuBridge &row)
{
    if (!row.hasSlot)
        return;
    PortSlot port;
    const auto read = [&](QLatin1StringView key, int highest, int &number) {
        const QString word = device.properties.value(key, u"0"_s);
        const auto value = qemuNumber(word, highest);
        if (!value && !hasShellVariable(word))
            refuse(bridge, tr("QEMU does not take %1").arg(key + u'=' + printable(word, 40)));
        number = value.value_or(0);
        return value.has_value();
    };
    const bool chassis = read("chassis"_L1, 0xff, port.chassis);
    if (int port8 = 0; row.type == PortType::RootPort)
        read("port"_L1, 0xff, port8);
    if (read("slot"_L1, 0xffff, port.slot) && chassis)
        bridge.portSlot = port;
}

/// A conventional bridge has a number above 0 that need not be its own.
void Placing::checkConventional(LayoutDevice &bridge, const QemuDevice &device,
                                const QemuBridge &row)
{
    const bool expander = row.driver == "pxb"_L1;
    if (!expander && !row.driver.startsWith("pci-bridge"_L1))
        return;
    const QLatin1StringView key = expander ? "bus_nr"_L1 : "chassis_nr"_L1;
    const QString word = device.properties.value(key, u"0"_s);
    if (!hasShellVariable(word) && qemuNumber(word, 0xff).value_or(0) == 0)
        refuse(bridge, tr("%1 needs %2 above 0").arg(bridge.model, key));
    const bool onRoot = bridge.bus.isEmpty() || bridge.bus == m_buses.root;
    if (expander && onRoot && m_buses.root == "pcie.0"_L1)
        refuse(bridge, tr("pxb cannot stand on a PCI Express bus"));
}

/// What owns a root bus stands on the machine's, and has a number of its own.
void Placing::checkExpander(LayoutDevice &bridge, const QemuDevice &device)
{
    if (!bridge.bus.isEmpty() && !hasShellVariable(bridge.bus) && bridge.bus != m_buses.root
        && m_buses.complete)
        refuse(bridge, tr("%1 stands on the machine's root bus alone").arg(bridge.model));
    if (bridge.model != "pxb"_L1 && m_buses.root == "pci.0"_L1 && m_buses.complete)
        refuse(bridge, tr("%1 cannot stand on a conventional bus").arg(bridge.model));
    const QString word = device.properties.value(u"bus_nr"_s, u"0"_s);
    const auto number = qemuNumber(word, 0xff);
    if (!number && !hasShellVariable(word))
        refuse(bridge, tr("QEMU does not take %1").arg("bus_nr="_L1 + printable(word, 40)));
    if (number && m_numbers.contains(*number))
        refuse(bridge,
               tr("bus_nr %1 is given twice: to %2 and %3")
                   .arg(*number)
                   .arg(m_numbers.value(*number), bridge.source));
    if (number)
        m_numbers.insert(*number, bridge.source);
    if (device.properties.contains(u"numa_node"_s) || bridge.model == "pxb-cxl"_L1)
        leaveOpen(bridge,
                  tr("whether the machine has what %1 needs is not modelled").arg(bridge.model));
}

/// QEMU counts the buses that have no name of their own; a root bus is found before them.
QString Placing::ownBusOf(const QemuDevice &device, const QemuBridge &row)
{
    if (const QString id = device.value("id"_L1); !id.isEmpty())
        return id;
    const bool express = row.type == PortType::RootPort || isSwitchPort(row.type);
    const QLatin1StringView kind = express ? "pcie"_L1
        : row.driver == "pxb-pcie"_L1      ? "pxb-pcie-bus"_L1
        : row.driver == "pxb-cxl"_L1       ? "pxb-cxl-bus"_L1
                                           : "pci"_L1;
    const QString name = kind + u'.' + QString::number(m_unnamed[kind]++);
    return name == m_buses.root ? name + " (unnamed)"_L1 : name;
}

void Placing::addBridge(const QemuDevice &device, const QemuBridge &row)
{
    LayoutDevice bridge = start(device);
    bridge.ownBus = ownBusOf(device, row);
    m_known.insert(bridge.ownBus);
    bridge.portType = row.type;
    readPortSlot(bridge, device, row);
    checkConventional(bridge, device, row);
    if (row.ownsRootBus)
        checkExpander(bridge, device);
    bridge.ownBusIsRoot = row.ownsRootBus;
    bool numbered = false;
    const int number = device.value("bus_nr"_L1).toInt(&numbered, 0);
    if (row.ownsRootBus && numbered && number >= 0 && number <= 0xff)
        bridge.busNumber = number;
    m_places.devices += row.driver == "pxb"_L1 ? conventionalExpander(bridge) : QList {bridge};
}

/// The host's function; else why QEMU refuses the option, or what it leaves open.
void Placing::findHost(LayoutDevice &place, const QemuDevice &device)
{
    const bool byAddress = device.properties.contains(u"host"_s);
    const QString word = device.value(byAddress ? "host"_L1 : "sysfsdev"_L1);
    const QString written = (byAddress ? "host="_L1 : "sysfsdev="_L1) + printable(word, 60);
    place.namesNoHost = true;
    if (hasShellVariable(word)) {
        leaveOpen(place, tr("the shell fills in %1").arg(written));
    } else if (byAddress) {
        place.host = hostAddress(word);
        if (!place.host)
            refuse(place, tr("%1 is no PCI address").arg(written));
        else if (place.host->domain > highestDomain)
            leaveOpen(place, tr("not every QEMU takes the domain of %1").arg(written));
    } else if (device.properties.contains(u"fd"_s)) {
        leaveOpen(place, tr("fd= names no function"));
    } else if (word.isEmpty()) {
        refuse(place, tr("it names no function of the host"));
    } else {
        QStringView name = word;
        while (name.endsWith(u'/'))
            name.chop(1);
        place.host = hostAddress(name.sliced(name.lastIndexOf(u'/') + 1));
        if (!place.host)
            place.sysfsdev = printable(word, 4096);
    }
    place.namesNoHost = !place.host && place.sysfsdev.isEmpty();
}

void Placing::addPassed(const QemuDevice &device)
{
    LayoutDevice place = start(device);
    findHost(place, device);
    if (!place.bus.isEmpty() && !m_buses.complete && !m_known.contains(place.bus)) {
        place.bus.clear();
        m_places.openBus = true;
    }
    m_places.devices.append(place);
}

/// QEMU ends where a PCI device names a bus that is not there.
bool Placing::isOnMissingBus(const QemuDevice &device, const QString &bus) const
{
    return m_buses.complete && isQemuPciModel(device.driver) && !hasShellVariable(bus);
}

/// What stands on a PCI bus besides. Disks, USB devices and the like have buses of their own.
void Placing::addOther(const QemuDevice &device)
{
    const QString bus = device.value("bus"_L1);
    const bool onPci = bus.isEmpty()
        ? !device.value("addr"_L1).isEmpty() || isQemuPciModel(device.driver)
        : m_known.contains(bus) || isOnMissingBus(device, bus);
    const LayoutDevice place = start(device);
    if (onPci)
        m_places.devices.append(place);
    else if (m_places.refusal.isEmpty())
        m_places.refusal = place.refusal;
    if (hasShellVariable(device.driver)) {
        m_places.problems.append(tr("line %1: what the shell makes of %2 is not known")
                                     .arg(QString::number(device.line), place.source));
    }
}

/// Of several root buses QEMU takes the one that it comes to first.
void Placing::add(const QemuDevice &written)
{
    QemuDevice device = written;
    if (!m_numbers.isEmpty() && device.value("bus"_L1).isEmpty() && device.open.isEmpty())
        device.open = tr("which of the root buses it is on is not written");
    if (const QemuBridge *row = qemuBridge(device.driver))
        addBridge(device, *row);
    else if (isQemuPassthrough(device.driver))
        addPassed(device);
    else
        addOther(device);
}

QemuPlaces Placing::run()
{
    for (const QemuDevice &device : m_devices) {
        if (const QString id = device.value("id"_L1); qemuBridge(device.driver) && !id.isEmpty())
            m_known.insert(id);
    }
    QList<QemuDevice> inOrder = m_devices;
    std::ranges::stable_partition(inOrder, std::not_fn(&QemuDevice::json));
    for (qsizetype i = 0; i <= inOrder.size(); ++i) {
        if (i == m_buses.fixedAt)
            m_places.devices += m_buses.fixed;
        if (i < inOrder.size())
            add(inOrder.at(i));
    }
    return m_places;
}

} // namespace

std::optional<QemuDevfn> qemuDevfn(QStringView text)
{
    static const QRegularExpression pattern(
        uR"(\A\s*\+?(?:0[xX])?((?<=[xX])|[0-9a-fA-F]{1,8})(?:\.\s*\+?(?:0[xX])?((?<=[xX])|[0-9a-fA-F]{1,8}))?\z)"_s);
    const auto match = pattern.matchView(text);
    if (!match.hasMatch())
        return std::nullopt;
    const uint slot = match.capturedView(1).toUInt(nullptr, 16);
    const uint function = match.capturedView(2).toUInt(nullptr, 16);
    if (function > highestFunction)
        return QemuDevfn {static_cast<int>(qMin<uint>(slot, QemuDevfn::noSlot)),
                          highestFunction + 1};
    return QemuDevfn {static_cast<int>(qMin<uint>(slot, QemuDevfn::noSlot)),
                      static_cast<int>(function)};
}

QemuPlaces placesOf(const QList<QemuDevice> &devices, const QemuBuses &buses)
{
    return Placing(devices, buses).run();
}

QList<LayoutDevice> conventionalExpander(const LayoutDevice &expander)
{
    LayoutDevice outer = expander;
    outer.ownBus += " (expander)"_L1;
    outer.id = outer.ownBus;
    LayoutDevice inner = expander;
    inner.model = u"pci-bridge"_s;
    inner.bus = outer.ownBus;
    inner.slot = inner.function = 0;
    inner.ownBusIsRoot = inner.multifunction = false;
    inner.busNumber.reset();
    return {outer, inner};
}

QList<LayoutDevice> proxmoxDevices(QLatin1StringView machine, const QString &source)
{
    GuestMachine guest;
    guest.machine = machine;
    guest.hasDisplay = false;
    int ports = 0;
    QList<LayoutDevice> devices;
    const QList<GuestNode> builtIn = builtInDevices(guest);
    for (const GuestNode &node : fixedGuestDevices(guest)) {
        if (std::ranges::contains(builtIn, node.id, &GuestNode::id))
            continue;
        LayoutDevice device;
        device.id = node.id;
        device.model = node.model;
        device.bus = node.bus;
        device.slot = node.slot;
        device.function = node.function;
        device.multifunction = node.multifunction;
        device.ownBus = node.ownBus;
        device.portType = node.portType;
        if (node.portType == PortType::RootPort)
            device.portSlot = PortSlot {++ports, 0};
        device.source = source;
        devices.append(device);
    }
    return devices;
}

void tellApart(QList<LayoutDevice> &devices)
{
    QMap<QString, int> count;
    for (const LayoutDevice &device : std::as_const(devices))
        ++count[device.source];
    for (LayoutDevice &device : devices) {
        if (device.isPassed() && count.value(device.source) > 1)
            device.source += u" (%1)"_s.arg(device.host ? device.host->toShortString() : device.id);
    }
}

void makeIdsUnique(QList<LayoutDevice> &devices, const GuestMachine &machine)
{
    QSet<QString> taken;
    for (const GuestNode &node : builtInDevices(machine))
        taken.insert(node.id);
    QMap<QString, int> used;
    for (LayoutDevice &device : devices) {
        const QString written = device.id;
        while (taken.contains(device.id))
            device.id = u"%1 (%2)"_s.arg(written).arg(++used[written] + 1);
        taken.insert(device.id);
    }
}

} // namespace rootward
