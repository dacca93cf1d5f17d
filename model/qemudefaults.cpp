// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemudefaults.h"

#include "qemuoptions.h"
#include "qemuproperties.h"
#include "wordlist.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int slotsPerBus = 32;

/// Whether a device of its own takes the place of QEMU's display. Source: QEMU system/vl.c
/// default_list.
bool isDisplay(const QString &driver)
{
    static constexpr QLatin1StringView displays[] = {
        "VGA"_L1,         "ati-vga"_L1,
        "cirrus-vga"_L1,  "isa-vga"_L1,
        "qxl-vga"_L1,     "vhost-user-vga"_L1,
        "virtio-vga"_L1,  "virtio-vga-gl"_L1,
        "vmware-svga"_L1, "virtio-vga-rutabaga"_L1,
    };
    return isOneOf(driver, displays);
}

/// Whether an option alone keeps QEMU from adding a display.
bool replacesDisplay(const QemuOption &option)
{
    if (option.name == "global"_L1) {
        const auto global = parseQemuGlobal(option.value);
        return global && isDisplay(global->driver);
    }
    const auto device =
        option.name == "device"_L1 ? parseQemuDevice(option.value, option.line) : std::nullopt;
    return option.name == "nodefaults"_L1 || option.name == "vga"_L1
        || (device && isDisplay(device->driver));
}

/// How many devices that are not among the -device options may take the next free slot.
int addedDevices(const QemuText &command)
{
    int added = 0;
    bool display = true;
    bool network = true;
    for (const QemuOption &option : command.options) {
        const bool none = option.value == "none"_L1;
        const QMap<QString, QString> parts = parseQemuOptions(option.value, u"type"_s);
        if (replacesDisplay(option))
            display = false;
        if (option.name == "nodefaults"_L1 || option.name == "nic"_L1 || option.name == "net"_L1
            || option.name == "netdev"_L1)
            network = false;
        const bool disk = option.name == "drive"_L1
            && (parts.value(u"if"_s) == "virtio"_L1 || parts.value(u"if"_s) == "scsi"_L1);
        const bool audio = option.name == "soundhw"_L1
            || (option.name == "audio"_L1 && parts.contains(u"model"_s));
        const bool one = option.name == "vga"_L1 || option.name == "nic"_L1
            || option.name == "virtfs"_L1 || option.name == "watchdog"_L1
            || (option.name == "net"_L1 && parts.value(u"type"_s) == "nic"_L1);
        if (disk || audio || (one && !none))
            ++added;
    }
    return added + (display ? 1 : 0) + (network ? 1 : 0);
}

bool hasUsb(const QemuText &command)
{
    return std::ranges::any_of(command.options, [](const QemuOption &option) {
        const bool machine = option.name == "machine"_L1 || option.name == "M"_L1;
        return option.name == "usb"_L1 || option.name == "usbdevice"_L1
            || (machine
                && parseQemuOptions(option.value, u"type"_s).value(u"usb"_s, u"off"_s) != "off"_L1);
    });
}

/// The slots that so many devices take of those which are free.
QSet<int> nextSlots(const QSet<int> &fixed, int first, qsizetype count)
{
    QSet<int> taken;
    for (int slot = first; slot < slotsPerBus && taken.size() < count; ++slot) {
        if (!fixed.contains(slot))
            taken.insert(slot);
    }
    return taken;
}

} // namespace

void openByDefaults(QList<LayoutDevice> &devices, const QemuText &command,
                    const GuestMachine &machine)
{
    const bool conventional = machineKind(machine) == MachineKind::I440fx;
    const int usbSlot = conventional ? 1 : 0x1d;
    const bool usb = hasUsb(command);
    const int added = addedDevices(command);
    int chosen = 0; // by QEMU, for the -device options before
    QSet<int> fixed;
    for (LayoutDevice &device : devices) {
        if (!device.bus.isEmpty() && device.bus != rootBusName(machine))
            continue;
        if (!device.slot) {
            ++chosen;
            continue;
        }
        const bool byUsb =
            usb && *device.slot == usbSlot && (!conventional || device.function == 2);
        const QSet<int> next = nextSlots(fixed, conventional ? 2 : 1, added + chosen);
        if (device.open.isEmpty() && (byUsb || (added > 0 && next.contains(*device.slot)))) {
            device.open = QCoreApplication::translate(
                "rootward", "a device that QEMU adds by itself may have its address");
        }
        fixed.insert(*device.slot);
    }
}

void leaveOutDevices(QStringList &absent, const QMap<QString, QString> &machineOptions)
{
    struct Row {
        QLatin1StringView option;
        QLatin1StringView device;
    };
    static constexpr Row rows[] = {
        {"sata"_L1, "ahci"_L1}, {"smbus"_L1, "smbus"_L1}, {"acpi"_L1, "pm"_L1}};
    for (const Row &row : rows) {
        const auto option = machineOptions.constFind(row.option.toString());
        if (option == machineOptions.cend())
            continue;
        absent.removeAll(row.device.toString());
        if (qemuBoolean(*option) != true) // or not known
            absent.append(row.device.toString());
    }
}

} // namespace rootward
