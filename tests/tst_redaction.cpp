// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "examples.h"
#include "exportplans.h"
#include "importers.h"
#include "redaction.h"

#include <QTest>

#include <rapidcheck.h>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace handmade;

namespace {

/// A plan in which every kind of name stands.
Plan namedPlan()
{
    QList<PciFunction> functions = x399Functions();
    functions[8].physicalSlot = u"tower7 slot 3"_s;
    functions[7].deviceLabel = u"tower7 onboard LAN"_s;
    functions[8].deviceName = u"Navi 31 [serial: AB12-77] 52:54:00:12:34:56"_s;
    Plan plan = planFor(host(functions), {u"0b:00.0,pcie=1,romfile=alice's card.rom"_s});
    plan.guest.vmid = 101;
    plan.guest.name = u"payroll"_s;
    plan.guest.args = u"-device ivshmem-plain,memdev=alices-memory"_s;
    plan.node = u"tower7"_s;
    plan.otherVms = {{u"mail-server.conf"_s, {{0, u"0b:00.0,romfile=alice's card.rom"_s}}},
                     {u"VM 102"_s, {}}};
    return plan;
}

const QStringList secrets {u"tower7"_s, u"payroll"_s, u"alice"_s, u"memory"_s,
                           u"mail"_s,   u"AB12"_s,    u"52:54"_s, u"lab-host"_s};

} // namespace

class tst_redaction : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTextIsCleaned_data();
    void aTextIsCleaned();
    void namesOfThePlanAreCleaned_data();
    void namesOfThePlanAreCleaned();
    void noTextOfARequestKeepsASecret();
    void aReportKeepsNoSecretAndListsWhatWent();
    void aCleanedHostKeepsItsTree();
    void nothingToRemoveIsNothingRemoved();
    void cleaningTwiceIsCleaningOnce();
    void addressesOfTheBusAlwaysStay();
};

void tst_redaction::aTextIsCleaned_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("kind");
    const auto row = [](const QString &text, const QString &expected, const QString &kind = {}) {
        QTest::newRow(qPrintable(text)) << text << expected << kind;
    };
    const QString mac = u"MAC addresses"_s;
    row(u"net BC:24:11:5A:01:01,bridge"_s, u"net (MAC address removed),bridge"_s, mac);
    row(u"bc-24-11-5a-01-01."_s, u"(MAC address removed)."_s, mac);
    row(u"Device Serial Number 00-11-22-ff-fe-33-44-55"_s,
        u"Device Serial Number (serial number removed)"_s, u"serial numbers"_s);
    row(u"00-11-22-ff-fe-33-44-55"_s, u"(serial number removed)"_s, u"serial numbers"_s);
    row(u"Serial Number: S3XNNF0J"_s, u"Serial Number: (serial number removed)"_s,
        u"serial numbers"_s);
    row(u"uuid 1b4e28ba-2fa1-11d2-883f-0016d3cca427!"_s, u"uuid (UUID removed)!"_s, u"UUIDs"_s);
    row(u"at 192.168.1.17:8006"_s, u"at (IPv4 address removed):8006"_s, u"IPv4 addresses"_s);
    row(u"(10.0.0.1)"_s, u"((IPv4 address removed))"_s, u"IPv4 addresses"_s);
    row(u"at 2001:db8::17, up"_s, u"at (IPv6 address removed), up"_s, u"IPv6 addresses"_s);
    row(u"::1"_s, u"(IPv6 address removed)"_s, u"IPv6 addresses"_s);
    row(u"::ffff:10.1.2.3"_s, u"(IPv6 address removed)"_s, u"IPv6 addresses"_s);
    row(u"fe80:0:0:0:1:2:3:4"_s, u"(IPv6 address removed)"_s, u"IPv6 addresses"_s);
    row(u"in /home/alice/vm/a.rom, or"_s, u"in (home folder removed), or"_s, u"home folders"_s);
    row(u"/Users/bob"_s, u"(home folder removed)"_s, u"home folders"_s);
    row(u"C:\\Users\\bob\\x.txt"_s, u"(home folder removed)"_s, u"home folders"_s);
    row(u"/root/lspci.txt"_s, u"(home folder removed)"_s, u"home folders"_s);
    for (const auto &kept :
         {u"0000:0b:00.0"_s, u"0b:00.0"_s, u"0000:0b:00"_s, u"10000:e1:00.0,pcie=1"_s,
          u"[1002:744c]"_s, u"1da2:e471"_s, u"QEMU 10.0.2.1"_s, u"kernel 2.6.32.71"_s,
          u"6.8.12-4-pve"_s, u"0000:0b:00.0 → 0000:0a:00.0 → 0000:00:03.1"_s,
          u"QEMU hw/vfio/pci.c"_s, u"/home is a folder"_s, u"12:34:56"_s, u"Type::name"_s,
          u"addr=0x0.0x1"_s, u"/usr/share/kvm/"_s, u"00:01:02:03:04"_s})
        row(kept, kept);
}

