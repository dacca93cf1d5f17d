// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "examples.h"
#include "foreignformats.h"
#include "importers.h"
#include "libpci.h"
#include "processortimer.h"

#include <QDir>
#include <QFile>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <thread>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace rootward;

/// What cannot be read is refused with one sentence that says what to give instead.
class tst_importers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void badInputIsRefusedWithAHint_data();
    void badInputIsRefusedWithAHint();
    void everyForeignFormatIsRecognised();
    void theTableIsComplete();
    void missingFilesAreNoInput();
    void pipesAndDevicesAreNotOpened();
    void aFileThatChangesWhileItIsReadIsRefused();
    void examplesThatDoNotExistAreNamed();
    void everyExampleOpens();
    void aHundredMegabytesWithoutADeviceAreRefused();
    void tooManyFunctionsAreCutWithAProblem();
    void aLongPrefaceIsReadOver();
    void readingCanBeCancelled();
    void progressIsToldAboutAHundredTimes();
    void kernelsAreFound_data();
    void kernelsAreFound();
    void badLinesAreNamedWithTheirNumber();
    void namesComeFromPciIds();
};

namespace {

Error errorOf(const Result<HostCapture> &capture)
{
    return capture ? Error {Error::Kind::Usage, u"it was read"_s, {}, {}} : capture.error();
}

struct Bad {
    const char *name;
    QByteArray bytes;
    const char *hint; ///< the hint must hold this
};

QList<Bad> badInputs()
{
    const QByteArray bridge = "00:00.0 \"Host bridge\" \"Intel Corporation\" \"Device 1\" -r04\n";
    return {
        {"empty", "", "lspci"},
        {"white space", " \n\t\n", "lspci"},
        {"picture", QByteArray("\xff\xd8\xff\xe0\0\x10JFIF", 10), "lspci"},
        {"packed",
         QByteArray("7z\xbc\xaf"
                    "'\x1c\0\x04",
                    8),
         "unpack"},
        {"rar", QByteArray("Rar!\x1a\x07\x01\0", 8), "unpack"},
        {"binary",
         QByteArray("\x7f"
                    "ELF\0\0\0",
                    7),
         "lspci"},
        {"prose", "No card here.\nNor here: 00:01.0.\n", "lspci"},
        {"vm-config", "machine: q35\nhostpci0: 0000:0b:00,pcie=1\n", "--vm"},
        {"vm-config without a card", "bios: ovmf\r\ncores: 4\r\nmemory: 4096\r\n", "--vm"},
        {"libvirt", "<domain type='kvm'>\n  <name>x</name>\n</domain>\n", "--vm"},
        {"qemu", "/usr/bin/qemu-system-x86_64 -machine q35 -device vfio-pci,host=0b:00.0\n",
         "--vm"},
        {"lspci-mm", bridge, "lspci -vvv"},
        {"lspci-vmm", "Slot:\t00:00.0\nClass:\tHost bridge\n\n", "lspci -vvv"},
        {"hwinfo", "19: PCI e006.0: 0604\n  [Created at pci.386]\n", "lspci -vvv"},
        {"lshw", "  *-pci\n       bus info: pci@0000:00:01.0\n", "lspci -vvv"},
    };
}

const QByteArray device =
    "00:00.0 Host bridge: Intel Corporation Device 1234\n\tFlags: fast devsel\n\n";

} // namespace

void tst_importers::badInputIsRefusedWithAHint_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("hint");
    for (const Bad &bad : badInputs())
        QTest::newRow(bad.name) << bad.bytes << QString::fromLatin1(bad.hint);
}

void tst_importers::badInputIsRefusedWithAHint()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, hint);
    const Error error = errorOf(readCapture(bytes, u"some file"_s));
    QCOMPARE(error.kind, Error::Kind::BadData);
    QCOMPARE(error.where, u"some file"_s);
    QVERIFY(!error.what.isEmpty());
    QVERIFY2(error.hint.contains(hint), qPrintable(error.toString()));
}

void tst_importers::everyForeignFormatIsRecognised()
{
    for (const ForeignFormat &format : foreignFormats()) {
        const QList<Bad> inputs = badInputs();
        const auto found = std::ranges::find_if(inputs, [&format](const Bad &bad) {
            return QByteArrayView(bad.name) == QByteArrayView(format.id);
        });
        QVERIFY2(found != inputs.cend(), format.id);
        QVERIFY2(format.sniff(found->bytes), format.id);
        QVERIFY2(!format.sniff(device), format.id);
        QCOMPARE(errorOf(readCapture(found->bytes, u"f"_s)).what, QString::fromUtf8(format.what));
    }
}

