// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "groupoutlines.h"
#include "hoptrunks.h"
#include "picturetree.h"
#include "surroundings.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

using Role = LayoutNode::Role;

constexpr double padding = 10;
constexpr double badgeInset = 5;
constexpr double titleTop = 6;
constexpr double lineTop = 22;
constexpr double factsTop = 36;
constexpr double chipsBelowLines = 3;
constexpr double lineHeight = 14;
constexpr double chipHeight = 15;
constexpr double chipPadding = 6;
constexpr double chipGap = 4;
constexpr double letterGap = 6;
constexpr int shortHeight = 42;
constexpr int chipRow = 18;
constexpr int leastColumn = 64;
constexpr int widestColumn = 264;
constexpr int columnGap = 40;
constexpr int facingGap = 44;
constexpr int rootGap = 24;
constexpr double ribbonHalf = 17;
constexpr double busGap = 2;

bool isRoot(const PictureNode &node)
{
    return node.role == Role::HostRoot || node.role == Role::GuestRoot;
}

QString chipText(const PictureChip &chip)
{
    return chip.label + u' ' + chip.glyph;
}

double naturalWidth(const PictureNode &node, TextMeasure &measure)
{
    double title = measure.width(TextStyle::BoxTitle, node.title);
    if (node.hasState)
        title += badgeSize + badgeInset;
    if (!node.letter.isEmpty())
        title += letterSize + letterGap;
    double chips = 0;
    for (const PictureChip &chip : node.chips)
        chips += measure.width(TextStyle::Chip, chipText(chip)) + 2 * chipPadding + chipGap;
    const double line = measure.width(TextStyle::BoxLine, node.line);
    const double facts = measure.width(TextStyle::BoxLine, node.facts);
    return std::max({title, chips - chipGap, line, facts}) + 2 * padding;
}

int heightOf(const PictureNode &node)
{
    return shortHeight + (node.facts.isEmpty() ? 0 : int(lineHeight))
        + (node.chips.isEmpty() ? 0 : chipRow);
}

/// A box's name in the layout. QEMU's id of a function changes with All Functions, its place in
/// the picture does not.
QStringList layoutNames(const PictureTree &tree, const PlanOutcome &outcome)
{
    QStringList names;
    QSet<QString> used;
    for (const PictureNode &node : tree.nodes) {
        QString name = node.ref.toString();
        if (node.role == Role::GuestFunction && node.ref.address)
            name = u"guest:"_s + outcome.entries.at(node.entry).source + u' '
                + node.ref.address->toString();
        while (used.contains(name))
            name += u'+';
        used.insert(name);
        names.append(name);
    }
    return names;
}

class Builder {
public:
    Builder(const PictureTree &tree, const QStringList &names, const LayoutResult &layout,
            Drawing &drawing, TextMeasure &measure, QPointF origin, const DrawingOptions &options)
        : m_tree(tree), m_drawing(drawing), m_measure(measure), m_theme(drawing.theme),
          m_selected(options.selected), m_second(options.second)
    {
        for (const QString &name : names) {
            const QRectF place = layout.places.value(name);
            m_places.append(place.isNull() ? place : place.translated(origin));
        }
    }

    void build()
    {
        for (int i = 0; i < m_tree.nodes.size(); ++i) {
            if (m_places.at(i).isNull())
                continue;
            addBox(i);
            addHop(i);
            addRibbon(i);
        }
        separateTrunks(m_drawing.hops);
        // What carries most meaning is painted last.
        std::ranges::stable_sort(m_drawing.hops, {}, [](const DrawnHop &hop) {
            return std::tuple(hop.selected, hop.heavy, hop.state == HopState::Blocks);
        });
        placeDivider();
    }

private:
    void addBox(int index)
    {
        const PictureNode &node = m_tree.nodes.at(index);
        DrawnBox box;
        box.ref = node.ref;
        box.rect = m_places.at(index);
        box.state = node.state;
        box.isFold = !node.hidden.isEmpty();
        box.canFold = node.canFold;
        box.dim = node.dim;
        box.asked = node.asked.w32 || node.asked.w64 || node.asked.w128;
        box.selected = isSelected(index);
        box.found = node.found;
        box.muted = node.muted;
        box.firstBlocking = node.firstBlocking;
        box.name = node.name;
        box.accessibleText = node.accessibleText;
        if (isRoot(node))
            addCentredTexts(node, box);
        else
            addTexts(node, box);
        addBus(node, box);
        m_drawing.boxIndex.insert(box.ref, int(m_drawing.boxes.size()));
        m_drawing.boxes.append(std::move(box));
        if (node.parent >= 0 && !m_places.at(node.parent).isNull()) {
            const NodeRef &up = m_tree.nodes.at(node.parent).ref;
            m_drawing.parents.insert(node.ref, up);
            m_drawing.childLists[up].append(node.ref);
        }
    }

