// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "describe.h"
#include "hostshapes.h"
#include "openedarchive.h"
#include "processortimer.h"

#include <QTest>

using namespace rootward;

/// What is too large, too deep or torn costs no more than itself, and is told.
class tst_archivelimits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bombsEndAtTheRatio_data();
    void bombsEndAtTheRatio();
    void everyLimitIsTold_data();
    void everyLimitIsTold();
    void whatIsPackedTwiceIsRefused();
    void anArchiveInsideIsReadOnce();
    void manyInnerBombsShareOneBudget();
    void truncatedArchivesKeepWhatTheyHold_data();
    void truncatedArchivesKeepWhatTheyHold();
    void aTarThatEndsBetweenTwoMembersIsDamaged();
    void damagedArchivesNeverCrash();
    void encryptedMembersAreNamed();
};

void tst_archivelimits::bombsEndAtTheRatio_data()
{
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<QString>("name");
    QTest::newRow("not wanted") << QByteArray("tar") << QByteArray("gzip") << u"zeros.bin"_s;
    QTest::newRow("wanted") << QByteArray("tar") << QByteArray("zstd") << u"lspci.txt"_s;
    QTest::newRow("zip") << QByteArray("zip") << QByteArray("none") << u"zeros.bin"_s;
}

void tst_archivelimits::bombsEndAtTheRatio()
{
    QFETCH(QByteArray, format);
    QFETCH(QByteArray, filter);
    QFETCH(QString, name);
    const QByteArray bomb =
        archiveOf({file(u"host.txt"_s, device), file(name, QByteArray(200 * 1024 * 1024, '\0'))},
                  format, filter);
    QVERIFY(bomb.size() > 0 && bomb.size() < 1024 * 1024);
    const ProcessorTimer timer;
    const HostCapture capture = opened(bomb);
    QCOMPARE(capture.topology->size(), 1); // what stood in front of it
    QVERIFY(has(capture.problems, Reason::CaptureLimit, u"250 times its size"_s));
    QVERIFY2(timer.elapsed() < 60'000, QByteArray::number(timer.elapsed()));
}

void tst_archivelimits::everyLimitIsTold_data()
{
    QTest::addColumn<ArchiveLimits>("limits");
    QTest::addColumn<QString>("part");
    ArchiveLimits limits;
    limits.members = 1;
    QTest::newRow("members") << limits << u"1 members"_s;
    limits = {};
    limits.unpackedBytes = 2 * 1024 * 1024;
    QTest::newRow("unpacked") << limits << u"2 MiB unpacked"_s;
    limits = {};
    limits.keptBytes = 1024 * 1024;
    QTest::newRow("kept") << limits << u"lspci.txt is larger"_s;
    limits = {};
    limits.freeBytes = 1024 * 1024;
    limits.ratio = 10;
    QTest::newRow("ratio") << limits << u"10 times"_s;
}

void tst_archivelimits::everyLimitIsTold()
{
    QFETCH(ArchiveLimits, limits);
    QFETCH(QString, part);
    const QByteArray bytes = archiveOf({file(u"host.txt"_s, device),
                                        file(u"big/lspci.txt"_s, QByteArray(4 * 1024 * 1024, ' ')),
                                        file(u"more.txt"_s, device)});
    const auto hosts = readArchivedHosts(bytes, {}, limits);
    QVERIFY(hosts);
    QCOMPARE(hosts->size(), 1);
    QVERIFY(has(hosts->constFirst().problems, Reason::CaptureLimit, part));
    QVERIFY(errorWithin(bytes, {}).what == u"it was read");
    // One text that is longer than any is left out alone.
    QVERIFY(has(opened(archiveOf({file(u"host.txt"_s, device),
                                  file(u"talk.txt"_s, QByteArray(5 * 1024 * 1024, ' '))}))
                    .problems,
                Reason::CaptureLimit, u"talk.txt is larger than 4 MiB"_s));
    // A zip's list of members is counted before it is read.
    ArchiveLimits few;
    few.members = 1;
    const QByteArray zip =
        archiveOf({file(u"1.txt"_s, device), file(u"2.txt"_s, device), file(u"3.txt"_s, device)},
                  "zip", "none");
    QVERIFY(errorWithin(zip, few).what.contains(u"more than 1 members"));
}

void tst_archivelimits::whatIsPackedTwiceIsRefused()
{
    const Error error = errorOf(packed(packed(device)));
    QCOMPARE(error.kind, Error::Kind::BadData);
    QVERIFY(error.what.contains(u"several times"));
}

void tst_archivelimits::anArchiveInsideIsReadOnce()
{
    const QByteArray inner = archiveOf({file(u"lspci.txt"_s, device)});
    const HostCapture once = opened(archiveOf({file(u"support.tar.gz"_s, inner)}, "zip", "none"));
    QCOMPARE(once.topology->size(), 1);
    QCOMPARE(once.sources.constFirst().name, u"support.tar.gz/lspci.txt"_s);
    const HostCapture text =
        opened(archiveOf({file(u"host.txt.gz"_s, packed(device))}, "zip", "none"));
    QCOMPARE(text.sources.constFirst().name, u"host.txt.gz"_s);
    const QByteArray middle = archiveOf({file(u"inner.tgz"_s, inner)});
    const Error error = errorOf(archiveOf({file(u"middle.tgz"_s, middle)}));
    QCOMPARE(error.kind, Error::Kind::BadData);
    QVERIFY2(error.what.contains(u"too deep"), qPrintable(error.what));
    // An inner one that is damaged costs itself alone.
    const HostCapture other = opened(archiveOf(
        {file(u"bad.zip"_s, QByteArray("PK\x03\x04 nothing")), file(u"host.txt"_s, device)}));
    QCOMPARE(other.topology->size(), 1);
    QVERIFY(has(other.problems, Reason::CaptureBadLine, u"bad.zip"_s));
}

void tst_archivelimits::manyInnerBombsShareOneBudget()
{
    const QByteArray bomb =
        archiveOf({file(u"zeros.bin"_s, QByteArray(60 * 1024 * 1024, '\0'))}, "tar", "zstd");
    QList<MadeEntry> entries {file(u"host.txt"_s, device)};
    for (int i = 0; i < 60; ++i)
        entries.append(file(QString::number(i) + u".tar.zst"_s, bomb));
    ArchiveLimits limits;
    limits.unpackedBytes = 256 * 1024 * 1024;
    const ProcessorTimer timer;
    const auto hosts = readArchivedHosts(archiveOf(entries), {}, limits);
    QVERIFY(hosts);
    QVERIFY(has(hosts->constFirst().problems, Reason::CaptureLimit, u"unpacked"_s));
    QVERIFY2(timer.elapsed() < 60'000, QByteArray::number(timer.elapsed()));
}

void tst_archivelimits::truncatedArchivesKeepWhatTheyHold_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QList<MadeEntry> entries = sysfsOf(mixedHost(30, 4));
    for (const char *filter : {"none", "gzip", "bzip2", "xz", "zstd"})
        QTest::addRow("tar %s", filter) << archiveOf(entries, "tar", filter);
    QTest::newRow("zip") << archiveOf(entries, "zip", "none");
}

void tst_archivelimits::truncatedArchivesKeepWhatTheyHold()
{
    QFETCH(QByteArray, bytes);
    const auto whole = readHosts(bytes, u"whole"_s);
    QVERIFY(whole);
    const qsizetype functions = whole->constFirst().topology->size();
    int kept = 0;
    for (int part = 1; part < 20; ++part) {
        const auto hosts = readHosts(bytes.first(bytes.size() * part / 20), u"part"_s);
        if (!hosts) {
            QCOMPARE(hosts.error().kind, Error::Kind::BadData);
            continue;
        }
        ++kept;
        const HostCapture &host = hosts->constFirst();
        QVERIFY(host.topology->size() <= functions);
        QVERIFY(has(host.problems, Reason::CaptureBadLine, u"damaged"_s)
                || host.topology->size() == functions);
    }
    if (QByteArrayView(QTest::currentDataTag()) == "tar none")
        QVERIFY(kept > 15);
}

void tst_archivelimits::aTarThatEndsBetweenTwoMembersIsDamaged()
{
    const QByteArray bytes =
        archiveOf({file(u"first.txt"_s, device), file(u"second.txt"_s, device)}, "tar", "none");
    const qsizetype second = bytes.indexOf("second.txt");
    QVERIFY(second > 0 && second % 512 == 0);
    const HostCapture cut = opened(bytes.first(second));
    QCOMPARE(cut.topology->size(), 1);
    QVERIFY(has(cut.problems, Reason::CaptureBadLine, u"damaged after its member 1"_s));
    QVERIFY(opened(bytes).problems.size() < cut.problems.size());
}

void tst_archivelimits::damagedArchivesNeverCrash()
{
    const QList<MadeEntry> entries = sysfsOf(randomHost(9));
    int read = 0;
    for (const char *format : {"tar", "zip"}) {
        const QByteArray bytes = archiveOf(entries, format, "none");
        QVERIFY(!bytes.isEmpty());
        quint32 state = 12345;
        for (int round = 0; round < 100; ++round) {
            QByteArray damaged = bytes;
            for (int i = 0; i < 20; ++i) {
                state = state * 1664525 + 1013904223;
                damaged[state % damaged.size()] = static_cast<char>(state >> 24);
            }
            const auto hosts = readHosts(damaged, u"damaged"_s);
            read += hosts ? 1 : 0;
            QVERIFY(hosts || hosts.error().kind == Error::Kind::BadData);
        }
    }
    QVERIFY(read > 0);
}

void tst_archivelimits::encryptedMembersAreNamed()
{
    const QByteArray zip = encryptedZip({file(u"lspci.txt"_s, device)});
    if (zip.isEmpty())
        QFAIL("libarchive made no encrypted zip");
    const Error error = errorOf(zip);
    QCOMPARE(error.kind, Error::Kind::BadData);
    QVERIFY2(error.what.contains(u"lspci.txt cannot be unpacked"), qPrintable(error.what));
}

QTEST_GUILESS_MAIN(tst_archivelimits)
#include "tst_archivelimits.moc"
