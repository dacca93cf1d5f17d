// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "capturetext.h"
#include "describe.h"
#include "hostshapes.h"
#include "machines.h"
#include "openedarchive.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;

/// An archive says what its members say; what is wrong with it costs no more than that.
class tst_archive : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void packedTreesSayWhatTheFolderSays_data();
    void packedTreesSayWhatTheFolderSays();
    void treesWithoutLinksAreRead();
    void hardLinksLeadToTheirMember();
    void onePackedTextIsRead_data();
    void onePackedTextIsRead();
    void reportsOfToolsAreRead();
    void membersCompleteEachOther();
    void membersThatContradictAreSeveralHosts();
    void namesThatLeadOutAreLeftOut();
    void absoluteNamesAreOnlyNames();
    void linksAndDevicesAreNotFollowed();
    void nothingIsWritten();
    void archivesWithoutAHostAreRefusedWithACommand_data();
    void archivesWithoutAHostAreRefusedWithACommand();
    void readingCanBeCancelled();
};

namespace {

QByteArray describedWithoutKind(const HostCapture &capture)
{
    const QByteArray text = describe(capture);
    return text.sliced(text.indexOf('\n') + 1);
}

QByteArray textOf(const SyntheticHost &host, Reader reader)
{
    return captureText(host, reader).value_or(QByteArray());
}

} // namespace

void tst_archive::packedTreesSayWhatTheFolderSays_data()
{
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<QString>("prefix");
    for (const char *filter : {"none", "gzip", "bzip2", "xz", "zstd"})
        QTest::addRow("tar %s", filter) << QByteArray("tar") << QByteArray(filter) << u"sys/"_s;
    QTest::newRow("zip") << QByteArray("zip") << QByteArray("none") << u"sys/"_s;
    QTest::newRow("below a name") << QByteArray("tar") << QByteArray("bzip2") << u"pve1/sys/"_s;
    QTest::newRow("from here") << QByteArray("tar") << QByteArray("gzip") << u"./sys/"_s;
}

void tst_archive::packedTreesSayWhatTheFolderSays()
{
    QFETCH(QByteArray, format);
    QFETCH(QByteArray, filter);
    QFETCH(QString, prefix);
    const SyntheticHost host = mixedHost(50, 11);
    QTemporaryDir dir;
    QVERIFY(writeEntries(dir.path(), sysfsOf(host)));
    const auto folder = openHost(dir.path());
    QVERIFY(folder);
    const QByteArray bytes =
        archiveOf(sysfsOf(host, {.padded = true, .prefix = prefix}), format, filter);
    QVERIFY(!bytes.isEmpty());
    const HostCapture archive = opened(bytes);
    QCOMPARE(archive.kind, u"archive"_s);
    QCOMPARE(QString::fromUtf8(describedWithoutKind(archive)),
             QString::fromUtf8(describedWithoutKind(*folder)));
    QCOMPARE(archive.sources.constFirst().name, QDir::cleanPath(prefix));
}

void tst_archive::treesWithoutLinksAreRead()
{
    const SyntheticHost host = x399Host();
    const QList<MadeEntry> flat = sysfsOf(host, {.flat = true, .prefix = u"devices/"_s});
    const auto hex = readCapture(hexDump(host, 4096), u"hex"_s);
    QVERIFY(hex);
    QCOMPARE(treeText(*opened(archiveOf(flat)).topology), treeText(*hex->topology));
    // Of the links alone the tree is known, and nothing else.
    QList<MadeEntry> links = sysfsOf(host);
    links.removeIf([](const MadeEntry &entry) { return entry.kind != Kind::Link; });
    const HostCapture bare = opened(archiveOf(without(links, u"sys/devices"_s)));
    QCOMPARE(bare.topology->size(), host.functions.size());
    QVERIFY(has(bare.problems, Reason::CapturePartial, u"links"_s));
    QVERIFY(!bare.topology->functions().constLast().vendor);
}

void tst_archive::hardLinksLeadToTheirMember()
{
    const QByteArray config = configSpace(x399Host().functions.constFirst(), 256);
    const HostCapture capture = opened(archiveOf({
        file(u"sys/bus/pci/devices/0000:00:00.0/config"_s, config),
        {Kind::HardLink,
         u"sys/bus/pci/devices/0000:00:01.0/config"_s,
         {},
         u"sys/bus/pci/devices/0000:00:00.0/config"_s},
        {Kind::HardLink, u"sys/bus/pci/devices/0000:00:02.0/config"_s, {}, u"etc/passwd"_s},
    }));
    QCOMPARE(capture.topology->size(), 3);
    QVERIFY(capture.topology->at(0).vendor);
    QCOMPARE(capture.topology->at(1).vendor, capture.topology->at(0).vendor);
    QCOMPARE(capture.topology->at(2).vendor, std::nullopt);
}

