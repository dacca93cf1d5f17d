// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "describe.h"

#include <ranges>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

char sign(const std::optional<bool> &bit)
{
    return !bit ? '?' : *bit ? '+' : '-';
}

constexpr const char *gapWords[] = {"",       "denied", "old lspci", "low verbosity", "not printed",
                                    "broken", "damaged"};

QByteArray hex(quint32 value, int digits)
{
    return QByteArray::number(value, 16).rightJustified(digits, '0');
}

QByteArray ids(const std::optional<quint16> &vendor, const std::optional<quint16> &device)
{
    return (vendor ? hex(*vendor, 4) : "?") + ':' + (device ? hex(*device, 4) : "?");
}

QByteArray details(const PciFunction &function)
{
    QByteArray text;
    if (function.expressVersion)
        text += " v" + QByteArray::number(*function.expressVersion);
    if (function.buses)
        text += " buses " + hex(function.buses->secondary, 2) + '-'
            + hex(function.buses->subordinate, 2);
    if (const QByteArray bits = bitsText(function); !bits.isEmpty())
        text += ' ' + bits;
    if (function.gap != ReadGap::None)
        text += QByteArray(" gap: ") + gapWords[static_cast<int>(function.gap)];
    if (function.isVirtual)
        text += " VF of "
            + (function.physicalFunction ? function.physicalFunction->toString().toLatin1() : "?");
    text += " [" + ids(function.vendor, function.device) + "] "
        + (function.classCode ? hex(*function.classCode, 4) : "?") + " \""
        + function.className.toUtf8() + "\" \"" + function.name.toUtf8() + "\" \""
        + shortName(function).toUtf8() + '"';
    if (function.subsystemVendor)
        text += " sub " + ids(function.subsystemVendor, function.subsystemDevice);
    if (!function.driver.isEmpty())
        text += " driver " + function.driver.toUtf8();
    if (function.iommuGroup)
        text += " group " + QByteArray::number(*function.iommuGroup);
    if (function.numaNode)
        text += " node " + QByteArray::number(*function.numaNode);
    if (!function.deviceLabel.isEmpty())
        text += " label " + function.deviceLabel.toUtf8();
    if (!function.physicalSlot.isEmpty())
        text += " slot " + function.physicalSlot.toUtf8();
    if (const auto &link = function.link)
        text += " link " + QByteArray::number(link->speed) + 'x' + QByteArray::number(link->width)
            + " of " + QByteArray::number(link->maxSpeed) + 'x'
            + QByteArray::number(link->maxWidth);
    return text;
}

} // namespace

QByteArray bitsText(const PciFunction &function)
{
    QByteArrayList parts;
    const AtomicOps &bits = function.atomicOps;
    if (appliesRouting(function))
        parts += QByteArray("R") + sign(bits.routing);
    if (appliesCompleter(function))
        parts += QByteArray("C") + sign(bits.completer.w32) + sign(bits.completer.w64)
            + sign(bits.completer.w128);
    if (appliesRequester(function))
        parts += QByteArray("Q") + sign(bits.requesterEnable);
    if (appliesRouting(function))
        parts += QByteArray("E") + sign(bits.egressBlocking);
    return parts.join(' ');
}

QByteArray treeText(const Topology &topology, bool withDetails)
{
    QByteArray text;
    for (const RootBus &root : topology.rootBuses()) {
        text += "bus " + hex(root.domain, 4) + ':' + hex(root.bus, 2)
            + (root.known ? "\n" : " below something that is not in the capture\n");
        QList<std::pair<int, int>> waiting; // function, depth
        for (const int function : root.functions | std::views::reverse)
            waiting.append({function, 1});
        while (!waiting.isEmpty()) {
            const auto [index, depth] = waiting.takeLast();
            const PciFunction &function = topology.at(index);
            text += QByteArray(2 * depth, ' ') + (topology.gapAbove(index) ? "... " : "")
                + function.address.toString().toLatin1() + ' '
                + QByteArray(portTypeId(function.portType).data())
                + (withDetails ? details(function) : QByteArray()) + '\n';
            for (const int child : topology.children(index) | std::views::reverse)
                waiting.append({child, depth + 1});
        }
    }
    return text;
}

QByteArray describe(const HostCapture &capture)
{
    QByteArray text = "kind " + capture.kind.toUtf8() + '\n';
    if (capture.hostKernel)
        text += "kernel " + capture.hostKernel->version.toUtf8() + '\n';
    text += treeText(*capture.topology, true);
    for (const CaptureProblem &problem : capture.problems)
        text += "problem " + QByteArray::number(problem.line) + ' '
            + QByteArray(reasonId(problem.reason).data()) + ": " + problem.message.toUtf8() + '\n';
    return text;
}

} // namespace rootward
