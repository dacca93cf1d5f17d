// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "emulateddevices.h"

#include "hostpci.h"
#include "propertystring.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// Where devices of one kind stand: the first at `slot` of pci.`bus`, the others behind it.
struct PlaceRow {
    QLatin1StringView kind;
    int first;
    int last;
    int bus;
    int slot;
};
constexpr PlaceRow placeRows[] = {
    {"balloon"_L1, 0, 0, 0, 0x03},     {"watchdog"_L1, 0, 0, 0, 0x04},
    {"scsihw"_L1, 0, 1, 0, 0x05},      {"scsihw"_L1, 2, 4, 4, 0x01},
    {"ahci"_L1, 0, 0, 0, 0x07},        {"qga"_L1, 0, 0, 0, 0x08},
    {"spice"_L1, 0, 0, 0, 0x09},       {"virtio"_L1, 0, 5, 0, 0x0a},
    {"virtio"_L1, 6, 15, 2, 0x01},     {"net"_L1, 0, 5, 0, 0x12},
    {"net"_L1, 6, 31, 1, 0x01},        {"vga"_L1, 1, 3, 0, 0x18},
    {"virtioscsi"_L1, 0, 30, 3, 0x01}, {"xhci"_L1, 0, 0, 1, 0x1b},
    {"rng"_L1, 0, 0, 1, 0x1d},         {"audiodev"_L1, 0, 0, 2, 0x0c},
    {"ivshmem"_L1, 0, 0, 2, 0x0b},
};

constexpr int legacyIgdSlot = 0x02;
constexpr int q35IvshmemSlot = 0x14;
constexpr int slotsPerBus = 32;
constexpr int diskCount = 31;
constexpr int virtioDiskCount = 16;
constexpr int netCount = 32;
constexpr int usbCount = 14;
constexpr int sataCount = 6;
constexpr int virtiofsCount = 10;
constexpr int disksPerOldController = 7;
constexpr int disksPerController = 256;

struct ModelRow {
    QLatin1StringView word;
    QLatin1StringView model;
};
constexpr ModelRow displayRows[] = {
    {"std"_L1, "VGA"_L1},
    {"cirrus"_L1, "cirrus-vga"_L1},
    {"vmware"_L1, "vmware-svga"_L1},
    {"virtio"_L1, "virtio-vga"_L1},
    {"virtio-gl"_L1, "virtio-vga-gl"_L1},
    {"qxl"_L1, "qxl-vga"_L1},
    {"qxl2"_L1, "qxl-vga"_L1},
    {"qxl3"_L1, "qxl-vga"_L1},
    {"qxl4"_L1, "qxl-vga"_L1},
};
// An ISA card is no PCI device.
constexpr ModelRow netRows[] = {
    {"virtio"_L1, "virtio-net-pci"_L1},
    {"e1000"_L1, "e1000"_L1},
    {"e1000-82540em"_L1, "e1000-82540em"_L1},
    {"e1000-82544gc"_L1, "e1000-82544gc"_L1},
    {"e1000-82545em"_L1, "e1000-82545em"_L1},
    {"e1000e"_L1, "e1000e"_L1},
    {"i82551"_L1, "i82551"_L1},
    {"i82557b"_L1, "i82557b"_L1},
    {"i82559er"_L1, "i82559er"_L1},
    {"ne2k_pci"_L1, "ne2k_pci"_L1},
    {"pcnet"_L1, "pcnet"_L1},
    {"rtl8139"_L1, "rtl8139"_L1},
    {"vmxnet3"_L1, "vmxnet3"_L1},
};

template<size_t size>
QString modelOf(const ModelRow (&rows)[size], QStringView word)
{
    const auto row = std::ranges::find_if(
        rows, [word](const ModelRow &candidate) { return word == candidate.word; });
    return row == std::end(rows) ? QString() : QString(row->model);
}

QString displayWord(const GuestMachine &machine)
{
    if (!machine.display.isEmpty())
        return machine.display;
    return machineKind(machine) == MachineKind::Virt ? u"virtio"_s : u"std"_s;
}

bool isWindows(const GuestMachine &machine)
{
    return machine.ostype.startsWith(u'w');
}

/// The machine version that decides about USB: an unversioned Windows guest has an old one.
QemuVersion machineVersion(const QMap<QString, QString> &settings, const GuestMachine &machine)
{
    static const QRegularExpression pinned(uR"(-([0-9]{1,4})\.([0-9]{1,4}))"_s);
    const auto match = pinned.match(machine.machine);
    if (match.hasMatch())
        return {match.captured(1).toInt(), match.captured(2).toInt(), 0};
    if (!isWindows(machine))
        return machine.qemuVersion();
    const auto creation =
        propertyValue(settings.value(u"meta"_s), u"creation-qemu", QLatin1StringView());
    const auto created = QemuVersion::parse(creation.value_or(QString()));
    return created && *created >= QemuVersion {9, 1, 0} ? *created : QemuVersion {5, 1, 0};
}

