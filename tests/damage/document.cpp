// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "document.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward::damage {

namespace {

/// One form of a line: each group of the pattern, where it matches, is the end of a fact.
struct Form {
    QRegularExpression pattern;
    QList<Field> fields;
};

const QRegularExpression &headingPattern()
{
    static const QRegularExpression pattern(
        u"^((?:[0-9a-f]{4,6}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) "_s);
    return pattern;
}

const QList<Form> &forms()
{
    using enum Field;
    static const QList<Form> list {
        {QRegularExpression(u"^((?:[0-9a-f]{4,6}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7] [^:]+:)"_s),
         {Place}},
        {QRegularExpression(u"^[0-9a-f:]+\\.[0-7] ([^:\\[]+(?:\\[[0-9a-f]{4}\\])?: .)"_s),
         {ClassWords}},
        {QRegularExpression(u"^[0-9a-f:]+\\.[0-7] [^:\\[]+(\\[[0-9a-f]{4}\\]: .)"_s), {ClassCode}},
        {QRegularExpression(
             u"^[0-9a-f:]+\\.[0-7] [^:]+: (.*?(?= \\[[0-9a-f]{4}:[0-9a-f]{4}\\]( |$)))"_s),
         {Name}},
        {QRegularExpression(
             u"^[0-9a-f:]+\\.[0-7] .*( \\[(?!ffff)[0-9a-f]{4}:[0-9a-f]{4}\\])(?:$| \\()"_s),
         {Ids}},
        // without -nn the name goes to the end or to what lspci adds in parentheses
        {QRegularExpression(u"^[0-9a-f:]+\\.[0-7] [^:\\[]+: ([^\\n]*?)(?: \\(rev [^\\n]*)?$"_s),
         {Name}},
        {QRegularExpression(u"^\\tSubsystem: .*(\\[[0-9a-f]{4}:[0-9a-f]{4}\\])$"_s), {Subsystem}},
        {QRegularExpression(u"^\\tPhysical Slot: (.+)$"_s), {Slot}},
        {QRegularExpression(u"^\\tNUMA node: (\\d+)$"_s), {Node}},
        {QRegularExpression(u"^\\tIOMMU group: (\\d+)$"_s), {Group}},
        {QRegularExpression(u"^\\tFlags: .*?NUMA node (\\d+)"_s), {Node}},
        {QRegularExpression(u"^\\tFlags: .*?IOMMU group (\\d+)"_s), {Group}},
        {QRegularExpression(
             u"^\\tBus: primary=.., (secondary=[0-9a-f]{2}, subordinate=[0-9a-f]{2})"_s),
         {Buses}},
        {QRegularExpression(u"^\\tStatus: (Cap-)"_s), {Type}},
        {QRegularExpression(u"^\\tCapabilities: \\[[0-9a-f]+\\] Express (\\(v\\d\\))"_s),
         {Version}},
        {QRegularExpression(
             u"^\\tCapabilities: \\[[0-9a-f]+\\] Express (?:\\(v\\d\\) )?([^(,]+(?: \\(|,))"_s),
         {Type}},
        {QRegularExpression(u"^\\t\\t[\\t ]*AtomicOpsCap:.*(Routing[+-])"_s), {Routing}},
        {QRegularExpression(u"^\\t\\t[\\t ]*AtomicOpsCap:.*(32bit[+-])"_s), {Completer32}},
        {QRegularExpression(u"^\\t\\t[\\t ]*AtomicOpsCap:.*(64bit[+-])"_s), {Completer64}},
        {QRegularExpression(u"^\\t\\t[\\t ]*AtomicOpsCap:.*(128bitCAS[+-])"_s), {Completer128}},
        {QRegularExpression(u"^\\t\\t[\\t ]*AtomicOpsCtl:.*(ReqEn[+-])"_s), {Requester}},
        {QRegularExpression(u"^\\t\\t[\\t ]*AtomicOpsCtl:.*(EgressBlck[+-])"_s), {Egress}},
        {QRegularExpression(u"^\\t\\tLnkCap:.*(Speed [^,]+, Width x\\d+,)"_s), {LinkMost}},
        {QRegularExpression(u"^\\t\\tLnkSta:.*(Speed [^,]+, Width x\\d+(?:[ ,]|$))"_s), {LinkNow}},
        {QRegularExpression(u"^\\t\\t.*(Number of VFs: \\d+,)"_s), {VfCount}},
        {QRegularExpression(u"^\\t\\tVF offset: (\\d+, stride: \\d+, Device ID: [0-9a-f]{4})"_s),
         {VfPlaces}},
        {QRegularExpression(u"^\\tKernel driver in use: (.+)$"_s), {Driver}},
    };
    return list;
}

/// Whether lspci prints that line for every function, before its capabilities.
bool isDetail(const QByteArray &line)
{
    return line.startsWith("\tControl: ") || line.startsWith("\tStatus: ")
        || line.startsWith("\tFlags: ");
}

QList<Fact> factsOf(const QByteArray &line)
{
    QList<Fact> facts;
    if (isHexLine(line)) {
        const bool isLow = line.indexOf(':') < 3;
        return {{isLow ? Field::LowHex : Field::HighHex, 0, line.size()}};
    }
    const QString text = QString::fromLatin1(line);
    for (const Form &form : forms()) {
        const auto match = form.pattern.match(text);
        for (qsizetype group = 0; group < form.fields.size(); ++group)
            if (match.hasCaptured(static_cast<int>(group) + 1)) {
                const int captured = static_cast<int>(group) + 1;
                facts.append({form.fields.at(group), match.capturedStart(captured),
                              match.capturedEnd(captured)});
            }
    }
    return facts;
}

} // namespace

