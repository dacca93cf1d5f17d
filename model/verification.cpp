// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "verification.h"

#include "entryverdict.h"
#include "verifychecks.h"

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

struct FactRow {
    Fact fact;
    const char *id;
    const char *text;
};
constexpr FactRow factRows[] = {
    {Fact::Visible, "visible", QT_TRANSLATE_NOOP("rootward", "visible")},
    {Fact::Capability, "capability", QT_TRANSLATE_NOOP("rootward", "PCIe capability")},
    {Fact::GuestType, "type", QT_TRANSLATE_NOOP("rootward", "type")},
    {Fact::RootPortAbove, "root-port-above", QT_TRANSLATE_NOOP("rootward", "root port above")},
    {Fact::Completer32, "completer-32", QT_TRANSLATE_NOOP("rootward", "port's 32bit")},
    {Fact::Completer64, "completer-64", QT_TRANSLATE_NOOP("rootward", "port's 64bit")},
    {Fact::Completer128, "completer-128", QT_TRANSLATE_NOOP("rootward", "port's 128bitCAS")},
    {Fact::RequesterEnable, "requester-enable", QT_TRANSLATE_NOOP("rootward", "ReqEn")},
    {Fact::DriverMessage, "driver-message", QT_TRANSLATE_NOOP("rootward", "kernel message")},
};

const FactRow &factRow(Fact fact)
{
    return *std::ranges::find(factRows, fact, &FactRow::fact);
}

/// One entry beside the guest's capture.
class EntryVerification {
public:
    EntryVerification(const Plan &plan, const EntryInGuest &where)
        : m_plan(plan), m_where(where), m_entry(where.entry), m_matches(where.matches),
          m_tree(where.tree())
    {
    }

    VerifiedEntry run();

private:
    void describe();
    PciFunction hostOf(const FunctionOutcome &function) const;
    std::optional<DriverOutcome> seenDriver(int function) const;
    std::optional<PerWidth<Answer>> seenPort() const;
    std::optional<EntryVerdict> seenVerdict() const;
    bool decides(const Check &check) const;
    VerifyVerdict verdict() const;
    QString sentence() const;
    QString openSentence() const;
    /// The first check that `wanted` says yes to; null: none.
    template<typename Wanted>
    const Check *first(Wanted wanted) const
    {
        const auto check = std::ranges::find_if(m_verified.checks, wanted);
        return check == m_verified.checks.end() ? nullptr : &*check;
    }

    const Plan &m_plan;
    const EntryInGuest &m_where;
    const EntryOutcome &m_entry;
    const QList<GuestMatch> &m_matches;
    const Topology &m_tree;
    VerifiedEntry m_verified;
};

void EntryVerification::describe()
{
    m_verified.index = m_entry.index;
    m_verified.value = m_entry.value;
    m_verified.source = m_entry.source;
    m_verified.letter = m_entry.letter;
    m_verified.title = m_entry.title;
    m_verified.predicted = m_entry.verdict;
    for (qsizetype i = 0; i < m_entry.functions.size(); ++i) {
        const FunctionOutcome &function = m_entry.functions.at(i);
        const GuestMatch &match = m_matches.at(i);
        VerifiedFunction verified;
        verified.host = function.host;
        verified.sysfsdev = function.sysfsdev;
        verified.qemuId = function.qemuId;
        verified.driver = function.driver.name;
        if (function.guestNode >= 0)
            verified.likely = m_where.outcome.guestTree.at(function.guestNode).likelyAddress;
        verified.by = match.by;
        if (match.guest >= 0) {
            verified.guest = m_tree.at(match.guest).address;
            if (const int above = m_tree.parent(match.guest); above >= 0)
                verified.parent = m_tree.at(above).address;
        }
        m_verified.functions.append(verified);
    }
}

PciFunction EntryVerification::hostOf(const FunctionOutcome &function) const
{
    if (m_plan.host && function.hostIndex >= 0)
        return m_plan.host->at(function.hostIndex);
    PciFunction unknown;
    unknown.address = function.host;
    return unknown;
}

/// The same rules asked of the guest's own tree; the driver's own word goes over them.
std::optional<DriverOutcome> EntryVerification::seenDriver(int function) const
{
    const FunctionOutcome &outcome = m_entry.functions.at(function);
    const GuestMatch &match = m_matches.at(function);
    if (!match.seen || (match.guest >= 0 && !m_where.hasCapability(match.guest)))
        return std::nullopt;
    DriverOutcome seen =
        driverOutcome(outcome.driver.name, hostOf(outcome), m_tree, match.guest, m_plan.guest);
    const bool complained = match.guest >= 0 && seen.result != DriverResult::NotApplicable
        && std::ranges::any_of(m_where.guest.driverLines, [&](const DriverLine &line) {
                                return m_where.speaksOf(line, function);
                            });
    if (complained)
        seen.result = DriverResult::Unavailable;
    return seen;
}

std::optional<PerWidth<Answer>> EntryVerification::seenPort() const
{
    const int port = m_where.port();
    if (port < 0)
        return std::nullopt;
    PerWidth<Answer> answers {Answer::Unknown, Answer::Unknown, Answer::Unknown};
    for (const Width width : allWidths) {
        if (const auto bit = m_tree.at(port).atomicOps.completer[width])
            answers[width] = *bit ? Answer::Yes : Answer::No;
    }
    return answers;
}

