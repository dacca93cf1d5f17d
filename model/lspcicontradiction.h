// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pcifunction.h"

#include <QByteArrayView>

namespace rootward {

/// What a heading says of the configuration header below it.
enum class HeaderKind {
    Unknown, ///< the heading shows no class
    Plain, ///< type 0
    HostBridge, ///< type 0, of a root complex
    Bridge, ///< type 1 or 2
};

/// Source: PCI Code and ID Assignment Specification, base class 06h.
HeaderKind headerKind(const PciFunction &heading);

/// Whether lspci prints a line below such a heading never, so that the heading of the function it
/// belongs to was lost: the lines of a bridge's header below another, the port type of a bridge
/// below what is none, and the other way round. Of host bridges Intel's to DMI and ESI alone say
/// Root Port; they have no slot.
/// Source: pciutils lspci.c show_htype0(), show_htype1(), ls-caps.c cap_express().
bool contradictsHeading(QByteArrayView line, HeaderKind kind, const PciFunction &heading);

/// Whether the two AtomicOps lines have what lspci prints for another port type only.
/// Source: pciutils ls-caps.c cap_express_dev2().
bool contradictsType(const AtomicOps &bits, PortType type);

/// Whether "Status: Cap+" without a list may be the truth: some parts of root complexes have an
/// empty one, as the host bridges and system peripherals of Intel's Ice Lake and Raptor Lake. Of
/// anything else the line was lost.
bool mayListNothing(const PciFunction &function);

} // namespace rootward
