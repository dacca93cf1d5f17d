// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "gpugeneration.h"
#include "guestdriver.h"
#include "handmadeplan.h"

#include <QTest>

using namespace handmade;

namespace {

PciFunction device(quint16 vendor, quint16 id, quint16 classCode)
{
    PciFunction made = function("01:00.0", PortType::Endpoint, classCode);
    made.vendor = vendor;
    made.device = id;
    return made;
}

PciFunction named(const QString &name)
{
    PciFunction made = gpu("01:00.0");
    made.deviceName = name;
    return made;
}

/// A guest with the function behind a root port that shows these widths.
DriverOutcome ask(const PciFunction &passed, bool w32, bool w64, bool w128 = false,
                  GuestOs os = GuestOs::Linux)
{
    PciFunction inGuest = passed;
    inGuest.isVirtual = false;
    const auto guest = host({hostBridge(), rootPort("00:1c.0", 1, 1, w32, w64, w128), inGuest});
    GuestMachine machine;
    machine.os = os;
    return driverOutcome(guestDriverName(passed), passed, *guest, 2, machine);
}

} // namespace

class tst_guestdriver : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void vendorAndClassChooseTheDriver_data();
    void vendorAndClassChooseTheDriver();
    void eachDriverNeedsItsWidths_data();
    void eachDriverNeedsItsWidths();
    void apusAndVirtualFunctionsDoNotAskThePath();
    void kfdsAnswerDependsOnTheGeneration_data();
    void kfdsAnswerDependsOnTheGeneration();
    void anUnknownGenerationListsEveryConsequence();
    void otherSystemsAreNotModelled();
    void whatIsNotSeenIsAbsent();
    void theReasonIsTheGuests();
    void anUnreadPortIsUnknown();
    void aVirtualFunctionsEnableBitIsNotBelieved();
    void everyDriverSaysWhatItAsksForAndDoesWithout();
    void everyGenerationOfTheTableIsKnown_data();
    void everyGenerationOfTheTableIsKnown();
    void aDriverChosenByHandIsAsked();
    void aDriverChosenForEveryEntryIsAsked();
};

void tst_guestdriver::vendorAndClassChooseTheDriver_data()
{
    QTest::addColumn<int>("vendor");
    QTest::addColumn<int>("device");
    QTest::addColumn<int>("classCode");
    QTest::addColumn<QString>("driver");
    QTest::newRow("Radeon") << 0x1002 << 0x744c << 0x0300 << u"amdgpu"_s;
    QTest::newRow("display controller") << 0x1002 << 0x744c << 0x0380 << u"amdgpu"_s;
    QTest::newRow("Instinct") << 0x1002 << 0x74a1 << 0x1200 << u"amdgpu"_s;
    QTest::newRow("Radeon audio") << 0x1002 << 0xab30 << 0x0403 << u"none"_s;
    QTest::newRow("ConnectX") << 0x15b3 << 0x1017 << 0x0200 << u"mlx5_core"_s;
    QTest::newRow("ConnectX InfiniBand") << 0x15b3 << 0x1017 << 0x0207 << u"mlx5_core"_s;
    QTest::newRow("BCM57508") << 0x14e4 << 0x1750 << 0x0200 << u"bnxt_re"_s;
    QTest::newRow("tg3") << 0x14e4 << 0x1657 << 0x0200 << u"none"_s;
    QTest::newRow("bnx2x") << 0x14e4 << 0x168e << 0x0200 << u"none"_s;
    QTest::newRow("QLogic") << 0x1077 << 0x8070 << 0x0200 << u"qedr"_s;
    QTest::newRow("GeForce") << 0x10de << 0x2684 << 0x0300 << u"nvidia-open"_s;
    QTest::newRow("GeForce audio") << 0x10de << 0x22ba << 0x0403 << u"none"_s;
    QTest::newRow("Intel") << 0x8086 << 0x56a0 << 0x0300 << u"none"_s;
}

void tst_guestdriver::vendorAndClassChooseTheDriver()
{
    QFETCH(int, vendor);
    QFETCH(int, device);
    QFETCH(int, classCode);
    QFETCH(QString, driver);
    PciFunction made = ::device(quint16(vendor), quint16(device), quint16(classCode));
    QCOMPARE(guestDriverName(made), driver);
    made.classCode.reset();
    QCOMPARE(guestDriverName(made), u"none"_s);
    QCOMPARE(askedWidths(driver).isEmpty(), driver == "none"_L1);
}

