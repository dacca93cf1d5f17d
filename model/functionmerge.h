// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pcifunction.h"

#include <QHash>
#include <QList>

namespace rootward {

/// Fills what `function` lacks from `other`, another description of the same function.
void completeFunction(PciFunction &function, const PciFunction &other);
/// The same where either may be the stronger one: registers come before words, else the first.
void mergeFunction(PciFunction &function, const PciFunction &other);
/// Both know something, and not the same.
bool contradict(const PciFunction &a, const PciFunction &b);

/// Gathers what several descriptions say about the functions of one host, each address once.
class FunctionCollector {
public:
    /// Of an address that is known already: merged, even where it contradicts. False where there is
    /// no room for more functions.
    bool add(PciFunction function);
    /// nullptr: none yet.
    const PciFunction *find(const PciAddress &address) const;
    const QList<PciFunction> &functions() const { return m_functions; }
    QList<PciFunction> take() { return std::move(m_functions); }

private:
    QList<PciFunction> m_functions;
    QHash<PciAddress, int> m_index;
};

} // namespace rootward
