// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "verifychecks.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

struct WidthFact {
    Width width;
    Fact fact;
};
constexpr WidthFact widthFacts[] = {{Width::W32, Fact::Completer32},
                                    {Width::W64, Fact::Completer64},
                                    {Width::W128, Fact::Completer128}};

QString word(std::optional<bool> value)
{
    return !value ? QString() : *value ? u"yes"_s : u"no"_s;
}

std::optional<bool> truthOf(Answer answer)
{
    return answer == Answer::Unknown ? std::nullopt : std::optional(answer == Answer::Yes);
}

bool isKnown(PortType type)
{
    return type != PortType::Unknown;
}

/// QEMU's root port models are told by their ids where the capabilities were not readable.
std::optional<bool> isRootPort(const PciFunction &port)
{
    if (isKnown(port.portType))
        return port.portType == PortType::RootPort;
    if (port.vendor == quint16 {0x1b36} && port.device == quint16 {0x000c})
        return true;
    if (port.vendor == quint16 {0x8086} && port.device == quint16 {0x3420})
        return true;
    return std::nullopt;
}

class EntryCheck {
public:
    explicit EntryCheck(const EntryInGuest &where)
        : m_where(where), m_entry(where.entry), m_matches(where.matches), m_guest(where.guest),
          m_tree(where.tree())
    {
    }

    QList<Check> run();

private:
    void checkFunction(int function);
    void checkVisible(int function);
    void checkType(int function);
    void checkRootPortAbove(int function);
    void checkRequester(int function);
    void checkMessages(int function);
    void checkPort();
    const DriverLine *lineOf(int function, const QString &message) const;
    Check &add(Fact fact, int function, const QString &predicted, const QString &seen);
    void show(Check &check, int guest, QByteArrayView word);

    const EntryInGuest &m_where;
    const EntryOutcome &m_entry;
    const QList<GuestMatch> &m_matches;
    const GuestCapture &m_guest;
    const Topology &m_tree;
    QList<Check> m_checks;
};

Check &EntryCheck::add(Fact fact, int function, const QString &predicted, const QString &seen)
{
    Check check;
    check.fact = fact;
    check.function = function;
    check.predicted = predicted;
    check.seen = seen;
    check.result = seen.isEmpty() ? CheckResult::NotShown
        : predicted.isEmpty()     ? CheckResult::NotPredicted
        : predicted == seen       ? CheckResult::Confirmed
                                  : CheckResult::Contradicted;
    m_checks.append(check);
    return m_checks.last();
}

void EntryCheck::show(Check &check, int guest, QByteArrayView word)
{
    check.place = m_tree.at(guest).address;
    if (!check.seen.isEmpty())
        check.evidence = m_guest.evidence(m_tree.at(guest), word);
}

void EntryCheck::checkVisible(int function)
{
    const GuestMatch &match = m_matches.at(function);
    Check &check = add(Fact::Visible, function, word(m_entry.functions.at(function).visible),
                       word(match.seen));
    if (match.guest >= 0)
        show(check, match.guest, {});
    else if (!match.seen)
        check.note = tr("the capture does not tell which of the guest's functions it is");
}

void EntryCheck::checkType(int function)
{
    const FunctionOutcome &predicted = m_entry.functions.at(function);
    const int guest = m_matches.at(function).guest;
    const PciFunction &shown = m_tree.at(guest);
    const std::optional<bool> hasCapability = m_where.hasCapability(guest);
    show(add(Fact::Capability, function, word(predicted.capabilityVisible), word(hasCapability)),
         guest, "] Express");
    if (predicted.capabilityVisible == false || hasCapability == false)
        return;
    show(add(Fact::GuestType, function,
             isKnown(predicted.guestType) ? QString(portTypeId(predicted.guestType)) : QString(),
             hasCapability ? QString(portTypeId(shown.portType)) : QString()),
         guest, "] Express");
}

void EntryCheck::checkRootPortAbove(int function)
{
    const FunctionOutcome &outcome = m_entry.functions.at(function);
    const int guest = m_matches.at(function).guest;
    std::optional<bool> predicted;
    if (outcome.guestNode >= 0) {
        const int parent = m_where.outcome.guestTree.at(outcome.guestNode).parent;
        predicted =
            parent >= 0 && m_where.outcome.guestTree.at(parent).portType == PortType::RootPort;
    }
    const int above = m_tree.parent(guest);
    std::optional<bool> seen;
    if (above < 0 && m_tree.onRootBus(guest) == true)
        seen = false;
    else if (above >= 0 && !m_tree.gapAbove(guest))
        seen = isRootPort(m_tree.at(above));
    Check &check = add(Fact::RootPortAbove, function, word(predicted), word(seen));
    if (above >= 0)
        show(check, above, "] Express");
}

void EntryCheck::checkPort()
{
    if (!m_entry.rootPort)
        return;
    const int port = m_where.port();
    for (const WidthFact &row : widthFacts) {
        std::optional<bool> seen;
        if (port >= 0)
            seen = m_tree.at(port).atomicOps.completer[row.width];
        Check &check = add(row.fact, -1, word(truthOf((*m_entry.rootPort)[row.width])), word(seen));
        if (port >= 0)
            show(check, port, "AtomicOpsCap:");
    }
}

