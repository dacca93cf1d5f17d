// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "driverlines.h"

#include "printable.h"
#include "textlines.h"

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

} // namespace

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
        if (!line.address && !preface.contains(QLatin1StringView(row.mark)))
            continue;
        line.evidence.text = printable(QString::fromUtf8(text)).trimmed();
        return line;
    }
    return std::nullopt;
}

QList<DriverLine> driverLines(const CleanedText &text)
{
    QList<DriverLine> found;
    QByteArrayView line;
    int number = 0;
    for (qsizetype at = 0; found.size() < maxDriverLines && takeTextLine(text.bytes, at, line);) {
        ++number;
        if (auto read = driverLine(line)) {
            read->evidence.line = text.originalLine(number);
            found.append(*read);
        }
    }
    return found;
}

} // namespace rootward
