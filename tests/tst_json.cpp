// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "capturemerge.h"
#include "import_json.h"
#include "importers.h"

#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;

/// Proxmox's list of PCI devices: what it says is read, what it cannot say is said.
class tst_json : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFieldIsRead();
    void theAnswerOfTheApiIsReadAlike();
    void noGroupIsNotGroupZero();
    void virtualFunctionsAreKnownFromEitherSide();
    void itSaysThatItHasNeitherTreeNorRegisters();
    void entriesKnowTheirLine();
    void promptsAroundItAreReadOver();
    void wrongJsonIsRefusedWithItsPlace_data();
    void wrongJsonIsRefusedWithItsPlace();
    void otherJsonIsRefused_data();
    void otherJsonIsRefused();
    void aWrongEntryCostsOneProblem_data();
    void aWrongEntryCostsOneProblem();
    void theSameDeviceTwiceIsTold();
    void depthAndLengthHaveLimits();
    void itCompletesACapture();
    void readingCanBeCancelled();
};

namespace {

const QByteArray card = R"({
  "class" : "0x030000", "device" : "0x744c", "id" : "0000:0b:00.0", "iommugroup" : 31,
  "vendor" : "0x1002", "vendor_name" : "Advanced Micro Devices, Inc. [AMD/ATI]",
  "device_name" : "Navi 31 [Radeon RX 7900 XT/7900 XTX/7900M]",
  "subsystem_vendor" : "0x1da2", "subsystem_device" : "0xe471",
  "subsystem_vendor_name" : "Sapphire Technology Limited", "mdev" : 1
})";
const QByteArray nic = R"({"id":"0000:01:00.0","class":"0x020000","vendor":"0x8086",)"
                       R"("device":"0x10fb","iommugroup":0})";

HostCapture nothing()
{
    HostCapture capture;
    capture.topology = Topology::fromFunctions({}).topology;
    return capture;
}

HostCapture opened(const QByteArray &bytes)
{
    auto capture = readCapture(bytes, u"json"_s);
    if (!capture)
        qWarning("%s", qPrintable(capture.error().toString()));
    return capture ? *capture : nothing();
}

Error errorOf(const QByteArray &bytes)
{
    const auto capture = readCapture(bytes, u"json"_s);
    return capture ? Error {Error::Kind::Usage, u"it was read"_s, {}, {}} : capture.error();
}

qsizetype count(const HostCapture &capture, Reason reason)
{
    return std::ranges::count(capture.problems, reason, &CaptureProblem::reason);
}

/// An entry like the NIC, with this member more or otherwise.
QByteArray nicWith(const QByteArray &member)
{
    return nic.chopped(1) + ',' + member + '}';
}

} // namespace

void tst_json::everyFieldIsRead()
{
    const HostCapture capture = opened('[' + card + ']');
    QCOMPARE(capture.kind, u"json"_s);
    QCOMPARE(capture.topology->size(), 1);
    const PciFunction &function = capture.topology->at(0);
    QCOMPARE(function.address.toString(), u"0000:0b:00.0"_s);
    QCOMPARE(function.vendor, 0x1002);
    QCOMPARE(function.device, 0x744c);
    QCOMPARE(function.classCode, 0x0300);
    QCOMPARE(function.className, u"VGA compatible controller"_s);
    QCOMPARE(function.subsystemVendor, 0x1da2);
    QCOMPARE(function.subsystemDevice, 0xe471);
    QCOMPARE(function.name,
             u"Advanced Micro Devices, Inc. [AMD/ATI] Navi 31 [Radeon RX 7900 "
             "XT/7900 XTX/7900M]"_s);
    QCOMPARE(shortName(function), u"Navi 31 [Radeon RX 7900 XT/7900 XTX/7900M]"_s);
    QCOMPARE(function.iommuGroup, 31);
    QCOMPARE(function.mediated, true);
    QCOMPARE(function.nvidiaVgpu, false);
    QCOMPARE(function.gap, ReadGap::NotPrinted);
    QCOMPARE(function.portType, PortType::Unknown);
    QCOMPARE(function.atomicOps, AtomicOps {});
    QCOMPARE(capture.iommu, true);
}

void tst_json::theAnswerOfTheApiIsReadAlike()
{
    const HostCapture list = opened('[' + card + ',' + nic + ']');
    const HostCapture answer = opened("{\"data\":[" + card + ',' + nic + "]}");
    QCOMPARE(answer.topology->size(), 2);
    for (int i = 0; i < 2; ++i) {
        PciFunction function = answer.topology->at(i);
        function.lines = list.topology->at(i).lines;
        QVERIFY(function == list.topology->at(i));
    }
}

