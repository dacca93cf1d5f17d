// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "guesttree.h"

#include "layoutplacement.h"

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

/// Depth first over one bus in device order: what a guest finds and which numbers it likely gets.
class BusWalk {
public:
    explicit BusWalk(QList<GuestNode> &nodes) : m_nodes(nodes) { }

    void number() { visit(-1, 0, true); }

private:
    void visit(int parent, quint8 bus, bool parentVisible)
    {
        for (const int index : childrenOf(parent)) {
            GuestNode &node = m_nodes[index];
            node.visible = parentVisible && isFound(parent, node);
            if (node.visible) {
                node.likelyAddress = PciAddress {0, bus, static_cast<quint8>(node.slot),
                                                 static_cast<quint8>(node.function)};
            }
            if (node.ownBus.isEmpty())
                continue;
            if (node.visible && !node.ownBusIsRoot)
                node.likelySecondary = ++m_lastBus;
            if (node.ownBusIsRoot)
                visitRootBus(index, node);
            else
                visit(index, m_lastBus, node.visible);
        }
    }

    /// A further root bus has the number it was given, and what is below it goes on from there.
    void visitRootBus(int index, const GuestNode &node)
    {
        const quint8 before = m_lastBus;
        m_lastBus = std::max(before, node.likelySecondary.value_or(before));
        visit(index, m_lastBus, node.visible);
        m_lastBus = before;
    }

    /// A guest looks for function 0 first, and below a port at slot 0 alone.
    bool isFound(int parent, const GuestNode &node) const
    {
        const bool belowPort = parent >= 0
            && (m_nodes.at(parent).portType == PortType::RootPort
                || m_nodes.at(parent).portType == PortType::DownstreamPort);
        return hasFunction0(parent, node.slot) && !(belowPort && node.slot > 0);
    }

    QList<int> childrenOf(int parent) const
    {
        QList<int> children;
        for (int i = 0; i < m_nodes.size(); ++i) {
            if (m_nodes.at(i).parent == parent)
                children.append(i);
        }
        std::ranges::stable_sort(children, {}, [this](int i) {
            return std::pair(m_nodes.at(i).slot, m_nodes.at(i).function);
        });
        return children;
    }

    bool hasFunction0(int parent, int slot) const
    {
        return std::ranges::any_of(m_nodes, [&](const GuestNode &node) {
            return node.parent == parent && node.slot == slot && node.function == 0;
        });
    }

    QList<GuestNode> &m_nodes;
    quint8 m_lastBus = 0;
};

/// The highest bus number below a node, for its subordinate register.
quint8 lastBusBelow(const QList<GuestNode> &nodes, int index)
{
    quint8 last = nodes.at(index).likelySecondary.value_or(0);
    for (int i = index + 1; i < nodes.size(); ++i) {
        if (nodes.at(i).parent == index)
            last = std::max(last, lastBusBelow(nodes, i));
    }
    return last;
}

void showBridge(PciFunction &function, const QList<GuestNode> &nodes, int index)
{
    const GuestNode &node = nodes.at(index);
    function.isBridge = true;
    function.classCode = quint16 {0x0604};
    function.buses = BusRange {node.likelySecondary.value_or(0), lastBusBelow(nodes, index)};
}

std::optional<bool> bitOf(Answer answer)
{
    return answer == Answer::Unknown ? std::nullopt : std::optional(answer == Answer::Yes);
}

PciFunction faceOf(const QList<GuestNode> &nodes, int index, const GuestFace &face)
{
    const GuestNode &node = nodes.at(index);
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
        showBridge(function, nodes, index);
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
    for (int i = 0; i < nodes.size(); ++i) {
        if (nodes.at(i).visible)
            functions.append(faceOf(nodes, i, faces.at(i)));
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
