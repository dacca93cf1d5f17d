// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemumodels.h"

#include "kernelversion.h"
#include "printable.h"
#include "wordlist.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
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
    "cxl-switch-mailbox-cci"_L1,
    "cxl-type3"_L1,
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
    "vfio-pci-igd-lpc-bridge"_L1,
    "vfio-user-pci"_L1,
    "vhost-user-vga"_L1,
    "vmware-svga"_L1,
    "vmxnet3"_L1,
    "x-pci-proxy-dev"_L1,
    "xen-pci-passthrough"_L1,
    "xen-platform"_L1,
};

// Each on a PCI bus with "-pci" behind it, and for some with what follows.
constexpr QLatin1StringView virtioModels[] = {
    "vhost-scsi"_L1,          "vhost-user-blk"_L1,    "vhost-user-fs"_L1,     "vhost-user-gpio"_L1,
    "vhost-user-gpu"_L1,      "vhost-user-i2c"_L1,    "vhost-user-input"_L1,  "vhost-user-rng"_L1,
    "vhost-user-scmi"_L1,     "vhost-user-scsi"_L1,   "vhost-user-snd"_L1,    "vhost-user-vsock"_L1,
    "vhost-vdpa-device"_L1,   "vhost-vsock"_L1,       "virtio-9p"_L1,         "virtio-balloon"_L1,
    "virtio-blk"_L1,          "virtio-crypto"_L1,     "virtio-gpu"_L1,        "virtio-gpu-gl"_L1,
    "virtio-gpu-rutabaga"_L1, "virtio-input-host"_L1, "virtio-iommu"_L1,      "virtio-keyboard"_L1,
    "virtio-mem"_L1,          "virtio-mouse"_L1,      "virtio-multitouch"_L1, "virtio-net"_L1,
    "virtio-pmem"_L1,         "virtio-rng"_L1,        "virtio-scsi"_L1,       "virtio-serial"_L1,
    "virtio-sound"_L1,        "virtio-tablet"_L1,
};
constexpr QLatin1StringView virtioEnds[] = {"-pci"_L1, "-pci-non-transitional"_L1,
                                            "-pci-transitional"_L1};
// For which "-pci" may be left out on machines with PCI.
constexpr QLatin1StringView shortVirtio[] = {
    "virtio-9p"_L1,         "virtio-balloon"_L1, "virtio-blk"_L1,          "virtio-crypto"_L1,
    "virtio-gpu"_L1,        "virtio-gpu-gl"_L1,  "virtio-net"_L1,          "virtio-gpu-rutabaga"_L1,
    "virtio-input-host"_L1, "virtio-iommu"_L1,   "virtio-rng"_L1,          "virtio-keyboard"_L1,
    "virtio-mouse"_L1,      "virtio-scsi"_L1,    "virtio-serial"_L1,       "virtio-tablet"_L1,
    "virtio-vga"_L1,        "virtio-vga-gl"_L1,  "virtio-vga-rutabaga"_L1,
};

// What stands on no PCI bus. "virtio-mem" and "virtio-pmem" are of the virtio bus.
constexpr QLatin1StringView otherModels[] = {
    "adlib"_L1,
    "arm-smmuv3"_L1,
    "ccid-card-emulated"_L1,
    "ccid-card-passthru"_L1,
    "cs4231a"_L1,
    "floppy"_L1,
    "guest-loader"_L1,
    "gus"_L1,
    "hda-duplex"_L1,
    "hda-micro"_L1,
    "hda-output"_L1,
    "hv-balloon"_L1,
    "hv-syndbg"_L1,
    "hyperv-testdev"_L1,
    "i2c-ddc"_L1,
    "i2c-echo"_L1,
    "i8042"_L1,
    "ib700"_L1,
    "ide-cd"_L1,
    "ide-cf"_L1,
    "ide-hd"_L1,
    "intel-iommu"_L1,
    "ipmi-bmc-extern"_L1,
    "ipmi-bmc-sim"_L1,
    "ipoctal232"_L1,
    "isa-applesmc"_L1,
    "isa-cirrus-vga"_L1,
    "isa-debug-exit"_L1,
    "isa-debugcon"_L1,
    "isa-fdc"_L1,
    "isa-ide"_L1,
    "isa-ipmi-bt"_L1,
    "isa-ipmi-kcs"_L1,
    "isa-parallel"_L1,
    "isa-serial"_L1,
    "isa-vga"_L1,
    "loader"_L1,
    "mc146818rtc"_L1,
    "ne2k_isa"_L1,
    "nvdimm"_L1,
    "nvme-ns"_L1,
    "nvme-subsys"_L1,
    "pc-dimm"_L1,
    "pc-testdev"_L1,
    "pvpanic"_L1,
    "ramfb"_L1,
    "sb16"_L1,
    "scsi-block"_L1,
    "scsi-cd"_L1,
    "scsi-generic"_L1,
    "scsi-hd"_L1,
    "sd-card"_L1,
    "sd-card-spi"_L1,
    "sga"_L1,
    "smbus-ipmi"_L1,
    "tpm-crb"_L1,
    "tpm-spapr"_L1,
    "tpm-tis"_L1,
    "tpm-tis-device"_L1,
    "u2f-emulated"_L1,
    "u2f-passthru"_L1,
    "uefi-vars-sysbus"_L1,
    "uefi-vars-x64"_L1,
    "ufs-lu"_L1,
    "usb-audio"_L1,
    "usb-bot"_L1,
    "usb-braille"_L1,
    "usb-ccid"_L1,
    "usb-host"_L1,
    "usb-hub"_L1,
    "usb-kbd"_L1,
    "usb-mouse"_L1,
    "usb-mtp"_L1,
    "usb-net"_L1,
    "usb-redir"_L1,
    "usb-serial"_L1,
    "usb-storage"_L1,
    "usb-tablet"_L1,
    "usb-uas"_L1,
    "usb-wacom-tablet"_L1,
    "virtconsole"_L1,
    "virtio-mem"_L1,
    "virtio-pmem"_L1,
    "virtserialport"_L1,
    "vmbus-bridge"_L1,
    "vmclock"_L1,
    "vmcoreinfo"_L1,
    "vmgenid"_L1,
    "vmmouse"_L1,
    "xen-backend"_L1,
    "xen-cdrom"_L1,
    "xen-console"_L1,
    "xen-disk"_L1,
    "xen-net-device"_L1,
};