void tst_json::noGroupIsNotGroupZero()
{
    const HostCapture zero = opened('[' + nic + ']');
    QCOMPARE(zero.topology->at(0).iommuGroup, 0);
    QCOMPARE(zero.iommu, true);
    QByteArray none = nic;
    none.replace("\"iommugroup\":0", "\"iommugroup\":-1");
    QCOMPARE(opened('[' + none + ']').topology->at(0).iommuGroup, std::nullopt);
    QCOMPARE(opened('[' + none + ']').iommu, false);
    QCOMPARE(opened('[' + none + ',' + card + ']').iommu, true);
    // Without the word nothing is known.
    QByteArray silent = nic;
    silent.replace(",\"iommugroup\":0", "");
    QCOMPARE(opened('[' + silent + ',' + none.replace("01:00.0", "02:00.0") + ']').iommu,
             std::nullopt);
}

void tst_json::virtualFunctionsAreKnownFromEitherSide()
{
    const QByteArray owner = nicWith(R"("virtfns":{"virtfn0":"0000:01:10.0"})");
    QByteArray owned = nic;
    owned.replace("01:00.0", "01:10.0");
    QByteArray telling = owned;
    telling.replace("}", ",\"physfn\":\"0000:01:00.0\"}");
    for (const QByteArray &both : {owner + ',' + owned, nic + ',' + telling}) {
        const HostCapture capture = opened('[' + both + ']');
        QCOMPARE(capture.topology->size(), 2);
        QVERIFY(!capture.topology->at(0).isVirtual);
        QVERIFY(capture.topology->at(1).isVirtual);
        QCOMPARE(capture.topology->at(1).physicalFunction, capture.topology->at(0).address);
    }
}

void tst_json::itSaysThatItHasNeitherTreeNorRegisters()
{
    const HostCapture capture = opened('[' + card + ']');
    QVERIFY(std::ranges::any_of(capture.problems, [](const CaptureProblem &problem) {
        return problem.reason == Reason::CapturePartial
            && problem.message.contains(u"neither the tree nor registers")
            && problem.message.contains(u"sudo lspci -vvv -nn -xxxx");
    }));
    QCOMPARE(count(capture, Reason::CaptureVerbosity), 1);
}

void tst_json::entriesKnowTheirLine()
{
    const HostCapture capture = opened("[\n" + nic + ",\n\n" + card + "\n]\n");
    QCOMPARE(capture.topology->at(0).lines.first, 2);
    QCOMPARE(capture.topology->at(1).lines.first, 5); // of its "id"
}

void tst_json::promptsAroundItAreReadOver()
{
    const QByteArray command = "[root@pve ~]# pvesh get /nodes/pve/hardware/pci "
                               "--output-format json\n";
    const HostCapture capture = opened(command + '[' + nic + "]\n[root@pve ~]# \n");
    QCOMPARE(capture.topology->size(), 1);
    QCOMPARE(capture.topology->at(0).lines.first, 2);
    // pvesh ends its answer without a line feed.
    QCOMPARE(opened(command + '[' + nic + "][root@pve ~]# ").topology->size(), 1);
    QCOMPARE(opened("\xef\xbb\xbf[" + nic + ']').topology->size(), 1);
    const HostCapture two = opened('[' + nic + "]\n[" + card + "]\n");
    QCOMPARE(two.topology->size(), 1);
    QCOMPARE(count(two, Reason::CaptureBadLine), 1);
}

void tst_json::wrongJsonIsRefusedWithItsPlace_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("place");
    QTest::newRow("comma") << "[\n" + nic + "\n" + nic + "]\n" << u"line 3, column 1"_s;
    QTest::newRow("cut") << "[\n" + nic.chopped(1) << u"line 2"_s;
    QTest::newRow("word") << QByteArray("[{\"id\": \"0000:01:00.0\",\n   \"iommugroup\": none}]")
                          << u"line 2"_s;
}

void tst_json::wrongJsonIsRefusedWithItsPlace()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, place);
    const Error error = errorOf(bytes);
    QCOMPARE(error.kind, Error::Kind::BadData);
    QCOMPARE(error.where, u"json"_s);
    QVERIFY2(error.what.contains(place), qPrintable(error.what));
    QVERIFY(error.hint.contains(u"lspci"));
}

void tst_json::otherJsonIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("no list") << QByteArray("{\"iommugroup\": 1}");
    QTest::newRow("data is no list") << QByteArray("{\"data\": {\"iommugroup\": 1}}");
    QTest::newRow("data is null") << QByteArray("{\"data\": null, \"iommugroup\": 1}");
    QTest::newRow("another's") << QByteArray("{\"schema\": \"rootward.tree/1\"}");
    QTest::newRow("no entries") << QByteArray("[]");
    QTest::newRow("numbers") << QByteArray("[{\"iommugroup\":1}, 2, null]");
}

