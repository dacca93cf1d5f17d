// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "planinput.h"
#include "pvereport.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

const QByteArray head =
    "==== general system info ====\n\n# hostname\npve1\n\n"
    "# pveversion --verbose\nproxmox-ve: 9.0.0 (running kernel: 6.14.8-2-pve)\n\n"
    "==== info about virtual guests ====\n\n# qm list\n"
    "      VMID NAME                 STATUS     MEM(MB)    BOOTDISK(GB) PID\n\n";
const QByteArray plain = "cores: 4\nname: files\n";
const QByteArray card = "#notes of the VM\n# cat is what I call her\n#\n#==== no section\n"
                        "bios: ovmf\nhostpci0: 0000:0b:00.0,pcie=1\nmachine: q35\n\n"
                        "[snap]\nhostpci0: 0000:0b:00,pcie=1\nmachine: q35\nsnaptime: 1\n";
const QByteArray tail = "\n==== info about storage ====\n\n# cat /etc/pve/storage.cfg\ndir: local\n"
                        "\tpath /var/lib/vz\n";

QByteArray vm(int vmid, const QByteArray &config)
{
    return "# cat /etc/pve/qemu-server/" + QByteArray::number(vmid) + ".conf\n" + config + '\n';
}

QStringList labels(const QList<LoadedVm> &vms)
{
    QStringList list;
    for (const LoadedVm &loaded : vms)
        list.append(loaded.label);
    return list;
}

} // namespace

class tst_pvereport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reportsAreTold_data();
    void reportsAreTold();
    void configurationsAreCutOut();
    void windowsLineEndsAreKept();
    void ofOneThatStandsTwiceTheLastIsRead();
    void whatPassesACardComesFirst();
    void oneThatCannotBeReadIsSaid();
    void theNumberChoosesAmongThem();
    void aReportWithoutVmsIsRefused();
};

void tst_pvereport::reportsAreTold_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("expected");
    QTest::newRow("a report") << head + vm(101, plain) + tail << true;
    QTest::newRow("a report without VMs") << head + tail << true;
    QTest::newRow("behind other words") << "Hi,\n\nhere it is:\n" + head << true;
    QTest::newRow("a part with a VM")
        << "==== info about virtual guests ====\n" + vm(7101, plain) << true;
    QTest::newRow("a configuration") << card << false;
    QTest::newRow("a configuration with a section's mark in its notes")
        << "#==== VM ====\n" + card << false;
    QTest::newRow("another program's sections")
        << QByteArray("==== VM ====\nmachine: q35\n") << false;
    QTest::newRow("nothing") << QByteArray() << false;
}

void tst_pvereport::reportsAreTold()
{
    QFETCH(QByteArray, text);
    QTEST(isPveReport(text), "expected");
}

void tst_pvereport::configurationsAreCutOut()
{
    const QByteArray text = head + vm(101, plain) + vm(102, card) + tail;
    const QList<ReportedVm> vms = vmsOfPveReport(text);
    QCOMPARE(vms.size(), 2);
    QCOMPARE(vms.at(0).vmid, 101);
    QCOMPARE(vms.at(0).config, plain);
    QCOMPARE(vms.at(1).vmid, 102);
    QCOMPARE(vms.at(1).config, card);
    const QByteArrayList lines = text.split('\n');
    QCOMPARE(lines.at(vms.at(0).line - 1), "cores: 4");
    QCOMPARE(lines.at(vms.at(1).line - 1), "#notes of the VM");
    QVERIFY(vmsOfPveReport(head + tail).isEmpty());
    // Notes may have any text.
    const QByteArray noted = "#see\n# cat /etc/pve/qemu-server/777.conf\n# qm list\n" + plain;
    const QList<ReportedVm> both = vmsOfPveReport(head + vm(101, noted) + vm(102, card) + tail);
    QCOMPARE(both.size(), 2);
    QCOMPARE(both.at(0).config, noted);
    QCOMPARE(vmsOfPveReport(head + vm(101, {}) + tail).at(0).config, QByteArray());
    // Cut off in the middle, as a paste is.
    QCOMPARE(vmsOfPveReport(head + "# cat /etc/pve/qemu-server/102.conf\nmachine: q3").at(0).config,
             "machine: q3");
}

