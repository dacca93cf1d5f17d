// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "plan.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

struct Vector {
    QString name;
    QJsonObject config;
    QStringList hostDevices;
    QJsonObject expect;
    QJsonArray placement;
};

/// One address and no option but these, whose meaning the program models on its own.
bool isSimple(const QString &value)
{
    static const QRegularExpression pattern(
        uR"(\A([0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}(\.[0-9a-f])?(,(pcie|rombar|x-vga)=[01])*\z)"_s);
    return pattern.match(value).hasMatch();
}

bool isExpressible(const QJsonObject &config)
{
    bool any = false;
    for (auto it = config.begin(); it != config.end(); ++it) {
        if (it.key() == "template"_L1 || it.key() == "arch"_L1)
            return false;
        if (!it.key().startsWith("hostpci"_L1))
            continue;
        any = true;
        if (!isSimple(it.value().toString()))
            return false;
    }
    return any;
}

QStringList strings(const QJsonValue &value)
{
    QStringList list;
    for (const QJsonValue &item : value.toArray())
        list.append(item.toString());
    return list;
}

QList<Vector> readVectors(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<Vector> vectors;
    const QJsonArray all = QJsonDocument::fromJson(file.readAll()).object()["vectors"_L1].toArray();
    for (const QJsonValue &value : all) {
        const QJsonObject object = value.toObject();
        const Vector vector {object["name"_L1].toString(), object["config"_L1].toObject(),
                             strings(object["host_devices"_L1]), object["expect"_L1].toObject(),
                             object["placement"_L1].toArray()};
        if (isExpressible(vector.config) && !vector.hostDevices.isEmpty())
            vectors.append(vector);
    }
    return vectors;
}

/// The devices alone, with a host bridge so that nothing else can be there.
std::shared_ptr<const Topology> hostOf(const QStringList &devices)
{
    PciFunction bridge;
    bridge.portType = PortType::Conventional;
    bridge.classCode = quint16 {0x0600};
    QList<PciFunction> functions {bridge};
    Topology::Known known;
    for (const QString &device : devices) {
        PciFunction function;
        function.address = PciAddress::parse(device).value();
        function.portType = PortType::Conventional;
        function.classCode = quint16 {0x0200};
        known.rootBuses.insert({function.address.domain, function.address.bus});
        if (function.address != bridge.address)
            functions.append(function);
    }
    return Topology::fromFunctions(functions, known).topology;
}

Plan planOf(const Vector &vector)
{
    Plan plan;
    plan.host = hostOf(vector.hostDevices);
    plan.guest.vmid = 8006;
    plan.guest.machine = vector.config["machine"_L1].toString();
    plan.guest.ostype = vector.config["ostype"_L1].toString();
    plan.guest.bios = vector.config["bios"_L1].toString();
    for (auto it = vector.config.begin(); it != vector.config.end(); ++it) {
        if (it.key().startsWith("hostpci"_L1))
            plan = plan.withEntry(it.key().mid(7).toInt(), it.value().toString());
    }
    return plan;
}

/// A vector whose devices have ids, groups and the like, or whose VM names mappings.
struct MappingVector {
    Vector common;
    QJsonObject info; ///< by address
    QByteArray mappings; ///< as pci.cfg has them
};

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

QList<MappingVector> readMappingVectors(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<MappingVector> vectors;
    const QJsonArray all = QJsonDocument::fromJson(file.readAll()).object()["vectors"_L1].toArray();
    for (const QJsonValue &value : all) {
        const QJsonObject object = value.toObject();
        if (!object.contains("pci_mappings"_L1) && !object.contains("host_device_info"_L1))
            continue;
        vectors.append({{object["name"_L1].toString(), object["config"_L1].toObject(),
                         strings(object["host_devices"_L1]), object["expect"_L1].toObject(),
                         object["placement"_L1].toArray()},
                        object["host_device_info"_L1].toObject(),
                        mappingFile(object["pci_mappings"_L1].toObject())});
    }
    return vectors;
}

std::optional<quint16> idWord(const QJsonValue &value)
{
    return value.isString() ? std::optional(value.toString().toUShort(nullptr, 16)) : std::nullopt;
}

std::shared_ptr<const Topology> hostOf(const QStringList &devices, const QJsonObject &info)
{
    QList<PciFunction> functions = hostOf(devices)->functions();
    Topology::Known known;
    for (PciFunction &function : functions) {
        known.rootBuses.insert({function.address.domain, function.address.bus});
        if (!info.contains(function.address.toString()))
            continue;
        const QJsonObject row = info[function.address.toString()].toObject();
        function.vendor = idWord(row["vendor"_L1]);
        function.device = idWord(row["device"_L1]);
        function.mediated = row["mdev"_L1].toInt() == 1;
        function.nvidiaVgpu = row["nvidia"_L1].toInt() == 1;
        if (row.contains("iommugroup"_L1))
            function.iommuGroup = row["iommugroup"_L1].toInt();
    }
    return Topology::fromFunctions(functions, known).topology;
}

/// The part of Proxmox's message that tells what is wrong, without the names around it.
QString senseOf(const QString &error)
{
    QString sense = error.section(u": "_s, -1).simplified();
    if (sense.endsWith(u'.'))
        sense.chop(1);
    return sense;
}

