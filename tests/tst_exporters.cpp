// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "examples.h"
#include "export_document.h"
#include "exportplans.h"
#include "importers.h"
#include "realshell.h"
#include "testpaths.h"
#include "vmconfig.h"

#include <QCryptographicHash>
#include <QDir>
#include <QRegularExpression>
#include <QTest>

#include <rapidcheck.h>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace handmade;

/// Each text format of each plan below is compared with a file of tests/data/export;
/// UPDATE_EXPECTED=1 writes them anew.
namespace {

const QString folder = testpaths::inData(u"export/"_s);

Plan planOfExample(const QString &name)
{
    Plan plan;
    const Example *example = findExample(name);
    if (const auto capture = readCapture(example->capture(), name))
        plan.host = capture->topology;
    const auto vm = readVmConfig(example->vmConfig(), u"%1.conf"_s.arg(example->vmid));
    plan.guest = vm->guest;
    plan.entries = vm->entries;
    plan.document = std::make_shared<const VmDocument>(
        VmDocument::read(example->vmConfig(), u"%1.conf"_s.arg(example->vmid)));
    plan.node = u"pve1"_s;
    return plan;
}

Plan changedPlan()
{
    Plan plan = planOfExample(u"x399-two-rx7900xt"_s);
    plan = plan.withEntry(0, u"0000:0b:00.0,pcie=1,rombar=0"_s).withoutEntry(1);
    plan.guest.machine = u"pc-q35-9.2"_s;
    return plan.withEntry(2, u"0000:0b:00.1,pcie=1"_s);
}

/// A host that says everything a mapping wants to know.
Plan describedPlan()
{
    QList<PciFunction> functions = x399Functions();
    int group = 10;
    for (PciFunction &function : functions) {
        function.iommuGroup = group++;
        function.subsystemVendor = quint16 {0x1da2};
        function.subsystemDevice = quint16 {0xe471};
        function.mediated = function.address.bus == 5;
        function.lines = {group * 10, group * 10 + 8};
    }
    Plan plan =
        planFor(host(functions),
                {u"0b:00.0,pcie=1,rombar=0"_s, u"host=44:00,x-vga=1"_s, u"05:00.0,mdev=some-type"_s,
                 u"0b:00.1;44:00.0"_s, u"mapping=old,pcie=1"_s});
    plan.guest.vmid = 101;
    plan.node = u"pve1"_s;
    PciMappings mappings;
    PciMapping taken;
    taken.name = u"radeon-rx-7900-xt-b"_s;
    mappings.mappings.append(taken);
    plan.mappings = std::make_shared<const PciMappings>(mappings);
    return plan;
}

Plan withoutHost()
{
    Plan plan = machinePlan("q35", {u"0b:00.0,pcie=1"_s, u"nonsense"_s});
    plan.host.reset();
    plan.node = u"pve1"_s;
    return plan;
}

QList<NamedPlan> goldenPlans()
{
    return {{"x399", planOfExample(u"x399-two-rx7900xt"_s)},
            {"no-root", planOfExample(u"no-root"_s)},
            {"x570", planOfExample(u"x570-chipset-slot"_s)},
            {"changed", changedPlan()},
            {"described", describedPlan()},
            {"no-host", withoutHost()},
            {"layout", switchLayout()},
            {"empty", machinePlan("q35", {})}};
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Plan withDocument(const QByteArray &bytes, const QString &name = u"101.conf"_s)
{
    Plan plan;
    const auto vm = readVmConfig(bytes, name);
    plan.guest = vm->guest;
    plan.entries = vm->entries;
    plan.document = std::make_shared<const VmDocument>(VmDocument::read(bytes, name));
    return plan;
}

/// The commands of a text, without its comments.
QStringList commandsOf(const QByteArray &text)
{
    QStringList commands;
    for (const QString &line : QString::fromUtf8(text).split(u'\n', Qt::SkipEmptyParts)) {
        if (!line.startsWith(u'#'))
            commands.append(line);
    }
    return commands;
}

const QByteArray smallConfig = "# notes: hostpci0 is the card\n"
                               "boot: order=scsi0\n"
                               "hostpci0:   0000:0b:00,pcie=on\n"
                               "hostpci3: 0000:44:00.0,pcie=1\n"
                               "machine: type=q35,viommu=virtio\n"
                               "\n[before]\n"
                               "hostpci0: 0000:01:00.0\n";

} // namespace

class tst_exporters : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void formatsAreInTheContractsOrder();
    void textIsAsExpected_data();
    void textIsAsExpected();
    void everyFormatHasAnExpectationOrIsAPicture();
    void aLayoutHasNoHostpciLines();
    void qmNeedsTheNumberOfTheVm();
    void qmSaysOnlyWhatChanged();
    void qmGivesTheDigestOfTheFile();
    void qmGivesNoDigestOfAnotherFile();
    void noLineHoldsAControlCharacter();
    void qmWithoutAFileSaysEveryLine();
    void anyValueIsOneWordOfQm();
    void mappingNeedsANode();
    void mappingNamesAreValidAndUnique();
    void redactingALineFormatIsAskedFor();
    void theDocumentKeepsEveryOtherByte();
    void theDocumentsChangesAreThoseOfThePlan();
};

