// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "capturemerge.h"
#include "examples.h"
#include "import_sysfs.h"
#include "importers.h"
#include "importfailure.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cstdio>

#include <sys/mman.h>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype readAtOnce = 1024 * 1024;
constexpr QStringView liveScheme = u"live:";
constexpr QStringView exampleScheme = u"example:";

QString text(const char *source)
{
    return QCoreApplication::translate("rootward", source);
}

Result<QByteArray> readAll(QIODevice &device, const QString &where)
{
    QByteArray bytes;
    while (true) {
        const QByteArray part = device.read(readAtOnce);
        if (part.isEmpty())
            break;
        bytes.append(part);
        if (bytes.size() > maxCaptureBytes)
            return std::unexpected(tooLarge(where));
    }
    return bytes;
}

/// Asks for large pages behind a buffer: with ordinary ones the page faults of a capture of many
/// megabytes take as long as reading it. Only a hint; without it all is the same but slower.
void expectLargePages(QByteArray &bytes)
{
#ifdef MADV_HUGEPAGE
    constexpr quintptr page = 4096;
    const auto begin = (reinterpret_cast<quintptr>(bytes.data()) + page - 1) & ~(page - 1);
    const auto end =
        (reinterpret_cast<quintptr>(bytes.data()) + quintptr(bytes.size())) & ~(page - 1);
    if (end > begin)
        madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

Result<QByteArray> readStandardInput(const QString &where)
{
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return importFailure(Error::Kind::NoInput, where,
                             QT_TRANSLATE_NOOP("rootward", "standard input is closed"));
    return readAll(input, where);
}

Result<QByteArray> readFile(const QString &path)
{
    // Asked before it is opened: opening a pipe or a device may wait for ever.
    const QFileInfo info(path);
    if (!info.exists())
        return importFailure(Error::Kind::NoInput, path,
                             QT_TRANSLATE_NOOP("rootward", "there is no such file"));
    if (info.isDir())
        return importFailure(Error::Kind::BadData, path,
                             QT_TRANSLATE_NOOP("rootward", "this is a folder, not a capture"));
    if (!info.isFile())
        return importFailure(
            Error::Kind::BadData, path,
            QT_TRANSLATE_NOOP("rootward", "this is a pipe or a device, not a file"),
            QT_TRANSLATE_NOOP("rootward", "send the text to standard input, HOST is -"));
    if (info.size() > maxCaptureBytes)
        return std::unexpected(tooLarge(path));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return importFailure(Error::Kind::NoInput, path,
                             QT_TRANSLATE_NOOP("rootward", "the file may not be read"),
                             QT_TRANSLATE_NOOP("rootward", "look at its permissions"));
    QByteArray bytes(info.size(), Qt::Uninitialized);
    expectLargePages(bytes);
    bytes.truncate(qMax<qint64>(0, file.read(bytes.data(), bytes.size())));
    // Half of what stood there before and half of what stands there now is the capture of no host.
    const QFileInfo now(path);
    if (bytes.size() != info.size() || now.size() != info.size()
        || now.lastModified() != info.lastModified())
        return importFailure(
            Error::Kind::BadData, path,
            QT_TRANSLATE_NOOP("rootward", "the file changed while it was read"),
            QT_TRANSLATE_NOOP("rootward", "open it again when it is written to the end"));
    return bytes;
}

Result<QList<ReadFunctions>> readExample(const QString &name, const ReadProgress &progress)
{
    const Example *example = findExample(name);
    if (!example) {
        QStringList names;
        for (const Example &known : exampleTable())
            names.append(QString::fromLatin1(known.name));
        return std::unexpected(
            Error {Error::Kind::NoInput,
                   text(QT_TRANSLATE_NOOP("rootward", "there is no such built-in example")),
                   u"example:"_s + name,
                   text(QT_TRANSLATE_NOOP("rootward", "there are: %1")).arg(names.join(u", "_s))});
    }
    auto hosts = readFunctions(example->capture(), text(example->title), progress);
    if (hosts) {
        for (ReadFunctions &read : *hosts)
            read.kind = u"example"_s;
    }
    return hosts;
}

/// One of HOST and what completes it.
Result<QList<ReadFunctions>> readSource(const QString &source, const ReadProgress &progress)
{
    if (source.startsWith(exampleScheme))
        return readExample(source.sliced(exampleScheme.size()), progress);
    if (source == liveScheme)
        return readLive(progress);
    if (source != u"-" && QFileInfo(source).isDir())
        return readSysfsFolder(source, progress);
    const auto file = captureBytes(source);
    if (!file)
        return std::unexpected(file.error());
    auto hosts = readFunctions(file->bytes, file->label, progress);
    if (!hosts)
        hosts.error().where = file->where;
    return hosts;
}

/// What stands in headings.
QString labelOf(const QString &source)
{
    if (source.startsWith(exampleScheme)) {
        const Example *example = findExample(source.sliced(exampleScheme.size()));
        return example ? text(example->title) : source;
    }
    if (source == liveScheme)
        return text(QT_TRANSLATE_NOOP("rootward", "this machine"));
    // A folder's name may be followed by "/".
    return source == u"-" ? text(QT_TRANSLATE_NOOP("rootward", "standard input"))
                          : QFileInfo(QDir::cleanPath(source)).fileName();
}

} // namespace

Result<CaptureBytes> captureBytes(const QString &source)
{
    const bool standardInput = source == u"-";
    const QString where =
        standardInput ? text(QT_TRANSLATE_NOOP("rootward", "standard input")) : source;
    auto bytes = standardInput ? readStandardInput(where) : readFile(source);
    if (!bytes)
        return std::unexpected(bytes.error());
    return CaptureBytes {std::move(*bytes), standardInput ? where : QFileInfo(source).fileName(),
                         where};
}

Result<QList<HostCapture>> openHosts(const QString &host, const QStringList &also,
                                     const ReadProgress &progress)
{
    auto hosts = readSource(host, progress);
    if (!hosts)
        return std::unexpected(hosts.error());
    for (const QString &source : also) {
        auto others = readSource(source, progress);
        if (!others)
            return std::unexpected(others.error());
        completeHosts(*hosts, *std::move(others));
    }
    return buildHosts(*std::move(hosts), labelOf(host));
}

Result<HostCapture> openHost(const QString &host, const OpenOptions &options,
                             const ReadProgress &progress)
{
    auto hosts = openHosts(host, options.also, progress);
    if (!hosts)
        return std::unexpected(hosts.error());
    return pickHost(*std::move(hosts), options.which, host);
}

} // namespace rootward
