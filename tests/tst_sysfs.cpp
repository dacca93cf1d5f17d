// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "capturetext.h"
#include "describe.h"
#include "hostshapes.h"
#include "machines.h"
#include "openedsysfs.h"
#include "printable.h"
#include "sysfsfiles.h"

#include <QDir>
#include <QFile>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;

/// What the kernel's own folders say about a host is what its registers say.
class tst_sysfs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sysfsSaysWhatHexSays_data();
    void sysfsSaysWhatHexSays();
    void withoutRightsItSaysWhatTheTextWithoutRightsSays();
    void zerosOfAnArchiverAreNotRegisters();
    void withoutRegistersTheFilesTellWhatItIs();
    void copiedFoldersKeepWhatTheyCan();
    void everyShapeOfFolderIsFound_data();
    void everyShapeOfFolderIsFound();
    void linksOutOfTheFolderAreNotFollowed();
    void aLinkThatLeadsOutStillTellsItsPlace();
    void aFolderWithoutDevicesIsRefusedWithACommand();
    void groupsNodesAndSlotsAreRead();
    void domainsBehindADeviceHaveTheirOwnRoot();
    void virtualFunctionsFollowTheirLinks();
    void wrongFilesCostTheirOwnFieldAlone();
    void mediatedDevicesAreKnownWhereTheirFolderIs();
    void tooManyFunctionsAreCutWithAProblem();
    void readingCanBeCancelled();
};

namespace {

/// What registers decide, as text to compare.
QByteArray registersText(const PciFunction &function)
{
    PciFunction bare = function;
    bare.className = bare.name = bare.deviceName = u"-"_s;
    bare.driver = bare.physicalSlot = QString();
    bare.iommuGroup = bare.numaNode = std::nullopt;
    HostCapture one;
    one.topology = Topology::fromFunctions({bare}).topology;
    QByteArray text = describe(one);
    text.truncate(text.indexOf("problem "));
    if (function.registers)
        text += QByteArray::number(function.registers->offset) + ' '
            + QByteArray::number(function.registers->capabilities, 16) + ' '
            + QByteArray::number(function.registers->deviceCapabilities2.value_or(1), 16) + ' '
            + QByteArray::number(function.registers->deviceControl2.value_or(1), 16);
    if (function.sriov)
        text += " sriov " + QByteArray::number(function.sriov->vfCount) + ' '
            + QByteArray::number(function.sriov->offset) + ' '
            + QByteArray::number(function.sriov->stride);
    return text;
}

} // namespace

void tst_sysfs::sysfsSaysWhatHexSays_data()
{
    QTest::addColumn<SyntheticHost>("host");
    QTest::newRow("x399") << x399Host();
    QTest::newRow("x570") << x570Host();
    QTest::newRow("mixed") << mixedHost(80, 7);
    QTest::newRow("fan") << fanHost(60, 7);
    QTest::newRow("deep") << deepHost(40, 7);
    for (quint32 seed = 1; seed <= 15; ++seed)
        QTest::addRow("random %u", seed) << randomHost(seed);
}

void tst_sysfs::sysfsSaysWhatHexSays()
{
    QFETCH(SyntheticHost, host);
    const HostCapture sysfs = captureOf(sysfsOf(host));
    const auto hex = readCapture(hexDump(host, 4096), u"hex"_s);
    QVERIFY(hex);
    QCOMPARE(sysfs.kind, u"sysfs"_s);
    QCOMPARE(sysfs.topology->size(), hex->topology->size());
    for (int i = 0; i < sysfs.topology->size(); ++i) {
        const SyntheticFunction &meant = host.functions.at(i);
        const PciFunction &read = sysfs.topology->at(i);
        QCOMPARE(registersText(read), registersText(hex->topology->at(i)));
        QCOMPARE(read.driver, meant.driver);
        QCOMPARE(read.iommuGroup, meant.iommuGroup);
        QCOMPARE(read.numaNode, meant.numaNode);
        const int parent = sysfs.topology->parent(i);
        QCOMPARE(parent < 0 ? std::nullopt : std::optional(sysfs.topology->at(parent).address),
                 meant.parent);
        QVERIFY(!sysfs.topology->gapAbove(i));
        QVERIFY(parent >= 0 || sysfs.topology->onRootBus(i) == true);
    }
}

