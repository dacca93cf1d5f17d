// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "import_lspci.h"

#include "functionmerge.h"
#include "lspcistanza.h"
#include "stanza.h"
#include "textcleaning.h"

#include <QCoreApplication>

#include <QSet>

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype maxProblemsOfAKind = 1000;
constexpr qsizetype maxQuote = 120;
constexpr size_t mostHosts = 64;

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

QString quoted(QByteArrayView text)
{
    const bool cut = text.size() > maxQuote;
    return QString::fromUtf8(cut ? text.first(maxQuote) : text).trimmed() + (cut ? u"…"_s : u""_s);
}

/// A function as one stanza describes it.
struct Described {
    PciFunction function;
    std::optional<PciAddress> above; ///< the bridge above it, where the stanza names it
    int tornLine = 0; ///< as Stanza
    bool fromHex = false; ///< the hex dump decides its registers
};

Described describe(const Stanza &stanza)
{
    Described described {readStanza(stanza), {}, stanza.tornLine, false};
    if (!stanza.above.isEmpty())
        described.above = stanza.above.constLast();
    described.fromHex = !stanza.hex.isEmpty() && described.function.gap == ReadGap::None;
    return described;
}

QString kindOf(const QList<PciFunction> &functions, qsizetype fromHex)
{
    if (fromHex > 0 && fromHex == functions.size())
        return u"lspci-hex"_s;
    const auto isHeading = [](const PciFunction &function) {
        return function.gap == ReadGap::NotPrinted;
    };
    return !functions.isEmpty() && std::ranges::all_of(functions, isHeading) ? u"lspci-list"_s
                                                                             : u"lspci-text"_s;
}

/// One host, as far as the text was read.
class TextHost {
public:
    TextHost(const CleanedText &text, const QString &name) : m_text(text), m_name(name) { }

    const QString &name() const { return m_name; }
    void setName(const QString &name) { m_name = name; }
    bool contradicts(const PciFunction &function) const;
    /// False when there is no room for more functions.
    bool add(Described described);
    void note(Reason reason, int line, const std::optional<PciAddress> &address,
              const QString &argument);
    /// Functions that only the drawing shows are added to a list; a text that describes some of
    /// them is of those alone.
    void takeTree(const LspciTreeReader &tree);
    void takeLog(const QList<DriverLine> &lines);
    ReadFunctions take(const HostFacts &facts);

private:
    const CleanedText &m_text;
    QString m_name;
    FunctionCollector m_functions;
    QSet<PciAddress> m_fromHex;
    QHash<Reason, qsizetype> m_noted;
    ReadFunctions m_read;
};

bool TextHost::contradicts(const PciFunction &function) const
{
    const PciFunction *known = m_functions.find(function.address);
    return known && contradict(*known, function);
}

void TextHost::note(Reason reason, int line, const std::optional<PciAddress> &address,
                    const QString &argument)
{
    if (++m_noted[reason] > maxProblemsOfAKind)
        return;
    m_read.problems.append({.reason = reason,
                            .line = line > 0 ? m_text.originalLine(line) : 0,
                            .address = address,
                            .message = reasonSentence(reason, {argument})});
}

bool TextHost::add(Described described)
{
    const PciAddress address = described.function.address;
    const int line = described.function.lines.first;
    if (described.tornLine > 0)
        note(Reason::CaptureBadLine, described.tornLine, address,
             tr("the hex dump of %1 breaks off").arg(address.toString()));
    if (described.above)
        m_read.known.parents.insert(address, *described.above);
    if (described.fromHex)
        m_fromHex.insert(address);
    if (m_functions.add(std::move(described.function)))
        return true;
    note(Reason::CaptureLimit, line, std::nullopt, tr("%1 functions").arg(maxCaptureFunctions));
    return false;
}

void TextHost::takeTree(const LspciTreeReader &tree)
{
    const bool isList = kindOf(m_functions.functions(), m_fromHex.size()) == u"lspci-list";
    for (const PciFunction &function : tree.functions()) {
        if (isList || m_functions.find(function.address))
            m_functions.add(function);
    }
    m_read.known.parents.insert(tree.known().parents);
    m_read.known.rootBuses.unite(tree.known().rootBuses);
    for (const CaptureProblem &problem : tree.problems()) {
        m_read.problems.append(problem);
        m_read.problems.last().line = m_text.originalLine(problem.line);
    }
}

void TextHost::takeLog(const QList<DriverLine> &lines)
{
    m_read.driverLines = lines;
    for (DriverLine &line : m_read.driverLines)
        line.evidence.line = m_text.originalLine(line.evidence.line);
}

ReadFunctions TextHost::take(const HostFacts &facts)
{
    m_read.kind = kindOf(m_functions.functions(), m_fromHex.size());
    m_read.host = m_name;
    m_read.functions = m_functions.take();
    for (PciFunction &function : m_read.functions) {
        function.lines.first = m_text.originalLine(function.lines.first);
        function.lines.last = m_text.originalLine(function.lines.last);
    }
    std::ranges::stable_sort(m_read.problems, {}, &CaptureProblem::line);
    m_read.hostKernel = facts.kernel;
    m_read.qemu = facts.qemu;
    m_read.iommu = facts.iommu();
    // A function that stands in a group has an IOMMU above it.
    const bool grouped = std::ranges::any_of(m_read.functions, [](const PciFunction &function) {
        return function.iommuGroup.has_value();
    });
    if (grouped)
        m_read.iommu = facts.iommuOff ? std::nullopt : std::optional(true);
    return std::move(m_read);
}

