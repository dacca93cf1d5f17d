// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "entryverdict.h"
#include "guesttree.h"
#include "plansentences.h"
#include "planwarnings.h"
#include "proxmoxargs.h"
#include "qemuarguments.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// One evaluation, entry by entry.
class Evaluation {
public:
    explicit Evaluation(const Plan &plan)
        : m_plan(plan), m_expanded(expandEntries(plan)), m_tree(placeEntries(plan, m_expanded))
    {
        openByArguments(plan, m_tree, m_expanded);
        if (plan.host)
            m_letters = cardLetters(*plan.host);
    }

    PlanOutcome run();

private:
    VfioCompleters vfioOf(const ExpandedEntry &entry, const PassedFunction &passed) const;
    QemuCandidate candidateFor(const ExpandedEntry &entry) const;
    FunctionOutcome functionOutcome(const ExpandedEntry &entry, int position) const;
    FunctionOutcome standIn(const ExpandedEntry &entry) const;
    QString driverName(const ExpandedEntry &entry, qsizetype position, bool isLeading) const;
    EntryOutcome place(const ExpandedEntry &entry);
    void buildGuest();
    void askDrivers(qsizetype row);
    void judge(qsizetype row);
    Reason firstCause(const ExpandedEntry &entry, const FunctionOutcome &speaking) const;

    const Plan &m_plan;
    QList<ExpandedEntry> m_expanded;
    GuestTree m_tree;
    QHash<PciAddress, QString> m_letters;
    QList<FunctionOutcome> m_speaking; ///< by entry
    PlanOutcome m_outcome;
};

bool holds(const PerWidth<Answer> &answers, Answer answer)
{
    return std::ranges::any_of(decidingWidths,
                               [&](Width width) { return answers[width] == answer; });
}

VfioCompleters Evaluation::vfioOf(const ExpandedEntry &entry, const PassedFunction &passed) const
{
    static const Topology nothing;
    const Topology &host = m_plan.host ? *m_plan.host : nothing;
    VfioCompleters vfio = vfioCompleters(host, passed.hostIndex, m_plan.hostKernel);
    if (!entry.mediated)
        return vfio;
    for (const Width width : allWidths) {
        vfio.answer[width] = Answer::No;
        vfio.reason[width] = Reason::VfioMediated;
    }
    return vfio;
}

QemuCandidate Evaluation::candidateFor(const ExpandedEntry &entry) const
{
    QemuCandidate candidate;
    candidate.qemu = m_plan.guest.qemuVersion();
    candidate.rootBusIsExpress = machineKind(m_plan.guest) != MachineKind::I440fx;
    candidate.onRootBus = entry.place.bus == rootBusName(m_plan.guest);
    const int owner = m_tree.ownerOf(entry.place.bus);
    if (owner >= 0)
        candidate.parentType = m_tree.nodes.at(owner).portType;
    candidate.busIsExpress = candidate.onRootBus ? candidate.rootBusIsExpress
                                                 : candidate.parentType == PortType::RootPort
            || candidate.parentType == PortType::UpstreamPort
            || candidate.parentType == PortType::DownstreamPort;
    candidate.slot = entry.place.slot;
    candidate.busKnown = entry.placeKnown;
    candidate.placementKnown = entry.countKnown;
    return candidate;
}

FunctionOutcome Evaluation::functionOutcome(const ExpandedEntry &entry, int position) const
{
    const PassedFunction &passed = entry.functions.at(position);
    FunctionOutcome function;
    function.host = passed.address;
    function.hostIndex = passed.hostIndex;
    function.sysfsdev = passed.sysfsdev;
    function.qemuId = passed.qemuId;
    function.bus = entry.place.bus;
    function.addr = functionAddress(entry, position);
    function.multifunction = passed.multifunction;
    function.vfio = vfioOf(entry, passed);

    QemuCandidate candidate = candidateFor(entry);
    candidate.hostType = entry.mediated ? PortType::Unknown : hostFunction(m_plan, passed).portType;
    candidate.function = passed.function;
    candidate.multifunction = passed.multifunction;
    function.qemu = qemuDecision(candidate, function.vfio);
    function.capabilityVisible = function.qemu.capabilityVisible;
    function.guestType = function.qemu.guestType;
    function.guestNode = m_tree.indexOf(function.qemuId);
    if (function.guestNode >= 0)
        function.visible = m_tree.nodes.at(function.guestNode).visible;
    return function;
}

FunctionOutcome Evaluation::standIn(const ExpandedEntry &entry) const
{
    FunctionOutcome function;
    const QList<HostId> ids = entry.value.hosts();
    if (!ids.isEmpty())
        function.host = ids.first().address;
    PassedFunction passed;
    passed.address = function.host;
    function.vfio = vfioOf(entry, passed);
    function.qemu = qemuDecision(candidateFor(entry), function.vfio);
    return function;
}

