// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemucommand.h"

#include "printable.h"
#include "qemudefaults.h"
#include "qemudevices.h"
#include "qemuoptionchecks.h"
#include "qemuproperties.h"
#include "qemushell.h"
#include "qemutext.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <iterator>

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
    void readGlobal(const QString &value, int line);
    void readConfig(const QString &value, int line);

    void settleMachine(const QemuText &command);
    void settleOptions(const QemuText &command);
    void setOf(const QString &id, const QString &property, const QString &value,
               const QString &written);
    void openByShell(const QString &word, const QString &source);
    void openValue(const QemuOption &option);
    void addUnseenCard(const QString &source);
    void noteUnread(const QString &value, int line);
    void noteOpen();
    void addProxmoxDevices(QLatin1StringView machine, const QString &source);
    void refuseAll(const QString &why);
    void leaveAllOpen(const QString &why);
    void build(const QemuText &command);
    void note(Reason reason, const QString &sentence);

    VmDefinition &m_vm;
    GuestLayout m_layout;
    QList<QemuDevice> m_devices;
    QList<LayoutDevice> m_fixed; ///< what -readconfig adds
    qsizetype m_fixedAt = 0; ///< how many devices that are not in JSON come before that
    QHash<QString, qsizetype> m_byId; ///< the devices that -set may change
    QList<QemuGlobal> m_globals;
    QString m_unread; ///< the first option that may pass a card, but is not read
    QSet<QString> m_noted; ///< what leaves places open, each once
    bool m_whole = false; ///< with its program, so nothing is missing
    bool m_unseenConfig = false;
    bool m_full = false;
};

void Reader::note(Reason reason, const QString &sentence)
{
    if (m_vm.problems.size() < maxProblems)
        m_vm.problems.append({reason, {}, std::nullopt, sentence});
}

/// The first holds.
void Reader::refuseAll(const QString &why)
{
    if (m_layout.refusal.isEmpty())
        m_layout.refusal = why;
}

void Reader::leaveAllOpen(const QString &why)
{
    if (why.isEmpty() || !m_layout.open.isEmpty())
        return;
    m_layout.open = why;
    note(Reason::CapturePartial, why);
}

void Reader::readMachine(const QString &value, int)
{
    const QMap<QString, QString> options = parseQemuOptions(value, u"type"_s);
    const QString type = options.value(u"type"_s);
    if (!type.isEmpty())
        m_vm.guest.machine = printable(type);
    leaveOutDevices(m_layout.absent, options);
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
        if (m_layout.open.isEmpty())
            m_layout.open = tr("there are more than %1 devices").arg(maxLayoutDevices);
        if (m_unread.isEmpty())
            m_unread = optionPlace(line, "-device "_L1 + printable(value, 40));
        return;
    }
    if (const auto device = parseQemuDevice(value, line)) {
        if (const QString id = device->value("id"_L1); !device->json && !id.isEmpty())
            m_byId.insert(id, m_devices.size());
        m_devices.append(*device);
    } else {
        noteUnread(value, line);
    }
}

