// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "noderef.h"
#include "plan.h"

#include <QSet>
#include <QStringList>

namespace rootward {

/// Choices that leave what they name bright and everything else dim.
struct PictureFilter {
    QString id; ///< stable while the host stays
    QString name; ///< translated: "GPUs", "passed"
    QSet<NodeRef> members;
};

/// What can be looked for in a plan: every function of the host and every device of the guest,
/// drawn or folded.
class PictureIndex {
public:
    PictureIndex() = default;
    PictureIndex(const Plan &plan, const PlanOutcome &outcome);

    /// What all words of the query are about, the host in address order, then the guest. A word is
    /// an address in any spelling (also a slot, or a libvirt name as pci_0000_0b_00_0), an id
    /// ("1002:744c", "744c"), or a part of a name, driver, slot label, class or QEMU id.
    QList<NodeRef> find(const QString &query) const;
    qsizetype size() const { return m_items.size(); }

private:
    struct Item {
        NodeRef ref;
        std::optional<PciAddress> place;
        QStringList ids; ///< lower case
        QString text; ///< lower case: all words
    };

    void addHost(const Topology &host);
    void addGuest(const PlanOutcome &outcome);

    QList<Item> m_items;
};

/// Kinds of devices that the host has, the most frequent first, then what became of what is
/// passed. Without members: not in the list.
QList<PictureFilter> pictureFilters(const Plan &plan, const PlanOutcome &outcome);

} // namespace rootward
