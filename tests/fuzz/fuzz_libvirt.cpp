// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
//
// A libvirt domain, or a part of one: read, and evaluated as a plan.
#include "evaluateplan.h"
#include "libvirtdomain.h"

using namespace rootward;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    sniffLibvirt(bytes);
    if (const auto vm = readLibvirtDomain(bytes, QStringLiteral("domain.xml")))
        evaluateDefinition(*vm);
    return 0;
}
