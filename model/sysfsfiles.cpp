// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sysfsfiles.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int mostLinks = 40; // as the kernel follows in one path
constexpr int mostSteps = 1000; // of a path and all its links
constexpr int mostChain = 300; // a bus number for each bridge, and folders in between
constexpr qsizetype mostFolders = 20'000; // that a search looks into
constexpr qsizetype mostStrangers = 100;

const QString devicesFolder = u"bus/pci/devices"_s;

QString joined(const QString &folder, const QString &name)
{
    return folder.isEmpty() ? name : folder + u'/' + name;
}

QString lastName(const QString &path)
{
    return path.sliced(path.lastIndexOf(u'/') + 1);
}

std::optional<PciAddress> functionOf(const QString &name)
{
    const auto address = PciAddress::parse(name);
    // The kernel writes the domain always; a folder "0b:00.0" is somebody's own.
    return address && address->isRealPlace() && name.count(u':') == 2 ? address : std::nullopt;
}

bool isRootBusName(const QString &name)
{
    return name.startsWith(u"pci"_s) && PciAddress::parse(name.sliced(3) + u":00.0"_s);
}

/// A path with its ".." taken back, whatever they lead to; for reading names alone.
QString withoutDots(const QString &path)
{
    QStringList names;
    for (const QString &name : path.split(u'/', Qt::SkipEmptyParts)) {
        if (name == u"..") {
            if (!names.isEmpty())
                names.removeLast();
        } else if (name != u".") {
            names.append(name);
        }
    }
    return names.join(u'/');
}

/// Gathers one tree.
class Gatherer {
public:
    Gatherer(const SysfsFiles &files, const SysfsRoot &root) : m_files(files), m_root(root) { }
    Result<SysfsTree> gather(const ReadProgress &progress);

private:
    void findDevices();
    void findChains(const QString &folder, int depth);
    void addDevice(const QString &folder, const QString &name);
    void readDevice(SysfsDevice &device, const QString &folder);
    void readLinks(SysfsDevice &device, const QString &folder, const QString &name);
    std::optional<PciAddress> linkedFunction(const QString &path);
    void readSlots();
    void readGroups();
    QString within(const QString &path) const { return joined(m_root.folder, path); }
    QStringList namesAt(const QString &path) const;
    SysfsFiles::Content contentAt(const QString &path, qsizetype most) const;

    const SysfsFiles &m_files;
    const SysfsRoot &m_root;
    SysfsTree m_tree;
    QStringList m_folders; ///< of each device; empty: its link leads out
};

QStringList Gatherer::namesAt(const QString &path) const
{
    const auto folder = resolved(m_files, path);
    return folder ? m_files.names(*folder) : QStringList();
}

/// Archivers make a link of what they have met before.
SysfsFiles::Content Gatherer::contentAt(const QString &path, qsizetype most) const
{
    if (m_files.kind(path) != SysfsFiles::Kind::Link)
        return m_files.read(path, most);
    const auto file = resolved(m_files, path);
    return file ? m_files.read(*file, most) : SysfsFiles::Content {};
}

void Gatherer::addDevice(const QString &folder, const QString &name)
{
    const auto address = functionOf(name);
    if (!address) {
        if (m_tree.strangers.size() < mostStrangers)
            m_tree.strangers.append(joined(folder, name));
        return;
    }
    if (m_tree.devices.size() >= maxCaptureFunctions) {
        m_tree.cut = true;
        return;
    }
    const QString entry = joined(folder, name);
    SysfsDevice device;
    device.address = *address;
    if (m_files.kind(entry) == SysfsFiles::Kind::Link)
        device.path = withoutDots(m_files.target(entry));
    else if (m_root.shape == SysfsRoot::Shape::Chains)
        device.path = entry;
    m_tree.devices.append(std::move(device));
    m_folders.append(resolved(m_files, entry).value_or(QString()));
    m_tree.missing += m_folders.constLast().isEmpty() ? 1 : 0;
}

void Gatherer::findChains(const QString &folder, int depth)
{
    for (const QString &name : m_files.names(folder)) {
        const QString path = joined(folder, name);
        const bool isFunction = functionOf(name).has_value();
        if ((!isFunction && !isRootBusName(name)) || depth > mostChain || m_tree.cut
            || m_files.kind(path) != SysfsFiles::Kind::Folder)
            continue;
        if (isFunction)
            addDevice(folder, name);
        findChains(path, depth + 1);
    }
}

