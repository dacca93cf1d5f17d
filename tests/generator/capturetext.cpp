// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "capturetext.h"

#include "lspcirun.h"

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QByteArray sizeWords(quint64 size)
{
    constexpr const char *units[] = {"", "K", "M", "G", "T"};
    int unit = 0;
    while (size >= 1024 && size % 1024 == 0 && unit < 4) {
        size /= 1024;
        ++unit;
    }
    return " [size=" + QByteArray::number(size) + units[unit] + ']';
}

/// The place behind the last line that begins with one of `labels`; 1 where none does.
qsizetype lineAfter(const QByteArrayList &lines, std::initializer_list<const char *> labels)
{
    qsizetype place = 1;
    for (qsizetype index = 1; index < lines.size(); ++index)
        for (const char *label : labels)
            if (lines.at(index).startsWith('\t' + QByteArray(label)))
                place = index + 1;
    return place;
}

void addRegionSizes(QByteArrayList &lines, const SyntheticFunction &function)
{
    // From a dump lspci takes the upper half of a 64-bit register for one more region.
    lines.removeIf([](const QByteArray &line) {
        return line.startsWith("\tRegion ") && line.contains("<unassigned>");
    });
    qsizetype bar = 0;
    for (QByteArray &line : lines)
        if (line.startsWith("\tRegion ") && bar < function.bars.size())
            line += sizeWords(function.bars.at(bar++).size);
}

void addSystemWords(QByteArrayList &lines, const SyntheticFunction &function)
{
    qsizetype place = lineAfter(lines, {"Control:", "Status:", "Latency:", "Interrupt:"});
    if (function.numaNode)
        lines.insert(place++, "\tNUMA node: " + QByteArray::number(*function.numaNode));
    if (function.iommuGroup)
        lines.insert(place, "\tIOMMU group: " + QByteArray::number(*function.iommuGroup));
    if (!function.slotLabel.isEmpty())
        lines.insert(lineAfter(lines, {"Subsystem:"}),
                     "\tPhysical Slot: " + function.slotLabel.toUtf8());
    if (!function.driver.isEmpty())
        lines.append("\tKernel driver in use: " + function.driver.toUtf8());
    if (!function.modules.isEmpty())
        lines.append("\tKernel modules: " + function.modules.toUtf8());
}

} // namespace

std::expected<QByteArray, QString> captureText(const SyntheticHost &host, Reader reader)
{
    const bool isRoot = reader == Reader::Root;
    const auto output = runLspci(hexDump(host, isRoot ? 4096 : 64), {u"-vvv"_s, u"-nn"_s});
    if (!output)
        return std::unexpected(output.error());
    const QByteArrayList stanzas = stanzasOf(output->text);
    if (stanzas.size() != host.functions.size())
        return std::unexpected(
            u"lspci shows %1 functions of %2"_s.arg(stanzas.size()).arg(host.functions.size()));
    QByteArray text;
    for (qsizetype index = 0; index < stanzas.size(); ++index) {
        const SyntheticFunction &function = host.functions.at(index);
        QByteArrayList lines = stanzas.at(index).trimmed().split('\n');
        addRegionSizes(lines, function);
        addSystemWords(lines, function);
        text += lines.join('\n') + '\n';
        if (isRoot)
            text += hexLines(configSpace(function, 256));
        text += '\n';
    }
    return text;
}

} // namespace rootward