void tst_exporters::formatsAreInTheContractsOrder()
{
    QStringList ids;
    QStringList redacted;
    for (const ExportFormat &format : exportFormats()) {
        ids.append(QString::fromLatin1(format.id));
        if (format.redacts({}))
            redacted.append(ids.last());
    }
    QCOMPARE(ids.join(u' '), u"hostpci qm mapping libvirt qemu conf report svg png pdf"_s);
    QCOMPARE(redacted.join(u' '), u"report svg png pdf"_s);
    ExportRequest kept;
    kept.redact = false;
    QVERIFY(!findExportFormat(u"pdf")->redacts(kept));
}

void tst_exporters::textIsAsExpected_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("file");
    for (const ExportFormat &format : exportFormats()) {
        if (format.isPicture())
            continue;
        for (const NamedPlan &named : goldenPlans())
            QTest::addRow("%s %s", format.id, named.name)
                << QString::fromLatin1(format.id) << named.plan
                << u"%1-%2.txt"_s.arg(QLatin1StringView(format.id), QLatin1StringView(named.name));
    }
}

void tst_exporters::textIsAsExpected()
{
    QFETCH(QString, format);
    QFETCH(Plan, plan);
    QFETCH(QString, file);
    const auto bytes = written(format.toLatin1(), requestFor(plan));
    const QByteArray made = bytes ? *bytes : "error: " + bytes.error().toString().toUtf8() + '\n';
    QVERIFY(made.isEmpty() || made.endsWith('\n'));
    if (qEnvironmentVariableIsSet("UPDATE_EXPECTED")) {
        QFile expectation(folder + file);
        QVERIFY(expectation.open(QIODevice::WriteOnly));
        expectation.write(made);
        return;
    }
    QVERIFY2(QFile::exists(folder + file), qPrintable(file));
    QCOMPARE(QString::fromUtf8(made), QString::fromUtf8(contents(folder + file)));
}

void tst_exporters::everyFormatHasAnExpectationOrIsAPicture()
{
    QStringList expected;
    for (const ExportFormat &format : exportFormats()) {
        const QStringList files =
            QDir(folder).entryList({QString::fromLatin1(format.id) + u"-*.txt"_s});
        QVERIFY2(format.isPicture() != !files.isEmpty(), format.id);
        expected += files;
    }
    expected.sort();
    QCOMPARE(QDir(folder).entryList(QDir::Files, QDir::Name), expected);
}

void tst_exporters::aLayoutHasNoHostpciLines()
{
    Plan plan = switchLayout();
    plan.guest.vmid = 101;
    plan.node = u"pve1"_s;
    for (const auto *format : {"hostpci", "qm", "mapping"}) {
        const auto bytes = written(format, requestFor(plan));
        QVERIFY2(!bytes, format);
        QCOMPARE(bytes.error().kind, Error::Kind::BadData);
    }
}

void tst_exporters::qmNeedsTheNumberOfTheVm()
{
    Plan plan = machinePlan("q35", {u"0b:00.0,pcie=1"_s});
    plan.guest.vmid.reset();
    const auto bytes = written("qm", requestFor(plan));
    QVERIFY(!bytes);
    QCOMPARE(bytes.error().kind, Error::Kind::Usage);
    QVERIFY(bytes.error().hint.contains("--vmid"_L1));
}