bool isHexLine(const QByteArray &line)
{
    static const QRegularExpression pattern(u"^[0-9a-f]{2,3}:( [0-9a-fA-F]{2}){16}$"_s);
    return pattern.match(QString::fromLatin1(line)).hasMatch();
}

int columns(const QByteArray &text)
{
    int column = 0;
    for (const char letter : text) {
        if (letter == '\t')
            column += 8 - column % 8;
        else if ((static_cast<quint8>(letter) & 0xc0) != 0x80)
            ++column;
    }
    return column;
}

Document Document::of(const QByteArray &text)
{
    Document document;
    QByteArrayList texts = text.split('\n');
    if (texts.constLast().isEmpty())
        texts.removeLast();
    for (const QByteArray &words : texts) {
        const auto heading = headingPattern().match(QString::fromLatin1(words));
        if (heading.hasMatch())
            document.stanzas.append(
                {PciAddress::parse(heading.capturedView(1)).value_or(PciAddress())});
        Line line {words, -1, {}, heading.hasMatch()};
        if (!words.isEmpty() && !document.stanzas.isEmpty()) {
            line.stanza = static_cast<int>(document.stanzas.size()) - 1;
            line.facts = factsOf(words);
            document.stanzas.last().isDetailed |= isDetail(words);
            for (const Fact &fact : line.facts) {
                document.stanzas.last().isBridge |= fact.field == Field::Buses;
                document.stanzas.last().lowHexLines += fact.field == Field::LowHex;
                document.stanzas.last().highHexLines += fact.field == Field::HighHex;
            }
        }
        document.lines.append(line);
    }
    return document;
}

QByteArray Document::text() const
{
    QByteArray text;
    for (const Line &line : lines)
        text += line.text + '\n';
    return text;
}

qsizetype Document::nextHeading(qsizetype line) const
{
    while (line < lines.size() && !isHeading(line))
        ++line;
    return line;
}

void Document::insert(qsizetype place, const QByteArrayList &texts)
{
    for (const QByteArray &text : texts)
        lines.insert(place++, Line {text});
}

void Document::forget(qsizetype first, qsizetype count)
{
    for (qsizetype at = first; at < first + count; ++at) {
        lines[at].facts.clear();
        if (const int stanza = lines.at(at).stanza; stanza >= 0)
            stanzas[stanza].isTouched = true;
    }
}

void Document::touch(qsizetype before)
{
    while (--before >= 0)
        if (const int stanza = lines.at(before).stanza; stanza >= 0) {
            stanzas[stanza].isTouched = true;
            return;
        }
}

void Document::remove(qsizetype first, qsizetype count)
{
    forget(first, count);
    lines.remove(first, count);
}

void Document::cut(qsizetype at, qsizetype begin, qsizetype end)
{
    Line &line = lines[at];
    line.text.remove(begin, end - begin);
    if (line.stanza >= 0)
        stanzas[line.stanza].isTouched = true;
    line.facts.removeIf([&](const Fact &fact) { return fact.end > begin && fact.begin < end; });
    for (Fact &fact : line.facts)
        if (fact.begin >= end) {
            fact.begin -= end - begin;
            fact.end -= end - begin;
        }
}

