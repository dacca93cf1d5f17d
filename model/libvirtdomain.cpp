// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "libvirtdomain.h"

#include "libvirtbytes.h"
#include "libvirtchecks.h"
#include "libvirtqemu.h"
#include "libvirtxml.h"
#include "printable.h"
#include "qemudevices.h"
#include "wordlist.h"

#include <QCoreApplication>
#include <QMap>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype maxProblems = 100;
constexpr int highestBus = 0xff;

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

bool isExpander(const QString &model)
{
    return model == "pcie-expander-bus"_L1 || model == "pci-expander-bus"_L1;
}

bool isPciController(const LibvirtDevice &device)
{
    return device.element == "controller"_L1 && device.type == "pci"_L1;
}

bool isRootController(const LibvirtDevice &device)
{
    return device.model == "pci-root"_L1 || device.model == "pcie-root"_L1;
}

/// A domain's devices on their way to a layout.
class Reader {
public:
    Reader(VmDefinition &vm, const LibvirtXml &xml) : m_vm(vm), m_xml(xml) { }

    void read();

private:
    void settleMachine();
    void numberControllers();
    void addMissingControllers();
    void addController(const LibvirtDevice &device, int index);
    void addPassed(const LibvirtDevice &device);
    void findHost(LayoutDevice &place, const LibvirtDevice &device);
    void addOther(const LibvirtDevice &device);
    void settleMultifunction();
    void addPastLibvirt();
    LayoutDevice start(const LibvirtDevice &device);
    void putInGuest(LayoutDevice &place, const LibvirtAddress &address);
    QString busName(int index) const;
    bool add(const LayoutDevice &device);
    void note(Reason reason, const QString &sentence);

    VmDefinition &m_vm;
    const LibvirtXml &m_xml;
    GuestLayout m_layout;
    QMap<int, QString> m_buses; ///< controller index to the bus it provides
    QList<int> m_indexes; ///< by device; -1: no PCI controller
    QSet<QString> m_single; ///< places that say themselves that they are one function
    bool m_full = false;
};

void Reader::note(Reason reason, const QString &sentence)
{
    if (m_vm.problems.size() < maxProblems)
        m_vm.problems.append({reason, {}, std::nullopt, sentence});
}

bool Reader::add(const LayoutDevice &device)
{
    if (m_layout.devices.size() < maxLayoutDevices) {
        m_layout.devices.append(device);
        return true;
    }
    if (!m_full)
        note(Reason::CaptureLimit,
             tr("%1: more than %2 devices; the rest is left out")
                 .arg(device.source)
                 .arg(maxLayoutDevices));
    m_full = true;
    return false;
}

/// A part without a machine has the one that its controllers can stand in, if any.
void Reader::settleMachine()
{
    GuestMachine &guest = m_vm.guest;
    guest.machine = m_xml.machine;
    guest.arch = m_xml.arch == "aarch64"_L1 ? m_xml.arch : QString();
    m_layout.open = machineNotModelled(guest.machine, m_xml.arch);
    m_layout.machineKnown = m_layout.open.isEmpty() && isModelledMachine(guest.machine);
    if (!m_layout.open.isEmpty())
        note(Reason::CapturePartial, m_layout.open);
    if (!m_layout.open.isEmpty() || !guest.machine.isEmpty())
        return;
    const auto has = [this](QLatin1StringView start) {
        return std::ranges::any_of(m_xml.devices, [start](const LibvirtDevice &device) {
            return isPciController(device) && device.model.startsWith(start);
        });
    };
    if (has("pcie-"_L1) || has("dmi-"_L1))
        guest.machine = guest.arch.isEmpty() ? u"q35"_s : u"virt"_s;
    else if (has("pci-root"_L1))
        guest.machine = u"pc"_s;
}

QString Reader::busName(int index) const
{
    return m_buses.value(index);
}

/// libvirt gives a controller without an index the next free one.
void Reader::numberControllers()
{
    m_indexes = QList<int>(m_xml.devices.size(), -1);
    for (qsizetype i = 0; i < m_xml.devices.size(); ++i) {
        const LibvirtDevice &device = m_xml.devices.at(i);
        if (isPciController(device) && device.index)
            m_buses.insert(*device.index, {});
    }
    // Without a machine the root bus is one only where its controller is written.
    const bool root = m_layout.machineKnown || !m_vm.guest.machine.isEmpty();
    if (root)
        m_buses.insert(0, rootBusName(m_vm.guest));
    int next = 1;
    for (qsizetype i = 0; i < m_xml.devices.size(); ++i) {
        const LibvirtDevice &device = m_xml.devices.at(i);
        if (!isPciController(device) || isRootController(device))
            continue;
        int index = device.index.value_or(-1);
        if (index < 0) {
            while (m_buses.contains(next))
                ++next;
            index = next;
        }
        m_indexes[i] = index;
        m_buses.insert(index, "pci."_L1 + QString::number(index));
    }
}

