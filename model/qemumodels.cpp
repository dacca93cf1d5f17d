// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemumodels.h"

#include "kernelversion.h"
#include "printable.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <span>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

bool isOneOf(QStringView word, std::span<const QLatin1StringView> list)
{
    return std::ranges::any_of(list, [word](QLatin1StringView item) { return word == item; });
}

constexpr QemuBridge bridgeRows[] = {
    {"pcie-root-port"_L1, PortType::RootPort, false, true},
    {"ioh3420"_L1, PortType::RootPort, false, true},
    {"cxl-rp"_L1, PortType::RootPort, false, true},
    {"x3130-upstream"_L1, PortType::UpstreamPort},
    {"cxl-upstream"_L1, PortType::UpstreamPort},
    {"xio3130-downstream"_L1, PortType::DownstreamPort, false, true},
    {"cxl-downstream"_L1, PortType::DownstreamPort, false, true},
    {"pcie-pci-bridge"_L1, PortType::PcieToPciBridge},
    {"pci-bridge"_L1, PortType::Conventional},
    {"pci-bridge-seat"_L1, PortType::Conventional},
    {"i82801b11-bridge"_L1, PortType::Conventional},
    {"pxb-pcie"_L1, PortType::Conventional, true},
    {"pxb-cxl"_L1, PortType::Conventional, true},
    {"pxb"_L1, PortType::Conventional, true},
};

// QEMU's other PCI devices, for those that are given neither a bus nor an address.
constexpr QLatin1StringView pciModels[] = {
    "AC97"_L1,
    "AMDVI-PCI"_L1,
    "ES1370"_L1,
    "VGA"_L1,
    "ac97"_L1,
    "acpi-erst"_L1,
    "ahci"_L1,
    "am53c974"_L1,
    "amd-iommu"_L1,
    "ati-vga"_L1,
    "bochs-display"_L1,
    "cirrus-vga"_L1,
    "ctucan_pci"_L1,
    "dc390"_L1,
    "e1000"_L1,
    "e1000-82540em"_L1,
    "e1000-82544gc"_L1,
    "e1000-82545em"_L1,
    "e1000e"_L1,
    "edu"_L1,
    "es1370"_L1,
    "i6300esb"_L1,
    "i82550"_L1,
    "i82551"_L1,
    "i82557a"_L1,
    "i82557b"_L1,
    "i82557c"_L1,
    "i82558a"_L1,
    "i82558b"_L1,
    "i82559a"_L1,
    "i82559b"_L1,
    "i82559c"_L1,
    "i82559er"_L1,
    "i82562"_L1,
    "i82801"_L1,
    "ich9-ahci"_L1,
    "ich9-intel-hda"_L1,
    "ich9-usb-ehci1"_L1,
    "ich9-usb-ehci2"_L1,
    "ich9-usb-uhci1"_L1,
    "ich9-usb-uhci2"_L1,
    "ich9-usb-uhci3"_L1,
    "ich9-usb-uhci4"_L1,
    "ich9-usb-uhci5"_L1,
    "ich9-usb-uhci6"_L1,
    "igb"_L1,
    "intel-hda"_L1,
    "ivshmem-doorbell"_L1,
    "ivshmem-plain"_L1,
    "kvaser_pci"_L1,
    "lsi"_L1,
    "lsi53c810"_L1,
    "lsi53c895a"_L1,
    "megasas"_L1,
    "megasas-gen2"_L1,
    "mioe3680_pci"_L1,
    "mptsas1068"_L1,
    "ne2k_pci"_L1,
    "nec-usb-xhci"_L1,
    "nvme"_L1,
    "pci-ipmi-bt"_L1,
    "pci-ipmi-kcs"_L1,
    "pci-ohci"_L1,
    "pci-serial"_L1,
    "pci-serial-2x"_L1,
    "pci-serial-4x"_L1,
    "pci-testdev"_L1,
    "pcm3680_pci"_L1,
    "pcnet"_L1,
    "piix3-ide"_L1,
    "piix3-usb-uhci"_L1,
    "piix4-ide"_L1,
    "piix4-usb-uhci"_L1,
    "pvpanic-pci"_L1,
    "pvscsi"_L1,
    "qemu-xhci"_L1,
    "qxl"_L1,
    "qxl-vga"_L1,
    "rocker"_L1,
    "rtl8139"_L1,
    "sdhci-pci"_L1,
    "secondary-vga"_L1,
    "tpci200"_L1,
    "tulip"_L1,
    "ufs"_L1,
    "usb-ehci"_L1,
    "vfio-user-pci"_L1,
    "vhost-user-vga"_L1,
    "vmware-svga"_L1,
    "vmxnet3"_L1,
    "xen-platform"_L1,
};

} // namespace

