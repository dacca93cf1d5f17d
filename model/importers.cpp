// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "importers.h"

#include "examples.h"
#include "foreignformats.h"
#include "import_lspci.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cstdio>

#include <sys/mman.h>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype sniffedBytes = 64 * 1024;
constexpr qsizetype readAtOnce = 1024 * 1024;

const char *const captureHint =
    QT_TRANSLATE_NOOP("rootward", "run: sudo lspci -vvv -nn -xxxx > host.txt");

constexpr Importer importers[] = {
    {"lspci-hex", QT_TRANSLATE_NOOP("rootward", "lspci with a hex dump (-xxx, -xxxx)"),
     "*.txt *.log *.hex", sniffLspciHex, readLspci},
    {"lspci-text", QT_TRANSLATE_NOOP("rootward", "lspci text (-v, -vv, -vvv)"), "*.txt *.log *.md",
     sniffLspciText, readLspci},
};

QString text(const char *source)
{
    return QCoreApplication::translate("rootward", source);
}

std::unexpected<Error> failure(Error::Kind kind, const QString &where, const char *what,
                               const char *hint = captureHint)
{
    return std::unexpected(Error {kind, text(what), where, hint ? text(hint) : QString()});
}

std::unexpected<Error> tooLarge(const QString &where)
{
    const QString limit = QString::number(maxCaptureBytes / (1024 * 1024));
    return std::unexpected(
        Error {Error::Kind::BadData,
               text(QT_TRANSLATE_NOOP("rootward", "larger than the limit of %1 MiB")).arg(limit),
               where, text(captureHint)});
}

const Importer *importerFor(QByteArrayView head)
{
    const Importer *best = nullptr;
    int bestScore = 0;
    for (const Importer &importer : importers) {
        if (const int score = importer.sniff(head); score > bestScore) {
            bestScore = score;
            best = &importer;
        }
    }
    return best;
}

void noteMissingParts(HostCapture &capture)
{
    const Topology &tree = *capture.topology;
    qsizetype lost = 0;
    for (int i = 0; i < tree.size(); ++i) {
        if (tree.gapAbove(i) || (tree.parent(i) < 0 && tree.onRootBus(i) != true))
            ++lost;
    }
    if (lost == 0)
        return;
    const QString which =
        text(QT_TRANSLATE_NOOP("rootward", "%1 of %2 functions hang below bridges that it lacks"))
            .arg(lost)
            .arg(tree.size());
    capture.problems.append({.reason = Reason::CapturePartial,
                             .address = std::nullopt,
                             .message = reasonSentence(Reason::CapturePartial, {which})});
}

HostCapture build(ReadFunctions read, const QString &label)
{
    HostCapture capture;
    capture.kind = read.kind;
    capture.label = label;
    capture.hostKernel = read.hostKernel;
    capture.qemu = read.qemu;
    capture.iommu = read.iommu;
    capture.problems = std::move(read.problems);
    Topology::Built built = Topology::fromFunctions(std::move(read.functions), read.known);
    capture.topology = built.topology;
    capture.problems.append(built.problems);
    noteMissingParts(capture);
    return capture;
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
            return tooLarge(where);
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
        return failure(Error::Kind::NoInput, where,
                       QT_TRANSLATE_NOOP("rootward", "standard input is closed"));
    return readAll(input, where);
}

Result<QByteArray> readFile(const QString &path)
{
    // Asked before it is opened: opening a pipe or a device may wait for ever.
    const QFileInfo info(path);
    if (!info.exists())
        return failure(Error::Kind::NoInput, path,
                       QT_TRANSLATE_NOOP("rootward", "there is no such file"));
    if (info.isDir())
        return failure(Error::Kind::BadData, path,
                       QT_TRANSLATE_NOOP("rootward", "this is a folder, not a capture"));
    if (!info.isFile())
        return failure(Error::Kind::BadData, path,
                       QT_TRANSLATE_NOOP("rootward", "this is a pipe or a device, not a file"),
                       QT_TRANSLATE_NOOP("rootward", "send the text to standard input, HOST is -"));
    if (info.size() > maxCaptureBytes)
        return tooLarge(path);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return failure(Error::Kind::NoInput, path,
                       QT_TRANSLATE_NOOP("rootward", "the file may not be read"),
                       QT_TRANSLATE_NOOP("rootward", "look at its permissions"));
    QByteArray bytes(info.size(), Qt::Uninitialized);
    expectLargePages(bytes);
    bytes.truncate(qMax<qint64>(0, file.read(bytes.data(), bytes.size())));
    return bytes;
}

Result<HostCapture> openExample(const QString &name, const ReadProgress &progress)
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
    auto capture = readCapture(example->capture(), text(example->title), progress);
    if (capture)
        capture->kind = u"example"_s;
    return capture;
}

} // namespace

std::span<const Importer> importerTable()
{
    return importers;
}

Result<HostCapture> readCapture(const QByteArray &bytes, const QString &label,
                                const ReadProgress &progress)
{
    if (bytes.size() > maxCaptureBytes)
        return tooLarge(label);
    if (QByteArrayView(bytes).trimmed().isEmpty())
        return failure(Error::Kind::BadData, label,
                       QT_TRANSLATE_NOOP("rootward", "there is nothing in it"));
    const QByteArrayView head = QByteArrayView(bytes).first(qMin(bytes.size(), sniffedBytes));
    const Importer *importer = importerFor(head);
    if (!importer) {
        for (const ForeignFormat &format : foreignFormats()) {
            if (format.sniff(head))
                return failure(Error::Kind::BadData, label, format.what, format.hint);
        }
    }
    // Where the head holds no function a long preface may still stand in front of the first.
    auto read = importer ? importer->read(bytes, progress) : readLspci(bytes, progress);
    if (!read) {
        read.error().where = label;
        return std::unexpected(read.error());
    }
    if (read->functions.isEmpty())
        return failure(Error::Kind::BadData, label,
                       QT_TRANSLATE_NOOP("rootward", "no PCI function was found in it"));
    return build(std::move(*read), label);
}

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

Result<HostCapture> openHost(const QString &host, const ReadProgress &progress)
{
    constexpr QStringView exampleScheme = u"example:";
    if (host.startsWith(exampleScheme))
        return openExample(host.sliced(exampleScheme.size()), progress);
    if (host == u"live:")
        return failure(Error::Kind::Unavailable, u"live"_s,
                       QT_TRANSLATE_NOOP("rootward", "this machine cannot be read directly"));
    const auto source = captureBytes(host);
    if (!source)
        return std::unexpected(source.error());
    auto capture = readCapture(source->bytes, source->label, progress);
    if (!capture)
        capture.error().where = source->where;
    return capture;
}

} // namespace rootward
