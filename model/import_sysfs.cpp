// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "import_sysfs.h"

#include "importfailure.h"
#include "sysfsfiles.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QSysInfo>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qint64 maxPackagesBytes = 64 * 1024 * 1024;

/// The version field of a package's paragraph, if it is installed.
QByteArrayView installedVersion(QByteArrayView status, QByteArrayView package)
{
    const QByteArray heading = "Package: " + package.toByteArray() + '\n';
    qsizetype at = status.startsWith(heading) ? 0 : status.indexOf('\n' + heading);
    if (at < 0)
        return {};
    at += at > 0 ? 1 : 0;
    const qsizetype end = status.indexOf("\n\n", at);
    const QByteArrayView paragraph = status.sliced(at, (end < 0 ? status.size() : end) - at);
    constexpr QByteArrayView key = "\nVersion: ";
    const qsizetype version = paragraph.indexOf(key);
    if (version < 0 || !paragraph.contains("\nStatus: install ok installed"))
        return {};
    const QByteArrayView rest = paragraph.sliced(version + key.size());
    const qsizetype line = rest.indexOf('\n');
    return line < 0 ? rest : rest.first(line);
}

/// "1:10.0.2+ds-2" without what the distribution puts around it.
QString upstreamVersion(QByteArrayView version)
{
    version = version.sliced(version.indexOf(':') + 1);
    qsizetype length = 0;
    while (
        length < version.size()
        && ((version.at(length) >= '0' && version.at(length) <= '9') || version.at(length) == '.'))
        ++length;
    return QString::fromLatin1(version.first(length));
}

QByteArray packagesOf(const QString &path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || file.size() > maxPackagesBytes
        || !file.open(QIODevice::ReadOnly))
        return {};
    return file.read(maxPackagesBytes);
}

} // namespace

std::optional<QemuVersion> installedQemu(QByteArrayView status)
{
    for (const QByteArrayView package : {"pve-qemu-kvm", "qemu-system-x86"}) {
        if (const QByteArrayView version = installedVersion(status, package); !version.isEmpty())
            return QemuVersion::parse(upstreamVersion(version));
    }
    return std::nullopt;
}

Result<QList<ReadFunctions>> readSysfsFolder(const QString &folder, const ReadProgress &progress)
{
    if (!QFileInfo(folder).isReadable() || !QFileInfo(folder).isExecutable())
        return importFailure(Error::Kind::NoInput, folder,
                             QT_TRANSLATE_NOOP("rootward", "the folder may not be read"),
                             QT_TRANSLATE_NOOP("rootward", "look at its permissions"));
    const DiskFiles files(folder);
    for (const QString &inside : {u""_s, u"sys"_s, u"devices"_s}) {
        const auto root = sysfsRootAt(files, inside);
        if (!root)
            continue;
        auto tree = gatherSysfs(files, *root, progress);
        if (!tree) {
            tree.error().where = folder;
            return std::unexpected(tree.error());
        }
        ReadFunctions read = readSysfs(*tree);
        if (read.functions.isEmpty())
            continue;
        read.sources.append({folder, {}});
        return QList<ReadFunctions> {std::move(read)};
    }
    return importFailure(Error::Kind::BadData, folder,
                         QT_TRANSLATE_NOOP("rootward", "this folder holds no /sys/bus/pci/devices"),
                         captureCommand);
}

Result<QList<ReadFunctions>> readLive(const ReadProgress &progress, const LivePlaces &places)
{
    const QString where = u"live:"_s;
    const DiskFiles files(places.sys);
    const SysfsRoot root {{}, SysfsRoot::Shape::Whole};
    if (sysfsRootAt(files, {}).value_or(SysfsRoot {{}, SysfsRoot::Shape::Flat}).shape
        != SysfsRoot::Shape::Whole)
        return importFailure(
            Error::Kind::Unavailable, where,
            QT_TRANSLATE_NOOP("rootward", "this machine shows no PCI bus"),
            QT_TRANSLATE_NOOP("rootward",
                              "on the host itself run: sudo lspci -vvv -nn -xxxx > "
                              "host.txt"));
    auto tree = gatherSysfs(files, root, progress);
    if (!tree) {
        tree.error().where = where;
        return std::unexpected(tree.error());
    }
    tree->isLive = true;
    ReadFunctions read = readSysfs(*tree);
    if (read.functions.isEmpty())
        return importFailure(
            Error::Kind::Unavailable, where,
            QT_TRANSLATE_NOOP("rootward", "this machine has no PCI function"),
            QT_TRANSLATE_NOOP("rootward",
                              "on the host itself run: sudo lspci -vvv -nn -xxxx > "
                              "host.txt"));
    read.kind = u"live"_s;
    read.host = QSysInfo::machineHostName();
    read.sources.append({places.sys, {}});
    if (QSysInfo::kernelType() == "linux"_L1)
        read.hostKernel = KernelVersion::parse(QSysInfo::kernelVersion());
    read.qemu = installedQemu(packagesOf(places.packages));
    return QList<ReadFunctions> {std::move(read)};
}

} // namespace rootward
