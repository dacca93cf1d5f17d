// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "importers.h"

#include "capturegaps.h"
#include "foreignformats.h"
#include "import_archive.h"
#include "import_json.h"
#include "import_lspci.h"
#include "import_tree.h"
#include "importfailure.h"
#include "kernelevidence.h"
#include "printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype sniffedBytes = 64 * 1024;

constexpr Importer importers[] = {
    {"archive",
     QT_TRANSLATE_NOOP("rootward",
                       "archives (tar, zip, sosreport, hwloc-gather-topology) of lspci's output or "
                       "of /sys/bus/pci/devices"),
     "*.tar *.tar.gz *.tgz *.tar.xz *.txz *.tar.bz2 *.tbz2 *.tar.zst *.zip *.gz *.xz *.bz2 *.zst",
     sniffArchive, readArchivedHosts},
    {"lspci-hex", QT_TRANSLATE_NOOP("rootward", "lspci with a hex dump (-xxx, -xxxx)"),
     "*.txt *.log *.hex", sniffLspciHex, readLspci},
    {"lspci-text", QT_TRANSLATE_NOOP("rootward", "lspci text (-v, -vv, -vvv)"), "*.txt *.log *.md",
     sniffLspciText, readLspci},
    {"lspci-tree", QT_TRANSLATE_NOOP("rootward", "lspci tree (-t, -tv, -tvnn)"), "*.txt *.log *.md",
     sniffLspciTree, readLspciTree},
    {"json", QT_TRANSLATE_NOOP("rootward", "Proxmox's list of PCI devices (pvesh, JSON)"), "*.json",
     sniffProxmoxJson, readProxmoxJson},
};

QString text(const char *source)
{
    return QCoreApplication::translate("rootward", source);
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
    capture.host = read.host;
    capture.sources = read.sources;
    capture.hostKernel = read.hostKernel;
    capture.qemu = read.qemu;
    capture.iommu = read.iommu;
    capture.problems = std::move(read.problems);
    capture.problems.append(gapProblems(read.functions));
    std::ranges::stable_sort(capture.problems, {}, [](const CaptureProblem &problem) {
        return std::pair(problem.source, problem.line);
    });
    Topology::Built built = Topology::fromFunctions(std::move(read.functions), read.known);
    capture.topology = built.topology;
    capture.problems.append(built.problems);
    noteMissingParts(capture);
    capture.problems.append(kernelEvidence(*capture.topology, read.driverLines));
    return capture;
}

} // namespace

Error tooLarge(const QString &where)
{
    const QString limit = QString::number(maxCaptureBytes / (1024 * 1024));
    return {Error::Kind::BadData,
            text(QT_TRANSLATE_NOOP("rootward", "larger than the limit of %1 MiB")).arg(limit),
            where, text(captureCommand)};
}

std::span<const Importer> importerTable()
{
    return importers;
}

Result<QList<ReadFunctions>> readFunctions(const QByteArray &bytes, const QString &label,
                                           const ReadProgress &progress)
{
    if (bytes.size() > maxCaptureBytes)
        return std::unexpected(tooLarge(label));
    if (QByteArrayView(bytes).trimmed().isEmpty())
        return importFailure(Error::Kind::BadData, label,
                             QT_TRANSLATE_NOOP("rootward", "there is nothing in it"));
    const QByteArrayView head = QByteArrayView(bytes).first(qMin(bytes.size(), sniffedBytes));
    const Importer *importer = importerFor(head);
    if (!importer) {
        for (const ForeignFormat &format : foreignFormats()) {
            if (format.sniff(head))
                return importFailure(Error::Kind::BadData, label, format.what, format.hint);
        }
    }
    // Where the head holds no function a long preface may still stand in front of the first.
    auto hosts = importer ? importer->read(bytes, progress) : readLspci(bytes, progress);
    if (!hosts) {
        hosts.error().where = label;
        return hosts;
    }
    hosts->removeIf([](const ReadFunctions &read) { return read.functions.isEmpty(); });
    if (hosts->isEmpty())
        return importFailure(Error::Kind::BadData, label,
                             QT_TRANSLATE_NOOP("rootward", "no PCI function was found in it"));
    for (ReadFunctions &read : *hosts) {
        if (read.sources.isEmpty())
            read.sources.append({label, bytes});
        for (CaptureSource &source : read.sources) {
            if (source.name.isEmpty())
                source.name = label;
        }
    }
    return hosts;
}