void tst_importers::theTableIsComplete()
{
    QSet<QByteArray> ids;
    for (const Importer &importer : importerTable()) {
        ids.insert(importer.id);
        QVERIFY(QByteArrayView(importer.description).size() > 0);
        QVERIFY(QByteArrayView(importer.patterns).startsWith("*."));
        QCOMPARE(importer.sniff("no capture at all\n"), 0);
    }
    QCOMPARE(ids, (QSet<QByteArray> {"archive", "lspci-text", "lspci-hex", "lspci-tree", "json"}));
    const auto sniff = [](QByteArrayView id, const QByteArray &head) {
        const auto row = std::ranges::find_if(
            importerTable(), [id](const Importer &importer) { return id == importer.id; });
        return row->sniff(head);
    };
    const QByteArray dump = device + "00: 86 80 34 12\n";
    QVERIFY(sniff("lspci-hex", dump) > sniff("lspci-text", dump));
    QVERIFY(sniff("lspci-hex", device) < sniff("lspci-text", device));
    // A paste that holds both is lspci's.
    const QByteArray json = "[{\"id\":\"0000:01:00.0\",\"iommugroup\":1}]\n";
    QVERIFY(sniff("json", json) > 0);
    QVERIFY(sniff("lspci-text", device + json) > sniff("json", device + json));
}

void tst_importers::missingFilesAreNoInput()
{
    const Error error = errorOf(openHost(u"/no/such/capture.txt"_s));
    QCOMPARE(error.kind, Error::Kind::NoInput);
    QCOMPARE(error.where, u"/no/such/capture.txt"_s);
}

