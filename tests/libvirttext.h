// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "layouttext.h"
#include "libvirtdomain.h"

#include <QDebug>

/// Domains put together from their parts, for tests of the reader.
namespace libvirttext {

using namespace Qt::StringLiterals;
using namespace rootward;

inline VmDefinition read(const QByteArray &text)
{
    const auto vm = readLibvirtDomain(text, u"vm.xml"_s);
    if (!vm)
        qWarning().noquote() << vm.error().toString();
    return vm.value_or(VmDefinition());
}

inline Error refused(const QByteArray &text)
{
    const auto vm = readLibvirtDomain(text, u"vm.xml"_s);
    return vm ? Error() : vm.error();
}

inline QByteArray domain(const QByteArray &devices, const QByteArray &machine = "pc-q35-9.2")
{
    return "<domain type='kvm'>\n<name>vm</name>\n<os><type arch='x86_64' machine='" + machine
        + "'>hvm</type></os>\n<devices>\n" + devices + "\n</devices>\n</domain>\n";
}

inline QByteArray hostdev(const QByteArray &guest, const QByteArray &function = "0")
{
    return "<hostdev mode='subsystem' type='pci' managed='yes'><source><address domain='0x0000' "
           "bus='0x0b' slot='0x00' function='0x"
        + function + "'/></source>" + guest + "</hostdev>";
}

inline const QByteArray root = "<controller type='pci' index='0' model='pcie-root'/>";
inline const QByteArray port =
    "<controller type='pci' index='1' model='pcie-root-port'><model name='pcie-root-port'/>"
    "<target chassis='1' port='0x10'/><alias name='pci.1'/>"
    "<address type='pci' domain='0x0000' bus='0x00' slot='0x02' function='0x0'/></controller>";
inline const QString portText = u"pci.1 pcie-root-port on pcie.0 at 2.0 owns pci.1 root-port"_s;

} // namespace libvirttext