QString place(const QJsonObject &row)
{
    return row["qemu_id"_L1].toString() + u' ' + row["host"_L1].toString() + u' '
        + row["guest_bus"_L1].toString() + u' ' + row["guest_addr"_L1].toString()
        + (row["multifunction"_L1].toBool() ? u" multifunction"_s : QString());
}

} // namespace

class tst_proxmoxvectors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void proxmoxsCommandLineIsTheSame_data();
    void proxmoxsCommandLineIsTheSame();
    void mappingVectorsGiveProxmoxsLine_data();
    void mappingVectorsGiveProxmoxsLine();
    void manyVectorsWereRun();

private:
    QList<Vector> m_vectors =
        readVectors(qEnvironmentVariable("ROOTWARD_CAPTURES") + "/../vectors/proxmox.json"_L1);
    int m_ran = 0;
};

void tst_proxmoxvectors::initTestCase()
{
    const QString folder = qEnvironmentVariable("ROOTWARD_CAPTURES");
    if (folder.isEmpty())
        QSKIP("ROOTWARD_CAPTURES is not set: Proxmox's vectors lie beside the captures");
    m_vectors = readVectors(folder + "/../vectors/proxmox.json"_L1);
    QVERIFY2(!m_vectors.isEmpty(), "no vector could be read");
}

void tst_proxmoxvectors::proxmoxsCommandLineIsTheSame_data()
{
    QTest::addColumn<qsizetype>("index");
    for (qsizetype i = 0; i < m_vectors.size(); ++i)
        QTest::newRow(qPrintable(m_vectors.at(i).name)) << i;
}

void tst_proxmoxvectors::proxmoxsCommandLineIsTheSame()
{
    QFETCH(qsizetype, index);
    const Vector &vector = m_vectors.at(index);
    const PlanOutcome outcome = evaluate(planOf(vector));
    ++m_ran;
    if (vector.expect.contains("rejected_by"_L1)) {
        const bool bySchema = vector.expect["rejected_by"_L1].toString().startsWith("schema"_L1);
        const Notice error = outcome.entries.last().errors.value(0);
        QCOMPARE(error.stage, bySchema ? u"qm-set"_s : u"vm-start"_s);
        return;
    }
    for (const EntryOutcome &entry : outcome.entries)
        QVERIFY2(entry.errors.isEmpty(), qPrintable(entry.errors.value(0).message));
    QCOMPARE(outcome.devices, strings(vector.expect["devices"_L1]));
    if (vector.expect.contains("pci_bridges"_L1))
        QCOMPARE(outcome.bridges, strings(vector.expect["pci_bridges"_L1]));
    QStringList expected;
    for (const QJsonValue &row : vector.placement)
        expected.append(place(row.toObject()));
    QStringList actual;
    for (const EntryOutcome &entry : outcome.entries) {
        for (const FunctionOutcome &function : entry.functions) {
            actual.append(function.qemuId + u' ' + function.host.toString() + u' ' + function.bus
                          + u' ' + function.addr
                          + (function.multifunction ? u" multifunction"_s : QString()));
        }
    }
    QCOMPARE(actual, expected);
}

void tst_proxmoxvectors::mappingVectorsGiveProxmoxsLine_data()
{
    QTest::addColumn<MappingVector>("vector");
    const auto vectors = readMappingVectors(qEnvironmentVariable("ROOTWARD_CAPTURES")
                                            + "/../vectors/proxmox.json"_L1);
    QVERIFY(!vectors.isEmpty());
    for (const MappingVector &vector : vectors)
        QTest::newRow(qPrintable(vector.common.name)) << vector;
}

void tst_proxmoxvectors::mappingVectorsGiveProxmoxsLine()
{
    QFETCH(MappingVector, vector);
    Plan plan = planOf(vector.common);
    plan.host = hostOf(vector.common.hostDevices, vector.info);
    plan.node = u"localhost"_s;
    const auto mappings = readPciMappings(vector.mappings, vector.common.name);
    if (mappings) {
        QCOMPARE(mappings->problems, QStringList());
        plan.mappings = std::make_shared<const PciMappings>(*mappings);
    }
    const PlanOutcome outcome = evaluate(plan);
    if (vector.common.expect.contains("rejected_by"_L1)) {
        const Notice error = outcome.entries.last().errors.value(0);
        QCOMPARE(error.stage, u"vm-start"_s);
        const QString sense = senseOf(vector.common.expect["error"_L1].toString());
        QVERIFY2(error.message.contains(sense), qPrintable(error.message + u" / "_s + sense));
        return;
    }
    QCOMPARE(outcome.devices, strings(vector.common.expect["devices"_L1]));
    QStringList sysfs;
    for (const QJsonValue &row : vector.common.placement)
        sysfs.append(row["sysfsdev"_L1].toString());
    QStringList actual;
    for (const EntryOutcome &entry : outcome.entries) {
        for (const FunctionOutcome &function : entry.functions)
            actual.append(function.sysfsdev);
    }
    if (!sysfs.isEmpty())
        QCOMPARE(actual, sysfs);
}

void tst_proxmoxvectors::manyVectorsWereRun()
{
    qInfo("%d vectors", m_ran);
    QVERIFY(m_ran > 0);
}

QTEST_GUILESS_MAIN(tst_proxmoxvectors)
#include "tst_proxmoxvectors.moc"
