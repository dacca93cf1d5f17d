// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemucommand.h"

#include "printable.h"
#include "qemudevices.h"
#include "qemutext.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype maxProblems = 100;

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

/// One command's options on their way to a definition.
class Reader {
public:
    explicit Reader(VmDefinition &vm) : m_vm(vm) { }

    void read(const QemuText &command);

private:
    using Option = void (Reader::*)(const QString &value, int line);
    struct OptionRow {
        QLatin1StringView name;
        Option read;
    };

    void readMachine(const QString &value, int line);
    void readDevice(const QString &value, int line);
    void readCpu(const QString &value, int line);
    void readName(const QString &value, int line);
    void readId(const QString &value, int line);
    void readSet(const QString &value, int line);
    void readConfig(const QString &value, int line);

    void settleMachine(const QemuText &command);
    void applySets();
    void addProxmoxDevices(QLatin1StringView machine, int line);
    void build();
    void note(Reason reason, const QString &sentence);

    VmDefinition &m_vm;
    GuestLayout m_layout;
    QList<QemuDevice> m_devices;
    QList<LayoutDevice> m_fixed; ///< what -readconfig adds
    struct Setting {
        QString id;
        QString property;
        QString value;
    };
    QList<Setting> m_sets;
    bool m_unseenConfig = false;
    bool m_full = false;
};

void Reader::note(Reason reason, const QString &sentence)
{
    if (m_vm.problems.size() < maxProblems)
        m_vm.problems.append({reason, {}, std::nullopt, sentence});
}

void Reader::readMachine(const QString &value, int)
{
    const QString type = parseQemuOptions(value, u"type"_s).value(u"type"_s);
    if (!type.isEmpty())
        m_vm.guest.machine = printable(type);
}

void Reader::readDevice(const QString &value, int line)
{
    if (m_devices.size() >= maxLayoutDevices) {
        if (!m_full)
            note(Reason::CaptureLimit,
                 tr("line %1: more than %2 devices; the rest is left out")
                     .arg(line)
                     .arg(maxLayoutDevices));
        m_full = true;
        return;
    }
    if (const auto device = parseQemuDevice(value, line))
        m_devices.append(*device);
    else
        note(Reason::CaptureBadLine,
             tr("line %1: %2 names no device")
                 .arg(QString::number(line), "-device "_L1 + printable(value, 60)));
}

void Reader::readCpu(const QString &value, int)
{
    // Enlightenments that only Windows asks for.
    const QList<QStringView> flags = QStringView(value).split(u',');
    const bool windows = std::ranges::any_of(flags, [](QStringView flag) {
        if (flag.startsWith(u'+'))
            flag = flag.sliced(1);
        return (flag.startsWith("hv_"_L1) || flag.startsWith("hv-"_L1))
            && !flag.endsWith("=off"_L1);
    });
    if (windows)
        m_vm.guest.os = GuestOs::Windows;
}

void Reader::readName(const QString &value, int)
{
    m_vm.guest.name = printable(parseQemuOptions(value, u"guest"_s).value(u"guest"_s));
}

void Reader::readId(const QString &value, int)
{
    bool number = false;
    const int vmid = value.toInt(&number);
    if (number && vmid >= 100 && vmid <= 999999999)
        m_vm.guest.vmid = vmid;
}

void Reader::readSet(const QString &value, int)
{
    static const QRegularExpression pattern(uR"(\Adevice\.(.+)\.([A-Za-z0-9_-]+)=(.*)\z)"_s,
                                            QRegularExpression::DotMatchesEverythingOption);
    const auto match = pattern.match(value);
    if (match.hasMatch() && m_sets.size() < maxLayoutDevices)
        m_sets.append({match.captured(1), match.captured(2), match.captured(3)});
}

/// Proxmox's own files are known; what another one adds is not shown.
void Reader::readConfig(const QString &value, int line)
{
    const QStringView file = QStringView(value).sliced(value.lastIndexOf(u'/') + 1);
    if (file == "pve-q35-4.0.cfg"_L1) {
        addProxmoxDevices("pc-q35-4.0"_L1, line);
    } else if (file == "pve-q35.cfg"_L1) {
        addProxmoxDevices("pc-q35-3.1"_L1, line);
    } else if (file != "pve-usb.cfg"_L1) { // USB controllers alone
        m_unseenConfig = true;
        note(Reason::CapturePartial,
             tr("line %1: which devices %2 adds is not known")
                 .arg(QString::number(line), printable(value)));
    }
}