/// QEMU ends at a -device that it cannot read.
void Reader::noteUnread(const QString &value, int line)
{
    const QString written = "-device "_L1 + printable(value, 60);
    note(Reason::CaptureBadLine,
         tr("line %1: %2 names no device").arg(QString::number(line), written));
    if (value.isEmpty())
        return;
    const QString place = optionPlace(line, written);
    if (!hasShellVariable(value))
        refuseAll(tr("QEMU cannot read %1").arg(place));
    if (m_unread.isEmpty())
        m_unread = place;
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

/// QEMU changes what stands before, by an id without a point; JSON it does not reach.
void Reader::readSet(const QString &value, int line)
{
    static const QRegularExpression pattern(
        uR"(\A([^.]{1,63})\.([^.]{1,63})\.([^=]{1,63})=(.*)\z)"_s,
        QRegularExpression::DotMatchesEverythingOption);
    const QString written = optionPlace(line, "-set "_L1 + printable(value, 80));
    const auto match = pattern.match(value);
    if (match.hasMatch() && match.captured(1) == "device"_L1)
        setOf(match.captured(2), match.captured(3), match.captured(4), written);
    else if (!match.hasMatch() && !hasShellVariable(value))
        refuseAll(tr("QEMU cannot read %1").arg(written));
}

void Reader::setOf(const QString &id, const QString &property, const QString &value,
                   const QString &written)
{
    const auto fixed = std::ranges::find(m_fixed, id, &LayoutDevice::id);
    if (property == "driver"_L1 || property == "id"_L1) {
        m_layout.open = tr("%1 changes it, which is not modelled").arg(written);
        note(Reason::CapturePartial, m_layout.open);
    } else if (const auto found = m_byId.constFind(id); found != m_byId.cend()) {
        m_devices[*found].properties.insert(property, value);
    } else if (fixed != m_fixed.end()) {
        if (!isHarmlessProperty(property))
            fixed->open = tr("%1 changes it, which is not modelled").arg(written);
    } else if (hasShellVariable(id)) {
        m_layout.open = tr("the shell fills in what %1 changes").arg(written);
    } else if (m_whole && !m_full && !m_unseenConfig && m_layout.open.isEmpty()) {
        refuseAll(tr("there is no device %1 before %2").arg(printable(id, 40), written));
    }
}

void Reader::readGlobal(const QString &value, int line)
{
    const auto global = parseQemuGlobal(value);
    if (global && m_globals.size() < maxLayoutDevices)
        m_globals.append(*global);
    else
        note(Reason::CapturePartial,
             tr("line %1: what %2 changes is not known")
                 .arg(QString::number(line), "-global "_L1 + printable(value, 80)));
}

/// Proxmox's own files are known; what another one adds is not shown.
void Reader::readConfig(const QString &value, int line)
{
    const QStringView file = QStringView(value).sliced(value.lastIndexOf(u'/') + 1);
    const QString source = optionPlace(line, u"-readconfig"_s);
    if (file == "pve-q35-4.0.cfg"_L1) {
        addProxmoxDevices("pc-q35-4.0"_L1, source);
    } else if (file == "pve-q35.cfg"_L1) {
        addProxmoxDevices("pc-q35-3.1"_L1, source);
    } else if (file != "pve-usb.cfg"_L1) { // USB controllers alone
        m_unseenConfig = true;
        leaveAllOpen(tr("line %1: which devices %2 adds is not known")
                         .arg(QString::number(line), printable(value)));
    }
}

/// QEMU makes them where the file stands among the -device options.
void Reader::addProxmoxDevices(QLatin1StringView machine, const QString &source)
{
    if (!m_fixed.isEmpty()) {
        refuseAll(tr("%1 adds a second time what is there already").arg(source));
        return;
    }
    m_fixed = proxmoxDevices(machine, source);
    if (m_whole)
        m_fixedAt = std::ranges::count(m_devices, false, &QemuDevice::json);
}

/// A part of a command may name no machine: then its buses tell, as far as they can.
void Reader::settleMachine(const QemuText &command)
{
    GuestMachine &guest = m_vm.guest;
    const QString arch = qemuArchitecture(command.program);
    if (arch == "aarch64"_L1)
        guest.arch = arch;
    QString unknown = machineNotModelled(guest.machine, arch);
    if (unknown.isEmpty() && guest.machine.isEmpty() && !guest.arch.isEmpty())
        unknown = tr("no machine type is named, and Arm has none by itself");
    if (!unknown.isEmpty()) {
        m_layout.machineKnown = false;
        m_layout.open = unknown;
        note(Reason::CapturePartial, unknown);
        return;
    }
    if (!guest.machine.isEmpty()) {
        m_layout.machineKnown = true;
        return;
    }
    const auto usesBus = [this](QLatin1StringView start) {
        return std::ranges::any_of(m_devices, [start](const QemuDevice &device) {
            return device.value("bus"_L1).startsWith(start);
        });
    };
    const bool whole = m_whole;
    m_layout.machineKnown = whole;
    const bool proxmox = usesBus("ich9-pcie-port-"_L1);
    if (proxmox && !whole && m_fixed.isEmpty())
        addProxmoxDevices("pc-q35-4.0"_L1, tr("line %1").arg(command.line));
    if (!m_fixed.isEmpty() || proxmox || (!whole && usesBus("pcie.0"_L1)))
        guest.machine = u"q35"_s;
}

/// Of a whole command, what keeps QEMU from starting besides its devices.
void Reader::settleOptions(const QemuText &command)
{
    if (!m_whole)
        return;
    const QemuOptionFaults faults = checkQemuOptions(command);
    if (!faults.refusal.isEmpty())
        refuseAll(faults.refusal);
    leaveAllOpen(faults.open);
}

void Reader::build(const QemuText &command)
{
    QemuBuses buses;
    buses.root = rootBusName(m_vm.guest);
    buses.complete = m_layout.machineKnown && !m_unseenConfig;
    for (LayoutDevice &device : m_fixed) {
        if (!device.ownBus.isEmpty())
            buses.others.insert(device.ownBus);
        buses.ids.insert(device.id);
        if (device.open.isEmpty())
            device.open = openedByGlobals(device.model, {}, m_globals);
    }
    buses.fixed = m_fixed;
    buses.fixedAt = m_fixedAt;
    applyGlobals(m_devices, m_globals);
    const QemuPlaces places = placesOf(m_devices, buses);
    for (const QString &problem : places.problems)
        note(Reason::CaptureBadLine, problem);
    // QEMU would take the root bus for an empty one; where nothing is known, nothing is chosen.
    if (places.openBus)
        m_layout.machineKnown = false;
    if (!places.refusal.isEmpty())
        refuseAll(places.refusal);
    leaveAllOpen(places.open);
    m_layout.devices = places.devices;
    if (m_whole && m_layout.open.isEmpty())
        openByDefaults(m_layout.devices, command, m_vm.guest);
    noteOpen();
    makeIdsUnique(m_layout.devices, m_vm.guest);
    tellApart(m_layout.devices);
}

/// What the shell puts there may be any options, so it leaves all places open.
void Reader::openByShell(const QString &word, const QString &source)
{
    const QString why = tr("the shell fills in %1").arg(printable(word, 40));
    if (m_layout.open.isEmpty())
        m_layout.open = why;
    if (m_noted.contains(why))
        return;
    m_noted.insert(why);
    note(Reason::CapturePartial, u"%1: %2"_s.arg(source, why));
}

void Reader::openValue(const QemuOption &option)
{
    const QStringList pieces = openShellPieces(option);
    if (pieces.isEmpty())
        return;
    QString source = u'-' + option.name;
    if (option.name == "device"_L1)
        source += u' ' + printable(option.value.section(u',', 0, 0), 40);
    for (const QString &piece : pieces)
        openByShell(piece, optionPlace(option.line, source));
}

/// Where no card is seen, what is not read may be one.
void Reader::addUnseenCard(const QString &source)
{
    if (source.isEmpty() || std::ranges::any_of(m_layout.devices, &LayoutDevice::isPassed))
        return;
    LayoutDevice unseen;
    unseen.id = source;
    unseen.model = u"vfio-pci"_s;
    unseen.source = source;
    unseen.namesNoHost = true;
    unseen.open = m_layout.open;
    m_layout.devices.append(unseen);
}

/// Once for each option that is not modelled.
void Reader::noteOpen()
{
    for (const LayoutDevice &device : std::as_const(m_layout.devices)) {
        if (device.open.isEmpty() || m_noted.contains(device.open))
            continue;
        m_noted.insert(device.open);
        note(Reason::CapturePartial, u"%1: %2"_s.arg(device.source, device.open));
    }
}

void Reader::read(const QemuText &command)
{
    m_vm.guest.machine.clear();
    m_whole = !command.program.isEmpty();
    static constexpr OptionRow rows[] = {
        {"machine"_L1, &Reader::readMachine}, {"M"_L1, &Reader::readMachine},
        {"device"_L1, &Reader::readDevice},   {"cpu"_L1, &Reader::readCpu},
        {"name"_L1, &Reader::readName},       {"id"_L1, &Reader::readId},
        {"set"_L1, &Reader::readSet},         {"readconfig"_L1, &Reader::readConfig},
        {"global"_L1, &Reader::readGlobal},
    };
    for (const QemuOption &word : command.replaced) {
        openByShell(word.value, tr("line %1").arg(word.line));
        if (m_unread.isEmpty())
            m_unread = optionPlace(word.line, printable(word.value, 40));
    }
    for (const QemuOption &option : command.options) {
        openValue(option);
        const auto row = std::ranges::find(rows, option.name, &OptionRow::name);
        if (row != std::end(rows))
            (this->*row->read)(option.value, option.line);
    }
    settleMachine(command);
    settleOptions(command);
    build(command);
    addUnseenCard(m_unread);
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
        if (error.hint.isEmpty())
            error.hint = tr("close the quote, or give the command alone");
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
