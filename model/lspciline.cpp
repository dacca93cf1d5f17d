// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "lspciline.h"

#include "hexline.h"
#include "hostlines.h"
#include "libpci.h"
#include "lspcitree.h"

#include <QString>

#include <algorithm>

namespace rootward {

namespace {

constexpr qsizetype longestPath = 2048;
constexpr qsizetype longestClass = 80;

// What lspci prints below a heading, up to the capabilities whose lines are read.
// Source: pciutils lspci.c, ls-caps.c, ls-ecaps.c.
constexpr QByteArrayView labels[] = {
    "DeviceName:",
    "Subsystem:",
    "Device tree node:",
    "Physical Slot:",
    "Control:",
    "Status:",
    "Flags:",
    "Latency:",
    "Interrupt:",
    "NUMA node:",
    "IOMMU group:",
    "Region ",
    "[virtual] ",
    "BIST ",
    "Expansion ROM at",
    "Memory at",
    "I/O ports at",
    "Bus:",
    "I/O behind bridge:",
    "Memory behind bridge:",
    "Prefetchable memory behind bridge:",
    "Secondary status:",
    "BridgeCtl:",
    "Capabilities:",
    "Kernel driver in use:",
    "Kernel modules:",
    "!!! ",
    "DevCap:",
    "DevCtl:",
    "DevSta:",
    "LnkCap:",
    "LnkCtl:",
    "LnkSta:",
    "SltCap:",
    "SltCtl:",
    "SltSta:",
    "RootCap:",
    "RootCtl:",
    "RootSta:",
    "DevCap2:",
    "DevCtl2:",
    "AtomicOpsCap:",
    "AtomicOpsCtl:",
    "LnkCap2:",
    "LnkCtl2:",
    "LnkSta2:",
    "IOVCap:",
    "IOVCtl:",
    "IOVSta:",
    "Initial VFs:",
    "VF offset:",
    "Supported Page Size:",
    "VF Migration:",
};

bool isHexWord(QByteArrayView text, qsizetype least, qsizetype most)
{
    return text.size() >= least && text.size() <= most
        && std::ranges::all_of(text, [](char c) { return hexDigit(c) >= 0; });
}

/// "0b:00.0", "0000:0b:00.0"; in a path also "00.0".
bool isPlace(QByteArrayView text, bool inPath)
{
    const qsizetype dot = text.lastIndexOf('.');
    if (dot < 0 || dot != text.size() - 2 || hexDigit(text.back()) < 0)
        return false;
    text = text.first(dot);
    const qsizetype colon = text.lastIndexOf(':');
    if (!isHexWord(text.sliced(colon + 1), 2, 2))
        return false;
    if (colon < 0)
        return inPath;
    text = text.first(colon);
    const qsizetype domain = text.indexOf(':');
    return isHexWord(text.sliced(domain + 1), 2, 2)
        && (domain < 0 || isHexWord(text.first(domain), 4, 8));
}

/// "PCI bridge", "PCI bridge [0604]", "0604", "Class 0604".
bool isClass(QByteArrayView text)
{
    constexpr QByteArrayView unnamed = "Class ";
    if (text.size() > longestClass)
        return false;
    if (text.endsWith(']')) {
        const qsizetype bracket = text.lastIndexOf('[');
        return bracket >= 0 && isHexWord(text.sliced(bracket + 1).chopped(1), 4, 4);
    }
    if (text.startsWith(unnamed))
        text = text.sliced(unnamed.size());
    return isHexWord(text, 4, 4) || pciids::classOfName(QString::fromUtf8(text)).has_value();
}

} // namespace

qsizetype placeLength(QByteArrayView line)
{
    if (line.isEmpty() || hexDigit(line.front()) < 0)
        return 0;
    const QByteArrayView head = line.first(std::min(line.size(), longestPath));
    const auto end = std::ranges::find_if(head, [](char c) { return c == ' ' || c == '\t'; });
    QByteArrayView token = head.first(end - head.begin());
    const qsizetype length = token.size();
    for (bool first = true;; first = false) {
        const qsizetype slash = token.indexOf('/');
        const QByteArrayView element = slash < 0 ? token : token.first(slash);
        if (!isPlace(element, !first))
            return 0;
        if (slash < 0)
            return length;
        token = token.sliced(slash + 1);
    }
}

bool isHeading(QByteArrayView line)
{
    const qsizetype place = placeLength(line);
    if (place == 0)
        return false;
    const QByteArrayView rest = line.sliced(place).trimmed();
    const qsizetype colon = rest.first(std::min(rest.size(), longestClass + 2)).indexOf(": ");
    if (colon < 0 && (!rest.endsWith(':') || rest.size() > longestClass))
        return false;
    return isClass(rest.first(colon < 0 ? rest.size() - 1 : colon));
}

bool isHexLine(QByteArrayView line)
{
    HexLine hex;
    return hex.read(line);
}

bool isHexTail(QByteArrayView line)
{
    line = line.trimmed();
    for (qsizetype at = 0; at < line.size(); at += 3) {
        const bool isByte = at + 2 <= line.size() && hexDigit(line.at(at)) >= 0
            && hexDigit(line.at(at + 1)) >= 0 && (at + 2 == line.size() || line.at(at + 2) == ' ');
        if (!isByte)
            return false;
    }
    return !line.isEmpty();
}

bool isField(QByteArrayView line)
{
    line = line.trimmed();
    return std::ranges::any_of(labels,
                               [line](QByteArrayView label) { return line.startsWith(label); });
}

bool isElision(QByteArrayView line)
{
    line = line.trimmed();
    return line == "..." || line == "[...]" || line == "\xe2\x80\xa6" || line == "(...)"
        || line.startsWith("[snip") || line.startsWith("<snip");
}

bool isForeign(QByteArrayView line)
{
    if (isElision(line))
        return true;
    if (isTreeLine(line))
        return true;
    constexpr QByteArrayView rulers = "-=_*~#$";
    constexpr qsizetype promptLength = 80;
    const auto isDigitOrBlank = [](char c) { return (c >= '0' && c <= '9') || c == ' '; };
    // "[    1.234567] pci 0000:00:01.0: …", but not the "[1022:1483]" of a wrapped heading.
    if (line.size() > 1 && line.front() == '[' && isDigitOrBlank(line.at(1)))
        return line.indexOf('.') > 0 && line.indexOf('.') < line.indexOf(']');
    if (line.size() > 1 && rulers.contains(line.front())
        && (line.at(1) == line.front() || line.at(1) == ' '))
        return true;
    const QByteArrayView start = line.first(std::min(line.size(), promptLength));
    if (start.contains('@') && (start.contains("# ") || start.contains("$ ")))
        return true;
    HostFacts facts;
    facts.take(line);
    return facts.tellsSomething();
}

} // namespace rootward
