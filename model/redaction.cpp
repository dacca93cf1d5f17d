// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "redaction.h"

#include "printable.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype shortestName = 3;
constexpr qsizetype mostKnownTexts = 100'000;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

/// Words that Rootward itself writes: a file called lspci.txt must not take them from a text.
const QSet<QString> &ownWords()
{
    static const QSet<QString> words {
        u"amdgpu"_s,   u"atomicops"_s, u"atomic"_s, u"audio"_s,   u"bus"_s,     u"capture"_s,
        u"card"_s,     u"cards"_s,     u"device"_s, u"dmesg"_s,   u"driver"_s,  u"example"_s,
        u"function"_s, u"functions"_s, u"gpu"_s,    u"guest"_s,   u"host"_s,    u"hostpci"_s,
        u"kernel"_s,   u"known"_s,     u"line"_s,   u"linux"_s,   u"lspci"_s,   u"machine"_s,
        u"mapping"_s,  u"name"_s,      u"node"_s,   u"not"_s,     u"output"_s,  u"pci"_s,
        u"pcie"_s,     u"plan"_s,      u"port"_s,   u"proxmox"_s, u"q35"_s,     u"qemu"_s,
        u"radeon"_s,   u"removed"_s,   u"report"_s, u"romfile"_s, u"root"_s,    u"slot"_s,
        u"sudo"_s,     u"the"_s,       u"vfio"_s,   u"vga"_s,     u"virtual"_s, u"vvv"_s,
    };
    return words;
}

QString removedWord(const QString &what)
{
    return Text::tr("(%1 removed)").arg(what);
}

/// A text with a form of its own.
struct FormRow {
    const char16_t *pattern;
    const char *word; ///< what was there
    int kept; ///< a group in front of it that stays; 0: none
};

// Boundaries keep PCI addresses whole: 0000:0b:00.0 is none of these.
constexpr FormRow serialRows[] {
    {uR"((\bDevice Serial Number:?\s*)[0-9A-Fa-f][0-9A-Fa-f-]*)",
     QT_TRANSLATE_NOOP("rootward", "serial number"), 1},
    {uR"((\b[Ss]erial(?: [Nn]umber)?\s*[:=]\s*)[^\s,;)(]+)",
     QT_TRANSLATE_NOOP("rootward", "serial number"), 1},
    {uR"((?<![0-9A-Fa-f])(?<![0-9A-Fa-f]-)(?:[0-9A-Fa-f]{2}-){7}[0-9A-Fa-f]{2}(?![0-9A-Fa-f]|-[0-9A-Fa-f]))",
     QT_TRANSLATE_NOOP("rootward", "serial number"), 0},
};
constexpr FormRow uuidRow {
    uR"((?<![0-9A-Fa-f-])[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}(?![0-9A-Fa-f-]))",
    QT_TRANSLATE_NOOP("rootward", "UUID"), 0};
constexpr FormRow macRow {
    uR"((?<![0-9A-Fa-f])(?<![0-9A-Fa-f][:-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![0-9A-Fa-f]|[:-][0-9A-Fa-f]))",
    QT_TRANSLATE_NOOP("rootward", "MAC address"), 0};
constexpr FormRow ipv4Row {
    uR"((?<!kernel )(?<!QEMU )(?<![0-9A-Za-z.])(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?![0-9A-Za-z-]|\.[0-9]))",
    QT_TRANSLATE_NOOP("rootward", "IPv4 address"), 0};
constexpr FormRow homeRows[] {
    {uR"((?<![\w/])/(?:home|Users)/[^/\s,;:'"<>|)]+(?:/[^\s,;:'"<>|)]*)?)",
     QT_TRANSLATE_NOOP("rootward", "home folder"), 0},
    {uR"((?<![\w/])/root/[^\s,;:'"<>|)]+)", QT_TRANSLATE_NOOP("rootward", "home folder"), 0},
    {uR"((?<!\w)[A-Za-z]:\\Users\\[^\s,;:'"<>|)]+)", QT_TRANSLATE_NOOP("rootward", "home folder"),
     0},
};

QString wordOf(const FormRow &row)
{
    const QString word = removedWord(Text::tr(row.word));
    return row.kept == 0 ? word : u"\\%1"_s.arg(row.kept) + word;
}

