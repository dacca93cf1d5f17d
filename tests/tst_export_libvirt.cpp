// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportplans.h"
#include "vmdefinition.h"

#include <QProcess>
#include <QSet>
#include <QTest>
#include <QXmlStreamReader>

#include <rapidcheck.h>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace handmade;

namespace {

const QString schema = u"/usr/share/libvirt/schemas/domain.rng"_s;

/// A domain that holds what every domain must, and the fragment.
QByteArray domainAround(const QByteArray &fragment, const Plan &plan)
{
    const bool arm = machineKind(plan.guest) == MachineKind::Virt;
    QByteArray devices = fragment;
    devices.remove(0, devices.indexOf("<devices"));
    return "<domain type='kvm'><name>vm</name><memory>1048576</memory><os><type arch='"
        + QByteArray(arm ? "aarch64" : "x86_64") + "' machine='" + (plan.guest.machine.toUtf8())
        + "'>hvm</type></os>" + devices + "</domain>";
}

QString complaintOfSchema(const QByteArray &domain)
{
    QProcess process;
    process.start(u"xmllint"_s, {u"--noout"_s, u"--nonet"_s, u"--relaxng"_s, schema, u"-"_s});
    process.write(domain);
    process.closeWriteChannel();
    if (!process.waitForFinished())
        return u"xmllint does not run"_s;
    return process.exitCode() == 0 ? QString() : QString::fromUtf8(process.readAllStandardError());
}

/// What the fragment says, read without Rootward's own reader.
struct Fragment {
    struct Place {
        int bus = 0;
        int slot = 0;
        int function = 0;
        bool multifunction = false;
    };
    QMap<int, QString> models; ///< of the controllers, by index
    QStringList chassis;
    QList<Place> controllerPlaces;
    QList<Place> cardPlaces;
    QStringList hosts; ///< "0000:0b:00.0", or a UUID
    QStringList roms; ///< "bar=off file=..."
    QStringList managed;
    QString error;
};

int number(const QXmlStreamAttributes &attributes, QLatin1StringView name)
{
    return attributes.value(name).toString().toInt(nullptr, 0);
}

Fragment readFragment(const QByteArray &bytes)
{
    Fragment fragment;
    QXmlStreamReader xml(bytes);
    bool inSource = false;
    bool inController = false;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isEndElement() && xml.name() == "source"_L1)
            inSource = false;
        if (!xml.isStartElement())
            continue;
        const QXmlStreamAttributes attributes = xml.attributes();
        if (xml.name() == "controller"_L1) {
            inController = true;
            const int index = number(attributes, "index"_L1);
            if (fragment.models.contains(index))
                fragment.error = u"index %1 twice"_s.arg(index);
            fragment.models.insert(index, attributes.value("model"_L1).toString());
        } else if (xml.name() == "target"_L1) {
            const QString chassis = attributes.value("chassis"_L1).toString()
                + attributes.value("chassisNr"_L1).toString();
            if (!chassis.isEmpty())
                fragment.chassis.append(chassis);
        } else if (xml.name() == "hostdev"_L1) {
            inController = false;
            fragment.managed.append(attributes.value("managed"_L1).toString());
        } else if (xml.name() == "source"_L1) {
            inSource = true;
        } else if (xml.name() == "rom"_L1) {
            fragment.roms.append("bar="_L1 + attributes.value("bar"_L1).toString() + " file="_L1
                                 + attributes.value("file"_L1).toString());
        } else if (xml.name() == "address"_L1 && inSource) {
            PciAddress host;
            host.domain = static_cast<quint32>(number(attributes, "domain"_L1));
            host.bus = static_cast<quint8>(number(attributes, "bus"_L1));
            host.slot = static_cast<quint8>(number(attributes, "slot"_L1));
            host.function = static_cast<quint8>(number(attributes, "function"_L1));
            fragment.hosts.append(attributes.hasAttribute("uuid"_L1)
                                      ? attributes.value("uuid"_L1).toString()
                                      : host.toString());
        } else if (xml.name() == "address"_L1) {
            const Fragment::Place place {
                number(attributes, "bus"_L1), number(attributes, "slot"_L1),
                number(attributes, "function"_L1),
                attributes.value("multifunction"_L1).toString() == "on"_L1};
            (inController ? fragment.controllerPlaces : fragment.cardPlaces).append(place);
        }
    }
    if (xml.hasError())
        fragment.error = xml.errorString();
    return fragment;
}

/// What the schema does not look at.
QString misplacement(const Fragment &fragment)
{
    QSet<QString> taken;
    QSet<QString> several;
    QSet<QString> functionsZero;
    for (const auto &place : fragment.controllerPlaces + fragment.cardPlaces) {
        const QString slot = u"%1:%2"_s.arg(place.bus).arg(place.slot);
        const QString spot = slot + u'.' + QString::number(place.function);
        if (taken.contains(spot))
            return spot + u" is taken twice"_s;
        taken.insert(spot);
        if (!fragment.models.contains(place.bus))
            return u"no controller owns bus %1"_s.arg(place.bus);
        if (place.function > 0)
            several.insert(slot);
        if (place.function == 0 && place.multifunction)
            functionsZero.insert(slot);
    }
    if (!functionsZero.contains(several))
        return u"a slot of several functions without multifunction on its first"_s;
    QStringList chassis = fragment.chassis;
    return chassis.removeDuplicates() > 0 ? u"a chassis number twice"_s : QString();
}