void tst_redaction::aTextIsCleaned()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QFETCH(QString, kind);
    Redaction redaction = Redaction::of({}, {});
    QCOMPARE(redaction.apply(text), expected);
    QCOMPARE(redaction.removed(), kind.isEmpty() ? QStringList() : QStringList {kind});
}

void tst_redaction::namesOfThePlanAreCleaned_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const QString &text, const QString &expected) {
        QTest::newRow(qPrintable(text)) << text << expected;
    };
    row(u"host lab-host-3.txt"_s, u"host host A"_s);
    row(u"lab-host-3: LAB-HOST-3"_s, u"host A: host A"_s);
    row(u"lab-host-34"_s, u"lab-host-34"_s);
    row(u"on tower7"_s, u"on node A"_s);
    row(u"VM payroll"_s, u"VM (VM name removed)"_s);
    row(u"romfile=alice's card.rom,pcie=1"_s, u"romfile=(ROM file removed),pcie=1"_s);
    row(u"/usr/share/kvm/alice's card.rom"_s, u"(ROM file removed)"_s);
    row(u"added: -device ivshmem-plain,memdev=alices-memory"_s, u"added: (arguments removed)"_s);
    row(u"sudo lspci -vvv"_s, u"sudo lspci -vvv"_s);
}

void tst_redaction::namesOfThePlanAreCleaned()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    Redaction redaction = Redaction::of(namedPlan(), u"/srv/captures/lab-host-3.txt"_s);
    QCOMPARE(redaction.apply(text), expected);

    Redaction generic = Redaction::of({}, u"lspci.txt"_s);
    QCOMPARE(generic.apply(u"sudo lspci -vvv"_s), u"sudo lspci -vvv"_s);
}

void tst_redaction::noTextOfARequestKeepsASecret()
{
    ExportRequest request = requestFor(namedPlan());
    request.hostLabel = u"lab-host-3.txt"_s;
    request.outcome.warnings.append(
        {Reason::ProxmoxArgsNotModelled,
         {},
         {},
         reasonSentence(Reason::ProxmoxArgsNotModelled, {request.plan.guest.args.left(30)})});
    Redaction redaction = Redaction::of(request.plan, request.hostLabel);
    const ExportRequest clean = redaction.redacted(request);
    QStringList texts {clean.hostLabel, clean.plan.guest.name, clean.plan.guest.args,
                       clean.plan.node};
    for (const OtherVm &vm : clean.plan.otherVms) {
        texts.append(vm.label);
        for (const PlanEntry &entry : vm.entries)
            texts.append(entry.value);
    }
    for (const PlanEntry &entry : clean.plan.entries)
        texts.append(entry.value);
    for (const EntryOutcome &entry : clean.outcome.entries)
        texts += {entry.value, entry.title, entry.sentences.host, entry.sentences.guest,
                  entry.sentences.remedy};
    for (const Notice &notice : clean.outcome.warnings)
        texts.append(notice.message);
    texts += clean.outcome.devices;
    for (const auto &tree : {clean.plan.host, clean.outcome.guest}) {
        for (const PciFunction &function : tree->functions())
            texts +=
                {function.name, function.deviceName, function.physicalSlot, function.deviceLabel};
    }
    for (const QString &secret : secrets) {
        for (const QString &text : std::as_const(texts))
            QVERIFY2(!text.contains(secret), qPrintable(secret + u" in "_s + text));
    }
    QVERIFY(texts.contains(u"VM 102"_s));
    QVERIFY(!clean.plan.document);
}

