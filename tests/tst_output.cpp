// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "output.h"
#include "testpaths.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <linux/capability.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

const QByteArray oldContent = "what the user had\n";

/// A superuser may write anywhere. Without this capability a folder's permissions count for this
/// thread, too.
class WithoutOverride {
public:
    WithoutOverride()
    {
        m_known = syscall(SYS_capget, &m_header, m_before) == 0;
        __user_cap_data_struct now[2] {m_before[0], m_before[1]};
        now[0].effective &= ~(1U << CAP_DAC_OVERRIDE);
        m_known = m_known && syscall(SYS_capset, &m_header, now) == 0;
    }
    ~WithoutOverride()
    {
        if (m_known)
            syscall(SYS_capset, &m_header, m_before);
    }
    Q_DISABLE_COPY_MOVE(WithoutOverride)

private:
    __user_cap_header_struct m_header {_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct m_before[2] {};
    bool m_known = false;
};

/// As if the disk were full after so many bytes of a file.
class SmallDisk {
public:
    explicit SmallDisk(rlim_t bytes)
    {
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small {bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallDisk() { setrlimit(RLIMIT_FSIZE, &m_before); }
    Q_DISABLE_COPY_MOVE(SmallDisk)

private:
    rlimit m_before {};
};

/// A folder with one file in it.
class Kept {
public:
    Kept()
    {
        QFile file(name());
        if (!file.open(QIODevice::WriteOnly) || file.write(oldContent) != oldContent.size())
            qFatal("cannot write");
    }
    ~Kept() { setWritable(true); }
    Q_DISABLE_COPY_MOVE(Kept)

    QString name() const { return m_folder.filePath(u"plan.svg"_s); }
    QByteArray content() const
    {
        QFile file(name());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
    }
    /// No half-written neighbour stays behind.
    QStringList files() const
    {
        return QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden);
    }
    void setWritable(bool on) const
    {
        QFile::Permissions rights = QFile::ReadOwner | QFile::ExeOwner;
        QFile::setPermissions(m_folder.path(), on ? rights | QFile::WriteOwner : rights);
    }

private:
    QTemporaryDir m_folder;
};

} // namespace

class tst_output : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFileIsReplacedWhole();
    void aFolderThatMayNotBeWrittenKeepsItsFile();
    void aFullDiskKeepsTheOldFile_data();
    void aFullDiskKeepsTheOldFile();
    void theProgramSaysThatTheDiskIsFull();
    void aFullDeviceIsSaid();
};

void tst_output::aFileIsReplacedWhole()
{
    const Kept kept;
    QVERIFY(writeOutput(kept.name(), "new"));
    QCOMPARE(kept.content(), QByteArray("new"));
    QCOMPARE(kept.files(), QStringList {u"plan.svg"_s});
}

void tst_output::aFolderThatMayNotBeWrittenKeepsItsFile()
{
    const Kept kept;
    kept.setWritable(false);
    const WithoutOverride asAnyUser;
    QVERIFY(!QFile(kept.name() + u'x').open(QIODevice::WriteOnly)); // else nothing is tested
    const Result<void> written = writeOutput(kept.name(), "new");
    QVERIFY(!written);
    QCOMPARE(written.error().kind, Error::Kind::CannotWrite);
    const QString said = written.error().toString();
    QVERIFY2(said.contains(kept.name()) && said.contains(u"as it was"), qPrintable(said));
    QCOMPARE(kept.content(), oldContent);

    const Result<void> beside = writeOutput(kept.name() + u".new"_s, "new");
    QVERIFY(!beside);
    QVERIFY(beside.error().toString().contains(u"nothing was written"));
    QCOMPARE(kept.files(), QStringList {u"plan.svg"_s});
}

void tst_output::aFullDiskKeepsTheOldFile_data()
{
    QTest::addColumn<int>("room");
    QTest::addColumn<int>("size");
    QTest::newRow("no room at all") << 0 << 5;
    QTest::newRow("within the first buffer") << 1000 << 9000;
    QTest::newRow("at the last byte") << 200'000 << 200'001;
    QTest::newRow("in the middle") << 200'000 << 5'000'000;
}

void tst_output::aFullDiskKeepsTheOldFile()
{
    QFETCH(int, room);
    QFETCH(int, size);
    const Kept kept;
    Result<void> written;
    {
        const SmallDisk disk(room);
        written = writeOutput(kept.name(), QByteArray(size, 'x'));
    }
    QVERIFY(!written);
    QCOMPARE(written.error().kind, Error::Kind::CannotWrite);
    QVERIFY2(written.error().toString().contains(u"as it was"),
             qPrintable(written.error().toString()));
    QCOMPARE(kept.content(), oldContent);
    QCOMPARE(kept.files(), QStringList {u"plan.svg"_s});
    QVERIFY(writeOutput(kept.name(), QByteArray(size, 'x')));
    QCOMPARE(kept.content().size(), size);
}

void tst_output::theProgramSaysThatTheDiskIsFull()
{
    const Kept kept;
    QProcess program;
    program.setChildProcessModifier([] {
        const rlimit small {1000, RLIM_INFINITY};
        setrlimit(RLIMIT_FSIZE, &small);
    });
    program.start(
        testpaths::program(),
        {u"export"_s, u"example:x399-two-rx7900xt"_s, u"--as"_s, u"svg"_s, u"-o"_s, kept.name()});
    QVERIFY(program.waitForFinished());
    const QByteArray said = program.readAllStandardError();
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(program.exitCode(), 73);
    QVERIFY2(said.contains("plan.svg"), said);
    QCOMPARE(kept.content(), oldContent);
    QCOMPARE(kept.files(), QStringList {u"plan.svg"_s});
}

void tst_output::aFullDeviceIsSaid()
{
    const Result<void> written = writeOutput(u"/dev/full"_s, "new");
    QVERIFY(!written);
    QCOMPARE(written.error().kind, Error::Kind::CannotWrite);
}

QTEST_GUILESS_MAIN(tst_output)
#include "tst_output.moc"
