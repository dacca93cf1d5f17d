// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "lspcistanza.h"

#include "classcode.h"
#include "configspace.h"
#include "functionmerge.h"
#include "libpci.h"
#include "lspciheading.h"
#include "lspciwords.h"

namespace rootward {

namespace {

/// The heading of the function that was dumped is lost: its ids or its class are others. The ids
/// of a VF read ffff.
bool isOfAnother(const ConfigSpace &space, const PciFunction &words)
{
    constexpr quint16 silent = 0xffff;
    const auto vendor = space.word(0);
    const auto device = space.word(2);
    const auto classCode = space.word(0x0a);
    const auto named = words.classCode || words.className.isEmpty()
        ? words.classCode
        : pciids::classOfName(words.className);
    if (classCode && named && *classCode != silent && *classCode != *named)
        return true;
    return words.vendor && words.device && vendor && device && *vendor != 0xffff
        && (*vendor != *words.vendor || *device != *words.device);
}

/// Before another function's dump its words may stand, too: the heading alone is sure.
PciFunction headingAlone(const PciFunction &words)
{
    PciFunction function;
    function.address = words.address;
    function.lines = words.lines;
    function.vendor = words.vendor;
    function.device = words.device;
    function.classCode = words.classCode;
    function.className = words.className;
    function.name = words.name;
    function.gap = ReadGap::Damaged;
    return function;
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
    if (stanza.hex.isEmpty()) {
        function = words;
    } else if (isOfAnother(space, words)) {
        function = headingAlone(words);
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
    const bool noBody = function.gap == ReadGap::NotPrinted || function.gap == ReadGap::Damaged;
    if (noBody && isBridgeClass(function.classCode))
        function.isBridge = true;
    return function;
}

} // namespace rootward
