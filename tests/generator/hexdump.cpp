// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "syntheticfunction.h"

#include <algorithm>

namespace rootward {

namespace {

QByteArray hex(quint32 value, int digits)
{
    return QByteArray::number(value, 16).rightJustified(digits, '0');
}

} // namespace

QByteArray printedAddress(const PciAddress &address, bool withDomain)
{
    const QByteArray place =
        hex(address.bus, 2) + ':' + hex(address.slot, 2) + '.' + hex(address.function, 1);
    return withDomain ? hex(address.domain, 4) + ':' + place : place;
}

bool printsDomains(const SyntheticHost &host)
{
    return std::ranges::any_of(host.functions, [](const SyntheticFunction &function) {
        return function.address.domain != 0;
    });
}

QByteArray headerLine(const SyntheticFunction &function, bool withDomain)
{
    QByteArray line = printedAddress(function.address, withDomain) + ' ' + function.words.toUtf8();
    if (function.revision != 0)
        line += " (rev " + hex(function.revision, 2) + ')';
    return line;
}

QByteArray hexLines(const QByteArray &config)
{
    QByteArray lines;
    for (int offset = 0; offset < config.size(); offset += 16)
        lines +=
            hex(static_cast<quint32>(offset), 2) + ": " + config.mid(offset, 16).toHex(' ') + '\n';
    return lines;
}

QByteArray hexDump(const SyntheticHost &host, int bytes)
{
    const bool withDomain = printsDomains(host);
    QByteArray dump;
    for (const SyntheticFunction &function : host.functions)
        dump +=
            headerLine(function, withDomain) + '\n' + hexLines(configSpace(function, bytes)) + '\n';
    return dump;
}

} // namespace rootward
