// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "guestdriver.h"

#include "gpugeneration.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <span>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr quint8 anySubclass = 0xff;
constexpr quint16 amd = 0x1002;

/// How a driver's calls add up.
enum class Need { All, Any, OneOfThem };

struct DriverRow {
    const char *name;
    QList<Width> (*widths)();
    Need need;
    const char *message; ///< what the kernel logs on failure; nullptr: nothing
    const char *consequence; ///< nullptr: none, or by GPU generation
    /// It believes Requester Enable alone, which a virtual function shows as 0.
    bool readsBack;
    const char *needs; ///< driverNeeds()
    const char *without; ///< driverConsequence()
};

QList<Width> widths32and64()
{
    return {Width::W32, Width::W64};
}
QList<Width> width64()
{
    return {Width::W64};
}
QList<Width> everyWidth()
{
    return {Width::W32, Width::W64, Width::W128};
}

// docs/rules.md, "Guest drivers".
constexpr DriverRow driverRows[] = {
    {"amdgpu", widths32and64, Need::All, "PCIE atomic ops is not supported", nullptr, false,
     QT_TRANSLATE_NOOP("rootward",
                       "32 and 64 bit, in one call; an APU newer than GC 9.0.0 has them without "
                       "asking, and a virtual function is told by the host's driver"),
     QT_TRANSLATE_NOOP("rootward",
                       "it loads all the same; KFD, which ROCm needs, keeps or skips the GPU by "
                       "its generation and its MEC firmware, and programs that need AtomicOps "
                       "(RCCL, hostcall) fail")},
    {"mlx5_core", everyWidth, Need::Any, "Enabling pci atomics failed", nullptr, false,
     QT_TRANSLATE_NOOP("rootward",
                       "32, 64 and 128 bit, one after the other; the first that it gets is enough"),
     QT_TRANSLATE_NOOP("rootward", "it goes on without them and says so at debug level only")},
    {"bnxt_re", widths32and64, Need::All, "platform doesn't support global atomics.",
     QT_TRANSLATE_NOOP("rootward", "RoCE offers no atomic operations"), true,
     QT_TRANSLATE_NOOP("rootward",
                       "32 bit, then 64 bit; it needs both, and Requester Enable must read 1 "
                       "afterwards"),
     QT_TRANSLATE_NOOP("rootward", "it loads all the same; RoCE offers no atomic operations")},
    {"qedr", width64, Need::All, "Atomic capability disabled",
     QT_TRANSLATE_NOOP("rootward", "RDMA offers no atomic operations"), false,
     QT_TRANSLATE_NOOP("rootward", "64 bit alone"),
     QT_TRANSLATE_NOOP("rootward",
                       "it loads all the same; RDMA offers no atomic operations, which it says at "
                       "debug level only")},
    {"nvidia-open", widths32and64, Need::OneOfThem, nullptr,
     QT_TRANSLATE_NOOP("rootward", "the driver goes without PCIe atomics"), true,
     QT_TRANSLATE_NOOP("rootward",
                       "one width, which the card's firmware chooses; Requester Enable must read "
                       "1 afterwards"),
     QT_TRANSLATE_NOOP("rootward", "it goes without PCIe atomics and says nothing")},
};

constexpr const char *noDriverNeeds = QT_TRANSLATE_NOOP("rootward", "nothing");
constexpr const char *noDriverLoses = QT_TRANSLATE_NOOP("rootward", "nothing changes");

/// Which function gets which driver.
struct MatchRow {
    quint16 vendor;
    quint8 baseClass;
    const char *driver;
    quint8 subClass = anySubclass;
};

constexpr MatchRow matchRows[] = {
    {amd, 0x03, "amdgpu"},     {amd, 0x12, "amdgpu", 0x00},   {0x15b3, 0x02, "mlx5_core"},
    {0x14e4, 0x02, "bnxt_re"}, {0x1077, anySubclass, "qedr"}, {0x10de, 0x03, "nvidia-open"},
};

/// Device ids of the bnxt family, Broadcom NetXtreme-C and -E (Linux bnxt.c, bnxt_pci_tbl).
struct IdRange {
    quint16 first;
    quint16 last;
};
constexpr IdRange bnxtIds[] = {
    {0x1604, 0x1609}, {0x1614, 0x1614}, {0x16c0, 0x16c1}, {0x16c8, 0x16dc},
    {0x16de, 0x16df}, {0x16e1, 0x16f1}, {0x1750, 0x1752}, {0x1760, 0x1760},
    {0x1800, 0x1809}, {0x1819, 0x181b}, {0xd802, 0xd802}, {0xd804, 0xd804},
};

