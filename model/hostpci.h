// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pciaddress.h"
#include "propertystring.h"
#include "result.h"

#include <QList>
#include <QString>

#include <optional>

namespace rootward {

inline constexpr int maxHostpciEntries = 16; ///< hostpci0 … hostpci15

/// One item of `host=`: a function, or a whole slot (All Functions).
struct HostId {
    PciAddress address;
    bool allFunctions = false; ///< no ".function" was written
    bool domainWritten = true; ///< false: "0b:00.0", which Proxmox takes as domain 0000
    /// false: "00000:0b:00.0", which the grammar admits and no name in sysfs can match.
    bool spelledLikeSysfs = true;
    QString spelling {}; ///< where it is not: the text
    /// Takes a domain as it is written, of any number of hexadecimal digits, in `written`.
    void takeDomain(QStringView domain, QStringView written);
    friend bool operator==(const HostId &, const HostId &) = default;
};

/// The property string of a hostpciN line. Keeps what it was read from: an edit touches only the
/// part it changes, so everything else survives byte for byte.
/// Source: qemu-server PCI.pm $hostpci_fmt, pve-common JSONSchema parse_property_string.
class HostpciValue {
public:
    /// Refuses what `qm set` refuses, with its sense in Error::what.
    static Result<HostpciValue> parse(const QString &text);
    /// "0000:0b:00.0" or "0000:0b:00", plus ",pcie=1": what the window writes for a new card.
    static HostpciValue forDevice(const HostId &id, bool pcie);

    const QString &text() const { return m_text; }

    QList<HostId> hosts() const { return m_hosts; }
    bool pcie() const { return boolean(u"pcie", false); }
    bool rombar() const { return boolean(u"rombar", true); }
    bool primaryGpu() const { return boolean(u"x-vga", false); }
    bool legacyIgd() const { return boolean(u"legacy-igd", false); }
    bool allFunctions() const; ///< the first host item is a whole slot
    /// Any other option by its key, as written; nullopt if absent.
    std::optional<QString> option(QStringView key) const;

    /// Whole slot or function 0 of it (of the first item; other items stay, save those that the
    /// whole slot now holds).
    HostpciValue withAllFunctions(bool all) const;
    /// Another device in the place of everything `host` lists; the rest stays.
    HostpciValue withHost(const HostId &id) const;
    /// A boolean equal to its default is removed if it was not written, else rewritten in place.
    HostpciValue withBoolean(QStringView key, bool value) const;
    /// In place, a new one where the web UI would sort it; nullopt: removed. What the schema
    /// refuses is not taken: the value comes back as it was.
    HostpciValue withOption(QStringView key, const std::optional<QString> &value) const;
    /// The same entry as the web UI writes it: the devices first, each with its domain, then the
    /// options sorted, booleans as 1 and 0, and nothing that equals its default.
    /// Source: pve-manager PCIEdit.js onGetValues(), Parser.js printPropertyString().
    HostpciValue canonical() const;

    friend bool operator==(const HostpciValue &a, const HostpciValue &b)
    {
        return a.m_text == b.m_text;
    }

private:
    bool boolean(QStringView key, bool fallback) const;
    void readHosts();
    void insertSorted(const PropertyPart &part);
    /// The value with these parts, which the schema admits.
    HostpciValue withParts(const QList<PropertyPart> &parts) const;

    QString m_text;
    QList<PropertyPart> m_parts;
    QList<HostId> m_hosts;
};

} // namespace rootward
