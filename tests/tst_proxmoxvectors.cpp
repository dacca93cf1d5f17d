// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "plan.h"
#include "vmconfig.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

using Vector = QJsonObject;

enum class Kind { CommandLine, Mapping, Skeleton, ConfigFile, Form };

QStringList strings(const QJsonValue &value)
{
    QStringList list;
    for (const QJsonValue &item : value.toArray())
        list.append(item.toString());
    return list;
}

/// What the cluster's mappings decide.
bool usesMappings(const Vector &vector)
{
    return !vector["pci_mappings"_L1].toObject().isEmpty();
}

Kind kindOf(const Vector &vector)
{
    if (vector["kind"_L1] == "config-file"_L1)
        return Kind::ConfigFile;
    if (vector["kind"_L1] == "ui"_L1)
        return Kind::Form;
    if (usesMappings(vector))
        return Kind::Mapping;
    return vector["expect"_L1].toObject().contains("pci_devices"_L1) ? Kind::Skeleton
                                                                     : Kind::CommandLine;
}

QList<Vector> readVectors(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<Vector> vectors;
    const QJsonArray all = QJsonDocument::fromJson(file.readAll()).object()["vectors"_L1].toArray();
    for (const QJsonValue &value : all)
        vectors.append(value.toObject());
    return vectors;
}

std::optional<quint16> idWord(const QJsonValue &value)
{
    return value.isString() ? std::optional(value.toString().toUShort(nullptr, 16)) : std::nullopt;
}

void addFacts(PciFunction &function, const QJsonObject &facts)
{
    if (facts.isEmpty())
        return;
    function.vendor = idWord(facts["vendor"_L1]);
    function.device = idWord(facts["device"_L1]);
    function.mediated = facts["mdev"_L1].toInt() == 1;
    function.nvidiaVgpu = facts["nvidia"_L1].toInt() == 1;
    if (facts.contains("iommugroup"_L1))
        function.iommuGroup = facts["iommugroup"_L1].toInt();
}

/// The devices alone, with a host bridge so that nothing else can be there.
std::shared_ptr<const Topology> hostOf(const Vector &vector)
{
    PciFunction bridge;
    bridge.portType = PortType::Conventional;
    bridge.classCode = quint16 {0x0600};
    QList<PciFunction> functions {bridge};
    Topology::Known known;
    const QJsonObject facts = vector["host_device_info"_L1].toObject();
    for (const QString &device : strings(vector["host_devices"_L1])) {
        PciFunction function;
        function.address = PciAddress::parse(device).value();
        function.portType = PortType::Conventional;
        function.classCode = quint16 {0x0200};
        addFacts(function, facts[device].toObject());
        known.rootBuses.insert({function.address.domain, function.address.bus});
        if (function.address != bridge.address)
            functions.append(function);
    }
    return Topology::fromFunctions(functions, known).topology;
}

/// As pci.cfg has them.
QByteArray mappingFile(const QJsonObject &mappings)
{
    QByteArray text;
    for (auto it = mappings.begin(); it != mappings.end(); ++it) {
        const QJsonObject section = it.value().toObject();
        text += it.key().toUtf8() + '\n';
        for (const QString &map : strings(section["map"_L1]))
            text += "\tmap " + map.toUtf8() + '\n';
        for (const QString &key : {u"live-migration-capable"_s, u"mdev"_s}) {
            if (section.contains(key))
                text += '\t' + key.toUtf8() + ' ' + QByteArray::number(section[key].toInt()) + '\n';
        }
        text += '\n';
    }
    return text;
}

/// The part of Proxmox's message that tells what is wrong, without the names around it.
QString senseOf(const QString &error)
{
    QString sense = error.section(u": "_s, -1).simplified();
    if (sense.endsWith(u'.'))
        sense.chop(1);
    return sense;
}

/// The configuration's lines besides hostpci, which are judged one by one.
QByteArray settingsOf(const QJsonObject &config)
{
    QByteArray text("cores: 1\n");
    for (auto it = config.begin(); it != config.end(); ++it) {
        if (!it.key().startsWith("hostpci"_L1))
            text += it.key().toUtf8() + ": " + it.value().toString().toUtf8() + '\n';
    }
    return text;
}