class Emulated {
public:
    Emulated(const QMap<QString, QString> &settings, const GuestMachine &machine)
        : m_settings(settings), m_machine(machine)
    {
        m_machine.emulated.clear();
    }

    QList<EmulatedDevice> list()
    {
        addDisplays();
        addSmallDevices();
        addDisks();
        addNetwork();
        addUsb();
        addShared();
        addBridges();
        addWithoutPlace();
        return m_machine.emulated;
    }

private:
    bool has(const QString &key) const { return m_settings.contains(key); }
    std::optional<QString> part(const QString &key, QStringView name, QLatin1StringView bare) const
    {
        return has(key) ? propertyValue(m_settings.value(key), name, bare) : std::nullopt;
    }

    QString busName(int bus) const
    {
        const bool root = bus == 0 && machineKind(m_machine) == MachineKind::Virt;
        return root ? rootBusName(m_machine) : "pci."_L1 + QString::number(bus);
    }

    void add(QLatin1StringView kind, int number, const QString &id, const QString &model)
    {
        const auto row = std::ranges::find_if(placeRows, [&](const PlaceRow &place) {
            return place.kind == kind && number >= place.first && number <= place.last;
        });
        if (row != std::end(placeRows)) {
            m_machine.emulated.append(
                {id, model, busName(row->bus), row->slot + number - row->first, {}});
        }
    }

    void addDisplays();
    void addSmallDevices();
    void addDisks();
    void addNetwork();
    void addUsb();
    void addShared();
    void addBridges();
    void addWithoutPlace();
    QSet<int> passedSlots() const;
    void addToFreeSlot(const QString &id, const QString &model);

    const QMap<QString, QString> &m_settings;
    GuestMachine m_machine;
};

/// Windows has one device for each of several qxl screens; and what a SPICE client talks to.
void Emulated::addDisplays()
{
    const QString word = displayWord(m_machine);
    const bool isQxl = word.startsWith("qxl"_L1);
    if (isQxl && isWindows(m_machine)) {
        const int screens = word.sliced(3).isEmpty() ? 1 : word.sliced(3).toInt();
        for (int screen = 1; screen < screens; ++screen)
            add("vga"_L1, screen, "vga"_L1 + QString::number(screen), u"qxl"_s);
    }
    const bool clipboard = part(u"vga"_s, u"clipboard", "type"_L1) == "vnc"_L1;
    if (isQxl || word.startsWith("virtio"_L1) || clipboard)
        add("spice"_L1, 0, u"spice"_s, u"virtio-serial"_s);
}

void Emulated::addSmallDevices()
{
    if (m_settings.value(u"balloon"_s, u"1"_s).toLongLong() != 0)
        add("balloon"_L1, 0, u"balloon0"_s, u"virtio-balloon-pci"_s);
    const auto watchdog = part(u"watchdog"_s, u"model", "model"_L1);
    if (has(u"watchdog"_s) && watchdog.value_or(u"i6300esb"_s) == "i6300esb"_L1)
        add("watchdog"_L1, 0, u"watchdog"_s, u"i6300esb"_s);
    const auto agent = part(u"agent"_s, u"enabled", "enabled"_L1);
    const auto channel = part(u"agent"_s, u"type", "enabled"_L1);
    if (agent && proxmoxBoolean(*agent) == true && channel.value_or(u"virtio"_s) == "virtio"_L1)
        add("qga"_L1, 0, u"qga0"_s, u"virtio-serial"_s);
    if (has(u"rng0"_s))
        add("rng"_L1, 0, u"rng0"_s, u"virtio-rng-pci"_s);
    if (const auto audio = part(u"audio0"_s, u"device", QLatin1StringView()))
        add("audiodev"_L1, 0, u"audiodev0"_s, *audio);
}

void Emulated::addDisks()
{
    const QString hardware = m_settings.value(u"scsihw"_s, u"lsi"_s);
    const bool single = hardware == "virtio-scsi-single"_L1;
    const bool old = hardware.startsWith("lsi"_L1);
    const int disks = single ? 1 : old ? disksPerOldController : disksPerController;
    int lastController = -1;
    for (int disk = 0; disk < diskCount; ++disk) {
        const int controller = disk / disks;
        if (controller == lastController || !has("scsi"_L1 + QString::number(disk)))
            continue;
        lastController = controller;
        const QLatin1StringView kind = single ? "virtioscsi"_L1 : "scsihw"_L1;
        add(kind, controller, kind + QString::number(controller),
            single ? u"virtio-scsi-pci"_s : hardware);
    }
    for (int disk = 0; disk < sataCount; ++disk) {
        if (has("sata"_L1 + QString::number(disk))) {
            add("ahci"_L1, 0, u"ahci0"_s, u"ahci"_s);
            break;
        }
    }
    for (int disk = 0; disk < virtioDiskCount; ++disk) {
        const QString key = "virtio"_L1 + QString::number(disk);
        if (has(key))
            add("virtio"_L1, disk, key, u"virtio-blk-pci"_s);
    }
}