void tst_guestdriver::eachDriverNeedsItsWidths_data()
{
    QTest::addColumn<int>("vendor");
    QTest::addColumn<int>("device");
    QTest::addColumn<int>("classCode");
    QTest::addColumn<QString>("widths"); // that the port shows
    QTest::addColumn<QString>("result");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, int vendor, int device, int classCode, const char *widths,
                        const char *result, const char *message = "") {
        QTest::addRow("%s %s", name, widths)
            << vendor << device << classCode << QString::fromLatin1(widths)
            << QString::fromLatin1(result) << QString::fromLatin1(message);
    };
    const char *amd = "PCIE atomic ops is not supported";
    row("amdgpu", 0x1002, 0x744c, 0x0300, "32 64", "available");
    row("amdgpu", 0x1002, 0x744c, 0x0300, "64", "unavailable", amd);
    row("amdgpu", 0x1002, 0x744c, 0x0300, "32", "unavailable", amd);
    row("amdgpu", 0x1002, 0x744c, 0x0300, "", "unavailable", amd);
    row("mlx5", 0x15b3, 0x1017, 0x0200, "32", "available");
    row("mlx5", 0x15b3, 0x1017, 0x0200, "128", "available");
    row("mlx5", 0x15b3, 0x1017, 0x0200, "", "unavailable", "Enabling pci atomics failed");
    row("bnxt_re", 0x14e4, 0x1750, 0x0200, "32 64", "available");
    row("bnxt_re", 0x14e4, 0x1750, 0x0200, "32", "unavailable",
        "platform doesn't support global atomics.");
    row("qedr", 0x1077, 0x8070, 0x0200, "64", "available");
    row("qedr", 0x1077, 0x8070, 0x0200, "32", "unavailable", "Atomic capability disabled");
    row("nvidia", 0x10de, 0x2684, 0x0300, "32 64", "available");
    row("nvidia", 0x10de, 0x2684, 0x0300, "32", "unknown");
    row("nvidia", 0x10de, 0x2684, 0x0300, "", "unavailable");
    row("none", 0x8086, 0x56a0, 0x0300, "", "not-applicable");
}

void tst_guestdriver::eachDriverNeedsItsWidths()
{
    QFETCH(int, vendor);
    QFETCH(int, device);
    QFETCH(int, classCode);
    QFETCH(QString, widths);
    QFETCH(QString, result);
    QFETCH(QString, message);
    const QStringList shown = widths.split(u' ');
    const DriverOutcome outcome =
        ask(::device(quint16(vendor), quint16(device), quint16(classCode)), shown.contains("32"_L1),
            shown.contains("64"_L1), shown.contains("128"_L1));
    QCOMPARE(driverResultId(outcome.result), result);
    QCOMPARE(outcome.messages.value(0), message);
    if (result == "unavailable"_L1)
        QCOMPARE(outcome.reason, Reason::GuestWidth);
}

void tst_guestdriver::apusAndVirtualFunctionsDoNotAskThePath()
{
    const DriverOutcome apu = ask(named(u"Rembrandt [Radeon 680M]"_s), false, false);
    QCOMPARE(apu.result, DriverResult::Available);
    QCOMPARE(apu.reason, Reason::GuestDriverInternal);
    QCOMPARE(ask(named(u"Kaveri [Radeon R7]"_s), false, false).result, DriverResult::Unavailable);
    PciFunction virtualFunction = gpu("01:00.0");
    virtualFunction.isVirtual = true;
    const DriverOutcome vf = ask(virtualFunction, true, true);
    QCOMPARE(vf.result, DriverResult::Unknown);
    QCOMPARE(vf.reason, Reason::GuestDriverInternal);
}

