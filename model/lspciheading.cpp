// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "lspciheading.h"

#include "hexline.h"
#include "libpci.h"

#include <algorithm>

namespace rootward {

namespace {

/// Takes " (rev 01)" or " (prog-if 00 [Normal decode])" off the end; returns what was inside.
QByteArrayView takeRemark(QByteArrayView &text, QByteArrayView opening)
{
    if (!text.endsWith(')'))
        return {};
    const qsizetype at = text.lastIndexOf(opening);
    if (at < 0)
        return {};
    const QByteArrayView inside =
        text.sliced(at + opening.size(), text.size() - at - opening.size() - 1);
    text = text.first(at).trimmed();
    return inside;
}

/// Without a remark that breaks off: " (rev 0", " (prog-if 00 [Nor".
QByteArrayView withoutCutRemark(QByteArrayView text)
{
    constexpr QByteArrayView openings[] = {"(rev ", "(prog-if "};
    qsizetype at = -1;
    for (const QByteArrayView opening : openings)
        at = std::max(at, text.lastIndexOf(opening));
    const qsizetype last = text.lastIndexOf(" (");
    for (const QByteArrayView opening : openings) {
        if (last >= 0 && opening.startsWith(text.sliced(last + 1)))
            at = std::max(at, last + 1);
    }
    return at > 0 && !text.sliced(at).contains(')') ? text.first(at).trimmed() : text;
}

/// "1002:744c"
bool readIds(QByteArrayView text, PciFunction &function)
{
    if (text.size() != 9 || text.at(4) != ':')
        return false;
    const auto vendor = hexNumber(text.first(4), 4);
    const auto device = hexNumber(text.sliced(5), 4);
    if (!vendor || !device)
        return false;
    if (*vendor != 0xffff) {
        function.vendor = static_cast<quint16>(*vendor);
        function.device = static_cast<quint16>(*device);
    }
    return true;
}

/// "PCI bridge [0604]", "PCI bridge", "0604", "Class 0604"
void readClass(QByteArrayView text, PciFunction &function)
{
    constexpr qsizetype digits = 4;
    constexpr qsizetype bracketed = digits + 2;
    constexpr QByteArrayView unnamed = "Class ";
    std::optional<quint32> code;
    if (text.size() >= bracketed && text.endsWith(']') && text.at(text.size() - bracketed) == '[') {
        code = hexNumber(text.sliced(text.size() - bracketed + 1, digits), digits);
        if (code)
            text = text.first(text.size() - bracketed).trimmed();
    } else if (text.startsWith(unnamed)) {
        code = hexNumber(text.sliced(unnamed.size()), digits);
    } else {
        code = hexNumber(text, digits);
    }
    if (code)
        function.classCode = static_cast<quint16>(*code);
    if (!code || (text.size() != digits && !text.startsWith(unnamed)))
        function.className = QString::fromUtf8(text);
}

} // namespace

std::optional<quint32> hexNumber(QByteArrayView text, qsizetype digits)
{
    if (text.size() != digits)
        return std::nullopt;
    quint32 value = 0;
    for (const char c : text) {
        const int digit = hexDigit(c);
        if (digit < 0)
            return std::nullopt;
        value = value << 4 | static_cast<quint32>(digit);
    }
    return value;
}

bool readHeading(QByteArrayView heading, PciFunction &function)
{
    heading = withoutCutRemark(heading);
    takeRemark(heading, " (prog-if ");
    const bool silent = takeRemark(heading, " (rev ") == "ff";
    const qsizetype colon = heading.indexOf(": ");
    QByteArrayView name = heading;
    if (colon >= 0) {
        readClass(heading.first(colon), function);
        name = heading.sliced(colon + 2).trimmed();
    }
    constexpr qsizetype idLength = 11; // "[1002:744c]"
    if (name.size() >= idLength && name.endsWith(']') && name.at(name.size() - idLength) == '['
        && readIds(name.sliced(name.size() - idLength + 1, idLength - 2), function))
        name = name.first(name.size() - idLength).trimmed();
    else if (readIds(name, function))
        name = {};
    function.name = QString::fromUtf8(name);
    return silent;
}

void completeNames(PciFunction &function)
{
    if (function.className.isEmpty() && function.classCode)
        function.className = pciids::className(*function.classCode);
    if (!function.classCode && !function.className.isEmpty())
        function.classCode = pciids::classOfName(function.className);
    if (function.name.isEmpty() && function.vendor && function.device)
        function.name = pciids::fullName(*function.vendor, *function.device);
    // A VF has the vendor of its PF, which the tree knows better than a name does; and ids that
    // read ffff name nobody.
    const bool named = !function.name.isEmpty()
        && !function.name.startsWith(QLatin1StringView("Illegal Vendor ID"));
    if (!function.vendor && !function.isVirtual && named) {
        if (const auto maker = pciids::vendorOfName(function.name))
            function.vendor = maker->id;
    }
}

QString shortName(const PciFunction &function)
{
    if (!function.deviceName.isEmpty())
        return function.deviceName;
    const QString &name = function.name;
    qsizetype length = 0;
    if (function.vendor) {
        const QString vendor = pciids::vendorName(*function.vendor);
        if (name.startsWith(vendor))
            length = vendor.size();
    }
    if (length == 0) {
        if (const auto named = pciids::vendorOfName(name))
            length = named->length;
    }
    const bool separable = length > 0 && name.size() > length + 1 && name.at(length) == u' ';
    return separable ? name.sliced(length + 1) : name;
}

} // namespace rootward
