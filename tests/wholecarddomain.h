// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace rootward {

/// A libvirt domain with a card of the X399 example below a root port, both functions in one slot.
inline constexpr const char *wholeCardDomain =
    "<domain type='kvm'><name>lab</name><os><type machine='q35'>hvm</type></os><devices>\n"
    "<controller type='pci' index='0' model='pcie-root'/>\n"
    "<controller type='pci' index='1' model='pcie-root-port'>\n"
    "<address type='pci' domain='0' bus='0' slot='2' function='0'/></controller>\n"
    "<hostdev mode='subsystem' type='pci' managed='yes'><source>\n"
    "<address domain='0' bus='0x0b' slot='0' function='0'/></source>\n"
    "<address type='pci' domain='0' bus='1' slot='0' function='0' multifunction='on'/></hostdev>\n"
    "<hostdev mode='subsystem' type='pci' managed='yes'><source>\n"
    "<address domain='0' bus='0x0b' slot='0' function='1'/></source>\n"
    "<address type='pci' domain='0' bus='1' slot='0' function='1'/></hostdev>\n"
    "</devices></domain>\n";

} // namespace rootward
