// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sysfs.h"

#include "classcode.h"
#include "configspace.h"
#include "lspciheading.h"
#include "printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype unprivilegedConfig = 64;
constexpr qsizetype maxProblems = 1000;
constexpr int mostLanes = 32;

constexpr QByteArrayView attributes[] = {
    "class",
    "current_link_speed",
    "current_link_width",
    "device",
    "label",
    "max_link_speed",
    "max_link_width",
    "numa_node",
    "sriov_numvfs",
    "sriov_offset",
    "sriov_stride",
    "sriov_vf_device",
    "subsystem_device",
    "subsystem_vendor",
    "uevent",
    "vendor",
};

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

/// Without what an archiver fills up: the kernel gives a file that holds a word a whole page.
QByteArrayView contentOf(const SysfsDevice &device, const QByteArray &name)
{
    const auto found = device.files.constFind(name);
    if (found == device.files.cend())
        return {};
    const QByteArrayView bytes = *found;
    const qsizetype end = bytes.indexOf('\0');
    return (end < 0 ? bytes : bytes.first(end)).trimmed();
}

/// Beyond its first 64 bytes only root reads configuration space. An archiver that was told of
/// more fills up with zeros, and those are not what the registers hold.
QByteArrayView readableConfig(const QByteArray &config)
{
    const QByteArrayView bytes = QByteArrayView(config).first(qMin(config.size(), maxConfigBytes));
    if (bytes.size() <= unprivilegedConfig)
        return bytes;
    const QByteArrayView beyond = bytes.sliced(unprivilegedConfig);
    const bool filled = std::ranges::all_of(beyond, [](char byte) { return byte == 0; });
    return filled ? bytes.first(unprivilegedConfig) : bytes;
}

/// Reads the folder of one function.
class DeviceReader {
public:
    DeviceReader(const SysfsDevice &device, ReadFunctions &read)
        : m_device(device), m_read(read) { }
    PciFunction function();

private:
    void readRegisters();
    void readIds();
    void readLink();
    void readSriov();
    void readSystem();
    void readPlace();
    std::optional<quint32> hex(const char *name, qsizetype digits);
    std::optional<int> decimal(const char *name);
    double speed(const char *name);
    void refuse(const char *name, QByteArrayView content);

    const SysfsDevice &m_device;
    ReadFunctions &m_read;
    PciFunction m_function;
    bool m_idsAbsent = false; ///< the registers read ffff there, as those of a VF do
};

void DeviceReader::refuse(const char *name, QByteArrayView content)
{
    if (m_read.problems.size() >= maxProblems)
        return;
    const QString what = tr("%1 of %2 reads \"%3\"")
                             .arg(QString::fromLatin1(name), m_device.address.toString(),
                                  printable(QString::fromUtf8(content), 40));
    m_read.problems.append({.reason = Reason::CaptureBadLine,
                            .address = m_device.address,
                            .message = reasonSentence(Reason::CaptureBadLine, {what})});
}

std::optional<quint32> DeviceReader::hex(const char *name, qsizetype digits)
{
    const QByteArrayView content = contentOf(m_device, name);
    if (content.isEmpty())
        return std::nullopt;
    const auto value = hexNumber(content.startsWith("0x") ? content.sliced(2) : content, digits);
    if (!value)
        refuse(name, content);
    return value;
}

std::optional<int> DeviceReader::decimal(const char *name)
{
    const QByteArrayView content = contentOf(m_device, name);
    if (content.isEmpty())
        return std::nullopt;
    bool isNumber = false;
    const int value = content.toInt(&isNumber);
    if (isNumber)
        return value;
    refuse(name, content);
    return std::nullopt;
}

/// "16.0 GT/s PCIe", "8 GT/s", "Unknown speed"
double DeviceReader::speed(const char *name)
{
    const QByteArrayView content = contentOf(m_device, name);
    const qsizetype space = content.indexOf(' ');
    bool isNumber = false;
    const double value = content.first(qMax<qsizetype>(space, 0)).toDouble(&isNumber);
    return isNumber && value > 0 && value < 1000 ? value : 0;
}

void DeviceReader::readRegisters()
{
    const QByteArrayView config = readableConfig(m_device.config);
    if (config.isEmpty()) {
        m_function.gap = m_device.configDenied ? ReadGap::AccessDenied : ReadGap::NotPrinted;
        return;
    }
    const ConfigSpace space(config);
    space.decode(m_function);
    m_idsAbsent = space.word(0) == 0xffff && space.word(2) == 0xffff
        && m_function.gap != ReadGap::BrokenDevice;
}

