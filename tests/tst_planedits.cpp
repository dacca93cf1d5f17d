// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadehost.h"
#include "planedits.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace handmade;

namespace {

Plan planWith(const QList<PlanEntry> &entries)
{
    Plan plan;
    plan.host = x399();
    plan.entries = entries;
    return plan;
}

QStringList lines(const Plan &plan)
{
    QStringList all;
    for (const PlanEntry &entry : plan.entries)
        all.append(u"%1 %2"_s.arg(entry.index).arg(entry.value));
    return all;
}

QStringList chosen(const Plan &plan, int index, CardChoice choice)
{
    const Result<Plan> changed = withCardChoice(plan, index, choice);
    return changed ? lines(*changed) : QStringList {changed.error().what};
}

LayoutDevice passed(const char *host, const char *bus, int slot)
{
    LayoutDevice device;
    device.id = QString::fromLatin1(host);
    device.model = u"vfio-pci"_s;
    device.bus = QString::fromLatin1(bus);
    device.slot = slot;
    device.host = PciAddress::parse(QString::fromLatin1(host));
    return device;
}

} // namespace

class tst_planedits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theChoiceOfALineIsTold();
    void aCardIsPassedInAnyOfThreeWays();
    void otherLinesOfTheCardAreTakenOver();
    void separateSlotsNeedKnownFunctionsAndFreeNumbers();
    void separateSlotsSkipHoles();
    void aLayoutBecomesLines();
    void whatHasNoLineIsRefused();
};

void tst_planedits::theChoiceOfALineIsTold()
{
    const Plan plan = planWith({{0, u"0b:00,pcie=1"_s},
                                {1, u"44:00.0"_s},
                                {2, u"0b:00.0;0b:00.1"_s},
                                {3, u"0b:00.0;44:00.0"_s},
                                {4, u"mapping=gpu"_s},
                                {5, u"nonsense"_s}});
    QCOMPARE(cardChoice(plan, 0), CardChoice::AllFunctions);
    QCOMPARE(cardChoice(plan, 1), CardChoice::OneFunction);
    QCOMPARE(cardChoice(plan, 2), CardChoice::AllFunctions);
    for (const int none : {3, 4, 5, 9})
        QCOMPARE(cardChoice(plan, none), std::nullopt);
    const Plan apart = planWith({{0, u"0b:00.0"_s}, {7, u"0b:00.1"_s}});
    QCOMPARE(cardChoice(apart, 0), CardChoice::SeparateSlots);
    QCOMPARE(cardChoice(apart, 7), CardChoice::SeparateSlots);
}

void tst_planedits::aCardIsPassedInAnyOfThreeWays()
{
    const Plan whole = planWith({{0, u"0000:0b:00,pcie=1,rombar=0"_s}, {1, u"44:00.0"_s}});
    QCOMPARE(chosen(whole, 0, CardChoice::OneFunction),
             QStringList({u"0 0000:0b:00.0,pcie=1,rombar=0"_s, u"1 44:00.0"_s}));
    QCOMPARE(chosen(whole, 0, CardChoice::SeparateSlots),
             QStringList({u"0 0000:0b:00.0,pcie=1,rombar=0"_s, u"1 44:00.0"_s,
                          u"2 0000:0b:00.1,pcie=1"_s}));
    QCOMPARE(chosen(whole, 0, CardChoice::AllFunctions), lines(whole));
    QCOMPARE(chosen(planWith({{0, u"0b:00.1,pcie=1"_s}}), 0, CardChoice::AllFunctions),
             QStringList {u"0 0b:00,pcie=1"_s});
}

void tst_planedits::otherLinesOfTheCardAreTakenOver()
{
    const Plan apart = planWith({{0, u"0000:0b:00.0,pcie=1"_s}, {2, u"0b:00.1"_s}});
    QCOMPARE(chosen(apart, 0, CardChoice::AllFunctions), QStringList {u"0 0000:0b:00,pcie=1"_s});
    QCOMPARE(chosen(apart, 0, CardChoice::OneFunction), QStringList {u"0 0000:0b:00.0,pcie=1"_s});
    QCOMPARE(chosen(apart, 0, CardChoice::SeparateSlots),
             QStringList({u"0 0000:0b:00.0,pcie=1"_s, u"1 0000:0b:00.1,pcie=1"_s}));
}

void tst_planedits::separateSlotsNeedKnownFunctionsAndFreeNumbers()
{
    Plan plan = planWith({{0, u"0b:00,pcie=1"_s}});
    for (int index = 1; index < maxHostpciEntries; ++index)
        plan = plan.withEntry(index, u"01:00.%1"_s.arg(index % 8));
    QVERIFY(!withCardChoice(plan, 0, CardChoice::SeparateSlots));
    plan = planWith({{0, u"0b:00,pcie=1"_s}});
    plan.host.reset();
    QVERIFY(!withCardChoice(plan, 0, CardChoice::SeparateSlots));
    QVERIFY(!withCardChoice(planWith({{0, u"mapping=gpu"_s}}), 0, CardChoice::OneFunction));
}

void tst_planedits::separateSlotsSkipHoles()
{
    const Plan plan =
        planWith({{0, u"0b:00,pcie=1"_s}, {1, u"01:00.0"_s}, {2, u"01:00.1"_s}, {3, u"01:00.2"_s}});
    QCOMPARE(chosen(plan, 0, CardChoice::SeparateSlots).last(), u"4 0000:0b:00.1,pcie=1"_s);
}

void tst_planedits::aLayoutBecomesLines()
{
    LayoutDevice port;
    port.id = port.ownBus = u"rp1"_s;
    port.model = u"pcie-root-port"_s;
    port.portType = PortType::RootPort;
    port.bus = u"pcie.0"_s;
    port.slot = 2;
    GuestLayout layout;
    layout.devices = {port, passed("0000:0b:00.0", "rp1", 0), passed("0000:44:00.0", "pcie.0", 9)};
    layout.devices[1].multifunction = true;
    LayoutDevice audio = passed("0000:0b:00.1", "rp1", 0);
    audio.function = 1;
    layout.devices.append(audio);
    Plan plan = planWith({});
    plan.layout = std::make_shared<const GuestLayout>(layout);
    const Result<Plan> made = asHostpciLines(plan);
    QVERIFY(made);
    QVERIFY(!made->layout);
    QCOMPARE(lines(*made),
             QStringList({u"0 0000:0b:00.0;0000:0b:00.1,pcie=1"_s, u"1 0000:44:00.0"_s}));
    QCOMPARE(lines(*asHostpciLines(*made)), lines(*made));
}

void tst_planedits::whatHasNoLineIsRefused()
{
    LayoutDevice mediated = passed("0000:0b:00.0", "pcie.0", 9);
    mediated.host.reset();
    mediated.sysfsdev = u"/sys/bus/mdev/devices/x"_s;
    GuestLayout layout;
    layout.devices = {mediated};
    Plan plan = planWith({});
    plan.layout = std::make_shared<const GuestLayout>(layout);
    QVERIFY(!asHostpciLines(plan));
}

QTEST_GUILESS_MAIN(tst_planedits)
#include "tst_planedits.moc"
