// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "functionmerge.h"

#include "importers.h"

namespace rootward {

namespace {

bool known(const PciFunction &function)
{
    return function.gap == ReadGap::None;
}

/// How much a gap leaves to be said by another description; None first.
int rank(const PciFunction &function)
{
    switch (function.gap) {
    case ReadGap::None:
        return 0;
    case ReadGap::OldLspci:
        return 1; // type and version are known
    case ReadGap::LowVerbosity:
        return 2; // the type is known
    case ReadGap::AccessDenied:
        return 3;
    case ReadGap::Damaged:
        return function.portType == PortType::Unknown ? 4 : 1;
    case ReadGap::BrokenDevice:
        return 5;
    case ReadGap::NotPrinted:
        return 6;
    }
    return 6;
}

template<typename T>
void fill(std::optional<T> &value, const std::optional<T> &other)
{
    if (!value)
        value = other;
}

void fill(QString &value, const QString &other)
{
    if (value.isEmpty())
        value = other;
}

void fillBits(AtomicOps &bits, const AtomicOps &other)
{
    fill(bits.routing, other.routing);
    for (const Width width : allWidths)
        fill(bits.completer[width], other.completer[width]);
    fill(bits.requesterEnable, other.requesterEnable);
    fill(bits.egressBlocking, other.egressBlocking);
}

template<typename T>
bool differ(const std::optional<T> &a, const std::optional<T> &b)
{
    return a && b && *a != *b;
}

bool differ(const AtomicOps &a, const AtomicOps &b)
{
    if (differ(a.routing, b.routing) || differ(a.requesterEnable, b.requesterEnable)
        || differ(a.egressBlocking, b.egressBlocking))
        return true;
    for (const Width width : allWidths) {
        if (differ(a.completer[width], b.completer[width]))
            return true;
    }
    return false;
}

} // namespace

void completeFunction(PciFunction &function, const PciFunction &other)
{
    if (rank(other) < rank(function)) {
        function.portType = other.portType;
        function.expressVersion = other.expressVersion;
        function.gap = other.gap;
        function.atomicOps = other.atomicOps;
    } else if (function.portType == other.portType) {
        fill(function.expressVersion, other.expressVersion);
        fillBits(function.atomicOps, other.atomicOps);
    }
    function.isBridge = function.isBridge || other.isBridge;
    fill(function.buses, other.buses);
    fill(function.multifunction, other.multifunction);
    // Without a device the vendor was taken from the name.
    if (!function.vendor || (!function.device && other.device)) {
        function.vendor = other.vendor;
        function.device = other.device;
    }
    fill(function.classCode, other.classCode);
    if (!function.subsystemVendor) {
        function.subsystemVendor = other.subsystemVendor;
        function.subsystemDevice = other.subsystemDevice;
    }
    fill(function.className, other.className);
    fill(function.name, other.name);
    fill(function.driver, other.driver);
    fill(function.physicalSlot, other.physicalSlot);
    fill(function.deviceLabel, other.deviceLabel);
    fill(function.iommuGroup, other.iommuGroup);
    fill(function.numaNode, other.numaNode);
    fill(function.link, other.link);
    fill(function.sriov, other.sriov);
    function.isVirtual = function.isVirtual || other.isVirtual;
    fill(function.physicalFunction, other.physicalFunction);
    fill(function.mediated, other.mediated);
    fill(function.nvidiaVgpu, other.nvidiaVgpu);
    fill(function.deviceName, other.deviceName);
    fill(function.registers, other.registers);
}

void mergeFunction(PciFunction &function, const PciFunction &other)
{
    if (function.registers || !other.registers) {
        completeFunction(function, other);
        return;
    }
    PciFunction stronger = other;
    stronger.lines = function.lines;
    completeFunction(stronger, function);
    function = stronger;
}

bool contradict(const PciFunction &a, const PciFunction &b)
{
    if (known(a) && known(b)
        && (a.portType != b.portType || differ(a.expressVersion, b.expressVersion)
            || differ(a.atomicOps, b.atomicOps)))
        return true;
    return differ(a.buses, b.buses) || differ(a.vendor, b.vendor) || differ(a.device, b.device)
        || differ(a.classCode, b.classCode);
}

bool FunctionCollector::add(PciFunction function)
{
    const auto known = m_index.constFind(function.address);
    if (known != m_index.cend()) {
        mergeFunction(m_functions[*known], function);
        return true;
    }
    if (m_functions.size() >= maxCaptureFunctions)
        return false;
    m_index.insert(function.address, static_cast<int>(m_functions.size()));
    m_functions.append(std::move(function));
    return true;
}

const PciFunction *FunctionCollector::find(const PciAddress &address) const
{
    const int index = m_index.value(address, -1);
    return index < 0 ? nullptr : &m_functions.at(index);
}

} // namespace rootward
