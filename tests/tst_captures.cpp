// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "atomicpath.h"
#include "describe.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

/// Reads captures of real machines from the folder that ROOTWARD_CAPTURES names. They belong to
/// others and are not part of this project; without the variable the test is skipped.
class tst_captures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void sizesAreRight_data();
    void sizesAreRight();
    void pathsAndBitsAreRight_data();
    void pathsAndBitsAreRight();
    void gapsAreCounted_data();
    void gapsAreCounted();
    void noDomainBorrowsAParent();
    void theTreeGivesTheSameParents();
    void fourRootBusesOfOneDomainStandInATree();
    void whatHasNoTreeIsRefused_data();
    void whatHasNoTreeIsRefused();
    void twoHostsAreToldApart();
    void wholeHostsAreKnownAsSuch();

private:
    HostCapture open(const QString &name) const;
    QString m_folder;
};

namespace {

QByteArray shortAddress(const PciAddress &address)
{
    return address.toShortString().toLatin1();
}

/// "0b:00.0 C-- > 00:08.1 R- C++": a function and its path, with the bits of each.
QByteArray pathText(const Topology &tree, int index)
{
    QByteArrayList hops;
    for (const int hop : tree.path(index))
        hops += hop < 0 ? QByteArray("...")
                        : shortAddress(tree.at(hop).address) + ' '
                + QByteArray(portTypeId(tree.at(hop).portType).data()) + ' '
                + bitsText(tree.at(hop));
    return hops.join(" > ");
}

QByteArray verdictText(const Topology &tree, int index, AtomicOpsRule rule)
{
    const HostPath path = atomicPath(tree, index, rule);
    QByteArray text = QByteArray(pathVerdictId(path.verdict.w32).data()) + ' '
        + pathVerdictId(path.verdict.w64).data() + ' ' + reasonId(path.reason).data();
    for (const Blocker &blocker : path.blockers)
        text += ' '
            + (blocker.function < 0 ? QByteArray("...")
                                    : shortAddress(tree.at(blocker.function).address));
    return text;
}

} // namespace

void tst_captures::initTestCase()
{
    m_folder = qEnvironmentVariable("ROOTWARD_CAPTURES");
    if (m_folder.isEmpty())
        QSKIP("ROOTWARD_CAPTURES is not set: no captures of real machines to read");
    QVERIFY2(QDir(m_folder).exists(), qPrintable(m_folder));
}

HostCapture tst_captures::open(const QString &name) const
{
    const QStringList found = QDir(m_folder).entryList({u"*"_s + name + u"*"_s}, QDir::Files);
    const auto capture = openHost(found.size() == 1 ? m_folder + u'/' + found.first()
                                                    : m_folder + u"/own/"_s + name + u".txt"_s);
    if (!capture)
        qFatal("%s", qPrintable(capture.error().toString()));
    return *capture;
}