    bool isSelected(int index) const
    {
        const PictureNode &node = m_tree.nodes.at(index);
        return m_selected == node.ref || m_second == node.ref
            || (node.twin >= 0 && m_selected == m_tree.nodes.at(node.twin).ref);
    }

    void addCentredTexts(const PictureNode &node, DrawnBox &box)
    {
        const double room = box.rect.width() - 8;
        DrawnText title = m_measure.placed(TextStyle::BoxTitle, node.title, 0,
                                           box.rect.center().y() - 17, m_theme.text, room);
        DrawnText line = m_measure.placed(TextStyle::BoxLine, node.line, 0,
                                          box.rect.center().y() + 1, m_theme.dimText, room);
        for (DrawnText *text : {&title, &line})
            text->rect.moveLeft(box.rect.center().x() - text->rect.width() / 2);
        box.texts = {title, line};
    }

    void addTexts(const PictureNode &node, DrawnBox &box)
    {
        double left = box.rect.left() + padding;
        double right = box.rect.right() - padding;
        const double top = box.rect.top();
        if (node.hasState) {
            box.badge = QRectF(box.rect.right() - badgeInset - badgeSize, top + badgeInset,
                               badgeSize, badgeSize);
            right = box.badge.left() - badgeInset / 2;
        }
        if (!node.letter.isEmpty()) {
            box.letterRect = QRectF(left, top + titleTop, letterSize, letterSize);
            box.texts.append(letterText(m_measure, node.letter, box.letterRect, m_theme));
            left = box.letterRect.right() + letterGap;
        }
        const QColor titleColor = node.dim || box.isFold ? m_theme.dimText : m_theme.text;
        box.texts.append(m_measure.placed(TextStyle::BoxTitle, node.title, left, top + titleTop,
                                          titleColor, right - left));
        left = box.rect.left() + padding;
        box.texts.append(m_measure.placed(TextStyle::BoxLine, node.line, left, top + lineTop,
                                          m_theme.dimText, box.rect.right() - padding - left));
        double bottom = top + factsTop;
        if (!node.facts.isEmpty()) {
            box.texts.append(m_measure.placed(TextStyle::BoxLine, node.facts, left, bottom,
                                              m_theme.dimText, box.rect.right() - padding - left));
            bottom += lineHeight;
        }
        addChips(node, box, left, bottom + chipsBelowLines);
    }

    /// On the side of what hangs below, above its edge.
    void addBus(const PictureNode &node, DrawnBox &box)
    {
        if (node.bus.isEmpty())
            return;
        const double top = box.rect.center().y() - 1 - m_measure.height(TextStyle::Bus);
        box.bus = m_measure.placed(TextStyle::Bus, node.bus, box.rect.right() + busGap, top,
                                   m_theme.dimText, columnGap);
        if (!node.ref.isHost())
            box.bus.rect.moveRight(box.rect.left() - busGap);
    }

    void addChips(const PictureNode &node, DrawnBox &box, double left, double top)
    {
        for (const PictureChip &chip : node.chips) {
            DrawnText text =
                m_measure.placed(TextStyle::Chip, chipText(chip), 0, 0,
                                 m_theme.state(chip.state).text, box.rect.right() - left);
            const QRectF rect(left, top, text.rect.width() + 2 * chipPadding, chipHeight);
            text.rect.moveCenter(rect.center());
            box.chips.append({rect, chip.state, text});
            left = rect.right() + chipGap;
        }
    }

    void addHop(int index)
    {
        const PictureNode &node = m_tree.nodes.at(index);
        if (node.parent < 0 || m_places.at(node.parent).isNull())
            return;
        const QRectF &child = m_places.at(index);
        const QRectF &parent = m_places.at(node.parent);
        const bool host = node.ref.isHost();
        const QPointF from(host ? child.left() : child.right(), child.center().y());
        const bool straight = from.y() > parent.top() && from.y() < parent.bottom()
            && isRoot(m_tree.nodes.at(node.parent));
        const QPointF to(host ? parent.right() : parent.left(),
                         straight ? from.y() : parent.center().y());
        DrawnHop hop;
        hop.child = node.ref;
        hop.parent = m_tree.nodes.at(node.parent).ref;
        hop.state = node.hop;
        hop.heavy = node.hop != HopState::NotAsked;
        hop.selected = node.onSelectedPath;
        hop.gap = node.gapAbove;
        hop.muted = node.muted;
        if (qFuzzyCompare(from.y(), to.y())) {
            hop.line = {from, to};
        } else {
            const double turn = to.x() + (host ? columnGap : -columnGap) / 2.0;
            hop.line = {from, QPointF(turn, from.y()), QPointF(turn, to.y()), to};
        }
        m_drawing.hops.append(hop);
    }

