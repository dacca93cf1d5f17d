// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "libvirtxml.h"

#include <QList>
#include <QString>

namespace rootward {

/// Why libvirt, or QEMU for it, does not take a domain with these devices: a number that is none or
/// out of range, a model that it has not, a slot that a controller's bus has not, or what only one
/// of them may have. Empty: nothing of that. Source: libvirt src/conf/domain_validate.c
/// virDomainControllerDefValidate(), virDomainDefValidateAliases();
/// src/conf/domain_postparse.c virDomainDefBootOrderPostParse(); src/conf/domain_addr.c
/// virDomainPCIAddressBusSetModel(); src/qemu/qemu_validate.c
/// qemuValidateDomainDeviceDefControllerPCI(); src/conf/domain_conf.c virDomainDefPostParse().
QString libvirtRefusal(const LibvirtXml &domain);

/// QEMU's name of what a PCI controller of that model becomes; empty: not known.
QLatin1StringView libvirtControllerDriver(QStringView model);

} // namespace rootward
