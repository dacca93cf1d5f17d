// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "captureproblem.h"
#include "driverlines.h"
#include "kernelversion.h"
#include "result.h"
#include "topology.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace rootward {

/// A text that a capture was read from, as it was: for the evidence behind a claim.
struct CaptureSource {
    QString name; ///< of the file, or of the member of an archive
    QByteArray bytes; ///< empty where it is no text
};

/// A host as one or more captures show it. Immutable once read; shared.
struct HostCapture {
    QString kind; ///< "lspci-text", "lspci-hex", "example" …: the JSON's source.kind
    QString label; ///< file name or example title, for headings
    QString host; ///< its name, where the capture tells it; else empty
    QList<CaptureSource> sources; ///< what SourceLines and problems count
    std::shared_ptr<const Topology> topology;
    std::optional<KernelVersion> hostKernel; ///< found in the capture
    std::optional<QemuVersion> qemu; ///< found in the capture
    std::optional<bool> iommu; ///< on or off, where the capture says so
    QList<CaptureProblem> problems;
};

/// What an importer read about one host, before the tree is built.
struct ReadFunctions {
    QString kind;
    QString host; ///< its name, where the capture tells it; else empty
    QList<CaptureSource> sources; ///< empty: the file itself
    QList<PciFunction> functions;
    QList<CaptureProblem> problems;
    Topology::Known known;
    std::optional<KernelVersion> hostKernel; ///< from a kernel's own line in the capture
    std::optional<QemuVersion> qemu;
    std::optional<bool> iommu;
    QList<DriverLine> driverLines; ///< of the host's own kernel log
};

/// Called now and then with progress in percent; returning false cancels the reading.
using ReadProgress = std::function<bool(int percent)>;

/// One input format.
struct Importer {
    const char *id; ///< "lspci-text"
    const char *description; ///< for --help and the file dialog
    const char *patterns; ///< file dialog patterns, "*.txt *.log"
    /// 0: not mine … 100: certainly mine. Looks at the first 64 KiB only.
    int (*sniff)(QByteArrayView head);
    /// Each host, or boot of it, that the file holds, in its order; never empty.
    Result<QList<ReadFunctions>> (*read)(const QByteArray &bytes, const ReadProgress &progress);
};

/// The formats, the most specific first.
std::span<const Importer> importerTable();

/// Reads a capture already in memory. `label` stands in messages. Fails where it holds several
/// hosts: readHosts() has them all.
Result<HostCapture> readCapture(const QByteArray &bytes, const QString &label,
                                const ReadProgress &progress = {});
/// Each host, or boot of it, that the capture holds; never empty.
Result<QList<HostCapture>> readHosts(const QByteArray &bytes, const QString &label,
                                     const ReadProgress &progress = {});

/// What the format's importer reads, before other files complete it and the tree is built.
Result<QList<ReadFunctions>> readFunctions(const QByteArray &bytes, const QString &label,
                                           const ReadProgress &progress = {});
QList<HostCapture> buildHosts(QList<ReadFunctions> hosts, const QString &label);

/// What is opened with a host.
struct OpenOptions {
    QStringList also; ///< files that complete it
    int which = 0; ///< which of several hosts, from 1; 0: there must be only one
};
/// HOST of the command line: a file, a folder, "-" for standard input, "live:" or "example:NAME".
/// Devices are refused with a sentence; so are several hosts, which it lists, without a choice.
Result<HostCapture> openHost(const QString &host, const OpenOptions &options = {},
                             const ReadProgress &progress = {});
/// The same with each host of the capture, for one to be picked.
Result<QList<HostCapture>> openHosts(const QString &host, const QStringList &also = {},
                                     const ReadProgress &progress = {});
/// One of them, from 1; 0: the only one. Fails with the list of them.
Result<HostCapture> pickHost(QList<HostCapture> hosts, int which, const QString &where);
/// One of several: "number 2: pve2, 48 functions".
QString hostChoiceText(const QList<HostCapture> &hosts, qsizetype number);

/// The bytes of a capture that is not read yet.
struct CaptureBytes {
    QByteArray bytes;
    QString label; ///< file name, for headings
    QString where; ///< for messages
};
/// Of a file, or "-" for standard input; refused as openHost() refuses it.
Result<CaptureBytes> captureBytes(const QString &source);

/// Larger than maxCaptureBytes.
Error tooLarge(const QString &where);

inline constexpr qsizetype maxCaptureBytes = 512 * 1024 * 1024;
inline constexpr qsizetype maxCaptureFunctions = 200'000;

} // namespace rootward
