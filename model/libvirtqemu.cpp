// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "libvirtqemu.h"

#include "printable.h"
#include "qemuoptionchecks.h"
#include "qemuproperties.h"
#include "qemushell.h"
#include "qemutext.h"
#include "vmdefinition.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

class Namespace {
public:
    Namespace(GuestLayout &layout, const LibvirtXml &xml, const GuestMachine &machine)
        : m_layout(layout), m_xml(xml), m_machine(machine)
    {
    }

    void read();

    QStringList notes;
    QStringList problems;

private:
    void readArgument(QStringView name, const QString &value, int line);
    void readMachine(const QString &value, const QString &written);
    void readSet(const QString &value, const QString &written);
    void change(const QString &id, const QString &property, const QString &written);
    void leaveAllOpen(const QString &why);
    void openBy(LayoutDevice &device, const QString &written);
    void applyGlobalOptions();
    void addDevices();
    void openCardsOn(const QString &bus, const QString &source);

    GuestLayout &m_layout;
    const LibvirtXml &m_xml;
    const GuestMachine &m_machine;
    QList<QemuDevice> m_devices;
    QList<QemuGlobal> m_globals;
};

void Namespace::leaveAllOpen(const QString &why)
{
    if (why.isEmpty() || !m_layout.open.isEmpty())
        return;
    m_layout.open = why;
    notes.append(why);
}

void Namespace::openBy(LayoutDevice &device, const QString &written)
{
    if (device.open.isEmpty())
        device.open = tr("%1 changes it, which is not modelled").arg(written);
}

/// A device by the name that libvirt gives it; of a card whose name is not written any may be it.
void Namespace::change(const QString &id, const QString &property, const QString &written)
{
    if (isHarmlessProperty(property))
        return;
    QList<LayoutDevice *> touched;
    for (LayoutDevice &device : m_layout.devices) {
        if (device.id == id || (!device.ownBus.isEmpty() && device.ownBus == id))
            touched.append(&device);
    }
    if (touched.isEmpty() && (id.startsWith("hostdev"_L1) || hasShellVariable(id))) {
        for (LayoutDevice &device : m_layout.devices) {
            if (device.isPassed())
                touched.append(&device);
        }
    }
    for (LayoutDevice *device : std::as_const(touched))
        openBy(*device, written);
    if (!touched.isEmpty())
        notes.append(tr("what %1 changes is not modelled").arg(written));
}

void Namespace::readSet(const QString &value, const QString &written)
{
    static const QRegularExpression pattern(uR"(\Adevice\.([^.]+)\.([^=]+)=)"_s);
    if (const auto match = pattern.match(value); match.hasMatch())
        change(match.captured(1), match.captured(2), written);
}

/// Another type of machine is another guest; its other options leave the buses as they are.
void Namespace::readMachine(const QString &value, const QString &written)
{
    const QString type = parseQemuOptions(value, u"type"_s).value(u"type"_s);
    if (type.isEmpty() || !m_layout.open.isEmpty())
        return;
    GuestMachine other = m_machine;
    other.machine = type;
    if (isModelledMachine(type) && machineKind(other) == machineKind(m_machine))
        return;
    leaveAllOpen(tr("%1 changes the machine, which is not modelled").arg(written));
}

void Namespace::readArgument(QStringView name, const QString &value, int line)
{
    const QString written = optionPlace(line, u"-%1 %2"_s.arg(name, printable(value, 80)));
    if (name == "device"_L1) {
        const auto device = parseQemuDevice(value, line);
        if (device && m_devices.size() < maxLayoutDevices)
            m_devices.append(*device);
        else if (!device && m_layout.refusal.isEmpty())
            m_layout.refusal = tr("QEMU cannot read %1").arg(written);
    } else if (name == "set"_L1) {
        readSet(value, written);
    } else if (name == "global"_L1) {
        if (auto global = parseQemuGlobal(value); global && m_globals.size() < maxLayoutDevices) {
            global->written = written;
            m_globals.append(*global);
        }
    } else if (name == "machine"_L1 || name == "M"_L1) {
        readMachine(value, written);
    } else if (name == "readconfig"_L1) {
        leaveAllOpen(tr("which devices %1 adds is not known").arg(written));
    }
}

