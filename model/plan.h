// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "guestdriver.h"
#include "guestlayout.h"
#include "guestmachine.h"
#include "hostpci.h"
#include "pcimappings.h"
#include "rootport.h"
#include "topology.h"
#include "vfiocompleter.h"
#include "vmdocument.h"

#include <QList>
#include <QMap>
#include <QString>

#include <memory>
#include <optional>

namespace rootward {

/// One hostpciN line of a plan, exactly as written. Whether Proxmox would take it is found when
/// the plan is evaluated.
struct PlanEntry {
    int index = 0; ///< N
    QString value;
    friend bool operator==(const PlanEntry &, const PlanEntry &) = default;
};

/// Names the guest slots of a layout, which have no number of their own: -2, -3 ….
inline constexpr int firstLayoutIndex = -2;

/// Another VM of the same host, as far as it may want the same cards.
struct OtherVm {
    QString label; ///< "VM 102", or the file's name
    QList<PlanEntry> entries;
    friend bool operator==(const OtherVm &, const OtherVm &) = default;
};

/// What the user plans: a host, a guest and the lines between them. A value: every edit returns
/// a new Plan.
struct Plan {
    std::shared_ptr<const Topology> host; ///< null: no capture, the host side is unknown
    KernelVersion hostKernel;
    std::optional<bool> iommu; ///< the host's is on; nullopt: not shown
    GuestMachine guest;
    QList<PlanEntry> entries; ///< ascending by index, each index once
    /// A libvirt domain or a QEMU command line, which places its devices itself; then there are
    /// no entries. Null: Proxmox places them.
    std::shared_ptr<const GuestLayout> layout;

    std::shared_ptr<const PciMappings> mappings; ///< the cluster's; null: not given
    QString node; ///< the node the VM runs on; empty: not given
    QMap<int, QString> drivers; ///< a guest driver chosen by hand, by entry; -1: for all

    std::shared_ptr<const VmDocument> document; ///< the file the entries were read from; or null
    QList<OtherVm> otherVms;

    const PlanEntry *entry(int index) const;
    /// The lowest index that is free and makes no port hole; nullopt when all 16 are taken.
    std::optional<int> freeIndex() const;

    Plan withEntry(int index, const QString &value) const; ///< adds or replaces
    Plan withoutEntry(int index) const;

    /// The driver chosen by hand for an entry; empty: by device.
    QString driverFor(int index) const { return drivers.value(index, drivers.value(-1)); }

    friend bool operator==(const Plan &, const Plan &) = default;
};

enum class EntryVerdict { Offered, NotOffered, Inconclusive, Unproven, Invalid };
QLatin1StringView entryVerdictId(EntryVerdict verdict);

/// A warning or an error of a plan.
struct Notice {
    Reason reason = Reason::ProxmoxRefused;
    QString stage; ///< errors: "qm-set", "vm-start", "qemu-start"; warnings: empty
    std::optional<int> index; ///< the entry it speaks of
    QString message; ///< one sentence, plain text
    friend bool operator==(const Notice &, const Notice &) = default;
};

/// One passed function and what becomes of it.
struct FunctionOutcome {
    PciAddress host;
    int hostIndex = -1; ///< in the host's topology; -1: not in the capture
    QString sysfsdev; ///< of a mediated device, which has no host address of its own; else empty
    QString qemuId; ///< "hostpci0" or "hostpci0.1"
    QString bus;
    QString addr; ///< "0x0" or "0x0.1"
    bool multifunction = false;
    std::optional<bool> visible; ///< nullopt: not known
    std::optional<bool> capabilityVisible; ///< the PCIe capability is shown to the guest
    PortType guestType = PortType::Unknown;
    int guestNode = -1; ///< in PlanOutcome::guestTree
    VfioCompleters vfio;
    QemuDecision qemu; ///< as if it were the only candidate for its port
    DriverOutcome driver;
};

struct EntrySentences {
    QString host;
    QString guest;
    QString remedy;
};

/// What one hostpciN line, or one guest slot of another definition, leads to.
struct EntryOutcome {
    /// N of hostpciN; of a libvirt domain or a QEMU command line firstLayoutIndex and down.
    int index = 0;
    QString value;
    QString source; ///< "hostpci0"; "line 107, hostdev"
    Placement place; ///< its guest slot
    QString letter; ///< "A", "B" where the host has several identical cards, else empty
    QString title; ///< the device's name, for text and strip
    QList<FunctionOutcome> functions;
    /// The function that reason and driver line speak of: index in functions, -1 if none.
    int leading = -1;
    int portNode = -1; ///< the guest root port above, in guestTree; -1: none, or not known
    std::optional<PerWidth<Answer>> rootPort; ///< nullopt: no root port above
    std::optional<Reason> reason; ///< nullopt: invalid
    EntryVerdict verdict = EntryVerdict::Inconclusive;
    Remedy remedy = Remedy::Nothing;
    EntrySentences sentences;
    QList<Notice> errors;
    QList<Notice> warnings;
};

struct PlanOutcome {
    QList<EntryOutcome> entries;
    QStringList devices; ///< QEMU -device arguments of the passthrough part, in Proxmox's order
    QStringList bridges; ///< pci-bridge devices that Proxmox adds
    QList<Notice> errors;
    QList<Notice> warnings;
    QList<GuestNode> guestTree; ///< fixed devices, ports, passed functions; parents come first
    /// The guest as a guest kernel would see it, with likely bus numbers and the predicted root
    /// port bits. guestIndex[node] is the index there, -1 where it is not visible.
    std::shared_ptr<const Topology> guest;
    QList<int> guestIndex;
};

/// Pure: the same plan gives the same outcome.
PlanOutcome evaluate(const Plan &plan);

/// Letters for identical cards of a host, by address: same ids, at least two of them, functions
/// with a driver in the table only. Keyed by the function's address.
QHash<PciAddress, QString> cardLetters(const Topology &host);

/// The functions a user would pass: endpoints and conventional functions with a class other than
/// bridge, memory controller, processor (the web UI hides 05, 06, 0b). Address order.
QList<int> passableFunctions(const Topology &host);

} // namespace rootward