/// libvirt adds the controllers that an address names and nobody wrote.
void Reader::addMissingControllers()
{
    if (!m_layout.machineKnown)
        return;
    int last = 0;
    for (const LibvirtDevice &device : m_xml.devices) {
        const int bus = device.address.bus.value_or(0);
        if (bus <= highestBus && (device.address.type == "pci"_L1))
            last = std::max(last, bus);
    }
    const bool conventional = machineKind(m_vm.guest) == MachineKind::I440fx;
    for (int index = 1; index <= last; ++index) {
        if (m_buses.contains(index))
            continue;
        LayoutDevice bridge;
        bridge.id = bridge.ownBus = "pci."_L1 + QString::number(index);
        bridge.model = conventional ? u"pci-bridge"_s : u"pcie-root-port"_s;
        bridge.portType = conventional ? PortType::Conventional : PortType::RootPort;
        bridge.bus = rootBusName(m_vm.guest);
        if (!conventional)
            bridge.portSlot = PortSlot {index, 0};
        bridge.source = tr("added by libvirt, controller %1").arg(index);
        m_buses.insert(index, bridge.ownBus);
        add(bridge);
    }
}

LayoutDevice Reader::start(const LibvirtDevice &device)
{
    LayoutDevice place;
    place.id = device.alias;
    place.model = printable(device.model.isEmpty() ? device.element : device.model);
    if (place.id.isEmpty())
        place.id = u"%1 (line %2)"_s.arg(printable(device.element)).arg(device.line);
    place.source =
        tr("line %1, %2").arg(QString::number(device.line), printable(device.element, 40));
    putInGuest(place, device.address);
    return place;
}

void Reader::putInGuest(LayoutDevice &place, const LibvirtAddress &address)
{
    if (address.type != "pci"_L1 || !address.isPlace())
        return;
    const int index = address.bus.value_or(0);
    place.bus = busName(index);
    if (place.bus.isEmpty() && m_layout.machineKnown)
        place.bus = "pci."_L1 + QString::number(index);
    place.slot = address.slot.value_or(0);
    place.function = address.function.value_or(0);
    place.multifunction = address.multifunction.value_or(false);
    if (address.multifunction == false)
        m_single.insert(place.source);
    if (!address.broken.isEmpty())
        place.refusal = tr("libvirt does not take %1 (%2)").arg(address.broken, place.source);
    else if (address.domain.value_or(0) != 0)
        place.refusal = tr("a guest has the PCI domain 0 alone (%1)").arg(place.source);
}

void Reader::addController(const LibvirtDevice &device, int index)
{
    const QLatin1StringView driver = libvirtControllerDriver(device.model);
    if (driver.isEmpty()) {
        note(Reason::CaptureBadLine,
             tr("line %1: a PCI controller of model %2 is not known")
                 .arg(QString::number(device.line), printable(device.model, 40)));
        return;
    }
    LayoutDevice bridge = start(device);
    bridge.model = device.modelName.isEmpty() ? driver.toString() : printable(device.modelName);
    bridge.ownBus = busName(index);
    bridge.id = bridge.ownBus;
    const QemuBridge *kind = qemuBridge(driver.toString());
    bridge.portType = kind ? kind->type : PortType::Conventional;
    if (kind && kind->hasSlot) // libvirt numbers the chassis by the index
        bridge.portSlot = PortSlot {device.chassis.value_or(index), 0};
    if (bridge.portType == PortType::RootPort && m_layout.machineKnown
        && machineKind(m_vm.guest) == MachineKind::I440fx)
        bridge.refusal = tr("a root port needs a machine with pcie-root (%1)").arg(bridge.source);
    bridge.ownBusIsRoot = isExpander(device.model);
    if (bridge.ownBusIsRoot && device.busNumber && *device.busNumber <= highestBus)
        bridge.busNumber = device.busNumber;
    const bool conventional = device.model == "pci-expander-bus"_L1;
    for (const LayoutDevice &part : conventional ? conventionalExpander(bridge) : QList {bridge})
        add(part);
}

/// The host's function; else why libvirt refuses the element, or what it leaves open.
void Reader::findHost(LayoutDevice &place, const LibvirtDevice &device)
{
    const LibvirtAddress &source = device.source;
    place.namesNoHost = true;
    if (device.type == "mdev"_L1) {
        static const QRegularExpression uuid(uR"(\A[0-9a-fA-F-]{36}\z)"_s);
        if (!uuid.match(source.uuid).hasMatch()) {
            place.refusal = tr("%1 names no mediated device").arg(place.source);
            return;
        }
        place.namesNoHost = false;
        place.sysfsdev = "/sys/bus/mdev/devices/"_L1 + source.uuid;
        return;
    }
    const int bus = source.bus.value_or(0);
    const int slot = source.slot.value_or(0);
    const int function = source.function.value_or(0);
    if (!source.broken.isEmpty() || bus > 0xff || slot > 0x1f || function > 7) {
        place.refusal = tr("%1 names a function that cannot be").arg(place.source);
    } else if (!source.bus && !source.slot && !source.function && !source.domain) {
        place.open = tr("it names no function of the host");
    } else {
        place.namesNoHost = false;
        place.host =
            PciAddress {static_cast<quint32>(source.domain.value_or(0)), static_cast<quint8>(bus),
                        static_cast<quint8>(slot), static_cast<quint8>(function)};
    }
}