void tst_guestdriver::kfdsAnswerDependsOnTheGeneration_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("saying");
    QTest::addColumn<bool>("skipped");
    const auto row = [](const char *name, const char *saying, bool skipped = false) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(saying) << skipped;
    };
    row("Ellesmere [Radeon RX 470/480]", "gfx8", true);
    row("Baffin [Radeon RX 460]", "gfx8", true);
    row("Polaris 22 XT [Radeon RX Vega M GH]", "gfx8", true);
    row("Bonaire XT [Radeon HD 7790]", "gfx7", true);
    row("Hawaii PRO [Radeon R9 290]", "Hawaii");
    row("Vega 20 [Radeon VII]", "gfx9");
    row("Arcturus GL-XL [Instinct MI100]", "gfx9");
    row("Navi 10 [Radeon RX 5600]", "145");
    row("Navi 21 [Radeon RX 6800]", "92");
    row("Navi 31 [Radeon RX 7900 XT]", "509");
    row("Navi 48 [Radeon RX 9070]", "2090");
}

void tst_guestdriver::kfdsAnswerDependsOnTheGeneration()
{
    QFETCH(QString, name);
    QFETCH(QString, saying);
    QFETCH(bool, skipped);
    const DriverOutcome outcome = ask(named(name), false, false);
    QVERIFY2(outcome.consequence.contains(saying), qPrintable(outcome.consequence));
    QVERIFY(!outcome.consequence.contains("not known"_L1));
    QCOMPARE(outcome.messages.contains("PCI rejects atomics"_L1), skipped);
    QVERIFY(ask(named(name), true, true).consequence.isEmpty());
}

void tst_guestdriver::anUnknownGenerationListsEveryConsequence()
{
    for (const QString &name : {u"Device 9999"_s, u"Navi 310"_s}) {
        const DriverOutcome outcome = ask(named(name), false, false);
        for (const QString &saying :
             {u"not known"_s, u"gfx8"_s, u"145"_s, u"92"_s, u"509"_s, u"2090"_s}) {
            QVERIFY2(outcome.consequence.contains(saying), qPrintable(outcome.consequence));
        }
    }
}

void tst_guestdriver::otherSystemsAreNotModelled()
{
    for (const GuestOs os : {GuestOs::Windows, GuestOs::Other}) {
        const DriverOutcome outcome = ask(gpu("01:00.0"), true, true, false, os);
        QCOMPARE(outcome.result, DriverResult::Unknown);
        QCOMPARE(outcome.reason, Reason::GuestOsNotModelled);
    }
    QCOMPARE(ask(gpu("01:00.0"), true, true, false, GuestOs::Unknown).result,
             DriverResult::Available);
    QCOMPARE(ask(audio("01:00.0"), true, true, false, GuestOs::Windows).result,
             DriverResult::NotApplicable);
}

void tst_guestdriver::whatIsNotSeenIsAbsent()
{
    const DriverOutcome outcome = driverOutcome(u"amdgpu"_s, gpu("01:00.0"), Topology(), -1, {});
    QCOMPARE(outcome.result, DriverResult::Absent);
    QCOMPARE(outcome.reason, Reason::GuestNotVisible);
}

void tst_guestdriver::theReasonIsTheGuests()
{
    const auto reasonIn = [](const QList<PciFunction> &functions, AtomicOpsRule rule) {
        GuestMachine machine;
        machine.os = GuestOs::Linux;
        machine.guestKernel.rule = rule;
        const auto guest = host(functions);
        return driverOutcome(u"amdgpu"_s, gpu("01:00.0"), *guest, int(guest->size()) - 1, machine)
            .reason;
    };
    QCOMPARE(reasonIn({hostBridge(), rootPort("00:1c.0", 1, 1),
                       function("01:00.0", PortType::Conventional, 0x0300)},
                      AtomicOpsRule::Old),
             Reason::GuestHiddenCapability);
    QCOMPARE(reasonIn({hostBridge(), gpu("00:05.0", PortType::RcIntegratedEndpoint)},
                      AtomicOpsRule::New),
             Reason::GuestNoRootPort);
    QCOMPARE(reasonIn({hostBridge(), gpu("00:05.0", PortType::Endpoint)}, AtomicOpsRule::Old),
             Reason::GuestNoRootPort);
    QCOMPARE(
        reasonIn({hostBridge(), rootPort("00:1c.0", 1, 3),
                  switchPort("01:00.0", PortType::UpstreamPort, 2, 3, false),
                  switchPort("02:00.0", PortType::DownstreamPort, 3, 3, false), gpu("03:00.0")},
                 AtomicOpsRule::Old),
        Reason::GuestSwitchNoRouting);
}