/// Tells hosts and boots apart. lspci prints in the order of the addresses, so where they go back
/// another run of it begins; one that contradicts what is known belongs to another host or boot.
class HostSplitter {
public:
    explicit HostSplitter(const CleanedText &text) : m_text(text) { }

    /// False when there is no room for more functions.
    bool add(const Stanza &stanza);
    QList<ReadFunctions> take(const StanzaCutter &cutter);

private:
    bool endRun();
    TextHost &hostOfRun();

    const CleanedText &m_text;
    std::vector<TextHost> m_hosts;
    std::vector<Described> m_run; ///< what is not yet given to a host
    std::optional<PciAddress> m_last; ///< of the run
    bool m_isFirstRun = false;
    QString m_runName;
};

bool HostSplitter::add(const Stanza &stanza)
{
    const bool goesBack = m_last && stanza.address <= *m_last;
    if ((goesBack || m_runName != stanza.host) && !endRun())
        return false;
    m_last = stanza.address;
    m_runName = stanza.host;
    // Nothing is known yet that the first run could contradict: it is not kept back.
    if (m_hosts.empty()) {
        m_hosts.emplace_back(m_text, m_runName);
        m_isFirstRun = true;
    }
    if (m_isFirstRun)
        return m_hosts.front().add(describe(stanza));
    m_run.push_back(describe(stanza));
    return true;
}

TextHost &HostSplitter::hostOfRun()
{
    const auto fits = [this](const TextHost &host) {
        const bool otherName =
            !host.name().isEmpty() && !m_runName.isEmpty() && host.name() != m_runName;
        return !otherName && std::ranges::none_of(m_run, [&host](const Described &described) {
            return host.contradicts(described.function);
        });
    };
    // The latest one first: what follows completes it.
    const auto found = std::ranges::find_if(m_hosts.rbegin(), m_hosts.rend(), fits);
    if (found == m_hosts.rend() && m_hosts.size() < mostHosts)
        return m_hosts.emplace_back(m_text, m_runName);
    if (found == m_hosts.rend()) {
        m_hosts.back().note(Reason::CaptureLimit, m_run.front().function.lines.first, std::nullopt,
                            tr("%1 hosts").arg(mostHosts));
        return m_hosts.back();
    }
    if (found->name().isEmpty())
        found->setName(m_runName);
    return *found;
}

bool HostSplitter::endRun()
{
    m_last.reset();
    m_isFirstRun = false;
    if (m_run.empty())
        return true;
    TextHost &host = hostOfRun();
    bool room = true;
    for (Described &described : m_run)
        room = room && host.add(std::move(described));
    m_run.clear();
    return room;
}

QList<ReadFunctions> HostSplitter::take(const StanzaCutter &cutter)
{
    endRun();
    if (m_hosts.empty())
        m_hosts.emplace_back(m_text, QString());
    for (const StanzaCutter::Refused &refused : cutter.refused())
        m_hosts.front().note(Reason::CaptureBadLine, refused.line, std::nullopt,
                             quoted(refused.text));
    // Of several hosts it is not known whose tree is drawn, and whose log is quoted.
    if (m_hosts.size() == 1) {
        m_hosts.front().takeTree(cutter.tree());
        m_hosts.front().takeLog(cutter.driverLines());
    }
    QList<ReadFunctions> read;
    for (TextHost &host : m_hosts)
        read.append(host.take(cutter.hostLines().facts(host.name())));
    return read;
}

/// Calls back about once in a hundredth of the text.
class ProgressMeter {
public:
    ProgressMeter(const ReadProgress &progress, qsizetype size)
        : m_progress(progress), m_size(qMax<qsizetype>(size, 1))
    {
    }
    bool goOn(qsizetype position)
    {
        if (!m_progress || position < m_next)
            return true;
        const auto percent = static_cast<int>(qMin<qsizetype>(position * 100 / m_size, 100));
        m_next = (percent + 1) * m_size / 100;
        return m_progress(percent);
    }

private:
    const ReadProgress &m_progress;
    qsizetype m_size;
    qsizetype m_next = 0;
};

} // namespace

int sniffLspciText(QByteArrayView head)
{
    constexpr int likely = 80;
    const CleanedText text = cleanText(head.toByteArray());
    Stanza stanza;
    return StanzaCutter(text.bytes).next(stanza) ? likely : 0;
}

int sniffLspciHex(QByteArrayView head)
{
    constexpr int certain = 100;
    const CleanedText text = cleanText(head.toByteArray());
    StanzaCutter cutter(text.bytes);
    Stanza stanza;
    while (cutter.next(stanza)) {
        if (!stanza.hex.isEmpty())
            return certain;
    }
    return 0;
}

Result<QList<ReadFunctions>> readLspci(const QByteArray &bytes, const ReadProgress &progress)
{
    const CleanedText text = cleanText(bytes);
    ProgressMeter meter(progress, text.bytes.size());
    StanzaCutter cutter(text.bytes);
    HostSplitter splitter(text);
    Stanza stanza;
    do {
        if (!meter.goOn(cutter.position()))
            return std::unexpected(
                Error {Error::Kind::Cancelled, tr("reading was cancelled"), {}, {}});
    } while (cutter.next(stanza) && splitter.add(stanza));
    return splitter.take(cutter);
}

} // namespace rootward