void tst_captures::sizesAreRight_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("functions");
    QTest::addColumn<QString>("kind");
    const QString text = u"lspci-text"_s;
    QTest::newRow("raven2") << u"vv-raven2"_s << 44 << text;
    QTest::newRow("renoir") << u"renoir"_s << 34 << text;
    QTest::newRow("epyc") << u"epyc-12nvme"_s << 108 << text;
    QTest::newRow("icelake") << u"icelake-sp"_s << 320 << text;
    QTest::newRow("raptorlake") << u"raptorlake"_s << 26 << text;
    QTest::newRow("xeon e3") << u"xeon-e3-pex8619"_s << 43 << text;
    QTest::newRow("orion") << u"orion-o6"_s << 6 << text;
    QTest::newRow("power") << u"ppc64-power"_s << 20 << text;
    QTest::newRow("x570") << u"x570-rx6800xt"_s << 49 << text;
    QTest::newRow("surface") << u"surface-book"_s << 21 << text;
    QTest::newRow("asm1812") << u"asm1812"_s << 11 << text;
    QTest::newRow("xen") << u"xen-hvm"_s << 7 << text;
    QTest::newRow("x399, block") << u"x399-1080ti"_s << 63 << text;
    QTest::newRow("raven, quoted") << u"raven-wx3100"_s << 2 << u"lspci-hex"_s;
    QTest::newRow("acer, wrapped") << u"acer-vmd10000"_s << 38 << text;
    QTest::newRow("imx8mp, prompts") << u"imx8mp"_s << 10 << text;
    QTest::newRow("rockpro64, wrapped") << u"rockpro64"_s << 10 << u"lspci-hex"_s;
    QTest::newRow("eml") << u"qemu-q35-ovmf"_s << 1 << text;
    QTest::newRow("b460") << u"msi-b460"_s << 27 << text;
    QTest::newRow("x570, a path") << u"x570-rx560"_s << 4 << text;
    QTest::newRow("raven2, -t") << u"t-raven2"_s << 44 << u"lspci-tree"_s;
    QTest::newRow("t630, -tvnn") << u"dell-t630"_s << 169 << u"lspci-list"_s;
    QTest::newRow("own") << u"qemu-guest-lspci"_s << 40 << u"lspci-hex"_s;
    QTest::newRow("own, atomics") << u"qemu-guest-atomics"_s << 40 << u"lspci-hex"_s;
}

void tst_captures::sizesAreRight()
{
    QFETCH(QString, name);
    QFETCH(int, functions);
    QFETCH(QString, kind);
    const HostCapture capture = open(name);
    QCOMPARE(capture.topology->size(), functions);
    QCOMPARE(capture.kind, kind);
}

