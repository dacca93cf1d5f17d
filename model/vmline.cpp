// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "vmline.h"

namespace rootward {

namespace {

bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

} // namespace

VmLine vmLineAt(QByteArrayView bytes, qsizetype begin)
{
    VmLine line;
    line.begin = begin;
    const qsizetype newline = bytes.indexOf('\n', begin);
    line.end = newline < 0 ? bytes.size() : newline;
    line.next = newline < 0 ? bytes.size() : newline + 1;
    if (newline > begin && bytes.at(newline - 1) == '\r')
        --line.end;
    return line;
}

std::optional<VmSetting> vmSetting(QByteArrayView line)
{
    qsizetype at = 0;
    if (line.isEmpty() || !isLower(line.front()))
        return std::nullopt;
    while (at < line.size() && (isLower(line.at(at)) || line.at(at) == '_' || line.at(at) == '-'))
        ++at;
    while (at < line.size() && line.at(at) >= '0' && line.at(at) <= '9')
        ++at;
    if (at == line.size() || line.at(at) != ':')
        return std::nullopt;
    const QByteArrayView value = line.sliced(at + 1).trimmed();
    if (value.isEmpty())
        return std::nullopt;
    return VmSetting {line.first(at), value};
}

std::optional<QByteArrayView> vmSectionHead(QByteArrayView line)
{
    if (!line.startsWith('['))
        return std::nullopt;
    const QByteArrayView head = line.trimmed();
    const qsizetype close = head.indexOf(']');
    if (close != head.size() - 1)
        return std::nullopt;
    return head.sliced(1, close - 1);
}

} // namespace rootward
