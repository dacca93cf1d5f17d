// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "whypanel.h"

#include "whylines.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

const EntryOutcome *findEntry(const PlanOutcome &outcome, std::optional<int> index)
{
    const auto found = std::ranges::find_if(
        outcome.entries, [index](const EntryOutcome &entry) { return index == entry.index; });
    return found == outcome.entries.end() ? nullptr : &*found;
}

/// The selected box's function in the entry; -1 where it is another box.
int functionOf(const EntryOutcome &entry, const std::optional<NodeRef> &node)
{
    for (int i = 0; node && node->address && i < entry.functions.size(); ++i) {
        if (entry.functions.at(i).host == node->address)
            return i;
    }
    return -1;
}

int hostIndexOf(const Plan &plan, const std::optional<NodeRef> &node)
{
    const bool isFunction =
        node && node->kind == NodeRef::Kind::HostFunction && node->address && plan.host;
    return isFunction ? plan.host->indexOf(*node->address) : -1;
}

} // namespace

WhyPanel::WhyPanel(QWidget *parent)
    : QWidget(parent), m_heading(new QLabel), m_list(new OutcomeList)
{
    m_heading->setTextFormat(Qt::PlainText);
    m_heading->setWordWrap(true);
    m_heading->setContentsMargins(10, 6, 10, 2);
    m_heading->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_list->setAccessibleName(tr("Why"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_heading);
    layout->addWidget(m_list, 1);
    connect(m_list, &OutcomeList::lineActivated, this, &WhyPanel::lineActivated);
    connect(m_list, &OutcomeList::hovered, this, &WhyPanel::hovered);
    explain({}, {}, {}, {});
}

void WhyPanel::explain(const Plan &plan, const PlanOutcome &outcome, std::optional<int> entry,
                       const std::optional<NodeRef> &node)
{
    const EntryOutcome *found = findEntry(outcome, entry);
    const int hostIndex = hostIndexOf(plan, node);
    const QString place = hostIndex < 0 ? QString() : plan.host->at(hostIndex).address.toString();
    if (found != nullptr) {
        m_heading->setText(found->value.isEmpty() ? found->source
                                                  : tr("%1: %2").arg(found->source, found->value));
        m_list->setLines(whyLines(plan, outcome, *found, functionOf(*found, node)));
    } else if (hostIndex >= 0) {
        const QString name = shortName(plan.host->at(hostIndex));
        m_heading->setText(name.isEmpty() ? place : tr("%1: %2").arg(place, name));
        m_list->setLines(hostWhyLines(*plan.host, hostIndex, plan.hostKernel.rule));
    } else {
        m_heading->setText(tr("Select a card to see what carries its AtomicOps and what blocks "
                              "them."));
        m_list->setLines({});
    }
}

} // namespace rootward
