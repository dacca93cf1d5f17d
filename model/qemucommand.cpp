// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemucommand.h"

namespace rootward {

int sniffQemuCommand(QByteArrayView)
{
    return 0;
}

Result<VmDefinition> readQemuCommand(const QByteArray &, const QString &name)
{
    return std::unexpected(Error {Error::Kind::BadData, {}, name, {}});
}

} // namespace rootward
