// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "picturetree.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

using Role = LayoutNode::Role;
using Kind = NodeRef::Kind;

class TreeBuilder {
public:
    TreeBuilder(const Plan &plan, const PlanOutcome &outcome, const DrawingOptions &options)
        : m_plan(plan), m_outcome(outcome), m_options(options)
    {
    }

    PictureTree build()
    {
        if (m_plan.host)
            addHost();
        addGuest();
        setColumns();
        return std::move(m_tree);
    }

private:
    int append(PictureNode node)
    {
        m_tree.nodes.append(std::move(node));
        return int(m_tree.nodes.size()) - 1;
    }

    // ---- host

    void addHost()
    {
        const Topology &host = *m_plan.host;
        const ShownFunctions shown = shownFunctions(host, m_outcome, m_options.folding);
        m_shown = shown.all;
        m_required = shown.required;
        const NodeRef otherRoots {Kind::HostFold, {}, {}, true};
        const bool showAllRoots = m_options.folding.isOpen(otherRoots);
        QList<const RootBus *> idle;
        for (const RootBus &root : host.rootBuses()) {
            const bool shows = std::ranges::any_of(
                root.functions, [this](int function) { return m_shown.contains(function); });
            if (!shows)
                idle.append(&root);
        }
        const bool foldIdle = idle.size() > 1 && !showAllRoots;
        for (const RootBus &root : host.rootBuses()) {
            if (!foldIdle || !idle.contains(&root))
                addRoot(root);
        }
        if (foldIdle)
            addIdleRoots(otherRoots, idle);
    }

    void addRoot(const RootBus &bus)
    {
        PictureNode root;
        root.ref = NodeRef::hostRoot(bus.domain, bus.bus);
        root.role = Role::HostRoot;
        root.hasState = !bus.known;
        root.state = bus.known ? HopState::NotAsked : HopState::Unknown;
        const int at = append(root);
        addChildren(at, bus.functions);
    }

    void addIdleRoots(const NodeRef &ref, const QList<const RootBus *> &roots)
    {
        PictureNode fold;
        fold.ref = ref;
        fold.role = Role::HostRoot;
        fold.hasState = false;
        for (const RootBus *root : roots) {
            for (const int function : root->functions)
                collect(function, fold.hidden);
        }
        fold.rootCount = int(roots.size());
        append(fold);
    }

    void collect(int function, QList<int> &into) const
    {
        QList<int> open {function};
        while (!open.isEmpty()) {
            const int at = open.takeLast();
            into.append(at);
            open.append(m_plan.host->children(at));
        }
    }

    /// What hangs on one box while it is walked through.
    struct Level {
        int parent;
        QList<int> functions;
        qsizetype next = 0;
        QList<int> hidden = {};
        bool hasBranch = false; ///< one of them has something below
        int foldable = 0; ///< how many that are drawn could be folded
        QMap<int, QList<int>> virtuals = {}; ///< hidden VFs of an open fold, by its first function
    };

    /// Without recursion: captures may nest as deep as they like.
    void addChildren(int root, const QList<int> &functions)
    {
        QList<Level> levels {{root, functions}};
        while (!levels.isEmpty()) {
            Level &level = levels.last();
            if (level.next == level.functions.size()) {
                addFolds(level);
                levels.removeLast();
                continue;
            }
            const int function = level.functions.at(level.next++);
            if (!m_shown.contains(function)) {
                hide(level, function);
                continue;
            }
            const int at = addFunction(level.parent, function);
            const QList<int> &below = m_plan.host->children(function);
            if (!m_required.contains(function)) {
                ++level.foldable;
                level.hasBranch = level.hasBranch || !below.isEmpty();
            }
            if (!below.isEmpty())
                levels.append({at, below});
        }
    }

    /// VFs of an open branch stand together, apart from what else is folded there.
    void hide(Level &level, int function)
    {
        const auto fold = m_tree.nodes.at(level.parent).ref.fold();
        const bool together =
            m_plan.host->at(function).isVirtual && fold && isOpenBranch(level.parent, *fold);
        if (!together) {
            collect(function, level.hidden);
            return;
        }
        const auto group = std::ranges::find_if(level.virtuals, [&](const QList<int> &members) {
            return vfFold(*m_plan.host, members.first()) == vfFold(*m_plan.host, function);
        });
        if (group != level.virtuals.end())
            group->append(function);
        else
            level.virtuals.insert(function, {function});
    }

