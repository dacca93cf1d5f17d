// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "libvirtdomain.h"

namespace rootward {

int sniffLibvirt(QByteArrayView)
{
    return 0;
}

Result<VmDefinition> readLibvirtDomain(const QByteArray &, const QString &name)
{
    return std::unexpected(Error {Error::Kind::BadData, {}, name, {}});
}

} // namespace rootward
