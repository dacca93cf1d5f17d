// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
//
// The list of PCI devices that Proxmox's API answers.
#include "import_json.h"
#include "readcapture.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    readAndAsk(bytes);
    (void)rootward::readProxmoxJson(bytes, {}); // whatever it looks like
    return 0;
}
