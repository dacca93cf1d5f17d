// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemupropertytable.h"

#include "qemumodels.h"
#include "wordlist.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <limits>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// The models that have a property, as bits.
using Owners = unsigned;
constexpr Owners passed = 1;
constexpr Owners passedUnplugged = 2; ///< vfio-pci-nohotplug, besides what vfio-pci has
constexpr Owners rootPort = 4;
constexpr Owners oldPort = 8; ///< ioh3420
constexpr Owners downstream = 16;
constexpr Owners upstream = 32;
constexpr Owners toPci = 64; ///< pcie-pci-bridge
constexpr Owners dmi = 128; ///< i82801b11-bridge
constexpr Owners pciBridge = 256;
constexpr Owners expander = 512; ///< pxb and pxb-pcie
constexpr Owners slots = rootPort | oldPort | downstream;
constexpr Owners ports = slots | upstream;
constexpr Owners bridges = ports | toPci | dmi | pciBridge;
constexpr Owners every = ~0U;

struct ModelRow {
    QLatin1StringView driver;
    Owners bits;
};
constexpr ModelRow modelRows[] = {
    {"vfio-pci"_L1, passed},
    {"vfio-pci-nohotplug"_L1, passed | passedUnplugged},
    {"pcie-root-port"_L1, rootPort},
    {"ioh3420"_L1, oldPort},
    {"xio3130-downstream"_L1, downstream},
    {"x3130-upstream"_L1, upstream},
    {"pcie-pci-bridge"_L1, toPci},
    {"i82801b11-bridge"_L1, dmi},
    {"pci-bridge"_L1, pciBridge},
    {"pxb-pcie"_L1, expander},
    {"pxb"_L1, expander},
};

