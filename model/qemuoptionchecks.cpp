// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemuoptionchecks.h"

#include "printable.h"
#include "qemuproperties.h"
#include "qemupropertytable.h"
#include "qemushell.h"
#include "wordlist.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

// Of QEMU 10.0, as its -help lists them, and those of other architectures; -id is Proxmox's.
constexpr QLatin1StringView knownOptions[] = {
    "D"_L1,
    "L"_L1,
    "M"_L1,
    "S"_L1,
    "accel"_L1,
    "acpitable"_L1,
    "action"_L1,
    "add-fd"_L1,
    "append"_L1,
    "audio"_L1,
    "audiodev"_L1,
    "bios"_L1,
    "blockdev"_L1,
    "boot"_L1,
    "cdrom"_L1,
    "chardev"_L1,
    "compat"_L1,
    "cpu"_L1,
    "d"_L1,
    "daemonize"_L1,
    "debugcon"_L1,
    "device"_L1,
    "dfilter"_L1,
    "display"_L1,
    "drive"_L1,
    "dtb"_L1,
    "dump-vmstate"_L1,
    "echr"_L1,
    "enable-kvm"_L1,
    "enable-sync-profile"_L1,
    "fda"_L1,
    "fdb"_L1,
    "fsdev"_L1,
    "full-screen"_L1,
    "fw_cfg"_L1,
    "g"_L1,
    "gdb"_L1,
    "global"_L1,
    "h"_L1,
    "hda"_L1,
    "hdb"_L1,
    "hdc"_L1,
    "hdd"_L1,
    "help"_L1,
    "icount"_L1,
    "id"_L1,
    "incoming"_L1,
    "initrd"_L1,
    "iscsi"_L1,
    "jitdump"_L1,
    "k"_L1,
    "kernel"_L1,
    "loadvm"_L1,
    "m"_L1,
    "machine"_L1,
    "mem-path"_L1,
    "mem-prealloc"_L1,
    "mon"_L1,
    "monitor"_L1,
    "msg"_L1,
    "mtdblock"_L1,
    "name"_L1,
    "net"_L1,
    "netdev"_L1,
    "nic"_L1,
    "no-fd-bootchk"_L1,
    "no-reboot"_L1,
    "no-shutdown"_L1,
    "no-user-config"_L1,
    "nodefaults"_L1,
    "nographic"_L1,
    "numa"_L1,
    "object"_L1,
    "old-param"_L1,
    "only-migratable"_L1,
    "option-rom"_L1,
    "overcommit"_L1,
    "parallel"_L1,
    "perfmap"_L1,
    "pflash"_L1,
    "pidfile"_L1,
    "plugin"_L1,
    "preconfig"_L1,
    "prom-env"_L1,
    "qmp"_L1,
    "qmp-pretty"_L1,
    "qtest"_L1,
    "qtest-log"_L1,
    "readconfig"_L1,
    "rtc"_L1,
    "run-with"_L1,
    "s"_L1,
    "sandbox"_L1,
    "sd"_L1,
    "seed"_L1,
    "semihosting"_L1,
    "semihosting-config"_L1,
    "serial"_L1,
    "set"_L1,
    "shim"_L1,
    "smbios"_L1,
    "smp"_L1,
    "snapshot"_L1,
    "spice"_L1,
    "tpmdev"_L1,
    "trace"_L1,
    "usb"_L1,
    "usbdevice"_L1,
    "uuid"_L1,
    "version"_L1,
    "vga"_L1,
    "virtfs"_L1,
    "vnc"_L1,
    "watchdog-action"_L1,
    "win2k-hack"_L1,
    "xen-attach"_L1,
    "xen-domid"_L1,
    "xen-domid-restrict"_L1,
};