void tst_captures::pathsAndBitsAreRight_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("address");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("verdict"); ///< by the old rule
    const auto row = [](const char *name, const char *address, const char *path,
                        const char *verdict) {
        QTest::addRow("%s %s", name, address)
            << QString::fromLatin1(name) << QString::fromLatin1(address) << QByteArray(path)
            << QByteArray(verdict);
    };
    row("vv-raven2", "0b:00.0", "0b:00.0 legacy-endpoint C--- Q+ > 00:08.1 root-port R- C++- Q- E-",
        "pass pass host.ok");
    row("vv-raven2", "07:00.0",
        "07:00.0 endpoint C--- Q- > 04:03.0 downstream-port R- C??? E- > 03:00.0 upstream-port R- "
        "C??? E- > 00:01.4 root-port R- C++- Q- E-",
        "fail fail host.no-routing 04:03.0 03:00.0");
    row("vv-raven2", "0c:00.0", "0c:00.0 endpoint C--- Q- > 00:08.2 root-port R- C--- Q- E-",
        "fail fail host.root-port-width 00:08.2");
    row("renoir", "05:00.0", "05:00.0 legacy-endpoint C--- Q- > 00:08.1 root-port R- C--- Q- E-",
        "fail fail host.root-port-width 00:08.1");
    row("renoir", "01:00.0", "01:00.0 legacy-endpoint C--- Q- > 00:01.2 root-port R- C++- Q- E-",
        "pass pass host.ok");
    row("renoir", "03:00.0", "03:00.0 endpoint C--- Q- > 00:02.2 root-port R- C++- Q- E-",
        "pass pass host.ok");
    row("epyc-12nvme", "81:00.0", "81:00.0 endpoint C--- Q+ > 80:01.1 root-port R+ C++- Q- E-",
        "pass pass host.ok");
    row("epyc-12nvme", "81:00.1", "81:00.1 endpoint C--- Q+ > 80:01.1 root-port R+ C++- Q- E-",
        "pass pass host.ok");
    row("epyc-12nvme", "01:00.0", "01:00.0 endpoint C--- Q- > 00:01.1 root-port R+ C++- Q- E-",
        "pass pass host.ok");
    row("epyc-12nvme", "c6:00.0",
        "c6:00.0 conventional  > c5:00.0 pcie-to-pci-bridge C??? > c0:05.2 root-port R+ C++- Q- E-",
        "fail fail host.not-pcie c6:00.0");
    row("icelake-sp", "4b:00.0", "4b:00.0 endpoint C--- Q+ > 4a:02.0 root-port R+ C+++ Q+ E-",
        "pass pass host.ok");
    row("icelake-sp", "04:00.0", "04:00.0 endpoint C--- Q- > 00:1c.5 root-port R- C--- Q- E-",
        "fail fail host.root-port-width 00:1c.5");
    row("icelake-sp", "03:00.0",
        "03:00.0 conventional  > 02:00.0 pcie-to-pci-bridge C??? > 00:1c.4 root-port R- C--- Q- E-",
        "fail fail host.not-pcie 03:00.0 00:1c.4");
    row("raptorlake", "01:00.0", "01:00.0 endpoint C--- Q- > 00:06.0 root-port R+ C+++ Q+ E+",
        "pass pass host.ok");
    row("xeon-e3-pex8619", "01:00.0", "01:00.0 endpoint C--- Q- > 00:01.0 root-port R- C+++ Q- E-",
        "pass pass host.ok");
    row("xeon-e3-pex8619", "04:00.0",
        "04:00.0 endpoint C--- Q- > 03:01.0 downstream-port R- C??? E- > 02:00.0 upstream-port R- "
        "C--- E- > 00:1c.0 root-port R- C--- Q- E-",
        "fail fail host.no-routing 03:01.0 02:00.0 00:1c.0");
    row("orion-o6", "01:00.0", "01:00.0 endpoint C--- Q- > 00:00.0 root-port R+ C+++ Q- E-",
        "pass pass host.ok");
    row("orion-o6", "31:00.0", "31:00.0 endpoint C--- Q- > 30:00.0 root-port R+ C+++ Q- E-",
        "pass pass host.ok");
    row("orion-o6", "91:00.0", "91:00.0 endpoint C--- Q- > 90:00.0 root-port R+ C+++ Q- E-",
        "pass pass host.ok");
    row("ppc64-power", "0030:03:00.0",
        "0030:03:00.0 endpoint C??? Q? > 0030:02:01.0 downstream-port R? C??? E? > 0030:01:00.0 "
        "upstream-port R? C??? E? > 0030:00:00.0 root-port R? C??? Q? E?",
        "unknown unknown host.unreadable 0030:03:00.0 0030:02:01.0 0030:01:00.0 0030:00:00.0");
    row("x570-rx6800xt", "0b:00.0",
        "0b:00.0 legacy-endpoint C??? Q? > 0a:00.0 downstream-port R? C??? E? > 09:00.0 "
        "upstream-port R? C??? E? > 00:03.1 root-port R? C??? Q? E?",
        "unknown unknown host.unreadable 0b:00.0 0a:00.0 09:00.0 00:03.1");
    row("surface-book", "02:00.0", "02:00.0 endpoint C--- Q- > 00:1d.0 root-port R- C--- Q- E-",
        "fail fail host.root-port-width 00:1d.0");
    row("surface-book", "03:00.0", "03:00.0 endpoint C--- Q- > 00:1d.3 root-port R- C--- Q- E-",
        "fail fail host.root-port-width 00:1d.3");
    row("asm1812", "07:00.0",
        "07:00.0 endpoint C--- Q- > 04:03.0 downstream-port R- C??? E- > 03:00.0 upstream-port R- "
        "C??? E-",
        "fail fail host.no-routing 04:03.0 03:00.0");
    row("xen-hvm", "00:03.0", "00:03.0 endpoint C??? Q?", "unproven unproven host.no-root-port");
    row("raven-wx3100", "01:00.0",
        "01:00.0 legacy-endpoint C++- Q+ > 00:01.1 root-port R- C++- Q- E-", "pass pass host.ok");
    row("acer-vmd10000", "01:00.0",
        "01:00.0 legacy-endpoint C--- Q- > 00:01.0 root-port R+ C+++ Q+ E-", "pass pass host.ok");
    row("acer-vmd10000", "10000:e1:00.0",
        "10000:e1:00.0 endpoint C--- Q- > 10000:e0:01.1 root-port R+ C+++ Q+ E-",
        "pass pass host.ok");
    row("acer-vmd10000", "10000:e2:00.0",
        "10000:e2:00.0 endpoint C--- Q- > 10000:e0:06.0 root-port R+ C+++ Q+ E+",
        "pass pass host.ok");
    row("acer-vmd10000", "04:00.0", "", "fail fail host.no-routing 03:00.0 02:00.0 00:1a.0");
    row("imx8mp", "09:00.0", "", "fail fail host.root-port-width 00:00.0");
    row("rockpro64", "04:00.0",
        "04:00.0 endpoint C??? Q- > 02:03.0 downstream-port R- C--- E- > 01:00.0 "
        "upstream-port R- C--- E- > 00:00.0 root-port R+ C--- Q- E-",
        "fail fail host.no-routing 02:03.0 01:00.0 00:00.0");
    row("x570-rx560", "06:00.0",
        "06:00.0 legacy-endpoint C++- Q- > 03:02.0 downstream-port R- C??? E- > 02:00.0 "
        "upstream-port R- C??? E- > 00:01.2 root-port R- C++- Q- E-",
        "fail fail host.no-routing 03:02.0 02:00.0");
    row("x399-1080ti", "0a:00.0", "", "unknown unknown host.unreadable 0a:00.0 00:03.1");
    row("msi-b460", "03:00.0", "",
        "unknown unknown host.unreadable 03:00.0 02:00.0 01:00.0 00:01.0");
    row("qemu-guest-atomics", "03:00.0",
        "03:00.0 endpoint C++- Q- > 02:00.0 downstream-port R+ C--- E- > 01:00.0 upstream-port R+ "
        "C--- E- > 00:02.0 root-port R+ C+++ Q- E-",
        "pass pass host.ok");
    row("qemu-guest-atomics", "04:00.0",
        "04:00.0 endpoint C--- Q- > 02:01.0 downstream-port R- C--- E- > 01:00.0 upstream-port R+ "
        "C--- E- > 00:02.0 root-port R+ C+++ Q- E-",
        "fail fail host.capability-v1 04:00.0 02:01.0");
}