void Reader::addProxmoxDevices(QLatin1StringView machine, int line)
{
    if (!m_fixed.isEmpty())
        return;
    GuestMachine guest;
    guest.machine = machine;
    guest.hasDisplay = false;
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
        device.source = tr("line %1, %2").arg(QString::number(line), "-readconfig"_L1);
        m_fixed.append(device);
    }
}

void Reader::applySets()
{
    for (const Setting &set : std::as_const(m_sets)) {
        for (QemuDevice &device : m_devices) {
            if (device.value("id"_L1) == set.id)
                device.properties.insert(set.property, set.value);
        }
    }
}

/// A part of a command may name no machine: then its buses tell, as far as they can.
void Reader::settleMachine(const QemuText &command)
{
    GuestMachine &guest = m_vm.guest;
    if (command.program.contains("aarch64"_L1))
        guest.arch = u"aarch64"_s;
    if (!guest.machine.isEmpty()) {
        m_layout.machineKnown = isModelledMachine(guest.machine);
        if (!m_layout.machineKnown)
            note(Reason::CapturePartial,
                 tr("machine type %1 is not modelled: only q35, pc and virt are")
                     .arg(guest.machine));
        return;
    }
    const auto usesBus = [this](QLatin1StringView start) {
        return std::ranges::any_of(m_devices, [start](const QemuDevice &device) {
            return device.value("bus"_L1).startsWith(start);
        });
    };
    const bool whole = !command.program.isEmpty();
    m_layout.machineKnown = whole;
    const bool proxmox = usesBus("ich9-pcie-port-"_L1);
    if (proxmox && !whole)
        addProxmoxDevices("pc-q35-4.0"_L1, command.line);
    if (!m_fixed.isEmpty() || proxmox || (!whole && usesBus("pcie.0"_L1)))
        guest.machine = u"q35"_s;
}

void Reader::build()
{
    QemuBuses buses;
    buses.root = rootBusName(m_vm.guest);
    buses.complete = m_layout.machineKnown && !m_unseenConfig;
    for (const LayoutDevice &device : std::as_const(m_fixed)) {
        if (!device.ownBus.isEmpty())
            buses.others.insert(device.ownBus);
    }
    const QemuPlaces places = placesOf(m_devices, buses);
    for (const QString &problem : places.problems)
        note(Reason::CaptureBadLine, problem);
    // QEMU would take the root bus for an empty one; where nothing is known, nothing is chosen.
    if (places.openBus)
        m_layout.machineKnown = false;
    m_layout.devices = m_fixed + places.devices;
    makeIdsUnique(m_layout.devices, m_vm.guest);
}

void Reader::read(const QemuText &command)
{
    m_vm.guest.machine.clear();
    static constexpr OptionRow rows[] = {
        {"machine"_L1, &Reader::readMachine}, {"M"_L1, &Reader::readMachine},
        {"device"_L1, &Reader::readDevice},   {"cpu"_L1, &Reader::readCpu},
        {"name"_L1, &Reader::readName},       {"id"_L1, &Reader::readId},
        {"set"_L1, &Reader::readSet},         {"readconfig"_L1, &Reader::readConfig},
    };
    for (const QemuOption &option : command.options) {
        const auto row = std::ranges::find(rows, option.name, &OptionRow::name);
        if (row != std::end(rows))
            (this->*row->read)(option.value, option.line);
    }
    applySets();
    settleMachine(command);
    build();
    m_vm.layout = std::make_shared<const GuestLayout>(m_layout);
}

} // namespace

int sniffQemuCommand(QByteArrayView head)
{
    return qemuTextScore(QString::fromUtf8(head));
}

Result<VmDefinition> readQemuCommand(const QByteArray &bytes, const QString &name)
{
    const auto found = findQemuCommands(QString::fromUtf8(bytes));
    if (!found) {
        Error error = found.error();
        error.where = error.where.isEmpty() ? name : name + ", "_L1 + error.where;
        return std::unexpected(error);
    }
    VmDefinition vm;
    Reader(vm).read(found->command);
    if (found->count > 1) {
        vm.problems.append({Reason::CapturePartial,
                            {},
                            std::nullopt,
                            tr("%1 commands are in this text; the one of line %2 is read")
                                .arg(found->count)
                                .arg(found->command.line)});
    }
    return vm;
}

} // namespace rootward