void tst_sysfs::withoutRightsItSaysWhatTheTextWithoutRightsSays()
{
    const SyntheticHost host = x399Host();
    const HostCapture sysfs = captureOf(sysfsOf(host, {.configBytes = 64}));
    const auto text = captureText(host, Reader::OrdinaryUser);
    QVERIFY(text);
    const auto denied = readCapture(*text, u"text"_s);
    QVERIFY(denied);
    QCOMPARE(treeText(*sysfs.topology), treeText(*denied->topology));
    int withoutRights = 0;
    for (int i = 0; i < sysfs.topology->size(); ++i) {
        QCOMPARE(sysfs.topology->at(i).gap, denied->topology->at(i).gap);
        QCOMPARE(sysfs.topology->at(i).atomicOps, denied->topology->at(i).atomicOps);
        withoutRights += sysfs.topology->at(i).gap == ReadGap::AccessDenied ? 1 : 0;
    }
    QVERIFY(withoutRights > 10);
    QVERIFY(has(sysfs, Reason::CaptureNoRoot));
    QCOMPARE(at(sysfs, u"0000:0b:00.0"_s).link->width, 16); // this everybody may read
}

void tst_sysfs::zerosOfAnArchiverAreNotRegisters()
{
    const HostCapture bare = captureOf(sysfsOf(x399Host(), {.configBytes = 64}));
    const HostCapture padded = captureOf(sysfsOf(x399Host(), {.configBytes = 64, .padded = true}));
    QCOMPARE(QString::fromUtf8(describe(padded)), QString::fromUtf8(describe(bare)));
}

void tst_sysfs::withoutRegistersTheFilesTellWhatItIs()
{
    const HostCapture capture = captureOf(sysfsOf(x399Host(), {.configBytes = 0}));
    const PciFunction card = at(capture, u"0000:0b:00.0"_s);
    QCOMPARE(card.vendor, 0x1002);
    QCOMPARE(card.classCode, 0x0300);
    QVERIFY(card.name.contains(u"Navi 31"));
    QCOMPARE(card.gap, ReadGap::NotPrinted);
    QCOMPARE(card.portType, PortType::Unknown);
    QCOMPARE(card.atomicOps, AtomicOps {});
    QVERIFY(at(capture, u"0000:00:03.1"_s).isBridge);
    const int parent = capture.topology->parent(capture.topology->indexOf(card.address));
    QCOMPARE(capture.topology->at(parent).address, *PciAddress::parse(u"0000:0a:00.0"_s));
}

void tst_sysfs::copiedFoldersKeepWhatTheyCan()
{
    const SyntheticHost host = mixedHost(60, 3);
    const HostCapture links = captureOf(sysfsOf(host));
    const HostCapture flat = captureOf(sysfsOf(host, {.flat = true, .prefix = {}}));
    QCOMPARE(treeText(*flat.topology), treeText(*links.topology));
    int virtualOnes = 0;
    for (int i = 0; i < flat.topology->size(); ++i) {
        QCOMPARE(flat.topology->at(i).driver, links.topology->at(i).driver);
        QCOMPARE(flat.topology->at(i).physicalFunction, links.topology->at(i).physicalFunction);
        QCOMPARE(flat.topology->at(i).iommuGroup, std::nullopt);
        virtualOnes += flat.topology->at(i).isVirtual ? 1 : 0;
    }
    QVERIFY(virtualOnes > 0);
    QCOMPARE(flat.iommu, std::nullopt);
}

void tst_sysfs::everyShapeOfFolderIsFound_data()
{
    QTest::addColumn<QString>("prefix");
    QTest::addColumn<QString>("given");
    QTest::addColumn<bool>("flat");
    QTest::newRow("holds sys") << u"sys/"_s << u""_s << false;
    QTest::newRow("is a sys") << u"somewhere/"_s << u"/somewhere"_s << false;
    QTest::newRow("is a sys, with a slash") << u"somewhere/"_s << u"/somewhere/"_s << false;
    QTest::newRow("is the devices folder")
        << u"sys/bus/pci/devices/"_s << u"/sys/bus/pci/devices"_s << true;
    QTest::newRow("holds the devices folder") << u"pci/devices/"_s << u"/pci"_s << true;
    QTest::newRow("holds bus/pci/devices") << u"bus/pci/devices/"_s << u""_s << true;
}

