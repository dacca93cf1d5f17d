// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemudevices.h"

#include "printable.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <span>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int noSlot = 0x20; ///< of a written address that no bus has
constexpr int highestFunction = 7;

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

bool isOneOf(QStringView word, std::span<const QLatin1StringView> list)
{
    return std::ranges::any_of(list, [word](QLatin1StringView item) { return word == item; });
}

struct BridgeRow {
    QLatin1StringView driver;
    PortType type;
    bool ownsRootBus = false;
};
constexpr BridgeRow bridgeRows[] = {
    {"pcie-root-port"_L1, PortType::RootPort},
    {"ioh3420"_L1, PortType::RootPort},
    {"cxl-rp"_L1, PortType::RootPort},
    {"x3130-upstream"_L1, PortType::UpstreamPort},
    {"cxl-upstream"_L1, PortType::UpstreamPort},
    {"xio3130-downstream"_L1, PortType::DownstreamPort},
    {"cxl-downstream"_L1, PortType::DownstreamPort},
    {"pcie-pci-bridge"_L1, PortType::PcieToPciBridge},
    {"pci-bridge"_L1, PortType::Conventional},
    {"pci-bridge-seat"_L1, PortType::Conventional},
    {"i82801b11-bridge"_L1, PortType::Conventional},
    {"pxb-pcie"_L1, PortType::Conventional, true},
    {"pxb-cxl"_L1, PortType::Conventional, true},
    {"pxb"_L1, PortType::Conventional, true},
};

const BridgeRow *bridgeRow(QStringView driver)
{
    const auto row = std::ranges::find_if(
        bridgeRows, [driver](const BridgeRow &candidate) { return driver == candidate.driver; });
    return row == std::end(bridgeRows) ? nullptr : row;
}

// QEMU's other PCI devices, for those that are given neither a bus nor an address.
constexpr QLatin1StringView pciModels[] = {
    "AC97"_L1,
    "AMDVI-PCI"_L1,
    "ES1370"_L1,
    "VGA"_L1,
    "ahci"_L1,
    "am53c974"_L1,
    "amd-iommu"_L1,
    "ati-vga"_L1,
    "bochs-display"_L1,
    "cirrus-vga"_L1,
    "e1000"_L1,
    "e1000-82544gc"_L1,
    "e1000-82545em"_L1,
    "e1000e"_L1,
    "edu"_L1,
    "i6300esb"_L1,
    "i82550"_L1,
    "i82551"_L1,
    "i82557b"_L1,
    "i82559er"_L1,
    "ich9-ahci"_L1,
    "ich9-intel-hda"_L1,
    "ich9-usb-ehci1"_L1,
    "ich9-usb-ehci2"_L1,
    "ich9-usb-uhci1"_L1,
    "ich9-usb-uhci2"_L1,
    "ich9-usb-uhci3"_L1,
    "ich9-usb-uhci4"_L1,
    "ich9-usb-uhci5"_L1,
    "ich9-usb-uhci6"_L1,
    "igb"_L1,
    "intel-hda"_L1,
    "ivshmem-doorbell"_L1,
    "ivshmem-plain"_L1,
    "lsi"_L1,
    "lsi53c810"_L1,
    "lsi53c895a"_L1,
    "megasas"_L1,
    "megasas-gen2"_L1,
    "mptsas1068"_L1,
    "ne2k_pci"_L1,
    "nec-usb-xhci"_L1,
    "nvme"_L1,
    "pci-ohci"_L1,
    "pci-serial"_L1,
    "pci-serial-2x"_L1,
    "pci-serial-4x"_L1,
    "pcnet"_L1,
    "piix3-ide"_L1,
    "piix3-usb-uhci"_L1,
    "piix4-ide"_L1,
    "piix4-usb-uhci"_L1,
    "pvpanic-pci"_L1,
    "pvscsi"_L1,
    "qemu-xhci"_L1,
    "qxl"_L1,
    "qxl-vga"_L1,
    "rtl8139"_L1,
    "sdhci-pci"_L1,
    "secondary-vga"_L1,
    "tulip"_L1,
    "ufs"_L1,
    "usb-ehci"_L1,
    "vfio-user-pci"_L1,
    "vmware-svga"_L1,
    "vmxnet3"_L1,
};

