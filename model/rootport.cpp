// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "rootport.h"

namespace rootward {

namespace {

constexpr QemuVersion firstWithAtomics {8, 1, 0};

bool isPassable(PortType type)
{
    return isEndpoint(type) || type == PortType::Conventional || type == PortType::Unknown;
}

/// What vfio_setup_pcie_cap() leaves of the PCI Express capability.
void setGuestCapability(QemuDecision &decision, const QemuCandidate &candidate)
{
    const PortType type = candidate.hostType;
    if (!candidate.busKnown)
        return;
    decision.guestType = type;
    if (type == PortType::Conventional) {
        decision.capabilityVisible = false;
    } else if (!candidate.busIsExpress) {
        // On an express machine QEMU hides the capability below a conventional bus.
        if (candidate.rootBusIsExpress) {
            decision.capabilityVisible = false;
            decision.guestType = PortType::Conventional;
        } else if (type != PortType::Unknown) {
            decision.capabilityVisible = true;
        }
    } else if (type == PortType::Unknown) {
        decision.capabilityVisible = std::nullopt;
    } else if (!candidate.onRootBus) {
        decision.capabilityVisible = true;
        if (type == PortType::RcIntegratedEndpoint)
            decision.guestType = PortType::Endpoint;
    } else {
        // Legacy endpoints do not belong on the root complex; QEMU leaves their capability out.
        const bool legacy = type == PortType::LegacyEndpoint;
        decision.capabilityVisible = !legacy;
        decision.guestType = legacy ? PortType::Conventional : PortType::RcIntegratedEndpoint;
    }
}

/// In QEMU the version, then the bus, then the order of vfio_pci_enable_rp_atomics().
Reason declineCondition(const QemuCandidate &candidate)
{
    if (!isPassable(candidate.hostType))
        return Reason::QemuUnsupportedType;
    if (candidate.qemu < firstWithAtomics)
        return Reason::QemuVersion;
    if (!candidate.busKnown)
        return Reason::QemuPlacementUnknown;
    if (!candidate.busIsExpress)
        return Reason::QemuConventionalBus;
    if (candidate.onRootBus)
        return Reason::QemuRootBus;
    if (candidate.parentType != PortType::RootPort)
        return Reason::QemuNotARootPort;
    if (!candidate.placementKnown)
        return Reason::QemuPlacementUnknown;
    if (candidate.slot != 0 || candidate.function != 0)
        return Reason::QemuFunctionNumber;
    if (candidate.multifunction)
        return Reason::QemuMultifunction;
    if (candidate.portAlreadySet)
        return Reason::QemuAlreadySet;
    return Reason::QemuOk;
}

Answer portAnswer(Reason reason, Answer vfio)
{
    if (reason == Reason::QemuOk || vfio == Answer::No)
        return vfio;
    return reason == Reason::QemuPlacementUnknown ? Answer::Unknown : Answer::No;
}

} // namespace

QemuDecision qemuDecision(const QemuCandidate &candidate, const VfioCompleters &vfio)
{
    QemuDecision decision;
    decision.reason = declineCondition(candidate);
    if (decision.reason != Reason::QemuUnsupportedType)
        setGuestCapability(decision, candidate);
    for (const Width width : allWidths)
        decision.port[width] = portAnswer(decision.reason, vfio.answer[width]);
    return decision;
}

} // namespace rootward