    bool isOpenBranch(int node, const NodeRef &fold) const
    {
        if (m_options.folding.isOpen(fold))
            return true;
        for (int at = node; at >= 0; at = m_tree.nodes.at(at).parent) {
            const auto above = m_tree.nodes.at(at).ref.fold();
            if (above && m_options.folding.branches.contains(*above))
                return !m_options.folding.closed.contains(fold);
        }
        return false;
    }

    /// A function alone says itself what a fold would say of it.
    void addFolds(const Level &level)
    {
        const NodeRef own = *m_tree.nodes.at(level.parent).ref.fold();
        const bool alone = level.hidden.size() == 1 && !m_options.folding.closed.contains(own);
        PictureNode &parent = m_tree.nodes[level.parent];
        parent.canFold = level.foldable > 1 || (level.foldable == 1 && level.hasBranch);
        for (const QList<int> &members : level.virtuals)
            addFold(level.parent, vfFold(*m_plan.host, members.first()), members, true);
        if (alone)
            addFunction(level.parent, level.hidden.first());
        else if (!level.hidden.isEmpty())
            addFold(level.parent, own, level.hidden, false);
    }

    int addFunction(int parent, int function)
    {
        PictureNode node;
        node.ref = NodeRef::hostFunction(m_plan.host->at(function).address);
        node.parent = parent;
        node.depth = m_tree.nodes.at(parent).depth + 1;
        node.hostIndex = function;
        node.gapAbove = m_plan.host->gapAbove(function);
        m_pictureOf.insert(function, int(m_tree.nodes.size()));
        return append(node);
    }

    void addFold(int parent, const NodeRef &ref, const QList<int> &hidden, bool virtuals)
    {
        PictureNode fold;
        fold.ref = ref;
        fold.ofVirtuals = virtuals;
        fold.parent = parent;
        fold.depth = m_tree.nodes.at(parent).depth + 1;
        fold.hasState = false;
        fold.hidden = hidden;
        append(fold);
    }

    // ---- guest

    void addGuest()
    {
        addGuestFunctions();
        QList<int> ports;
        QList<bool> used(m_outcome.guestTree.size(), false);
        for (const PictureNode &node : std::as_const(m_tree.nodes)) {
            if (node.role != Role::GuestFunction)
                continue;
            int guest = node.guestNode;
            used[guest] = true;
            for (guest = parentOf(guest); guest >= 0 && !used.at(guest); guest = parentOf(guest)) {
                used[guest] = true;
                ports.append(guest);
            }
        }
        QList<int> unused;
        QList<int> folded;
        for (int i = 0; i < m_outcome.guestTree.size(); ++i) {
            if (used.at(i))
                continue;
            const GuestNode &node = m_outcome.guestTree.at(i);
            const bool emptyPort = node.portType == PortType::RootPort && node.parent < 0;
            const bool showAll = m_options.folding.isOpen(guestFold(m_plan.guest));
            (emptyPort || showAll ? unused : folded).append(i);
        }
        std::ranges::stable_sort(unused, {}, [this](int i) {
            const GuestNode &node = m_outcome.guestTree.at(i);
            return std::pair(node.slot, node.function);
        });
        addGuestPorts(ports + unused, folded);
    }

    int parentOf(int guest) const { return m_outcome.guestTree.at(guest).parent; }

    struct Passed {
        int row;
        int entry;
        int function;
    };

    /// Passed functions in the order of their host rows; those without one come last.
    QList<Passed> passedInRowOrder() const
    {
        QList<Passed> passed;
        for (int entry = 0; entry < m_outcome.entries.size(); ++entry) {
            const QList<FunctionOutcome> &functions = m_outcome.entries.at(entry).functions;
            for (int i = 0; i < functions.size(); ++i) {
                const FunctionOutcome &function = functions.at(i);
                const bool known =
                    function.guestNode >= 0 && function.guestNode < m_outcome.guestTree.size();
                if (known)
                    passed.append(
                        {m_pictureOf.value(function.hostIndex, std::numeric_limits<int>::max()),
                         entry, i});
            }
        }
        std::ranges::stable_sort(passed, {}, &Passed::row);
        return passed;
    }