const QemuBridge *qemuBridge(QStringView driver)
{
    const auto row = std::ranges::find_if(
        bridgeRows, [driver](const QemuBridge &candidate) { return driver == candidate.driver; });
    return row == std::end(bridgeRows) ? nullptr : row;
}

bool isQemuPciModel(QStringView driver)
{
    if (driver.startsWith("virtio-"_L1)) // "-pci" may be left out on machines with PCI
        return !driver.endsWith("-device"_L1) && !driver.endsWith("-ccw"_L1);
    return (driver.startsWith("vhost-"_L1) && driver.contains("-pci"_L1))
        || isOneOf(driver, pciModels);
}

bool isQemuPassthrough(QStringView driver)
{
    return driver == "vfio-pci"_L1 || driver == "vfio-pci-nohotplug"_L1;
}

bool isModelledMachine(const QString &type)
{
    return type.contains("q35"_L1) || type == "pc"_L1 || type.startsWith("pc-"_L1)
        || type == "virt"_L1 || type.startsWith("virt-"_L1);
}

/// Of QEMU's types each but the newest has a version; some distributions have names of their own.
static QString versionNotModelled(const QString &type, const QString &name)
{
    static const QRegularExpression pattern(
        uR"(\A(?:pc|q35|virt|ubuntu|ubuntu-q35|(?:pc-q35|pc-i440fx|pc|virt)-(?:([0-9]{1,3})\.([0-9]{1,3})(?:\.[0-9]{1,3})?|rhel[0-9]{1,3}(?:\.[0-9]{1,3}){1,2}|(?:trusty|utopic|vivid|wily|xenial|yakkety|zesty|artful|bionic|cosmic|disco|eoan|focal|groovy|hirsute|impish|jammy|kinetic|lunar|mantic|noble|oracular|plucky|questing)(?:-[a-z0-9]+)?))(?:\+pve[0-9]{1,3})?\z)"_s);
    const auto match = pattern.match(type);
    if (!match.hasMatch())
        return tr("no QEMU that is known has a machine type %1").arg(name);
    const QemuVersion version {match.captured(1).toInt(), match.captured(2).toInt(), 0};
    return version > QemuVersion::newestChecked()
        ? tr("machine type %1 is newer than the newest checked").arg(name)
        : QString();
}

QString machineNotModelled(const QString &type, const QString &arch)
{
    static constexpr QLatin1StringView x86[] = {""_L1, "x86_64"_L1, "i386"_L1, "i686"_L1};
    const bool arm = arch == "aarch64"_L1;
    if (!arm && !isOneOf(arch, x86))
        return tr("a machine of the architecture %1 is not modelled").arg(printable(arch, 40));
    if (type.isEmpty())
        return {};
    const QString name = printable(type, 60);
    if (!isModelledMachine(type))
        return tr("machine type %1 is not modelled: only q35, pc and virt are").arg(name);
    const bool virt = type.startsWith("virt"_L1);
    if (virt != arm && !arch.isEmpty())
        return tr("QEMU for %1 has no machine type %2").arg(printable(arch, 40), name);
    return versionNotModelled(type, name);
}

std::optional<PortType> qemuBridgeType(const QString &driver)
{
    const QemuBridge *row = qemuBridge(driver);
    return row ? std::optional(row->type) : std::nullopt;
}

} // namespace rootward