/// Eight groups, or fewer with one "::" among them; a PCI address has three and no "::".
bool isIpv6(QStringView text)
{
    const qsizetype gap = text.indexOf(u"::");
    if (gap >= 0 && text.indexOf(u"::", gap + 1) >= 0)
        return false;
    int groups = 0;
    for (const QStringView group : text.split(u':', Qt::SkipEmptyParts)) {
        if (group.size() > 4)
            return false;
        ++groups;
    }
    return gap >= 0 ? groups > 0 && groups < 8 : groups == 8;
}

/// "VM 102" says nothing of a machine, the name of a file may.
bool isFileName(const QString &label)
{
    static const QRegularExpression numbered(uR"(\AVM [0-9]+\z)"_s);
    return !numbered.match(label).hasMatch();
}

} // namespace

/// What the kinds are called in the list of what was removed.
struct RedactionRows {
    using Kind = Redaction::Kind;
    struct Row {
        Kind kind;
        const char *words;
    };
    static constexpr std::array rows {
        Row {Kind::Host, QT_TRANSLATE_NOOP("rootward", "the host's name (now host A)")},
        Row {Kind::Node, QT_TRANSLATE_NOOP("rootward", "names of nodes (now node A, node B)")},
        Row {Kind::Vm, QT_TRANSLATE_NOOP("rootward", "the VM's name")},
        Row {Kind::Rom, QT_TRANSLATE_NOOP("rootward", "names of ROM files")},
        Row {Kind::Arguments, QT_TRANSLATE_NOOP("rootward", "QEMU arguments added by hand")},
        Row {Kind::File, QT_TRANSLATE_NOOP("rootward", "names of files")},
        Row {Kind::Serial, QT_TRANSLATE_NOOP("rootward", "serial numbers")},
        Row {Kind::Uuid, QT_TRANSLATE_NOOP("rootward", "UUIDs")},
        Row {Kind::Mac, QT_TRANSLATE_NOOP("rootward", "MAC addresses")},
        Row {Kind::Ipv6, QT_TRANSLATE_NOOP("rootward", "IPv6 addresses")},
        Row {Kind::Ipv4, QT_TRANSLATE_NOOP("rootward", "IPv4 addresses")},
        Row {Kind::Home, QT_TRANSLATE_NOOP("rootward", "home folders")},
    };
};

void Redaction::addLiteral(const QString &text, const QString &word, Kind kind)
{
    if (text.isEmpty())
        return;
    QRegularExpression pattern(QRegularExpression::escape(text));
    if (pattern.isValid())
        m_names.append({pattern, QString(word).replace(u'\\', u"\\\\"_s), kind});
}

/// As a word of its own, so that "pve" is found in "pve.txt" and not in "pvesh".
void Redaction::addName(const QString &text, const QString &word, Kind kind)
{
    const bool isNumber = std::ranges::all_of(text, [](QChar c) { return c.isDigit(); });
    if (text.size() < shortestName || isNumber || ownWords().contains(text.toLower()))
        return;
    QRegularExpression pattern(u"(?<![A-Za-z0-9])"_s + QRegularExpression::escape(text)
                               + u"(?![A-Za-z0-9])"_s);
    if (kind == Kind::Host || kind == Kind::Node)
        pattern.setPatternOptions(QRegularExpression::CaseInsensitiveOption);
    if (pattern.isValid())
        m_names.append({pattern, word, kind});
}

void Redaction::addHost(const QString &label)
{
    const QFileInfo file(label);
    const QString word = Text::tr("host A");
    for (const QString &name : {label, file.fileName(), file.completeBaseName(), file.baseName()})
        addName(name, word, Kind::Host);
}

void Redaction::addNodes(const Plan &plan)
{
    QStringList nodes;
    if (!plan.node.isEmpty())
        nodes.append(plan.node);
    if (plan.mappings)
        nodes += plan.mappings->nodes();
    nodes.removeDuplicates();
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        const QString letter = i < 26 ? QString(QChar(char16_t(u'A' + i))) : QString::number(i + 1);
        addName(nodes.at(i), Text::tr("node %1").arg(letter), Kind::Node);
    }
}

void Redaction::addOtherVms(const Plan &plan)
{
    for (const OtherVm &vm : plan.otherVms) {
        const QFileInfo file(vm.label);
        if (!isFileName(vm.label))
            continue;
        for (const QString &name : {vm.label, file.fileName(), file.completeBaseName()})
            addName(name, Text::tr("another VM"), Kind::File);
    }
}

