// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "guesttree.h"

#include "layoutplacement.h"

#include <QSet>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int movedBridgeSlot = 0x1e;

/// Primary GPU takes the display's place unless the VM names a display.
GuestMachine withDisplay(const Plan &plan, const QList<ExpandedEntry> &entries)
{
    GuestMachine guest = plan.guest;
    const bool primaryGpu = std::ranges::any_of(entries, [](const ExpandedEntry &entry) {
        return entry.isPlaced() && entry.value.primaryGpu();
    });
    if (primaryGpu && !guest.displayWritten)
        guest.hasDisplay = false;
    return guest;
}

void addPort(GuestTree &tree, int index)
{
    const RootPortPlace place = rootPortPlace(index);
    GuestNode port;
    port.id = rootPortId(index);
    port.model = u"pcie-root-port"_s;
    port.bus = u"pcie.0"_s;
    port.slot = place.slot;
    port.function = place.function;
    port.ownBus = port.id;
    port.portType = PortType::RootPort;
    port.multifunction = true;
    tree.nodes.append(port);
}

void addFunctions(GuestTree &tree, const ExpandedEntry &entry)
{
    const int parent = tree.ownerOf(entry.place.bus);
    for (const PassedFunction &passed : entry.functions) {
        GuestNode node;
        node.id = passed.qemuId;
        node.model = u"vfio-pci"_s;
        node.bus = entry.place.bus;
        node.slot = entry.place.slot;
        node.function = passed.function;
        node.parent = parent;
        node.multifunction = passed.multifunction;
        node.entry = entry.entry.index;
        node.host = passed.address;
        tree.nodes.append(node);
    }
}

void addHostpci(GuestTree &tree, const ExpandedEntry &entry)
{
    const int index = entry.entry.index;
    if (entry.place.rootPort && rootPortPlace(index).onDemand)
        addPort(tree, index);
    if (const int port = tree.indexOf(entry.place.bus); entry.place.rootPort && port >= 0)
        tree.nodes[port].entry = index;
    if (entry.value.legacyIgd()) {
        GuestNode &moved = tree.nodes[tree.indexOf(u"pci.2")];
        moved.bus = u"pci.1"_s;
        moved.parent = tree.indexOf(u"pci.1");
        moved.slot = movedBridgeSlot;
    }
    addFunctions(tree, entry);
}

constexpr int lastBusNumber = 0xff;

/// Depth first over one bus in device order: what a guest finds and which numbers it likely gets.
class BusWalk {
public:
    explicit BusWalk(QList<GuestNode> &nodes) : m_nodes(nodes), m_children(nodes.size() + 1)
    {
        for (int i = 0; i < nodes.size(); ++i) {
            m_children[nodes.at(i).parent + 1].append(i);
            if (nodes.at(i).function == 0)
                m_first.insert({nodes.at(i).parent, nodes.at(i).slot});
        }
        for (QList<int> &children : m_children) {
            std::ranges::stable_sort(children, {}, [&nodes](int i) {
                return std::pair(nodes.at(i).slot, nodes.at(i).function);
            });
        }
    }

    void number() { visit(-1, 0, true); }

private:
    void visit(int parent, int bus, bool parentVisible)
    {
        for (const int index : m_children.at(parent + 1)) {
            GuestNode &node = m_nodes[index];
            node.visible = parentVisible && isFound(parent, node);
            if (node.visible) {
                node.likelyAddress =
                    PciAddress {0, static_cast<quint8>(bus), static_cast<quint8>(node.slot),
                                static_cast<quint8>(node.function)};
            }
            if (node.ownBus.isEmpty())
                continue;
            if (node.ownBusIsRoot)
                visitRootBus(index, node);
            else
                visit(index, m_lastBus, numberBus(node));
        }
    }

    /// False where the guest finds nothing behind the bridge: not itself, or no number is left.
    bool numberBus(GuestNode &node)
    {
        if (!node.visible || m_lastBus >= lastBusNumber)
            return false;
        node.likelySecondary = static_cast<quint8>(++m_lastBus);
        return true;
    }

    /// A further root bus has the number it was given, and what is below it goes on from there.
    void visitRootBus(int index, const GuestNode &node)
    {
        const int before = m_lastBus;
        m_lastBus = std::max<int>(before, node.likelySecondary.value_or(0));
        visit(index, m_lastBus, node.visible);
        m_lastBus = before;
    }

    /// A guest looks for function 0 first, and below a port at slot 0 alone.
    bool isFound(int parent, const GuestNode &node) const
    {
        const bool belowPort = parent >= 0
            && (m_nodes.at(parent).portType == PortType::RootPort
                || m_nodes.at(parent).portType == PortType::DownstreamPort);
        return m_first.contains({parent, node.slot}) && !(belowPort && node.slot > 0);
    }

