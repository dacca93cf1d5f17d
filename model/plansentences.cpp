// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "plansentences.h"

#include "guesttree.h"
#include "mappingexpansion.h"
#include "planremedy.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

struct WidthWord {
    Width width;
    QLatin1StringView number;
};
constexpr std::array widthWords {WidthWord {Width::W32, "32"_L1}, WidthWord {Width::W64, "64"_L1},
                                 WidthWord {Width::W128, "128"_L1}};

struct VerdictWord {
    PathVerdict verdict;
    const char *words;
};
constexpr VerdictWord verdictWords[] = {
    {PathVerdict::Pass, QT_TRANSLATE_NOOP("rootward", "%1 carried")},
    {PathVerdict::Fail, QT_TRANSLATE_NOOP("rootward", "%1 blocked")},
    {PathVerdict::Unknown, QT_TRANSLATE_NOOP("rootward", "%1 not known")},
    {PathVerdict::Unproven, QT_TRANSLATE_NOOP("rootward", "%1 not checked by the kernel")},
};

/// "32 64 carried", "32 carried, 64 blocked"; 128 only where it is carried.
QString widthSummary(const HostPath &path)
{
    QStringList groups;
    for (const VerdictWord &row : verdictWords) {
        QStringList widths;
        for (const WidthWord &word : widthWords) {
            const bool told = word.width != Width::W128 || row.verdict == PathVerdict::Pass;
            if (told && path.verdict[word.width] == row.verdict)
                widths.append(word.number);
        }
        if (!widths.isEmpty())
            groups.append(tr(row.words).arg(widths.join(u' ')));
    }
    return groups.join(u", "_s);
}

struct HopWord {
    Reason reason;
    const char *words;
};
constexpr HopWord hopWords[] = {
    {Reason::HostNoRouting, QT_TRANSLATE_NOOP("rootward", "does not route")},
    {Reason::HostEgressBlocked, QT_TRANSLATE_NOOP("rootward", "blocks egress")},
    {Reason::HostCapabilityV1, QT_TRANSLATE_NOOP("rootward", "has no AtomicOps register")},
    {Reason::HostUnreadable, QT_TRANSLATE_NOOP("rootward", "could not be read")},
    {Reason::HostNotPcie, QT_TRANSLATE_NOOP("rootward", "is conventional PCI")},
    {Reason::HostVirtualFunction, QT_TRANSLATE_NOOP("rootward", "is a virtual function")},
    {Reason::HostPortType, QT_TRANSLATE_NOOP("rootward", "is of a type that is not asked")},
    {Reason::HostNoRootPort, QT_TRANSLATE_NOOP("rootward", "has no root port above it")},
};

QString hopWord(Reason reason)
{
    const auto row = std::ranges::find(hopWords, reason, &HopWord::reason);
    return row == std::end(hopWords) ? QString() : tr(row->words);
}

QString rootPortWords(const PciFunction &port)
{
    QStringList completed;
    QStringList unread;
    for (const WidthWord &word : widthWords) {
        const PathVerdict verdict = portVerdict(port, word.width);
        if (verdict == PathVerdict::Pass)
            completed.append(word.number);
        else if (verdict == PathVerdict::Unknown && word.width != Width::W128)
            unread.append(word.number);
    }
    if (unread.size() == 2)
        return hopWord(Reason::HostUnreadable);
    if (completed.isEmpty())
        return tr("completes no AtomicOps");
    return tr("completes %1").arg(completed.join(u' '));
}

QString portWords(const PciFunction &port)
{
    const QList<Reason> faults = portFaults(port, Width::W32);
    if (port.portType == PortType::RootPort && !faults.contains(Reason::HostCapabilityV1))
        return rootPortWords(port);
    QStringList words;
    for (const Reason fault : faults)
        words.append(hopWord(fault));
    if (words.isEmpty() && isSwitchPort(port.portType))
        words.append(tr("routes"));
    return words.join(u", "_s);
}

/// The function's own words: only where it is itself a cause.
QString ownWords(const HostPath &path)
{
    for (const Blocker &blocker : path.blockers) {
        if (!path.path.isEmpty() && blocker.function == path.path.first())
            return hopWord(blocker.reason);
    }
    return {};
}

