// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <span>

namespace rootward {

/// Every cause, warning, error and problem that Rootward names; the closed lists of
/// docs/schema. The table in outcome.cpp is the one place where they become text.
enum class Reason {
    // the host's path
    HostOk,
    HostNotPcie,
    HostVirtualFunction,
    HostPortType,
    HostCapabilityV1,
    HostNoRootPort,
    HostRootPortWidth,
    HostNoRouting,
    HostEgressBlocked,
    HostUnreadable,
    HostNotInCapture,
    // what vfio reports
    VfioKernel,
    VfioDeviceNotCompleter,
    VfioMediated,
    // what QEMU does
    QemuOk,
    QemuVersion,
    QemuRootBus,
    QemuConventionalBus,
    QemuNotARootPort,
    QemuFunctionNumber,
    QemuMultifunction,
    QemuAlreadySet,
    QemuUnsupportedType,
    QemuBadAddress,
    QemuPlacementUnknown,
    // what the guest's driver meets
    GuestOk,
    GuestNoRootPort,
    GuestHiddenCapability,
    GuestSwitchNoRouting,
    GuestWidth,
    GuestNotVisible,
    GuestOsNotModelled,
    GuestDriverInternal,
    // errors
    ProxmoxRefused,
    // warnings
    ProxmoxPortHole,
    ProxmoxSharedGroup,
    ProxmoxVfsSwallowed,
    ProxmoxFunctionRenumbered,
    ProxmoxIndexOrder,
    ProxmoxArgsNotModelled,
    ProxmoxUsedByOtherVm,
    ProxmoxLocked,
    ProxmoxTemplate,
    QemuNewerThanChecked,
    GuestPredicted,
    HostApuInternalPath,
    HostBootDisplay,
    HostIommuOff,
    CaptureNoRoot,
    CaptureOldLspci,
    CaptureVerbosity,
    CapturePartial,
    CaptureTwoHosts,
    // problems
    CaptureBadLine,
    CaptureDuplicate,
    CaptureOrphan,
    CaptureOverlap,
    CaptureLimit,
    CaptureKernelMessage,
};

/// What kind of change helps.
enum class Remedy { VmLine, MoveCard, Upgrade, None, CollectAsRoot, Nothing };

/// One row of the table.
struct ReasonRow {
    Reason reason;
    const char *id; ///< "qemu.multifunction"
    const char *sentence; ///< English, %1 … filled by the caller; also the translation source
    Remedy remedy;
    const char *source; ///< where the rule stands
};

/// The table, in the order of the enumeration.
std::span<const ReasonRow> reasonTable();
const ReasonRow &reasonRow(Reason reason);

QLatin1StringView reasonId(Reason reason);
/// The sentence, translated, with its arguments. Plain text without a full stop.
QString reasonSentence(Reason reason, const QStringList &arguments = {});

/// "vm-line" and so on: the words of the JSON.
QLatin1StringView remedyId(Remedy remedy);
/// "change the VM line" and so on: the badge.
QString remedyText(Remedy remedy);

} // namespace rootward
