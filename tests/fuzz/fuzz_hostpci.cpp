// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
//
// A property string of hostpciN: read, written back, and evaluated in a plan.
#include "evaluateplan.h"

using namespace rootward;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString text =
        QString::fromUtf8(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    if (const auto value = HostpciValue::parse(text)) {
        // What was read is written back, and reads the same again.
        const auto again = HostpciValue::parse(value->text());
        if (!again || again->text() != value->text())
            __builtin_trap();
        for (const HostId &id : value->hosts())
            value->withHost(id).withBoolean(QStringLiteral("pcie"), true).text();
    }
    Plan plan;
    evaluatePlan(plan.withEntry(0, text).withEntry(5, text));
    return 0;
}