struct PropertyRow {
    QLatin1StringView name;
    QemuType type;
    Owners owners = every;
};
constexpr PropertyRow rows[] = {
    {"acpi-index"_L1, QemuType::Uint32},
    {"addr"_L1, QemuType::Text},
    {"bus"_L1, QemuType::Text},
    {"busnr"_L1, QemuType::ReadOnly},
    {"failover_pair_id"_L1, QemuType::Text},
    {"id"_L1, QemuType::Text},
    {"multifunction"_L1, QemuType::Bool},
    {"rombar"_L1, QemuType::Int32},
    {"romfile"_L1, QemuType::Text},
    {"romsize"_L1, QemuType::Uint32},
    {"x-max-bounce-buffer-size"_L1, QemuType::Size},
    {"x-pcie-ari-nextfn-1"_L1, QemuType::Bool},
    {"x-pcie-err-unc-mask"_L1, QemuType::Bool},
    {"x-pcie-ext-tag"_L1, QemuType::Bool},
    {"x-pcie-extcap-init"_L1, QemuType::Bool},
    {"x-pcie-lnksta-dllla"_L1, QemuType::Bool},

    {"bootindex"_L1, QemuType::Int32, passed},
    {"display"_L1, QemuType::OnOffAuto, passed},
    {"enable-migration"_L1, QemuType::OnOffAuto, passed},
    {"fd"_L1, QemuType::Text, passed},
    {"host"_L1, QemuType::Text, passed},
    {"iommufd"_L1, QemuType::Text, passed},
    {"migration-events"_L1, QemuType::Bool, passed},
    {"skip-vsc-check"_L1, QemuType::Bool, passed},
    {"sysfsdev"_L1, QemuType::Text, passed},
    {"vf-token"_L1, QemuType::Uuid, passed},
    {"x-balloon-allowed"_L1, QemuType::Bool, passed},
    {"x-device-dirty-page-tracking"_L1, QemuType::OnOffAuto, passed},
    {"x-igd-gms"_L1, QemuType::Uint32, passed},
    {"x-igd-legacy-mode"_L1, QemuType::OnOffAuto, passed},
    {"x-igd-lpc"_L1, QemuType::Bool, passed},
    {"x-igd-opregion"_L1, QemuType::Bool, passed},
    {"x-intx-mmap-timeout-ms"_L1, QemuType::Uint32, passed},
    {"x-migration-multifd-transfer"_L1, QemuType::OnOffAuto, passed},
    {"x-msix-relocation"_L1, QemuType::MsixBar, passed},
    {"x-no-geforce-quirks"_L1, QemuType::Bool, passed},
    {"x-no-kvm-intx"_L1, QemuType::Bool, passed},
    {"x-no-kvm-ioeventfd"_L1, QemuType::Bool, passed},
    {"x-no-kvm-msi"_L1, QemuType::Bool, passed},
    {"x-no-kvm-msix"_L1, QemuType::Bool, passed},
    {"x-no-mmap"_L1, QemuType::Bool, passed},
    {"x-no-vfio-ioeventfd"_L1, QemuType::Bool, passed},
    {"x-nv-gpudirect-clique"_L1, QemuType::Clique, passed},
    {"x-pci-device-id"_L1, QemuType::Uint32, passed},
    {"x-pci-sub-device-id"_L1, QemuType::Uint32, passed},
    {"x-pci-sub-vendor-id"_L1, QemuType::Uint32, passed},
    {"x-pci-vendor-id"_L1, QemuType::Uint32, passed},
    {"x-pre-copy-dirty-page-tracking"_L1, QemuType::OnOffAuto, passed},
    {"x-req"_L1, QemuType::Bool, passed},
    {"x-vga"_L1, QemuType::Bool, passed},
    {"xres"_L1, QemuType::Uint32, passed},
    {"yres"_L1, QemuType::Uint32, passed},
    {"ramfb"_L1, QemuType::Bool, passedUnplugged},
    {"x-ramfb-migrate"_L1, QemuType::OnOffAuto, passedUnplugged},

    {"aer_log_max"_L1, QemuType::AerLog, ports},
    {"bus-reserve"_L1, QemuType::Uint32, rootPort | pciBridge},
    {"bus_nr"_L1, QemuType::Uint8, expander},
    {"bypass_iommu"_L1, QemuType::Bool, expander},
    {"chassis"_L1, QemuType::Uint8, slots},
    {"chassis_nr"_L1, QemuType::Uint8, pciBridge},
    {"disable-acs"_L1, QemuType::Bool, rootPort | oldPort},
    {"hotplug"_L1, QemuType::Bool, slots},
    {"io-reserve"_L1, QemuType::Size, rootPort | pciBridge},
    {"mem-reserve"_L1, QemuType::Size, rootPort | pciBridge},
    {"msi"_L1, QemuType::OnOffAuto, toPci | pciBridge},
    {"numa_node"_L1, QemuType::Uint16, expander},
    {"port"_L1, QemuType::Uint8, ports},
    {"power_controller_present"_L1, QemuType::Bool, slots},
    {"pref32-reserve"_L1, QemuType::Size, rootPort | pciBridge},
    {"pref64-reserve"_L1, QemuType::Size, rootPort | pciBridge},
    {"shpc"_L1, QemuType::Bool, pciBridge},
    {"slot"_L1, QemuType::Uint16, slots},
    {"x-do-not-expose-native-hotplug-cap"_L1, QemuType::Bool, slots},
    {"x-migrate-msix"_L1, QemuType::Bool, rootPort},
    {"x-pci-express-writeable-slt-bug"_L1, QemuType::Bool, bridges},
    {"x-speed"_L1, QemuType::LinkSpeed, rootPort},
    {"x-width"_L1, QemuType::LinkWidth, rootPort},
};

Owners bitsOf(const QString &driver)
{
    const auto row = std::ranges::find_if(
        modelRows, [&](const ModelRow &candidate) { return driver == candidate.driver; });
    return row == std::end(modelRows) ? 0 : row->bits;
}

bool isUnsigned(const QString &word, quint64 highest)
{
    static const QRegularExpression pattern(uR"(\A\+?(?:0[xX][0-9a-fA-F]+|[0-9]+)\z)"_s);
    bool good = false;
    const quint64 number = word.toULongLong(&good, 0); // with a plus as well
    return good && number <= highest && pattern.match(word).hasMatch();
}

bool isSigned(const QString &word)
{
    constexpr quint64 highest = std::numeric_limits<qint32>::max();
    return word.startsWith(u'-') ? isUnsigned(word.mid(1), highest + 1) : isUnsigned(word, highest);
}

bool isUuid(const QString &word)
{
    static const QRegularExpression pattern(
        uR"(\A(?:auto|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})\z)"_s);
    return pattern.match(word).hasMatch();
}

} // namespace