void DeviceReader::readIds()
{
    const auto vendor = hex("vendor", 4);
    const auto product = hex("device", 4);
    if (!m_function.vendor && vendor && product && *vendor != 0xffff) {
        m_function.vendor = static_cast<quint16>(*vendor);
        m_function.device = static_cast<quint16>(*product);
        m_function.isVirtual = m_idsAbsent;
    }
    // Base class, sub-class and programming interface.
    if (const auto code = hex("class", 6); code && !m_function.classCode)
        m_function.classCode = static_cast<quint16>(*code >> 8);
    const auto maker = hex("subsystem_vendor", 4);
    const auto model = hex("subsystem_device", 4);
    if (!m_function.subsystemVendor && maker && model && *maker != 0 && *maker != 0xffff) {
        m_function.subsystemVendor = static_cast<quint16>(*maker);
        m_function.subsystemDevice = static_cast<quint16>(*model);
    }
    if (m_function.gap != ReadGap::None && isBridgeClass(m_function.classCode))
        m_function.isBridge = true;
}

void DeviceReader::readLink()
{
    if (m_function.link || m_function.gap == ReadGap::None)
        return;
    const auto lanes = [this](const char *name) {
        const int width = decimal(name).value_or(0);
        return width > 0 && width <= mostLanes ? width : 0;
    };
    const Link link {.speed = speed("current_link_speed"),
                     .width = lanes("current_link_width"),
                     .maxSpeed = speed("max_link_speed"),
                     .maxWidth = lanes("max_link_width")};
    if (link.maxSpeed > 0 || link.maxWidth > 0)
        m_function.link = link;
}

void DeviceReader::readSriov()
{
    if (m_function.sriov)
        return;
    const auto count = decimal("sriov_numvfs");
    const auto first = decimal("sriov_offset");
    const auto stride = decimal("sriov_stride");
    const QByteArrayView product = contentOf(m_device, "sriov_vf_device");
    const auto device = hex("sriov_vf_device", product.startsWith("0x") ? 4 : product.size());
    const auto fits = [](const std::optional<int> &n) { return n && *n >= 0 && *n <= 0xffff; };
    if (fits(count) && fits(first) && fits(stride) && device && *device <= 0xffff)
        m_function.sriov = Sriov {*count, *first, *stride, static_cast<quint16>(*device)};
}

/// What only a running system knows.
void DeviceReader::readSystem()
{
    constexpr QByteArrayView driverKey = "DRIVER=";
    m_function.driver = m_device.driver;
    for (const QByteArray &line : contentOf(m_device, "uevent").toByteArray().split('\n')) {
        if (m_function.driver.isEmpty() && line.startsWith(driverKey))
            m_function.driver = printable(QString::fromUtf8(line.sliced(driverKey.size())));
    }
    m_function.iommuGroup = m_device.iommuGroup;
    if (const auto node = decimal("numa_node"); node && *node >= 0)
        m_function.numaNode = node;
    m_function.deviceLabel = printable(QString::fromUtf8(contentOf(m_device, "label").trimmed()));
    if (m_device.hasMediatedTypes)
        m_function.mediated = true;
    if (m_device.hasNvidiaVgpu)
        m_function.nvidiaVgpu = true;
    m_function.physicalFunction = m_device.physicalFunction;
    m_function.isVirtual = m_function.isVirtual || m_function.physicalFunction.has_value();
    if (m_function.isVirtual)
        m_function.atomicOps.requesterEnable = std::nullopt;
}

/// "pci0000:40", the folder of a root bus.
std::optional<std::pair<quint32, quint8>> rootBusOf(const QString &folder)
{
    constexpr QLatin1StringView prefix = "pci"_L1;
    if (!folder.startsWith(prefix))
        return std::nullopt;
    const auto place = PciAddress::parse(folder.sliced(prefix.size()) + u":00.0"_s);
    return place ? std::optional(std::pair(place->domain, place->bus)) : std::nullopt;
}