QString hostSentence(const Plan &plan, const ExpandedEntry &entry, const FunctionOutcome &speaking)
{
    if (!plan.host)
        return tr("not known: no capture of the host");
    if (const QString open = openMappingSentence(plan, entry); !open.isEmpty())
        return open;
    if (entry.functions.isEmpty() && !plan.host->slotFunctions(speaking.host).isEmpty())
        return tr("the capture shows part of the host: %1 may have more functions than are in it")
            .arg(speaking.host.slotString());
    if (speaking.vfio.hostPath.path.isEmpty())
        return reasonSentence(speaking.vfio.reason.w32, {speaking.host.toString()});
    QString sentence = hostPathSentence(*plan.host, speaking.vfio.hostPath);
    for (const Width width : {Width::W32, Width::W64}) {
        // What vfio adds to the path's own answer.
        const Reason reason = speaking.vfio.reason[width];
        if (speaking.vfio.answer[width] != Answer::Yes
            && reason != speaking.vfio.hostPath.widthReason[width]) {
            return sentence + u"; "_s + reasonSentence(reason, {speaking.host.toShortString()});
        }
    }
    return sentence;
}

QString copiedWidths(const QString &port, const PerWidth<Answer> &answers)
{
    const bool some = answers.w32 == Answer::Yes || answers.w64 == Answer::Yes;
    if (answers.w32 == Answer::Yes && answers.w64 == Answer::Yes)
        return tr("port %1 gets 32bit+ 64bit+").arg(port);
    if (answers.w32 == Answer::Unknown || answers.w64 == Answer::Unknown)
        return tr("port %1 gets what the host completes, which is not known").arg(port);
    if (some) {
        return tr("port %1 gets %2 only: the host completes no more")
            .arg(port, answers.w32 == Answer::Yes ? u"32bit+"_s : u"64bit+"_s);
    }
    return tr("port %1 stays 32bit- 64bit-: the host gives it nothing to complete").arg(port);
}

/// A definition that places its devices itself has left this one's place open.
QString openPlaceSentence(const Plan &plan, const ExpandedEntry &entry)
{
    const QString why = !entry.whyOpen.isEmpty() ? entry.whyOpen
        : plan.layout->machineKnown
        ? tr("libvirt goes by whether the card is PCI Express, which a capture of the host shows")
        : tr("its bus is not in this part of a definition");
    return tr("where %1 lands in the guest is not known: %2").arg(entry.source, why);
}

/// Why it is open where the entry lands.
QString openSentence(const Plan &plan, const ExpandedEntry &entry, Reason reason)
{
    if (plan.layout || !entry.whyOpen.isEmpty())
        return openPlaceSentence(plan, entry);
    const QString mapping = openMappingSentence(plan, entry);
    return mapping.isEmpty() ? reasonSentence(reason, {entry.entry.value}) : mapping;
}

QString guestSentence(const Plan &plan, const ExpandedEntry &entry, const EntryOutcome &outcome,
                      const FunctionOutcome &speaking)
{
    if (!outcome.errors.isEmpty())
        return outcome.errors.first().message;
    const QString place = placeLabel(entry);
    const Reason reason = speaking.qemu.reason;
    QString sentence;
    if (reason == Reason::QemuOk)
        sentence = copiedWidths(place, *outcome.rootPort);
    else if (reason == Reason::QemuPlacementUnknown)
        sentence = openSentence(plan, entry, reason);
    else
        sentence = reasonSentence(reason, {place});
    if (speaking.visible == false) {
        sentence +=
            u"; "_s + reasonSentence(Reason::GuestNotVisible, {speaking.host.toShortString()});
    }
    return sentence;
}

} // namespace

QString placeLabel(const ExpandedEntry &entry)
{
    const Placement &place = entry.place;
    if (place.rootPort)
        return u"%1 (%2)"_s.arg(place.bus, place.portAddress);
    return tr("%1 (slot %2)").arg(place.bus, QString::number(place.slot, 16));
}

QString hostPathSentence(const Topology &host, const HostPath &path)
{
    QStringList hops;
    for (qsizetype i = 0; i < path.path.size(); ++i) {
        const int hop = path.path.at(i);
        if (hop < 0) {
            hops.append(tr("ports that are not in the capture"));
            continue;
        }
        const PciFunction &function = host.at(hop);
        const QString words = i == 0 ? ownWords(path) : portWords(function);
        const QString address = function.address.toShortString();
        hops.append(words.isEmpty() ? address : address + u' ' + words);
    }
    if (!path.path.isEmpty() && host.onRootBus(path.path.last()) != true)
        hops.append(tr("ports that are not in the capture"));
    return widthSummary(path) + u"   "_s + hops.join(u" \u2192 "_s);
}

EntrySentences entrySentences(const Plan &plan, const ExpandedEntry &entry,
                              const EntryOutcome &outcome, const FunctionOutcome &speaking)
{
    EntrySentences sentences;
    if (entry.isPlaced())
        sentences.host = hostSentence(plan, entry, speaking);
    sentences.guest = guestSentence(plan, entry, outcome, speaking);
    sentences.remedy = remedySentence(plan, entry, outcome, speaking);
    return sentences;
}

} // namespace rootward