void Redaction::addRomFiles(const Plan &plan)
{
    QList<PlanEntry> entries = plan.entries;
    for (const OtherVm &vm : plan.otherVms)
        entries += vm.entries;
    for (const PlanEntry &entry : std::as_const(entries)) {
        const auto value = HostpciValue::parse(entry.value);
        const auto romfile = value ? value->option(u"romfile") : std::nullopt;
        if (!romfile)
            continue;
        const QString word = removedWord(Text::tr("ROM file"));
        addLiteral("romfile=/usr/share/kvm/"_L1 + *romfile, "romfile="_L1 + word, Kind::Rom);
        addLiteral("romfile="_L1 + *romfile, "romfile="_L1 + word, Kind::Rom);
        addLiteral("/usr/share/kvm/"_L1 + *romfile, word, Kind::Rom);
        addName(*romfile, word, Kind::Rom);
    }
}

Redaction Redaction::of(const Plan &plan, const QString &hostLabel)
{
    Redaction redaction;
    const QString arguments = removedWord(Text::tr("arguments"));
    redaction.addLiteral(plan.guest.args, arguments, Kind::Arguments);
    redaction.addLiteral(printable(plan.guest.args), arguments, Kind::Arguments);
    redaction.addRomFiles(plan);
    redaction.addNodes(plan);
    redaction.addOtherVms(plan);
    redaction.addHost(hostLabel);
    redaction.addName(plan.guest.name, removedWord(Text::tr("VM name")), Kind::Vm);
    return redaction;
}

void Redaction::replace(QString &text, const QRegularExpression &pattern, const QString &word,
                        Kind kind)
{
    if (!pattern.matchView(text).hasMatch())
        return;
    m_removed.insert(kind);
    text.replace(pattern, word);
}

void Redaction::replaceIpv6(QString &text)
{
    static const QRegularExpression candidate(
        uR"((?<![0-9A-Za-z:.])((?:[0-9A-Fa-f]{0,4}:){2,8}[0-9A-Fa-f]{0,4})((?:\.[0-9]{1,3}){3})?(?![0-9A-Za-z:]))"_s);
    QString cleanText;
    qsizetype from = 0;
    for (const QRegularExpressionMatch &match : candidate.globalMatch(text)) {
        const bool mapped = match.hasCaptured(2) && match.captured(1).contains("::"_L1);
        if (!isIpv6(match.capturedView(1)) && !mapped)
            continue;
        cleanText += QStringView(text).sliced(from, match.capturedStart() - from);
        cleanText += removedWord(Text::tr("IPv6 address"));
        from = match.capturedEnd();
        m_removed.insert(Kind::Ipv6);
    }
    text = cleanText + text.sliced(from);
}

QString Redaction::apply(const QString &text)
{
    if (text.isEmpty())
        return text;
    if (const auto known = m_known.constFind(text); known != m_known.constEnd())
        return *known;
    static const QList<QRegularExpression> forms = [] {
        QList<QRegularExpression> compiled;
        for (const FormRow &row : serialRows)
            compiled.append(QRegularExpression(QString::fromUtf16(row.pattern)));
        for (const FormRow &row : {uuidRow, macRow, ipv4Row, homeRows[0], homeRows[1], homeRows[2]})
            compiled.append(QRegularExpression(QString::fromUtf16(row.pattern)));
        return compiled;
    }();
    QString cleanText = text;
    for (const Name &name : std::as_const(m_names))
        replace(cleanText, name.pattern, name.word, name.kind);
    qsizetype form = 0;
    for (const FormRow &row : serialRows)
        replace(cleanText, forms.at(form++), wordOf(row), Kind::Serial);
    replace(cleanText, forms.at(form++), wordOf(uuidRow), Kind::Uuid);
    replace(cleanText, forms.at(form++), wordOf(macRow), Kind::Mac);
    replaceIpv6(cleanText);
    replace(cleanText, forms.at(form++), wordOf(ipv4Row), Kind::Ipv4);
    for (const FormRow &row : homeRows)
        replace(cleanText, forms.at(form++), wordOf(row), Kind::Home);
    if (m_known.size() < mostKnownTexts)
        m_known.insert(text, cleanText);
    return cleanText;
}

