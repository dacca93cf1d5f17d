// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "devicewords.h"
#include "hostfacts.h"
#include "picturetree.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

using Role = LayoutNode::Role;

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

class WordWriter {
public:
    WordWriter(PictureTree &tree, const Plan &plan, const PlanOutcome &outcome,
               const Layers &layers)
        : m_tree(tree), m_plan(plan), m_outcome(outcome), m_layers(layers)
    {
        if (plan.host) {
            m_letters = cardLetters(*plan.host);
            m_facts.emplace(*plan.host, layers);
        }
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
        writeBuses();
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
            node.title = tr("Root complex");
            node.line = joined({bus, numaOf(node)});
        }
        node.name = node.state == HopState::Unknown ? node.title + u", "_s + node.line
                                                    : tr("Root complex, bus %1").arg(bus);
    }

    QString numaOf(const PictureNode &root) const
    {
        if (!m_layers.numa)
            return {};
        const auto bus = std::ranges::find_if(m_plan.host->rootBuses(), [&](const RootBus &known) {
            return NodeRef::hostRoot(known.domain, known.bus) == root.ref;
        });
        const std::optional<int> node =
            bus == m_plan.host->rootBuses().end() ? std::nullopt : numaNodeOf(*m_plan.host, *bus);
        return node ? tr("node %1").arg(*node) : QString();
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
        node.line =
            joined({function.address.toShortString(), isPort ? QString() : type, slotOf(function)});
        node.facts = joined(m_facts->shortWords(node.hostIndex));
        node.factSentences = m_facts->sentences(node.hostIndex);
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

    QString slotOf(const PciFunction &function) const
    {
        if (!m_layers.slot)
            return {};
        return function.physicalSlot.isEmpty()
            ? printable(function.deviceLabel)
            : tr("slot %1").arg(printable(function.physicalSlot));
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

    /// Beside each port with something below: the number of the bus there.
    void writeBuses()
    {
        for (const PictureNode &node : std::as_const(m_tree.nodes)) {
            if (node.parent < 0 || !m_tree.nodes.at(node.parent).bus.isEmpty())
                continue;
            PictureNode &up = m_tree.nodes[node.parent];
            if (up.hostIndex >= 0 && m_plan.host->at(up.hostIndex).buses)
                up.bus = busText(m_plan.host->at(up.hostIndex).buses->secondary);
            else if (up.role == Role::Guest && up.guestNode >= 0)
                up.bus = likelyBus(m_outcome.guestTree.at(up.guestNode));
        }
    }

    static QString likelyBus(const GuestNode &port)
    {
        return port.likelySecondary ? busText(*port.likelySecondary) : QString();
    }

    static QString busText(quint8 bus) { return u"%1"_s.arg(bus, 2, 16, '0'_L1); }

    /// A title that is the name, or what is left of it, says nothing more.
    static bool isWithin(const QString &title, const QString &name)
    {
        return std::ranges::all_of(title.split(u'…'),
                                   [&](const QString &part) { return name.contains(part); });
    }

    QString accessible(const PictureNode &node) const
    {
        QStringList parts;
        if (!node.letter.isEmpty())
            parts.append(rootward::tr("card %1").arg(node.letter));
        parts += {node.name, isWithin(node.title, node.name) ? QString() : node.title, node.line};
        for (const PictureChip &field : node.chips)
            parts.append(field.label + u' ' + factInWords(field.glyph));
        if (node.hostIndex >= 0)
            parts += node.factSentences;
        if (node.hasState)
            parts.append(hopStateText(node.state));
        if (node.firstBlocking)
            parts.append(rootward::tr("the first that blocks"));
        parts.removeAll(QString());
        return parts.join(u", "_s);
    }

    PictureTree &m_tree;
    const Plan &m_plan;
    const PlanOutcome &m_outcome;
    QHash<PciAddress, QString> m_letters;
    const Layers m_layers;
    std::optional<HostFacts> m_facts;
    QHash<int, const EntryOutcome *> m_entryOfPort;
};

} // namespace

QString factInWords(const QString &glyph)
{
    const Theme theme = Theme::light();
    return glyph == theme.state(HopState::Carries).glyph ? tr("yes")
        : glyph == theme.state(HopState::Blocks).glyph   ? tr("no")
                                                         : tr("unknown");
}

void addWords(PictureTree &tree, const Plan &plan, const PlanOutcome &outcome, const Layers &layers)
{
    WordWriter(tree, plan, outcome, layers).write();
}

} // namespace rootward