Plan planOf(const Vector &vector, const QByteArray &moreSettings = {})
{
    const QJsonObject config = vector["config"_L1].toObject();
    Plan plan;
    plan.host = hostOf(vector);
    plan.guest = readVmConfig(settingsOf(config) + moreSettings, u"8006.conf"_s).value().guest;
    plan.node = u"localhost"_s;
    const auto mappings = readPciMappings(mappingFile(vector["pci_mappings"_L1].toObject()), {});
    if (mappings)
        plan.mappings = std::make_shared<const PciMappings>(*mappings);
    for (auto it = config.begin(); it != config.end(); ++it) {
        if (it.key().startsWith("hostpci"_L1))
            plan = plan.withEntry(it.key().mid(7).toInt(), it.value().toString());
    }
    return plan;
}

const GuestNode *nodeOf(const PlanOutcome &outcome, const QString &id)
{
    const auto node = std::ranges::find(outcome.guestTree, id, &GuestNode::id);
    return node == outcome.guestTree.end() ? nullptr : &*node;
}

/// "VGA vga pcie.0 1.0" of a -device argument; the id is the model where none is written.
QString wordsOf(const QString &argument)
{
    const QStringList parts = argument.split(u',');
    const auto value = [&parts](QLatin1StringView key) {
        for (const QString &part : parts) {
            if (part.startsWith(key))
                return part.sliced(key.size());
        }
        return QString();
    };
    static const QRegularExpression place(uR"(\A(?:0x)?([0-9a-f]+)(?:\.(?:0x)?([0-9a-f]+))?\z)"_s);
    const auto match = place.match(value("addr="_L1));
    return u"%1 %2 %3 %4.%5"_s.arg(parts.first(), value("id="_L1), value("bus="_L1))
        .arg(match.captured(1).toInt(nullptr, 16))
        .arg(match.captured(2).toInt(nullptr, 16));
}

QString wordsOf(const GuestNode *node)
{
    return node == nullptr ? u"absent"_s
                           : u"%1 %2 %3 %4.%5"_s.arg(node->model, node->id, node->bus)
                                 .arg(node->slot)
                                 .arg(node->function);
}

/// One function of an entry: where it stands and what its port is.
QString place(const QJsonObject &row)
{
    QString text = row["qemu_id"_L1].toString() + u' '
        + (row.contains("sysfsdev"_L1) ? row["sysfsdev"_L1] : row["host"_L1]).toString() + u' '
        + row["guest_bus"_L1].toString() + u' ' + row["guest_addr"_L1].toString()
        + (row["multifunction"_L1].toBool() ? u" multifunction"_s : QString());
    if (row.contains("root_port_addr"_L1)) {
        text += " below "_L1 + row["root_port_model"_L1].toString() + u' '
            + row["root_port_addr"_L1].toString()
            + (row["port_slot_has_function0"_L1].toBool() ? u" found"_s : u" not found"_s);
    }
    return text;
}

QString place(const PlanOutcome &outcome, const EntryOutcome &entry,
              const FunctionOutcome &function)
{
    QString text = function.qemuId + u' '
        + (function.sysfsdev.isEmpty() ? function.host.toString() : function.sysfsdev) + u' '
        + function.bus + u' ' + function.addr
        + (function.multifunction ? u" multifunction"_s : QString());
    if (entry.portNode >= 0) {
        const GuestNode &port = outcome.guestTree.at(entry.portNode);
        text += " below "_L1 + port.model + u' ' + entry.place.portAddress
            + (port.visible ? u" found"_s : u" not found"_s);
    }
    return text;
}

QMap<QString, QString> map(const QJsonValue &object)
{
    QMap<QString, QString> settings;
    const QJsonObject fields = object.toObject();
    for (auto it = fields.begin(); it != fields.end(); ++it)
        settings.insert(it.key(), it.value().toString());
    return settings;
}

/// The dialog's fields, as its boxes would change a new card's line.
HostpciValue valueOf(const QJsonObject &form)
{
    HostpciValue value;
    if (form["type"_L1] == "raw"_L1) {
        HostId id {PciAddress::parse(form["host"_L1].toString()).value()};
        id.allFunctions = form["All Functions"_L1].toBool();
        value = HostpciValue::forDevice(id, false);
    } else {
        value = value.withOption(u"mapping", form["mapping"_L1].toString());
    }
    return value.withBoolean(u"x-vga", form["Primary GPU"_L1].toBool())
        .withBoolean(u"rombar", form["ROM-Bar"_L1].toBool())
        .withBoolean(u"pcie", form["PCI-Express"_L1].toBool());
}

