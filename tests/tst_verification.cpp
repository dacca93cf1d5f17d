// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadehost.h"
#include "testpaths.h"
#include "verifyreport.h"
#include "vmdefinition.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace handmade;

namespace {

const QString folder = testpaths::inData(u"verify/"_s);

QByteArray fileBytes(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A folder of tests/data/verify: host.txt names the host, vm.conf the plan, guest.txt is what the
/// guest printed.
struct Case {
    HostCapture host;
    Plan plan;
    GuestCapture guest;

    Verification verify() const { return verifyPlan(plan, evaluate(plan), guest); }
};

Case openCase(const QString &name)
{
    const QString place = folder + name + u'/';
    Case opened;
    if (auto host = openHost(QString::fromUtf8(fileBytes(place + u"host.txt"_s)).trimmed()))
        opened.host = std::move(*host);
    opened.plan.host = opened.host.topology;
    if (const auto vm = readVmDefinition(fileBytes(place + u"vm.conf"_s), u"101.conf"_s)) {
        opened.plan.guest = vm->guest;
        opened.plan.entries = vm->entries;
    }
    if (auto guest = readGuestCapture(fileBytes(place + u"guest.txt"_s), u"guest.txt"_s))
        opened.guest = std::move(*guest);
    return opened;
}

/// The same case with another guest text.
Case withGuest(Case changed, const QByteArray &text)
{
    if (auto guest = readGuestCapture(text, u"guest.txt"_s))
        changed.guest = std::move(*guest);
    return changed;
}

QByteArray guestText(const QString &name)
{
    return fileBytes(folder + name + u"/guest.txt"_s);
}

const Check *find(const VerifiedEntry &entry, Fact fact)
{
    const auto check = std::ranges::find(entry.checks, fact, &Check::fact);
    return check == entry.checks.end() ? nullptr : &*check;
}

CheckResult resultOf(const VerifiedEntry &entry, Fact fact)
{
    const Check *check = find(entry, fact);
    return check ? check->result : CheckResult::NotShown;
}

} // namespace

class tst_verification : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void casesReadAsExpected_data();
    void casesReadAsExpected();
    void theJsonHoldsTheSameChecks();
    void aBitThatIsNotPrintedIsNotShown();
    void requesterEnableAtZeroContradictsNothing();
    void requesterEnableThatNobodyCanHaveSetContradicts();
    void aMessageOfAnotherCardIsNotThisOnes();
    void aMessageWithoutAnAddressSpeaksOfTheOnlyCard();
    void aTextThatSpeaksOfTheMessageIsNoMessage_data();
    void aTextThatSpeaksOfTheMessageIsNoMessage();
    void kfdNamesTheDeviceByItsIds();
    void evidenceIsTheGuestsOwnLine();
    void theHostItselfIsToldFromAGuest();
    void whatIsNoGuestSaysWhatToRunInTheGuest();
    void identicalCardsAreNotMixedUp();
    void aGuestWithoutIdsIsNotSureThatACardIsMissing();
    void damagedGuestsNeverConfirmWhatTheyDoNotShow();
    void theExitStatusIsTheWorst();
};

void tst_verification::casesReadAsExpected_data()
{
    QTest::addColumn<QString>("name");
    const QStringList names = QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    QVERIFY(names.size() >= 10);
    for (const QString &name : names)
        QTest::newRow(qPrintable(name)) << name;
}