// Of an earlier QEMU, which may be the one that a command is for; 10.0 says "invalid option".
constexpr QLatin1StringView goneOptions[] = {
    "alt-grab"_L1,     "async-teardown"_L1, "balloon"_L1,
    "bt"_L1,           "chroot"_L1,         "ctrl-grab"_L1,
    "curses"_L1,       "enable-fips"_L1,    "localtime"_L1,
    "no-acpi"_L1,      "no-frame"_L1,       "no-hpet"_L1,
    "no-kvm"_L1,       "no-kvm-irqchip"_L1, "no-kvm-pit-reinjection"_L1,
    "no-quit"_L1,      "nodefconfig"_L1,    "p"_L1,
    "portrait"_L1,     "realtime"_L1,       "rotate"_L1,
    "rtc-td-hack"_L1,  "runas"_L1,          "sdl"_L1,
    "show-cursor"_L1,  "singlestep"_L1,     "soundhw"_L1,
    "startdate"_L1,    "tb-size"_L1,        "tdf"_L1,
    "virtfs_synth"_L1, "virtioconsole"_L1,  "watchdog"_L1,
    "writeconfig"_L1,
};

// QEMU ends where these stand without a value.
constexpr QLatin1StringView valuedOptions[] = {
    "device"_L1, "global"_L1, "machine"_L1, "M"_L1,   "object"_L1, "readconfig"_L1, "set"_L1,
    "netdev"_L1, "drive"_L1,  "m"_L1,       "cpu"_L1, "smp"_L1,    "chardev"_L1,    "blockdev"_L1};

enum class Value { Any, Bool, OnOffAuto, Either };

struct MachineRow {
    QLatin1StringView name;
    Value value = Value::Any;
};
// Of q35, pc and virt, in any QEMU; the names with hyphens, as QEMU changes them to that.
constexpr MachineRow machineRows[] = {
    {"accel"_L1},
    {"acpi"_L1, Value::Either}, // a truth value before QEMU 5.1
    {"append"_L1},
    {"aux-ram-share"_L1, Value::Bool},
    {"boot"_L1},
    {"bus-lock-ratelimit"_L1},
    {"compact-highmem"_L1, Value::Bool},
    {"confidential-guest-support"_L1},
    {"default-bus-bypass-iommu"_L1, Value::Bool},
    {"dt-compatible"_L1},
    {"dtb"_L1},
    {"dtb-randomness"_L1, Value::Bool},
    {"dump-guest-core"_L1, Value::Bool},
    {"dumpdtb"_L1},
    {"fd-bootchk"_L1, Value::Bool},
    {"firmware"_L1},
    {"gic-version"_L1},
    {"graphics"_L1, Value::Bool},
    {"highmem"_L1, Value::Bool},
    {"highmem-ecam"_L1, Value::Bool},
    {"highmem-mmio"_L1, Value::Bool},
    {"highmem-redists"_L1, Value::Bool},
    {"hpet"_L1, Value::Bool},
    {"i8042"_L1, Value::Bool},
    {"igd-passthru"_L1, Value::Bool},
    {"initrd"_L1},
    {"iommu"_L1},
    {"its"_L1, Value::Bool},
    {"kernel"_L1},
    {"kernel-irqchip"_L1},
    {"kvm-shadow-mem"_L1},
    {"kvm-type"_L1},
    {"max-fw-size"_L1},
    {"max-ram-below-4g"_L1},
    {"mem-merge"_L1, Value::Bool},
    {"memory"_L1},
    {"memory-backend"_L1},
    {"memory-encryption"_L1},
    {"mte"_L1, Value::Bool},
    {"nvdimm"_L1},
    {"nvdimm-persistence"_L1},
    {"pflash0"_L1},
    {"pflash1"_L1},
    {"phandle-start"_L1},
    {"pic"_L1, Value::Either},
    {"pit"_L1, Value::Either},
    {"ras"_L1, Value::Bool},
    {"sata"_L1, Value::Bool},
    {"secure"_L1, Value::Bool},
    {"shim"_L1},
    {"smbios-entry-point-type"_L1},
    {"smbus"_L1, Value::Bool},
    {"smm"_L1, Value::OnOffAuto},
    {"suppress-vmdesc"_L1, Value::Bool},
    {"type"_L1},
    {"usb"_L1, Value::Bool},
    {"virtualization"_L1, Value::Bool},
    {"vmport"_L1, Value::OnOffAuto},
    {"x-oem-id"_L1},
    {"x-oem-table-id"_L1},
    {"x-south-bridge"_L1},
};

