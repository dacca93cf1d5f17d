// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "shapeparts.h"

namespace rootward {

TreeNode node(SyntheticFunction function)
{
    TreeNode made;
    made.function = std::move(function);
    return made;
}

TreeNode node(Part which)
{
    return node(part(which));
}

TreeSlot slotOf(TreeNode node)
{
    TreeSlot slot;
    slot.functions.push_back(std::move(node));
    return slot;
}

TreeNode randomRootPort(Dice &dice)
{
    TreeNode port = node(dice.oneOf({Part::IntelRootPort, Part::AmdRootPort, Part::AmdRootPort}));
    SyntheticAtomicOps &atomics = port.function.atomicOps;
    atomics.routing = dice.chance(60);
    const bool completes = dice.chance(75);
    atomics.completer = {completes, completes, completes && dice.chance(25)};
    atomics.requesterEnable = dice.chance(10);
    atomics.egressBlocking = dice.chance(10);
    port.function.physicalSlot = dice.chance(70) ? dice.between(1, 0x1fff) : 0;
    port.function.driver = QStringLiteral("pcieport");
    return port;
}

TreeNode randomSwitchPort(Dice &dice, Part which)
{
    TreeNode port = node(which);
    SyntheticAtomicOps &atomics = port.function.atomicOps;
    atomics.routing = dice.chance(75);
    atomics.egressBlocking = dice.chance(15);
    if (port.function.portType == PortType::DownstreamPort && dice.chance(50))
        port.function.physicalSlot = dice.between(1, 0x1fff);
    port.function.driver = QStringLiteral("pcieport");
    return port;
}

TreeSlot randomCard(Dice &dice)
{
    TreeSlot card;
    switch (dice.between(0, 5)) {
    case 0:
        card.functions = {node(Part::Navi21), node(Part::Navi21Audio)};
        break;
    case 1:
        card.functions = {node(Part::Navi31), node(Part::Navi31Audio)};
        break;
    case 2:
        card.functions = {node(Part::Baffin), node(Part::BaffinAudio)};
        break;
    case 3:
        card.functions.assign(static_cast<std::size_t>(dice.between(1, 3)), node(Part::X550));
        break;
    case 4:
        card = slotOf(node(Part::Nvme));
        break;
    default:
        card = slotOf(node(Part::I211));
        break;
    }
    card.functions.front().function.atomicOps.requesterEnable = dice.chance(40);
    return card;
}

TreeSlot virtualisedNic(Dice &dice, int ports, int vfs)
{
    TreeSlot card;
    for (int port = 0; port < ports; ++port) {
        TreeNode physical = node(Part::ConnectX6);
        physical.function.atomicOps.requesterEnable = dice.chance(50);
        const int share = vfs / ports + (port < vfs % ports ? 1 : 0);
        physical.virtualFunctions.assign(static_cast<std::size_t>(share), part(Part::ConnectXVf));
        for (SyntheticFunction &vf : physical.virtualFunctions) {
            vf.atomicOps.completer = physical.function.atomicOps.completer;
            vf.idsReadAllOnes = true;
        }
        card.functions.push_back(std::move(physical));
    }
    return card;
}

TreeSlot randomSwitch(Dice &dice, int depth, int width)
{
    const bool plx = dice.chance(40);
    TreeNode upstream = randomSwitchPort(dice, plx ? Part::PlxUpstream : Part::Pex890Upstream);
    const int ports = dice.between(1, width);
    for (int port = 0; port < ports; ++port) {
        TreeNode downstream =
            randomSwitchPort(dice, plx ? Part::PlxDownstream : Part::Pex890Downstream);
        if (depth > 1 && dice.chance(25))
            downstream.below.push_back(randomSwitch(dice, depth - 1, width));
        else if (dice.chance(80))
            downstream.below.push_back(randomCard(dice));
        upstream.below.push_back(slotOf(std::move(downstream)));
    }
    return slotOf(std::move(upstream));
}

} // namespace rootward
