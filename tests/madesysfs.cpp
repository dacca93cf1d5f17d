// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "madesysfs.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>

#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int page = 4096;

QByteArray hexLine(quint32 value, int digits)
{
    return "0x" + QByteArray::number(value, 16).rightJustified(digits, '0') + '\n';
}

class SysfsMaker {
public:
    SysfsMaker(const SyntheticHost &host, const MadeSysfs &how) : m_host(host), m_how(how)
    {
        for (const SyntheticFunction &function : host.functions)
            m_functions.insert(function.address, &function);
    }
    QList<MadeEntry> make();

private:
    void add(const QString &path, QByteArray bytes);
    void link(const QString &path, const QString &target);
    void addFunction(const SyntheticFunction &function);
    void addVirtual(const SyntheticFunction &function, const QString &folder);
    void addSlots();
    QString chain(const SyntheticFunction &function) const;

    const SyntheticHost &m_host;
    const MadeSysfs &m_how;
    QHash<PciAddress, const SyntheticFunction *> m_functions;
    QList<MadeEntry> m_entries;
};

void SysfsMaker::add(const QString &path, QByteArray bytes)
{
    if (m_how.padded)
        bytes = bytes.leftJustified(page, '\0');
    m_entries.append({MadeEntry::Kind::File, m_how.prefix + path, bytes, {}});
}

void SysfsMaker::link(const QString &path, const QString &target)
{
    m_entries.append({MadeEntry::Kind::Link, m_how.prefix + path, {}, target});
}

/// "devices/pci0000:00/0000:00:03.1/0000:0b:00.0"
QString SysfsMaker::chain(const SyntheticFunction &function) const
{
    if (function.parent)
        return chain(*m_functions.value(*function.parent)) + u'/' + function.address.toString();
    PciAddress bus = function.address;
    QString root = u"pci"_s + bus.toString();
    root.truncate(root.lastIndexOf(u':'));
    return u"devices/"_s + root + u'/' + bus.toString();
}

void SysfsMaker::addVirtual(const SyntheticFunction &function, const QString &folder)
{
    const auto point = [&](const QString &name, const PciAddress &to) {
        if (m_how.flat)
            add(folder + name + u"/uevent"_s,
                "PCI_ID=8086:0000\nPCI_SLOT_NAME=" + to.toString().toLatin1() + '\n');
        else
            link(folder + name, u"../"_s + to.toString());
    };
    if (function.physicalFunction)
        point(u"physfn"_s, *function.physicalFunction);
    int number = 0;
    for (const SyntheticFunction &other : m_host.functions) {
        if (other.physicalFunction == function.address)
            point(u"virtfn%1"_s.arg(number++), other.address);
    }
}

void SysfsMaker::addFunction(const SyntheticFunction &function)
{
    const QString address = function.address.toString();
    const QString place = m_how.flat ? address : chain(function);
    const QString folder = place + u'/';
    if (!m_how.flat)
        link(u"bus/pci/devices/"_s + address, u"../../../"_s + place);
    if (m_how.configBytes > 0)
        add(folder + u"config"_s, configSpace(function, m_how.configBytes));
    add(folder + u"class"_s, hexLine(function.classCode, 6));
    add(folder + u"vendor"_s, hexLine(function.vendor, 4));
    add(folder + u"device"_s, hexLine(function.device, 4));
    add(folder + u"subsystem_vendor"_s, hexLine(function.subsystemVendor, 4));
    add(folder + u"subsystem_device"_s, hexLine(function.subsystemDevice, 4));
    add(folder + u"numa_node"_s, QByteArray::number(function.numaNode.value_or(-1)) + '\n');
    if (function.isExpress() && function.hasLink) {
        constexpr std::array speeds {"Unknown", "2.5", "5.0", "8.0", "16.0", "32.0", "64.0"};
        const auto speed = [&speeds](int code) {
            return QByteArray(speeds.at(static_cast<size_t>(code))) + " GT/s PCIe\n";
        };
        add(folder + u"current_link_speed"_s, speed(function.link.speed));
        add(folder + u"max_link_speed"_s, speed(function.link.maxSpeed));
        add(folder + u"current_link_width"_s, QByteArray::number(function.link.width) + '\n');
        add(folder + u"max_link_width"_s, QByteArray::number(function.link.maxWidth) + '\n');
    }
    if (function.sriov) {
        add(folder + u"sriov_numvfs"_s, QByteArray::number(function.sriov->vfCount) + '\n');
        add(folder + u"sriov_offset"_s, QByteArray::number(function.sriov->offset) + '\n');
        add(folder + u"sriov_stride"_s, QByteArray::number(function.sriov->stride) + '\n');
        add(folder + u"sriov_vf_device"_s, QByteArray::number(function.sriov->vfDevice, 16) + '\n');
    }
    QByteArray uevent = "PCI_SLOT_NAME=" + address.toLatin1() + '\n';
    if (!function.driver.isEmpty())
        uevent.prepend("DRIVER=" + function.driver.toLatin1() + '\n');
    add(folder + u"uevent"_s, uevent);
    if (!m_how.flat && !function.driver.isEmpty())
        link(folder + u"driver"_s, u"../../../bus/pci/drivers/"_s + function.driver);
    if (!m_how.flat && function.iommuGroup)
        link(folder + u"iommu_group"_s,
             u"../../../kernel/iommu_groups/"_s + QString::number(*function.iommuGroup));
    addVirtual(function, folder);
}

void SysfsMaker::addSlots()
{
    for (const SyntheticFunction &function : m_host.functions) {
        if (!function.slotLabel.isEmpty() && function.address.function == 0)
            add(u"bus/pci/slots/"_s + function.slotLabel + u"/address"_s,
                function.address.slotString().toLatin1() + '\n');
    }
}

QList<MadeEntry> SysfsMaker::make()
{
    for (const SyntheticFunction &function : m_host.functions)
        addFunction(function);
    if (!m_how.flat)
        addSlots();
    return m_entries;
}

} // namespace

QList<MadeEntry> sysfsOf(const SyntheticHost &host, const MadeSysfs &how)
{
    return SysfsMaker(host, how).make();
}

bool writeEntries(const QString &folder, const QList<MadeEntry> &entries)
{
    for (const MadeEntry &entry : entries) {
        const QString path = folder + u'/' + entry.path;
        if (!QDir().mkpath(QFileInfo(path).path()))
            return false;
        QFile file(path);
        bool done = false;
        if (entry.kind == MadeEntry::Kind::Folder)
            done = QDir().mkpath(path);
        else if (entry.kind == MadeEntry::Kind::Link)
            done = QFile::link(entry.target, path);
        else
            done = file.open(QIODevice::WriteOnly) && file.write(entry.bytes) == entry.bytes.size();
        if (!done)
            return false;
    }
    return true;
}

QList<MadeEntry> without(QList<MadeEntry> entries, const QString &part)
{
    entries.removeIf([&part](const MadeEntry &entry) { return entry.path.contains(part); });
    return entries;
}

} // namespace rootward