bool hasQemuProperties(const QString &driver)
{
    return bitsOf(driver) != 0;
}

std::optional<QemuType> qemuPropertyType(const QString &driver, const QString &property)
{
    const Owners bits = bitsOf(driver);
    const auto row =
        std::ranges::find_if(rows, [&](const PropertyRow &item) { return property == item.name; });
    if (row == std::end(rows))
        return std::nullopt;
    const bool ofEach = row->owners == every;
    const bool has = ofEach ? bits != 0 || qemuBridge(driver) != nullptr || isQemuPciModel(driver)
                            : (row->owners & bits) != 0;
    return has ? std::optional(row->type) : std::nullopt;
}

bool isQemuValue(QemuType type, const QString &word)
{
    static constexpr QLatin1StringView onOffAuto[] = {"on"_L1, "off"_L1, "auto"_L1};
    static constexpr QLatin1StringView speeds[] = {"2_5"_L1, "5"_L1,  "8"_L1,
                                                   "16"_L1,  "32"_L1, "64"_L1};
    static constexpr QLatin1StringView widths[] = {"1"_L1,  "2"_L1,  "4"_L1, "8"_L1,
                                                   "12"_L1, "16"_L1, "32"_L1};
    static constexpr QLatin1StringView bars[] = {"off"_L1,  "auto"_L1, "bar0"_L1, "bar1"_L1,
                                                 "bar2"_L1, "bar3"_L1, "bar4"_L1, "bar5"_L1};
    constexpr quint64 mostLogs = 128;
    switch (type) {
    case QemuType::Bool:
        return qemuBoolean(word).has_value();
    case QemuType::OnOffAuto:
        return isOneOf(word, onOffAuto);
    case QemuType::Uint8:
        return isUnsigned(word, std::numeric_limits<quint8>::max());
    case QemuType::Uint16:
        return isUnsigned(word, std::numeric_limits<quint16>::max());
    case QemuType::Uint32:
        return isUnsigned(word, std::numeric_limits<quint32>::max());
    case QemuType::Int32:
        return isSigned(word);
    case QemuType::Size:
        return qemuSize(word).has_value();
    case QemuType::Uuid:
        return isUuid(word);
    case QemuType::LinkSpeed:
        return isOneOf(word, speeds);
    case QemuType::LinkWidth:
        return isOneOf(word, widths);
    case QemuType::MsixBar:
        return isOneOf(word, bars);
    case QemuType::Clique:
        return isUnsigned(word, 15);
    case QemuType::AerLog:
        return isUnsigned(word, mostLogs);
    case QemuType::ReadOnly:
        return false;
    case QemuType::Text:
        break;
    }
    return true;
}

// Decimal with a letter, a fraction only of what is more than a byte; or hexadecimal.
std::optional<quint64> qemuSize(const QString &word)
{
    static const QRegularExpression scaled(
        uR"(\A\+?(?=\.?[0-9])([0-9]*(?:\.([0-9]*))?)([bkmgtpeBKMGTPE]?)\z)"_s);
    constexpr quint64 highest = std::numeric_limits<quint64>::max();
    const bool hexadecimal = word.contains(u'x', Qt::CaseInsensitive);
    if (hexadecimal && isUnsigned(word, highest))
        return word.toULongLong(nullptr, 0);
    const auto match = scaled.match(word);
    const qsizetype power =
        match.captured(3).isEmpty() ? 0 : u"bkmgtpe"_s.indexOf(match.captured(3).toLower());
    if (!match.hasMatch() || (power == 0 && match.captured(2).toULongLong() > 0))
        return std::nullopt;
    if (bool whole = false; power == 0) {
        const quint64 bytes = match.captured(1).section(u'.', 0, 0).toULongLong(&whole);
        return whole ? std::optional(bytes) : std::nullopt;
    }
    double bytes = match.captured(1).toDouble();
    for (qsizetype i = 0; i < power; ++i)
        bytes *= 1024;
    return bytes < static_cast<double>(highest) ? std::optional(static_cast<quint64>(bytes))
                                                : std::nullopt;
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
    return isUnsigned(value, static_cast<quint64>(highest)) ? std::optional(value.toInt(nullptr, 0))
                                                            : std::nullopt;
}

} // namespace rootward