void tst_exporters::qmSaysOnlyWhatChanged()
{
    Plan plan = withDocument(smallConfig);
    QVERIFY(commandsOf(*written("qm", requestFor(plan))).isEmpty());

    const QString digest = u" --digest "_s + QString::fromLatin1(*plan.document->digest());
    plan = plan.withEntry(0, u"0000:0b:00.0,pcie=on"_s);
    QCOMPARE(commandsOf(*written("qm", requestFor(plan))),
             QStringList {u"qm set 101 --hostpci0 '0000:0b:00.0,pcie=on'"_s + digest});
    plan = plan.withoutEntry(3);
    QCOMPARE(
        commandsOf(*written("qm", requestFor(plan))),
        QStringList {u"qm set 101 --hostpci0 '0000:0b:00.0,pcie=on' --delete hostpci3"_s + digest});
    plan.guest.machine = u"pc-q35-9.2"_s;
    QCOMPARE(commandsOf(*written("qm", requestFor(plan))),
             QStringList {u"qm set 101 --hostpci0 '0000:0b:00.0,pcie=on' --machine "
                          "'type=pc-q35-9.2,viommu=virtio' --delete hostpci3"_s
                          + digest});
}

void tst_exporters::qmGivesTheDigestOfTheFile()
{
    const Plan plan = withDocument("hostpci0: 0b:00\nmachine: q35\n").withoutEntry(0);
    // printf 'hostpci0: 0b:00\nmachine: q35\n' | sha1sum
    QCOMPARE(commandsOf(*written("qm", requestFor(plan))).value(0),
             u"qm set 101 --delete hostpci0 --digest "_s
                 + QString::fromLatin1(QCryptographicHash::hash("hostpci0: 0b:00\nmachine: q35\n",
                                                                QCryptographicHash::Sha1)
                                           .toHex()));
}

void tst_exporters::qmGivesNoDigestOfAnotherFile()
{
    Plan plan = withDocument(smallConfig);
    plan.document = std::make_shared<const VmDocument>(
        VmDocument::read(plan.document->bytes(), u"copy.conf"_s));
    QCOMPARE(commandsOf(*written("qm", requestFor(plan.withoutEntry(3)))),
             QStringList {u"qm set 101 --delete hostpci3"_s});
}

void tst_exporters::noLineHoldsAControlCharacter()
{
    for (const char *value : {"0b:00.0,romfile=a\nhostpci1: 44:00.0", "0b:00.0,romfile=a\tb",
                              "0b:00.0,romfile=a\x1b[31m"}) {
        const Plan plan = machinePlan("q35", {QString::fromLatin1(value)});
        for (const char *format : {"hostpci", "qm"}) {
            const auto bytes = written(format, requestFor(plan));
            QVERIFY2(!bytes, format);
            QCOMPARE(bytes.error().kind, Error::Kind::BadData);
            QVERIFY(bytes.error().what.contains("control character"_L1));
        }
    }
}

void tst_exporters::qmWithoutAFileSaysEveryLine()
{
    const auto bytes = written(
        "qm",
        requestFor(machinePlan(
            "q35", {u"0b:00.0;0b:00.1,pcie=1"_s, u"romfile"_s, u"44:00.0,romfile=it's.rom"_s})));
    QVERIFY(bytes);
    QCOMPARE(commandsOf(*bytes),
             (QStringList {u"qm set 101 --hostpci0 '0b:00.0;0b:00.1,pcie=1'"_s,
                           u"qm set 101 --hostpci2 '44:00.0,romfile=it'\\''s.rom'"_s}));
    QVERIFY(bytes->contains("stop and start"));
}

void tst_exporters::anyValueIsOneWordOfQm()
{
    QVERIFY(rc::check("any ROM file", [] {
        const auto text = *rc::gen::nonEmpty(rc::gen::container<std::string>(
            rc::gen::elementOf(std::string("ab'\"<>&]-!?/=`$\\{}()*#%|~. \xc3\xa4"))));
        const QString value = u"0b:00.0,pcie=1,romfile=x"_s + QString::fromUtf8(text) + u"x"_s;
        const auto bytes = written("qm", requestFor(machinePlan("q35", {value})));
        RC_ASSERT(bytes.has_value());
        const QStringList words = wordsOfShell(commandsOf(*bytes).join(u'\n'));
        RC_ASSERT(words == QStringList({u"qm"_s, u"set"_s, u"101"_s, u"--hostpci0"_s, value}));
    }));
    for (const auto &value : {u"0b:00.0,romfile=a\nqm stop 101"_s, u"0b:00.0,romfile=\x1b[2J"_s})
        QVERIFY(!written("qm", requestFor(machinePlan("q35", {value}))));
}