bool isPciModel(QStringView driver)
{
    if (driver.startsWith("virtio-"_L1)) // "-pci" may be left out on machines with PCI
        return !driver.endsWith("-device"_L1) && !driver.endsWith("-ccw"_L1);
    return (driver.startsWith("vhost-"_L1) && driver.endsWith("-pci"_L1))
        || isOneOf(driver, pciModels);
}

bool isPassthrough(QStringView driver)
{
    return driver == "vfio-pci"_L1 || driver == "vfio-pci-nohotplug"_L1;
}

std::optional<bool> booleanOf(const QString &value)
{
    if (value == "on"_L1 || value == "true"_L1 || value == "yes"_L1 || value == "y"_L1)
        return true;
    if (value == "off"_L1 || value == "false"_L1 || value == "no"_L1 || value == "n"_L1)
        return false;
    return std::nullopt;
}

/// "0b:00.0" as QEMU's host property reads it; the domain may be missing.
std::optional<PciAddress> hostAddress(QStringView text)
{
    static const QRegularExpression pattern(
        uR"(\A(?:([0-9a-fA-F]{1,8}):)?([0-9a-fA-F]{1,2}):([0-9a-fA-F]{1,2})\.([0-7])\z)"_s);
    const auto match = pattern.matchView(text);
    const uint slot = match.capturedView(3).toUInt(nullptr, 16);
    if (!match.hasMatch() || slot > 0x1f)
        return std::nullopt;
    return PciAddress {match.capturedView(1).toUInt(nullptr, 16),
                       static_cast<quint8>(match.capturedView(2).toUInt(nullptr, 16)),
                       static_cast<quint8>(slot),
                       static_cast<quint8>(match.capturedView(4).toUInt())};
}

struct Devfn {
    int slot = 0;
    int function = 0;
};

/// "0x1c.1", "10.0", "5": hexadecimal, as QEMU's addr property is. Out of range counts as noSlot.
std::optional<Devfn> devfnOf(QStringView text)
{
    static const QRegularExpression pattern(
        uR"(\A(?:0[xX])?([0-9a-fA-F]{1,8})(?:\.(?:0[xX])?([0-9a-fA-F]{1,8}))?\z)"_s);
    const auto match = pattern.matchView(text);
    if (!match.hasMatch())
        return std::nullopt;
    const uint slot = match.capturedView(1).toUInt(nullptr, 16);
    const uint function = match.capturedView(2).toUInt(nullptr, 16);
    if (function > highestFunction)
        return Devfn {static_cast<int>(qMin<uint>(slot, noSlot)), highestFunction + 1};
    return Devfn {static_cast<int>(qMin<uint>(slot, noSlot)), static_cast<int>(function)};
}

class Placing {
public:
    Placing(const QList<QemuDevice> &devices, const QemuBuses &buses)
        : m_devices(devices), m_buses(buses), m_known(buses.others)
    {
        m_known.insert(buses.root);
    }

    QemuPlaces run();

private:
    void addBridge(const QemuDevice &device, const BridgeRow &row);
    void addPassed(const QemuDevice &device);
    void addOther(const QemuDevice &device);
    LayoutDevice start(const QemuDevice &device);
    void readAddress(LayoutDevice &place, const QemuDevice &device);
    bool findHost(LayoutDevice &place, const QemuDevice &device);
    void problem(const QemuDevice &device, const QString &sentence);

    const QList<QemuDevice> &m_devices;
    const QemuBuses &m_buses;
    QSet<QString> m_known;
    QemuPlaces m_places;
};