/// nullopt where the guest's capture leaves it open.
std::optional<EntryVerdict> EntryVerification::seenVerdict() const
{
    EntryOutcome seen = m_entry;
    if (seen.functions.isEmpty() || !seen.errors.isEmpty())
        return std::nullopt;
    for (int i = 0; i < seen.functions.size(); ++i) {
        const auto driver = seenDriver(i);
        if (!driver)
            return std::nullopt;
        seen.functions[i].driver = *driver;
    }
    seen.rootPort = seenPort();
    const EntryVerdict verdict = entryVerdict(seen);
    return verdict == EntryVerdict::Inconclusive ? std::nullopt : std::optional(verdict);
}

bool EntryVerification::decides(const Check &check) const
{
    const bool ofLeading = check.function == std::max(m_entry.leading, 0);
    const FunctionOutcome &leading = m_entry.functions.at(std::max(m_entry.leading, 0));
    if (leading.visible == false)
        return check.fact == Fact::Visible && ofLeading;
    if (m_entry.rootPort)
        return check.fact == Fact::Completer32 || check.fact == Fact::Completer64;
    return ofLeading && (check.fact == Fact::RootPortAbove || check.fact == Fact::Capability);
}

VerifyVerdict EntryVerification::verdict() const
{
    if (m_entry.functions.isEmpty())
        return VerifyVerdict::Inconclusive;
    bool anything = false;
    bool everything = true;
    for (const Check &check : m_verified.checks) {
        if (check.result == CheckResult::Contradicted)
            return VerifyVerdict::Contradicted;
        if (!decides(check))
            continue;
        anything = true;
        everything = everything && check.result == CheckResult::Confirmed;
    }
    return anything && everything ? VerifyVerdict::Confirmed : VerifyVerdict::Inconclusive;
}

QString EntryVerification::sentence() const
{
    if (!m_entry.errors.isEmpty())
        return tr("the VM cannot start with this line, so no guest can show it");
    if (m_verified.verdict == VerifyVerdict::Confirmed)
        return tr("the guest shows what was predicted");
    const auto contradicted = [](const Check &row) {
        return row.result == CheckResult::Contradicted;
    };
    const Check *check = first([&](const Check &row) { return contradicted(row) && decides(row); });
    if (!check)
        check = first(contradicted);
    if (check) {
        return tr("predicted for %1: %2, the guest shows: %3")
            .arg(factText(check->fact), check->predicted, check->seen);
    }
    if (m_entry.functions.isEmpty())
        return tr("which functions this passes is not known");
    return openSentence();
}

/// What is missing for a verdict.
QString EntryVerification::openSentence() const
{
    const auto decidesOpen = [&](CheckResult result) {
        return [this, result](const Check &row) { return row.result == result && decides(row); };
    };
    const QString command = u"sudo lspci -vvv -nn"_s;
    const Check *visible = first([&](const Check &row) {
        return row.fact == Fact::Visible && row.function == std::max(m_entry.leading, 0);
    });
    if (visible && visible->result == CheckResult::NotShown)
        return tr("the guest's capture does not tell which function it is; in the guest: %1")
            .arg(command);
    if (const Check *check = first(decidesOpen(CheckResult::NotShown)))
        return tr("the guest's capture does not show: %1; in the guest: %2")
            .arg(factText(check->fact), command);
    if (const Check *check = first(decidesOpen(CheckResult::NotPredicted)))
        return tr("the plan could not tell %1, the guest shows: %2")
            .arg(factText(check->fact), check->seen);
    return tr("the device is not found in the guest's capture");
}

VerifiedEntry EntryVerification::run()
{
    describe();
    m_verified.checks = checkEntry(m_where);
    m_verified.verdict = verdict();
    m_verified.seen = seenVerdict();
    m_verified.sentence = sentence();
    return m_verified;
}

} // namespace

QLatin1StringView factId(Fact fact)
{
    return QLatin1StringView(factRow(fact).id);
}

QString factText(Fact fact)
{
    return tr(factRow(fact).text);
}

QLatin1StringView checkResultId(CheckResult result)
{
    constexpr std::array ids {"confirmed"_L1, "contradicted"_L1, "not-shown"_L1,
                              "not-predicted"_L1};
    return ids[static_cast<size_t>(result)];
}

QLatin1StringView verifyVerdictId(VerifyVerdict verdict)
{
    constexpr std::array ids {"confirmed"_L1, "contradicted"_L1, "inconclusive"_L1};
    return ids[static_cast<size_t>(verdict)];
}

Verification verifyPlan(const Plan &plan, const PlanOutcome &outcome, const GuestCapture &guest)
{
    const QList<QList<GuestMatch>> matches =
        matchGuest(plan, outcome, *guest.capture.topology, guest.isWhole());
    Verification verification;
    for (qsizetype i = 0; i < outcome.entries.size(); ++i) {
        const EntryInGuest where {outcome, outcome.entries.at(i), matches.at(i), guest};
        verification.entries.append(EntryVerification(plan, where).run());
    }
    return verification;
}

} // namespace rootward
