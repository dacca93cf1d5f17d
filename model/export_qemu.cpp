// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportformats.h"

#include "exportlayout.h"
#include "printable.h"
#include "qemuarguments.h"
#include "shellquote.h"

#include <QCoreApplication>

#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

/// Options of a bridge model that must not be the same twice in a machine.
struct NumberRow {
    QLatin1StringView model;
    QLatin1StringView option;
};
constexpr std::array numberRows {
    NumberRow {"pcie-root-port"_L1, "chassis"_L1},
    NumberRow {"ioh3420"_L1, "chassis"_L1},
    NumberRow {"xio3130-downstream"_L1, "chassis"_L1},
    NumberRow {"pci-bridge"_L1, "chassis_nr"_L1},
};

/// A value among options that commas divide.
QString optionValue(QString value)
{
    return value.replace(u","_s, u",,"_s);
}

QString addressOf(int slot, int function)
{
    const QString text = "0x"_L1 + QString::number(slot, 16);
    return function == 0 ? text : text + ".0x"_L1 + QString::number(function, 16);
}

QString bridgeArgument(const ExportedBridge &bridge, int number)
{
    QString argument = optionValue(bridge.model) + ",id="_L1 + bridge.id + ",bus="_L1 + bridge.bus;
    for (const NumberRow &row : numberRows) {
        if (bridge.model == row.model)
            argument += u',' + row.option + u'=' + QString::number(number);
    }
    if (bridge.busNumber)
        argument += ",bus_nr="_L1 + QString::number(*bridge.busNumber);
    argument += ",addr="_L1 + addressOf(bridge.slot, bridge.function);
    return bridge.multifunction ? argument + ",multifunction=on"_L1 : argument;
}

QString cardArgument(const Plan &plan, const ExportedFunction &function)
{
    QString argument = "vfio-pci,"_L1
        + (function.sysfsdev.isEmpty() ? "host="_L1 + function.host.toString()
                                       : "sysfsdev="_L1 + optionValue(function.sysfsdev))
        + ",id="_L1 + function.id + ",bus="_L1 + function.bus + ",addr="_L1
        + addressOf(function.slot, function.function);
    if (function.multifunction)
        argument += ",multifunction=on"_L1;
    if (function.mayMigrate)
        argument += ",enable-migration=on"_L1;
    if (!function.options.rombar())
        argument += ",rombar=0"_L1;
    if (const auto romfile = function.options.option(u"romfile"))
        argument += ",romfile="_L1 + optionValue("/usr/share/kvm/"_L1 + *romfile);
    if (function.options.primaryGpu() && plan.guest.bios != "ovmf"_L1)
        argument += ",x-vga=on"_L1;
    return argument + idOverrides(function.options);
}

} // namespace

Result<QByteArray> writeQemu(const ExportRequest &request)
{
    const auto guest = exportedGuest(request.plan, request.form);
    if (!guest)
        return std::unexpected(guest.error());
    QStringList arguments;
    int number = 0;
    for (const ExportedBridge &bridge : guest->bridges)
        arguments.append(bridgeArgument(bridge, ++number));
    for (const ExportedFunction &function : guest->functions)
        arguments.append(cardArgument(request.plan, function));
    QStringList lines;
    for (const QString &argument : std::as_const(arguments)) {
        if (!isOneLine(argument))
            return std::unexpected(
                Error {Error::Kind::BadData,
                       Text::tr("a value holds a control character: %1").arg(printable(argument)),
                       {},
                       {}});
        lines.append("-device "_L1 + shellWord(argument));
    }
    return lines.isEmpty() ? QByteArray() : (lines.join(u" \\\n"_s) + u'\n').toUtf8();
}

} // namespace rootward