void tst_verification::casesReadAsExpected()
{
    QFETCH(QString, name);
    const Case opened = openCase(name);
    QVERIFY(opened.host.topology && opened.guest.capture.topology);
    QVERIFY(!opened.plan.entries.isEmpty());
    const Verification verification = opened.verify();
    const QByteArray text = (verifyText(opened.plan, opened.host.label, opened.guest, verification)
                             + u"\nexit status %1\n"_s.arg(verifyExitStatus(verification)))
                                .toUtf8();
    const QString expectedPath = folder + name + u"/expected.txt"_s;
    if (qEnvironmentVariableIsSet("UPDATE_EXPECTED")) {
        QFile file(expectedPath);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    const QByteArray expected = fileBytes(expectedPath);
    QVERIFY2(!expected.isEmpty(), "no expectation");
    QCOMPARE(QString::fromUtf8(text), QString::fromUtf8(expected));
}

void tst_verification::theJsonHoldsTheSameChecks()
{
    const Case opened = openCase(u"whole-card"_s);
    const Verification verification = opened.verify();
    QBuffer buffer;
    QVERIFY(buffer.open(QIODevice::WriteOnly));
    writeVerifyJson(buffer, opened.guest, verification);
    qsizetype checks = 0;
    for (const VerifiedEntry &entry : verification.entries) {
        checks += entry.checks.size();
        QVERIFY(buffer.data().contains(entry.sentence.toUtf8()));
        for (const Check &check : entry.checks)
            QVERIFY(
                check.evidence.line == 0
                || buffer.data().contains("\"line\": " + QByteArray::number(check.evidence.line)));
    }
    QCOMPARE(buffer.data().count("\"fact\":"), checks);
}

void tst_verification::aBitThatIsNotPrintedIsNotShown()
{
    QByteArray text = guestText(u"as-planned"_s);
    text.replace("AtomicOpsCap: Routing- 32bit+ 64bit+ 128bitCAS-",
                 "AtomicOpsCap: Routing- 32bit+");
    const auto entries = withGuest(openCase(u"as-planned"_s), text).verify().entries;
    QCOMPARE(resultOf(entries.at(0), Fact::Completer32), CheckResult::Confirmed);
    QCOMPARE(resultOf(entries.at(0), Fact::Completer64), CheckResult::NotShown);
    QCOMPARE(entries.at(0).verdict, VerifyVerdict::Inconclusive);
}

void tst_verification::requesterEnableAtZeroContradictsNothing()
{
    QByteArray text = guestText(u"as-planned"_s);
    text.replace("ReqEn+", "ReqEn-");
    const auto entries = withGuest(openCase(u"as-planned"_s), text).verify().entries;
    const Check *check = find(entries.at(0), Fact::RequesterEnable);
    QVERIFY(check);
    QCOMPARE(check->seen, u"no"_s);
    QCOMPARE(check->result, CheckResult::NotShown);
    QVERIFY(!check->note.isEmpty());
    QCOMPARE(entries.at(0).verdict, VerifyVerdict::Confirmed);
}

/// vfio sets the bit in asking, so it counts only where vfio surely was refused every width.
void tst_verification::requesterEnableThatNobodyCanHaveSetContradicts()
{
    QByteArray text = guestText(u"whole-card"_s);
    text.replace("ReqEn-", "ReqEn+");
    Case opened = withGuest(openCase(u"whole-card"_s), text);
    QCOMPARE(resultOf(opened.verify().entries.at(0), Fact::RequesterEnable), CheckResult::NotShown);
    QCOMPARE(opened.verify().entries.at(0).verdict, VerifyVerdict::Confirmed);

    opened.plan.hostKernel = KernelVersion::parse(u"6.4").value();
    QCOMPARE(resultOf(opened.verify().entries.at(0), Fact::RequesterEnable),
             CheckResult::Contradicted);
    QCOMPARE(opened.verify().entries.at(0).verdict, VerifyVerdict::Contradicted);
}

void tst_verification::aMessageOfAnotherCardIsNotThisOnes()
{
    const QByteArray text = guestText(u"as-planned"_s)
        + "\n[ 5.1] amdgpu 0000:02:00.0: amdgpu: PCIE atomic ops is not supported\n";
    const auto entries = withGuest(openCase(u"as-planned"_s), text).verify().entries;
    QVERIFY(!find(entries.at(0), Fact::DriverMessage));
    QCOMPARE(entries.at(0).verdict, VerifyVerdict::Confirmed);
    QCOMPARE(resultOf(entries.at(1), Fact::DriverMessage), CheckResult::Contradicted);
    QCOMPARE(entries.at(1).verdict, VerifyVerdict::Contradicted);
    QCOMPARE(entries.at(1).seen, std::optional(EntryVerdict::NotOffered));
}

void tst_verification::aMessageWithoutAnAddressSpeaksOfTheOnlyCard()
{
    const QByteArray line = "\n[    3.2] [drm] PCIE atomic ops is not supported\n";
    // Two cards: nobody can tell which one it is about.
    const auto two =
        withGuest(openCase(u"as-planned"_s), guestText(u"as-planned"_s) + line).verify().entries;
    QVERIFY(!find(two.at(0), Fact::DriverMessage));
    QVERIFY(!find(two.at(1), Fact::DriverMessage));
    const auto one = withGuest(openCase(u"card-missing"_s), guestText(u"card-missing"_s) + line)
                         .verify()
                         .entries;
    QCOMPARE(resultOf(one.at(0), Fact::DriverMessage), CheckResult::Contradicted);
}

void tst_verification::aTextThatSpeaksOfTheMessageIsNoMessage_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<qsizetype>("count");
    const auto row = [](const char *name, const char *line, qsizetype count) {
        QTest::newRow(name) << QByteArray(line) << count;
    };
    row("a command", "$ dmesg | grep 'PCIE atomic ops is not supported'", 0);
    row("prose", "I do not see PCIE atomic ops is not supported here", 0);
    row("amdgpu", "amdgpu 0000:01:00.0: amdgpu: PCIE atomic ops is not supported", 1);
    row("amdgpu, quoted", "> > [ 1.0] amdgpu 0000:01:00.0: PCIE atomic ops is not supported", 1);
    row("journal",
        "Nov 03 10:00:01 vm kernel: amdgpu 0000:01:00.0: PCIE atomic ops is not supported", 1);
    row("old amdgpu", "[    3.2] [drm] PCIE atomic ops is not supported", 1);
    row("KFD", "kfd kfd: amdgpu: skipped device 1002:67df, PCI rejects atomics 730<0", 1);
    row("mlx5", "mlx5_core 0000:01:00.0: Enabling pci atomics failed", 1);
    row("bnxt_re", "infiniband bnxt_re0: platform doesn't support global atomics.", 1);
    row("qedr", "[qedr_pci_set_atomic:250(qedr0)]Atomic capability disabled", 1);
    row("cut address", "amdgpu 0000:01:00: PCIE atomic ops is not supported", 0);
}

