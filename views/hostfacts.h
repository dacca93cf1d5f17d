// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "layers.h"
#include "topology.h"

#include <QStringList>

namespace rootward {

/// "16 GT/s ×16", "2.5 of 16 GT/s ×16", "16 GT/s ×8 of ×16"; empty where it is not known.
QString linkText(const Link &link);
/// The same in a sentence, with what a slow link may mean.
QString linkSentence(const Link &link);

/// NUMA node of a root bus: the one that all its ports name (processors show devices of other
/// nodes there, too), without ports all its functions; nullopt where none or several.
std::optional<int> numaNodeOf(const Topology &host, const RootBus &root);

/// What the layers say of a host's functions.
class HostFacts {
public:
    HostFacts(const Topology &host, const Layers &layers);

    /// In short words for a box. The NUMA node only where its root bus has another one; a link
    /// stands at the lower of its two ends.
    QStringList shortWords(int function) const;
    /// In full, for those who hear it or select the box.
    QStringList sentences(int function) const;

private:
    bool showsLink(int function) const;
    QString numaText(int function) const;

    const Topology &m_host;
    const Layers m_layers;
    QHash<int, int> m_nodeOfTop; ///< NUMA node of the root bus, by a function on it
};

} // namespace rootward
