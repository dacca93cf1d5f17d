// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hostshapes.h"

#include "memorymap.h"
#include "shapeparts.h"

#include <algorithm>

namespace rootward {

namespace {

constexpr int busesPerDomain = 256;
constexpr int devicesPerBus = 32;

/// Root complexes, one a domain, filled until the functions are used up.
class Building {
public:
    explicit Building(int functions) : m_left(functions) { }

    int left() const { return m_left; }

    /// Puts a device on a root bus that has room for it; opens a domain where none has.
    /// False where it has too many functions.
    bool add(TreeSlot device)
    {
        std::vector<TreeSlot> one {std::move(device)};
        const int functions = functionCount(one);
        const int buses = busCount(one);
        if (!hasRoom(buses)) {
            if (functions + 1 > m_left)
                return false;
            open();
        }
        if (functions > m_left)
            return false;
        m_left -= functions;
        m_buses += buses;
        m_complexes.back().devices.push_back(std::move(one.front()));
        return true;
    }

    /// Uses up what is left with single functions, which always fit.
    void fill()
    {
        while (m_left > 0)
            if (!add(slotOf(node(Part::IntelDma))))
                open();
    }

    SyntheticHost finish(VfIds vfIds)
    {
        SyntheticHost host = numbered(m_complexes);
        for (SyntheticFunction &function : host.functions)
            function.idsReadAllOnes = function.isVirtual && vfIds == VfIds::AllOnes;
        placeMemory(host);
        return host;
    }

private:
    bool hasRoom(int buses) const
    {
        return !m_complexes.empty() && m_complexes.back().devices.size() < devicesPerBus
            && m_buses + buses <= busesPerDomain;
    }

    void open()
    {
        RootComplex complex;
        complex.domain = static_cast<quint32>(m_complexes.size());
        complex.devices.push_back(slotOf(node(Part::IntelHostBridge)));
        m_complexes.push_back(std::move(complex));
        m_buses = 1;
        --m_left;
    }

    int m_left;
    int m_buses = 0;
    std::vector<RootComplex> m_complexes;
};

TreeSlot mixedDevice(Dice &dice)
{
    TreeNode port = randomRootPort(dice);
    const int kind = dice.between(1, 100);
    if (kind <= 35)
        port.below.push_back(randomCard(dice));
    else if (kind <= 75)
        port.below.push_back(randomSwitch(dice, 3, 6));
    else if (kind <= 90)
        port.below.push_back(virtualisedNic(dice, 2, dice.between(4, 48)));
    return slotOf(std::move(port));
}

/// A switch with an NVMe drive, and `levels - 1` more switches below its other port.
TreeSlot chain(Dice &dice, int levels)
{
    TreeNode upstream = randomSwitchPort(dice, Part::Pex890Upstream);
    TreeNode drive = randomSwitchPort(dice, Part::Pex890Downstream);
    drive.below.push_back(slotOf(node(Part::Nvme)));
    upstream.below.push_back(slotOf(std::move(drive)));
    if (levels > 1) {
        TreeNode next = randomSwitchPort(dice, Part::Pex890Downstream);
        next.below.push_back(chain(dice, levels - 1));
        upstream.below.push_back(slotOf(std::move(next)));
    }
    return slotOf(std::move(upstream));
}

} // namespace

SyntheticHost mixedHost(int functions, quint32 seed, VfIds vfIds)
{
    Dice dice(seed);
    Building building(functions);
    int refused = 0;
    while (building.left() > 0 && refused < 20)
        if (!building.add(mixedDevice(dice)))
            ++refused;
    building.fill();
    return building.finish(vfIds);
}

SyntheticHost fanHost(int functions, quint32 seed, VfIds vfIds)
{
    Dice dice(seed);
    Building building(functions);
    constexpr int vfsOfOnePort = 1000;
    while (building.left() > 4) {
        TreeNode port = randomRootPort(dice);
        // root complex, port, physical function
        port.below.push_back(virtualisedNic(dice, 1, std::min(building.left() - 3, vfsOfOnePort)));
        building.add(slotOf(std::move(port)));
    }
    building.fill();
    return building.finish(vfIds);
}

SyntheticHost deepHost(int functions, quint32 seed)
{
    Dice dice(seed);
    Building building(functions);
    constexpr int functionsPerLevel = 4;
    constexpr int levelsPerDomain = 84; // three buses a level
    while (building.left() > functionsPerLevel + 2) {
        TreeNode port = randomRootPort(dice);
        const int levels = std::min((building.left() - 2) / functionsPerLevel, levelsPerDomain);
        port.below.push_back(chain(dice, levels));
        building.add(slotOf(std::move(port)));
    }
    building.fill();
    return building.finish(VfIds::AllOnes);
}

} // namespace rootward
