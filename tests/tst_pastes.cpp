// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "describe.h"
#include "plaincapture.h"
#include "stanza.h"

#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

/// What is read, without the numbers of lines.
QByteArray readingOf(const QByteArray &text)
{
    const auto capture = readCapture(text, u"paste"_s);
    return capture ? treeText(*capture->topology) + bitsText(capture->topology->at(0)) + ' '
            + bitsText(capture->topology->at(capture->topology->size() - 1))
                   : capture.error().toString().toUtf8();
}

/// Each line with what `before` and `after` stand around it.
QByteArray around(const QByteArray &before, const QByteArray &text, const QByteArray &after = {})
{
    QByteArray made;
    for (const QByteArray &line : QByteArray(text).chopped(1).split('\n'))
        made += before + line + after + '\n';
    return made;
}

/// Lines broken at the last blank before a column, as mail programs do; a tail begins with `tail`.
QByteArray wrapped(const QByteArray &text, qsizetype width, const QByteArray &tail = {})
{
    QByteArray made;
    for (QByteArray line : QByteArray(text).chopped(1).split('\n')) {
        while (line.size() > width) {
            const qsizetype at = line.lastIndexOf(' ', width);
            const QByteArray head = line.first(std::max<qsizetype>(at, 0));
            if (head.trimmed().isEmpty())
                break;
            made += head + '\n';
            line = tail + line.sliced(at + 1);
        }
        made += line + '\n';
    }
    return made;
}

QByteArray quotedPrintable(const QByteArray &text)
{
    QByteArray made;
    for (QByteArray line : QByteArray(text).chopped(1).split('\n')) {
        line.replace('=', "=3D").replace('\t', "=09");
        while (line.size() > 74) {
            qsizetype at = 74;
            while (line.at(at - 1) == '=' || line.at(at - 2) == '=')
                --at;
            made += line.first(at) + "=\n";
            line = line.sliced(at);
        }
        made += line + '\n';
    }
    return made;
}

QByteArray escaped(QByteArray text)
{
    return text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
}

} // namespace

/// Damaged texts read as the undamaged one, or leave open what they lost.
class tst_pastes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void damagedCapturesReadAsUndamaged_data();
    void damagedCapturesReadAsUndamaged();
    void linesAreThoseOfTheOriginal_data();
    void linesAreThoseOfTheOriginal();
    void whatIsCutOffIsUnknownNotNo_data();
    void whatIsCutOffIsUnknownNotNo();
    void aDevicesLabelIsRead();
    void aDumpThatBeginsAgainIsAnothers();
    void aFilteredTextIsRead();
    void whatIsLostIsUnknownNotNo_data();
    void whatIsLostIsUnknownNotNo();
    void linesBehindAnElisionAreNobodys();
    void aHeadingThatBreaksOffKeepsItsIds();
    void hostsAndBootsAreNotMerged();
};

void tst_pastes::damagedCapturesReadAsUndamaged_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char *name, const QByteArray &text) { QTest::newRow(name) << text; };
    QByteArray spaces = plain;
    row("eight blanks", spaces.replace('\t', "        "));
    QByteArray single = plain;
    row("one blank", single.replace('\t', " "));
    QByteArray none = plain;
    row("no indentation", none.replace("\t\t\t ", "").replace('\t', ""));
    QByteArray noBreak = plain;
    row("no-break spaces", noBreak.replace('\t', " \xc2\xa0 \xc2\xa0"));
    row("quoted", around("> ", plain));
    row("quoted three times", around("> >> ", plain));
    row("quoted, one mark without a blank", around(">", plain));
    row("code block", "Hello\n\n" + around("    ", plain) + "\nBye\n");
    row("fenced", "```\n" + plain + "```\n");
    row("wrapped at 72", wrapped(plain, 72));
    row("wrapped at 40", wrapped(plain, 40));
    row("quoted, then wrapped", wrapped(around("> ", plain), 72, "> "));
    row("quoted, a tail at another depth", wrapped(around("> ", plain), 60));
    row("wrapped without indentation", wrapped(QByteArray(none), 50));
    row("quoted-printable", quotedPrintable(plain));
    row("mail",
        "Subject: x\nContent-Type: text/plain\nContent-Transfer-Encoding: "
        "quoted-printable\n\n"
            + quotedPrintable(plain));
    row("base64",
        "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n" + plain.toBase64()
            + '\n');
    row("html", "<html><body><pre>" + escaped(plain) + "</pre></body></html>\n");
    row("html with line breaks", "<div>" + around("", escaped(plain), "<br>") + "</div>");
    QByteArray blank = plain;
    row("a blank line inside", blank.replace("\tBus:", "\n\tBus:"));
    QByteArray glued = plain;
    row("no blank line between", glued.replace("\n\n", "\n"));
    row("prompts", "root@pve:~# lspci -vvv\n" + plain + "root@pve:~# \n");
    row("groups of a script", "IOMMU Group 1 " + plain);
    row("CRLF", around("", plain, "\r"));
    row("twice", plain + plain);
}

