// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "cleaningsteps.h"

#include "textlines.h"

#include <algorithm>

namespace rootward::cleaning {

namespace {

struct Tag {
    QByteArrayView name; ///< lower case
    bool endsLine;
};

// Only known tags: "<access denied>", "<TAbort-" and "<1us" are lspci's own.
constexpr Tag tags[] = {
    {"html", true},    {"head", true},       {"body", true},     {"div", true},
    {"p", true},       {"pre", true},        {"br", true},       {"table", true},
    {"tbody", true},   {"tr", true},         {"td", false},      {"th", false},
    {"li", true},      {"ul", true},         {"ol", true},       {"code", false},
    {"span", false},   {"b", false},         {"i", false},       {"em", false},
    {"strong", false}, {"a", false},         {"font", false},    {"tt", false},
    {"h1", true},      {"h2", true},         {"h3", true},       {"hr", true},
    {"img", false},    {"blockquote", true}, {"style", true},    {"meta", true},
    {"title", true},   {"link", true},       {"details", true},  {"summary", true},
    {"section", true}, {"article", true},    {"!doctype", true},
};

struct Entity {
    QByteArrayView name;
    QByteArrayView text;
};

constexpr Entity entities[] = {
    {"&lt;", "<"},  {"&gt;", ">"},   {"&nbsp;", " "}, {"&quot;", "\""}, {"&apos;", "'"},
    {"&#39;", "'"}, {"&#160;", " "}, {"&#xa0;", " "}, {"&#9;", "\t"},   {"&#34;", "\""},
    {"&#60;", "<"}, {"&#62;", ">"},  {"&amp;", "&"},
};

bool isTagCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '!';
}

/// The tag that begins at '<'; nullptr: it is no known one. `length`: up to and with '>'.
const Tag *tagAt(QByteArrayView text, qsizetype &length)
{
    constexpr qsizetype longestTag = 4096;
    QByteArrayView name = text.sliced(1);
    if (name.startsWith('/'))
        name = name.sliced(1);
    const auto stop = std::ranges::find_if_not(name, isTagCharacter);
    // "<TAbort-" and "<1us" are lspci's.
    const bool mayBeTag = stop != name.end() && stop != name.begin()
        && (*stop == '>' || *stop == ' ' || *stop == '/' || *stop == '\t' || *stop == '\n');
    if (!mayBeTag)
        return nullptr;
    name = name.first(stop - name.begin());
    const auto tag = std::ranges::find_if(tags, [name](const Tag &known) {
        return name.compare(known.name, Qt::CaseInsensitive) == 0;
    });
    if (tag == std::end(tags))
        return nullptr;
    const qsizetype end = text.first(std::min(text.size(), longestTag)).indexOf('>');
    length = end + 1;
    return end < 0 ? nullptr : &*tag;
}

} // namespace

bool isHtml(QByteArrayView bytes)
{
    for (qsizetype at = bytes.indexOf('<'); at >= 0; at = bytes.indexOf('<', at + 1)) {
        qsizetype length = 0;
        if (tagAt(bytes.sliced(at), length))
            return true;
    }
    return false;
}

void dropTags(CleanedText &text)
{
    LineRewriter lines(text);
    QByteArrayView line;
    bool ended = false; // the line above, by a tag
    while (lines.next(line)) {
        QByteArray kept;
        bool hadTag = false;
        bool ends = false;
        bool hasText = false;
        qsizetype from = 0;
        for (qsizetype at = line.indexOf('<'); at >= 0; at = line.indexOf('<', at)) {
            qsizetype length = 0;
            const Tag *tag = tagAt(line.sliced(at), length);
            if (!tag) {
                ++at;
                continue;
            }
            hadTag = true;
            kept.append(line.sliced(from, at - from));
            from = at + length;
            at = from;
            ends = tag->endsLine;
            if (tag->endsLine && !QByteArrayView(kept).trimmed().isEmpty()) {
                lines.put(kept);
                kept.clear();
                hasText = true;
            }
        }
        kept.append(line.sliced(from));
        // A line of nothing but tags is a blank one where it ends what has ended already.
        const bool isBlank = QByteArrayView(kept).trimmed().isEmpty();
        if (!hadTag || !isBlank || (ended && ends && !hasText && line.contains("<br")))
            lines.put(kept);
        ended = ends && isBlank;
    }
}

bool hasEntities(QByteArrayView bytes)
{
    if (!bytes.contains('&'))
        return false;
    return std::ranges::any_of(
        entities, [bytes](const Entity &entity) { return bytes.contains(entity.name); });
}

void decodeEntities(CleanedText &text)
{
    for (const Entity &entity : entities)
        text.bytes.replace(entity.name, entity.text);
}

} // namespace rootward::cleaning
