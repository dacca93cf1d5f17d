// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "vmdefinition.h"

#include "libvirtdomain.h"
#include "qemucommand.h"
#include "vmconfig.h"

#include <QCoreApplication>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype sniffedBytes = 64 * 1024;

constexpr VmFormat formats[] = {
    {"libvirt", QT_TRANSLATE_NOOP("rootward", "libvirt domain XML, whole or a part"), "*.xml",
     sniffLibvirt, readLibvirtDomain},
    {"qemu", QT_TRANSLATE_NOOP("rootward", "QEMU command line, also of qm showcmd"),
     "*.txt *.sh *.md", sniffQemuCommand, readQemuCommand},
    {"proxmox", QT_TRANSLATE_NOOP("rootward", "Proxmox VM configuration, also of qm config"),
     "*.conf", sniffVmConfig, readVmConfig},
};

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

const VmFormat *formatFor(QByteArrayView head)
{
    const VmFormat *best = nullptr;
    int bestScore = 0;
    for (const VmFormat &format : formats) {
        if (const int score = format.sniff(head); score > bestScore) {
            bestScore = score;
            best = &format;
        }
    }
    return best;
}

QByteArray plainText(const QByteArray &bytes)
{
    constexpr QByteArrayView utf8Mark("\xef\xbb\xbf", 3);
    if (bytes.startsWith(utf8Mark))
        return bytes.sliced(utf8Mark.size());
    const bool isUtf16 = bytes.startsWith("\xff\xfe") || bytes.startsWith("\xfe\xff");
    return isUtf16 ? QString(QStringDecoder(QStringDecoder::Utf16)(bytes)).toUtf8() : bytes;
}

} // namespace

std::span<const VmFormat> vmFormats()
{
    return formats;
}

Result<VmDefinition> readVmDefinition(const QByteArray &bytes, const QString &name)
{
    const auto failure = [&](const QString &what) {
        return std::unexpected(
            Error {Error::Kind::BadData, what, name,
                   tr("give /etc/pve/qemu-server/VMID.conf, a libvirt domain or a QEMU command")});
    };
    if (bytes.size() > maxVmDefinitionBytes)
        return failure(tr("this is too long for the definition of a VM"));
    // An editor's mark, and an editor's encoding: Proxmox writes neither.
    const QByteArray text = plainText(bytes);
    if (text.contains('\0'))
        return failure(tr("this is no text, so no definition of a VM"));
    const QByteArrayView head = QByteArrayView(text).first(qMin(text.size(), sniffedBytes));
    const VmFormat *format = formatFor(head);
    if (!format)
        format = formatFor(text); // long notes may stand in front of the first setting
    if (!format)
        return failure(tr("this holds no setting of a VM"));
    return format->read(text, name);
}

} // namespace rootward