void Gatherer::findDevices()
{
    if (m_root.shape == SysfsRoot::Shape::Chains) {
        findChains(within(u"devices"_s), 0);
        return;
    }
    const QString folder =
        m_root.shape == SysfsRoot::Shape::Whole ? within(devicesFolder) : m_root.folder;
    const QString place = resolved(m_files, folder).value_or(folder);
    for (const QString &name : m_files.names(place)) {
        // Beside a bare folder of devices anything may lie.
        if (m_root.shape == SysfsRoot::Shape::Whole || functionOf(name))
            addDevice(place, name);
    }
}

/// A link to another function, or the copy of its folder that a copier made of one.
std::optional<PciAddress> Gatherer::linkedFunction(const QString &path)
{
    if (m_files.kind(path) == SysfsFiles::Kind::Link)
        return functionOf(lastName(m_files.target(path)));
    constexpr QByteArrayView key = "PCI_SLOT_NAME=";
    const QByteArray uevent = m_files.read(joined(path, u"uevent"_s), maxAttributeBytes).bytes;
    for (const QByteArray &line : uevent.split('\n')) {
        if (line.startsWith(key))
            return functionOf(QString::fromLatin1(line.sliced(key.size()).trimmed()));
    }
    return std::nullopt;
}

void Gatherer::readLinks(SysfsDevice &device, const QString &folder, const QString &name)
{
    const QString path = joined(folder, name);
    const bool isLink = m_files.kind(path) == SysfsFiles::Kind::Link;
    if (name == u"physfn") {
        device.physicalFunction = linkedFunction(path);
    } else if (name.startsWith(u"virtfn")) {
        if (const auto function = linkedFunction(path))
            device.virtualFunctions.append(*function);
    } else if (name == u"driver" && isLink) {
        device.driver = lastName(m_files.target(path));
    } else if (name == u"iommu_group" && isLink) {
        bool isNumber = false;
        const int group = lastName(m_files.target(path)).toInt(&isNumber);
        if (isNumber && group >= 0)
            device.iommuGroup = group;
    } else if (name == u"mdev_supported_types") {
        device.hasMediatedTypes = true;
    } else if (name == u"nvidia") {
        device.hasNvidiaVgpu = true;
    }
}

void Gatherer::readDevice(SysfsDevice &device, const QString &folder)
{
    for (const QString &name : m_files.names(folder)) {
        const QString path = joined(folder, name);
        if (name == u"config") {
            SysfsFiles::Content content = contentAt(path, maxConfigBytes);
            device.config = std::move(content.bytes);
            device.configDenied = content.denied;
        } else if (isSysfsAttribute(name.toLatin1())) {
            if (QByteArray bytes = contentAt(path, maxAttributeBytes).bytes; !bytes.isEmpty())
                device.files.insert(name.toLatin1(), std::move(bytes));
        } else {
            readLinks(device, folder, name);
        }
    }
}

void Gatherer::readSlots()
{
    const QString folder = within(u"bus/pci/slots"_s);
    for (const QString &name : namesAt(folder)) {
        const auto slot = resolved(m_files, joined(folder, name));
        if (slot)
            m_tree.slotNames.append(
                {name, m_files.read(joined(*slot, u"address"_s), maxAttributeBytes).bytes});
    }
    for (SysfsSlot &slot : m_tree.slotNames) {
        if (const qsizetype end = slot.address.indexOf('\0'); end >= 0)
            slot.address.truncate(end);
    }
}

void Gatherer::readGroups()
{
    const QString folder = within(u"kernel/iommu_groups"_s);
    m_tree.hasGroupsFolder = m_files.kind(folder) == SysfsFiles::Kind::Folder;
    for (const QString &name : namesAt(folder)) {
        bool isNumber = false;
        const int group = name.toInt(&isNumber);
        if (!isNumber || group < 0)
            continue;
        for (const QString &member : m_files.names(joined(joined(folder, name), u"devices"_s))) {
            if (const auto address = functionOf(member))
                m_tree.groups.insert(*address, group);
        }
    }
}

Result<SysfsTree> Gatherer::gather(const ReadProgress &progress)
{
    findDevices();
    for (qsizetype i = 0; i < m_tree.devices.size(); ++i) {
        if (progress && !progress(static_cast<int>(i * 100 / m_tree.devices.size())))
            return std::unexpected(
                Error {Error::Kind::Cancelled,
                       QCoreApplication::translate("rootward", "reading was cancelled"),
                       {},
                       {}});
        if (!m_folders.at(i).isEmpty())
            readDevice(m_tree.devices[i], m_folders.at(i));
    }
    if (m_root.shape != SysfsRoot::Shape::Flat) {
        readSlots();
        readGroups();
    }
    return std::move(m_tree);
}

} // namespace