void tst_sysfs::everyShapeOfFolderIsFound()
{
    QFETCH(QString, prefix);
    QFETCH(QString, given);
    QFETCH(bool, flat);
    QTemporaryDir dir;
    const SyntheticHost host = x399Host();
    const QString folder = written(dir, sysfsOf(host, {.flat = flat, .prefix = prefix}));
    const HostCapture capture = opened(folder + given);
    QCOMPARE(capture.topology->size(), host.functions.size());
    QVERIFY(!capture.label.isEmpty());
    QVERIFY(capture.problems.isEmpty());
    // The bus folder may be lost: the chains of devices tell all.
    QTemporaryDir chains;
    if (!flat)
        QCOMPARE(
            treeText(
                *opened(written(chains, without(sysfsOf(host), u"bus/pci/devices"_s))).topology),
            treeText(*capture.topology));
}

void tst_sysfs::linksOutOfTheFolderAreNotFollowed()
{
    QTemporaryDir outside;
    QTemporaryDir dir;
    const SyntheticHost host = x399Host();
    QVERIFY(!written(outside, sysfsOf(host)).isEmpty());
    const QString devices = outside.path() + u"/sys/devices/pci0000:00/"_s;
    const QList<MadeEntry> entries {
        {MadeEntry::Kind::File, u"sys/bus/pci/devices/0000:00:00.0/class"_s, "0x060000\n", {}},
        {MadeEntry::Kind::Link,
         u"sys/bus/pci/devices/0000:00:00.0/config"_s,
         {},
         devices + u"0000:00:00.0/config"_s},
        {MadeEntry::Kind::Link,
         u"sys/bus/pci/devices/0000:00:01.0"_s,
         {},
         devices + u"0000:00:01.0"_s},
        {MadeEntry::Kind::Link,
         u"sys/bus/pci/devices/0000:00:02.0"_s,
         {},
         u"../../../../../"_s + QDir(outside.path()).dirName()
             + u"/sys/devices/pci0000:00/0000:00:02.0"_s},
        {MadeEntry::Kind::Link, u"sys/bus/pci/devices/0000:00:03.0"_s, {}, u"0000:00:04.0"_s},
        {MadeEntry::Kind::Link, u"sys/bus/pci/devices/0000:00:04.0"_s, {}, u"0000:00:03.0"_s},
    };
    const HostCapture capture = opened(written(dir, entries));
    QCOMPARE(capture.topology->size(), 5);
    for (const PciFunction &function : capture.topology->functions()) {
        QCOMPARE(function.gap, ReadGap::NotPrinted);
        QCOMPARE(function.vendor, std::nullopt);
    }
    QVERIFY(has(capture, Reason::CapturePartial));
}

void tst_sysfs::aLinkThatLeadsOutStillTellsItsPlace()
{
    QTemporaryDir dir;
    QList<MadeEntry> entries = sysfsOf(x399Host());
    entries.removeIf([](const MadeEntry &entry) { return entry.kind != MadeEntry::Kind::Link; });
    const QString folder = written(dir, without(entries, u"sys/devices"_s));
    const HostCapture capture = opened(folder + u"/sys/bus/pci/devices"_s);
    const Topology &tree = *capture.topology;
    QCOMPARE(tree.size(), x399Host().functions.size());
    const int card = tree.indexOf(*PciAddress::parse(u"0000:0b:00.0"_s));
    QCOMPARE(tree.path(card).size(), 4);
    QVERIFY(has(capture, Reason::CapturePartial));
}

void tst_sysfs::aFolderWithoutDevicesIsRefusedWithACommand()
{
    QTemporaryDir dir;
    const Error error = errorOf(openHost(dir.path()));
    QCOMPARE(error.kind, Error::Kind::BadData);
    QCOMPARE(error.where, dir.path());
    QVERIFY(error.hint.contains(u"lspci -vvv -nn -xxxx"));
    QVERIFY(QDir(dir.path()).mkpath(u"sys/bus/pci/devices"_s));
    QCOMPARE(errorOf(openHost(dir.path())).kind, Error::Kind::BadData);
}