/// Settings that the expected devices need and the vector leaves out.
QByteArray impliedSettings(const QStringList &devices)
{
    static const QRegularExpression card(uR"(id=(net[0-9]+))"_s);
    static const QRegularExpression disk(uR"(id=(?:scsihw|virtioscsi)([0-9]+))"_s);
    QByteArray text;
    for (const QString &device : devices) {
        if (const auto match = card.match(device); match.hasMatch())
            text += match.captured(1).toLatin1() + ": virtio,bridge=vmbr0\n";
        if (const auto match = disk.match(device); match.hasMatch())
            text += "scsi" + match.captured(1).toLatin1() + ": local:1\n";
    }
    return text;
}

} // namespace

class tst_proxmoxvectors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void proxmoxsCommandLineIsTheSame_data() { addRows(Kind::CommandLine); }
    void proxmoxsCommandLineIsTheSame() { compareCommandLine(fetched()); }
    void mappingsGiveTheSameCommandLine_data() { addRows(Kind::Mapping); }
    void mappingsGiveTheSameCommandLine();
    void theMachinesOwnDevicesAreTheSame_data() { addRows(Kind::Skeleton); }
    void theMachinesOwnDevicesAreTheSame();
    void configurationFilesAreReadTheSame_data() { addRows(Kind::ConfigFile); }
    void configurationFilesAreReadTheSame();
    void theDialogsFormWritesTheSame_data() { addRows(Kind::Form); }
    void theDialogsFormWritesTheSame();
    void manyVectorsWereRun();

private:
    void addRows(Kind kind);
    Vector fetched();
    void compareCommandLine(const Vector &vector);

    QList<Vector> m_vectors =
        readVectors(qEnvironmentVariable("ROOTWARD_CAPTURES") + "/../vectors/proxmox.json"_L1);
    int m_ran = 0;
};

void tst_proxmoxvectors::initTestCase()
{
    const QString folder = qEnvironmentVariable("ROOTWARD_CAPTURES");
    if (folder.isEmpty())
        QSKIP("ROOTWARD_CAPTURES is not set: Proxmox's vectors lie beside the captures");
    QVERIFY2(!m_vectors.isEmpty(), "no vector could be read");
}

void tst_proxmoxvectors::addRows(Kind kind)
{
    QTest::addColumn<qsizetype>("index");
    for (qsizetype i = 0; i < m_vectors.size(); ++i) {
        if (kindOf(m_vectors.at(i)) == kind)
            QTest::newRow(qPrintable(m_vectors.at(i)["name"_L1].toString())) << i;
    }
}

Vector tst_proxmoxvectors::fetched()
{
    QFETCH(qsizetype, index);
    ++m_ran;
    return m_vectors.at(index);
}

void tst_proxmoxvectors::mappingsGiveTheSameCommandLine()
{
    const Vector vector = fetched();
    const Plan plan = planOf(vector);
    QVERIFY(plan.mappings != nullptr);
    QCOMPARE(plan.mappings->problems, QStringList());
    compareCommandLine(vector);
    const QString sense = senseOf(vector["expect"_L1].toObject()["error"_L1].toString());
    if (sense.isEmpty())
        return;
    const QString message = evaluate(plan).entries.last().errors.value(0).message;
    QVERIFY2(message.contains(sense), qPrintable(message + u" / "_s + sense));
}

void tst_proxmoxvectors::compareCommandLine(const Vector &vector)
{
    const QJsonObject expect = vector["expect"_L1].toObject();
    const PlanOutcome outcome = evaluate(planOf(vector));
    if (expect.contains("rejected_by"_L1)) {
        const bool bySchema = expect["rejected_by"_L1].toString().startsWith("schema"_L1);
        const Notice error = outcome.entries.last().errors.value(0);
        QCOMPARE(error.stage, bySchema ? u"qm-set"_s : u"vm-start"_s);
        return;
    }
    for (const EntryOutcome &entry : outcome.entries)
        QVERIFY2(entry.errors.isEmpty(), qPrintable(entry.errors.value(0).message));
    QCOMPARE(outcome.devices, strings(expect["devices"_L1]));
    if (expect.contains("pci_bridges"_L1))
        QCOMPARE(outcome.bridges, strings(expect["pci_bridges"_L1]));
    for (const QString &display : strings(expect["vga_device"_L1]))
        QCOMPARE(wordsOf(nodeOf(outcome, u"vga"_s)), wordsOf(display));
    if (expect["vga_type"_L1] == "none"_L1)
        QVERIFY(nodeOf(outcome, u"vga"_s) == nullptr);
    if (!vector.contains("placement"_L1))
        return;
    QStringList expected;
    for (const QJsonValue &row : vector["placement"_L1].toArray())
        expected.append(place(row.toObject()));
    QStringList actual;
    for (const EntryOutcome &entry : outcome.entries) {
        for (const FunctionOutcome &function : entry.functions)
            actual.append(place(outcome, entry, function));
    }
    QCOMPARE(actual, expected);
}

