// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hostshapes.h"

#include "memorymap.h"
#include "shapeparts.h"

namespace rootward {

namespace {

SyntheticFunction varied(Dice &dice, SyntheticFunction function)
{
    if (!function.isExpress()) {
        function.hasCapabilityList = dice.chance(50);
        return function;
    }
    if (dice.chance(8))
        function.expressVersion = 1;
    if (!function.isBridge && dice.chance(15))
        function.bars.clear();
    if (dice.chance(30))
        function.expressOffset = dice.oneOf({0x58, 0x5c, 0x60, 0x64});
    function.extendedCapabilities = function.extendedCapabilities && dice.chance(80);
    return function;
}

/// VFs need their PF's extended capability, and equal bits.
void vary(Dice &dice, std::vector<TreeSlot> &devices)
{
    for (TreeSlot &slot : devices) {
        for (TreeNode &one : slot.functions) {
            if (one.virtualFunctions.empty())
                one.function = varied(dice, one.function);
            vary(dice, one.below);
        }
    }
}

TreeSlot withRandomVfs(Dice &dice)
{
    TreeSlot nic = virtualisedNic(dice, dice.between(1, 2), dice.between(1, 8));
    const bool allOnes = dice.chance(70);
    for (TreeNode &physical : nic.functions) {
        physical.vfStride = dice.between(1, 3);
        physical.vfGap = dice.oneOf({0, 0, 8, 300});
        for (SyntheticFunction &vf : physical.virtualFunctions)
            vf.idsReadAllOnes = allOnes;
    }
    return nic;
}

/// A conventional bus behind `bridge`: devices, and sometimes a bridge back to PCI Express.
TreeSlot conventionalBranch(Dice &dice, Part bridge)
{
    TreeNode top = node(bridge);
    const int count = dice.between(0, 3);
    for (int device = 0; device < count; ++device)
        top.below.push_back(slotOf(node(dice.oneOf({Part::Audigy, Part::FireWire}))));
    if (dice.chance(25)) {
        TreeNode reverse = node(Part::PciToPcie);
        reverse.below.push_back(randomCard(dice));
        top.below.push_back(slotOf(std::move(reverse)));
    }
    if (dice.chance(20))
        top.below.push_back(conventionalBranch(dice, Part::ConventionalBridge));
    return slotOf(std::move(top));
}

TreeSlot belowRootPort(Dice &dice)
{
    switch (dice.between(0, 6)) {
    case 0:
    case 1:
        return randomCard(dice);
    case 2:
        return randomSwitch(dice, 2, 3);
    case 3:
        return withRandomVfs(dice);
    case 4:
        return conventionalBranch(dice, Part::PcieToPci);
    case 5:
        return slotOf(node(Part::Usb3V1));
    default:
        break;
    }
    TreeNode port = randomRootPort(dice);
    port.below.push_back(randomCard(dice));
    return slotOf(std::move(port));
}

TreeNode populatedRootPort(Dice &dice)
{
    TreeNode port = randomRootPort(dice);
    port.function.isConfigured = dice.chance(90);
    if (port.function.isConfigured && dice.chance(85))
        port.below.push_back(belowRootPort(dice));
    return port;
}

TreeSlot onRootBus(Dice &dice)
{
    switch (dice.between(0, 9)) {
    case 0:
        return slotOf(node(Part::IntelDma));
    case 1:
        return slotOf(node(Part::EventCollector));
    case 2:
        return slotOf(node(Part::DmiRootPort));
    case 3:
        return conventionalBranch(dice, Part::ConventionalBridge);
    case 4:
        return randomCard(dice);
    default:
        break;
    }
    TreeSlot slot;
    const int ports = dice.chance(25) ? dice.between(2, 4) : 1;
    for (int port = 0; port < ports; ++port)
        slot.functions.push_back(populatedRootPort(dice));
    return slot;
}

} // namespace

SyntheticHost randomHost(quint32 seed)
{
    Dice dice(seed);
    std::vector<RootComplex> complexes;
    const int domains = dice.oneOf({1, 1, 1, 2, 3});
    for (int domain = 0; domain < domains; ++domain) {
        const int roots = dice.oneOf({1, 1, 2, 3});
        for (int root = 0; root < roots; ++root) {
            RootComplex complex;
            complex.domain = domain == 2 ? 0x10000u : static_cast<quint32>(domain);
            complex.firstBus = root * 0x40;
            if (root > 0 || dice.chance(85))
                complex.devices.push_back(slotOf(node(Part::IntelHostBridge)));
            const int devices = dice.between(1, 4);
            for (int device = 0; device < devices; ++device)
                complex.devices.push_back(onRootBus(dice));
            vary(dice, complex.devices);
            complexes.push_back(std::move(complex));
        }
    }
    SyntheticHost host = numbered(complexes);
    placeMemory(host);
    return host;
}

} // namespace rootward