void tst_captures::pathsAndBitsAreRight()
{
    QFETCH(QString, name);
    QFETCH(QString, address);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, verdict);
    const HostCapture capture = open(name);
    const int index = capture.topology->indexOf(PciAddress::parse(address).value());
    QVERIFY(index >= 0);
    if (!path.isEmpty())
        QCOMPARE(pathText(*capture.topology, index), path);
    QCOMPARE(verdictText(*capture.topology, index, AtomicOpsRule::Old), verdict);
}

void tst_captures::gapsAreCounted_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<ReadGap>("gap");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("conventional");
    QTest::newRow("x570, -v") << u"x570-rx6800xt"_s << ReadGap::LowVerbosity << 30 << 19;
    QTest::newRow("power, -v") << u"ppc64-power"_s << ReadGap::LowVerbosity << 19 << 1;
    QTest::newRow("b460, denied") << u"msi-b460"_s << ReadGap::AccessDenied << 24 << 3;
    QTest::newRow("x399, denied") << u"x399-1080ti"_s << ReadGap::AccessDenied << 31 << 32;
    QTest::newRow("eml, denied") << u"qemu-q35-ovmf"_s << ReadGap::AccessDenied << 1 << 0;
    QTest::newRow("t630, a list") << u"dell-t630"_s << ReadGap::NotPrinted << 169 << 0;
    QTest::newRow("xen, old lspci") << u"xen-hvm"_s << ReadGap::OldLspci << 1 << 6;
}

