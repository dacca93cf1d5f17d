// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "describe.h"
#include "textcleaning.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

const QByteArray plain = "00:01.0 PCI bridge: Intel Corporation Device 0001 (prog-if 00 [Normal "
                         "decode])\n"
                         "\tControl: I/O+ Mem+ BusMaster+\n"
                         "\tStatus: Cap+ 66MHz- DEVSEL=fast >TAbort- <TAbort- <MAbort- >SERR-\n"
                         "\tBus: primary=00, secondary=01, subordinate=01, sec-latency=0\n"
                         "\tCapabilities: [58] Express (v2) Root Port (Slot+), MSI 00\n"
                         "\t\tDevCap2: Completion Timeout: Range ABCD, TimeoutDis+ ARIFwd-\n"
                         "\t\t\t AtomicOpsCap: Routing- 32bit+ 64bit+ 128bitCAS-\n"
                         "\t\tDevCtl2: Completion Timeout: 50us to 50ms, TimeoutDis-\n"
                         "\t\t\t AtomicOpsCtl: ReqEn- EgressBlck-\n"
                         "\tKernel driver in use: pcieport\n"
                         "\n"
                         "01:00.0 VGA compatible controller: Intel Corporation Device 0002\n"
                         "\tControl: I/O+ Mem+ BusMaster+\n"
                         "\tStatus: Cap+ 66MHz-\n"
                         "\tCapabilities: [58] Express (v2) Endpoint, MSI 00\n"
                         "\t\tDevCap2: Completion Timeout: Range ABCD, TimeoutDis+\n"
                         "\t\t\t AtomicOpsCap: 32bit+ 64bit+ 128bitCAS-\n"
                         "\t\tDevCtl2: Completion Timeout: 50us to 50ms, TimeoutDis-\n"
                         "\t\t\t AtomicOpsCtl: ReqEn+\n"
                         "\tKernel driver in use: vfio-pci\n"
                         "\n";

/// What is read, without the numbers of lines.
QByteArray readingOf(const QByteArray &text)
{
    const auto capture = readCapture(text, u"paste"_s);
    return capture ? treeText(*capture->topology) + bitsText(capture->topology->at(0)) + ' '
            + bitsText(capture->topology->at(capture->topology->size() - 1))
                   : capture.error().toString().toUtf8();
}

const CleaningStep &stepNamed(QByteArrayView name)
{
    const auto found = std::ranges::find_if(
        cleaningSteps(), [name](const CleaningStep &step) { return name == step.name; });
    if (found == cleaningSteps().end())
        qFatal("no step %s", name.data());
    return *found;
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

class tst_textcleaning : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachStepMendsItsDamage_data();
    void eachStepMendsItsDamage();
    void undamagedTextComesBackAsItIs();
    void damagedCapturesReadAsUndamaged_data();
    void damagedCapturesReadAsUndamaged();
    void linesAreThoseOfTheOriginal_data();
    void linesAreThoseOfTheOriginal();
    void whatIsCutOffIsUnknownNotNo_data();
    void whatIsCutOffIsUnknownNotNo();
    void whatIsLostIsUnknownNotNo_data();
    void whatIsLostIsUnknownNotNo();
    void linesBehindAnElisionAreNobodys();
    void aHeadingThatBreaksOffKeepsItsIds();
    void hostsAndBootsAreNotMerged();
    void hostileTextTakesNoTime_data();
    void hostileTextTakesNoTime();
};