void tst_pastes::damagedCapturesReadAsUndamaged()
{
    QFETCH(QByteArray, text);
    QCOMPARE(readingOf(text), readingOf(plain));
}

void tst_pastes::linesAreThoseOfTheOriginal_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line"); ///< of the second function
    QTest::newRow("plain") << plain << 12;
    QTest::newRow("quoted") << around("> ", plain) << 12;
    QTest::newRow("fenced") << "text\n```\n" + plain << 14;
    const QByteArray narrow = wrapped(plain, 40);
    QTest::newRow("wrapped") << narrow
                             << int(narrow.first(narrow.indexOf("01:00.0")).count('\n') + 1);
    const QByteArray mail = "Content-Type: text/plain\nContent-Transfer-Encoding: "
                            "quoted-printable\n\n"
        + quotedPrintable(plain);
    QTest::newRow("mail") << mail << int(mail.first(mail.indexOf("01:00.0")).count('\n') + 1);
}

void tst_pastes::linesAreThoseOfTheOriginal()
{
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    const auto capture = readCapture(text, u"paste"_s);
    QVERIFY(capture);
    QCOMPARE(capture->topology->at(1).lines.first, line);
}

void tst_pastes::whatIsCutOffIsUnknownNotNo_data()
{
    QTest::addColumn<qsizetype>("size");
    for (qsizetype size = plain.indexOf("01:00.0 VGA") + 40; size < plain.size() - 1; ++size)
        QTest::addRow("%lld", static_cast<long long>(size)) << size;
}

/// Wherever a paste ends: the last function has its own bits, or unknown ones.
void tst_pastes::whatIsCutOffIsUnknownNotNo()
{
    QFETCH(qsizetype, size);
    const auto capture = readCapture(plain.first(size), u"paste"_s);
    QVERIFY(capture);
    QCOMPARE(capture->topology->size(), 2);
    const PciFunction &function = capture->topology->at(1);
    QVERIFY(function.portType == PortType::Unknown || function.portType == PortType::Endpoint);
    for (const Width width : {Width::W32, Width::W64})
        QVERIFY(function.atomicOps.completer[width] != false);
    QVERIFY(function.atomicOps.completer.w128 != true);
    QVERIFY(function.atomicOps.requesterEnable != false);
}

void tst_pastes::aDevicesLabelIsRead()
{
    const auto capture = readCapture("00:02.0 VGA compatible controller: Intel UHD\n"
                                     "\tDeviceName:  Onboard - Video\tSubsystem: X [1002:0001]\n"
                                     "\tControl: I/O-\n\n"
                                     "00:03.0 Audio device: Intel Audio\n\tControl: I/O-\n"_ba,
                                     u"paste"_s);
    QVERIFY(capture);
    QCOMPARE(capture->topology->at(0).deviceLabel, u"Onboard - Video"_s);
    QCOMPARE(capture->topology->at(0).subsystemDevice, 0x0001);
    QCOMPARE(capture->topology->at(1).deviceLabel, QString());
}

/// The second dump's heading is lost, and it is longer: its end is no part of the first.
void tst_pastes::aDumpThatBeginsAgainIsAnothers()
{
    const auto dump = [](int rows, const QByteArray &first) {
        QByteArray text;
        for (int row = 0; row < rows; ++row) {
            const QByteArray zeros = QByteArray("00 ").repeated(16).chopped(1);
            text += QByteArray::number(row * 16, 16).rightJustified(row < 16 ? 2 : 3, '0') + ": "
                + (row == 0        ? first
                       : row == 16 ? "10 00 01 00" + zeros.mid(11)
                                   : zeros)
                + '\n';
        }
        return text;
    };
    const QByteArray nic = "86 80 d3 10 06 00 10 00 00 00 00 02 00 00 00 00";
    const QByteArray heading = "00:02.0 Ethernet controller [0200]: Intel 82574L [8086:10d3]\n";
    const auto sizeOf = [&](const QByteArray &text) {
        StanzaCutter cutter(text);
        Stanza stanza;
        return cutter.next(stanza) ? stanza.hex.size() : 0;
    };
    QCOMPARE(sizeOf(heading + dump(256, nic)), 4096);
    QCOMPARE(sizeOf(heading + dump(16, nic) + dump(256, nic)), 256);
    QCOMPARE(sizeOf(heading + dump(1, nic) + "\tControl: I/O-\n" + dump(16, nic).mid(52)), 16);
}