bool takes(Value kind, const QString &word)
{
    const bool truth = isQemuValue(QemuType::Bool, word);
    const bool choice = isQemuValue(QemuType::OnOffAuto, word);
    switch (kind) {
    case Value::Bool:
        return truth;
    case Value::OnOffAuto:
        return choice;
    case Value::Either:
        return truth || choice;
    case Value::Any:
        break;
    }
    return true;
}

class Checking {
public:
    void check(const QemuOption &option);

    QemuOptionFaults faults;

private:
    void checkGlobal(const QemuOption &option);
    void checkMachine(const QemuOption &option);
    void refuse(const QString &why);
    void leaveOpen(const QString &why);
};

void Checking::refuse(const QString &why)
{
    if (faults.refusal.isEmpty())
        faults.refusal = why;
}

void Checking::leaveOpen(const QString &why)
{
    if (faults.open.isEmpty())
        faults.open = why;
}

/// "fw-cfg.x" and the like are parts of one.
void Checking::checkMachine(const QemuOption &option)
{
    const QMap<QString, QString> options = parseQemuOptions(option.value, u"type"_s);
    for (auto it = options.begin(); it != options.end(); ++it) {
        QString name = it.key().section(u'.', 0, 0);
        name.replace(u'_', u'-');
        const auto row = std::ranges::find_if(
            machineRows, [&](const MachineRow &item) { return name == item.name; });
        const QString written = it.key() + u'=' + *it;
        const QString place = optionPlace(option.line, printable(written, 60));
        if (hasShellVariable(written))
            continue;
        if (row == std::end(machineRows))
            leaveOpen(tr("whether QEMU's machine has that option is not known (%1)").arg(place));
        else if (!takes(row->value, *it))
            refuse(tr("the machine does not take %1").arg(place));
    }
}

void Checking::check(const QemuOption &option)
{
    const QString place = optionPlace(option.line, u'-' + printable(option.name, 40));
    const bool machine = option.name == "machine"_L1 || option.name == "M"_L1;
    const bool known = isOneOf(option.name, knownOptions) || isOneOf(option.name, goneOptions);
    if (!known)
        leaveOpen(tr("no QEMU that is known has such an option (%1)").arg(place));
    else if (option.value.isEmpty() && isOneOf(option.name, valuedOptions))
        refuse(tr("QEMU needs a value there (%1)").arg(place));
    else if (option.name == "global"_L1 && !parseQemuGlobal(option.value)
             && !hasShellVariable(option.value))
        refuse(tr("QEMU cannot read %1").arg(place + u' ' + printable(option.value, 60)));
    else if (option.name == "global"_L1)
        checkGlobal(option);
    else if (machine)
        checkMachine(option);
}

/// Of a model whose properties are known; whether there is such a device is another question.
void Checking::checkGlobal(const QemuOption &option)
{
    const auto global = parseQemuGlobal(option.value);
    if (!global || hasShellVariable(option.value))
        return;
    const auto type = qemuPropertyType(global->driver, global->property);
    const bool unknown = !type && hasQemuProperties(global->driver);
    if (unknown || (type && !isQemuValue(*type, global->value)))
        leaveOpen(tr("whether QEMU takes %1 is not known")
                      .arg(optionPlace(option.line, global->written)));
}

} // namespace

bool isQemuOption(QStringView name)
{
    return isOneOf(name, knownOptions);
}

QemuOptionFaults checkQemuOptions(const QemuText &command)
{
    Checking checking;
    for (const QemuOption &option : command.options)
        checking.check(option);
    return checking.faults;
}

} // namespace rootward