void tst_redaction::aReportKeepsNoSecretAndListsWhatWent()
{
    ExportRequest request = requestFor(namedPlan());
    request.hostLabel = u"lab-host-3.txt"_s;
    const QString report = QString::fromUtf8(*written("report", request));
    for (const QString &secret : secrets)
        QVERIFY2(!report.contains(secret), qPrintable(secret));
    for (const auto &kind : {"host's name", "names of nodes", "VM's name", "ROM files", "arguments",
                             "names of files", "serial numbers", "MAC addresses"})
        QVERIFY2(report.section(u"Removed from this report"_s, 1).contains(QLatin1StringView(kind)),
                 kind);
    QVERIFY(report.contains("0000:0b:00.0"_L1));

    request.redact = false;
    const QString open = QString::fromUtf8(*written("report", request));
    QVERIFY(open.contains("payroll"_L1));
    QVERIFY(open.contains("lab-host-3"_L1));
    QVERIFY(open.contains("switched off"_L1));
}

void tst_redaction::aCleanedHostKeepsItsTree()
{
    for (const Example &example : exampleTable()) {
        const auto capture = readCapture(example.capture(), u"example"_s);
        QList<PciFunction> functions = capture->topology->functions();
        functions[0].name += u" at 10.0.0.1"_s;
        Plan plan;
        plan.host = Topology::fromFunctions(functions).topology;
        Redaction redaction = Redaction::of(plan, {});
        const auto clean = redaction.redacted(requestFor(plan)).plan.host;
        QVERIFY(clean != plan.host);
        QVERIFY(!clean->at(0).name.contains("10.0.0.1"_L1));
        QCOMPARE(clean->size(), plan.host->size());
        for (int i = 0; i < clean->size(); ++i) {
            QCOMPARE(clean->parent(i), plan.host->parent(i));
            QCOMPARE(clean->gapAbove(i), plan.host->gapAbove(i));
            QCOMPARE(clean->onRootBus(i), plan.host->onRootBus(i));
        }
    }
}

void tst_redaction::nothingToRemoveIsNothingRemoved()
{
    Plan plan = machinePlan("q35", {u"0b:00.0,pcie=1"_s});
    ExportRequest request = requestFor(plan);
    request.hostLabel.clear();
    Redaction redaction = Redaction::of(plan, {});
    const ExportRequest clean = redaction.redacted(request);
    QVERIFY(redaction.removed().isEmpty());
    QCOMPARE(clean.plan, plan);
    QCOMPARE(clean.outcome.devices, request.outcome.devices);
}

void tst_redaction::cleaningTwiceIsCleaningOnce()
{
    QVERIFY(rc::check("any text", [] {
        const auto text = *rc::gen::container<std::string>(
            rc::gen::elementOf(std::string("0123456789abcdefABCDEF:::...---/ homeUsrt\\\n,")));
        Redaction redaction = Redaction::of(namedPlan(), u"lab-host-3.txt"_s);
        const QString once = redaction.apply(QString::fromUtf8(text));
        RC_ASSERT(redaction.apply(once) == once);
    }));
}

void tst_redaction::addressesOfTheBusAlwaysStay()
{
    QVERIFY(rc::check("any address", [] {
        PciAddress address;
        address.domain = *rc::gen::element<quint32>(0, 1, 0x10000, 0xabcd);
        address.bus = *rc::gen::arbitrary<quint8>();
        address.slot = *rc::gen::inRange<quint8>(0, 32);
        address.function = *rc::gen::inRange<quint8>(0, 8);
        Redaction redaction = Redaction::of(namedPlan(), u"lab-host-3.txt"_s);
        for (const QString &text :
             {address.toString(), address.toShortString(), address.slotString()}) {
            const QString sentence = u"at "_s + text + u" → "_s + text + u", "_s + text + u'.';
            RC_ASSERT(redaction.apply(sentence) == sentence);
        }
    }));
}

QTEST_GUILESS_MAIN(tst_redaction)
#include "tst_redaction.moc"