/// A text that grep made has none of the lines whose absence tells of a loss elsewhere.
void tst_pastes::aFilteredTextIsRead()
{
    const auto capture = readCapture("00:03.1 PCI bridge: AMD GPP Bridge\n"
                                     "\tCapabilities: [58] Express (v2) Root Port (Slot+), MSI 00\n"
                                     "\t\t\t AtomicOpsCap: Routing- 32bit+ 64bit+ 128bitCAS-\n"
                                     "\t\t\t AtomicOpsCtl: ReqEn- EgressBlck-\n"
                                     "0b:00.0 VGA compatible controller: AMD Navi 31\n"
                                     "\tCapabilities: [64] Express (v2) Legacy Endpoint, MSI 00\n"
                                     "\t\t\t AtomicOpsCap: 32bit+ 64bit+ 128bitCAS-\n"
                                     "\t\t\t AtomicOpsCtl: ReqEn+\n"_ba,
                                     u"grep"_s);
    QVERIFY(capture);
    const PciFunction &port = capture->topology->at(0);
    QCOMPARE(port.portType, PortType::RootPort);
    QCOMPARE(port.atomicOps.completer.w64, true);
    QCOMPARE(port.atomicOps.egressBlocking, false);
    QCOMPARE(capture->topology->at(1).atomicOps.requesterEnable, true);
}

void tst_pastes::whatIsLostIsUnknownNotNo_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("conventional");
    const auto row = [](const char *name, const QByteArray &lines, bool conventional = false,
                        const QByteArray &heading =
                            "PCI bridge [0604]: AMD GPP Bridge [1022:1483]") {
        QTest::newRow(name) << "00:03.1 " + heading + "\n\tControl: I/O-\n" + lines << conventional;
    };
    row("an extended capability",
        "\tStatus: Cap+ 66MHz-\n\tCapabilities: [50] Power Management "
        "version 3\n\tCapabilities: [100 v1] Advanced Error Reporting\n\n");
    row("half of a denial", "\tStatus: Cap+\n\tCapabilities: <access denie\n\n");
    row("an eaten denial", "\tStatus: Cap+\n\tCapabilities: \n\n");
    row("lines of a lost capability",
        "\tStatus: Cap+\n\tCapabilities: [50] Power Management\n"
        "\t\tLnkCap: Port #0, Speed 8GT/s, Width x16\n\n");
    row("left out", "\tStatus: Cap+\n...\n\tCapabilities: [50] Power Management\n\n");
    row("left out by grep", "\tStatus: Cap+\n--\n\tKernel driver in use: x\n\n");
    row("of another function",
        "\tStatus: Cap+\n\tCapabilities: [50] Power Management\n\n"
        "\tSubsystem: X\n\tControl: I/O-\n\tStatus: Cap-\n\n");
    const QByteArray buses = "\tBus: primary=00, secondary=01, subordinate=01, sec-latency=0\n";
    row("no list", "\tStatus: Cap- 66MHz-\n" + buses, true);
    row("no list, left out behind", "\tStatus: Cap- 66MHz-\n" + buses + "\n...\n", true);
    row("no list, nothing else", "\tStatus: Cap- 66MHz-\n\n", true, "ISA bridge: Some Bridge");
    row("no list below a bridge that shows no buses",
        "\tStatus: Cap- 66MHz-\n\n00:04.0 PCI bridge [0604]: Another\n" + buses);
    row("a bridge's line below another", "\tStatus: Cap- 66MHz-\n" + buses, false,
        "VGA compatible controller: Some Card");
    row("a port's capability below another",
        "\tStatus: Cap+\n\tCapabilities: [58] Express (v2) Root Port (Slot+), MSI 00\n"
        "\t\tDevCap2: Completion Timeout\n\t\t\t AtomicOpsCap: Routing+ 32bit+ 64bit+ 128bitCAS+\n",
        false, "Host bridge: Advanced Micro Devices, Inc. [AMD] Root Complex");
    row("an offset that comes again",
        "\tStatus: Cap+\n" + buses
            + "\tCapabilities: [50] Power Management\n\tCapabilities: [50] MSI: Enable-\n\n");
    row("a list that is not there", "\tStatus: Cap+ 66MHz-\n\n");
    row("a host bridge's empty list", "\tStatus: Cap+ 66MHz-\n\n", true,
        "Host bridge: Intel Corporation Device a700");
    row("a system peripheral's empty list", "\tStatus: Cap+ 66MHz-\n\n", true,
        "System peripheral [0880]: Intel Corporation Device [8086:09a6]");
    row("another list", "\tStatus: Cap+\n" + buses + "\tCapabilities: [50] Power Management\n\n",
        true);
}