/// The driver chosen by hand stands for the card: its first function that would have one.
QString Evaluation::driverName(const ExpandedEntry &entry, qsizetype position, bool isLeading) const
{
    const QString chosen = m_plan.driverFor(entry.entry.index);
    if (isLeading && !chosen.isEmpty())
        return chosen;
    return guestDriverName(hostFunction(m_plan, entry.functions.at(position)));
}

/// The entry's functions and port, before the guest is known as a whole.
EntryOutcome Evaluation::place(const ExpandedEntry &entry)
{
    EntryOutcome outcome;
    outcome.index = entry.entry.index;
    outcome.value = entry.entry.value;
    outcome.source = entry.source;
    outcome.place = entry.place;
    outcome.errors = entry.errors;
    if (!entry.isPlaced()) {
        m_speaking.append(FunctionOutcome {});
        return outcome;
    }
    for (int position = 0; position < entry.functions.size(); ++position) {
        outcome.functions.append(functionOutcome(entry, position));
        if (outcome.leading < 0 && driverName(entry, position, false) != "none"_L1)
            outcome.leading = position;
    }
    if (outcome.leading < 0 && !outcome.functions.isEmpty())
        outcome.leading = 0;
    m_speaking.append(outcome.leading < 0 ? standIn(entry) : outcome.functions.at(outcome.leading));
    if (entry.place.rootPort || !entry.placeKnown) {
        const FunctionOutcome &first =
            outcome.functions.isEmpty() ? m_speaking.last() : outcome.functions.first();
        outcome.rootPort = first.qemu.port;
        if (first.qemu.reason != Reason::QemuPlacementUnknown)
            outcome.portNode = m_tree.indexOf(entry.place.bus);
    }
    return outcome;
}

/// Two guest slots may share a port: it shows what either of them was given.
void showPort(GuestFace &face, const PerWidth<Answer> &given)
{
    for (const Width width : allWidths) {
        Answer &shown = face.port[width];
        if (shown == Answer::No || given[width] == Answer::Yes)
            shown = given[width];
    }
}

/// The guest as its kernel sees it: the passed functions' own registers below the predicted ports.
void Evaluation::buildGuest()
{
    QList<GuestFace> faces(m_tree.nodes.size());
    for (qsizetype i = 0; i < faces.size(); ++i)
        faces[i].type = m_tree.nodes.at(i).portType;
    for (qsizetype i = 0; i < m_outcome.entries.size(); ++i) {
        const EntryOutcome &entry = m_outcome.entries.at(i);
        const int port = entry.rootPort ? m_tree.indexOf(entry.place.bus) : -1;
        if (port >= 0)
            showPort(faces[port], *entry.rootPort);
        for (qsizetype k = 0; k < entry.functions.size(); ++k) {
            const FunctionOutcome &function = entry.functions.at(k);
            if (function.guestNode < 0)
                continue;
            GuestFace &face = faces[function.guestNode];
            face.host = hostFunction(m_plan, m_expanded.at(i).functions.at(k));
            face.type =
                function.capabilityVisible == false ? PortType::Conventional : function.guestType;
            m_tree.nodes[function.guestNode].portType = face.type;
        }
    }
    const GuestView view = viewGuest(m_tree.nodes, faces);
    m_outcome.guestTree = m_tree.nodes;
    m_outcome.guest = view.topology;
    m_outcome.guestIndex = view.index;
}

void Evaluation::askDrivers(qsizetype row)
{
    const ExpandedEntry &entry = m_expanded.at(row);
    EntryOutcome &outcome = m_outcome.entries[row];
    for (qsizetype i = 0; i < outcome.functions.size(); ++i) {
        FunctionOutcome &function = outcome.functions[i];
        const QString driver = driverName(entry, i, i == outcome.leading);
        const PciFunction host = hostFunction(m_plan, entry.functions.at(i));
        function.driver = function.guestNode < 0
            ? driverWithoutPlace(driver)
            : driverOutcome(driver, host, *m_outcome.guest,
                            m_outcome.guestIndex.at(function.guestNode), m_plan.guest);
    }
}