void tst_captures::gapsAreCounted()
{
    QFETCH(QString, name);
    QFETCH(ReadGap, gap);
    QFETCH(int, count);
    QFETCH(int, conventional);
    const HostCapture capture = open(name);
    int found = 0;
    int plain = 0;
    for (const PciFunction &function : capture.topology->functions()) {
        found += function.gap == gap ? 1 : 0;
        plain += function.portType == PortType::Conventional ? 1 : 0;
    }
    QCOMPARE(found, count);
    QCOMPARE(plain, conventional);
}

void tst_captures::noDomainBorrowsAParent()
{
    const HostCapture capture = open(u"ppc64-power"_s);
    QCOMPARE(capture.topology->rootBuses().size(), 9);
    for (int i = 0; i < capture.topology->size(); ++i) {
        if (const int parent = capture.topology->parent(i); parent >= 0)
            QCOMPARE(capture.topology->at(parent).address.domain,
                     capture.topology->at(i).address.domain);
    }
}

void tst_captures::theTreeGivesTheSameParents()
{
    const HostCapture text = open(u"vv-raven2"_s);
    const HostCapture tree = open(u"t-raven2"_s);
    QCOMPARE(tree.topology->size(), text.topology->size());
    for (int i = 0; i < text.topology->size(); ++i) {
        QCOMPARE(tree.topology->at(i).address, text.topology->at(i).address);
        QCOMPARE(tree.topology->parent(i), text.topology->parent(i));
        QCOMPARE(tree.topology->at(i).buses, text.topology->at(i).buses);
    }
}

void tst_captures::fourRootBusesOfOneDomainStandInATree()
{
    const HostCapture capture = open(u"dell-t630"_s);
    QStringList buses;
    for (const RootBus &root : capture.topology->rootBuses()) {
        QVERIFY(root.known);
        buses.append(u"%1:%2"_s.arg(root.domain).arg(root.bus, 2, 16, QLatin1Char('0')));
    }
    QCOMPARE(buses.join(u' '), u"0:00 0:7f 0:80 0:ff"_s);
}

void tst_captures::whatHasNoTreeIsRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("says");
    QTest::newRow("-vmm") << u"lspci-nnmmv-vmware-guest.txt"_s << u"-vmm"_s;
    QTest::newRow("hwinfo") << u"hwinfo-popos-tigerlake-pci.txt"_s << u"hwinfo"_s;
    QTest::newRow("domain") << u"libvirt-win10-i440fx-hostdev.xml"_s << u"--vm"_s;
    QTest::newRow("part of a domain") << u"libvirt-hostdev-fragment.xml"_s << u"--vm"_s;
    QTest::newRow("QEMU") << u"qemu-cmdline-i440fx-vfio.txt"_s << u"--vm"_s;
}

void tst_captures::whatHasNoTreeIsRefused()
{
    QFETCH(QString, name);
    QFETCH(QString, says);
    const auto capture = openHost(m_folder + u'/' + name);
    QVERIFY(!capture);
    QCOMPARE(capture.error().kind, Error::Kind::BadData);
    QVERIFY2(capture.error().toString().contains(says), qPrintable(capture.error().toString()));
}

void tst_captures::twoHostsAreToldApart()
{
    const auto hosts = openHosts(m_folder + u"/proxmox-qm-showcmd-gtx-q35.md"_s);
    QVERIFY(hosts);
    QCOMPARE(hosts->size(), 2);
    QCOMPARE(hosts->at(0).host + u' ' + hosts->at(1).host, u"host2 host"_s);
    QVERIFY(hosts->at(1).topology->indexOf(PciAddress::parse(u"01:00.1"_s).value()) >= 0);
}

void tst_captures::wholeHostsAreKnownAsSuch()
{
    for (const char *name : {"vv-raven2", "renoir", "epyc-12nvme", "raptorlake", "x570-rx6800xt"})
        QVERIFY2(open(QLatin1StringView(name)).topology->isWholeHost(), name);
    QVERIFY(!open(u"asm1812"_s).topology->isWholeHost());
}

QTEST_GUILESS_MAIN(tst_captures)
#include "tst_captures.moc"