void tst_pastes::whatIsLostIsUnknownNotNo()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, conventional);
    const auto capture = readCapture(text, u"paste"_s);
    QVERIFY(capture);
    QCOMPARE(capture->topology->at(0).portType,
             conventional ? PortType::Conventional : PortType::Unknown);
}

void tst_pastes::linesBehindAnElisionAreNobodys()
{
    const auto capture = readCapture("00:01.0 PCI bridge [0604]: Intel Port [8086:1901]\n"
                                     "\tBus: primary=00, secondary=01, subordinate=01\n"
                                     "\tCapabilities: [58] Express (v2) Root Port (Slot+), MSI 00\n"
                                     "...\n"
                                     "\tBus: primary=00, secondary=05, subordinate=08\n"
                                     "\tCapabilities: [58] Express (v2) Legacy Endpoint, MSI 00\n"
                                     "\t\t\t AtomicOpsCap: 32bit+ 64bit+ 128bitCAS-\n"
                                     "\tKernel driver in use: amdgpu\n"
                                     "00: 86 80 02 00\n\n",
                                     u"paste"_s);
    QVERIFY(capture);
    const PciFunction &port = capture->topology->at(0);
    QCOMPARE(port.portType, PortType::RootPort);
    QCOMPARE(port.buses, (BusRange {1, 1}));
    QCOMPARE(bitsText(port), "R? C??? Q? E?");
    QVERIFY(port.driver.isEmpty());
    QCOMPARE(port.device, quint16 {0x1901});
}

void tst_pastes::aHeadingThatBreaksOffKeepsItsIds()
{
    const QByteArray heading = "00:1f.2 SATA controller [0106]: Intel X [AHCI mode] [8086:2922]";
    const QByteArray remarks = " (rev 02) (prog-if 01 [AHCI 1.0])";
    for (qsizetype size = 0; size <= remarks.size(); ++size) {
        const auto capture = readCapture(heading + remarks.first(size) + '\n', u"paste"_s);
        QVERIFY(capture);
        QCOMPARE(capture->topology->at(0).device, quint16 {0x2922});
        QCOMPARE(capture->topology->at(0).name, u"Intel X [AHCI mode]"_s);
    }
}

void tst_pastes::hostsAndBootsAreNotMerged()
{
    QByteArray other = plain;
    other.replace("Routing- 32bit+ 64bit+", "Routing- 32bit- 64bit-");
    const auto boots = readHosts(plain + other, u"paste"_s);
    QVERIFY(boots);
    QCOMPARE(boots->size(), 2);
    QCOMPARE(bitsText(boots->at(0).topology->at(0)), "R- C++- Q- E-");
    QCOMPARE(bitsText(boots->at(1).topology->at(0)), "R- C--- Q- E-");
    const auto none = readCapture(plain + other, u"paste"_s);
    QVERIFY(!none);
    QCOMPARE(none.error().kind, Error::Kind::BadData);
    QVERIFY2(none.error().hint.contains("--which"_L1), qPrintable(none.error().toString()));

    const auto named = readHosts("root@a:~# lspci\n" + plain + "root@b:~# lspci\n" + plain, u"p"_s);
    QVERIFY(named);
    QCOMPARE(named->size(), 2);
    QCOMPARE(named->at(0).host + named->at(1).host, u"ab"_s);
    const auto same = readHosts("root@a:~# lspci\n" + plain + "root@a:~# lspci\n" + plain, u"p"_s);
    QVERIFY(same);
    QCOMPARE(same->size(), 1);
}

QTEST_GUILESS_MAIN(tst_pastes)
#include "tst_pastes.moc"