void tst_sysfs::groupsNodesAndSlotsAreRead()
{
    const QString base = u"sys/bus/pci/devices/0000:00:00.0/"_s;
    QList<MadeEntry> entries {
        {MadeEntry::Kind::File, base + u"class"_s, "0x060000\n", {}},
        {MadeEntry::Kind::File, base + u"numa_node"_s, "0\n", {}},
        {MadeEntry::Kind::File, u"sys/bus/pci/devices/0000:00:1f.3/numa_node"_s, "-1\n", {}},
        {MadeEntry::Kind::File, u"sys/bus/pci/devices/0000:05:00.0/class"_s, "0x030000\n", {}},
        {MadeEntry::Kind::File,
         u"sys/bus/pci/devices/0000:05:00.0/label"_s,
         "Onboard\x1b IGD\n",
         {}},
        {MadeEntry::Kind::Folder, u"sys/kernel/iommu_groups/0/devices/0000:00:00.0"_s, {}, {}},
        {MadeEntry::Kind::Folder, u"sys/kernel/iommu_groups/17/devices/0000:00:1f.3"_s, {}, {}},
        {MadeEntry::Kind::File, u"sys/bus/pci/slots/PCIEX16_1/address"_s, "0000:00:1f\n", {}},
        {MadeEntry::Kind::File, u"sys/bus/pci/slots/7/address"_s, "0000:05\n", {}},
    };
    const HostCapture capture = captureOf(entries);
    QCOMPARE(at(capture, u"0000:00:00.0"_s).iommuGroup, 0);
    QCOMPARE(at(capture, u"0000:00:00.0"_s).numaNode, 0);
    QCOMPARE(at(capture, u"0000:00:00.0"_s).physicalSlot, QString());
    QCOMPARE(at(capture, u"0000:00:1f.3"_s).iommuGroup, 17);
    QCOMPARE(at(capture, u"0000:00:1f.3"_s).numaNode, std::nullopt);
    QCOMPARE(at(capture, u"0000:00:1f.3"_s).physicalSlot, u"PCIEX16_1"_s);
    QCOMPARE(at(capture, u"0000:05:00.0"_s).physicalSlot, u"7"_s);
    QCOMPARE(at(capture, u"0000:05:00.0"_s).deviceLabel, printable(u"Onboard\x1b IGD"_s));
    QCOMPARE(at(capture, u"0000:00:1f.3"_s).deviceLabel, QString());
    QCOMPARE(capture.iommu, true);
}

void tst_sysfs::domainsBehindADeviceHaveTheirOwnRoot()
{
    const QString below = u"../../../devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0"_s;
    QList<MadeEntry> entries {
        {MadeEntry::Kind::Link,
         u"sys/bus/pci/devices/0000:00:0e.0"_s,
         {},
         u"../../../devices/pci0000:00/0000:00:0e.0"_s},
        {MadeEntry::Kind::Link, u"sys/bus/pci/devices/10000:e0:06.0"_s, {}, below},
        {MadeEntry::Kind::Link,
         u"sys/bus/pci/devices/10000:e1:00.0"_s,
         {},
         below + u"/10000:e1:00.0"_s},
        {MadeEntry::Kind::File,
         u"sys/devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/class"_s,
         "0x060400\n",
         {}},
    };
    const HostCapture capture = captureOf(entries);
    const Topology &tree = *capture.topology;
    QCOMPARE(tree.size(), 3);
    QCOMPARE(tree.parent(1), -1);
    QCOMPARE(tree.onRootBus(1), true);
    QCOMPARE(tree.parent(2), 1);
    QVERIFY(!tree.gapAbove(2));
}

void tst_sysfs::virtualFunctionsFollowTheirLinks()
{
    const SyntheticHost host = fanHost(40, 5);
    for (const QString &lost : {u"physfn"_s, u"virtfn"_s}) {
        // With 256 bytes the registers do not place a VF: the links alone do.
        const HostCapture capture =
            captureOf(without(without(sysfsOf(host, {.configBytes = 256}), lost), u"sriov_"_s));
        int found = 0;
        for (int i = 0; i < capture.topology->size(); ++i) {
            const PciFunction &function = capture.topology->at(i);
            QCOMPARE(function.isVirtual, host.functions.at(i).isVirtual);
            QCOMPARE(function.physicalFunction, host.functions.at(i).physicalFunction);
            found += function.isVirtual ? 1 : 0;
            if (function.isVirtual)
                QCOMPARE(function.vendor, host.functions.at(i).vendor);
        }
        QVERIFY(found > 20);
    }
    // So do the kernel's words about the PF.
    const HostCapture words =
        captureOf(without(without(sysfsOf(host, {.configBytes = 256}), u"fn"_s), u"config"_s));
    QVERIFY(std::ranges::any_of(words.topology->functions(), [](const PciFunction &function) {
        return function.physicalFunction.has_value();
    }));
}