void tst_proxmoxvectors::theMachinesOwnDevicesAreTheSame()
{
    const Vector vector = fetched();
    const QJsonObject expect = vector["expect"_L1].toObject();
    const QStringList devices = strings(expect["pci_devices"_L1]);
    const Plan plan = planOf(vector, impliedSettings(devices));
    const PlanOutcome outcome = evaluate(plan);
    QStringList bridges;
    for (const QString &device : devices) {
        if (device.startsWith("intel-iommu"_L1)) {
            QCOMPARE(plan.guest.viommu, u"intel"_s);
        } else if (device == "virtio-iommu-pci"_L1) {
            QVERIFY(std::ranges::contains(outcome.guestTree, device, &GuestNode::model));
        } else {
            const QString id = wordsOf(device).section(u' ', 1, 1);
            QCOMPARE(wordsOf(nodeOf(outcome, id)), wordsOf(device));
        }
        if (device.startsWith("pci-bridge"_L1))
            bridges.append(device);
    }
    QCOMPARE(outcome.bridges, bridges);
    const GuestNode *port = nodeOf(outcome, u"ich9-pcie-port-1"_s);
    const QString layout = strings(expect["readconfig"_L1]).value(0);
    QCOMPARE(port == nullptr, layout.isEmpty());
    if (port != nullptr) {
        QCOMPARE(port->model,
                 layout.endsWith("pve-q35.cfg"_L1) ? u"ioh3420"_s : u"pcie-root-port"_s);
    }
}

void tst_proxmoxvectors::configurationFilesAreReadTheSame()
{
    const Vector vector = fetched();
    const QJsonObject expect = vector["expect"_L1].toObject();
    const VmDocument document = VmDocument::read(vector["text"_L1].toString().toUtf8(), {});
    QMap<QString, QString> main = map(expect["main"_L1]);
    const QString description = main.take(u"description"_s);
    QCOMPARE(document.sections().first().settings, main);
    QCOMPARE(document.sections().first().description, description);
    QStringList dropped;
    for (const VmDocument::Dropped &line : document.dropped())
        dropped.append(line.text);
    QCOMPARE(dropped, strings(expect["dropped"_L1]));
    for (const VmDocument::Section &section : document.sections()) {
        if (section.kind == VmDocument::SectionKind::Snapshot)
            QCOMPARE(section.settings, map(expect["snapshots"_L1].toObject()[section.name]));
    }
    QCOMPARE(document.sections().size() - 1, expect["snapshots"_L1].toObject().size());
    if (expect.contains("rewritten"_L1)) {
        const VmDocument again = VmDocument::read(expect["rewritten"_L1].toString().toUtf8(), {});
        QCOMPARE(again.sections().first().settings, main);
        QCOMPARE(again.sections().first().description, description);
    }
}

void tst_proxmoxvectors::theDialogsFormWritesTheSame()
{
    const Vector vector = fetched();
    const QString expected = vector["expect"_L1].toObject()["value"_L1].toString();
    const HostpciValue value = valueOf(vector["form"_L1].toObject());
    QCOMPARE(value.text(), expected);
    QCOMPARE(value.canonical().text(), expected);
    QCOMPARE(HostpciValue::parse(expected).value(), value);
}

void tst_proxmoxvectors::manyVectorsWereRun()
{
    qInfo("%d vectors", m_ran);
    QCOMPARE(m_ran, m_vectors.size());
}

QTEST_GUILESS_MAIN(tst_proxmoxvectors)
#include "tst_proxmoxvectors.moc"
