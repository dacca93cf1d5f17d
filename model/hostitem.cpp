// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hostitem.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

PciAddress slotOf(PciAddress address)
{
    address.function = 0;
    return address;
}

} // namespace

HostView HostView::of(const Plan &plan)
{
    return {plan.host.get(), plan.host && plan.host->isWholeHost()};
}

HostItem findHostItem(const HostId &id, const HostView &host)
{
    HostItem item;
    if (host.topology && id.spelledLikeSysfs) {
        QList<int> found;
        if (id.allFunctions)
            found = host.topology->slotFunctions(id.address);
        else if (const int index = host.topology->indexOf(id.address); index >= 0)
            found.append(index);
        for (const int index : std::as_const(found)) {
            PassedFunction function;
            function.address = host.topology->at(index).address;
            function.hostIndex = index;
            item.functions.append(function);
        }
    }
    if (!item.functions.isEmpty()) {
        // Beside the one function that part of a host shows there may be others.
        item.countKnown = !id.allFunctions || item.functions.size() > 1 || host.whole
            || host.topology->at(item.functions.constFirst().hostIndex).multifunction == false;
        return item;
    }
    item.absent = host.whole || !id.spelledLikeSysfs;
    item.countKnown = !id.allFunctions;
    if (!id.allFunctions) {
        PassedFunction function;
        function.address = id.address;
        item.functions.append(function);
    }
    return item;
}

bool isVgpuFunction(const QString &mdev, const QList<PassedFunction> &functions,
                    const HostView &host)
{
    static const QRegularExpression pattern(uR"(\Anvidia-[0-9]+\z)"_s);
    return functions.size() == 1 && functions.constFirst().hostIndex >= 0 && host.topology
        && host.topology->at(functions.constFirst().hostIndex).nvidiaVgpu == true
        && pattern.matchView(mdev).hasMatch();
}

QString writtenId(const HostId &id)
{
    if (!id.spelling.isEmpty())
        return id.spelling;
    const QString text = id.allFunctions ? id.address.slotString() : id.address.toString();
    return id.domainWritten ? text : text.mid(text.indexOf(u':') + 1);
}

QString iommuOffSentence()
{
    return QCoreApplication::translate("rootward",
                                       "the host's IOMMU is off (Proxmox: cannot prepare PCI "
                                       "pass-through, IOMMU not present)");
}

bool UsedFunctions::contains(const HostItem &item, const HostId &id) const
{
    if (!item.countKnown)
        return m_slots.contains(slotOf(id.address));
    return std::ranges::any_of(item.functions, [this](const PassedFunction &function) {
        return m_functions.contains(function.address)
            || m_openSlots.contains(slotOf(function.address));
    });
}

void UsedFunctions::add(const PciAddress &function)
{
    m_functions.insert(function);
    m_slots.insert(slotOf(function));
}

void UsedFunctions::add(const HostItem &item, const HostId &id)
{
    for (const PassedFunction &function : item.functions)
        add(function.address);
    if (!item.countKnown) {
        m_slots.insert(slotOf(id.address));
        m_openSlots.insert(slotOf(id.address));
    }
}

} // namespace rootward