void tst_sysfs::wrongFilesCostTheirOwnFieldAlone()
{
    const QString base = u"sys/bus/pci/devices/0000:00:02.0/"_s;
    const HostCapture capture = captureOf({
        {MadeEntry::Kind::File, base + u"config"_s, QByteArray("\x86\x80\x34\x12\x00", 5), {}},
        {MadeEntry::Kind::File, base + u"class"_s, "banana\n", {}},
        {MadeEntry::Kind::File, base + u"vendor"_s, "0x8086\n", {}},
        {MadeEntry::Kind::File, base + u"device"_s, "0x1234\n", {}},
        {MadeEntry::Kind::File, base + u"numa_node"_s, "99999999999999\n", {}},
        {MadeEntry::Kind::File, base + u"sriov_vf_device"_s, "zz\n", {}},
        {MadeEntry::Kind::File, base + u"max_link_width"_s, "255\n", {}},
        {MadeEntry::Kind::File, u"sys/bus/pci/devices/not a device/class"_s, "0x060000\n", {}},
    });
    QCOMPARE(capture.topology->size(), 1);
    const PciFunction &function = capture.topology->at(0);
    QCOMPARE(function.vendor, 0x8086);
    QCOMPARE(function.classCode, std::nullopt);
    QCOMPARE(function.numaNode, std::nullopt);
    QVERIFY(!function.link);
    QCOMPARE(std::ranges::count(capture.problems, Reason::CaptureBadLine, &CaptureProblem::reason),
             5); // the three, the folder, and registers that break off
}

void tst_sysfs::mediatedDevicesAreKnownWhereTheirFolderIs()
{
    const QString base = u"sys/bus/pci/devices/0000:00:02.0/"_s;
    const HostCapture capture = captureOf({
        {MadeEntry::Kind::Folder, base + u"mdev_supported_types/i915-GVTg_V5_4"_s, {}, {}},
        {MadeEntry::Kind::Folder, u"sys/bus/pci/devices/0000:00:03.0/nvidia"_s, {}, {}},
    });
    QCOMPARE(capture.topology->at(0).mediated, true);
    QCOMPARE(capture.topology->at(0).nvidiaVgpu, std::nullopt);
    QCOMPARE(capture.topology->at(1).nvidiaVgpu, true);
    QCOMPARE(capture.topology->at(1).mediated, std::nullopt); // a copy may lack it
}

void tst_sysfs::tooManyFunctionsAreCutWithAProblem()
{
    /// A folder of more functions than a capture may have.
    class Crowd final : public SysfsFiles {
    public:
        Kind kind(const QString &) const override { return Kind::Folder; }
        QStringList names(const QString &folder) const override
        {
            QStringList names;
            for (qsizetype i = 0; folder.isEmpty() && i <= maxCaptureFunctions; ++i)
                names.append(QString::number(0x10000 + i, 16) + u":00:00.0"_s);
            return names;
        }
        QString target(const QString &) const override { return {}; }
        Content read(const QString &, qsizetype) const override { return {}; }
    };
    const auto tree = gatherSysfs(Crowd(), {{}, SysfsRoot::Shape::Flat});
    QVERIFY(tree);
    QCOMPARE(tree->devices.size(), maxCaptureFunctions);
    const ReadFunctions read = readSysfs(*tree);
    QCOMPARE(read.problems.size(), 1);
    QCOMPARE(read.problems.constFirst().reason, Reason::CaptureLimit);
}

void tst_sysfs::readingCanBeCancelled()
{
    QTemporaryDir dir;
    const QString folder = written(dir, sysfsOf(x399Host()));
    const Error error = errorOf(openHost(folder, {}, [](int percent) { return percent < 50; }));
    QCOMPARE(error.kind, Error::Kind::Cancelled);
}

QTEST_GUILESS_MAIN(tst_sysfs)
#include "tst_sysfs.moc"