    void addRibbon(int index)
    {
        const PictureNode &node = m_tree.nodes.at(index);
        if (node.role != Role::GuestFunction || node.twin < 0 || m_places.at(node.twin).isNull())
            return;
        const QRectF &host = m_places.at(node.twin);
        const QRectF &guest = m_places.at(index);
        const NodeRef &twin = m_tree.nodes.at(node.twin).ref;
        m_drawing.twins.insert(node.ref, twin);
        m_drawing.twins.insert(twin, node.ref);
        DrawnRibbon ribbon;
        ribbon.host = twin;
        ribbon.guest = node.ref;
        ribbon.state = node.ribbon;
        ribbon.selected = node.onSelectedPath;
        ribbon.muted = node.muted;
        ribbon.rect = QRectF(QPointF(host.right(), guest.center().y() - ribbonHalf),
                             QPointF(guest.left(), guest.center().y() + ribbonHalf));
        const StateStyle style = m_theme.state(node.ribbon);
        ribbon.glyph = m_measure.placed(TextStyle::Glyph, style.glyph, 0, 0, style.text, facingGap);
        ribbon.glyph.rect.moveCenter(ribbon.rect.center());
        m_drawing.ribbons.append(ribbon);
    }

    void placeDivider()
    {
        double hostRight = 0;
        double guestLeft = std::numeric_limits<double>::max();
        for (const DrawnBox &box : std::as_const(m_drawing.boxes)) {
            if (box.ref.isHost())
                hostRight = std::max(hostRight, box.rect.right());
            else
                guestLeft = std::min(guestLeft, box.rect.left());
        }
        if (hostRight > 0 && guestLeft < std::numeric_limits<double>::max())
            m_drawing.divider = (hostRight + guestLeft) / 2;
    }

    const PictureTree &m_tree;
    Drawing &m_drawing;
    TextMeasure &m_measure;
    const Theme m_theme;
    const std::optional<NodeRef> m_selected;
    const std::optional<NodeRef> m_second;
    QList<QRectF> m_places;
};

} // namespace

LayoutRequest layoutRequest(const Plan &plan, const PlanOutcome &outcome,
                            const DrawingOptions &options)
{
    const PictureTree tree = describedTree(plan, outcome, options);
    TextMeasure measure;
    LayoutRequest request;
    if (hasGroupOutlines(tree, plan, outcome, options.layers))
        request.rowGap = rowGapWithGroups;
    QList<double> widths(tree.columns, leastColumn);
    const QStringList names = layoutNames(tree, outcome);
    for (const PictureNode &node : tree.nodes) {
        widths[node.column] = std::max(widths.at(node.column), naturalWidth(node, measure));
        // A host row is a twin for the guest's function only, not both ways.
        const int twin = node.role == Role::GuestFunction ? node.twin : -1;
        request.nodes.append({names.at(request.nodes.size()), node.role, node.parent, node.column,
                              heightOf(node), twin});
    }
    for (int column = 0; column < tree.columns; ++column) {
        request.columnWidths.append(
            std::min(widestColumn, int(std::ceil(widths.at(column) / 2)) * 2));
        const bool besideRoot = column == 0 || column == tree.columns - 2;
        request.columnGaps.append(column == tree.facingColumn ? facingGap
                                      : besideRoot            ? rootGap
                                                              : columnGap);
    }
    return request;
}

Drawing buildDrawing(const Plan &plan, const PlanOutcome &outcome, const LayoutResult &layout,
                     const DrawingOptions &options)
{
    const PictureTree tree = describedTree(plan, outcome, options);
    TextMeasure measure;
    Drawing drawing;
    drawing.theme = options.theme;
    const double width =
        std::max(layout.size.width() + 2 * pictureMargin, leastWidth(measure, options));
    const double top = addTop(drawing, measure, outcome, options, width);
    const QPointF origin(std::floor((width - layout.size.width()) / 2), top);
    Builder(tree, layoutNames(tree, outcome), layout, drawing, measure, origin, options).build();
    addGroupOutlines(drawing, measure, tree, plan, outcome, options.layers);
    drawing.trees = QRectF(origin, layout.size);
    const double bottom = addBottom(drawing, measure, options, width, drawing.trees.bottom());
    drawing.texts.removeIf([](const DrawnText &text) { return text.text.isEmpty(); });
    drawing.size = QSizeF(std::ceil(width), bottom);
    return drawing;
}

} // namespace rootward
