// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemuproperties.h"

#include "printable.h"
#include "wordlist.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

/// A type and one that it is a kind of.
struct KindRow {
    QLatin1StringView driver;
    QLatin1StringView type;
};
constexpr KindRow kindRows[] = {
    {"pcie-root-port"_L1, "pcie-root-port-base"_L1},
    {"ioh3420"_L1, "pcie-root-port-base"_L1},
    {"cxl-rp"_L1, "pcie-root-port-base"_L1},
    {"pcie-root-port-base"_L1, "pcie-slot"_L1},
    {"xio3130-downstream"_L1, "pcie-slot"_L1},
    {"cxl-downstream"_L1, "pcie-slot"_L1},
    {"pcie-slot"_L1, "pcie-port"_L1},
    {"x3130-upstream"_L1, "pcie-port"_L1},
    {"cxl-upstream"_L1, "pcie-port"_L1},
    {"pcie-port"_L1, "base-pci-bridge"_L1},
    {"pcie-pci-bridge"_L1, "base-pci-bridge"_L1},
    {"pci-bridge-seat"_L1, "pci-bridge"_L1},
    {"pci-bridge"_L1, "base-pci-bridge"_L1},
    {"i82801b11-bridge"_L1, "base-pci-bridge"_L1},
    {"base-pci-bridge"_L1, "pci-device"_L1},
    {"vfio-pci-nohotplug"_L1, "vfio-pci"_L1},
    {"vfio-pci"_L1, "vfio-pci-base"_L1},
    {"vfio-pci-base"_L1, "pci-device"_L1},
    {"pci-device"_L1, "device"_L1},
};

// What a -device option may say as well, and is read from there.
constexpr QLatin1StringView modelled[] = {
    "acpi-index"_L1,    "bootindex"_L1, "bus_nr"_L1, "chassis"_L1,  "chassis_nr"_L1, "host"_L1,
    "multifunction"_L1, "romsize"_L1,   "slot"_L1,   "sysfsdev"_L1, "x-speed"_L1,    "x-width"_L1,
};

constexpr QLatin1StringView harmless[] = {
    "acpi-index"_L1,
    "aer_log_max"_L1,
    "bootindex"_L1,
    "bus-reserve"_L1,
    "disable-acs"_L1,
    "display"_L1,
    "enable-migration"_L1,
    "failover_pair_id"_L1,
    "hotplug"_L1,
    "io-reserve"_L1,
    "iommufd"_L1,
    "mem-reserve"_L1,
    "migration-events"_L1,
    "port"_L1,
    "pref32-reserve"_L1,
    "pref64-reserve"_L1,
    "ramfb"_L1,
    "rombar"_L1,
    "romfile"_L1,
    "romsize"_L1,
    "skip-vsc-check"_L1,
    "vf-token"_L1,
    "x-balloon-allowed"_L1,
    "x-device-dirty-page-tracking"_L1,
    "x-intx-mmap-timeout-ms"_L1,
    "x-migrate-msix"_L1,
    "x-msix-relocation"_L1,
    "x-nv-gpudirect-clique"_L1,
    "x-pre-copy-dirty-page-tracking"_L1,
    "x-req"_L1,
    "x-speed"_L1,
    "x-vga"_L1,
    "x-width"_L1,
    "xres"_L1,
    "yres"_L1,
};
constexpr QLatin1StringView harmlessStarts[] = {"x-igd-"_L1, "x-no-"_L1};

} // namespace

std::optional<QemuGlobal> parseQemuGlobal(const QString &value)
{
    static const QRegularExpression dotted(uR"(\A([^.=,]+)\.([^=,]+)=(.*)\z)"_s,
                                           QRegularExpression::DotMatchesEverythingOption);
    const QString written = "-global "_L1 + printable(value, 80);
    if (const auto match = dotted.match(value); match.hasMatch())
        return QemuGlobal {match.captured(1), match.captured(2), match.captured(3), written};
    const QMap<QString, QString> parts = parseQemuOptions(value, {});
    if (!parts.contains(u"driver"_s) || !parts.contains(u"property"_s)
        || !parts.contains(u"value"_s))
        return std::nullopt;
    return QemuGlobal {parts.value(u"driver"_s), parts.value(u"property"_s),
                       parts.value(u"value"_s), written};
}

bool isKindOf(const QString &driver, const QString &type)
{
    if (driver == type)
        return true;
    const auto row = std::ranges::find_if(
        kindRows, [&](const KindRow &candidate) { return driver == candidate.driver; });
    if (row != std::end(kindRows))
        return isKindOf(row->type.toString(), type);
    return type == "pci-device"_L1 || type == "device"_L1;
}

bool isHarmlessProperty(const QString &property)
{
    return isOneOf(property, harmless)
        || std::ranges::any_of(harmlessStarts,
                               [&](QLatin1StringView start) { return property.startsWith(start); });
}

QString openedByGlobals(const QString &driver, const QMap<QString, QString> &written,
                        const QList<QemuGlobal> &globals)
{
    const auto opening = std::ranges::find_if(globals, [&](const QemuGlobal &global) {
        return isKindOf(driver, global.driver) && !written.contains(global.property)
            && !isHarmlessProperty(global.property) && !isOneOf(global.property, modelled);
    });
    return opening == globals.end()
        ? QString()
        : tr("%1 changes it, which is not modelled").arg(opening->written);
}

void applyGlobals(QList<QemuDevice> &devices, const QList<QemuGlobal> &globals)
{
    for (QemuDevice &device : devices) {
        QMap<QString, QString> defaults; // the last of several holds
        for (const QemuGlobal &global : globals) {
            if (isOneOf(global.property, modelled) && isKindOf(device.driver, global.driver))
                defaults.insert(global.property, global.value);
        }
        device.open = openedByGlobals(device.driver, device.properties, globals);
        defaults.insert(device.properties);
        device.properties = defaults;
    }
}

} // namespace rootward