QStringList placesText(const Fragment &fragment)
{
    QStringList lines;
    for (qsizetype i = 0; i < fragment.hosts.size(); ++i) {
        const auto &place = fragment.cardPlaces.at(i);
        lines.append(
            u"%1 in %2 slot %3.%4%5"_s.arg(fragment.hosts.at(i), fragment.models.value(place.bus))
                .arg(place.slot)
                .arg(place.function)
                .arg(place.multifunction ? u" first of several"_s : QString()));
    }
    return lines;
}

} // namespace

class tst_export_libvirt : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(QFile::exists(schema), "libvirt's schemas are not installed");
        QVERIFY(!complaintOfSchema("<domain type='kvm'><nonsense/></domain>").isEmpty());
    }

    void everyPlanAndFormIsValid_data();
    void everyPlanAndFormIsValid();
    void formsPlaceAsTheirNamesSay_data();
    void formsPlaceAsTheirNamesSay();
    void romAndDriverAreKept();
    void aSwitchAndAFurtherRootBusAreKept();
    void whatCannotBeSaidFails();
    void anyRomFileStaysInItsAttribute();
};

void tst_export_libvirt::everyPlanAndFormIsValid_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<int>("form");
    for (const NamedPlan &named : exportPlans()) {
        for (const auto &[name, form] : exportForms())
            QTest::addRow("%s, %s", named.name, name) << named.plan << int(form);
    }
}

void tst_export_libvirt::everyPlanAndFormIsValid()
{
    QFETCH(Plan, plan);
    QFETCH(int, form);
    const auto bytes = written("libvirt", requestFor(plan, static_cast<ExportForm>(form)));
    QVERIFY2(bytes, qPrintable(bytes ? QString() : bytes.error().toString()));
    const QString complaint = complaintOfSchema(domainAround(*bytes, plan));
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint + QString::fromUtf8(*bytes)));
    const Fragment fragment = readFragment(*bytes);
    QVERIFY2(fragment.error.isEmpty(), qPrintable(fragment.error));
    const QString misplaced = misplacement(fragment);
    QVERIFY2(misplaced.isEmpty(), qPrintable(misplaced + QString::fromUtf8(*bytes)));
    qsizetype planned = 0;
    for (const EntryOutcome &entry : evaluate(plan).entries)
        planned += entry.errors.isEmpty() ? 1 : 0;
    QVERIFY(fragment.hosts.size() >= (planned > 0 ? 1 : 0));
}

void tst_export_libvirt::formsPlaceAsTheirNamesSay_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QStringList>("lines");
    QTest::addColumn<int>("form");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const char *machine, const QStringList &lines,
                        ExportForm form, const QStringList &expected) {
        QTest::newRow(name) << QString::fromLatin1(machine) << lines << int(form) << expected;
    };
    const QString gpu = u"0000:0b:00.0 in pcie-root-port slot 0.0"_s;
    const QString both = gpu + u" first of several"_s;
    const QString second = u"0000:0b:00.1 in pcie-root-port slot 0.1"_s;
    const QString alone = u"0000:0b:00.1 in pcie-root-port slot 0.0"_s;
    row("one, as planned", "q35", {u"0b:00.0,pcie=1"_s}, ExportForm::AsPlanned, {gpu});
    row("one, all", "q35", {u"0b:00.0,pcie=1"_s}, ExportForm::AllFunctions, {both, second});
    row("one, separate", "q35", {u"0b:00.0,pcie=1"_s}, ExportForm::SeparateSlots, {gpu, alone});
    row("all, as planned", "q35", {u"0b:00,pcie=1"_s}, ExportForm::AsPlanned, {both, second});
    row("all, one", "q35", {u"0b:00,pcie=1"_s}, ExportForm::OneFunction, {gpu});
    row("two lines of a card, all", "q35", {u"0b:00.0,pcie=1"_s, u"0b:00.1,pcie=1"_s},
        ExportForm::AllFunctions, {both, second});
    row("conventional", "q35", {u"0b:00.0"_s}, ExportForm::AsPlanned,
        {u"0000:0b:00.0 in pcie-to-pci-bridge slot 1.0"_s});
    row("i440fx", "pc", {u"0b:00"_s, u"44:00.0"_s}, ExportForm::AsPlanned,
        {u"0000:0b:00.0 in pci-root slot 16.0 first of several"_s,
         u"0000:0b:00.1 in pci-root slot 16.1"_s, u"0000:44:00.0 in pci-root slot 17.0"_s});
    row("i440fx, separate", "pc", {u"0b:00"_s}, ExportForm::SeparateSlots,
        {u"0000:0b:00.0 in pci-root slot 16.0"_s, u"0000:0b:00.1 in pci-root slot 17.0"_s});
}