void tst_archive::onePackedTextIsRead_data()
{
    QTest::addColumn<QByteArray>("filter");
    for (const char *filter : {"gzip", "bzip2", "xz", "zstd"})
        QTest::newRow(filter) << QByteArray(filter);
}

void tst_archive::onePackedTextIsRead()
{
    QFETCH(QByteArray, filter);
    const QByteArray text = hexDump(x399Host(), 256);
    const HostCapture capture = opened(packed(text, filter));
    QCOMPARE(capture.topology->size(), x399Host().functions.size());
    QCOMPARE(capture.sources.size(), 1);
    QCOMPARE(capture.sources.constFirst().name, u"archive"_s);
    QCOMPARE(capture.sources.constFirst().bytes, text);
    QVERIFY(capture.topology->at(0).lines.first > 0);
}

void tst_archive::reportsOfToolsAreRead()
{
    const SyntheticHost host = x399Host();
    const QString top = u"sosreport-pve1-2026-11-30/"_s;
    const HostCapture capture = opened(archiveOf(
        {
            file(top + u"sos_commands/pci/lspci_-nnvv"_s, textOf(host, Reader::Root)),
            file(top + u"sos_commands/pci/lspci_-tv"_s, "-[0000:00]-+-00.0\n"),
            file(top + u"sos_commands/kernel/uname_-a"_s,
                 "Linux pve1 6.8.12-4-pve #1 SMP x86_64 GNU/Linux\n"),
            file(top + u"sos_commands/host/hostname"_s, "pve1\n"),
            {Kind::Link, top + u"hostname"_s, {}, u"sos_commands/host/hostname"_s},
            file(top + u"var/log/messages"_s, "01:00.0 is no device\n"),
        },
        "tar", "xz"));
    QCOMPARE(capture.kind, u"archive"_s);
    QCOMPARE(capture.topology->size(), host.functions.size());
    QCOMPARE(capture.host, u"pve1"_s);
    QVERIFY(capture.hostKernel);
    QCOMPARE(capture.hostKernel->version, u"6.8.12-4-pve"_s);
    QCOMPARE(capture.sources.constFirst().name, top + u"sos_commands/pci/lspci_-nnvv"_s);
}

void tst_archive::membersCompleteEachOther()
{
    const SyntheticHost host = x399Host();
    const HostCapture capture =
        opened(archiveOf({file(u"a/lspci.txt"_s, textOf(host, Reader::OrdinaryUser)),
                          file(u"a/notes.txt"_s, "nothing of interest\n"),
                          file(u"a/registers.log"_s, hexDump(host, 256))},
                         "zip", "none"));
    const auto hex = readCapture(hexDump(host, 256), u"hex"_s);
    QVERIFY(hex);
    QCOMPARE(treeText(*capture.topology), treeText(*hex->topology));
    QCOMPARE(capture.sources.size(), 2);
    QCOMPARE(capture.sources.at(1).name, u"a/registers.log"_s);
    for (int i = 0; i < capture.topology->size(); ++i) {
        const PciFunction &function = capture.topology->at(i);
        QCOMPARE(function.atomicOps, hex->topology->at(i).atomicOps);
        QCOMPARE(function.driver, host.functions.at(i).driver); // the text alone names it
    }
    QVERIFY(capture.problems.isEmpty());
}

void tst_archive::membersThatContradictAreSeveralHosts()
{
    const QByteArray bytes = archiveOf({file(u"one/lspci.txt"_s, hexDump(x399Host(), 256)),
                                        file(u"two/lspci.txt"_s, hexDump(x570Host(), 256))},
                                       "zip", "none");
    const auto hosts = readHosts(bytes, u"archive"_s);
    QVERIFY(hosts);
    QCOMPARE(hosts->size(), 2);
    QCOMPARE(hosts->at(0).topology->size(), x399Host().functions.size());
    QCOMPARE(hosts->at(1).topology->size(), x570Host().functions.size());
    const Error error = errorOf(bytes);
    QCOMPARE(error.kind, Error::Kind::BadData);
    QVERIFY(error.hint.contains(u"one/lspci.txt") && error.hint.contains(u"two/lspci.txt"));
    // So are two trees.
    const auto trees = readHosts(archiveOf(sysfsOf(x399Host(), {.prefix = u"one/sys/"_s})
                                           + sysfsOf(x570Host(), {.prefix = u"two/sys/"_s})),
                                 u"archive"_s);
    QVERIFY(trees);
    QCOMPARE(trees->size(), 2);
}

