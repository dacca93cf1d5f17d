// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "foreignformats.h"

#include "importfailure.h"
#include "pciaddress.h"
#include "textlines.h"

#include <QtTranslation>

#include <algorithm>
#include <array>

namespace rootward {

namespace {

template<size_t Count>
bool startsWithAny(QByteArrayView text, const std::array<QByteArrayView, Count> &beginnings)
{
    return std::ranges::any_of(beginnings, [text](QByteArrayView b) { return text.startsWith(b); });
}

bool isPicture(QByteArrayView head)
{
    static constexpr std::array<QByteArrayView, 5> marks {
        QByteArrayView("\xff\xd8\xff", 3), QByteArrayView("\x89PNG", 4), QByteArrayView("GIF8", 4),
        QByteArrayView("RIFF", 4), QByteArrayView("%PDF", 4)};
    return startsWithAny(head, marks);
}

/// Archives that archive.cpp does not unpack: 7z, rar, lz4, lzip.
bool isPacked(QByteArrayView head)
{
    static constexpr std::array<QByteArrayView, 4> marks {
        QByteArrayView("7z\xbc\xaf", 4), QByteArrayView("Rar!", 4),
        QByteArrayView("\x04\x22\x4d\x18", 4), QByteArrayView("LZIP", 4)};
    return startsWithAny(head, marks);
}

bool isBinary(QByteArrayView head)
{
    return head.contains('\0') && !head.startsWith("\xff\xfe") && !head.startsWith("\xfe\xff");
}

/// A Proxmox VM configuration: at least two of its keys, or one hostpciN.
bool isVmConfig(QByteArrayView head)
{
    static constexpr std::array<QByteArrayView, 12> keys {
        "machine:", "ostype:", "bios:",    "memory:",  "cores:",   "sockets:",
        "scsihw:",  "boot:",   "smbios1:", "vmgenid:", "balloon:", "args:"};
    int found = 0;
    return anyTextLine(head, [&found](QByteArrayView line) {
        constexpr QByteArrayView passed = "hostpci";
        const QByteArrayView rest =
            line.startsWith(passed) ? line.sliced(passed.size()) : QByteArrayView();
        if (!rest.isEmpty() && rest.front() >= '0' && rest.front() <= '9' && rest.contains(": "))
            return true;
        found += startsWithAny(line, keys) ? 1 : 0;
        return found >= 2;
    });
}

bool isLibvirt(QByteArrayView head)
{
    return head.contains("<domain") || head.contains("<hostdev") || head.contains("<domstatus");
}

bool isQemuCommand(QByteArrayView head)
{
    return head.contains("qemu-system-") || head.contains("-device vfio-pci")
        || head.contains("/usr/bin/kvm ");
}

bool isMachineReadable(QByteArrayView head)
{
    return anyTextLine(head, [](QByteArrayView line) {
        const qsizetype space = line.indexOf(' ');
        return space > 0 && line.sliced(space + 1).startsWith('"')
            && PciAddress::parse(QLatin1StringView(line.first(space)));
    });
}

bool isVerboseMachineReadable(QByteArrayView head)
{
    return anyTextLine(head, [](QByteArrayView line) { return line.startsWith("Slot:\t"); });
}

bool isHwinfo(QByteArrayView head)
{
    return head.contains("[Created at pci.") || head.contains("SysFS BusID:");
}

bool isLshw(QByteArrayView head)
{
    return head.contains("bus info: pci@") || head.contains("businfo=\"pci@")
        || (head.contains("*-core") && head.contains("description:"));
}

const char *const vmOption = QT_TRANSLATE_NOOP("rootward", "give it with --vm");
const char *const vmWhat =
    QT_TRANSLATE_NOOP("rootward", "this is the definition of a VM, not a capture of a host");

const ForeignFormat formats[] = {
    {"picture", isPicture, QT_TRANSLATE_NOOP("rootward", "this is a picture or a document"),
     captureCommand},
    {"packed", isPacked,
     QT_TRANSLATE_NOOP("rootward", "this file is packed in a way that is not read"),
     QT_TRANSLATE_NOOP("rootward",
                       "unpack it first and give the text file in it, or pack it as tar or zip")},
    {"binary", isBinary, QT_TRANSLATE_NOOP("rootward", "this is not a text"), captureCommand},
    {"libvirt", isLibvirt, vmWhat, vmOption},
    {"hwinfo", isHwinfo,
     QT_TRANSLATE_NOOP("rootward", "hwinfo prints neither the tree nor AtomicOps registers"),
     captureCommand},
    {"lshw", isLshw,
     QT_TRANSLATE_NOOP("rootward", "lshw prints neither the tree nor AtomicOps registers"),
     captureCommand},
    {"lspci-vmm", isVerboseMachineReadable,
     QT_TRANSLATE_NOOP("rootward", "lspci -vmm prints neither the tree nor AtomicOps registers"),
     captureCommand},
    {"lspci-mm", isMachineReadable,
     QT_TRANSLATE_NOOP("rootward", "lspci -mm prints neither the tree nor AtomicOps registers"),
     captureCommand},
    {"qemu", isQemuCommand, vmWhat, vmOption},
    {"vm-config", isVmConfig, vmWhat, vmOption},
};

} // namespace

std::span<const ForeignFormat> foreignFormats()
{
    return formats;
}

} // namespace rootward
