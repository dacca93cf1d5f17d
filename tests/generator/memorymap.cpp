// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "memorymap.h"

#include <algorithm>
#include <map>

namespace rootward {

namespace {

/// Hands out naturally aligned pieces of one address area, rising.
class Area {
public:
    Area(quint64 first, quint64 end) : m_first(first), m_end(end), m_next(first) { }

    void align(quint64 granularity)
    {
        m_next = (m_next + granularity - 1) / granularity * granularity;
    }
    quint64 take(quint64 size)
    {
        align(size);
        if (m_next + size > m_end)
            m_next = m_first;
        const quint64 base = m_next;
        m_next += size;
        return base;
    }
    quint64 next() const { return m_next; }

private:
    quint64 m_first;
    quint64 m_end;
    quint64 m_next;
};

class Placement {
public:
    explicit Placement(SyntheticHost &host) : m_host(host)
    {
        for (qsizetype index = 0; index < host.functions.size(); ++index) {
            const SyntheticFunction &function = host.functions.at(index);
            if (function.parent)
                m_children[*function.parent].append(index);
        }
    }

    void place(qsizetype index)
    {
        SyntheticFunction &function = m_host.functions[index];
        for (SyntheticBar &bar : function.bars)
            bar.base = areaOf(bar.kind).take(bar.size);
        if (function.isBridge)
            placeBelow(function);
    }

private:
    static constexpr quint64 ioGrain = 0x1000;
    static constexpr quint64 memoryGrain = 0x100000;

    Area &areaOf(SyntheticBar::Kind kind)
    {
        return kind == SyntheticBar::Kind::Io            ? m_io
            : kind == SyntheticBar::Kind::Prefetchable64 ? m_prefetchable
                                                         : m_memory;
    }

    void placeBelow(SyntheticFunction &bridge)
    {
        m_io.align(ioGrain);
        m_memory.align(memoryGrain);
        m_prefetchable.align(memoryGrain);
        const quint64 io = m_io.next();
        const quint64 memory = m_memory.next();
        const quint64 prefetchable = m_prefetchable.next();
        for (const qsizetype child : m_children[bridge.address])
            place(child);
        m_io.align(ioGrain);
        m_memory.align(memoryGrain);
        m_prefetchable.align(memoryGrain);
        bridge.ioWindow = window(io, m_io);
        bridge.memoryWindow = window(memory, m_memory);
        bridge.prefetchableWindow = window(prefetchable, m_prefetchable);
    }

    static SyntheticWindow window(quint64 first, const Area &area)
    {
        return area.next() > first ? SyntheticWindow {first, area.next() - 1} : SyntheticWindow {};
    }

    SyntheticHost &m_host;
    std::map<PciAddress, QList<qsizetype>> m_children;
    Area m_io {0x1000, 0xf000};
    Area m_memory {0xc0000000, 0xf0000000};
    Area m_prefetchable {0x4000000000, 0x40000000000};
};

} // namespace

void placeMemory(SyntheticHost &host)
{
    Placement placement(host);
    for (qsizetype index = 0; index < host.functions.size(); ++index)
        if (!host.functions.at(index).parent)
            placement.place(index);
}

} // namespace rootward
