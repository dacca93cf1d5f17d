// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "entryexpansion.h"

#include <QSet>

namespace rootward {

/// The host as an entry's addresses are looked up in it.
struct HostView {
    const Topology *topology = nullptr; ///< null: no capture
    bool whole = false; ///< what is not in it is not there

    static HostView of(const Plan &plan);
};

/// What one address, or one slot, of an entry stands for on the host.
struct HostItem {
    QList<PassedFunction> functions;
    bool countKnown = true; ///< false: a slot that the capture does not show
    bool absent = false; ///< no such device
};
/// Source: pve-common SysFSTools.pm lspci(), an anchored prefix match.
HostItem findHostItem(const HostId &id, const HostView &host);

/// The functions that make `mdev=nvidia-N` a plain passthrough: one, with the vGPU interface of
/// NVIDIA's newer host driver. Source: qemu-server PCI.pm parse_hostpci().
bool isVgpuFunction(const QString &mdev, const QList<PassedFunction> &functions,
                    const HostView &host);

/// The address as it was written, with or without a domain.
QString writtenId(const HostId &id);

/// Why no card can be passed on a host whose IOMMU is off.
QString iommuOffSentence();

/// What the entries of one VM use so far.
class UsedFunctions {
public:
    /// One of them is used, or its slot where the functions there are not known.
    bool contains(const HostItem &item, const HostId &id) const;
    bool contains(const PciAddress &function) const { return m_functions.contains(function); }
    void add(const PciAddress &function);
    void add(const HostItem &item, const HostId &id);

private:
    QSet<PciAddress> m_functions;
    QSet<PciAddress> m_slots; ///< function 0 of any that is used
    QSet<PciAddress> m_openSlots; ///< used as a whole, their functions not known
};

} // namespace rootward
