// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "registerlines.h"

#include "hexline.h"
#include "textlines.h"

#include <span>

namespace rootward {

namespace {

struct LabelRow {
    RegisterId id;
    QByteArrayView label;
};

/// What lspci prints of each; several lines may speak of one register.
constexpr LabelRow labelRows[] = {
    {RegisterId::ExpressCapabilities, "] Express"},
    {RegisterId::DeviceCapabilities2, "DevCap2:"},
    {RegisterId::DeviceCapabilities2, "AtomicOpsCap:"},
    {RegisterId::DeviceControl2, "DevCtl2:"},
    {RegisterId::DeviceControl2, "AtomicOpsCtl:"},
};

bool speaksOf(QByteArrayView line, RegisterId id)
{
    for (const LabelRow &row : labelRows) {
        if (row.id == id && line.contains(row.label))
            return true;
    }
    return false;
}

bool holds(QByteArrayView line, int place)
{
    HexLine hex;
    return hex.read(line) && hex.offset <= place && place < hex.offset + hex.count;
}

} // namespace

SourceLines registerLines(QByteArrayView text, const SourceLines &function,
                          const FunctionRegister &shown)
{
    if (function.first <= 0)
        return function;
    SourceLines words {.source = function.source};
    int dump = 0;
    QByteArrayView line;
    int number = 0;
    for (qsizetype position = 0; number < function.last && takeTextLine(text, position, line);) {
        if (++number < function.first)
            continue;
        if (speaksOf(line, shown.id)) {
            words.first = words.first > 0 ? words.first : number;
            words.last = number;
        } else if (dump == 0 && shown.place && holds(line.trimmed(), *shown.place)) {
            dump = number;
        }
    }
    if (words.first > 0)
        return words;
    return dump > 0 ? SourceLines {dump, dump, function.source} : function;
}

} // namespace rootward