/// Whether libvirt itself writes multifunction for a device is its own business.
void Namespace::applyGlobalOptions()
{
    for (const QemuGlobal &global : std::as_const(m_globals)) {
        bool used = false;
        for (LayoutDevice &device : m_layout.devices) {
            const bool matters = device.isPassed() || !device.ownBus.isEmpty();
            if (!matters || isHarmlessProperty(global.property)
                || !isKindOf(device.model, global.driver))
                continue;
            openBy(device, global.written);
            used = true;
        }
        if (used)
            notes.append(tr("what %1 changes is not modelled").arg(global.written));
    }
    applyGlobals(m_devices, m_globals);
}

/// What is made on a card's own bus may take its place, or name the bus before it is there.
void Namespace::openCardsOn(const QString &bus, const QString &source)
{
    for (LayoutDevice &device : m_layout.devices) {
        if (device.isPassed() && device.bus == bus && device.open.isEmpty())
            device.open = tr("%1 stands on the same bus, before it or behind it").arg(source);
    }
}

/// libvirt writes its own devices as JSON or as options, by its version, and QEMU makes those in
/// JSON last: so an option of the domain stands before or behind them.
void Namespace::addDevices()
{
    QemuBuses buses;
    buses.root = rootBusName(m_machine);
    for (const LayoutDevice &device : std::as_const(m_layout.devices)) {
        if (!device.ownBus.isEmpty())
            buses.others.insert(device.ownBus);
    }
    buses.complete = m_layout.machineKnown;
    const QemuPlaces places = placesOf(m_devices, buses);
    problems += places.problems;
    if (m_layout.refusal.isEmpty())
        m_layout.refusal = places.refusal;
    leaveAllOpen(places.open);
    for (LayoutDevice device : places.devices) {
        const auto option = std::ranges::find_if(m_devices, [&](const QemuDevice &candidate) {
            return !candidate.json
                && device.source.startsWith(optionPlace(candidate.line, QString()));
        });
        const bool isOption = option != m_devices.end();
        // QEMU, not libvirt, chooses here.
        if (device.bus.isEmpty() && m_layout.machineKnown)
            device.bus = buses.root;
        const bool either = buses.others.contains(device.bus)
            || (!device.slot && device.bus == buses.root && !device.ownBus.isEmpty());
        if (isOption && either && device.open.isEmpty())
            device.open = tr("libvirt's own devices may stand before it or behind it");
        if (isOption && buses.others.contains(device.bus))
            openCardsOn(device.bus, device.source);
        m_layout.devices.append(device);
    }
}

void Namespace::read()
{
    const QStringList &arguments = m_xml.qemuArguments;
    QList<QemuOption> options;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        QStringView name = arguments.at(i);
        const int line = m_xml.qemuArgumentLines.at(i);
        if (!name.startsWith(u'-')) {
            if (!options.isEmpty())
                options.last() = {options.last().name, name.toString(), line};
            continue;
        }
        while (name.startsWith(u'-'))
            name = name.sliced(1);
        options.append({name.toString(), {}, line});
    }
    for (const QemuOption &option : std::as_const(options))
        readArgument(option.name, option.value, option.line);
    const QemuOptionFaults faults = checkQemuOptions({u"libvirt"_s, 0, options});
    if (m_layout.refusal.isEmpty())
        m_layout.refusal = faults.refusal;
    leaveAllOpen(faults.open);
    for (const LibvirtOverride &change : m_xml.overrides) {
        this->change(
            change.alias, change.property,
            optionPlace(change.line, "qemu:override "_L1 + printable(change.property, 40)));
    }
    applyGlobalOptions();
    addDevices();
}

} // namespace

QStringList applyQemuNamespace(GuestLayout &layout, const LibvirtXml &xml,
                               const GuestMachine &machine, QStringList &problems)
{
    Namespace past(layout, xml, machine);
    past.read();
    problems += past.problems;
    return past.notes;
}

} // namespace rootward
