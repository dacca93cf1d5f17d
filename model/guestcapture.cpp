// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "guestcapture.h"

#include "printable.h"
#include "stanza.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QList<qsizetype> startsOfLines(QByteArrayView text)
{
    QList<qsizetype> starts;
    for (qsizetype at = 0; at < text.size();) {
        starts.append(at);
        const qsizetype end = text.indexOf('\n', at);
        at = end < 0 ? text.size() : end + 1;
    }
    return starts;
}

/// lspci ends a function with a blank line; before that stands the driver's, if it has one.
bool breaksOff(QByteArrayView text)
{
    StanzaCutter cutter(text);
    Stanza last;
    while (cutter.next(last)) { }
    const qsizetype line = last.words.chopped(last.words.endsWith('\n') ? 1 : 0).lastIndexOf('\n');
    const bool endsWithDriver = last.words.sliced(line + 1).trimmed().startsWith("Kernel ");
    return !text.endsWith('\n') || (!last.closed && !endsWithDriver);
}

/// Made by QEMU: Red Hat's and virtio's devices, the host bridges of q35 and i440fx.
bool isQemuDevice(const PciFunction &function)
{
    if (!function.vendor)
        return function.name.contains("QEMU"_L1) || function.name.contains("Red Hat"_L1)
            || function.name.contains("82G33/G31/P35/P31"_L1) || function.name.contains("440FX"_L1);
    return function.vendor == quint16 {0x1af4} || function.vendor == quint16 {0x1b36}
    || (function.vendor == quint16 {0x8086}
        && (function.device == quint16 {0x29c0} || function.device == quint16 {0x1237}));
}

/// What an error about a host's capture hints at is to be run in the guest.
Error askGuest(Error error)
{
    error.hint = QCoreApplication::translate("rootward", "run in the guest: %1")
                     .arg(u"sudo lspci -vvv -nn > guest.txt"_s);
    return error;
}

bool isSameFunction(const PciFunction &one, const PciFunction &other)
{
    if (one.vendor && other.vendor)
        return one.vendor == other.vendor && one.device == other.device;
    return !one.name.isEmpty() && one.name == other.name;
}

} // namespace

Evidence GuestCapture::evidence(const PciFunction &function, QByteArrayView word) const
{
    const auto begin = text.originalLines.isEmpty()
        ? qsizetype {function.lines.first - 1}
        : std::ranges::lower_bound(text.originalLines, function.lines.first)
            - text.originalLines.begin();
    Evidence heading;
    for (qsizetype i = std::max<qsizetype>(begin, 0); i < lineStarts.size(); ++i) {
        const int number = text.originalLine(static_cast<int>(i) + 1);
        if (function.lines.first <= 0 || number > function.lines.last)
            break;
        const qsizetype end = i + 1 < lineStarts.size() ? lineStarts.at(i + 1) : text.bytes.size();
        const auto line =
            QByteArrayView(text.bytes).sliced(lineStarts.at(i), end - lineStarts.at(i)).trimmed();
        const Evidence found {number, printable(QString::fromUtf8(line)).trimmed()};
        if (!word.isEmpty() && line.contains(word))
            return found;
        if (heading.line == 0)
            heading = found;
    }
    return heading;
}

bool isHostItself(const Topology &host, const Topology &guest)
{
    qsizetype same = 0;
    for (const PciFunction &function : guest.functions()) {
        if (isQemuDevice(function))
            return false;
        const int there = host.indexOf(function.address);
        same += there >= 0 && isSameFunction(host.at(there), function);
    }
    return same > 1 && same * 2 > guest.size();
}

bool GuestCapture::isWhole() const
{
    const auto isCut = [](const PciFunction &function) { return function.gap == ReadGap::Damaged; };
    return !breaksOff && capture.topology->isWholeHost()
        && std::ranges::none_of(capture.topology->functions(), isCut);
}

Result<GuestCapture> readGuestCapture(const QByteArray &bytes, const QString &label)
{
    if (bytes.size() > maxGuestCaptureBytes)
        return std::unexpected(
            askGuest({Error::Kind::BadData,
                      QCoreApplication::translate("rootward", "this is too large for one guest"),
                      label,
                      {}}));
    auto capture = readCapture(bytes, label);
    if (!capture)
        return std::unexpected(askGuest(capture.error()));
    GuestCapture guest {std::move(*capture), {}, cleanText(bytes), {}};
    guest.driverLines = driverLines(guest.text);
    guest.lineStarts = startsOfLines(guest.text.bytes);
    guest.breaksOff = breaksOff(guest.text.bytes);
    return guest;
}

Result<GuestCapture> openGuestCapture(const QString &source)
{
    const auto bytes = captureBytes(source);
    if (!bytes)
        return std::unexpected(bytes.error().kind == Error::Kind::NoInput ? askGuest(bytes.error())
                                                                          : bytes.error());
    auto guest = readGuestCapture(bytes->bytes, bytes->label);
    if (!guest)
        guest.error().where = bytes->where;
    return guest;
}

} // namespace rootward
