// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
//
// A Proxmox VM configuration: read, edited in place, and evaluated as a plan.
#include "evaluateplan.h"
#include "vmconfig.h"

using namespace rootward;
using namespace Qt::StringLiterals;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    if (const auto vm = readVmConfig(bytes, u"101.conf"_s))
        evaluateDefinition(*vm);
    if (const auto vm = readVmDefinition(bytes, u"101.conf"_s))
        evaluateDefinition(*vm);

    const VmDocument document = VmDocument::read(bytes, u"101.conf"_s);
    if (document.bytes() != bytes)
        __builtin_trap(); // an unchanged file keeps every byte
    document.nextStart();
    const VmDocument edited = document.withSetting(u"hostpci0"_s, u"0000:0b:00.0,pcie=1"_s);
    edited.withoutSetting(u"hostpci0"_s);
    VmDocument::read(edited.bytes(), u"101.conf"_s).digest();
    return 0;
}
