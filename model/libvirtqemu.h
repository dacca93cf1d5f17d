// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "libvirtxml.h"
#include "qemudevices.h"

#include <QStringList>

namespace rootward {

/// What a domain hands to QEMU past libvirt (qemu:commandline, qemu:override): its devices are
/// added to the layout, and what it changes of others leaves those open. Returns a sentence for
/// each thing that is not modelled; `problems` gets what cannot be read.
/// Source: libvirt drvqemu, "Pass-through of arbitrary qemu commands"; QEMU system/vl.c.
QStringList applyQemuNamespace(GuestLayout &layout, const LibvirtXml &xml,
                               const GuestMachine &machine, QStringList &problems);

} // namespace rootward