void DeviceReader::readPlace()
{
    const QStringList folders = m_device.path.split(u'/', Qt::SkipEmptyParts);
    if (folders.size() < 2 || PciAddress::parse(folders.constLast()) != m_device.address)
        return;
    const QString &above = folders.at(folders.size() - 2);
    if (const auto parent = PciAddress::parse(above); parent && parent->isRealPlace())
        m_read.known.parents.insert(m_device.address, *parent);
    else if (const auto root = rootBusOf(above); root && root->first == m_device.address.domain)
        m_read.known.rootBuses.insert(*root);
}

PciFunction DeviceReader::function()
{
    m_function.address = m_device.address;
    readRegisters();
    readIds();
    readLink();
    readSriov();
    readSystem();
    readPlace();
    completeNames(m_function);
    return m_function;
}

/// Slots by the place that they name: one device, or a bus where `slot` is negative.
std::map<std::tuple<quint32, int, int>, QString> slotPlaces(const SysfsTree &tree)
{
    std::map<std::tuple<quint32, int, int>, QString> places;
    for (const SysfsSlot &slot : tree.slotNames) {
        const QString text = QString::fromLatin1(slot.address.trimmed());
        const bool wholeBus = text.count(u':') == 1;
        const auto place = PciAddress::parse(text + (wholeBus ? ":00.0"_L1 : ".0"_L1));
        if (!place)
            continue;
        const std::tuple key(place->domain, int(place->bus), wholeBus ? -1 : int(place->slot));
        places.emplace(key, printable(slot.name));
    }
    return places;
}

void nameSlots(const SysfsTree &tree, QList<PciFunction> &functions)
{
    const auto places = slotPlaces(tree);
    for (PciFunction &function : functions) {
        const PciAddress &at = function.address;
        auto found = places.find({at.domain, at.bus, at.slot});
        if (found == places.end())
            found = places.find({at.domain, at.bus, -1});
        if (found != places.end())
            function.physicalSlot = found->second;
    }
}

/// A PF names its VFs, also where their own link was not gathered.
void linkVirtualFunctions(const SysfsTree &tree, QList<PciFunction> &functions)
{
    QHash<PciAddress, PciAddress> owners;
    for (const SysfsDevice &device : tree.devices) {
        for (const PciAddress &virtualFunction : device.virtualFunctions)
            owners.insert(virtualFunction, device.address);
    }
    for (PciFunction &function : functions) {
        const auto owner = owners.constFind(function.address);
        if (owner == owners.cend() || function.physicalFunction || *owner == function.address)
            continue;
        function.physicalFunction = *owner;
        function.isVirtual = true;
        function.atomicOps.requesterEnable = std::nullopt;
    }
}

void noteStrangers(const SysfsTree &tree, ReadFunctions &read)
{
    const auto note = [&read](Reason reason, const QString &argument) {
        read.problems.append({.reason = reason,
                              .address = std::nullopt,
                              .message = reasonSentence(reason, {argument})});
    };
    for (const QString &name : tree.strangers)
        note(Reason::CaptureBadLine, printable(name, 80));
    if (tree.missing > 0)
        note(Reason::CapturePartial,
             tr("the folders behind %1 of its links are not in it; give the folder that holds both "
                "bus and devices")
                 .arg(tree.missing));
    if (tree.cut)
        note(Reason::CaptureLimit, tr("%1 functions").arg(maxCaptureFunctions));
}

} // namespace

bool isSysfsAttribute(QByteArrayView name)
{
    return std::ranges::find(attributes, name) != std::end(attributes);
}

ReadFunctions readSysfs(const SysfsTree &tree)
{
    ReadFunctions read;
    read.kind = u"sysfs"_s;
    read.functions.reserve(tree.devices.size());
    bool grouped = false;
    for (const SysfsDevice &device : tree.devices) {
        PciFunction function = DeviceReader(device, read).function();
        if (const auto group = tree.groups.constFind(device.address); group != tree.groups.cend())
            function.iommuGroup = *group;
        if (tree.isLive) {
            function.mediated = device.hasMediatedTypes;
            function.nvidiaVgpu = device.hasNvidiaVgpu;
        }
        grouped = grouped || function.iommuGroup;
        read.functions.append(std::move(function));
    }
    nameSlots(tree, read.functions);
    linkVirtualFunctions(tree, read.functions);
    noteStrangers(tree, read);
    // A function that stands in a group has an IOMMU above it; that none does is known of the
    // running kernel alone, a copy may lack the groups.
    if (grouped)
        read.iommu = true;
    else if (tree.isLive && tree.hasGroupsFolder)
        read.iommu = false;
    return read;
}

} // namespace rootward
