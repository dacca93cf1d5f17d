// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "libosinfo.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct OsRow {
    QLatin1StringView site; ///< of an identifier such as http://debian.org/debian/12
    GuestOs os;
};
constexpr OsRow osRows[] = {
    {"microsoft.com"_L1, GuestOs::Windows},
    {"almalinux.org"_L1, GuestOs::Linux},
    {"alpinelinux.org"_L1, GuestOs::Linux},
    {"altlinux.org"_L1, GuestOs::Linux},
    {"amazon.com"_L1, GuestOs::Linux},
    {"archlinux.org"_L1, GuestOs::Linux},
    {"asianux.com"_L1, GuestOs::Linux},
    {"cachyos.org"_L1, GuestOs::Linux},
    {"centos.org"_L1, GuestOs::Linux},
    {"cirros-cloud.net"_L1, GuestOs::Linux},
    {"clearlinux.org"_L1, GuestOs::Linux},
    {"debian.org"_L1, GuestOs::Linux},
    {"deepin.org"_L1, GuestOs::Linux},
    {"elementary.io"_L1, GuestOs::Linux},
    {"endlessos.com"_L1, GuestOs::Linux},
    {"fedoraproject.org"_L1, GuestOs::Linux},
    {"gentoo.org"_L1, GuestOs::Linux},
    {"guix.gnu.org"_L1, GuestOs::Linux},
    {"libosinfo.org/linux"_L1, GuestOs::Linux},
    {"linuxmint.com"_L1, GuestOs::Linux},
    {"mageia.org"_L1, GuestOs::Linux},
    {"mandriva.com"_L1, GuestOs::Linux},
    {"manjaro.org"_L1, GuestOs::Linux},
    {"nixos.org"_L1, GuestOs::Linux},
    {"opensuse.org"_L1, GuestOs::Linux},
    {"oracle.com/ol"_L1, GuestOs::Linux},
    {"oracle.com/oel"_L1, GuestOs::Linux},
    {"pureos.net"_L1, GuestOs::Linux},
    {"redhat.com"_L1, GuestOs::Linux},
    {"rockylinux.org"_L1, GuestOs::Linux},
    {"scientificlinux.org"_L1, GuestOs::Linux},
    {"silverblue.fedoraproject.org"_L1, GuestOs::Linux},
    {"slackware.com"_L1, GuestOs::Linux},
    {"suse.com"_L1, GuestOs::Linux},
    {"system76.com"_L1, GuestOs::Linux},
    {"trisquel.info"_L1, GuestOs::Linux},
    {"ubuntu.com"_L1, GuestOs::Linux},
    {"voidlinux.org"_L1, GuestOs::Linux},
    {"apple.com"_L1, GuestOs::Other},
    {"dragonflybsd.org"_L1, GuestOs::Other},
    {"freebsd.org"_L1, GuestOs::Other},
    {"haiku-os.org"_L1, GuestOs::Other},
    {"netbsd.org"_L1, GuestOs::Other},
    {"omnios.org"_L1, GuestOs::Other},
    {"openbsd.org"_L1, GuestOs::Other},
    {"openindiana.org"_L1, GuestOs::Other},
    {"oracle.com/solaris"_L1, GuestOs::Other},
    {"reactos.org"_L1, GuestOs::Other},
    {"sun.com"_L1, GuestOs::Other},
};

} // namespace

GuestOs osOfIdentifier(QStringView identifier)
{
    for (const QLatin1StringView start : {"http://"_L1, "https://"_L1, "www."_L1}) {
        if (identifier.startsWith(start))
            identifier = identifier.sliced(start.size());
    }
    const auto row = std::ranges::find_if(
        osRows, [&](const OsRow &candidate) { return identifier.startsWith(candidate.site); });
    return row == std::end(osRows) ? GuestOs::Unknown : row->os;
}

} // namespace rootward
