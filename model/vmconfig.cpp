// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "vmconfig.h"

#include "emulateddevices.h"
#include "machineproperty.h"
#include "proxmoxargs.h"
#include "vmline.h"
#include "wordlist.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype maxProblems = 100;

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

struct OsRow {
    QLatin1StringView word;
    GuestOs os;
};
// Proxmox's ostype enumeration. Absent: not known, though Proxmox treats it as "other".
constexpr std::array osRows {
    OsRow {"l24"_L1, GuestOs::Linux},      OsRow {"l26"_L1, GuestOs::Linux},
    OsRow {"wxp"_L1, GuestOs::Windows},    OsRow {"w2k"_L1, GuestOs::Windows},
    OsRow {"w2k3"_L1, GuestOs::Windows},   OsRow {"w2k8"_L1, GuestOs::Windows},
    OsRow {"wvista"_L1, GuestOs::Windows}, OsRow {"win7"_L1, GuestOs::Windows},
    OsRow {"win8"_L1, GuestOs::Windows},   OsRow {"win10"_L1, GuestOs::Windows},
    OsRow {"win11"_L1, GuestOs::Windows},  OsRow {"solaris"_L1, GuestOs::Other},
    OsRow {"other"_L1, GuestOs::Other},
};

using Settings = QMap<QString, QString>;

GuestOs systemOf(const QString &ostype)
{
    const auto row =
        std::ranges::find_if(osRows, [&](const OsRow &known) { return ostype == known.word; });
    return row == osRows.end() ? GuestOs::Unknown : row->os;
}

QStringList bootOrder(const Settings &settings)
{
    const auto order = propertyValue(settings.value(u"boot"_s), u"order", "legacy"_L1);
    return order.value_or(QString()).split(u';', Qt::SkipEmptyParts);
}

void readMachine(GuestMachine &guest, const Settings &settings)
{
    const auto machine = MachineProperty::parse(settings.value(u"machine"_s));
    guest.machine = machine ? machine->type : QString();
    guest.viommu = machine ? machine->viommu : QString();
    guest.arch = settings.value(u"arch"_s);
}

void readDisplay(GuestMachine &guest, const Settings &settings)
{
    guest.displayWritten = settings.contains(u"vga"_s);
    guest.display = propertyValue(settings.value(u"vga"_s), u"type", "type"_L1).value_or(QString());
    guest.hasDisplay = guest.display != "none"_L1 && !guest.display.startsWith("serial"_L1);
}

GuestMachine guestOf(const Settings &settings)
{
    GuestMachine guest;
    guest.name = settings.value(u"name"_s);
    guest.bios = settings.value(u"bios"_s);
    guest.ostype = settings.value(u"ostype"_s);
    guest.os = systemOf(guest.ostype);
    readMachine(guest, settings);
    readDisplay(guest, settings);
    guest.isTemplate = proxmoxBoolean(settings.value(u"template"_s)).value_or(false);
    guest.args = settings.value(u"args"_s);
    guest.bootOrder = bootOrder(settings);
    guest.emulated = emulatedDevices(settings, guest);
    return guest;
}

QList<PlanEntry> entriesOf(const Settings &settings)
{
    QList<PlanEntry> entries;
    for (int index = 0; index < maxHostpciEntries; ++index) {
        const auto line = settings.constFind("hostpci"_L1 + QString::number(index));
        if (line != settings.cend())
            entries.append({index, *line});
    }
    return entries;
}

/// Lines that the next start would have had.
void noteDropped(QList<Notice> &problems, const VmDocument &document)
{
    for (const VmDocument::Dropped &line : document.dropped()) {
        using Kind = VmDocument::SectionKind;
        const Kind kind = document.sections().at(line.section).kind;
        if (problems.size() >= maxProblems)
            return;
        if (kind != Kind::Main && kind != Kind::Pending && kind != Kind::Unknown)
            continue;
        problems.append(
            {line.index ? Reason::ProxmoxRefused : Reason::CaptureBadLine,
             {},
             line.index,
             kind == Kind::Unknown
                 ? tr("line %1: %2").arg(line.line).arg(line.reason)
                 : tr("line %1: %2; Proxmox drops the line").arg(line.line).arg(line.reason)});
    }
}

void noteVm(QList<Notice> &problems, const GuestMachine &guest, const Settings &settings)
{
    const auto note = [&](Reason reason, const QString &detail) {
        problems.append({reason, {}, std::nullopt, reasonSentence(reason, {detail})});
    };
    if (changesDevices(guest.args))
        note(Reason::ProxmoxArgsNotModelled, guest.args);
    if (const QString lock = settings.value(u"lock"_s); !lock.isEmpty())
        note(Reason::ProxmoxLocked, lock);
    if (guest.isTemplate)
        note(Reason::ProxmoxTemplate, {});
    const auto machine = MachineProperty::parse(settings.value(u"machine"_s));
    if (!machine)
        return;
    for (const QString &refusal : machine->startRefusals()) {
        problems.append({Reason::ProxmoxRefused, u"vm-start"_s, std::nullopt,
                         reasonSentence(Reason::ProxmoxRefused, {refusal})});
    }
}

bool holdsSetting(const VmDocument &document)
{
    const auto isMine = [](const VmDocument::Section &section) {
        return !section.settings.isEmpty() || !section.deletes.isEmpty();
    };
    return std::ranges::any_of(document.sections(), isMine)
        || std::ranges::any_of(document.dropped(), [](const VmDocument::Dropped &line) {
               return vmSetting(line.text.toUtf8()).has_value();
           });
}

/// Proxmox writes notes into a file as # lines; one line of them is what `qm config` prints.
bool isPrinted(const QByteArray &bytes)
{
    for (qsizetype at = 0; at < bytes.size();) {
        const VmLine line = vmLineAt(bytes, at);
        const QByteArrayView text = line.text(bytes);
        if (vmSectionHead(text))
            return false;
        if (const auto setting = vmSetting(text); setting && setting->key == "description")
            return true;
        at = line.next;
    }
    return false;
}

} // namespace

int sniffVmConfig(QByteArrayView head)
{
    for (qsizetype at = 0; at < head.size();) {
        const VmLine line = vmLineAt(head, at);
        if (vmSetting(line.text(head)))
            return 20;
        at = line.next;
    }
    return 0;
}

Result<VmDefinition> readVmConfig(const QByteArray &bytes, const QString &name)
{
    const VmDocument document = VmDocument::read(bytes, name);
    if (!holdsSetting(document)) {
        return std::unexpected(Error {Error::Kind::BadData,
                                      tr("this holds no setting of a Proxmox VM"), name,
                                      tr("give /etc/pve/qemu-server/VMID.conf")});
    }
    const Settings settings = document.nextStart();
    VmDefinition config;
    config.guest = guestOf(settings);
    config.guest.vmid = document.vmid();
    config.entries = entriesOf(settings);
    noteDropped(config.problems, document);
    noteVm(config.problems, config.guest, settings);
    if (!isPrinted(bytes))
        config.document = std::make_shared<const VmDocument>(document);
    return config;
}

} // namespace rootward
