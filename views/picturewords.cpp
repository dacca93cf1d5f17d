// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "picturetree.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

using Role = LayoutNode::Role;

/// A name with the chip's code name stands in full up to this many characters, else the part in
/// brackets, which is what people call the card, stands alone.
constexpr qsizetype longestFullTitle = 24;
constexpr int displayClass = 0x03; ///< base class

QString tr(const char *text)
{
    return QCoreApplication::translate("rootward", text);
}

QString joined(const QStringList &parts)
{
    QStringList present = parts;
    present.removeAll(QString());
    return present.join(u" · "_s);
}

QString widthName(Width width)
{
    return width == Width::W32 ? u"32"_s : width == Width::W64 ? u"64"_s : u"128"_s;
}

struct KindRow {
    quint16 mask;
    quint16 classCode;
    const char *one;
    const char *many;
};

/// Short words for folded devices, by class code; the first match counts.
constexpr KindRow kindTable[] = {
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
constexpr KindRow vfKind {0, 0, QT_TRANSLATE_NOOP("rootward", "VF"),
                          QT_TRANSLATE_NOOP("rootward", "VFs")};
constexpr KindRow portKind {0, 0, QT_TRANSLATE_NOOP("rootward", "port"),
                            QT_TRANSLATE_NOOP("rootward", "ports")};
constexpr KindRow otherKind {0, 0, QT_TRANSLATE_NOOP("rootward", "other"),
                             QT_TRANSLATE_NOOP("rootward", "others")};

const KindRow *kindOf(const PciFunction &function)
{
    if (function.isVirtual)
        return &vfKind;
    if (function.portType == PortType::RootPort || isSwitchPort(function.portType))
        return &portKind;
    for (const KindRow &row : kindTable) {
        if (function.classCode && (*function.classCode & row.mask) == row.classCode)
            return &row;
    }
    return &otherKind;
}

HopState stateOf(std::optional<bool> good)
{
    return !good ? HopState::Unknown : *good ? HopState::Carries : HopState::Blocks;
}

std::optional<bool> known(Answer answer)
{
    return answer == Answer::Unknown ? std::nullopt : std::optional(answer == Answer::Yes);
}

/// The glyph says the fact, the state whether anything asks for it.
PictureChip chip(const QString &label, std::optional<bool> good, bool asked)
{
    const HopState fact = stateOf(good);
    return {label, Theme::light().state(fact).glyph, asked ? fact : HopState::NotAsked};
}

/// "Radeon RX 7900 XT/7900 XTX/7900M" names every card of one chip; the first ones say enough.
QString withFewAlternatives(const QString &name)
{
    if (name.size() <= longestFullTitle)
        return name;
    const qsizetype cut = name.lastIndexOf(u'/', longestFullTitle - 2);
    return cut > 0 ? name.left(cut).trimmed() + u"/…"_s : name;
}

class WordWriter {
public:
    WordWriter(PictureTree &tree, const Plan &plan, const PlanOutcome &outcome)
        : m_tree(tree), m_plan(plan), m_outcome(outcome)
    {
        if (plan.host)
            m_letters = cardLetters(*plan.host);
        for (const EntryOutcome &entry : outcome.entries) {
            if (entry.portNode >= 0)
                m_entryOfPort.insert(entry.portNode, &entry);
        }
    }

    void write()
    {
        for (PictureNode &node : m_tree.nodes) {
            if (!node.hidden.isEmpty())
                writeFold(node);
            else if (node.role == Role::HostRoot)
                writeHostRoot(node);
            else if (node.role == Role::GuestRoot)
                writeGuestRoot(node);
            else if (node.hostIndex >= 0)
                writeHost(node, m_plan.host->at(node.hostIndex));
            else if (node.role == Role::GuestFunction)
                writeGuestFunction(node);
            else
                writeGuestPort(node);
            node.accessibleText = accessible(node);
        }
    }

private:
    void writeHostRoot(PictureNode &node) const
    {
        const QString place = node.ref.address->toString();
        const QString bus = place.left(place.lastIndexOf(u':'));
        if (node.state == HopState::Unknown) {
            node.title = tr("Bus %1").arg(bus);
            node.line = tr("parent not captured");
        } else {
            node.title = tr("Root");
            node.line = bus;
        }
        node.name = node.state == HopState::Unknown ? node.title + u", "_s + node.line
                                                    : tr("Root bus %1").arg(bus);
    }

    void writeGuestRoot(PictureNode &node) const
    {
        node.title = node.ref.guestId;
        node.line = printable(m_plan.guest.machine);
        if (node.line.isEmpty())
            node.line = u"i440fx"_s;
        node.name = tr("Guest root bus %1").arg(node.title);
    }

    void writeFold(PictureNode &node) const
    {
        if (node.rootCount > 0) {
            node.title = tr("+%1 roots").arg(node.rootCount);
            node.line = tr("%1 functions").arg(node.hidden.size());
            node.name = tr("%1 more root buses, nothing of them is passed").arg(node.rootCount);
            return;
        }
        node.title = tr("+%1 more").arg(node.hidden.size());
        if (node.ofVirtuals) {
            const PciFunction &first = m_plan.host->at(node.hidden.first());
            node.title = tr("%1 VFs").arg(node.hidden.size());
            node.line = tr("from %1").arg(first.address.toShortString());
            node.name =
                tr("%1 virtual functions: %2").arg(node.hidden.size()).arg(deviceTitle(first));
        } else if (node.ref.isHost()) {
            QList<const PciFunction *> functions;
            for (const int function : node.hidden)
                functions.append(&m_plan.host->at(function));
            node.line = kindsSummary(functions);
            node.name = tr("Folded: %1").arg(node.line);
        } else {
            node.line = tr("built-in devices");
            node.name = tr("Folded: the machine's own devices");
        }
    }

    static QString tr(const char *text) { return rootward::tr(text); }

    void writeHost(PictureNode &node, const PciFunction &function) const
    {
        const bool isPort =
            function.portType == PortType::RootPort || isSwitchPort(function.portType);
        const QString type = function.portType == PortType::Unknown
            ? tr("type not readable")
            : portTypeName(function.portType);
        node.letter = m_letters.value(function.address);
        node.name = printable(function.name.isEmpty() ? deviceTitle(function) : function.name);
        node.title = isPort ? type : deviceTitle(function);
        node.line = joined({function.address.toShortString(), isPort ? QString() : type,
                            function.physicalSlot.isEmpty()
                                ? printable(function.deviceLabel)
                                : tr("slot %1").arg(printable(function.physicalSlot))});
        if (isSwitchPort(function.portType)) {
            const bool asked = isAsked(node);
            const std::optional<bool> blocking = function.atomicOps.egressBlocking;
            node.chips = {chip(tr("routes"), function.atomicOps.routing, asked),
                          chip(tr("egress"), blocking ? std::optional(!*blocking) : std::nullopt,
                               asked && function.portType == PortType::UpstreamPort)};
        } else if (isPort || showsCompleter(function)) {
            for (const Width width : allWidths)
                node.chips.append(
                    chip(widthName(width), function.atomicOps.completer[width], node.asked[width]));
        }
    }

    /// A bridge of unknown type may be a switch port, which has other bits.
    static bool showsCompleter(const PciFunction &function)
    {
        return isEndpoint(function.portType)
            || (function.portType == PortType::Unknown && !function.isBridge);
    }

    static bool isAsked(const PictureNode &node)
    {
        return node.asked.w32 || node.asked.w64 || node.asked.w128;
    }

    QString placeOf(const GuestNode &guest) const
    {
        return guest.likelyAddress ? guest.likelyAddress->toShortString() : QString();
    }

    void writeGuestFunction(PictureNode &node) const
    {
        const GuestNode &guest = m_outcome.guestTree.at(node.guestNode);
        const EntryOutcome &entry = m_outcome.entries.at(node.entry);
        const FunctionOutcome &function = entry.functions.at(node.function);
        const PciFunction *host =
            function.hostIndex >= 0 ? &m_plan.host->at(function.hostIndex) : nullptr;
        node.title = host ? deviceTitle(*host) : printable(entry.title);
        if (node.title.isEmpty())
            node.title = printable(guest.id);
        node.name = host ? printable(host->name) : node.title;
        node.letter = m_letters.value(function.host);
        const QString place = guest.visible ? placeOf(guest) : tr("not seen by the guest");
        // QEMU's option stands on function 0; the others of the slot need no word.
        const QString how = function.multifunction ? tr("multifunction")
            : entry.functions.size() > 1           ? QString()
                                                   : tr("single function");
        const bool hidden = function.capabilityVisible == std::optional(false);
        node.line = joined({place, hidden ? tr("PCIe hidden") : how, printable(guest.id)});
        if (host && !hidden && showsCompleter(*host)) {
            for (const Width width : allWidths)
                node.chips.append(
                    chip(widthName(width), host->atomicOps.completer[width], node.asked[width]));
        }
    }

    void writeGuestPort(PictureNode &node) const
    {
        const GuestNode &guest = m_outcome.guestTree.at(node.guestNode);
        const EntryOutcome *entry = m_entryOfPort.value(node.guestNode);
        const bool isUsed = entry || isAsked(node);
        node.dim = !isUsed;
        node.title = printable(guest.id);
        node.name = printable(guest.model) + u' ' + node.title;
        node.line =
            joined({placeOf(guest), guest.entry >= 0 ? u"hostpci%1"_s.arg(guest.entry) : QString(),
                    isUsed || guest.portType != PortType::RootPort ? QString() : tr("empty")});
        if (!entry || !entry->rootPort)
            return;
        for (const Width width : allWidths)
            node.chips.append(
                chip(widthName(width), known((*entry->rootPort)[width]), node.asked[width]));
    }

    static QString accessible(const PictureNode &node)
    {
        QStringList parts;
        if (!node.letter.isEmpty())
            parts.append(rootward::tr("card %1").arg(node.letter));
        parts += {node.name, node.title == node.name ? QString() : node.title, node.line};
        for (const PictureChip &field : node.chips)
            parts.append(field.label + u' ' + factWord(field.glyph));
        if (node.hasState)
            parts.append(hopStateText(node.state));
        if (node.firstBlocking)
            parts.append(rootward::tr("the first that blocks"));
        parts.removeAll(QString());
        return parts.join(u", "_s);
    }

    static QString factWord(const QString &glyph)
    {
        const Theme theme = Theme::light();
        return glyph == theme.state(HopState::Carries).glyph ? rootward::tr("yes")
            : glyph == theme.state(HopState::Blocks).glyph   ? rootward::tr("no")
                                                             : rootward::tr("unknown");
    }

    PictureTree &m_tree;
    const Plan &m_plan;
    const PlanOutcome &m_outcome;
    QHash<PciAddress, QString> m_letters;
    QHash<int, const EntryOutcome *> m_entryOfPort;
};

} // namespace

QString kindsSummary(const QList<const PciFunction *> &functions)
{
    QList<std::pair<int, const KindRow *>> kinds;
    for (const PciFunction *function : functions) {
        const KindRow *kind = kindOf(*function);
        const auto known = std::ranges::find(kinds, kind, &std::pair<int, const KindRow *>::second);
        if (known == kinds.end())
            kinds.append({1, kind});
        else
            ++known->first;
    }
    std::ranges::stable_sort(kinds, std::greater(), &std::pair<int, const KindRow *>::first);
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
    const KindRow *kind = kindOf(function);
    if (name.startsWith("Device "_L1) && kind->mask != 0)
        return rootward::tr(kind->one) + u" · "_s + name;
    if (!name.isEmpty())
        return name;
    if (!function.className.isEmpty())
        return printable(function.className);
    if (function.vendor && function.device)
        return u"%1:%2"_s.arg(*function.vendor, 4, 16, '0'_L1).arg(*function.device, 4, 16, '0'_L1);
    return rootward::tr("Function");
}

void addWords(PictureTree &tree, const Plan &plan, const PlanOutcome &outcome)
{
    WordWriter(tree, plan, outcome).write();
}

} // namespace rootward