void tst_verification::aTextThatSpeaksOfTheMessageIsNoMessage()
{
    QFETCH(QByteArray, line);
    QFETCH(qsizetype, count);
    const QList<DriverLine> lines = driverLines({"first\n" + line + "\nlast\n", {}});
    QCOMPARE(lines.size(), count);
    if (count > 0)
        QCOMPARE(lines.constFirst().evidence, (Evidence {2, QString::fromUtf8(line).simplified()}));
}

void tst_verification::kfdNamesTheDeviceByItsIds()
{
    const auto with = [](const char *ids) {
        const QByteArray line = QByteArray("\nkfd kfd: amdgpu: skipped device ") + ids
            + ", PCI rejects atomics 730<2090\n";
        return withGuest(openCase(u"card-missing"_s), guestText(u"card-missing"_s) + line)
            .verify()
            .entries.at(0);
    };
    QCOMPARE(resultOf(with("1002:744c"), Fact::DriverMessage), CheckResult::Contradicted);
    QVERIFY(!find(with("1002:67df"), Fact::DriverMessage));
}

void tst_verification::evidenceIsTheGuestsOwnLine()
{
    const Case opened = openCase(u"whole-card"_s);
    const QByteArrayList lines = guestText(u"whole-card"_s).split('\n');
    int shown = 0;
    for (const VerifiedEntry &entry : opened.verify().entries) {
        for (const Check &check : entry.checks) {
            if (check.evidence.line == 0)
                continue;
            ++shown;
            QCOMPARE(check.evidence.text,
                     QString::fromUtf8(lines.at(check.evidence.line - 1)).simplified());
        }
    }
    QVERIFY(shown > 15);
    // The same under a mail's quotation marks.
    QByteArray mail;
    for (const QByteArray &line : lines)
        mail += "> " + line + '\n';
    const auto entries = withGuest(opened, mail).verify().entries;
    QCOMPARE(find(entries.at(0), Fact::Completer32)->evidence.line,
             find(opened.verify().entries.at(0), Fact::Completer32)->evidence.line);
}

void tst_verification::theHostItselfIsToldFromAGuest()
{
    const auto host = openHost(u"example:x399-two-rx7900xt"_s);
    const auto poor = openHost(u"example:no-root"_s);
    const auto other = openHost(u"example:x570-chipset-slot"_s);
    QVERIFY(host && poor && other);
    QVERIFY(isHostItself(*host->topology, *host->topology));
    QVERIFY(isHostItself(*host->topology, *poor->topology));
    QVERIFY(!isHostItself(*host->topology, *other->topology));
    for (const QString &name : {u"as-planned"_s, u"i440fx"_s, u"guest-without-root"_s})
        QVERIFY(!isHostItself(*host->topology, *openCase(name).guest.capture.topology));
}

void tst_verification::whatIsNoGuestSaysWhatToRunInTheGuest()
{
    for (const auto &guest :
         {readGuestCapture({}, u"a"_s), readGuestCapture("prose and no more\n", u"a"_s),
          readGuestCapture(QByteArray(maxGuestCaptureBytes + 1, ' '), u"a"_s),
          openGuestCapture(u"/nowhere"_s)}) {
        QVERIFY(!guest);
        QVERIFY2(guest.error().hint.contains(u"in the guest"), qPrintable(guest.error().hint));
    }
}

