// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "lspcicontradiction.h"
#include "stanza.h"

#include <span>

namespace rootward {

/// Reads the lines below a stanza's heading, as every lspci from 3.1 on prints them with -v, -vv
/// or -vvv, into a function: buses, port type, version, AtomicOps bits, link, SR-IOV, driver,
/// groups, and the gap where they do not say it. Which line means what: docs/formats.
class WordsReader {
public:
    explicit WordsReader(PciFunction &function) : m_function(function) { }

    /// `silent`: the heading says revision ff.
    void read(const Stanza &stanza, bool silent);

private:
    /// The capability whose lines are being read; before the first one, the function's own lines.
    enum class Scope { Function, Express, Sriov, OtherCapability };
    struct Field;
    struct Bit {
        QByteArrayView name;
        std::optional<bool> *value;
    };
    static const Field fields[];

    void readLine(QByteArrayView line);
    bool isHeadless() const;
    bool isOfAnother(QByteArrayView line) const;
    void forgetWhatMayBeAnothers();
    bool beginsAnother(QByteArrayView line) const;
    void conclude(const Stanza &stanza, bool silent);
    /// Nothing can be lost behind the lines that are there.
    bool endIsSeen(const Stanza &stanza) const;
    bool isWhole(const Stanza &stanza) const;
    void concludeExpress(bool isCut);

    void control(QByteArrayView value);
    void flags(QByteArrayView value);
    void capability(QByteArrayView value);
    void express(QByteArrayView value);
    void buses(QByteArrayView value);
    void subsystem(QByteArrayView value);
    void deviceLabel(QByteArrayView value);
    void physicalSlot(QByteArrayView value);
    void iommuGroup(QByteArrayView value);
    void numaNode(QByteArrayView value);
    void driver(QByteArrayView value);
    void modules(QByteArrayView value);
    void broken(QByteArrayView value);
    void secondCapabilities(QByteArrayView value);
    void status(QByteArrayView value);
    void readBits(QByteArrayView value, std::span<const Bit> bits);
    void atomicCapabilities(QByteArrayView value);
    void atomicControl(QByteArrayView value);
    void linkCapabilities(QByteArrayView value);
    void linkStatus(QByteArrayView value);
    void virtualFunctions(QByteArrayView value);
    void virtualPlaces(QByteArrayView value);

    PciFunction &m_function;
    HeaderKind m_kind = HeaderKind::Unknown;
    bool m_hasHeaders = false; ///< see Stanza
    Scope m_scope = Scope::Function;
    QList<QByteArrayView> m_offsets; ///< of the capabilities, while the stanza is read
    bool m_driver = false; ///< "Kernel driver in use:" or "Kernel modules:", the last lines
    std::optional<bool> m_hasList; ///< "Status: Cap+"
    bool m_listed = false; ///< a capability was named
    bool m_over = false; ///< what follows is of another function
    bool m_mixed = false; ///< and what stands before may be, too
    bool m_lost = false; ///< lines of the Express capability without its own
    bool m_control = false;
    bool m_detailed = false; ///< "Control:" or "Flags:": printed with -v and more
    bool m_denied = false;
    bool m_broken = false;
    bool m_express = false;
    bool m_expressTypeCut = false;
    bool m_secondCapabilities = false; ///< "DevCap2:"
    bool m_atomicOps = false; ///< one of the two AtomicOps lines
    std::optional<int> m_vfCount;
    std::optional<Sriov> m_vfPlaces;
};

} // namespace rootward