void tst_guestdriver::anUnreadPortIsUnknown()
{
    PciFunction port = rootPort("00:1c.0", 1, 1);
    port.atomicOps.completer = {};
    const auto guest = host({hostBridge(), port, gpu("01:00.0")});
    const DriverOutcome outcome = driverOutcome(u"amdgpu"_s, gpu("01:00.0"), *guest, 2, {});
    QCOMPARE(outcome.result, DriverResult::Unknown);
    QCOMPARE(outcome.reason, Reason::GuestWidth);
    QVERIFY(outcome.messages.isEmpty());
}

void tst_guestdriver::aVirtualFunctionsEnableBitIsNotBelieved()
{
    const auto of = [](quint16 vendor, quint16 id, quint16 classCode, bool isVirtual, bool widths) {
        PciFunction made = ::device(vendor, id, classCode);
        made.isVirtual = isVirtual;
        return ask(made, widths, widths);
    };
    for (const auto &[vendor, id, classCode] :
         {std::tuple(0x14e4, 0x1750, 0x0200), std::tuple(0x10de, 0x2684, 0x0300)}) {
        const DriverOutcome doubted = of(vendor, id, classCode, true, true);
        QCOMPARE(doubted.result, DriverResult::Unknown);
        QCOMPARE(doubted.reason, Reason::GuestDriverInternal);
        QVERIFY(doubted.consequence.contains("Requester Enable"_L1));
        QCOMPARE(of(vendor, id, classCode, false, true).result, DriverResult::Available);
        QCOMPARE(of(vendor, id, classCode, true, false).result, DriverResult::Unavailable);
    }
    QCOMPARE(of(0x15b3, 0x1017, 0x0200, true, true).result, DriverResult::Available);
    QCOMPARE(of(0x1077, 0x8070, 0x0200, true, true).result, DriverResult::Available);
}

void tst_guestdriver::everyDriverSaysWhatItAsksForAndDoesWithout()
{
    QSet<QString> needs;
    QSet<QString> consequences;
    for (const QString &driver : guestDriverNames()) {
        QVERIFY2(!driverNeeds(driver).isEmpty(), qPrintable(driver));
        QVERIFY2(!driverConsequence(driver).isEmpty(), qPrintable(driver));
        QVERIFY(!driverNeeds(driver).endsWith(u'.') && !driverConsequence(driver).endsWith(u'.'));
        needs.insert(driverNeeds(driver));
        consequences.insert(driverConsequence(driver));
        for (const Width width : askedWidths(driver)) {
            const QString number = width == Width::W32 ? u"32"_s
                : width == Width::W64                  ? u"64"_s
                                                       : u"128"_s;
            QVERIFY2(driverNeeds(driver).contains(number) || driver == "nvidia-open"_L1,
                     qPrintable(driver));
        }
    }
    QCOMPARE(needs.size(), guestDriverNames().size());
    QCOMPARE(consequences.size(), guestDriverNames().size());
    QVERIFY(driverNeeds(u"vfio-pci"_s).isEmpty() && driverConsequence(u"vfio-pci"_s).isEmpty());
}

