// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemushell.h"

#include "wordlist.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// Whether a variable there may be any options: one that is a whole piece, or that says what a
/// device is and where it stands.
bool mayBeOptions(const QString &piece, bool ofDevice)
{
    static constexpr QLatin1StringView placing[] = {
        "addr"_L1, "bus"_L1, "bus_nr"_L1,        "chassis"_L1, "chassis_nr"_L1, "driver"_L1,
        "host"_L1, "id"_L1,  "multifunction"_L1, "port"_L1,    "slot"_L1,       "sysfsdev"_L1,
    };
    const qsizetype equals = piece.indexOf(u'=');
    const QStringView key = QStringView(piece).first(std::max<qsizetype>(equals, 0));
    return !ofDevice || equals < 0 || hasShellVariable(key.toString()) || isOneOf(key, placing);
}

} // namespace

bool hasShellVariable(const QString &value)
{
    return value.contains(u'$') || value.contains(u'`');
}

QStringList openShellPieces(const QemuOption &option)
{
    static constexpr QLatin1StringView names[] = {"M"_L1, "device"_L1, "global"_L1, "machine"_L1,
                                                  "set"_L1};
    if (!hasShellVariable(option.value) || !isOneOf(option.name, names))
        return {};
    const bool properties = option.name == "device"_L1 && !option.value.trimmed().startsWith(u'{');
    QStringList pieces = option.value.split(u',');
    pieces.removeIf([properties](const QString &piece) {
        return !hasShellVariable(piece) || !mayBeOptions(piece, properties);
    });
    return pieces;
}

} // namespace rootward
