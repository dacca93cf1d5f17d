// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exporters.h"

#include "exportformats.h"
#include "redaction.h"

#include <QtGlobal>

namespace rootward {

namespace {

/// A text format for its own use keeps everything unless asked: then what is written is cleaned.
template<auto writer>
Result<QByteArray> cleanedIfAsked(const ExportRequest &request)
{
    const Result<QByteArray> written = writer(request);
    if (!written || !request.redact.value_or(false))
        return written;
    return Redaction::of(request.plan, request.hostLabel)
        .apply(QString::fromUtf8(*written))
        .toUtf8();
}

constexpr const char *proxmoxLines = "Proxmox VM Configuration";

constexpr ExportFormat formats[] {
    {"hostpci", QT_TRANSLATE_NOOP("rootward", "hostpci lines"), "*.conf *.txt",
     cleanedIfAsked<writeHostpci>, false, false, proxmoxLines},
    {"qm", QT_TRANSLATE_NOOP("rootward", "qm set"), "*.sh *.txt", cleanedIfAsked<writeQm>, false,
     false, "Bash"},
    {"mapping", QT_TRANSLATE_NOOP("rootward", "Mapping"), "*.cfg *.txt",
     cleanedIfAsked<writeMapping>, false, false, proxmoxLines},
    {"libvirt", QT_TRANSLATE_NOOP("rootward", "libvirt XML"), "*.xml", cleanedIfAsked<writeLibvirt>,
     false, true, "XML"},
    {"qemu", QT_TRANSLATE_NOOP("rootward", "QEMU"), "*.sh *.txt", cleanedIfAsked<writeQemu>, false,
     true, "Bash"},
    {"conf", QT_TRANSLATE_NOOP("rootward", "VM file"), "*.conf", cleanedIfAsked<writeDocument>,
     false, false, proxmoxLines},
    {"report", QT_TRANSLATE_NOOP("rootward", "Report"), "*.md", writeReport, true, false,
     "Markdown"},
    {"svg", QT_TRANSLATE_NOOP("rootward", "SVG picture"), "*.svg", nullptr, true},
    {"png", QT_TRANSLATE_NOOP("rootward", "PNG picture"), "*.png", nullptr, true},
    {"pdf", QT_TRANSLATE_NOOP("rootward", "PDF picture"), "*.pdf", nullptr, true},
};

} // namespace

std::span<const ExportFormat> exportFormats()
{
    return formats;
}

const ExportFormat *findExportFormat(QStringView id)
{
    for (const ExportFormat &format : formats) {
        if (id == QLatin1StringView(format.id))
            return &format;
    }
    return nullptr;
}

} // namespace rootward