void tst_guestdriver::everyGenerationOfTheTableIsKnown_data()
{
    QTest::addColumn<int>("graphics");
    QTest::addColumn<bool>("apu");
    using Graphics = GpuGeneration::Graphics;
    const auto rows = [](Graphics graphics, bool apu, const char *names) {
        for (const QByteArray &name : QByteArray(names).split(','))
            QTest::newRow(name.trimmed()) << int(graphics) << apu;
    };
    rows(Graphics::Hawaii, false, "Hawaii, Grenada");
    rows(Graphics::Gfx7, false, "Bonaire");
    rows(Graphics::Gfx7, true, "Kaveri, Kabini, Mullins");
    rows(Graphics::Gfx8, false,
         "Tonga, Fiji, Ellesmere, Polaris 10, Polaris 20, Polaris 30, Baffin, Polaris 11, Lexa, "
         "Polaris 12, Vega M, Topaz, Iceland");
    rows(Graphics::Gfx8, true, "Carrizo, Stoney");
    rows(Graphics::Gfx9, false,
         "Vega 10, Vega 12, Vega 20, Arcturus, Aldebaran, Instinct MI300X, Instinct MI350");
    rows(Graphics::Gfx9, true,
         "Raven, Picasso, Raven2, Renoir, Lucienne, Cezanne, Barcelo, Instinct MI300A");
    rows(Graphics::Gfx101, false, "Navi 10, Navi 12, Navi 14");
    rows(Graphics::Gfx101, true, "Cyan Skillfish");
    rows(Graphics::Gfx103, false, "Navi 21, Navi 22, Navi 23, Navi 24");
    rows(Graphics::Gfx103, true, "VanGogh, Rembrandt, Yellow Carp, Raphael, Mendocino");
    rows(Graphics::Gfx11, false, "Navi 31, Navi 32, Navi 33");
    rows(Graphics::Gfx11, true, "Phoenix, Hawk Point, Strix, Strix Halo, Krackan");
    rows(Graphics::Gfx12, false, "Navi 44, Navi 48");
    rows(Graphics::Unknown, false, "Navi 99, Oland, Tahiti, Ravenous, Navi");
}

void tst_guestdriver::everyGenerationOfTheTableIsKnown()
{
    QFETCH(int, graphics);
    QFETCH(bool, apu);
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    const GpuGeneration generation = gpuGeneration(named(name + u" [Radeon]"_s));
    QCOMPARE(int(generation.graphics), graphics);
    QCOMPARE(generation.apu, apu);
    const bool internal = apu && generation.graphics >= GpuGeneration::Graphics::Gfx9;
    QCOMPARE(usesInternalPath(generation), internal);
}

void tst_guestdriver::aDriverChosenByHandIsAsked()
{
    const auto machine = host({hostBridge(), rootPort("00:01.0", 1, 1, true, false), gpu("01:00.0"),
                               rootPort("00:02.0", 2, 2, true, false),
                               function("02:00.0", PortType::Endpoint, 0x0200)});
    Plan plan = planFor(machine, {u"01:00.0,pcie=1"_s, u"02:00.0,pcie=1"_s});
    const auto ask = [&](int entry, const QString &chosen) {
        Plan changed = plan;
        if (!chosen.isEmpty())
            changed.drivers.insert(entry, chosen);
        const PlanOutcome outcome = evaluate(changed);
        const DriverOutcome &driver = leadingDriver(outcome.entries.at(entry));
        return driver.name + u' ' + driverResultId(driver.result);
    };
    QCOMPARE(ask(0, {}), u"amdgpu unavailable"_s);
    QCOMPARE(ask(0, u"mlx5_core"_s), u"mlx5_core available"_s);
    QCOMPARE(ask(0, u"qedr"_s), u"qedr unavailable"_s);
    QCOMPARE(ask(0, u"none"_s), u"none not-applicable"_s);
    QCOMPARE(ask(1, {}), u"none not-applicable"_s);
    QCOMPARE(ask(1, u"amdgpu"_s), u"amdgpu unavailable"_s);
    plan.drivers.insert(0, u"none"_s);
    QCOMPARE(evaluate(plan).entries.at(0).verdict, EntryVerdict::NotOffered);
    QCOMPARE(ask(1, {}), u"none not-applicable"_s);
}

void tst_guestdriver::aDriverChosenForEveryEntryIsAsked()
{
    Plan plan = planFor(x399(), {u"0b:00,pcie=1"_s, u"44:00.0,pcie=1"_s});
    plan.drivers.insert(-1, u"qedr"_s);
    plan.drivers.insert(1, u"bnxt_re"_s);
    const PlanOutcome outcome = evaluate(plan);
    QCOMPARE(leadingDriver(outcome.entries.at(0)).name, u"qedr"_s);
    // The card's other functions keep the driver of their device.
    QCOMPARE(outcome.entries.at(0).functions.at(1).driver.name, u"none"_s);
    QCOMPARE(leadingDriver(outcome.entries.at(1)).name, u"bnxt_re"_s);
}

QTEST_GUILESS_MAIN(tst_guestdriver)
#include "tst_guestdriver.moc"