/// A sure no before unknown; among equals host, then vfio, then QEMU; widths 32, then 64.
Reason Evaluation::firstCause(const ExpandedEntry &entry, const FunctionOutcome &speaking) const
{
    const auto &[visible, guestType, qemuReason, port] = speaking.qemu;
    const VfioCompleters &vfio = speaking.vfio;
    if (port.w32 == Answer::Yes && port.w64 == Answer::Yes)
        return Reason::QemuOk;
    const auto firstOfHost = [&](PathVerdict verdict) -> std::optional<Reason> {
        for (const Width width : decidingWidths) {
            if (vfio.hostPath.verdict[width] == verdict)
                return vfio.hostPath.widthReason[width];
        }
        return std::nullopt;
    };
    const auto firstOfVfio = [&](Answer answer) -> std::optional<Reason> {
        for (const Width width : decidingWidths) {
            if (vfio.answer[width] == answer)
                return vfio.reason[width];
        }
        return std::nullopt;
    };
    if (const auto cause = firstOfHost(PathVerdict::Fail))
        return *cause;
    if (const auto cause = firstOfVfio(Answer::No))
        return *cause;
    const bool qemuUnknown = qemuReason == Reason::QemuPlacementUnknown;
    if (qemuReason != Reason::QemuOk && !qemuUnknown)
        return qemuReason;
    // A mapping that is not resolved stands for no place on the host that could be named, and
    // neither does a device that names none.
    const bool nameless =
        entry.functions.isEmpty() && (entry.value.option(u"mapping") || !entry.whyOpen.isEmpty());
    if (qemuUnknown && (!m_plan.host || nameless))
        return qemuReason;
    if (const auto cause = firstOfHost(PathVerdict::Unknown))
        return *cause;
    if (const auto cause = firstOfVfio(Answer::Unknown))
        return *cause;
    return qemuReason;
}

/// The function whose driver result made the verdict.
Reason driverCause(const EntryOutcome &outcome)
{
    for (const FunctionOutcome &function : outcome.functions) {
        if (function.driver.reason != Reason::GuestOk)
            return function.driver.reason;
    }
    return Reason::GuestOk;
}

Remedy remedyOf(const EntryOutcome &outcome, const FunctionOutcome &speaking)
{
    if (outcome.verdict == EntryVerdict::Invalid)
        return Remedy::VmLine;
    if (outcome.verdict == EntryVerdict::Offered)
        return Remedy::Nothing;
    if (*outcome.reason == Reason::QemuOk)
        return reasonRow(driverCause(outcome)).remedy;
    // A version 1 capability of the card itself moves with the card.
    const HostPath &path = speaking.vfio.hostPath;
    if (*outcome.reason == Reason::HostCapabilityV1 && !path.path.isEmpty()
        && path.blockedBy == path.path.first()) {
        return Remedy::None;
    }
    return reasonRow(*outcome.reason).remedy;
}

void Evaluation::judge(qsizetype row)
{
    const ExpandedEntry &entry = m_expanded.at(row);
    const FunctionOutcome &speaking = m_speaking.at(row);
    EntryOutcome &outcome = m_outcome.entries[row];
    outcome.verdict = entryVerdict(outcome);
    if (outcome.errors.isEmpty())
        outcome.reason = firstCause(entry, speaking);
    outcome.remedy = remedyOf(outcome, speaking);
    outcome.letter = m_letters.value(speaking.host);
    const QList<PassedFunction> &functions = entry.functions;
    if (!functions.isEmpty()) {
        const PciFunction card = hostFunction(m_plan, functions.at(std::max(outcome.leading, 0)));
        outcome.title = shortName(card);
    }
    outcome.sentences = entrySentences(m_plan, entry, outcome, speaking);
}

PlanOutcome Evaluation::run()
{
    for (const ExpandedEntry &entry : std::as_const(m_expanded))
        m_outcome.entries.append(place(entry));
    buildGuest();
    for (qsizetype i = 0; i < m_outcome.entries.size(); ++i) {
        askDrivers(i);
        judge(i);
    }
    m_outcome.devices = passthroughArguments(m_plan, m_expanded);
    m_outcome.bridges = bridgeArguments(m_plan, m_expanded);
    addWarnings(m_plan, m_expanded, m_outcome);
    return m_outcome;
}

} // namespace

EntryVerdict entryVerdict(const EntryOutcome &outcome)
{
    if (!outcome.errors.isEmpty())
        return EntryVerdict::Invalid;
    const auto has = [&](DriverResult result) {
        return std::ranges::any_of(outcome.functions, [result](const FunctionOutcome &function) {
            return function.driver.result == result;
        });
    };
    if (has(DriverResult::Unavailable) || has(DriverResult::Absent))
        return EntryVerdict::NotOffered;
    if (has(DriverResult::Unknown))
        return EntryVerdict::Inconclusive;
    if (has(DriverResult::Unproven))
        return EntryVerdict::Unproven;
    if (has(DriverResult::Available))
        return EntryVerdict::Offered;
    if (!outcome.rootPort || holds(*outcome.rootPort, Answer::No))
        return EntryVerdict::NotOffered;
    return holds(*outcome.rootPort, Answer::Unknown) ? EntryVerdict::Inconclusive
                                                     : EntryVerdict::Offered;
}

PlanOutcome evaluate(const Plan &plan)
{
    return Evaluation(plan).run();
}

} // namespace rootward