void tst_textcleaning::eachStepMendsItsDamage_data()
{
    QTest::addColumn<QByteArray>("step");
    QTest::addColumn<QByteArray>("damaged");
    QTest::addColumn<QByteArray>("mended");
    const auto row = [](const char *name, const char *step, const QByteArray &damaged,
                        const QByteArray &mended) {
        QTest::newRow(name) << QByteArray(step) << damaged << mended;
    };
    row("utf-16", "utf-16",
        "\xff\xfe"
        "0\0\n\0"_ba,
        "0\n");
    row("byte order mark", "byte-order-mark",
        "\xef\xbb\xbf"
        "0\n",
        "0\n");
    row("CRLF", "carriage-returns", "a\r\nb\r\r\nc\rd\n", "a\nb\nc\rd\n");
    row("CR", "carriage-returns", "a\rb", "a\nb");
    row("mail", "mail", "Subject: x\nContent-Type: text/plain\n\na\nb\n", "a\nb\n");
    row("mail in parts", "mail",
        "From me\nMIME-Version: 1.0\nContent-Type: multipart/mixed;\n boundary=\"X\"\n\nno\n--X\n"
        "Content-Type: text/plain\n\na\n--X\nContent-Type: text/x-log; name=b\n"
        "Content-Transfer-Encoding: base64\n\nYgpjCg==\n--X\nContent-Type: image/png\n\nz\n--X--\n"
        "tail\n",
        "a\nb\nc\n");
    row("mail in two forms", "mail",
        "Content-Type: multipart/alternative; boundary=Y\n\n--Y\nContent-Type: text/html\n\n<b>\n"
        "--Y\nContent-Type: text/plain; charset=iso-8859-1\n"
        "Content-Transfer-Encoding: quoted-printable\n\na=E4=\n b =3D=20\nc\n--Y--\n",
        "a\xc3\xa4 b = \nc\n");
    row("quoted-printable", "quoted-printable", "secondary=3D01, x=\ny\nz\n",
        "secondary=01, xy\nz\n");
    row("html", "html", "<html><body><p>a</p><pre class=\"x\">b\n\tc &lt;\n</pre>d<br>e<TAbort-\n",
        "a\nb\n\tc &lt;\nd\ne<TAbort-\n");
    row("entities", "entities", "&lt;access denied&gt; &amp;lt; &nbsp;&unknown;\n",
        "<access denied> &lt;  &unknown;\n");
    row("no-break spaces", "odd-spaces",
        "a\xc2\xa0\xe2\x80\x8b"
        "b\n",
        "a b\n");
    row("quotes", "quote-marks", "> a\n>> b\n> > >  c\n>\n>TAbort- x\n> >TAbort- y\n>\td\nplain\n",
        "a\nb\n c\n\n>TAbort- x\n>TAbort- y\n\td\nplain\n");
    row("fences", "fences", "```console\na\n```\n~~~\n", "\na\n\n\n");
    row("grep", "grep-rulers", "a\n--\nb\n", "a\n...\nb\n");
    const QByteArray gpu = "0b:00.0 VGA compatible controller [0300]: X [1002:744c]";
    const QByteArray group = "\n\tIOMMU group: 12\n";
    row("groups on a line", "group-headings", "IOMMU Group 12 " + gpu + '\n', gpu + group);
    row("groups above", "group-headings", "IOMMU Group 12:\n\t" + gpu + "\n\t" + gpu + "\n\nend\n",
        gpu + group + gpu + group + "\nend\n");
    row("a group's heading wrapped", "group-headings",
        "IOMMU Group 12 0b:00.0 VGA compatible controller [0300]: X\nY [1002:744c]\n\nend\n",
        "0b:00.0 VGA compatible controller [0300]: X\nY [1002:744c]\n\tIOMMU group: 12\n\nend\n");
    row("groups with ids first", "group-headings",
        "Group 12:\t[1002:744c] 0b:00.0 VGA compatible controller: X\n",
        "0b:00.0 VGA compatible controller: X [1002:744c]" + group);
    row("indented", "shifted-headings", "    " + gpu + "\n    \tFlags: x\n    40: 01 02\n",
        gpu + "\n\tFlags: x\n40: 01 02\n");
    row("prompt", "shifted-headings", "=> " + gpu + "\n# lspci\n", gpu + "\n# lspci\n");
    row("glued heading", "glued-lines", "\tKernel modules: amdgpu 0b:00.0 USB controller: X\n",
        "\tKernel modules: amdgpu \n0b:00.0 USB controller: X\n");
    row("glued field", "glued-lines", "\tDeviceName:  Onboard\tSubsystem: X [1002:0001]\n",
        "\tDeviceName:  Onboard\n\tSubsystem: X [1002:0001]\n");
    row("lost indentation", "lost-indentation",
        gpu + "\nControl: I/O+\nCapabilities: [58] Express\nDevCap2: x\nother\n",
        gpu + "\n\tControl: I/O+\n\tCapabilities: [58] Express\n\tDevCap2: x\nother\n");
    row("wrapped heading", "wrapped-lines",
        "0b:00.0 VGA compatible controller\n[0300]: X\n(rev 01)\n",
        "0b:00.0 VGA compatible controller [0300]: X (rev 01)\n");
    row("place alone", "wrapped-lines", "0b:00.0\nVGA compatible controller: X\n",
        "0b:00.0 VGA compatible controller: X\n");
    row("wrapped words", "wrapped-lines",
        gpu + "\n\tCapabilities: [58] Express (v2) Root\nPort (Slot+)\n\nprose\nmore\n",
        gpu + "\n\tCapabilities: [58] Express (v2) Root Port (Slot+)\n\nprose\nmore\n");
    row("wrapped, the blank left", "wrapped-lines",
        gpu + "\n\tCapabilities: [58] Express (v2) Root  \nPort (Slot+)\n40: 01 02 \n03 04\n",
        gpu + "\n\tCapabilities: [58] Express (v2) Root Port (Slot+)\n40: 01 02 03 04\n");
    row("wrapped bits", "wrapped-lines",
        gpu + "\n\t\t\t AtomicOpsCap: 32bit+ 64bit+\n\t\t128bitCAS-\n",
        gpu + "\n\t\t\t AtomicOpsCap: 32bit+ 64bit+ 128bitCAS-\n");
    row("wrapped hex", "wrapped-lines", gpu + "\n00: 86 80\n44 5a 00\nde ad beef\n",
        gpu + "\n00: 86 80 44 5a 00\nde ad beef\n");
    row("kernel messages stay", "wrapped-lines", gpu + "\n\tFlags: x\n[    1.23] pci: y\n$ ls\n",
        gpu + "\n\tFlags: x\n[    1.23] pci: y\n$ ls\n");
}