void Reader::addPassed(const LibvirtDevice &device)
{
    LayoutDevice place = start(device);
    if (device.address.type == "unassigned"_L1) {
        note(Reason::CapturePartial,
             tr("%1: its address is unassigned, so the guest does not get it").arg(place.source));
        return;
    }
    place.model = u"vfio-pci"_s;
    findHost(place, device);
    add(place);
}

void Reader::addOther(const LibvirtDevice &device)
{
    if (device.address.type == "pci"_L1 && !isPciController(device))
        add(start(device));
}

/// Where a slot has further functions, libvirt makes its function 0 say so unless the domain does.
void Reader::settleMultifunction()
{
    const auto slotOf = [](const LayoutDevice &device) {
        return u"%1 %2"_s.arg(device.bus).arg(device.slot.value_or(-1));
    };
    QSet<QString> several;
    for (const LayoutDevice &device : std::as_const(m_layout.devices)) {
        if (device.function > 0)
            several.insert(slotOf(device));
    }
    for (LayoutDevice &device : m_layout.devices) {
        if (device.function == 0 && several.contains(slotOf(device))
            && !m_single.contains(device.source))
            device.multifunction = true;
    }
}

void Reader::addPastLibvirt()
{
    QStringList problems;
    const qsizetype before = m_layout.devices.size();
    const QStringList notes = applyQemuNamespace(m_layout, m_xml, m_vm.guest, problems);
    for (const QString &problem : std::as_const(problems))
        note(Reason::CaptureBadLine, problem);
    for (const QString &partial : notes)
        note(Reason::CapturePartial, partial);
    const QList<LayoutDevice> added = m_layout.devices.sliced(before);
    m_layout.devices.resize(before);
    for (const LayoutDevice &device : added) {
        if (!add(device))
            return;
    }
}

bool passesFunction(const LibvirtDevice &device)
{
    if (device.element == "hostdev"_L1) {
        const bool mediated =
            device.type == "mdev"_L1 && (device.model.isEmpty() || device.model == "vfio-pci"_L1);
        return device.mode != "capabilities"_L1 && (device.type == "pci"_L1 || mediated);
    }
    return device.element == "interface"_L1 && device.type == "hostdev"_L1;
}

void Reader::read()
{
    m_layout.origin = GuestLayout::Origin::Libvirt;
    m_vm.guest.name = m_xml.name;
    m_vm.guest.os = m_xml.os;
    for (const QString &problem : m_xml.problems)
        note(Reason::CaptureBadLine, problem);
    if (m_xml.domains > 1)
        note(Reason::CapturePartial,
             tr("%1 domains are in this text; the first is read").arg(m_xml.domains));
    if (m_xml.snapshot)
        note(Reason::CapturePartial, tr("this is a snapshot: the domain is read as it was then"));
    settleMachine();
    numberControllers();
    addMissingControllers();
    for (qsizetype i = 0; i < m_xml.devices.size(); ++i) {
        const LibvirtDevice &device = m_xml.devices.at(i);
        if (m_indexes.at(i) >= 0)
            addController(device, m_indexes.at(i));
        else if (passesFunction(device))
            addPassed(device);
        else
            addOther(device);
    }
    m_layout.refusal = libvirtRefusal(m_xml);
    settleMultifunction();
    addPastLibvirt();
    makeIdsUnique(m_layout.devices, m_vm.guest);
    m_vm.layout = std::make_shared<const GuestLayout>(m_layout);
}

bool isRunByQemu(const QString &domainType)
{
    static constexpr QLatin1StringView types[] = {""_L1, "kvm"_L1, "qemu"_L1, "hvf"_L1};
    return isOneOf(domainType, types);
}

Error refusal(Error error, const QString &name)
{
    error.where = error.where.isEmpty() ? name : name + ", "_L1 + error.where;
    return error;
}

} // namespace

int sniffLibvirt(QByteArrayView head)
{
    return libvirtStart(head) ? 90 : 0; // next to certain
}

Result<VmDefinition> readLibvirtDomain(const QByteArray &bytes, const QString &name)
{
    const auto xml = readLibvirtXml(bytes);
    if (!xml)
        return std::unexpected(refusal(xml.error(), name));
    if (!isRunByQemu(xml->domainType)) {
        return std::unexpected(Error {
            Error::Kind::BadData, tr("a domain of type %1 is not run by QEMU").arg(xml->domainType),
            name, tr("give a domain of type kvm or qemu")});
    }
    if (xml->domains == 0 && xml->devices.isEmpty()) {
        return std::unexpected(Error {Error::Kind::BadData,
                                      tr("this holds no domain and no device"), name,
                                      tr("give what virsh dumpxml NAME prints")});
    }
    VmDefinition vm;
    Reader(vm, *xml).read();
    return vm;
}

} // namespace rootward