QList<HostCapture> buildHosts(QList<ReadFunctions> hosts, const QString &label)
{
    QList<HostCapture> captures;
    for (ReadFunctions &read : hosts)
        captures.append(build(std::move(read), label));
    return captures;
}

QString hostChoiceText(const QList<HostCapture> &hosts, qsizetype number)
{
    const HostCapture &host = hosts.at(number - 1);
    const QList<PciFunction> &functions = host.topology->functions();
    const QString name = host.host.isEmpty()
        ? text(QT_TRANSLATE_NOOP("rootward", "a host without a name"))
        : host.host;
    const SourceLines place = std::ranges::min(functions, {}, [](const PciFunction &f) {
                                  return std::pair(f.lines.source, f.lines.first);
                              }).lines;
    const QString choice =
        text(QT_TRANSLATE_NOOP("rootward", "number %1: %2, %3 functions"))
            .arg(QString::number(number), name, QString::number(functions.size()));
    // Several hosts of an archive stand in members of their own.
    const QString source = host.sources.value(place.source).name;
    const QString member = source != host.label ? u" ("_s + printable(source) + u')' : QString();
    if (place.first == 0)
        return choice + member;
    return choice + text(QT_TRANSLATE_NOOP("rootward", ", from line %1")).arg(place.first) + member;
}

Result<HostCapture> pickHost(QList<HostCapture> hosts, int which, const QString &where)
{
    if (hosts.size() == 1 && which <= 1)
        return std::move(hosts.first());
    QStringList choices;
    for (qsizetype number = 1; number <= hosts.size(); ++number)
        choices.append(hostChoiceText(hosts, number));
    if (which < 1 || which > hosts.size()) {
        return std::unexpected(Error {
            Error::Kind::BadData,
            which < 1 ? text(QT_TRANSLATE_NOOP("rootward",
                                               "the capture holds more than one host or "
                                               "boot"))
                      : text(QT_TRANSLATE_NOOP("rootward", "the capture holds no host number %1"))
                            .arg(which),
            where,
            text(QT_TRANSLATE_NOOP("rootward", "pick one with --which: %1"))
                .arg(choices.join(u"; "_s)),
            choices});
    }
    HostCapture picked = std::move(hosts[which - 1]);
    const QString sentence = text(QT_TRANSLATE_NOOP("rootward", "this is %1 of %2"))
                                 .arg(choices.at(which - 1))
                                 .arg(choices.size());
    picked.problems.prepend({.severity = CaptureProblem::Severity::Info,
                             .reason = Reason::CaptureTwoHosts,
                             .address = std::nullopt,
                             .message = reasonSentence(Reason::CaptureTwoHosts, {sentence})});
    return picked;
}

Result<QList<HostCapture>> readHosts(const QByteArray &bytes, const QString &label,
                                     const ReadProgress &progress)
{
    auto hosts = readFunctions(bytes, label, progress);
    if (!hosts)
        return std::unexpected(hosts.error());
    return buildHosts(*std::move(hosts), label);
}

Result<HostCapture> readCapture(const QByteArray &bytes, const QString &label,
                                const ReadProgress &progress)
{
    auto hosts = readHosts(bytes, label, progress);
    if (!hosts)
        return std::unexpected(hosts.error());
    return pickHost(*std::move(hosts), 0, label);
}

} // namespace rootward
