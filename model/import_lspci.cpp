// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "import_lspci.h"

#include "lspcistanza.h"
#include "stanza.h"
#include "textcleaning.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype maxProblemsOfAKind = 1000;
constexpr qsizetype maxQuote = 120;

QString quoted(QByteArrayView text)
{
    const bool cut = text.size() > maxQuote;
    return QString::fromUtf8(cut ? text.first(maxQuote) : text).trimmed() + (cut ? u"…"_s : u""_s);
}

/// Which problem of the whole capture a gap leads to.
struct GapProblem {
    ReadGap gap;
    Reason reason;
};

constexpr GapProblem gapProblems[] = {
    {ReadGap::AccessDenied, Reason::CaptureNoRoot},
    {ReadGap::OldLspci, Reason::CaptureOldLspci},
    {ReadGap::LowVerbosity, Reason::CaptureVerbosity},
    {ReadGap::NotPrinted, Reason::CaptureVerbosity},
};

/// Gathers the functions of a text, each address once.
class Collector {
public:
    explicit Collector(const CleanedText &text) : m_text(text) { }

    /// False when there is no room for more functions.
    bool add(const Stanza &stanza);
    void noteRefused(const QList<StanzaCutter::Refused> &lines);
    ReadFunctions take();

private:
    void note(Reason reason, int line, const std::optional<PciAddress> &address,
              const QString &argument);
    void merge(int index, const ReadStanza &read);
    void noteGaps();
    void noteSilence();

    const CleanedText &m_text;
    QHash<PciAddress, int> m_index;
    QList<bool> m_fromHex;
    QHash<Reason, qsizetype> m_noted;
    ReadFunctions m_read;
};

void Collector::note(Reason reason, int line, const std::optional<PciAddress> &address,
                     const QString &argument)
{
    if (++m_noted[reason] > maxProblemsOfAKind)
        return;
    m_read.problems.append({.reason = reason,
                            .line = line > 0 ? m_text.originalLine(line) : 0,
                            .address = address,
                            .message = reasonSentence(reason, {argument})});
}

bool Collector::add(const Stanza &stanza)
{
    ReadStanza read = readStanza(stanza);
    const PciAddress address = stanza.address;
    if (stanza.tornLine > 0)
        note(Reason::CaptureBadLine, stanza.tornLine, address,
             QCoreApplication::translate("rootward", "the hex dump of %1 breaks off")
                 .arg(address.toString()));
    if (!stanza.above.isEmpty())
        m_read.known.parents.insert(address, stanza.above.constLast());
    if (const auto known = m_index.constFind(address); known != m_index.cend()) {
        merge(*known, read);
        return true;
    }
    if (m_read.functions.size() >= maxCaptureFunctions) {
        note(Reason::CaptureLimit, stanza.lines.first, std::nullopt,
             QCoreApplication::translate("rootward", "%1 functions").arg(maxCaptureFunctions));
        return false;
    }
    m_index.insert(address, static_cast<int>(m_read.functions.size()));
    m_read.functions.append(std::move(read.function));
    m_fromHex.append(read.registersFromHex);
    return true;
}

void Collector::merge(int index, const ReadStanza &read)
{
    PciFunction &kept = m_read.functions[index];
    if (contradict(kept, read.function))
        note(Reason::CaptureDuplicate, read.function.lines.first, kept.address,
             kept.address.toString());
    // Registers of a hex dump are stronger than words, whichever came first.
    if (read.registersFromHex && !m_fromHex.at(index)) {
        PciFunction stronger = read.function;
        stronger.lines = kept.lines;
        completeFunction(stronger, kept);
        kept = stronger;
        m_fromHex[index] = true;
    } else {
        completeFunction(kept, read.function);
    }
}

void Collector::noteRefused(const QList<StanzaCutter::Refused> &lines)
{
    for (const StanzaCutter::Refused &refused : lines)
        note(Reason::CaptureBadLine, refused.line, std::nullopt, quoted(refused.text));
}

void Collector::noteGaps()
{
    for (const Reason reason :
         {Reason::CaptureNoRoot, Reason::CaptureOldLspci, Reason::CaptureVerbosity}) {
        qsizetype count = 0;
        int line = 0;
        for (const PciFunction &function : std::as_const(m_read.functions)) {
            const auto leads = [&](const GapProblem &row) {
                return row.gap == function.gap && row.reason == reason;
            };
            if (std::ranges::any_of(gapProblems, leads) && ++count == 1)
                line = function.lines.first;
        }
        if (count > 0)
            note(reason, line, std::nullopt,
                 QCoreApplication::translate("rootward", "%1 of %2 functions")
                     .arg(count)
                     .arg(m_read.functions.size()));
    }
}

void Collector::noteSilence()
{
    for (const PciFunction &function : std::as_const(m_read.functions)) {
        if (function.gap == ReadGap::BrokenDevice)
            note(Reason::CaptureBadLine, function.lines.first, function.address,
                 QCoreApplication::translate("rootward", "%1 does not answer, every bit reads 1")
                     .arg(function.address.toString()));
        else if (function.gap == ReadGap::Damaged)
            note(Reason::CaptureBadLine, function.lines.first, function.address,
                 QCoreApplication::translate("rootward", "the text about %1 is cut")
                     .arg(function.address.toString()));
    }
}

ReadFunctions Collector::take()
{
    noteGaps();
    noteSilence();
    m_read.kind =
        !m_fromHex.isEmpty() && !m_fromHex.contains(false) ? u"lspci-hex"_s : u"lspci-text"_s;
    std::ranges::stable_sort(m_read.problems, {}, &CaptureProblem::line);
    return std::move(m_read);
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

Result<ReadFunctions> readLspci(const QByteArray &bytes, const ReadProgress &progress)
{
    const CleanedText text = cleanText(bytes);
    ProgressMeter meter(progress, text.bytes.size());
    StanzaCutter cutter(text.bytes);
    Collector collector(text);
    Stanza stanza;
    do {
        if (!meter.goOn(cutter.position()))
            return std::unexpected(
                Error {Error::Kind::Cancelled,
                       QCoreApplication::translate("rootward", "reading was cancelled"),
                       {},
                       {}});
    } while (cutter.next(stanza) && collector.add(stanza));
    collector.noteRefused(cutter.refused());
    ReadFunctions read = collector.take();
    HostLines lines = cutter.hostLines();
    const bool grouped = std::ranges::any_of(read.functions, [](const PciFunction &function) {
        return function.iommuGroup.has_value();
    });
    if (grouped)
        lines.noteGroup();
    read.hostKernel = lines.kernel();
    read.qemu = lines.qemu();
    read.iommu = lines.iommu();
    return read;
}

} // namespace rootward
