// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "devicewords.h"

#include "printable.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// A name with the chip's code name stands in full up to this many characters, else the part in
/// brackets, which is what people call the card, stands alone.
constexpr qsizetype longestFullTitle = 24;
constexpr int displayClass = 0x03; ///< base class

QString tr(const char *text)
{
    return QCoreApplication::translate("rootward", text);
}

/// Short words for folded devices, by class code; the first match counts.
constexpr DeviceKind kindTable[] = {
    {0xffff, 0x0108, QT_TRANSLATE_NOOP("rootward", "NVMe"), QT_TRANSLATE_NOOP("rootward", "NVMe")},
    {0xffff, 0x0106, QT_TRANSLATE_NOOP("rootward", "SATA"), QT_TRANSLATE_NOOP("rootward", "SATA")},
    {0xff00, 0x0100, QT_TRANSLATE_NOOP("rootward", "storage"),
     QT_TRANSLATE_NOOP("rootward", "storage")},
    {0xff00, 0x0200, QT_TRANSLATE_NOOP("rootward", "NIC"), QT_TRANSLATE_NOOP("rootward", "NICs")},
    {0xff00, 0x0300, QT_TRANSLATE_NOOP("rootward", "GPU"), QT_TRANSLATE_NOOP("rootward", "GPUs")},
    {0xff00, 0x0400, QT_TRANSLATE_NOOP("rootward", "audio"),
     QT_TRANSLATE_NOOP("rootward", "audio")},
    {0xffff, 0x0c03, QT_TRANSLATE_NOOP("rootward", "USB"), QT_TRANSLATE_NOOP("rootward", "USB")},
    {0xff00, 0x0d00, QT_TRANSLATE_NOOP("rootward", "wireless"),
     QT_TRANSLATE_NOOP("rootward", "wireless")},
    {0xff00, 0x0600, QT_TRANSLATE_NOOP("rootward", "bridge"),
     QT_TRANSLATE_NOOP("rootward", "bridges")},
};
constexpr DeviceKind vfKind {0, 0, QT_TRANSLATE_NOOP("rootward", "VF"),
                             QT_TRANSLATE_NOOP("rootward", "VFs")};
constexpr DeviceKind portKind {0, 0, QT_TRANSLATE_NOOP("rootward", "port"),
                               QT_TRANSLATE_NOOP("rootward", "ports")};
constexpr DeviceKind others {0, 0, QT_TRANSLATE_NOOP("rootward", "other"),
                             QT_TRANSLATE_NOOP("rootward", "others")};

/// "Radeon RX 7900 XT/7900 XTX/7900M" names every card of one chip; the first ones say enough.
QString withFewAlternatives(const QString &name)
{
    if (name.size() <= longestFullTitle)
        return name;
    const qsizetype cut = name.lastIndexOf(u'/', longestFullTitle - 2);
    return cut > 0 ? name.left(cut).trimmed() + u"/…"_s : name;
}

} // namespace

const DeviceKind &deviceKind(const PciFunction &function)
{
    if (function.isVirtual)
        return vfKind;
    if (function.portType == PortType::RootPort || isSwitchPort(function.portType))
        return portKind;
    for (const DeviceKind &row : kindTable) {
        if (function.classCode && (*function.classCode & row.mask) == row.classCode)
            return row;
    }
    return others;
}

QString kindsSummary(const QList<const PciFunction *> &functions)
{
    QList<std::pair<int, const DeviceKind *>> kinds;
    for (const PciFunction *function : functions) {
        const DeviceKind *kind = &deviceKind(*function);
        const auto known =
            std::ranges::find(kinds, kind, &std::pair<int, const DeviceKind *>::second);
        if (known == kinds.end())
            kinds.append({1, kind});
        else
            ++known->first;
    }
    std::ranges::stable_sort(kinds, std::greater(), &std::pair<int, const DeviceKind *>::first);
    QStringList parts;
    for (const auto &[count, kind] : std::as_const(kinds))
        parts.append(QString::number(count) + u' ' + tr(count == 1 ? kind->one : kind->many));
    return parts.join(u", "_s);
}

QString deviceTitle(const PciFunction &function)
{
    const QString name = printable(shortName(function));
    const qsizetype open = name.lastIndexOf(u'[');
    // pci.ids writes the chip first and the board's name behind it; of other devices what stands
    // in brackets is a mode or a family.
    const bool display = function.classCode && *function.classCode >> 8 == displayClass;
    if (display && name.size() > longestFullTitle && open >= 0 && name.endsWith(u']')) {
        const QString inner = name.sliced(open + 1, name.size() - open - 2).trimmed();
        if (!inner.isEmpty())
            return withFewAlternatives(inner);
    }
    // A name that pci.ids lacks says nothing; what kind of device it is does.
    const DeviceKind &kind = deviceKind(function);
    if (name.startsWith("Device "_L1) && kind.mask != 0)
        return tr(kind.one) + u" · "_s + name;
    if (!name.isEmpty())
        return name;
    if (!function.className.isEmpty())
        return printable(function.className);
    if (function.vendor && function.device)
        return u"%1:%2"_s.arg(*function.vendor, 4, 16, '0'_L1).arg(*function.device, 4, 16, '0'_L1);
    return tr("Function");
}

} // namespace rootward