/// With a port in front the first card stands where the second was expected.
void tst_verification::identicalCardsAreNotMixedUp()
{
    const auto entries = openCase(u"other-bus-numbers"_s).verify().entries;
    QCOMPARE(entries.at(0).functions.at(0).guest, PciAddress::parse(u"02:00.0"));
    QCOMPARE(entries.at(0).functions.at(0).by, FoundBy::Port);
    QCOMPARE(entries.at(1).functions.at(0).guest, PciAddress::parse(u"03:00.0"));
    for (const VerifiedEntry &entry : entries)
        QCOMPARE(entry.verdict, VerifyVerdict::Confirmed);
}

void tst_verification::aGuestWithoutIdsIsNotSureThatACardIsMissing()
{
    QByteArray text = guestText(u"card-missing"_s);
    const auto sure = openCase(u"card-missing"_s).verify().entries.at(1);
    QCOMPARE(resultOf(sure, Fact::Visible), CheckResult::Contradicted);
    QCOMPARE(sure.seen, std::optional(EntryVerdict::NotOffered));
    // Something else stands below the port that was the card's: its bits are not the card's.
    text.replace("[1002:744c]", "[1b36:0010]").replace("\n01:00.0 ", "\n02:00.0 ");
    const auto other = withGuest(openCase(u"card-missing"_s), text).verify().entries.at(1);
    QCOMPARE(resultOf(other, Fact::Visible), CheckResult::Contradicted);
    QCOMPARE(resultOf(other, Fact::Completer32), CheckResult::NotShown);
    text = guestText(u"card-missing"_s);
    // A capture without numbers, its names from another pci.ids.
    text.replace(" [1002:744c]", "").replace(" [1234:1111]", "").replace("Device", "Thing");
    const auto unsure = withGuest(openCase(u"card-missing"_s), text).verify().entries.at(1);
    QCOMPARE(resultOf(unsure, Fact::Visible), CheckResult::NotShown);
    QCOMPARE(unsure.verdict, VerifyVerdict::Inconclusive);
    QVERIFY(unsure.sentence.contains(u"which function"));
    // A part of a capture.
    text = guestText(u"card-missing"_s);
    const auto part =
        withGuest(openCase(u"card-missing"_s), text.sliced(text.indexOf("\n00:1a.0") + 1))
            .verify()
            .entries.at(1);
    QCOMPARE(resultOf(part, Fact::Visible), CheckResult::NotShown);
}

/// Cut within a line, the text may show less; it never shows the opposite, nor that something is
/// missing.
void tst_verification::damagedGuestsNeverConfirmWhatTheyDoNotShow()
{
    const Case whole = openCase(u"as-planned"_s);
    const QByteArray text = guestText(u"as-planned"_s);
    for (qsizetype length = 200; length < text.size(); length += 211) {
        if (text.at(length) == '\n' || text.at(length - 1) == '\n')
            continue;
        const Case cut = withGuest(whole, text.first(length));
        for (const VerifiedEntry &entry : cut.verify().entries) {
            for (const Check &check : entry.checks)
                QVERIFY2(check.result != CheckResult::Contradicted,
                         qPrintable(QString::number(length) + u' ' + factText(check.fact)));
        }
    }
}

void tst_verification::theExitStatusIsTheWorst()
{
    const auto status = [](QList<std::pair<VerifyVerdict, EntryVerdict>> entries) {
        Verification verification;
        for (const auto &[verdict, state] : entries) {
            VerifiedEntry entry;
            entry.verdict = verdict;
            entry.predicted = EntryVerdict::Offered;
            entry.seen = state;
            verification.entries.append(entry);
        }
        return verifyExitStatus(verification);
    };
    using enum VerifyVerdict;
    QCOMPARE(status({}), 0);
    QCOMPARE(status({{Confirmed, EntryVerdict::Offered}}), 0);
    QCOMPARE(status({{Confirmed, EntryVerdict::Unproven}}), 2);
    QCOMPARE(status({{Inconclusive, EntryVerdict::Offered}}), 2);
    QCOMPARE(status({{Contradicted, EntryVerdict::Offered}}), 1);
    QCOMPARE(status({{Confirmed, EntryVerdict::NotOffered}}), 1);
    QCOMPARE(status({{Inconclusive, EntryVerdict::Unproven}, {Confirmed, EntryVerdict::Invalid}}),
             1);
}

QTEST_GUILESS_MAIN(tst_verification)
#include "tst_verification.moc"