void tst_importers::pipesAndDevicesAreNotOpened()
{
    QTemporaryDir dir;
    const QString pipe = dir.filePath(u"pipe"_s);
    QCOMPARE(mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    const Error error = errorOf(openHost(pipe)); // would wait for ever if it were opened
    QCOMPARE(error.kind, Error::Kind::BadData);
    QVERIFY(error.hint.contains(u"-"));
    QCOMPARE(errorOf(openHost(u"/dev/null"_s)).kind, Error::Kind::BadData);
}

void tst_importers::aFileThatChangesWhileItIsReadIsRefused()
{
    const QTemporaryDir folder;
    const QString name = folder.filePath(u"growing.txt"_s);
    const QByteArray line = "00:00.0 Host bridge: Intel Corporation Device 1\n\n";
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    file.write(line + QByteArray(20'000'000, '\n'));
    const auto opened = [&name] { return openHost(name, {}, {}); };
    QVERIFY(opened());
    std::jthread writer([&file](const std::stop_token &stop) {
        while (!stop.stop_requested())
            file.write("\n");
    });
    // The two must meet, which they do not at once on a busy machine.
    auto capture = opened();
    for (int tried = 1; tried < 200 && capture; ++tried)
        capture = opened();
    const Error changed = errorOf(capture);
    writer.request_stop();
    writer.join();
    QCOMPARE(changed.what, u"the file changed while it was read"_s);
    QCOMPARE(changed.where, name);
    QVERIFY(!changed.hint.isEmpty());
    QVERIFY(opened());
}

void tst_importers::examplesThatDoNotExistAreNamed()
{
    const Error error = errorOf(openHost(u"example:nothing"_s));
    QCOMPARE(error.kind, Error::Kind::NoInput);
    QCOMPARE(error.where, u"example:nothing"_s);
    QVERIFY(error.hint.contains(QLatin1StringView(exampleTable().front().name)));
}

void tst_importers::everyExampleOpens()
{
    QVERIFY(!exampleTable().empty());
    for (const Example &example : exampleTable()) {
        const auto capture = openHost(u"example:"_s + QLatin1StringView(example.name));
        QVERIFY2(capture, example.name);
        QCOMPARE(capture->kind, u"example"_s);
        QVERIFY(!capture->label.isEmpty());
        QVERIFY(capture->topology->size() > 10);
    }
}

void tst_importers::aHundredMegabytesWithoutADeviceAreRefused()
{
    const QByteArray line =
        "[    1.234567] something happened on bus 00:01 and went on happening\n";
    const QByteArray bytes = line.repeated(100 * 1024 * 1024 / line.size());
    const ProcessorTimer timer;
    const Error error = errorOf(readCapture(bytes, u"log"_s));
    QCOMPARE(error.kind, Error::Kind::BadData);
    QVERIFY2(timer.elapsed() < 60'000, QByteArray::number(timer.elapsed()));
    const QByteArray oneLine(100 * 1024 * 1024, 'x');
    QCOMPARE(errorOf(readCapture(oneLine, u"log"_s)).kind, Error::Kind::BadData);
}

void tst_importers::tooManyFunctionsAreCutWithAProblem()
{
    QByteArray bytes;
    for (qsizetype i = 0; i <= maxCaptureFunctions; ++i)
        bytes += QByteArray::number(0x10000 + i, 16) + ":00:00.0 0600: 8086:1234\n";
    const auto capture = readCapture(bytes, u"huge"_s);
    QVERIFY(capture);
    QCOMPARE(capture->topology->size(), maxCaptureFunctions);
    QVERIFY(std::ranges::any_of(capture->problems, [](const CaptureProblem &problem) {
        return problem.reason == Reason::CaptureLimit && problem.line == maxCaptureFunctions + 1;
    }));
}

void tst_importers::aLongPrefaceIsReadOver()
{
    const QByteArray preface = QByteArray("talk, talk\n").repeated(20'000);
    const auto capture = readCapture(preface + device, u"mail"_s);
    QVERIFY(capture);
    QCOMPARE(capture->topology->at(0).lines.first, 20'001);
}

void tst_importers::readingCanBeCancelled()
{
    QByteArray bytes;
    for (int i = 0; i < 1000; ++i)
        bytes += QByteArray::number(0x1000 + i, 16) + ':' + device;
    const Error error =
        errorOf(readCapture(bytes, u"c"_s, [](int percent) { return percent < 50; }));
    QCOMPARE(error.kind, Error::Kind::Cancelled);
}

void tst_importers::progressIsToldAboutAHundredTimes()
{
    QByteArray bytes;
    for (int i = 0; i < 5000; ++i)
        bytes += QByteArray::number(0x1000 + i, 16) + ':' + device;
    QList<int> told;
    QVERIFY(readCapture(bytes, u"c"_s, [&told](int percent) {
        told.append(percent);
        return true;
    }));
    QVERIFY(told.size() >= 90 && told.size() <= 110);
    QVERIFY(std::ranges::is_sorted(told));
    QVERIFY(told.constLast() <= 100);
}

void tst_importers::kernelsAreFound_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("version");
    QTest::newRow("uname before") << "Linux pve 6.8.12-4-pve #1 SMP x86_64 GNU/Linux\n" + device
                                  << u"6.8.12-4-pve"_s;
    QTest::newRow("uname after") << device + "Linux pve 6.12.91 #1 SMP x86_64 GNU/Linux\n"
                                 << u"6.12.91"_s;
    QTest::newRow("first message")
        << "[    0.000000] Linux version 7.1.0 (make@it)\n" + device << u"7.1.0"_s;
    QTest::newRow("none") << "Linux is fine.\n" + device << QString();
}

void tst_importers::kernelsAreFound()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, version);
    const auto capture = readCapture(text, u"k"_s);
    QVERIFY(capture);
    QCOMPARE(capture->hostKernel ? capture->hostKernel->version : QString(), version);
}

void tst_importers::badLinesAreNamedWithTheirNumber()
{
    const auto capture = readCapture(device + "00:20.0 PCI bridge: nowhere\r\n", u"b"_s);
    QVERIFY(capture);
    QCOMPARE(capture->problems.size(), 1);
    QCOMPARE(capture->problems.at(0).reason, Reason::CaptureBadLine);
    QCOMPARE(capture->problems.at(0).line, 4);
    QVERIFY(capture->problems.at(0).message.contains(u"00:20.0 PCI bridge: nowhere"));
}

void tst_importers::namesComeFromPciIds()
{
    QCOMPARE(pciids::vendorName(0x8086), u"Intel Corporation"_s);
    QCOMPARE(pciids::className(0x0300), u"VGA compatible controller"_s);
    QCOMPARE(pciids::classOfName(u"vga COMPATIBLE controller"), 0x0300);
    QCOMPARE(pciids::fullName(0x8086, 0xffee), u"Intel Corporation Device ffee"_s);
    QCOMPARE(pciids::deviceName(0x8086, 0xffee), QString());
    const auto vendor = pciids::vendorOfName(u"Advanced Micro Devices, Inc. [AMD/ATI] Navi 31");
    QVERIFY(vendor);
    QCOMPARE(vendor->id, 0x1002);
    QCOMPARE(vendor->length, 38);
    // Two ids bear this name: which one is meant the name does not tell.
    QVERIFY(pciids::vendorOfName(u"Red Hat, Inc. Virtio")
            && !pciids::vendorOfName(u"Red Hat, Inc. Virtio")->id);
    QVERIFY(!pciids::vendorOfName(u"Nobody's Chips"));
}

QTEST_GUILESS_MAIN(tst_importers)
#include "tst_importers.moc"
