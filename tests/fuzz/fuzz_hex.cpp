// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
//
// Configuration spaces: a bridge and what stands below it, with whatever bytes there are.
#include "configspace.h"
#include "readcapture.h"

namespace {

QByteArray dumpOf(QByteArrayView bytes)
{
    QByteArray text;
    for (qsizetype at = 0; at < bytes.size(); at += 16) {
        text += QByteArray::number(at, 16).rightJustified(2, '0') + ": "
            + bytes.sliced(at, qMin<qsizetype>(16, bytes.size() - at)).toByteArray().toHex(' ')
            + '\n';
    }
    return text + '\n';
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const qsizetype half = bytes.size() / 2;
    rootward::PciFunction function;
    rootward::ConfigSpace(bytes.first(qMin<qsizetype>(half, 4096))).decode(function);
    readAndAsk("00:01.0 PCI bridge: x\n" + dumpOf(QByteArrayView(bytes).first(half))
               + "01:00.0 VGA compatible controller: y\n"
               + dumpOf(QByteArrayView(bytes).sliced(half)));
    readAndAsk(bytes); // the text of a dump itself
    return 0;
}