void tst_json::otherJsonIsRefused()
{
    QFETCH(QByteArray, bytes);
    QCOMPARE(errorOf(bytes).kind, Error::Kind::BadData);
    QVERIFY(!errorOf(bytes).hint.isEmpty());
}

void tst_json::aWrongEntryCostsOneProblem_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<bool>("isKept");
    QTest::newRow("a number") << QByteArray("17") << false;
    QTest::newRow("no id") << QByteArray("{\"vendor\":\"0x8086\"}") << false;
    QTest::newRow("id is a number") << QByteArray("{\"id\":3}") << false;
    QTest::newRow("id is no place") << QByteArray("{\"id\":\"0000:01:20.0\"}") << false;
    QTest::newRow("vendor is a number") << QByteArray(nic).replace("\"0x8086\"", "32902") << true;
    QTest::newRow("class is short") << QByteArray(nic).replace("0x020000", "0x02") << true;
    QTest::newRow("group is a word") << QByteArray(nic).replace(":0}", ":\"many\"}") << true;
    QTest::newRow("group is -5") << QByteArray(nic).replace(":0}", ":-5}") << true;
    QTest::newRow("group is 1.5") << QByteArray(nic).replace(":0}", ":1.5}") << true;
    QTest::newRow("name is a list") << nicWith("\"device_name\":[1]") << true;
    QTest::newRow("mdev is 7") << nicWith("\"mdev\":7") << true;
    QTest::newRow("physfn is itself") << nicWith("\"physfn\":\"0000:01:00.0\"") << true;
    QTest::newRow("physfn is null") << nicWith("\"physfn\":null") << true;
    QTest::newRow("virtfns is a list") << nicWith("\"virtfns\":[\"0000:01:10.0\"]") << true;
    QTest::newRow("two are wrong") << nicWith("\"mdev\":7,\"device_name\":5") << true;
}

void tst_json::aWrongEntryCostsOneProblem()
{
    QFETCH(QByteArray, entry);
    QFETCH(bool, isKept);
    const HostCapture capture = opened('[' + card + ',' + entry + ']');
    QCOMPARE(capture.topology->size(), isKept ? 2 : 1);
    QCOMPARE(count(capture, Reason::CaptureBadLine), 1);
    QCOMPARE(capture.topology->functions().constLast().iommuGroup, 31);
}

void tst_json::theSameDeviceTwiceIsTold()
{
    const HostCapture capture = opened('[' + nic + ',' + nic + ']');
    QCOMPARE(capture.topology->size(), 1);
    QCOMPARE(count(capture, Reason::CaptureDuplicate), 1);
}

void tst_json::depthAndLengthHaveLimits()
{
    const QByteArray start = "[{\"id\":\"0000:01:00.0\",\"iommugroup\":0,\"x\":";
    const QByteArray deep = start + QByteArray(2'000'000, '[') + QByteArray(2'000'000, ']') + "}]";
    QCOMPARE(errorOf(deep).kind, Error::Kind::BadData);
    const QByteArray longOne = start + QByteArray(maxJsonBytes, ' ') + "1}]";
    QVERIFY(errorOf(longOne).what.contains(u"64 MiB"));
}

void tst_json::itCompletesACapture()
{
    const QByteArray text = "01:00.0 Ethernet controller [0200]: Intel Corporation 82599ES "
                            "[8086:10fb] (rev 01)\n\tFlags: fast devsel\n\n";
    auto hosts = readFunctions(text, u"text"_s);
    auto json = readFunctions('[' + nic + ']', u"json"_s);
    QVERIFY(hosts && json);
    completeHosts(*hosts, *json);
    const QList<HostCapture> built = buildHosts(*hosts, u"both"_s);
    QCOMPARE(built.size(), 1);
    QCOMPARE(built.constFirst().kind, u"mixed"_s);
    QCOMPARE(built.constFirst().topology->at(0).iommuGroup, 0);
    QCOMPARE(built.constFirst().sources.constLast().name, u"json"_s);
}

void tst_json::readingCanBeCancelled()
{
    const auto capture =
        readCapture('[' + nic + ',' + card + ']', u"c"_s, [](int percent) { return percent < 50; });
    QVERIFY(!capture);
    QCOMPARE(capture.error().kind, Error::Kind::Cancelled);
}

QTEST_GUILESS_MAIN(tst_json)
#include "tst_json.moc"
