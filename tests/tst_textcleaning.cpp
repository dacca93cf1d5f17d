// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "importers.h"
#include "plaincapture.h"
#include "processortimer.h"
#include "textcleaning.h"

#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

const CleaningStep &stepNamed(QByteArrayView name)
{
    const auto found = std::ranges::find_if(
        cleaningSteps(), [name](const CleaningStep &step) { return name == step.name; });
    if (found == cleaningSteps().end())
        qFatal("no step %s", name.data());
    return *found;
}

} // namespace

class tst_textcleaning : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachStepMendsItsDamage_data();
    void eachStepMendsItsDamage();
    void undamagedTextComesBackAsItIs();
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
    const QByteArray gpu = "0b:00.0 VGA compatible controller [0300]: X [1002:744c]";
    const QByteArray group = "\n\tIOMMU group: 12\n";
    row("quoted-printable", "quoted-printable", "secondary=3D01, x=\ny\nz\n",
        "secondary=01, xy\nz\n");
    row("html", "html", "<html><body><p>a</p><pre class=\"x\">b\n\tc &lt;\n</pre>d<br>e<TAbort-\n",
        "a\nb\n\tc &lt;\nd\ne<TAbort-\n");
    row("blank lines of html", "html",
        "a<br>\nb<br>\n<br>\n<div>c</div>\n<div><br></div>\nd\n<br>\ne\n", "a\nb\n\nc\n\nd\ne\n");
    row("quoted-printable without long lines", "quoted-printable", "a=3Db=20\nc\n", "a=b \nc\n");
    row("a dump's soft breaks", "quoted-printable", "00:00.0 X [Quick=\nData]\n00: 86 80=20\n",
        "00:00.0 X [QuickData]\n00: 86 80 \n");
    row("a group's dump", "group-headings",
        "    IOMMU Group 12 " + gpu + "\n    \tFlags: x\n    40: 01 02\n",
        gpu + group + "    \tFlags: x\n40: 01 02\n");
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
    const ProcessorTimer timer;
    const QByteArray noise = piece.repeated(2 * 1024 * 1024 / piece.size());
    for (const QByteArray &text :
         {noise, plain + noise, "Content-Type: text/plain\n" + noise, plain + ' ' + noise})
        (void)readHosts(text, u"noise"_s);
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
}

QTEST_GUILESS_MAIN(tst_textcleaning)
#include "tst_textcleaning.moc"
