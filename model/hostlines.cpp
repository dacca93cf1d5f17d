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

void HostLines::takeKernel(QByteArrayView line)
{
    const auto take = [this](QByteArrayView word) {
        if (!m_kernel && !word.isEmpty() && word.front() >= '0' && word.front() <= '9')
            m_kernel = KernelVersion::parse(QString::fromLatin1(word));
    };
    for (const KernelMark &mark : kernelMarks) {
        if (line.contains(mark.needs))
            take(wordAfter(line, mark.before));
    }
    // uname: the host's name stands before the release, the build's number behind it.
    constexpr QByteArrayView uname = "Linux ";
    const qsizetype space = line.startsWith(uname) ? line.indexOf(' ', uname.size()) : -1;
    if (space >= 0 && line.contains(" #"))
        take(wordAfter(line.sliced(space), " "));
}

void HostLines::takeQemu(QByteArrayView line)
{
    for (const QByteArrayView mark : qemuMarks) {
        if (!m_qemu)
            m_qemu = QemuVersion::parse(QString::fromLatin1(wordAfter(line, mark)));
    }
}

void HostLines::take(QByteArrayView line)
{
    line = line.first(std::min(line.size(), longestLine));
    if (!m_kernel)
        takeKernel(line);
    if (!m_qemu)
        takeQemu(line);
    for (const IommuMark &mark : iommuMarks) {
        if (line.contains(mark.text))
            (mark.on ? m_on : m_off) = true;
    }
}

std::optional<bool> HostLines::iommu() const
{
    return m_on == m_off ? std::nullopt : std::optional(m_on);
}

} // namespace rootward