void Document::prefix(qsizetype at, const QByteArray &words)
{
    lines[at].text.prepend(words);
    for (Fact &fact : lines[at].facts) {
        fact.begin += words.size();
        fact.end += words.size();
    }
}

namespace {

/// What only the words on a PCIe function have.
bool isTraceOfExpress(const QByteArray &line)
{
    static const QRegularExpression pattern(
        u"Express|\\[[0-9a-f]{3} v|\\b(Dev|Lnk|Slt|Root)(Cap|Ctl|Sta)|AtomicOps|in use: pcieport"_s);
    return pattern.match(QString::fromLatin1(line)).hasMatch();
}

/// Per stanza whether a list of capabilities stands there without a trace of Express.
QList<bool> conventionalLists(const Document &document)
{
    QList<bool> lists(document.stanzas.size());
    QList<bool> traces(document.stanzas.size());
    for (const Line &line : document.lines)
        if (line.stanza >= 0 && !line.isHeading) {
            lists[line.stanza] |= line.text.contains("Capabilities: [");
            traces[line.stanza] |= isTraceOfExpress(line.text);
        }
    for (qsizetype index = 0; index < lists.size(); ++index)
        lists[index] &= !traces.at(index);
    return lists;
}

/// What a bridge's capabilities say, and what stands behind or before them without a trace of whose
/// it is.
bool needsHeader(Field field)
{
    static const QSet<Field> fields {Field::Subsystem,   Field::Slot,         Field::Node,
                                     Field::Group,       Field::Driver,       Field::Version,
                                     Field::Type,        Field::Routing,      Field::Completer32,
                                     Field::Completer64, Field::Completer128, Field::Requester,
                                     Field::Egress,      Field::LinkMost,     Field::LinkNow};
    return fields.contains(field);
}

/// Stanzas that have lost the lines before their capabilities, which may be another's therefore.
QSet<int> headless(const Document &document)
{
    QSet<int> found;
    QSet<int> detailed;
    QSet<int> numbered;
    for (const Line &line : document.lines) {
        if (isDetail(line.text))
            detailed.insert(line.stanza);
        for (const Fact &fact : line.facts)
            if (fact.field == Field::Buses)
                numbered.insert(line.stanza);
    }
    for (int index = 0; index < document.stanzas.size(); ++index) {
        const Stanza &stanza = document.stanzas.at(index);
        if ((stanza.isBridge && !numbered.contains(index))
            || (stanza.isDetailed && !detailed.contains(index)))
            found.insert(index);
    }
    return found;
}

} // namespace

QHash<PciAddress, Intact> intactPlaces(const Document &document)
{
    const QList<bool> conventional = conventionalLists(document);
    QHash<PciAddress, Intact> places;
    QHash<PciAddress, QHash<int, bool>> copies;
    QList<int> low(document.stanzas.size());
    QList<int> high(document.stanzas.size());
    const QSet<int> lost = headless(document);
    for (const Line &line : document.lines)
        for (const Fact &fact : line.facts) {
            if (needsHeader(fact.field) && lost.contains(line.stanza))
                continue;
            low[line.stanza] += fact.field == Field::LowHex;
            high[line.stanza] += fact.field == Field::HighHex;
            places[document.stanzas.at(line.stanza).address].fields.insert(fact.field);
        }
    for (qsizetype index = 0; index < document.stanzas.size(); ++index) {
        const Stanza &stanza = document.stanzas.at(index);
        Intact &place = places[stanza.address];
        place.listsNoExpress |= conventional.at(index);
        if (stanza.lowHexLines >= 16 && low.at(index) == stanza.lowHexLines) {
            place.hasLowHex = true;
            place.hasHighHex |= stanza.highHexLines > 0 && high.at(index) == stanza.highHexLines;
        }
        if (stanza.copy < 0)
            continue;
        const bool isWhole = copies[stanza.address].value(stanza.copy, true);
        copies[stanza.address][stanza.copy] = isWhole && !stanza.isTouched;
    }
    for (const auto &[address, each] : copies.asKeyValueRange())
        places[address].isWhole = std::ranges::any_of(each, [](bool whole) { return whole; });
    return places;
}

} // namespace rootward::damage
