// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "groupoutlines.h"

#include "hostwarnings.h"

#include <QCoreApplication>
#include <QMap>

#include <algorithm>

namespace rootward {

namespace {

constexpr double overhang = 4; ///< of an outline about its boxes
constexpr double labelInset = 10;

QString tr(const char *text)
{
    return QCoreApplication::translate("rootward", text);
}

/// A group that is outlined.
struct Group {
    int number = 0;
    QList<int> nodes; ///< in the tree
    qsizetype mates = 0; ///< that stay with the host while others are passed
};

QSet<PciAddress> passedFunctions(const PlanOutcome &outcome)
{
    QSet<PciAddress> passed;
    for (const EntryOutcome &entry : outcome.entries) {
        for (const FunctionOutcome &function : entry.functions)
            passed.insert(function.host);
    }
    return passed;
}

QList<Group> outlinedGroups(const PictureTree &tree, const Plan &plan, const PlanOutcome &outcome,
                            const Layers &layers)
{
    if (!layers.groups || !plan.host)
        return {};
    QMap<int, QList<int>> drawn;
    for (int i = 0; i < tree.nodes.size(); ++i) {
        const int function = tree.nodes.at(i).hostIndex;
        if (function >= 0 && plan.host->at(function).iommuGroup)
            drawn[*plan.host->at(function).iommuGroup].append(i);
    }
    const QSet<PciAddress> passed = passedFunctions(outcome);
    QList<Group> groups;
    for (auto group = drawn.cbegin(); group != drawn.cend(); ++group) {
        const bool isPassed = std::ranges::any_of(group.value(), [&](int node) {
            return passed.contains(*tree.nodes.at(node).ref.address);
        });
        const qsizetype mates = isPassed ? groupMates(*plan.host, {group.key()}, passed).size() : 0;
        if (group.value().size() > 1 || mates > 0)
            groups.append({group.key(), group.value(), mates});
    }
    return groups;
}

class OutlineWriter {
public:
    OutlineWriter(Drawing &drawing, TextMeasure &measure, const PictureTree &tree)
        : m_drawing(drawing), m_measure(measure), m_tree(tree)
    {
        for (const PictureNode &node : tree.nodes) {
            if (const DrawnBox *box = drawing.box(node.ref))
                m_columns[node.column].append(box->rect);
        }
        for (QList<QRectF> &column : m_columns)
            std::ranges::sort(column, {}, [](const QRectF &rect) { return rect.top(); });
    }

    /// One outline about each run of boxes that no other box parts.
    void add(const QList<int> &members, const QString &label, bool conflict)
    {
        QMap<int, QList<QRectF>> places;
        for (const int member : members) {
            const PictureNode &node = m_tree.nodes.at(member);
            if (const DrawnBox *box = m_drawing.box(node.ref))
                places[node.column].append(box->rect);
        }
        for (auto column = places.cbegin(); column != places.cend(); ++column) {
            QRectF run;
            for (const QRectF &box : m_columns.value(column.key())) {
                if (column.value().contains(box)) {
                    run = run.united(box);
                    continue;
                }
                append(run, label, conflict);
                run = {};
            }
            append(run, label, conflict);
        }
    }

private:
    void append(const QRectF &run, const QString &label, bool conflict)
    {
        if (run.isNull())
            return;
        DrawnOutline outline;
        outline.rect = run.adjusted(-overhang, -overhang, overhang, overhang);
        outline.conflict = conflict;
        const Theme &theme = m_drawing.theme;
        const TextStyle style = conflict ? TextStyle::GroupBold : TextStyle::Group;
        outline.label =
            m_measure.placed(style, label, run.left() + labelInset, 0,
                             conflict ? theme.text : theme.dimText, run.width() - 2 * labelInset);
        outline.label.rect.moveTop(run.bottom() + 0.5);
        m_drawing.outlines.append(outline);
    }

    Drawing &m_drawing;
    TextMeasure &m_measure;
    const PictureTree &m_tree;
    QHash<int, QList<QRectF>> m_columns; ///< what stands there, from the top
};

} // namespace

bool hasGroupOutlines(const PictureTree &tree, const Plan &plan, const PlanOutcome &outcome,
                      const Layers &layers)
{
    return !outlinedGroups(tree, plan, outcome, layers).isEmpty();
}

void addGroupOutlines(Drawing &drawing, TextMeasure &measure, const PictureTree &tree,
                      const Plan &plan, const PlanOutcome &outcome, const Layers &layers)
{
    const QList<Group> groups = outlinedGroups(tree, plan, outcome, layers);
    if (groups.isEmpty())
        return;
    OutlineWriter writer(drawing, measure, tree);
    for (const Group &group : groups) {
        const QString number = tr("group %1").arg(group.number);
        const bool conflict = group.mates > 0;
        writer.add(group.nodes,
                   conflict ? tr("%1: %2 left to the host").arg(number).arg(group.mates) : number,
                   conflict);
    }
}

} // namespace rootward