void tst_export_libvirt::formsPlaceAsTheirNamesSay()
{
    QFETCH(QString, machine);
    QFETCH(QStringList, lines);
    QFETCH(int, form);
    QFETCH(QStringList, expected);
    const Plan plan = machinePlan(machine.toLatin1(), lines);
    const auto bytes = written("libvirt", requestFor(plan, static_cast<ExportForm>(form)));
    QVERIFY(bytes);
    QCOMPARE(placesText(readFragment(*bytes)), expected);
}

void tst_export_libvirt::romAndDriverAreKept()
{
    const auto options =
        written("libvirt",
                requestFor(machinePlan("q35",
                                       {u"0b:00,pcie=1,rombar=0,romfile=a&b\"'.rom,x-vga=1"_s,
                                        u"44:00.0,pcie=1,driver=keep"_s})));
    QVERIFY(options);
    const Fragment fragment = readFragment(*options);
    QCOMPARE(fragment.roms, QStringList {u"bar=off file=/usr/share/kvm/a&b\"'.rom"_s});
    QCOMPARE(fragment.managed, (QStringList {u"yes"_s, u"yes"_s, u"no"_s}));
    QVERIFY(options->contains("x-vga"));
}

void tst_export_libvirt::aSwitchAndAFurtherRootBusAreKept()
{
    const auto bytes = written("libvirt", requestFor(switchLayout()));
    QVERIFY(bytes);
    const Fragment fragment = readFragment(*bytes);
    QCOMPARE(placesText(fragment),
             (QStringList {u"0000:05:00.0 in pcie-switch-downstream-port slot 0.0"_s,
                           u"0000:0b:00.0 in pcie-root-port slot 0.0 first of several"_s,
                           u"0000:0b:00.1 in pcie-root-port slot 0.1"_s,
                           u"0000:44:00.0 in pcie-root-port slot 0.0"_s}));
    QVERIFY(fragment.models.values().contains(u"pcie-expander-bus"_s));
    QVERIFY(bytes->contains("busNr=\"64\""));
    QVERIFY(bytes->contains("<model name=\"ioh3420\"/>"));
}

void tst_export_libvirt::whatCannotBeSaidFails()
{
    Plan unknown = machinePlan("q35", {u"0b:00,pcie=1"_s});
    unknown.host.reset();
    auto request = requestFor(unknown);
    const auto failed = written("libvirt", request);
    QVERIFY(!failed);
    QVERIFY2(failed.error().toString().contains("hostpci0"_L1),
             qPrintable(failed.error().toString()));
    request.form = ExportForm::OneFunction;
    QVERIFY(written("libvirt", request));
    request.form = ExportForm::SeparateSlots;
    QVERIFY(!written("libvirt", request));

    Plan wide = machinePlan("q35", {u"0b:43.0,pcie=1"_s});
    wide.host.reset();
    QVERIFY(!written("libvirt", requestFor(wide)));

    Plan part = layoutPlan({}, GuestLayout::Origin::Libvirt);
    const auto read = readVmDefinition("<hostdev mode='subsystem' type='pci'><source><address "
                                       "bus='0x0b'/></source></hostdev>",
                                       u"part.xml"_s);
    QVERIFY(read);
    part.layout = read->layout;
    part.guest.machine.clear();
    for (const char *format : {"libvirt", "qemu"}) {
        const auto invented = written(format, requestFor(part));
        QVERIFY(!invented);
        QVERIFY2(invented.error().toString().contains("is not known"_L1), format);
        const auto nowhere = written(format, requestFor(part, ExportForm::OneFunction));
        QVERIFY(!nowhere);
        QVERIFY(nowhere.error().toString().contains("--machine q35"_L1));
        Plan named = part;
        named.guest.machine = u"q35"_s;
        QVERIFY(written(format, requestFor(named, ExportForm::OneFunction)));
    }

    Plan mapped = machinePlan("q35", {u"mapping=gpu,pcie=1"_s});
    mapped.host.reset();
    for (const auto &[name, form] : exportForms())
        QVERIFY2(!written("libvirt", requestFor(mapped, form)), name);
}

void tst_export_libvirt::anyRomFileStaysInItsAttribute()
{
    QVERIFY(rc::check("any ROM file", [] {
        const auto text = *rc::gen::nonEmpty(rc::gen::container<std::string>(
            rc::gen::elementOf(std::string("ab'\"<>&]-!?/=`$\\{}()*#%|~. \xc3\xa4"))));
        const QString romfile = u"x"_s + QString::fromUtf8(text) + u"x"_s;
        const auto bytes = written(
            "libvirt", requestFor(machinePlan("q35", {u"0b:00.0,pcie=1,romfile="_s + romfile})));
        RC_ASSERT(bytes.has_value());
        const Fragment fragment = readFragment(*bytes);
        RC_ASSERT(fragment.error.isEmpty());
        RC_ASSERT(fragment.roms == QStringList {u"bar= file=/usr/share/kvm/"_s + romfile});
        RC_ASSERT(fragment.hosts.size() == 1);
    }));
}

QTEST_GUILESS_MAIN(tst_export_libvirt)
#include "tst_export_libvirt.moc"
