// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "guestmachine.h"
#include "pciaddress.h"
#include "result.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace rootward {

/// An address element: numbers as libvirt reads them, hexadecimal, octal or decimal.
struct LibvirtAddress {
    bool given = false;
    QString type; ///< "pci", "drive"; empty: not written
    std::optional<int> domain;
    std::optional<int> bus;
    std::optional<int> slot;
    std::optional<int> function;
    std::optional<bool> multifunction; ///< nullopt: not written
    QString broken; ///< "slot=\"x\"": what is no number, or neither on nor off; empty: nothing
    QString uuid; ///< of a mediated device

    /// Says a place of its own: type alone leaves it to libvirt.
    bool isPlace() const { return bus || slot; }
};

/// One element of a domain's devices, as far as PCI is concerned.
struct LibvirtDevice {
    QString element; ///< "hostdev", "controller", "interface"
    int line = 0; ///< from 1
    QString type; ///< the attributes
    QString mode;
    QString model;
    std::optional<int> index;
    LibvirtAddress source; ///< on the host
    LibvirtAddress address; ///< in the guest
    QString alias;
    QString modelName; ///< of its model element
    std::optional<int> busNumber; ///< of its target element: an expander's
    std::optional<int> chassis; ///< of that: a port's
    std::optional<int> port; ///< of that: a port's number
    std::optional<int> chassisNumber; ///< of that: a conventional bridge's
    std::optional<int> bootOrder; ///< of its boot element
    std::optional<int> acpiIndex; ///< of its acpi element
    QString broken; ///< the first of these numbers and the index that is none; empty: nothing
};

/// One property of qemu:override.
struct LibvirtOverride {
    QString alias;
    QString property;
    int line = 0;
};

/// What a domain, or a part of one, says.
struct LibvirtXml {
    QString domainType; ///< "kvm"; empty: a part without the domain element
    QString name;
    QString arch;
    QString machine;
    GuestOs os = GuestOs::Unknown;
    bool bootsByOs = false; ///< the os element has boot elements
    QList<LibvirtDevice> devices; ///< in order
    QStringList qemuArguments; ///< of qemu:commandline
    QList<int> qemuArgumentLines;
    QList<LibvirtOverride> overrides;
    QStringList problems; ///< sentences
    int domains = 0; ///< how many there were; the first is read
    bool snapshot = false; ///< the domain is the one that a snapshot keeps
};

/// Fails at XML that is not well-formed, that declares a document type (entities are not needed
/// here and may be a trap), that is nested more deeply or has more attributes in one element than
/// any domain, or whose text is not in its encoding; `where` is the place. Linear.
Result<LibvirtXml> readLibvirtXml(const QByteArray &bytes);

} // namespace rootward
