// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "vmdefinition.h"

namespace rootward {

/// A libvirt domain XML, whole or a part of one, such as a single hostdev element.
/// Source: libvirt formatdomain; src/conf/schemas/domain.rng.
int sniffLibvirt(QByteArrayView head);
Result<VmDefinition> readLibvirtDomain(const QByteArray &bytes, const QString &name);

} // namespace rootward