void tst_archive::namesThatLeadOutAreLeftOut()
{
    const HostCapture capture = opened(archiveOf(
        {file(u"../../lspci.txt"_s, hexDump(x570Host(), 256)),
         file(u"a/../../lspci.txt"_s, hexDump(x570Host(), 256)), file(u"lspci.txt"_s, device)}));
    QCOMPARE(capture.topology->size(), 1);
    QCOMPARE(std::ranges::count(capture.problems, Reason::CaptureBadLine, &CaptureProblem::reason),
             2);
    QVERIFY(has(capture.problems, Reason::CaptureBadLine, u"../../lspci.txt"_s));
}

void tst_archive::absoluteNamesAreOnlyNames()
{
    const SyntheticHost host = x399Host();
    const HostCapture capture = opened(archiveOf(sysfsOf(host, {.prefix = u"/sys/"_s})));
    QCOMPARE(capture.topology->size(), host.functions.size());
    QCOMPARE(capture.sources.constFirst().name, u"sys"_s);
}

void tst_archive::linksAndDevicesAreNotFollowed()
{
    QTemporaryDir dir;
    QVERIFY(writeEntries(
        dir.path(),
        {file(u"secret.txt"_s, hexDump(x570Host(), 256)), file(u"config"_s, QByteArray(64, 'x'))}));
    const QString base = u"sys/bus/pci/devices/0000:00:00.0/"_s;
    const QString climb = u"../../../../../../../../../../../.."_s;
    const HostCapture capture = opened(archiveOf({
        file(u"lspci.txt"_s, device),
        {Kind::Link, u"other/lspci.txt"_s, {}, dir.filePath(u"secret.txt"_s)},
        {Kind::Link, base + u"config"_s, {}, dir.filePath(u"config"_s)},
        {Kind::Link, u"sys/bus/pci/devices/0000:00:01.0"_s, {}, climb + dir.path()},
        {Kind::Link, u"sys/bus/pci/devices/0000:00:02.0"_s, {}, u"0000:00:02.0"_s},
        {Kind::HardLink, u"hard/lspci.txt"_s, {}, climb + dir.filePath(u"secret.txt"_s)},
        {Kind::Device, u"sys/bus/pci/devices/0000:00:03.0/config"_s, {}, {}},
        {Kind::Device, u"device/lspci.txt"_s, {}, {}},
    }));
    QCOMPARE(capture.topology->size(), 3);
    for (const PciFunction &function : capture.topology->functions()) {
        QVERIFY(!function.registers);
        QVERIFY(function.address.slot == 0 || function.portType == PortType::Unknown);
    }
}

void tst_archive::nothingIsWritten()
{
    QTemporaryDir dir;
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(dir.path()));
    const auto hosts = readHosts(archiveOf(sysfsOf(x399Host())
                                           + QList {file(dir.filePath(u"made.txt"_s), device),
                                                    file(u"lspci.txt"_s, device)}),
                                 u"archive"_s);
    const QStringList made = QDir(dir.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    QVERIFY(QDir::setCurrent(before));
    QVERIFY(hosts);
    QCOMPARE(made, QStringList());
}

void tst_archive::archivesWithoutAHostAreRefusedWithACommand_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("holiday") << archiveOf({file(u"beach.jpg"_s, "\xff\xd8\xff")}, "zip", "none");
    QTest::newRow("prose") << archiveOf({file(u"readme.txt"_s, "No card here.\n")});
    QTest::newRow("empty tar") << archiveOf({}, "tar", "gzip");
    QTest::newRow("empty zip") << archiveOf({}, "zip", "none");
    QTest::newRow("gzip of noise") << packed(QByteArray(1000, '\x07'));
    QTest::newRow("beginning of a zip") << QByteArray("PK\x03\x04 and no more");
    QTest::newRow("beginning of a gzip") << QByteArray("\x1f\x8b\x08\0\0", 5);
}

void tst_archive::archivesWithoutAHostAreRefusedWithACommand()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(!bytes.isEmpty());
    const Error error = errorOf(bytes);
    QCOMPARE(error.kind, Error::Kind::BadData);
    QCOMPARE(error.where, u"archive"_s);
    QVERIFY(!error.what.isEmpty() && !error.hint.isEmpty());
}

void tst_archive::readingCanBeCancelled()
{
    const QByteArray bytes = archiveOf(sysfsOf(mixedHost(30, 4)), "tar", "none");
    int asked = 0;
    const auto hosts = readHosts(bytes, u"c"_s, [&asked](int) { return ++asked < 20; });
    QVERIFY(!hosts);
    QCOMPARE(hosts.error().kind, Error::Kind::Cancelled);
    QCOMPARE(asked, 20);
}

QTEST_GUILESS_MAIN(tst_archive)
#include "tst_archive.moc"