void Placing::problem(const QemuDevice &device, const QString &sentence)
{
    m_places.problems.append(tr("line %1: %2").arg(QString::number(device.line), sentence));
}

void Placing::readAddress(LayoutDevice &place, const QemuDevice &device)
{
    const QString addr = device.value("addr"_L1);
    if (addr.isEmpty())
        return;
    const auto devfn = devfnOf(addr);
    if (!devfn)
        problem(device, tr("%1 is no PCI address").arg("addr="_L1 + printable(addr)));
    place.slot = devfn ? devfn->slot : noSlot;
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
    place.multifunction = booleanOf(device.value("multifunction"_L1)).value_or(false);
    place.source = tr("line %1, %2").arg(QString::number(device.line), "-device "_L1 + place.model);
    readAddress(place, device);
    return place;
}

void Placing::addBridge(const QemuDevice &device, const BridgeRow &row)
{
    LayoutDevice bridge = start(device);
    const QString id = device.value("id"_L1);
    bridge.ownBus = id.isEmpty() ? bridge.id : id;
    bridge.portType = row.type;
    bridge.ownBusIsRoot = row.ownsRootBus;
    bool numbered = false;
    const int number = device.value("bus_nr"_L1).toInt(&numbered, 0);
    if (row.ownsRootBus && numbered && number >= 0 && number <= 0xff)
        bridge.busNumber = number;
    m_places.devices += row.driver == "pxb"_L1 ? conventionalExpander(bridge) : QList {bridge};
}

/// False where the option names no device.
bool Placing::findHost(LayoutDevice &place, const QemuDevice &device)
{
    if (const QString host = device.value("host"_L1); !host.isEmpty()) {
        place.host = hostAddress(host);
        if (!place.host)
            problem(device, tr("%1 is no PCI address").arg("host="_L1 + printable(host)));
        return place.host.has_value();
    }
    const QString folder = device.value("sysfsdev"_L1);
    if (folder.isEmpty()) {
        problem(device, tr("%1 without host=").arg(place.model));
        return false;
    }
    QStringView name = folder;
    while (name.endsWith(u'/'))
        name.chop(1);
    place.host = hostAddress(name.sliced(name.lastIndexOf(u'/') + 1));
    if (!place.host)
        place.sysfsdev = printable(folder, 4096);
    return true;
}

void Placing::addPassed(const QemuDevice &device)
{
    LayoutDevice place = start(device);
    if (!findHost(place, device))
        return;
    if (!place.bus.isEmpty() && !m_buses.complete && !m_known.contains(place.bus)) {
        place.bus.clear();
        m_places.openBus = true;
    }
    m_places.devices.append(place);
}

/// What stands on a PCI bus besides. Disks, USB devices and the like have buses of their own.
void Placing::addOther(const QemuDevice &device)
{
    const QString bus = device.value("bus"_L1);
    const bool onPci = bus.isEmpty()
        ? !device.value("addr"_L1).isEmpty() || isPciModel(device.driver)
        : m_known.contains(bus);
    if (onPci)
        m_places.devices.append(start(device));
}

QemuPlaces Placing::run()
{
    for (const QemuDevice &device : m_devices) {
        if (const QString id = device.value("id"_L1); bridgeRow(device.driver) && !id.isEmpty())
            m_known.insert(id);
    }
    for (const QemuDevice &device : m_devices) {
        if (const BridgeRow *row = bridgeRow(device.driver))
            addBridge(device, *row);
        else if (isPassthrough(device.driver))
            addPassed(device);
        else
            addOther(device);
    }
    return m_places;
}

} // namespace

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

bool isModelledMachine(const QString &type)
{
    return type.contains("q35"_L1) || type == "pc"_L1 || type.startsWith("pc-"_L1)
        || type == "virt"_L1 || type.startsWith("virt-"_L1);
}

std::optional<PortType> qemuBridgeType(const QString &driver)
{
    const BridgeRow *row = bridgeRow(driver);
    return row ? std::optional(row->type) : std::nullopt;
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
