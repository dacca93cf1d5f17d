// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "lspcistanza.h"

#include "configspace.h"
#include "functionmerge.h"
#include "lspciheading.h"
#include "lspciwords.h"

namespace rootward {

namespace {

/// PCI-to-PCI, CardBus and semi-transparent bridges.
bool isBridgeClass(const std::optional<quint16> &classCode)
{
    return classCode == 0x0604 || classCode == 0x0607 || classCode == 0x0609;
}

/// The heading of the function that was dumped is lost: its ids are others. Those of a VF read
/// ffff.
bool isOfAnother(const ConfigSpace &space, const PciFunction &words)
{
    const auto vendor = space.word(0);
    const auto device = space.word(2);
    return words.vendor && words.device && vendor && device && *vendor != 0xffff
        && (*vendor != *words.vendor || *device != *words.device);
}

} // namespace

PciFunction readStanza(const Stanza &stanza)
{
    PciFunction function;
    PciFunction words;
    words.address = stanza.address;
    words.lines = stanza.lines;
    const bool silent = readHeading(stanza.heading, words);
    WordsReader(words).read(stanza, silent);
    const ConfigSpace space(stanza.hex);
    if (stanza.hex.isEmpty() || isOfAnother(space, words)) {
        function = words;
    } else {
        function.address = stanza.address;
        function.lines = stanza.lines;
        space.decode(function);
        // A VF's own ids read ffff; what the kernel names it stands in the heading.
        const bool idsAbsent = space.word(0) == 0xffff && space.word(2) == 0xffff;
        function.isVirtual = idsAbsent && function.gap != ReadGap::BrokenDevice
            && !words.name.isEmpty() && !words.name.startsWith(u"Illegal Vendor ID");
        completeFunction(function, words);
    }
    if (function.isVirtual)
        function.atomicOps.requesterEnable = std::nullopt;
    completeNames(function);
    // A heading alone shows no bus numbers, but its class has header type 1 by definition.
    if (function.gap == ReadGap::NotPrinted && isBridgeClass(function.classCode))
        function.isBridge = true;
    return function;
}

} // namespace rootward
