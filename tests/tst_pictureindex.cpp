// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadehost.h"
#include "pictureindex.h"
#include "pictureplan.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

QStringList namesOf(const QList<NodeRef> &refs)
{
    QStringList names;
    for (const NodeRef &ref : refs)
        names.append(ref.isHost() ? ref.address->toString() : ref.guestId);
    return names;
}

Plan handmadePlan()
{
    PciFunction port = handmade::rootPort("0000:00:01.0", 0x0b, 0x0b);
    PciFunction card = handmade::function("0000:0b:00.0", PortType::Endpoint, 0x0300);
    card.vendor = 0x1002;
    card.device = 0x744c;
    card.name = u"Advanced Micro Devices, Inc. [AMD/ATI] Navi 31"_s;
    card.driver = u"vfio-pci"_s;
    card.physicalSlot = u"3-1"_s;
    PciFunction drive = handmade::function("0001:0b:00.0", PortType::Endpoint, 0x0108);
    drive.deviceLabel = u"Onboard M.2"_s;
    drive.subsystemVendor = 0x144d;
    drive.subsystemDevice = 0xa801;
    drive.gap = ReadGap::AccessDenied;
    Plan plan;
    plan.host = Topology::fromFunctions({port, card, drive}).topology;
    return plan.withEntry(0, u"0000:0b:00.0,pcie=1"_s);
}

} // namespace

class tst_pictureindex : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void queriesFind_data();
    void queriesFind();
    void foldedDevicesAreFoundToo();
    void hostileQueriesFindNothing();
    void filtersHaveMembersAndNames();
    void aFilterOfWhatIsNotReadableHoldsThatAlone();
};

void tst_pictureindex::queriesFind_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QStringList>("found");
    const QStringList card {u"0000:0b:00.0"_s};
    const QStringList drive {u"0001:0b:00.0"_s};
    const QStringList both = card + drive;
    QTest::newRow("as lspci prints it") << u"0b:00.0"_s << both;
    QTest::newRow("with the domain") << u"0000:0b:00.0"_s << card;
    QTest::newRow("upper case") << u"0B:00.0"_s << both;
    QTest::newRow("one digit") << u"b:0.0"_s << both;
    QTest::newRow("a domain of eight digits") << u"00000000:0b:00.0"_s << card;
    QTest::newRow("the slot, as Proxmox writes it") << u"0000:0b:00"_s << card;
    QTest::newRow("the slot alone") << u"0b:00"_s << both;
    QTest::newRow("the bus") << u"0b:"_s << both;
    QTest::newRow("libvirt's name") << u"pci_0001_0b_00_0"_s << drive;
    QTest::newRow("lshw's name") << u"pci@0000:0b:00.0"_s << card;
    QTest::newRow("in brackets") << u"[0000:0b:00.0]"_s << card;
    QTest::newRow("with hexadecimal marks") << u"0x0001:0x0b:0x00.0x0"_s << drive;
    QTest::newRow("spaces around") << u"  0000:0b:00.0 "_s << card;
    QTest::newRow("ids") << u"1002:744c"_s << card;
    QTest::newRow("the device id") << u"744C"_s << card;
    QTest::newRow("subsystem ids") << u"144d:a801"_s << drive;
    QTest::newRow("a part of the name") << u"navi"_s << card;
    QTest::newRow("the driver") << u"vfio"_s << QStringList {u"0000:0b:00.0"_s, u"hostpci0"_s};
    QTest::newRow("the slot label") << u"3-1"_s << card;
    QTest::newRow("the firmware's label") << u"onboard"_s << drive;
    QTest::newRow("the kind") << u"nvme"_s << drive;
    QTest::newRow("the port type")
        << u"root port 0000:00:01.0"_s << QStringList {u"0000:00:01.0"_s};
    QTest::newRow("all words") << u"navi vfio-pci 0b:00.0"_s << card;
    QTest::newRow("words of two devices") << u"navi onboard"_s << QStringList();
    QTest::newRow("a guest device by its QEMU id") << u"hostpci0"_s << QStringList {u"hostpci0"_s};
    QTest::newRow("a bus that is not there") << u"0c:00.0"_s << QStringList();
    QTest::newRow("nothing asked") << u"   "_s << QStringList();
}

void tst_pictureindex::queriesFind()
{
    QFETCH(QString, query);
    QFETCH(QStringList, found);
    const Plan plan = handmadePlan();
    const PictureIndex index(plan, evaluate(plan));
    QCOMPARE(namesOf(index.find(query)), found);
}

void tst_pictureindex::foldedDevicesAreFoundToo()
{
    const Plan plan = examplePlan(u"x399-two-rx7900xt"_s);
    const Pictured picture = pictured(plan);
    const PictureIndex index(plan, picture.outcome);
    const QList<NodeRef> found = index.find(u"bridge"_s);
    QVERIFY(std::ranges::any_of(
        found, [&](const NodeRef &ref) { return picture.drawing.box(ref) == nullptr; }));
    QCOMPARE(index.size(), plan.host->size() + picture.outcome.guestTree.size());
}

void tst_pictureindex::hostileQueriesFindNothing()
{
    const Plan plan = handmadePlan();
    const PictureIndex index(plan, evaluate(plan));
    for (const QString &query :
         {u"(((("_s, u".*"_s, u"[a-z"_s, u"\\"_s, QString(100'000, u'x'), u"99999999999:0b:00.0"_s})
        QCOMPARE(namesOf(index.find(query)), QStringList());
}

void tst_pictureindex::filtersHaveMembersAndNames()
{
    const Plan plan = examplePlan(u"x399-two-rx7900xt"_s);
    const PlanOutcome outcome = evaluate(plan);
    const QList<PictureFilter> filters = pictureFilters(plan, outcome);
    QVERIFY(filters.size() > 3);
    QCOMPARE(filters.first().id, u"passed"_s);
    QSet<QString> ids;
    for (const PictureFilter &filter : filters) {
        QVERIFY(!filter.name.isEmpty());
        QVERIFY(!filter.members.isEmpty());
        QVERIFY(!ids.contains(filter.id));
        ids.insert(filter.id);
    }
    const auto gpus = std::ranges::find(filters, u"GPU"_s, &PictureFilter::id);
    QVERIFY(gpus != filters.end());
    QCOMPARE(gpus->members.size(), 2);
}

void tst_pictureindex::aFilterOfWhatIsNotReadableHoldsThatAlone()
{
    const Plan plan = handmadePlan();
    const QList<PictureFilter> filters = pictureFilters(plan, evaluate(plan));
    const auto filter = std::ranges::find(filters, u"unreadable"_s, &PictureFilter::id);
    QVERIFY(filter != filters.end());
    QCOMPARE(namesOf(filter->members.values()), QStringList {u"0001:0b:00.0"_s});
}

QTEST_MAIN(tst_pictureindex)
#include "tst_pictureindex.moc"