void tst_exporters::mappingNeedsANode()
{
    Plan plan = machinePlan("q35", {u"0b:00.0,pcie=1"_s});
    for (const auto &node : {u""_s, u"a b"_s, u"-pve"_s, u"pve\n1"_s, u"pve,path=x"_s}) {
        plan.node = node;
        const auto bytes = written("mapping", requestFor(plan));
        QVERIFY2(!bytes, qPrintable(node));
        QCOMPARE(bytes.error().kind, Error::Kind::Usage);
        QVERIFY(bytes.error().hint.contains("--node"_L1));
    }
}

void tst_exporters::mappingNamesAreValidAndUnique()
{
    static const QRegularExpression valid(u"\\A[A-Za-z][A-Za-z0-9_-]+\\z"_s);
    QVERIFY(rc::check("any device name", [] {
        const auto text = *rc::gen::container<std::string>(
            rc::gen::elementOf(std::string("aZ09-_[]/ .\n\t,=:#\xc3\xa4")));
        QList<PciFunction> functions = x399Functions();
        for (PciFunction &function : functions)
            function.name = function.deviceName = QString::fromUtf8(text);
        Plan plan = planFor(host(functions), {u"0b:00.0"_s, u"44:00.0"_s, u"05:00.0"_s});
        plan.node = u"pve1"_s;
        const auto bytes = written("mapping", requestFor(plan));
        RC_ASSERT(bytes.has_value());
        QStringList names;
        QStringList used;
        for (const QString &line : QString::fromUtf8(*bytes).split(u'\n')) {
            if (line.startsWith("hostpci"_L1))
                used.append(line.section(u'=', 1, 1).section(u',', 0, 0));
            else if (!line.isEmpty() && !line.startsWith(u'#') && !line.startsWith(u'\t'))
                names.append(line);
        }
        RC_ASSERT(names.size() == 3);
        RC_ASSERT(used == names);
        for (const QString &name : std::as_const(names))
            RC_ASSERT(valid.match(name).hasMatch());
        RC_ASSERT(names.removeDuplicates() == 0);
    }));
}

void tst_exporters::redactingALineFormatIsAskedFor()
{
    ExportRequest request =
        requestFor(machinePlan("q35", {u"0b:00.0,pcie=1,romfile=secret.rom"_s}));
    QVERIFY(written("hostpci", request)->contains("secret.rom"));
    request.redact = true;
    const auto bytes = written("hostpci", request);
    QVERIFY2(!bytes->contains("secret"), bytes->constData());
    QVERIFY(bytes->contains("0b:00.0,pcie=1,romfile="));
}

void tst_exporters::theDocumentKeepsEveryOtherByte()
{
    const Plan plan = withDocument(smallConfig);
    QCOMPARE(exportedDocument(plan).bytes(), smallConfig);
    QCOMPARE(exportedDocument(machinePlan("q35", {})).bytes(), QByteArray());

    Plan changed = plan.withEntry(0, u"0000:0b:00.0,pcie=on"_s).withEntry(1, u"0b:00.1"_s);
    changed = changed.withoutEntry(3);
    changed.guest.machine = u"pc-q35-9.2"_s;
    QCOMPARE(QString::fromUtf8(exportedDocument(changed).bytes()),
             u"# notes: hostpci0 is the card\n"
             "boot: order=scsi0\n"
             "hostpci0:   0000:0b:00.0,pcie=on\n"
             "hostpci1: 0b:00.1\n"
             "machine: type=pc-q35-9.2,viommu=virtio\n"
             "\n[before]\n"
             "hostpci0: 0000:01:00.0\n"_s);
}

void tst_exporters::theDocumentsChangesAreThoseOfThePlan()
{
    Plan plan = withDocument("arch: aarch64\nhostpci0: 0b:00.0\n");
    QVERIFY(documentChanges(plan).isEmpty()); // virt is the default, not a change
    plan = withDocument("hostpci0: 0b:00.0\n").withEntry(0, u"not a value"_s);
    QVERIFY(documentChanges(plan).changed.isEmpty());
    plan = withDocument("hostpci0: 0b:00.0\nmachine: q35\n");
    plan.guest.machine.clear();
    QCOMPARE(documentChanges(plan).machine, std::optional(QString()));
    plan = withDocument("hostpci0: 0b:00.0\nmachine: viommu=virtio\n");
    plan.guest.machine = u"q35"_s;
    QCOMPARE(documentChanges(plan).machine, std::optional(u"q35,viommu=virtio"_s));
}

QTEST_GUILESS_MAIN(tst_exporters)
#include "tst_exporters.moc"
