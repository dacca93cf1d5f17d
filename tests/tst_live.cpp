// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "describe.h"
#include "hostshapes.h"
#include "machines.h"
#include "openedsysfs.h"

#include <QDir>
#include <QFile>
#include <QSysInfo>
#include <QTest>

using namespace rootward;

/// live: from a made root, and this machine as it is.
class tst_live : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thisMachineIsReadFromAMadeRoot();
    void anEmptyFolderOfGroupsMeansThatTheIommuIsOff();
    void withoutAPciBusThisMachineIsNotAvailable();
    void installedQemuIsFound_data();
    void installedQemuIsFound();
    void thisMachineItselfIsRead();
};

void tst_live::thisMachineIsReadFromAMadeRoot()
{
    QTemporaryDir dir;
    const SyntheticHost host = x399Host();
    const QString folder = written(dir, sysfsOf(host));
    QVERIFY(writeEntries(folder,
                         {{MadeEntry::Kind::File,
                           u"status"_s,
                           "Package: bash\nStatus: install ok installed\nVersion: 5.2\n\n"
                           "Package: pve-qemu-kvm\nStatus: install ok installed\n"
                           "Version: 9.2.0-5\n\n",
                           {}}}));
    auto read = readLive({}, {.sys = folder + u"/sys"_s, .packages = folder + u"/status"_s});
    QVERIFY(read);
    QCOMPARE(read->size(), 1);
    const ReadFunctions &live = read->constFirst();
    QCOMPARE(live.kind, u"live"_s);
    QCOMPARE(live.functions.size(), host.functions.size());
    QCOMPARE(live.qemu, (QemuVersion {9, 2, 0}));
    QCOMPARE(live.host, QSysInfo::machineHostName());
    QCOMPARE(live.hostKernel, KernelVersion::parse(QSysInfo::kernelVersion()));
    QCOMPARE(live.functions.constFirst().mediated, false);
    QCOMPARE(live.iommu, true);
}

void tst_live::anEmptyFolderOfGroupsMeansThatTheIommuIsOff()
{
    const QList<MadeEntry> device {
        {MadeEntry::Kind::File, u"bus/pci/devices/0000:00:00.0/class"_s, "0x060000\n", {}}};
    const QList<MadeEntry> groups {{MadeEntry::Kind::Folder, u"kernel/iommu_groups"_s, {}, {}}};
    QTemporaryDir dir;
    const QString folder = written(dir, device);
    const auto iommu = [&folder] {
        const auto read = readLive({}, {.sys = folder, .packages = {}});
        return read ? read->constFirst().iommu : std::optional(true);
    };
    QCOMPARE(iommu(), std::nullopt);
    QVERIFY(writeEntries(folder, groups));
    QCOMPARE(iommu(), false);
    // Of a copy nobody knows what it lacks.
    QCOMPARE(opened(folder).iommu, std::nullopt);
}

void tst_live::withoutAPciBusThisMachineIsNotAvailable()
{
    QTemporaryDir dir;
    for (const QString &sys : {dir.path(), dir.path() + u"/none"_s}) {
        const auto read = readLive({}, {.sys = sys, .packages = {}});
        QVERIFY(!read);
        QCOMPARE(read.error().kind, Error::Kind::Unavailable);
        QVERIFY(!read.error().hint.isEmpty());
    }
}

void tst_live::installedQemuIsFound_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QString>("version");
    const QByteArray installed = "\nStatus: install ok installed\nVersion: ";
    QTest::newRow("Debian") << "Package: qemu-system-x86" + installed + "1:10.0.2+ds-2+deb13u1\n"
                            << u"10.0.2"_s;
    QTest::newRow("both") << "Package: qemu-system-x86" + installed
            + "1:10.0.2\n\nPackage: pve-qemu-kvm" + installed
            + "9.0.2-4\n" << u"9.0.2"_s;
    QTest::newRow("removed") << QByteArray(
        "Package: pve-qemu-kvm\nStatus: deinstall ok config-files\nVersion: 8.1\n")
                             << QString();
    QTest::newRow("another") << "Package: pve-qemu-kvm-dbg" + installed + "9.0.2-4\n" << QString();
    QTest::newRow("nonsense") << "Package: pve-qemu-kvm" + installed + "unknown\n" << QString();
    QTest::newRow("nothing") << QByteArray() << QString();
}

void tst_live::installedQemuIsFound()
{
    QFETCH(QByteArray, status);
    QFETCH(QString, version);
    const auto found = installedQemu(status);
    QCOMPARE(found ? found->toString() : QString(), version);
}

void tst_live::thisMachineItselfIsRead()
{
    const auto capture = openHost(u"live:"_s);
    const qsizetype folders =
        QDir(u"/sys/bus/pci/devices"_s).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size();
    if (folders == 0) {
        QCOMPARE(errorOf(capture).kind, Error::Kind::Unavailable);
        return;
    }
    QVERIFY2(capture, qPrintable(errorOf(capture).toString()));
    QCOMPARE(capture->kind, u"live"_s);
    QCOMPARE(capture->topology->size(), folders);
    for (int i = 0; i < capture->topology->size(); ++i) {
        const PciFunction &function = capture->topology->at(i);
        QVERIFY(function.vendor && function.classCode && !function.name.isEmpty());
        QVERIFY(capture->topology->parent(i) >= 0 || capture->topology->onRootBus(i) == true
                || function.isVirtual);
    }
}

QTEST_GUILESS_MAIN(tst_live)
#include "tst_live.moc"