    QList<GuestNode> &m_nodes;
    QList<QList<int>> m_children; ///< by parent + 1, in device order
    QSet<std::pair<int, int>> m_first; ///< parent and slot that have a function 0
    int m_lastBus = 0;
};

/// The highest bus number below each node, for its subordinate register.
QList<quint8> lastBuses(const QList<GuestNode> &nodes)
{
    QList<quint8> last(nodes.size());
    for (qsizetype i = nodes.size() - 1; i >= 0; --i) { // children come after their parents
        const GuestNode &node = nodes.at(i);
        last[i] = std::max(last.at(i), node.likelySecondary.value_or(0));
        if (node.parent >= 0 && !node.ownBusIsRoot)
            last[node.parent] = std::max(last.at(node.parent), last.at(i));
    }
    return last;
}

void showBridge(PciFunction &function, const GuestNode &node, quint8 lastBus)
{
    function.isBridge = true;
    function.classCode = quint16 {0x0604};
    function.buses = BusRange {node.likelySecondary.value_or(0), lastBus};
}

std::optional<bool> bitOf(Answer answer)
{
    return answer == Answer::Unknown ? std::nullopt : std::optional(answer == Answer::Yes);
}

PciFunction faceOf(const GuestNode &node, quint8 lastBus, const GuestFace &face)
{
    PciFunction function = face.host.value_or(PciFunction {});
    function.address = *node.likelyAddress;
    function.portType = face.type;
    // A guest sees the function alone: it knows of no physical function and of no VFs.
    function.isVirtual = false;
    function.physicalFunction.reset();
    function.sriov.reset();
    function.multifunction = node.multifunction;
    if (face.host)
        return function;
    function.gap = ReadGap::None;
    function.name = function.deviceName = node.model;
    if (node.parent < 0 && node.slot == 0)
        function.classCode = quint16 {0x0600};
    if (!node.ownBus.isEmpty() && !node.ownBusIsRoot)
        showBridge(function, node, lastBus);
    // QEMU's ports route nothing, its switches' no more than its root ports.
    if (face.type == PortType::RootPort || isSwitchPort(face.type)) {
        function.expressVersion = 2;
        function.atomicOps.routing = false;
        function.atomicOps.egressBlocking = false;
    }
    if (face.type == PortType::RootPort) {
        function.atomicOps.requesterEnable = false;
        for (const Width width : allWidths)
            function.atomicOps.completer[width] = bitOf(face.port[width]);
    }
    return function;
}

} // namespace

int GuestTree::ownerOf(QStringView bus) const
{
    const auto owner = std::ranges::find_if(
        nodes, [bus](const GuestNode &node) { return !bus.isEmpty() && node.ownBus == bus; });
    return owner == nodes.end() ? -1 : static_cast<int>(owner - nodes.begin());
}

int GuestTree::indexOf(QStringView id) const
{
    const auto node = std::ranges::find(nodes, id, &GuestNode::id);
    return node == nodes.end() ? -1 : static_cast<int>(node - nodes.begin());
}

GuestTree placeEntries(const Plan &plan, const QList<ExpandedEntry> &entries)
{
    GuestTree tree;
    tree.nodes =
        plan.layout ? placeLayout(plan).bridges : fixedGuestDevices(withDisplay(plan, entries));
    for (const ExpandedEntry &entry : entries) {
        if (!entry.isPlaced() || !entry.placeKnown)
            continue;
        if (entry.isHostpci())
            addHostpci(tree, entry);
        else
            addFunctions(tree, entry);
    }
    BusWalk(tree.nodes).number();
    return tree;
}

GuestView viewGuest(const QList<GuestNode> &nodes, const QList<GuestFace> &faces)
{
    QList<PciFunction> functions;
    const QList<quint8> last = lastBuses(nodes);
    for (int i = 0; i < nodes.size(); ++i) {
        if (nodes.at(i).visible)
            functions.append(faceOf(nodes.at(i), last.at(i), faces.at(i)));
    }
    Topology::Known known;
    known.rootBuses.insert({0, quint8 {0}});
    for (const GuestNode &node : nodes) {
        if (node.ownBusIsRoot && node.likelySecondary)
            known.rootBuses.insert({0, *node.likelySecondary});
    }
    GuestView view;
    view.topology = Topology::fromFunctions(functions, known).topology;
    for (const GuestNode &node : nodes)
        view.index.append(node.visible ? view.topology->indexOf(*node.likelyAddress) : -1);
    return view;
}

} // namespace rootward
