// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hostlines.h"

#include <algorithm>

namespace rootward {

namespace {

constexpr qsizetype longestLine = 2000;
constexpr qsizetype longestVersion = 100;

/// The word behind `before`; empty where the line does not hold that.
QByteArrayView wordAfter(QByteArrayView line, QByteArrayView before)
{
    const qsizetype at = line.indexOf(before);
    if (at < 0)
        return {};
    const QByteArrayView rest = line.sliced(at + before.size()).trimmed();
    const auto end = std::ranges::find_if(
        rest, [](char c) { return c == ' ' || c == '\t' || c == ')' || c == ',' || c == '('; });
    return rest.first(std::min<qsizetype>(end - rest.begin(), longestVersion));
}

constexpr QByteArrayView uname = "Linux ";
constexpr qsizetype mostHosts = 64;

bool isNameCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'
        || c == '_' || c == '.';
}

/// The name of a host in the form that prompts have: of "pve1.example.com" the first label, of an
/// address all.
QByteArrayView shortHostName(QByteArrayView name)
{
    const qsizetype dot = name.indexOf('.');
    const bool isAddress =
        std::ranges::all_of(name, [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
    return dot > 0 && !isAddress ? name.first(dot) : name;
}

/// The name in "root@pve1:~# lspci", "[root@pve1 ~]# lspci" and "Linux pve1 6.8.12-4-pve #1 …".
QByteArrayView hostNamedBy(QByteArrayView line)
{
    QByteArrayView rest;
    if (line.startsWith(uname) && !line.startsWith("Linux version ") && line.contains(" #")) {
        rest = line.sliced(uname.size());
    } else {
        constexpr qsizetype longestUser = 40;
        const qsizetype at = line.first(std::min(line.size(), longestUser)).indexOf('@');
        const QByteArrayView user = line.first(std::max<qsizetype>(at, 0));
        const bool isUser =
            std::ranges::all_of(user.startsWith('[') ? user.sliced(1) : user, isNameCharacter);
        if (at < 1 || !isUser)
            return {};
        rest = line.sliced(at + 1);
    }
    const auto end = std::ranges::find_if_not(rest, isNameCharacter);
    const QByteArrayView name = rest.first(end - rest.begin());
    const QByteArrayView after = rest.sliced(name.size());
    if (line.startsWith(uname))
        return after.startsWith(' ') ? name : QByteArrayView();
    const bool isPrompt = (after.startsWith(':') || after.startsWith(' '))
        && (after.contains("# ") || after.contains("$ ") || after.endsWith('#')
            || after.endsWith('$'));
    return isPrompt ? name : QByteArrayView();
}

struct KernelMark {
    QByteArrayView needs; ///< somewhere in the line
    QByteArrayView before; ///< in front of the release
};

constexpr KernelMark kernelMarks[] = {
    {"Linux version ", "Linux version "}, // the kernel's first message
    {"proxmox-ve: ", "(running kernel: "}, // pveversion -v
    {"BOOT_IMAGE=", "/vmlinuz-"}, // /proc/cmdline by GRUB
    {"initrd=", "initrd.img-"}, // /proc/cmdline by systemd-boot
};

constexpr QByteArrayView qemuMarks[] = {
    "pve-qemu-kvm: ", // pveversion -v
    "QEMU emulator version ", // qemu-system-x86_64 --version, kvm --version
    "Running hypervisor: QEMU ", // virsh version
};

struct IommuMark {
    QByteArrayView text;
    bool on;
};

// Messages of interrupt remapping and of AMD's IOMMUv2 alone say nothing about devices.
constexpr IommuMark iommuMarks[] = {
    {"DMAR: IOMMU enabled", true},
    {"DMAR: Intel(R) Virtualization Technology for Directed I/O", true},
    {"AMD-Vi: Found IOMMU", true},
    {"AMD-Vi: Extended features", true},
    {"AMD-Vi: IOMMU performance counters supported", true},
    {"AMD-Vi: Initialized for Passthrough Mode", true},
    {": Adding to iommu group ", true},
    {"DMAR: IOMMU disabled", false},
    {"AMD-Vi: AMD IOMMU disabled", false},
    {"No IOMMU detected", false},
};

} // namespace

void HostFacts::takeKernel(QByteArrayView line)
{
    const auto take = [this](QByteArrayView word) {
        if (!kernel && !word.isEmpty() && word.front() >= '0' && word.front() <= '9')
            kernel = KernelVersion::parse(QString::fromLatin1(word));
    };
    for (const KernelMark &mark : kernelMarks) {
        if (line.contains(mark.needs))
            take(wordAfter(line, mark.before));
    }
    // uname: the host's name stands before the release, the build's number behind it.
    const qsizetype space = line.startsWith(uname) ? line.indexOf(' ', uname.size()) : -1;
    if (space >= 0 && line.contains(" #"))
        take(wordAfter(line.sliced(space), " "));
}

void HostFacts::takeQemu(QByteArrayView line)
{
    for (const QByteArrayView mark : qemuMarks) {
        if (!qemu)
            qemu = QemuVersion::parse(QString::fromLatin1(wordAfter(line, mark)));
    }
}

void HostFacts::take(QByteArrayView line)
{
    if (!kernel)
        takeKernel(line);
    if (!qemu)
        takeQemu(line);
    for (const IommuMark &mark : iommuMarks) {
        if (line.contains(mark.text))
            (mark.on ? iommuOn : iommuOff) = true;
    }
}

std::optional<bool> HostFacts::iommu() const
{
    return iommuOn == iommuOff ? std::nullopt : std::optional(iommuOn);
}

/// What was said before any host was named is the first one's.
void HostLines::turnTo(const QString &named)
{
    const auto known = std::ranges::find(m_facts, named, &HostFacts::host);
    if (known != m_facts.end()) {
        m_current = known - m_facts.begin();
        return;
    }
    if (!host().isEmpty()) {
        if (m_facts.size() >= mostHosts)
            return;
        m_facts.append(HostFacts {});
        m_current = m_facts.size() - 1;
    }
    m_facts[m_current].host = named;
}

void HostLines::take(QByteArrayView line)
{
    line = line.first(std::min(line.size(), longestLine));
    const QString named = QString::fromUtf8(shortHostName(hostNamedBy(line)));
    if (!named.isEmpty() && named != host())
        turnTo(named);
    m_facts[m_current].take(line);
}

HostFacts HostLines::facts(const QString &host) const
{
    const auto known = std::ranges::find(m_facts, host, &HostFacts::host);
    if (known != m_facts.end())
        return *known;
    return m_facts.size() == 1 ? m_facts.constFirst() : HostFacts {};
}

} // namespace rootward