void Emulated::addNetwork()
{
    for (int number = 0; number < netCount; ++number) {
        const QString key = "net"_L1 + QString::number(number);
        const auto parts = splitPropertyString(m_settings.value(key), "model"_L1);
        if (!parts)
            continue;
        // "virtio=AA:BB:…" names the model by the key, "model=virtio" by the value.
        for (const PropertyPart &written : *parts) {
            const QString word = written.key == "model"_L1 ? written.value : written.key;
            if (const QString model = modelOf(netRows, word); !model.isEmpty()) {
                add("net"_L1, number, key, model);
                break;
            }
        }
    }
}

/// Newer machines have one controller for every passed USB device, older ones for USB 3 alone.
void Emulated::addUsb()
{
    constexpr std::array oldWindows {"wxp"_L1,  "w2k"_L1,    "w2k3"_L1,
                                     "w2k8"_L1, "wvista"_L1, "win7"_L1};
    const bool newSystem = m_machine.ostype == "l26"_L1
        || (isWindows(m_machine) && !std::ranges::contains(oldWindows, m_machine.ostype));
    const bool newController =
        newSystem && machineVersion(m_settings, m_machine) >= QemuVersion {7, 1, 0};
    bool any = false;
    bool usb3 = false;
    for (int number = 0; number < usbCount; ++number) {
        const QString key = "usb"_L1 + QString::number(number);
        any |= has(key);
        const auto written = part(key, u"usb3", "host"_L1);
        usb3 |= written && proxmoxBoolean(*written) == true;
    }
    if (newController && any)
        add("xhci"_L1, 0, u"xhci"_s, u"qemu-xhci"_s);
    else if (usb3)
        add("xhci"_L1, 0, u"xhci"_s, u"nec-usb-xhci"_s);
}

void Emulated::addShared()
{
    if (!has(u"ivshmem"_s))
        return;
    add("ivshmem"_L1, 0, u"ivshmem"_s, u"ivshmem-plain"_s);
    if (m_machine.isQ35()) {
        m_machine.emulated.last().bus = rootBusName(m_machine);
        m_machine.emulated.last().slot = q35IvshmemSlot;
    }
}

void Emulated::addBridges()
{
    QList<EmulatedDevice> bridges;
    for (const BridgePlace &bridge : addedBridges(m_machine)) {
        if (bridge.onDemand) {
            const QString id = "pci."_L1 + QString::number(bridge.number);
            bridges.append({id, u"pci-bridge"_s, bridge.bus, bridge.slot, id});
        }
    }
    m_machine.emulated = bridges + m_machine.emulated;
}

/// Slots of the root bus that passed cards have.
QSet<int> Emulated::passedSlots() const
{
    QSet<int> taken;
    for (int index = 0; index < maxHostpciEntries; ++index) {
        const QString key = "hostpci"_L1 + QString::number(index);
        const auto value =
            has(key) ? HostpciValue::parse(m_settings.value(key)) : std::unexpected(Error());
        if (!value)
            continue;
        const Placement place = hostpciPlacement(m_machine, index, value->pcie());
        if (value->legacyIgd())
            taken.insert(legacyIgdSlot);
        else if (place.bus == rootBusName(m_machine))
            taken.insert(place.slot);
    }
    return taken;
}

/// QEMU puts a device without an address into the first free slot of the root bus.
void Emulated::addToFreeSlot(const QString &id, const QString &model)
{
    QSet<int> taken = passedSlots();
    for (const GuestNode &node : fixedGuestDevices(m_machine)) {
        if (node.bus == rootBusName(m_machine))
            taken.insert(node.slot);
    }
    int slot = 0;
    while (slot < slotsPerBus && taken.contains(slot))
        ++slot;
    if (slot < slotsPerBus)
        m_machine.emulated.append({id, model, rootBusName(m_machine), slot, {}});
}

void Emulated::addWithoutPlace()
{
    for (int number = 0; number < virtiofsCount; ++number) {
        const QString key = "virtiofs"_L1 + QString::number(number);
        if (has(key))
            addToFreeSlot(key, u"vhost-user-fs-pci"_s);
    }
    if (m_machine.viommu == "virtio"_L1)
        addToFreeSlot(u"virtio-iommu"_s, u"virtio-iommu-pci"_s);
}

} // namespace

QList<EmulatedDevice> emulatedDevices(const QMap<QString, QString> &settings,
                                      const GuestMachine &machine)
{
    return Emulated(settings, machine).list();
}

QString displayModel(const GuestMachine &machine)
{
    QString model = modelOf(displayRows, displayWord(machine));
    if (model.isEmpty())
        model = u"VGA"_s;
    // Arm has no legacy VGA.
    if (machineKind(machine) == MachineKind::Virt)
        model.replace("virtio-vga"_L1, "virtio-gpu"_L1);
    return model;
}

} // namespace rootward
