// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
//
// A QEMU command in whatever text: split, found, read, and evaluated as a plan.
#include "evaluateplan.h"
#include "qemucommand.h"
#include "shellwords.h"

using namespace rootward;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const QString text = QString::fromUtf8(bytes);
    if (const auto words = shellWords(text)) {
        for (const ShellToken &word : *words) {
            if (word.line < 1 || word.column < 1 || word.written.isEmpty())
                __builtin_trap();
        }
    } else if (words.error().where.isEmpty()) {
        __builtin_trap(); // a broken quote has a place
    }
    sniffQemuCommand(bytes);
    if (const auto vm = readQemuCommand(bytes, QStringLiteral("command")))
        evaluateDefinition(*vm);
    return 0;
}