bool isBnxt(std::optional<quint16> device)
{
    return device && std::ranges::any_of(bnxtIds, [&](const IdRange &range) {
               return *device >= range.first && *device <= range.last;
           });
}

const DriverRow *findDriver(QStringView name)
{
    const auto row = std::ranges::find_if(driverRows, [name](const DriverRow &candidate) {
        return name == QLatin1StringView(candidate.name);
    });
    return row == std::end(driverRows) ? nullptr : row;
}

PathVerdict sumUp(const DriverRow &driver, const HostPath &path)
{
    const QList<Width> asked = driver.widths();
    const auto has = [&](PathVerdict verdict) {
        return std::ranges::any_of(asked,
                                   [&](Width width) { return path.verdict[width] == verdict; });
    };
    constexpr std::array allOrder {PathVerdict::Fail, PathVerdict::Unknown, PathVerdict::Unproven};
    constexpr std::array anyOrder {PathVerdict::Pass, PathVerdict::Unproven, PathVerdict::Unknown};
    if (driver.need == Need::OneOfThem && has(PathVerdict::Fail) && has(PathVerdict::Pass))
        return PathVerdict::Unknown; // the driver's firmware chooses the width
    const bool any = driver.need == Need::Any;
    for (const PathVerdict verdict : any ? anyOrder : allOrder) {
        if (has(verdict))
            return verdict;
    }
    return any ? PathVerdict::Fail : PathVerdict::Pass;
}

struct ReasonPair {
    Reason path;
    Reason guest;
};
constexpr ReasonPair guestReasons[] = {
    {Reason::HostOk, Reason::GuestOk},
    {Reason::HostNotPcie, Reason::GuestHiddenCapability},
    {Reason::HostPortType, Reason::GuestNoRootPort},
    {Reason::HostNoRootPort, Reason::GuestNoRootPort},
    {Reason::HostNoRouting, Reason::GuestSwitchNoRouting},
    {Reason::HostEgressBlocked, Reason::GuestSwitchNoRouting},
    {Reason::HostRootPortWidth, Reason::GuestWidth},
    {Reason::HostCapabilityV1, Reason::GuestWidth},
};

/// The path's cause in the guest's words, for the first asked width with that verdict.
Reason guestReason(const DriverRow &driver, const HostPath &path, PathVerdict verdict,
                   int guestIndex)
{
    if (verdict == PathVerdict::Pass)
        return Reason::GuestOk;
    Reason cause = path.reason;
    for (const Width width : driver.widths()) {
        if (path.verdict[width] == verdict) {
            cause = path.widthReason[width];
            break;
        }
    }
    const auto row = std::ranges::find_if(
        guestReasons, [cause](const ReasonPair &pair) { return pair.path == cause; });
    if (row != std::end(guestReasons) && row->guest != Reason::GuestOk)
        return row->guest;
    // Not known: a port above that may or may not have the widths, or the capability itself.
    const bool portAbove = std::ranges::any_of(
        path.blockers, [&](const Blocker &blocker) { return blocker.function != guestIndex; });
    return portAbove || path.blockers.isEmpty() ? Reason::GuestWidth
                                                : Reason::GuestHiddenCapability;
}

DriverResult resultOf(PathVerdict verdict)
{
    constexpr std::array results {DriverResult::Available, DriverResult::Unavailable,
                                  DriverResult::Unknown, DriverResult::Unproven};
    return results[static_cast<size_t>(verdict)];
}

/// amdgpu asks no path for an APU's graphics and for a virtual function.
std::optional<DriverOutcome> internalOutcome(const PciFunction &function, DriverOutcome outcome)
{
    if (outcome.name != "amdgpu"_L1)
        return std::nullopt;
    outcome.reason = Reason::GuestDriverInternal;
    if (function.isVirtual) {
        outcome.result = DriverResult::Unknown;
        outcome.consequence = QCoreApplication::translate(
            "rootward",
            "the host's driver of the physical function tells the guest's driver "
            "whether AtomicOps are there");
        return outcome;
    }
    if (usesInternalPath(gpuGeneration(function))) {
        outcome.result = DriverResult::Available;
        return outcome;
    }
    return std::nullopt;
}

void describeFailure(DriverOutcome &outcome, const DriverRow &driver, const PciFunction &function)
{
    if (driver.message)
        outcome.messages.append(QLatin1StringView(driver.message));
    if (driver.consequence)
        outcome.consequence = QCoreApplication::translate("rootward", driver.consequence);
    if (outcome.name != "amdgpu"_L1)
        return;
    const GpuGeneration generation = gpuGeneration(function);
    if (skippedByKfd(generation))
        outcome.messages.append(u"PCI rejects atomics"_s);
    outcome.consequence = kfdConsequence(generation);
}