    void addGuestFunctions()
    {
        QSet<int> drawn;
        for (const Passed &passed : passedInRowOrder()) {
            const FunctionOutcome &function =
                m_outcome.entries.at(passed.entry).functions.at(passed.function);
            if (drawn.contains(function.guestNode))
                continue;
            drawn.insert(function.guestNode);
            const GuestNode &guest = m_outcome.guestTree.at(function.guestNode);
            PictureNode node;
            node.ref = NodeRef::guest(guest.id, function.host);
            node.role = Role::GuestFunction;
            node.guestNode = function.guestNode;
            node.entry = passed.entry;
            node.function = passed.function;
            node.dim = !guest.visible;
            const int host = m_pictureOf.value(function.hostIndex, -1);
            // A function that two entries pass can face one of them only.
            if (host >= 0 && m_tree.nodes.at(host).twin < 0) {
                node.twin = host;
                m_tree.nodes[host].twin = int(m_tree.nodes.size());
            }
            m_pictureOfGuest.insert(function.guestNode, append(node));
        }
    }

    void addGuestPorts(const QList<int> &ports, const QList<int> &folded)
    {
        for (const int port : ports) {
            const GuestNode &guest = m_outcome.guestTree.at(port);
            PictureNode node;
            node.ref = NodeRef::guest(guest.id);
            node.role = Role::Guest;
            node.guestNode = port;
            node.dim = true;
            m_pictureOfGuest.insert(port, append(node));
        }
        if (!folded.isEmpty()) {
            PictureNode fold;
            fold.ref = guestFold(m_plan.guest);
            fold.role = Role::Guest;
            fold.hasState = false;
            fold.hidden = folded;
            fold.depth = 1;
            append(fold);
        }
        PictureNode root;
        root.ref = {Kind::GuestRoot, {}, rootBusName(m_plan.guest), false};
        root.role = Role::GuestRoot;
        root.hasState = false;
        root.canFold = m_options.folding.isOpen(guestFold(m_plan.guest));
        const int rootAt = append(root);
        for (PictureNode &node : m_tree.nodes) {
            if (node.role != Role::GuestFunction && node.role != Role::Guest)
                continue;
            const int up = node.guestNode < 0 ? -1 : parentOf(node.guestNode);
            node.parent = up < 0 ? rootAt : m_pictureOfGuest.value(up, rootAt);
            for (int at = node.guestNode; at >= 0; at = parentOf(at))
                ++node.depth;
        }
    }

    // ---- columns

    void setColumns()
    {
        int hostDepth = -1;
        int portDepth = 0;
        for (const PictureNode &node : std::as_const(m_tree.nodes)) {
            if (node.ref.isHost())
                hostDepth = std::max(hostDepth, node.depth);
            else if (node.role == Role::Guest)
                portDepth = std::max(portDepth, node.depth);
        }
        // A passed function on the root bus of either side still needs a column of its own.
        hostDepth = m_plan.host ? std::max(hostDepth, 1) : -1;
        m_tree.facingColumn = hostDepth;
        const int guestRoot = hostDepth + 2 + portDepth;
        m_tree.columns = guestRoot + 1;
        const QSet<PciAddress> passedSlots = slotsOfPassed();
        for (PictureNode &node : m_tree.nodes) {
            if (node.role == Role::GuestFunction)
                node.column = hostDepth + 1;
            else if (!node.ref.isHost())
                node.column = guestRoot - node.depth;
            else if (node.hostIndex >= 0 && passedSlots.contains(slotOf(*node.ref.address))
                     && m_plan.host->children(node.hostIndex).isEmpty())
                node.column = hostDepth;
            else
                node.column = node.depth;
        }
    }

    static PciAddress slotOf(PciAddress address)
    {
        address.function = 0;
        return address;
    }

    QSet<PciAddress> slotsOfPassed() const
    {
        QSet<PciAddress> found;
        for (const PictureNode &node : std::as_const(m_tree.nodes)) {
            if (node.ref.isHost() && node.twin >= 0)
                found.insert(slotOf(*node.ref.address));
        }
        return found;
    }

    const Plan &m_plan;
    const PlanOutcome &m_outcome;
    const DrawingOptions &m_options;
    PictureTree m_tree;
    QSet<int> m_shown;
    QSet<int> m_required;
    QHash<int, int> m_pictureOf;
    QHash<int, int> m_pictureOfGuest;
};

} // namespace

PictureTree pictureTree(const Plan &plan, const PlanOutcome &outcome, const DrawingOptions &options)
{
    return TreeBuilder(plan, outcome, options).build();
}

} // namespace rootward