void tst_pvereport::windowsLineEndsAreKept()
{
    const QByteArray text = (head + vm(101, plain) + tail).replace("\n", "\r\n");
    QCOMPARE(vmsOfPveReport(text).at(0).config, "cores: 4\r\nname: files\r\n");
}

void tst_pvereport::ofOneThatStandsTwiceTheLastIsRead()
{
    const QList<ReportedVm> vms =
        vmsOfPveReport(head + vm(101, plain) + vm(102, plain) + vm(101, card));
    QCOMPARE(vms.size(), 2);
    QCOMPARE(vms.at(1).vmid, 101);
    QCOMPARE(vms.at(1).config, card);
}

class ReportFile {
public:
    explicit ReportFile(const QByteArray &text)
    {
        QFile file(path());
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(path()));
    }
    QString path() const { return m_folder.filePath(u"report.txt"_s); }

private:
    QTemporaryDir m_folder;
};

void tst_pvereport::whatPassesACardComesFirst()
{
    const ReportFile report(head + vm(101, plain) + vm(102, card) + vm(103, plain) + vm(104, card));
    const auto vms = readVmFiles({report.path()});
    QVERIFY(vms);
    QCOMPARE(labels(*vms), (QStringList {u"VM 102"_s, u"VM 104"_s, u"VM 101"_s, u"VM 103"_s}));
    QCOMPARE(vms->first().definition.document->bytes(), card);
    QCOMPARE(vms->first().definition.entries.first().value, u"0000:0b:00.0,pcie=1"_s);
}

void tst_pvereport::oneThatCannotBeReadIsSaid()
{
    const ReportFile report(head + vm(101, "no setting\n") + vm(102, card));
    const auto vms = readVmFiles({report.path()});
    QVERIFY(vms);
    QCOMPARE(labels(*vms), QStringList {u"VM 102"_s});
    const Notice &notice = vms->first().definition.problems.last();
    QCOMPARE(notice.reason, Reason::CaptureBadLine);
    QVERIFY2(notice.message.contains(u"101.conf") && notice.message.contains(u"line 15"),
             qPrintable(notice.message));
}

void tst_pvereport::theNumberChoosesAmongThem()
{
    const ReportFile report(head + vm(101, plain) + vm(102, card) + vm(103, card));
    const auto numberOf = [&](std::optional<int> vmid) {
        const auto input = withVmFiles({}, {report.path()}, vmid);
        return input ? input->plan.guest.vmid : std::nullopt;
    };
    QCOMPARE(numberOf({}), 102);
    QCOMPARE(numberOf(103), 103);
    QCOMPARE(numberOf(101), 101);
    const auto missing = withVmFiles({}, {report.path()}, 999);
    QVERIFY(!missing);
    QCOMPARE(missing.error().what, u"there is no VM 999 among VM 102, VM 103, VM 101"_s);
    QCOMPARE(missing.error().where, u"--vmid"_s);
    const auto input = withVmFiles({}, {report.path()}, 103);
    QCOMPARE(input->plan.otherVms.size(), 2);
    QCOMPARE(input->plan.otherVms.first().label, u"VM 102"_s);
}

void tst_pvereport::aReportWithoutVmsIsRefused()
{
    const ReportFile report(head + tail);
    const auto vms = readVmFiles({report.path()});
    QVERIFY(!vms);
    QCOMPARE(vms.error().what, u"this report holds no VM configuration"_s);
    const ReportFile binary(head + vm(101, QByteArray("machine: q35\0\1", 14)) + tail);
    const auto unread = readVmFiles({binary.path()});
    QVERIFY(!unread);
    QCOMPARE(unread.error().where, u"101.conf"_s);
}

QTEST_GUILESS_MAIN(tst_pvereport)
#include "tst_pvereport.moc"
