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

// Properties that vfio-pci and pcie-root-port have both.
constexpr QLatin1StringView everyDevice[] = {"bus"_L1,
                                             "id"_L1,
                                             "acpi-index"_L1,
                                             "addr"_L1,
                                             "busnr"_L1,
                                             "failover_pair_id"_L1,
                                             "multifunction"_L1,
                                             "rombar"_L1,
                                             "romfile"_L1,
                                             "romsize"_L1,
                                             "x-max-bounce-buffer-size"_L1,
                                             "x-pcie-ari-nextfn-1"_L1,
                                             "x-pcie-err-unc-mask"_L1,
                                             "x-pcie-ext-tag"_L1,
                                             "x-pcie-extcap-init"_L1,
                                             "x-pcie-lnksta-dllla"_L1};
// And those of vfio-pci alone, with vfio-pci-nohotplug's.
constexpr QLatin1StringView ofPassed[] = {"bootindex"_L1,
                                          "display"_L1,
                                          "enable-migration"_L1,
                                          "fd"_L1,
                                          "host"_L1,
                                          "iommufd"_L1,
                                          "migration-events"_L1,
                                          "skip-vsc-check"_L1,
                                          "sysfsdev"_L1,
                                          "vf-token"_L1,
                                          "x-balloon-allowed"_L1,
                                          "x-device-dirty-page-tracking"_L1,
                                          "x-igd-gms"_L1,
                                          "x-igd-legacy-mode"_L1,
                                          "x-igd-lpc"_L1,
                                          "x-igd-opregion"_L1,
                                          "x-intx-mmap-timeout-ms"_L1,
                                          "x-migration-multifd-transfer"_L1,
                                          "x-msix-relocation"_L1,
                                          "x-no-geforce-quirks"_L1,
                                          "x-no-kvm-intx"_L1,
                                          "x-no-kvm-ioeventfd"_L1,
                                          "x-no-kvm-msi"_L1,
                                          "x-no-kvm-msix"_L1,
                                          "x-no-mmap"_L1,
                                          "x-no-vfio-ioeventfd"_L1,
                                          "x-nv-gpudirect-clique"_L1,
                                          "x-pci-device-id"_L1,
                                          "x-pci-sub-device-id"_L1,
                                          "x-pci-sub-vendor-id"_L1,
                                          "x-pci-vendor-id"_L1,
                                          "x-pre-copy-dirty-page-tracking"_L1,
                                          "x-req"_L1,
                                          "x-vga"_L1,
                                          "xres"_L1,
                                          "yres"_L1,
                                          "ramfb"_L1,
                                          "x-ramfb-migrate"_L1};
// And those of pcie-root-port alone.
constexpr QLatin1StringView ofRootPort[] = {"aer_log_max"_L1,
                                            "bus-reserve"_L1,
                                            "chassis"_L1,
                                            "disable-acs"_L1,
                                            "hotplug"_L1,
                                            "io-reserve"_L1,
                                            "mem-reserve"_L1,
                                            "port"_L1,
                                            "power_controller_present"_L1,
                                            "pref32-reserve"_L1,
                                            "pref64-reserve"_L1,
                                            "slot"_L1,
                                            "x-do-not-expose-native-hotplug-cap"_L1,
                                            "x-migrate-msix"_L1,
                                            "x-pci-express-writeable-slt-bug"_L1,
                                            "x-speed"_L1,
                                            "x-width"_L1};

} // namespace

QString unknownProperty(const QString &driver, const QMap<QString, QString> &written)
{
    const bool passed = isKindOf(driver, u"vfio-pci"_s);
    if (!passed && driver != "pcie-root-port"_L1)
        return {};
    for (auto it = written.begin(); it != written.end(); ++it) {
        const bool own = passed ? isOneOf(it.key(), ofPassed) : isOneOf(it.key(), ofRootPort);
        if (!own && !isOneOf(it.key(), everyDevice))
            return it.key();
    }
    return {};
}

std::optional<QemuGlobal> parseQemuGlobal(const QString &value)
{
    static const QRegularExpression dotted(uR"(\A([^.=,]+)\.([^=,]+)=(.*)\z)"_s,
                                           QRegularExpression::DotMatchesEverythingOption);
    const QString written = "-global "_L1 + printable(value, 80);
    if (const auto match = dotted.match(value); match.hasMatch())
        return QemuGlobal {match.captured(1), match.captured(2), match.captured(3), written};
    const QMap<QString, QString> parts = parseQemuOptions(value, {});
    if (!parts.contains(u"driver"_s) || !parts.contains(u"property"_s))
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

std::optional<bool> qemuBoolean(const QString &value)
{
    static constexpr QLatin1StringView on[] = {"on"_L1, "true"_L1, "yes"_L1, "y"_L1};
    static constexpr QLatin1StringView off[] = {"off"_L1, "false"_L1, "no"_L1, "n"_L1};
    if (isOneOf(value, on))
        return true;
    return isOneOf(value, off) ? std::optional(false) : std::nullopt;
}

std::optional<int> qemuNumber(const QString &value, int highest)
{
    static const QRegularExpression pattern(uR"(\A\+?(?:0[xX][0-9a-fA-F]+|[0-9]+)\z)"_s);
    bool good = false;
    const int number = value.toInt(&good, 0); // with a plus as well
    return good && number <= highest && pattern.match(value).hasMatch() ? std::optional(number)
                                                                        : std::nullopt;
}

} // namespace rootward
