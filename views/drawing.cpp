// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "drawing.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

QFont drawingFont(TextStyle style)
{
    struct Row {
        TextStyle style;
        int pixels;
        bool bold;
    };
    static constexpr Row table[] = {
        {TextStyle::Title, 17, true},        {TextStyle::Heading, 14, true},
        {TextStyle::BoxTitle, 12, true},     {TextStyle::BoxLine, 11, false},
        {TextStyle::Chip, 10, true},         {TextStyle::Letter, 11, true},
        {TextStyle::Glyph, 11, true},        {TextStyle::Sentence, 12, false},
        {TextStyle::SentenceBold, 12, true}, {TextStyle::Note, 11, false},
        {TextStyle::Group, 9, false},        {TextStyle::GroupBold, 9, true},
        {TextStyle::Bus, 9, false},
    };
    static const QList<QFont> fonts = [] {
        QList<QFont> made;
        for (const Row &row : table) {
            QFont font;
            font.setFamilies({u"DejaVu Sans"_s, u"Noto Sans"_s, u"sans-serif"_s});
            font.setPixelSize(row.pixels);
            font.setBold(row.bold);
            // Widths must not depend on the zoom.
            font.setHintingPreference(QFont::PreferNoHinting);
            // "vfio" is to be found in a PDF, where a ligature would be another letter.
            font.setFeature(QFont::Tag("liga"), 0);
            made.append(font);
        }
        return made;
    }();
    for (qsizetype i = 0; i < fonts.size(); ++i) {
        if (table[i].style == style)
            return fonts.at(i);
    }
    Q_UNREACHABLE_RETURN({});
}

const DrawnBox *Drawing::box(const NodeRef &ref) const
{
    const auto found = boxIndex.constFind(ref);
    return found == boxIndex.cend() ? nullptr : &boxes.at(*found);
}

std::optional<NodeRef> Drawing::twin(const NodeRef &ref) const
{
    const auto found = twins.constFind(ref);
    return found == twins.cend() ? std::nullopt : std::optional(*found);
}

std::optional<NodeRef> Drawing::parent(const NodeRef &ref) const
{
    const auto found = parents.constFind(ref);
    return found == parents.cend() ? std::nullopt : std::optional(*found);
}

QList<NodeRef> Drawing::children(const NodeRef &ref) const
{
    return childLists.value(ref);
}

QList<NodeRef> Drawing::pathToRoot(const NodeRef &ref) const
{
    QList<NodeRef> path;
    for (std::optional<NodeRef> at = ref; at && box(*at); at = parent(*at))
        path.append(*at);
    return path;
}

QString nameInWords(const DrawnBox &box)
{
    return QCoreApplication::translate("rootward", box.ref.isHost() ? "Host: %1" : "Guest: %1")
        .arg(box.accessibleText);
}

QString placeInWords(const Drawing &drawing, const DrawnBox &box)
{
    const auto tr = [](const char *text) { return QCoreApplication::translate("rootward", text); };
    QStringList parts;
    const auto hop = std::ranges::find(drawing.hops, box.ref, &DrawnHop::child);
    const DrawnBox *above = hop == drawing.hops.end() ? nullptr : drawing.box(hop->parent);
    if (above != nullptr) {
        parts.append(tr("below %1").arg(above->name));
        parts.append(tr("edge up: %1").arg(hopStateText(hop->state)));
        if (hop->gap)
            parts.append(tr("ports in between are not in the capture"));
    }
    const auto twin = drawing.twin(box.ref);
    if (twin && drawing.box(*twin))
        parts.append(box.ref.isHost() ? tr("passed as %1").arg(drawing.box(*twin)->ref.guestId)
                                      : tr("passed from %1").arg(twin->address->toString()));
    return parts.join(u", "_s);
}

} // namespace rootward
