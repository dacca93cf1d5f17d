// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernelversion.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

class tst_kernelversion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aVersionDecidesTheRuleAndVfio_data();
    void aVersionDecidesTheRuleAndVfio();
    void anythingElseIsRefused_data();
    void anythingElseIsRefused();
    void qemuVersionsAreReadAndOrdered();
};

void tst_kernelversion::aVersionDecidesTheRuleAndVfio_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<bool>("backported");
    QTest::addColumn<QString>("vfio");
    const auto row = [](const char *text, const char *rule, const char *vfio,
                        bool backported = false) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(rule) << backported
                            << QString::fromLatin1(vfio);
    };
    row("old", "old", "yes");
    row("new", "new", "yes");
    row("unknown", "unknown", "yes");
    row("7.1", "new", "yes");
    row("7.1-rc1", "new", "yes");
    row("7.1.4", "new", "yes");
    row("7.2", "new", "yes");
    row("10.0.1", "new", "yes");
    row("7.0", "old", "yes");
    row("7.0-rc7", "old", "yes");
    row("7.0.0", "old", "yes");
    row("7.0.10", "unknown", "yes");
    row("7.0.99", "unknown", "yes");
    row("7.0.1", "unknown", "yes");
    row("6.19.12", "old", "yes");
    row("6.18.32", "old", "yes");
    row("6.18.33", "new", "yes", true);
    row("6.18", "old", "yes");
    row("6.12.90", "old", "yes");
    row("6.12.91", "new", "yes", true);
    row("6.6.140", "old", "yes");
    row("6.6.141", "new", "yes", true);
    row("6.18.34", "new", "yes", true);
    row("6.12", "old", "yes");
    row("6.12.92", "new", "yes", true);
    row("6.6", "old", "yes");
    row("6.6.142", "new", "yes", true);
    row("6.17.13", "old", "yes");
    row("6.8", "old", "yes");
    row("6.8.12", "old", "yes");
    row("6.5", "old", "yes");
    row("6.5-rc1", "old", "yes");
    row("6.4.16", "old", "no");
    row("6.1", "old", "no");
    row("6.1.1", "unknown", "no");
    row("6.1.175", "unknown", "no");
    row("5.15", "old", "no");
    row("5.15.210", "new", "no", true);
    row("5.10", "old", "no");
    row("5.15.208", "old", "no");
    row("5.15.209", "new", "no", true);
    row("5.10.300", "unknown", "no");
    row("5.4.1", "old", "no");
    row("6.8.12-4-pve", "unknown", "yes");
    row("6.12.91-1-pve", "unknown", "yes");
    row("6.12.91+deb13-amd64", "unknown", "yes");
    row("6.6.141-1-lts", "unknown", "yes");
    row("7.0.2-1-pve", "unknown", "yes");
    row("7.1.0-rc3+", "new", "yes");
    row("6.5.13-1-pve", "unknown", "yes");
    row("5.15.209-1-pve", "unknown", "unknown");
    row("6.4.0-150600.23.53-default", "unknown", "unknown");
    row("7.1.3-1-pve", "new", "yes");
    row("6.2.16-3-pve", "unknown", "unknown");
    row("3.10.0-1160.el7.x86_64", "unknown", "unknown");
}

void tst_kernelversion::aVersionDecidesTheRuleAndVfio()
{
    QFETCH(QString, text);
    QFETCH(QString, rule);
    QFETCH(bool, backported);
    QFETCH(QString, vfio);
    const auto kernel = KernelVersion::parse(text);
    QVERIFY(kernel);
    QCOMPARE(ruleId(kernel->rule), rule);
    QCOMPARE(kernel->rule == AtomicOpsRule::NewBackported, backported);
    const auto reports = kernel->vfioReportsAtomics;
    QCOMPARE(!reports ? u"unknown"_s : *reports ? u"yes"_s : u"no"_s, vfio);
    QCOMPARE(kernel->version, text.front().isDigit() ? text : QString());
}

void tst_kernelversion::anythingElseIsRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"", "Old", "7", "7.", ".1", "v7.1", "7.1 ", " 7.1", "7.1\n", "7.x",
                             "99999999999.1", "7.1;reboot", "-1.0", "newest"}) {
        QTest::addRow("<%s>", text) << QString::fromLatin1(text);
    }
}

void tst_kernelversion::anythingElseIsRefused()
{
    QFETCH(QString, text);
    QVERIFY(!KernelVersion::parse(text));
}

void tst_kernelversion::qemuVersionsAreReadAndOrdered()
{
    QCOMPARE(QemuVersion::parse(u"11.0"), (QemuVersion {11, 0, 0}));
    QCOMPARE(QemuVersion::parse(u"10.0.2+pve1"), (QemuVersion {10, 0, 2}));
    QCOMPARE(QemuVersion::parse(u"9.2.3")->toString(), u"9.2.3"_s);
    QCOMPARE(QemuVersion::parse(u"11.1.0")->toString(), u"11.1"_s);
    QVERIFY(*QemuVersion::parse(u"8.0.5") < *QemuVersion::parse(u"8.1"));
    QVERIFY(*QemuVersion::parse(u"10.0") > *QemuVersion::parse(u"9.2"));
    for (const QStringView bad : {u"", u"11", u"x.y", u"8.1 ", u"1.2.3.4", u"123456.1"})
        QVERIFY(!QemuVersion::parse(bad));
}

QTEST_GUILESS_MAIN(tst_kernelversion)
#include "tst_kernelversion.moc"
