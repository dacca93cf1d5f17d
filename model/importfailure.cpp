// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "importfailure.h"

#include <QCoreApplication>

namespace rootward {

const char *const captureCommand =
    QT_TRANSLATE_NOOP("rootward", "run: sudo lspci -vvv -nn -xxxx > host.txt");

std::unexpected<Error> importFailure(Error::Kind kind, const QString &where, const char *what,
                                     const char *hint)
{
    const auto tr = [](const char *text) { return QCoreApplication::translate("rootward", text); };
    return std::unexpected(Error {kind, tr(what), where, hint ? tr(hint) : QString()});
}

} // namespace rootward