bool isVirtioOnPci(QStringView driver)
{
    return isOneOf(driver, shortVirtio)
        || std::ranges::any_of(virtioEnds, [driver](QLatin1StringView end) {
               return driver.endsWith(end) && isOneOf(driver.chopped(end.size()), virtioModels);
           });
}

/// "virtio-net-device": on the virtio bus of a board.
bool isVirtioOnBoard(QStringView driver)
{
    constexpr QLatin1StringView end = "-device"_L1;
    return driver.endsWith(end) && isOneOf(driver.chopped(end.size()), virtioModels);
}

} // namespace

const QemuBridge *qemuBridge(QStringView driver)
{
    const auto row = std::ranges::find_if(
        bridgeRows, [driver](const QemuBridge &candidate) { return driver == candidate.driver; });
    return row == std::end(bridgeRows) ? nullptr : row;
}

bool isQemuPciModel(QStringView driver)
{
    return isVirtioOnPci(driver) || isOneOf(driver, pciModels);
}

bool isQemuModel(QStringView driver)
{
    return qemuBridge(driver) != nullptr || isQemuPassthrough(driver) || isQemuPciModel(driver)
        || isVirtioOnBoard(driver) || driver.endsWith("-cpu"_L1) || isOneOf(driver, otherModels);
}

bool isQemuPassthrough(QStringView driver)
{
    return driver == "vfio-pci"_L1 || driver == "vfio-pci-nohotplug"_L1;
}

QString qemuArchitecture(const QString &program)
{
    static const QRegularExpression pattern(uR"(qemu-system-([A-Za-z0-9_]+)\z)"_s);
    return pattern.match(program).captured(1);
}

bool isModelledMachine(const QString &type)
{
    return type.contains("q35"_L1) || type == "pc"_L1 || type.startsWith("pc-"_L1)
        || type == "virt"_L1 || type.startsWith("virt-"_L1);
}

namespace {

/// nullopt: no type of a QEMU's, as far as known. 0.0 where it names no version of QEMU's own:
/// the newest, or a distribution's.
std::optional<QemuVersion> versionOfMachine(const QString &type)
{
    static const QRegularExpression pattern(
        uR"(\A(?:pc|q35|virt|ubuntu|ubuntu-q35|(?:pc-q35|pc-i440fx|pc|virt)-(?:([0-9]{1,3})\.([0-9]{1,3})(?:\.[0-9]{1,3})?|rhel[0-9]{1,3}(?:\.[0-9]{1,3}){1,2}|(?:trusty|utopic|vivid|wily|xenial|yakkety|zesty|artful|bionic|cosmic|disco|eoan|focal|groovy|hirsute|impish|jammy|kinetic|lunar|mantic|noble|oracular|plucky|questing)(?:-[a-z0-9]+)?))(?:\+pve[0-9]{1,3})?(?:\.pxe)?\z)"_s);
    const auto match = pattern.match(type);
    if (!match.hasMatch())
        return std::nullopt;
    return QemuVersion {match.captured(1).toInt(), match.captured(2).toInt(), 0};
}

/// Of QEMU's types each but the newest has a version; some distributions have names of their own.
QString versionNotModelled(const QString &type, const QString &name)
{
    constexpr QemuVersion oldest {2, 4, 0}; // of QEMU 10.0's machines
    const auto version = versionOfMachine(type);
    if (!version)
        return tr("no QEMU that is known has a machine type %1").arg(name);
    if (*version > QemuVersion::newestChecked())
        return tr("machine type %1 is newer than the newest checked").arg(name);
    return *version > QemuVersion {} && *version < oldest
        ? tr("QEMU 10.0 has no machine type %1 any more").arg(name)
        : QString();
}

} // namespace

QString machineNotOf(const QemuVersion &qemu, const QString &type)
{
    // Proxmox's pve-qemu 11.0.0-1 has dropped 4.0 and what is older.
    constexpr QemuVersion dropping {11, 0, 0};
    constexpr QemuVersion kept {4, 1, 0};
    const auto version = versionOfMachine(type);
    if (!version || *version == QemuVersion {})
        return {};
    const QString name = printable(type, 60);
    if (*version > QemuVersion {qemu.major, qemu.minor, 0})
        return tr("QEMU %1 is too old for machine type %2 (Proxmox: Installed QEMU version is too "
                  "old to run machine type)")
            .arg(qemu.toString(), name);
    return qemu >= dropping && *version < kept
        ? tr("QEMU %1 has no machine type %2 any more").arg(qemu.toString(), name)
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