/// A virtual function's Requester Enable is reserved: the path may carry AtomicOps and the driver
/// still not believe it.
void doubtReadBack(DriverOutcome &outcome)
{
    outcome.result = DriverResult::Unknown;
    outcome.reason = Reason::GuestDriverInternal;
    outcome.consequence = QCoreApplication::translate(
        "rootward", "the driver reads Requester Enable back, which a virtual function shows as 0");
}

QString wordsOf(const QString &driver, const char *DriverRow::*words, const char *ofNone)
{
    const DriverRow *row = findDriver(driver);
    if (!row && driver != "none"_L1)
        return {};
    return QCoreApplication::translate("rootward", row ? row->*words : ofNone);
}

} // namespace

QLatin1StringView driverResultId(DriverResult result)
{
    constexpr std::array ids {"available"_L1, "unavailable"_L1, "unproven"_L1,
                              "unknown"_L1,   "absent"_L1,      "not-applicable"_L1};
    return ids[static_cast<size_t>(result)];
}

QString guestDriverName(const PciFunction &function)
{
    if (!function.vendor || !function.classCode)
        return u"none"_s;
    const int base = *function.classCode >> 8;
    const int sub = *function.classCode & 0xff;
    for (const MatchRow &row : matchRows) {
        const bool matches = row.vendor == *function.vendor
            && (row.baseClass == anySubclass || row.baseClass == base)
            && (row.subClass == anySubclass || row.subClass == sub);
        if (matches && (*function.vendor != 0x14e4 || isBnxt(function.device)))
            return QString::fromLatin1(row.driver);
    }
    return u"none"_s;
}

QList<Width> askedWidths(const QString &driver)
{
    const DriverRow *row = findDriver(driver);
    return row ? row->widths() : QList<Width> {};
}

QString driverNeeds(const QString &driver)
{
    return wordsOf(driver, &DriverRow::needs, noDriverNeeds);
}

QString driverConsequence(const QString &driver)
{
    return wordsOf(driver, &DriverRow::without, noDriverLoses);
}

bool driverReadsRequester(const QString &driver)
{
    const DriverRow *row = findDriver(driver);
    return row && row->readsBack;
}

std::optional<bool> predictedRequester(const DriverOutcome &outcome)
{
    if (outcome.reason == Reason::GuestDriverInternal)
        return std::nullopt;
    if (outcome.result == DriverResult::Available || outcome.result == DriverResult::Unproven)
        return true;
    return outcome.result == DriverResult::Unavailable ? std::optional(false) : std::nullopt;
}

QStringList guestDriverNames()
{
    QStringList names;
    for (const DriverRow &row : driverRows)
        names.append(QString::fromLatin1(row.name));
    return names << u"none"_s;
}

DriverOutcome driverWithoutPlace(const QString &driver)
{
    DriverOutcome outcome;
    outcome.name = driver;
    if (findDriver(driver)) {
        outcome.result = DriverResult::Unknown;
        outcome.reason = Reason::GuestWidth;
    }
    return outcome;
}

DriverOutcome driverOutcome(const QString &driverName, const PciFunction &hostFunction,
                            const Topology &guest, int guestIndex, const GuestMachine &machine)
{
    DriverOutcome outcome;
    outcome.name = driverName;
    if (guestIndex < 0) {
        outcome.result = DriverResult::Absent;
        outcome.reason = Reason::GuestNotVisible;
        return outcome;
    }
    const DriverRow *driver = findDriver(outcome.name);
    if (!driver)
        return outcome;
    if (machine.os == GuestOs::Windows || machine.os == GuestOs::Other) {
        outcome.result = DriverResult::Unknown;
        outcome.reason = Reason::GuestOsNotModelled;
        return outcome;
    }
    if (const auto internal = internalOutcome(hostFunction, outcome))
        return *internal;
    const HostPath path = atomicPath(guest, guestIndex, machine.guestKernel.rule);
    const PathVerdict verdict = sumUp(*driver, path);
    outcome.result = resultOf(verdict);
    outcome.reason = guestReason(*driver, path, verdict, guestIndex);
    if (verdict == PathVerdict::Fail)
        describeFailure(outcome, *driver, hostFunction);
    else if (driver->readsBack && hostFunction.isVirtual)
        doubtReadBack(outcome);
    return outcome;
}

} // namespace rootward