QStringList Redaction::removed() const
{
    QStringList words;
    for (const RedactionRows::Row &row : RedactionRows::rows) {
        if (m_removed.contains(row.kind))
            words.append(Text::tr(row.words));
    }
    return words;
}

std::shared_ptr<const Topology> Redaction::cleaned(const std::shared_ptr<const Topology> &topology)
{
    if (!topology)
        return topology;
    QList<PciFunction> functions = topology->functions();
    for (PciFunction &function : functions) {
        for (QString *text : {&function.name, &function.deviceName, &function.className,
                              &function.driver, &function.physicalSlot, &function.deviceLabel})
            clean(*text);
    }
    if (functions == topology->functions())
        return topology;
    Topology::Known known;
    for (int i = 0; i < topology->size(); ++i) {
        if (topology->parent(i) >= 0 && !topology->gapAbove(i))
            known.parents.insert(topology->at(i).address,
                                 topology->at(topology->parent(i)).address);
    }
    for (const RootBus &bus : topology->rootBuses()) {
        if (bus.known)
            known.rootBuses.insert({bus.domain, bus.bus});
    }
    return Topology::fromFunctions(functions, known).topology;
}

void Redaction::cleanPlan(Plan &plan)
{
    plan.host = cleaned(plan.host);
    plan.document.reset();
    if (!plan.guest.name.isEmpty())
        m_removed.insert(Kind::Vm);
    plan.guest.name.clear();
    if (!plan.guest.args.isEmpty()) {
        m_removed.insert(Kind::Arguments);
        plan.guest.args = removedWord(Text::tr("arguments"));
    }
    if (!plan.node.isEmpty()) {
        m_removed.insert(Kind::Node);
        plan.node = Text::tr("node %1").arg(u"A"_s);
    }
    for (PlanEntry &entry : plan.entries)
        clean(entry.value);
    for (OtherVm &vm : plan.otherVms) {
        if (isFileName(vm.label)) {
            m_removed.insert(Kind::File);
            vm.label = Text::tr("another VM");
        }
        for (PlanEntry &entry : vm.entries)
            clean(entry.value);
    }
    if (plan.mappings) {
        PciMappings mappings = *plan.mappings;
        for (PciMapping &mapping : mappings.mappings) {
            clean(mapping.description);
            for (MappedPath &path : mapping.map) {
                clean(path.node);
                clean(path.description);
            }
        }
        plan.mappings = std::make_shared<const PciMappings>(mappings);
    }
}

void Redaction::cleanNotices(QList<Notice> &notices)
{
    for (Notice &notice : notices) {
        if (notice.reason == Reason::ProxmoxArgsNotModelled) {
            m_removed.insert(Kind::Arguments);
            notice.message = reasonSentence(notice.reason, {removedWord(Text::tr("arguments"))});
        }
        clean(notice.message);
    }
}

void Redaction::cleanEntry(EntryOutcome &entry)
{
    for (QString *text : {&entry.value, &entry.source, &entry.title, &entry.sentences.host,
                          &entry.sentences.guest, &entry.sentences.remedy})
        clean(*text);
    for (FunctionOutcome &function : entry.functions) {
        clean(function.sysfsdev);
        clean(function.qemuId);
        clean(function.bus);
        clean(function.driver.consequence);
    }
    clean(entry.place.bus);
    cleanNotices(entry.errors);
    cleanNotices(entry.warnings);
}

void Redaction::cleanOutcome(PlanOutcome &outcome)
{
    for (EntryOutcome &entry : outcome.entries)
        cleanEntry(entry);
    for (QString &device : outcome.devices)
        clean(device);
    for (QString &bridge : outcome.bridges)
        clean(bridge);
    cleanNotices(outcome.errors);
    cleanNotices(outcome.warnings);
    for (GuestNode &node : outcome.guestTree) {
        clean(node.id);
        clean(node.bus);
        clean(node.ownBus);
    }
    outcome.guest = cleaned(outcome.guest);
}

ExportRequest Redaction::redacted(ExportRequest request)
{
    cleanPlan(request.plan);
    cleanOutcome(request.outcome);
    if (!request.hostLabel.isEmpty()) {
        m_removed.insert(Kind::Host);
        request.hostLabel = Text::tr("host A");
    }
    return request;
}

} // namespace rootward
