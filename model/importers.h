// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "captureproblem.h"
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

/// A host as one or more captures show it. Immutable once read; shared.
struct HostCapture {
    QString kind; ///< "lspci-text", "lspci-hex", "example" …: the JSON's source.kind
    QString label; ///< file name or example title, for headings
    std::shared_ptr<const Topology> topology;
    std::optional<KernelVersion> hostKernel; ///< found in the capture
    std::optional<QemuVersion> qemu; ///< found in the capture
    std::optional<bool> iommu; ///< on or off, where the capture says so
    QList<CaptureProblem> problems;
};

/// What an importer returns before the tree is built.
struct ReadFunctions {
    QString kind;
    QList<PciFunction> functions;
    QList<CaptureProblem> problems;
    Topology::Known known;
    std::optional<KernelVersion> hostKernel; ///< from a kernel's own line in the capture
    std::optional<QemuVersion> qemu;
    std::optional<bool> iommu;
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
    Result<ReadFunctions> (*read)(const QByteArray &bytes, const ReadProgress &progress);
};

/// The formats, the most specific first.
std::span<const Importer> importerTable();

/// Reads a capture already in memory. `label` stands in messages.
Result<HostCapture> readCapture(const QByteArray &bytes, const QString &label,
                                const ReadProgress &progress = {});

/// HOST of the command line: a file, "-" for standard input, or "example:NAME". Folders and
/// devices are refused with a sentence.
Result<HostCapture> openHost(const QString &host, const ReadProgress &progress = {});

/// The bytes of a capture that is not read yet.
struct CaptureBytes {
    QByteArray bytes;
    QString label; ///< file name, for headings
    QString where; ///< for messages
};
/// Of a file, or "-" for standard input; refused as openHost() refuses it.
Result<CaptureBytes> captureBytes(const QString &source);

inline constexpr qsizetype maxCaptureBytes = 512 * 1024 * 1024;
inline constexpr qsizetype maxCaptureFunctions = 200'000;

} // namespace rootward
