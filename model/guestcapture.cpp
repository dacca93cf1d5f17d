// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "guestcapture.h"

#include "printable.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype maxDriverLines = 1000;
constexpr qsizetype longestPreface = 300;

/// How a driver's line is told from a text that only speaks of it: it names a function, or has the
/// word with which the kernel begins it.
struct MessageRow {
    const char *message;
    const char *mark;
};

// docs/rules.md, "Guest drivers".
constexpr MessageRow messageRows[] = {
    {"PCIE atomic ops is not supported", "[drm]"},
    {"PCI rejects atomics", "skipped device"},
    {"Enabling pci atomics failed", "mlx5_"},
    {"platform doesn't support global atomics", "bnxt_re"},
    {"Atomic capability disabled", "qedr"},
};

std::optional<PciAddress> lastAddress(const QString &preface)
{
    static const QRegularExpression pattern(
        uR"((?<![0-9a-fA-F:])[0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\.[0-7](?![0-9a-fA-F.]))"_s);
    std::optional<PciAddress> address;
    for (auto matches = pattern.globalMatch(preface); matches.hasNext();)
        address = PciAddress::parse(matches.next().captured());
    return address;
}

void readIds(DriverLine &line, const QString &preface)
{
    static const QRegularExpression pattern(
        u"skipped device ([0-9a-fA-F]{1,4}):([0-9a-fA-F]{1,4}),"_s);
    if (const auto match = pattern.match(preface); match.hasMatch()) {
        line.vendor = match.captured(1).toUShort(nullptr, 16);
        line.device = match.captured(2).toUShort(nullptr, 16);
    }
}

std::optional<DriverLine> driverLine(QByteArrayView text)
{
    for (const MessageRow &row : messageRows) {
        const qsizetype place = text.indexOf(row.message);
        if (place < 0)
            continue;
        const qsizetype from = std::max<qsizetype>(0, place - longestPreface);
        const QString preface = QString::fromUtf8(text.sliced(from, place - from));
        DriverLine line;
        line.message = QLatin1StringView(row.message);
        line.address = lastAddress(preface);
        readIds(line, preface);
        if (line.address || preface.contains(QLatin1StringView(row.mark)))
            return line;
    }
    return std::nullopt;
}

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

QList<DriverLine> driverLines(const CleanedText &text)
{
    QList<DriverLine> found;
    const QByteArrayView bytes = text.bytes;
    int number = 0;
    for (qsizetype at = 0; at < bytes.size() && found.size() < maxDriverLines;) {
        ++number;
        const qsizetype end = bytes.indexOf('\n', at);
        const auto line = bytes.sliced(at, (end < 0 ? bytes.size() : end) - at);
        at += line.size() + 1;
        if (auto read = driverLine(line)) {
            read->evidence = {text.originalLine(number),
                              printable(QString::fromUtf8(line)).trimmed()};
            found.append(*read);
        }
    }
    return found;
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