void tst_textcleaning::eachStepMendsItsDamage()
{
    QFETCH(QByteArray, step);
    QFETCH(QByteArray, damaged);
    QFETCH(QByteArray, mended);
    const CleaningStep &row = stepNamed(step);
    QVERIFY(row.needed(damaged));
    CleanedText text {damaged, {}};
    row.apply(text);
    QCOMPARE(text.bytes, mended);
    QVERIFY(!row.needed(plain));
}

void tst_textcleaning::undamagedTextComesBackAsItIs()
{
    const CleanedText text = cleanText(plain);
    QCOMPARE(text.bytes, plain);
    QVERIFY(text.bytes.isSharedWith(plain) && text.originalLines.isEmpty());
}

void tst_textcleaning::damagedCapturesReadAsUndamaged_data()
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

void tst_textcleaning::damagedCapturesReadAsUndamaged()
{
    QFETCH(QByteArray, text);
    QCOMPARE(readingOf(text), readingOf(plain));
}

void tst_textcleaning::linesAreThoseOfTheOriginal_data()
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

void tst_textcleaning::linesAreThoseOfTheOriginal()
{
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    const auto capture = readCapture(text, u"paste"_s);
    QVERIFY(capture);
    QCOMPARE(capture->topology->at(1).lines.first, line);
}

void tst_textcleaning::whatIsCutOffIsUnknownNotNo_data()
{
    QTest::addColumn<qsizetype>("size");
    for (qsizetype size = plain.indexOf("01:00.0 VGA") + 40; size < plain.size() - 1; ++size)
        QTest::addRow("%lld", static_cast<long long>(size)) << size;
}

/// Wherever a paste ends: the last function has its own bits, or unknown ones.
void tst_textcleaning::whatIsCutOffIsUnknownNotNo()
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

void tst_textcleaning::whatIsLostIsUnknownNotNo_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("conventional");
    const auto row = [](const char *name, const QByteArray &lines, bool conventional = false) {
        QTest::newRow(name)
            << "00:03.1 PCI bridge [0604]: AMD GPP Bridge [1022:1483]\n\tControl: I/O-\n" + lines
            << conventional;
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
    row("no list", "\tStatus: Cap- 66MHz-\n", true);
    row("no list, left out behind", "\tStatus: Cap- 66MHz-\n\n...\n", true);
    row("an empty list", "\tStatus: Cap+ 66MHz-\n\n", true);
    row("another list", "\tStatus: Cap+\n\tCapabilities: [50] Power Management\n\n", true);
}

void tst_textcleaning::whatIsLostIsUnknownNotNo()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, conventional);
    const auto capture = readCapture(text, u"paste"_s);
    QVERIFY(capture);
    QCOMPARE(capture->topology->at(0).portType,
             conventional ? PortType::Conventional : PortType::Unknown);
}

void tst_textcleaning::linesBehindAnElisionAreNobodys()
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

void tst_textcleaning::aHeadingThatBreaksOffKeepsItsIds()
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

void tst_textcleaning::hostsAndBootsAreNotMerged()
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

void tst_textcleaning::hostileTextTakesNoTime_data()
{
    QTest::addColumn<QByteArray>("piece");
    for (const char *piece : {"<",
                              "<b",
                              "&",
                              ">",
                              "> ",
                              "```\n",
                              "--\n",
                              "=3D=\n",
                              "=\n",
                              "Group 1 \n",
                              "0",
                              "0 ",
                              ".",
                              "00:00.0 ",
                              "00:00.0\n",
                              "\tKernel 00:00.0 ",
                              "Content-Type: multipart/mixed; boundary=x\n",
                              "--x\n",
                              "00: 00\n",
                              "00 ",
                              "\t\t\t 32bit+\n",
                              "Bus:\n",
                              "-[0000:00]-+-",
                              " \\-00.0-[00]-\n",
                              "00:00.0 PCI bridge: x\n",
                              "\r",
                              "\xc2\xa0",
                              "[ 1.0] \n",
                              "root@a:~# \n"}) {
        QTest::newRow(piece) << QByteArray(piece);
    }
}

void tst_textcleaning::hostileTextTakesNoTime()
{
    QFETCH(QByteArray, piece);
    QElapsedTimer timer;
    timer.start();
    const QByteArray noise = piece.repeated(2 * 1024 * 1024 / piece.size());
    for (const QByteArray &text :
         {noise, plain + noise, "Content-Type: text/plain\n" + noise, plain + ' ' + noise})
        (void)readHosts(text, u"noise"_s);
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
}

QTEST_GUILESS_MAIN(tst_textcleaning)
#include "tst_textcleaning.moc"