QString DiskFiles::absolute(const QString &path) const
{
    return path.isEmpty() ? m_root : m_root + u'/' + path;
}

SysfsFiles::Kind DiskFiles::kind(const QString &path) const
{
    struct stat status {};
    if (lstat(QFile::encodeName(absolute(path)).constData(), &status) != 0)
        return Kind::Missing;
    if (S_ISLNK(status.st_mode) && !path.isEmpty())
        return Kind::Link;
    if (S_ISREG(status.st_mode))
        return Kind::File;
    // The given folder may itself be reached through a link.
    return S_ISDIR(status.st_mode) || path.isEmpty() ? Kind::Folder : Kind::Missing;
}

QStringList DiskFiles::names(const QString &folder) const
{
    if (kind(folder) != Kind::Folder)
        return {};
    return QDir(absolute(folder))
        .entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot,
                   QDir::Name);
}

QString DiskFiles::target(const QString &link) const
{
    return QFileInfo(absolute(link)).readSymLink();
}

SysfsFiles::Content DiskFiles::read(const QString &file, qsizetype most) const
{
    if (kind(file) != Kind::File)
        return {};
    const QByteArray name = QFile::encodeName(absolute(file));
    const int descriptor = open(name.constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        return {{}, errno == EACCES || errno == EPERM};
    Content content {QByteArray(most, Qt::Uninitialized), false};
    qsizetype length = 0;
    // Configuration space comes in pieces, and a piece that fails is the end of what is known.
    while (length < most) {
        const auto part =
            ::read(descriptor, content.bytes.data() + length, static_cast<size_t>(most - length));
        if (part <= 0)
            break;
        length += part;
    }
    close(descriptor);
    content.bytes.truncate(length);
    return content;
}

std::optional<QString> resolved(const SysfsFiles &files, const QString &path)
{
    QStringList waiting = path.split(u'/', Qt::SkipEmptyParts);
    QStringList names;
    int links = 0;
    for (int steps = 0; !waiting.isEmpty(); ++steps) {
        if (steps > mostSteps)
            return std::nullopt;
        const QString name = waiting.takeFirst();
        if (name == u".")
            continue;
        if (name == u"..") {
            if (names.isEmpty())
                return std::nullopt;
            names.removeLast();
            continue;
        }
        names.append(name);
        if (names.size() > mostChain)
            return std::nullopt;
        const QString here = names.join(u'/');
        const SysfsFiles::Kind kind = files.kind(here);
        if (kind == SysfsFiles::Kind::Missing)
            return std::nullopt;
        if (kind != SysfsFiles::Kind::Link)
            continue;
        const QString target = files.target(here);
        if (++links > mostLinks || target.isEmpty() || target.startsWith(u'/'))
            return std::nullopt;
        names.removeLast();
        waiting = target.split(u'/', Qt::SkipEmptyParts) + waiting;
    }
    return names.join(u'/');
}

std::optional<SysfsRoot> sysfsRootAt(const SysfsFiles &files, const QString &folder)
{
    const auto devices = resolved(files, joined(folder, devicesFolder));
    if (devices && files.kind(*devices) == SysfsFiles::Kind::Folder)
        return SysfsRoot {folder, SysfsRoot::Shape::Whole};
    if (std::ranges::any_of(files.names(joined(folder, u"devices"_s)), isRootBusName))
        return SysfsRoot {folder, SysfsRoot::Shape::Chains};
    if (std::ranges::any_of(files.names(folder),
                            [](const QString &name) { return functionOf(name).has_value(); }))
        return SysfsRoot {folder, SysfsRoot::Shape::Flat};
    return std::nullopt;
}

QList<SysfsRoot> findSysfsRoots(const SysfsFiles &files, int depth)
{
    QList<SysfsRoot> roots;
    QList<std::pair<QString, int>> waiting {{QString(), 0}};
    for (qsizetype i = 0; i < waiting.size() && i < mostFolders; ++i) {
        const auto [folder, down] = waiting.at(i);
        if (const auto root = sysfsRootAt(files, folder)) {
            roots.append(*root);
            continue;
        }
        if (down >= depth)
            continue;
        for (const QString &name : files.names(folder)) {
            const QString path = joined(folder, name);
            if (files.kind(path) == SysfsFiles::Kind::Folder)
                waiting.append({path, down + 1});
        }
    }
    return roots;
}

Result<SysfsTree> gatherSysfs(const SysfsFiles &files, const SysfsRoot &root,
                              const ReadProgress &progress)
{
    return Gatherer(files, root).gather(progress);
}

} // namespace rootward
