// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "captureproblem.h"
#include "pcifunction.h"
#include "topology.h"

#include <QByteArrayView>
#include <QList>
#include <QString>

namespace rootward {

/// Reads the drawing that `lspci -t` (-tv, -tvnn …) prints, of any version: which function stands
/// below which bridge, and with -v its name. A branch is told by its column, so the drawing may be
/// shifted but not squeezed; of a squeezed one what stands behind a bus number is still read.
/// Source: pciutils ls-tree.c.
class LspciTreeReader {
public:
    /// A line of such a drawing; anything else is not taken. `number` counts from 1.
    bool take(QByteArrayView line, int number);

    bool isEmpty() const { return m_functions.isEmpty(); }
    const QList<PciFunction> &functions() const { return m_functions; }
    const Topology::Known &known() const { return m_known; }
    const QList<CaptureProblem> &problems() const { return m_problems; }

private:
    /// A bus that functions stand on.
    struct Bus {
        quint32 domain = 0;
        quint8 number = 0;
        std::optional<PciAddress> bridge; ///< above it; nullopt: a root bus, or not known
        bool known = false; ///< false: its number is not known
    };
    struct Branch {
        qsizetype column = 0;
        Bus bus;
        bool ofRoots = false; ///< root buses hang on it
    };
    class Line;

    void readBranch(Line &line, Bus bus, bool ofRoots);
    bool readBus(Line &line, Bus &bus);
    /// False where there is no room for more functions.
    bool addFunction(const Line &line, const Bus &bus, const PciAddress &address);
    void note(Reason reason, int line, const QString &argument);

    QList<Branch> m_branches;
    quint32 m_domain = 0; ///< of the last root bus
    QList<PciFunction> m_functions;
    Topology::Known m_known;
    QList<CaptureProblem> m_problems;
};

/// Whether a line is, or may be, one of the drawing.
bool isTreeLine(QByteArrayView line);

} // namespace rootward
