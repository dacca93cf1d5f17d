// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "outcome.h"

#include <QCoreApplication>

#include <iterator>

namespace rootward {

namespace {

// In the sentences %1 is the place or the detail the caller names.
constexpr ReasonRow reasonRows[] = {
    {Reason::HostOk, "host.ok",
     QT_TRANSLATE_NOOP(
         "rootward",
         "%1 reaches the root complex: every port on its way carries 32 and 64 bit AtomicOps"),
     Remedy::Nothing, "Linux drivers/pci/pci.c pci_enable_atomic_ops_to_root()"},
    {Reason::HostNotPcie, "host.not-pcie",
     QT_TRANSLATE_NOOP(
         "rootward",
         "%1 shows no PCI Express capability: a conventional PCI function has no AtomicOps"),
     Remedy::None, "Linux drivers/pci/pci.c pci_enable_atomic_ops_to_root(), pci_is_pcie() test"},
    {Reason::HostVirtualFunction, "host.virtual-function",
     QT_TRANSLATE_NOOP("rootward",
                       "%1 is a virtual function: the kernel asks its physical function instead"),
     Remedy::None, "Linux drivers/pci/pci.c pci_enable_atomic_ops_to_root(), is_virtfn test"},
    {Reason::HostPortType, "host.port-type",
     QT_TRANSLATE_NOOP("rootward",
                       "%1 is of a port type for which the kernel does not enable AtomicOps"),
     Remedy::None,
     "Linux drivers/pci/pci.c pci_enable_atomic_ops_to_root(), device type switch; commit "
     "03ec922f0025"},
    {Reason::HostCapabilityV1, "host.capability-v1",
     QT_TRANSLATE_NOOP("rootward",
                       "%1 has a version 1 PCI Express capability, which has no AtomicOps "
                       "register: nothing through it is carried"),
     Remedy::MoveCard,
     "Linux drivers/pci/access.c pcie_capability_read_dword(); PCIe Base Specification 7.5.3.2"},
    {Reason::HostNoRootPort, "host.no-root-port",
     QT_TRANSLATE_NOOP("rootward",
                       "no root port is above %1: kernels before 7.1 enable AtomicOps there "
                       "without asking anything, later ones refuse"),
     Remedy::None,
     "Linux drivers/pci/pci.c pci_enable_atomic_ops_to_root() since commit 1ae8c4ce1570"},
    {Reason::HostRootPortWidth, "host.root-port-width",
     QT_TRANSLATE_NOOP("rootward",
                       "root port %1 does not complete both 32 and 64 bit AtomicOps: a card behind "
                       "it cannot use them"),
     Remedy::MoveCard,
     "Linux drivers/pci/pci.c pci_enable_atomic_ops_to_root(); PCIe Base Specification 7.5.3.15"},
    {Reason::HostNoRouting, "host.no-routing",
     QT_TRANSLATE_NOOP("rootward",
                       "switch port %1 does not route AtomicOps: a card behind it cannot reach the "
                       "root port with them"),
     Remedy::MoveCard,
     "Linux drivers/pci/pci.c pci_enable_atomic_ops_to_root(); PCIe Base Specification 7.5.3.15"},
    {Reason::HostEgressBlocked, "host.egress-blocked",
     QT_TRANSLATE_NOOP("rootward",
                       "upstream port %1 blocks AtomicOps on their way out: a card behind it "
                       "cannot reach the root port with them"),
     Remedy::MoveCard,
     "Linux drivers/pci/pci.c pci_enable_atomic_ops_to_root(); PCIe Base Specification 7.5.3.16"},
    {Reason::HostUnreadable, "host.unreadable",
     QT_TRANSLATE_NOOP("rootward",
                       "the AtomicOps registers of %1 could not be read, so it is not known "
                       "whether it carries them"),
     Remedy::CollectAsRoot,
     "pciutils ls-caps.c; Linux drivers/pci/pci-sysfs.c (64 bytes without rights)"},
    {Reason::HostNotInCapture, "host.not-in-capture",
     QT_TRANSLATE_NOOP("rootward",
                       "%1 is not in the capture, so it is not known whether it carries AtomicOps"),
     Remedy::CollectAsRoot, "pciutils lspci(8)"},
    {Reason::VfioKernel, "vfio.kernel",
     QT_TRANSLATE_NOOP("rootward",
                       "only a host kernel 6.5 or newer lets vfio report which AtomicOps %1 can "
                       "use: an older one reports none"),
     Remedy::Upgrade,
     "Linux drivers/vfio/pci/vfio_pci_core.c vfio_pci_info_atomic_cap(), since 6.5"},
    {Reason::VfioDeviceNotCompleter, "vfio.device-not-completer",
     QT_TRANSLATE_NOOP("rootward",
                       "%1 does not itself complete AtomicOps of both widths, and vfio reports "
                       "only widths that the device completes"),
     Remedy::None, "Linux drivers/vfio/pci/vfio_pci_core.c vfio_pci_info_atomic_cap()"},
    {Reason::VfioMediated, "vfio.mediated",
     QT_TRANSLATE_NOOP("rootward",
                       "%1 is passed as a mediated device, for which vfio reports no AtomicOps"),
     Remedy::VmLine, "Linux drivers/vfio/pci/vfio_pci_core.c (mediated devices do not use it)"},
    {Reason::QemuOk, "qemu.ok",
     QT_TRANSLATE_NOOP("rootward", "port %1 gets the AtomicOps widths that vfio reports"),
     Remedy::Nothing, "QEMU hw/vfio/pci.c vfio_pci_enable_rp_atomics()"},
    {Reason::QemuVersion, "qemu.version",
     QT_TRANSLATE_NOOP(
         "rootward", "%1 goes without AtomicOps: QEMU before 8.1 never gives them to a root port"),
     Remedy::Upgrade, "QEMU commit c00aac6f1428, release 8.1.0"},
    {Reason::QemuRootBus, "qemu.root-bus",
     QT_TRANSLATE_NOOP("rootward",
                       "the card sits directly on %1: no root port stands above it that could "
                       "complete AtomicOps"),
     Remedy::VmLine, "QEMU hw/vfio/pci.c vfio_setup_pcie_cap()"},
    {Reason::QemuConventionalBus, "qemu.conventional-bus",
     QT_TRANSLATE_NOOP("rootward",
                       "the card sits on the conventional bus %1: no root port stands above it "
                       "that could complete AtomicOps"),
     Remedy::VmLine,
     "QEMU hw/vfio/pci.c vfio_setup_pcie_cap(); qemu-server PCI.pm print_pci_addr()"},
    {Reason::QemuNotARootPort, "qemu.not-a-root-port",
     QT_TRANSLATE_NOOP("rootward",
                       "%1 is not a root port with a version 2 capability: QEMU gives AtomicOps to "
                       "such ports only"),
     Remedy::VmLine, "QEMU hw/vfio/pci.c vfio_pci_enable_rp_atomics()"},
    {Reason::QemuFunctionNumber, "qemu.function-number",
     QT_TRANSLATE_NOOP(
         "rootward",
         "port %1 stays 32bit- 64bit-: the card is not at slot 0, function 0 behind it"),
     Remedy::VmLine, "QEMU hw/vfio/pci.c vfio_pci_enable_rp_atomics(), devfn test"},
    {Reason::QemuMultifunction, "qemu.multifunction",
     QT_TRANSLATE_NOOP("rootward",
                       "port %1 stays 32bit- 64bit-: the card is passed as a multifunction device"),
     Remedy::VmLine,
     "QEMU hw/vfio/pci.c vfio_pci_enable_rp_atomics(), multifunction test; qemu-server PCI.pm "
     "print_hostpci_devices()"},
    {Reason::QemuAlreadySet, "qemu.already-set",
     QT_TRANSLATE_NOOP("rootward",
                       "port %1 keeps the AtomicOps it already has: another device set them first"),
     Remedy::VmLine, "QEMU hw/vfio/pci.c vfio_pci_enable_rp_atomics()"},
    {Reason::QemuUnsupportedType, "qemu.unsupported-type",
     QT_TRANSLATE_NOOP("rootward",
                       "QEMU refuses to start: %1 is neither an endpoint nor a conventional "
                       "function, and vfio-pci takes nothing else"),
     Remedy::None,
     "QEMU hw/vfio/pci.c vfio_setup_pcie_cap(); Linux drivers/vfio/pci/vfio_pci_core.c"},
    {Reason::QemuBadAddress, "qemu.bad-address",
     QT_TRANSLATE_NOOP("rootward", "QEMU refuses to start: %1 is not an address that its bus has"),
     Remedy::VmLine,
     "QEMU hw/core/qdev-properties-system.c set_pci_devfn(); hw/pci-bridge/pci_expander_bridge.c"},
    {Reason::QemuPlacementUnknown, "qemu.placement-unknown",
     QT_TRANSLATE_NOOP("rootward",
                       "where %1 lands in the guest is not known: how many functions it stands "
                       "for, or their place, is open without a capture of the whole host"),
     Remedy::CollectAsRoot, "qemu-server PCI.pm parse_hostpci(); QEMU hw/vfio/pci.c"},
    {Reason::GuestOk, "guest.ok",
     QT_TRANSLATE_NOOP("rootward",
                       "the guest's driver finds AtomicOps from %1 up to the root port"),
     Remedy::Nothing, "Linux drivers/pci/pci.c pci_enable_atomic_ops_to_root()"},
    {Reason::GuestNoRootPort, "guest.no-root-port",
     QT_TRANSLATE_NOOP("rootward",
                       "the guest sees no root port above %1: guest kernels before 7.1 enable "
                       "AtomicOps there without asking anything, later ones refuse"),
     Remedy::VmLine, "Linux drivers/pci/pci.c pci_enable_atomic_ops_to_root(), path walk"},
    {Reason::GuestHiddenCapability, "guest.hidden-capability",
     QT_TRANSLATE_NOOP("rootward",
                       "the guest's driver needs a visible PCI Express capability on %1: without "
                       "one it goes without AtomicOps"),
     Remedy::VmLine, "QEMU hw/vfio/pci.c vfio_setup_pcie_cap()"},
    {Reason::GuestSwitchNoRouting, "guest.switch-no-routing",
     QT_TRANSLATE_NOOP("rootward", "the guest's switch port above %1 does not route AtomicOps"),
     Remedy::VmLine, "QEMU hw/pci-bridge/xio3130_downstream.c, xio3130_upstream.c"},
    {Reason::GuestWidth, "guest.width",
     QT_TRANSLATE_NOOP("rootward",
                       "the guest's driver needs a root port above %1 that shows the widths it "
                       "asks for: without them it goes without AtomicOps"),
     Remedy::VmLine, "Linux drivers/pci/pci.c pci_enable_atomic_ops_to_root()"},
    {Reason::GuestNotVisible, "guest.not-visible",
     QT_TRANSLATE_NOOP(
         "rootward",
         "the guest does not find %1: a function 0 that must be there first is missing"),
     Remedy::VmLine, "Linux drivers/pci/probe.c pci_scan_slot()"},
    {Reason::GuestOsNotModelled, "guest.os-not-modelled",
     QT_TRANSLATE_NOOP("rootward",
                       "what this guest's driver does with AtomicOps is not known: only Linux "
                       "drivers are modelled"),
     Remedy::Nothing, "docs/rules.md"},
    {Reason::GuestDriverInternal, "guest.driver-internal",
     QT_TRANSLATE_NOOP("rootward", "the guest's driver does not go by the PCIe path of %1 alone"),
     Remedy::Nothing, "Linux drivers/gpu/drm/amd/amdgpu/amdgpu_device.c amdgpu_device_init()"},
    {Reason::ProxmoxRefused, "proxmox.refused",
     QT_TRANSLATE_NOOP("rootward", "Proxmox refuses the line: %1"), Remedy::VmLine,
     "qemu-server PCI.pm; pve-common JSONSchema.pm"},
    {Reason::ProxmoxPortHole, "proxmox.port-hole",
     QT_TRANSLATE_NOOP("rootward",
                       "port %1 stands in a guest slot that has no function 0: a Linux guest finds "
                       "neither the port nor the card"),
     Remedy::VmLine,
     "Linux drivers/pci/probe.c pci_scan_slot(); qemu-server PCI.pm print_pcie_root_port()"},
    {Reason::ProxmoxSharedGroup, "proxmox.shared-group",
     QT_TRANSLATE_NOOP("rootward",
                       "at start Proxmox binds the whole IOMMU group to vfio-pci, also %1, which "
                       "this VM does not get"),
     Remedy::MoveCard, "pve-common SysFSTools.pm pci_dev_group_bind_to_vfio()"},
    {Reason::ProxmoxVfsSwallowed, "proxmox.vfs-swallowed",
     QT_TRANSLATE_NOOP("rootward", "the whole slot also takes the virtual functions %1"),
     Remedy::VmLine, "pve-common SysFSTools.pm lspci()"},
    {Reason::ProxmoxFunctionRenumbered, "proxmox.function-renumbered",
     QT_TRANSLATE_NOOP("rootward",
                       "the guest numbers the functions by their place in the list: %1"),
     Remedy::Nothing, "qemu-server PCI.pm print_hostpci_devices()"},
    {Reason::ProxmoxIndexOrder, "proxmox.index-order",
     QT_TRANSLATE_NOOP("rootward", "the guest numbers its buses by port address: %1"),
     Remedy::Nothing, "qemu-server PCI.pm print_pcie_root_port()"},
    {Reason::ProxmoxArgsNotModelled, "proxmox.args-not-modelled",
     QT_TRANSLATE_NOOP("rootward",
                       "the VM adds QEMU arguments by hand, which are not looked at: %1"),
     Remedy::Nothing, "qemu-server QemuServer.pm config_to_command()"},
    {Reason::ProxmoxUsedByOtherVm, "proxmox.used-by-other-vm",
     QT_TRANSLATE_NOOP("rootward", "%1 is in another VM as well: only one of the two can run"),
     Remedy::VmLine, "qemu-server PCI.pm reserve_pci_usage()"},
    {Reason::ProxmoxLocked, "proxmox.locked",
     QT_TRANSLATE_NOOP("rootward",
                       "the VM is locked (%1): change its file only when the lock is gone"),
     Remedy::Nothing, "pve-guest-common AbstractConfig.pm"},
    {Reason::ProxmoxTemplate, "proxmox.template",
     QT_TRANSLATE_NOOP("rootward", "the VM is a template: Proxmox ignores its hostpci lines"),
     Remedy::Nothing, "qemu-server QemuServer.pm config_to_command()"},
    {Reason::QemuNewerThanChecked, "qemu.newer-than-checked",
     QT_TRANSLATE_NOOP(
         "rootward",
         "QEMU %1 is newer than the newest version checked: its rule is assumed unchanged"),
     Remedy::Nothing, "docs/rules.md"},
    {Reason::GuestPredicted, "guest.predicted",
     QT_TRANSLATE_NOOP("rootward", "predicted from source code, not verified on hardware: %1"),
     Remedy::Nothing, "docs/rules.md"},
    {Reason::HostApuInternalPath, "host.apu-internal-path",
     QT_TRANSLATE_NOOP(
         "rootward",
         "%1 is an APU's own graphics: its driver reaches memory without the PCIe path"),
     Remedy::Nothing, "Linux drivers/gpu/drm/amd/amdgpu/amdgpu_device.c amdgpu_device_init()"},
    {Reason::HostBootDisplay, "host.boot-display",
     QT_TRANSLATE_NOOP("rootward",
                       "%1 is the only display of the host: while a VM has it, the host has none"),
     Remedy::Nothing, "pve-docs qm-pci-passthrough.adoc"},
    {Reason::HostIommuOff, "host.iommu-off",
     QT_TRANSLATE_NOOP("rootward",
                       "the host's IOMMU is off: vfio cannot pass %1 (QEMU: no iommu_group found)"),
     Remedy::VmLine, "QEMU hw/vfio/container.c, Linux Documentation/driver-api/vfio.rst"},
    {Reason::CaptureNoRoot, "capture.no-root",
     QT_TRANSLATE_NOOP("rootward",
                       "the capture was not made as root: AtomicOps registers are missing (%1)"),
     Remedy::CollectAsRoot, "pciutils lspci(8)"},
    {Reason::CaptureOldLspci, "capture.old-lspci",
     QT_TRANSLATE_NOOP("rootward", "the capture's lspci is too old to print AtomicOps (%1)"),
     Remedy::CollectAsRoot, "pciutils ls-caps.c, 3.5.3"},
    {Reason::CaptureVerbosity, "capture.verbosity",
     QT_TRANSLATE_NOOP("rootward",
                       "the capture was made with too little detail for AtomicOps (%1)"),
     Remedy::CollectAsRoot, "pciutils lspci(8)"},
    {Reason::CapturePartial, "capture.partial",
     QT_TRANSLATE_NOOP("rootward", "the capture does not hold the whole host: %1"),
     Remedy::CollectAsRoot, "pciutils lspci(8)"},
    {Reason::CaptureTwoHosts, "capture.two-hosts",
     QT_TRANSLATE_NOOP("rootward", "the capture holds more than one host or boot: %1"),
     Remedy::Nothing, "docs/rules.md"},
    {Reason::CaptureBadLine, "capture.bad-line",
     QT_TRANSLATE_NOOP("rootward", "a line could not be read: %1"), Remedy::Nothing,
     "pciutils lspci(8)"},
    {Reason::CaptureDuplicate, "capture.duplicate",
     QT_TRANSLATE_NOOP("rootward", "%1 is described twice: the first description is kept"),
     Remedy::Nothing, "pciutils lspci(8)"},
    {Reason::CaptureOrphan, "capture.orphan",
     QT_TRANSLATE_NOOP("rootward", "no bridge in the capture leads to %1"), Remedy::CollectAsRoot,
     "PCI-to-PCI Bridge Architecture Specification 3.2.5"},
    {Reason::CaptureOverlap, "capture.overlap",
     QT_TRANSLATE_NOOP("rootward", "two bridges claim the same bus: %1"), Remedy::Nothing,
     "PCI-to-PCI Bridge Architecture Specification 3.2.5"},
    {Reason::CaptureLimit, "capture.limit",
     QT_TRANSLATE_NOOP("rootward", "the capture exceeds a limit: %1"), Remedy::Nothing,
     "docs/rules.md"},
    {Reason::CaptureKernelMessage, "capture.kernel-message",
     QT_TRANSLATE_NOOP("rootward", "the host's kernel log says %1"), Remedy::Nothing,
     "Linux drivers/gpu/drm/amd/amdgpu/amdgpu_device.c, amdkfd/kfd_device.c"},
};

struct RemedyRow {
    Remedy remedy;
    const char *id;
    const char *text;
};

constexpr RemedyRow remedyRows[] = {
    {Remedy::VmLine, "vm-line", QT_TRANSLATE_NOOP("rootward", "change the VM line")},
    {Remedy::MoveCard, "move-card", QT_TRANSLATE_NOOP("rootward", "move the card")},
    {Remedy::Upgrade, "upgrade", QT_TRANSLATE_NOOP("rootward", "upgrade QEMU or kernel")},
    {Remedy::None, "none", QT_TRANSLATE_NOOP("rootward", "cannot be changed on this host")},
    {Remedy::CollectAsRoot, "collect-as-root",
     QT_TRANSLATE_NOOP("rootward", "collect again as root")},
    {Remedy::Nothing, "nothing", QT_TRANSLATE_NOOP("rootward", "nothing to do")},
};

constexpr bool rowsFollowTheEnumerations()
{
    for (size_t i = 0; i < std::size(reasonRows); ++i) {
        if (reasonRows[i].reason != static_cast<Reason>(i))
            return false;
    }
    for (size_t i = 0; i < std::size(remedyRows); ++i) {
        if (remedyRows[i].remedy != static_cast<Remedy>(i))
            return false;
    }
    return std::size(reasonRows) == static_cast<size_t>(Reason::CaptureKernelMessage) + 1
        && std::size(remedyRows) == static_cast<size_t>(Remedy::Nothing) + 1;
}
static_assert(rowsFollowTheEnumerations());

} // namespace

std::span<const ReasonRow> reasonTable()
{
    return reasonRows;
}

const ReasonRow &reasonRow(Reason reason)
{
    return reasonRows[static_cast<size_t>(reason)];
}

QLatin1StringView reasonId(Reason reason)
{
    return QLatin1StringView(reasonRow(reason).id);
}

QString reasonSentence(Reason reason, const QStringList &arguments)
{
    const QString pattern = QCoreApplication::translate("rootward", reasonRow(reason).sentence);
    QString sentence;
    // Each marker is looked at once: an argument that itself holds "%1" stays as it is.
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const bool marker =
            pattern[i] == u'%' && i + 1 < pattern.size() && pattern[i + 1].isDigit();
        if (!marker) {
            sentence += pattern[i];
            continue;
        }
        sentence += arguments.value(pattern[i + 1].digitValue() - 1);
        ++i;
    }
    return sentence.simplified();
}

QLatin1StringView remedyId(Remedy remedy)
{
    return QLatin1StringView(remedyRows[static_cast<size_t>(remedy)].id);
}

QString remedyText(Remedy remedy)
{
    return QCoreApplication::translate("rootward", remedyRows[static_cast<size_t>(remedy)].text);
}

} // namespace rootward