/// Only the guest's driver sets the bit in the guest; on the host vfio sets it in asking.
void EntryCheck::checkRequester(int function)
{
    const FunctionOutcome &outcome = m_entry.functions.at(function);
    const DriverOutcome &driver = outcome.driver;
    const int guest = m_matches.at(function).guest;
    if (driver.result == DriverResult::NotApplicable || driver.result == DriverResult::Absent
        || driver.reason == Reason::GuestDriverInternal)
        return;
    const std::optional<bool> predicted = predictedRequester(driver);
    const PciFunction &shown = m_tree.at(guest);
    const std::optional<bool> seen = shown.atomicOps.requesterEnable;
    Check &check = add(Fact::RequesterEnable, function, word(predicted), word(seen));
    show(check, guest, "AtomicOpsCtl:");
    if (!seen || !predicted)
        return;
    const auto open = [&](const QString &why) {
        check.result = CheckResult::NotShown;
        check.note = why;
    };
    const bool vfioMaySet = std::ranges::any_of(
        allWidths, [&](Width width) { return outcome.vfio.answer[width] != Answer::No; });
    if (*predicted && !*seen)
        open(tr("a driver that is not loaded yet leaves it at 0, and so does a function that "
                "cannot ask"));
    else if (!*predicted && *seen && vfioMaySet)
        open(tr("vfio on the host may have set it"));
    else if (!*predicted && !*seen && shown.driver.isEmpty())
        open(tr("the capture names no driver in use"));
}

const DriverLine *EntryCheck::lineOf(int function, const QString &message) const
{
    for (const DriverLine &line : m_guest.driverLines) {
        if (message.startsWith(line.message) && m_where.speaksOf(line, function))
            return &line;
    }
    return nullptr;
}

/// The log may begin later than the driver, or not be in the paste: a missing line shows nothing.
void EntryCheck::checkMessages(int function)
{
    const DriverOutcome &driver = m_entry.functions.at(function).driver;
    const int guest = m_matches.at(function).guest;
    for (const QString &message : driver.messages) {
        const DriverLine *line = lineOf(function, message);
        Check &check = add(Fact::DriverMessage, function, message, line ? message : QString());
        check.place = m_tree.at(guest).address;
        if (line)
            check.evidence = line->evidence;
        else
            check.note = tr("it is not in the text; in the guest: dmesg");
    }
    const bool sure =
        driver.result == DriverResult::Available || driver.result == DriverResult::Unproven;
    for (const DriverLine &line : m_guest.driverLines) {
        const bool predicted = std::ranges::any_of(driver.messages, [&](const QString &message) {
            return message.startsWith(line.message);
        });
        if (predicted || driver.name == "none"_L1 || !m_where.speaksOf(line, function))
            continue;
        Check &check =
            add(Fact::DriverMessage, function, sure ? u"none"_s : QString(), line.message);
        check.place = m_tree.at(guest).address;
        check.evidence = line.evidence;
    }
}

void EntryCheck::checkFunction(int function)
{
    checkVisible(function);
    if (m_matches.at(function).guest < 0)
        return;
    checkType(function);
    checkRootPortAbove(function);
    checkRequester(function);
    checkMessages(function);
}

QList<Check> EntryCheck::run()
{
    for (int i = 0; i < m_entry.functions.size(); ++i)
        checkFunction(i);
    // Nobody asks the port of a card that the guest is not to find.
    const bool hidden = std::ranges::all_of(m_entry.functions, [](const FunctionOutcome &function) {
        return function.visible == false;
    });
    if (!hidden)
        checkPort();
    return m_checks;
}

} // namespace

int EntryInGuest::port() const
{
    const auto portAbove = [&](const GuestMatch &match) {
        const int above = match.guest < 0 ? -1 : tree().parent(match.guest);
        return above >= 0 && !tree().gapAbove(match.guest) && isRootPort(tree().at(above)) == true
            ? above
            : -1;
    };
    for (const GuestMatch &match : matches) {
        if (match.guest >= 0)
            return portAbove(match);
    }
    if (entry.portNode < 0)
        return -1;
    const auto &likely = outcome.guestTree.at(entry.portNode).likelyAddress;
    const int port = likely ? tree().indexOf(*likely) : -1;
    // An empty port has no bits of anyone's, and what is surely elsewhere is not below it.
    const bool absent =
        std::ranges::all_of(matches, [](const GuestMatch &match) { return match.seen == false; });
    const bool asked = port >= 0 && !absent && !tree().children(port).isEmpty();
    return asked && isRootPort(tree().at(port)) == true ? port : -1;
}

bool EntryInGuest::speaksOf(const DriverLine &line, int function) const
{
    const int seen = matches.at(function).guest;
    const PciFunction &shown = tree().at(seen);
    if (line.address)
        return *line.address == shown.address;
    const auto rivals = [&](auto isRival) {
        qsizetype count = 0;
        for (const PciFunction &candidate : tree().functions())
            count += isRival(candidate);
        return count;
    };
    if (line.vendor) {
        const auto hasIds = [&](const PciFunction &candidate) {
            return candidate.vendor == line.vendor && candidate.device == line.device;
        };
        return hasIds(shown) && rivals(hasIds) == 1;
    }
    const QString driver = entry.functions.at(function).driver.name;
    return driver != "none"_L1
        && rivals(
               [&](const PciFunction &candidate) { return guestDriverName(candidate) == driver; })
        == 1;
}

std::optional<bool> EntryInGuest::hasCapability(int function) const
{
    const PciFunction &shown = tree().at(function);
    if (!isKnown(shown.portType))
        return std::nullopt;
    if (shown.portType != PortType::Conventional)
        return true;
    // lspci ends each function with an empty line and names the driver last.
    const bool isLast = std::ranges::all_of(tree().functions(), [&](const PciFunction &other) {
        return other.lines.last <= shown.lines.last;
    });
    const bool mayBeCut = isLast && shown.driver.isEmpty() && !guest.text.bytes.endsWith("\n\n");
    return mayBeCut ? std::nullopt : std::optional(false);
}

QList<Check> checkEntry(const EntryInGuest &where)
{
    return EntryCheck(where).run();
}

} // namespace rootward
