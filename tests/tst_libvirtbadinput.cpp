// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "libvirtbytes.h"
#include "libvirttext.h"
#include "processortimer.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace libvirttext;

class tst_libvirtbadinput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void devicesAreLimited();
    void brokenXmlHasItsPlace_data();
    void brokenXmlHasItsPlace();
    void whatFollowsADomainSpoilsNothing();
    void documentTypesAreRefused_data();
    void documentTypesAreRefused();
    void otherHypervisorsAreRefused();
    void declaredEncodingsAreRead_data();
    void declaredEncodingsAreRead();
    void manyAttributesAreReadUpToALimit();
    void attributesWithoutNumberTakeLinearTime();
    void hostileTextTakesLinearTime_data();
    void hostileTextTakesLinearTime();
    void onlyADomainIsTakenForOne_data();
    void onlyADomainIsTakenForOne();
};

void tst_libvirtbadinput::devicesAreLimited()
{
    const VmDefinition vm = read(domain(hostdev("").repeated(2000)));
    QCOMPARE(vm.layout->devices.size(), maxLayoutDevices);
    QCOMPARE(problemTexts(vm),
             QStringList {u"line 5, hostdev: more than 1024 devices; the rest is left out"_s});
}

void tst_libvirtbadinput::brokenXmlHasItsPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("where");
    QTest::newRow("cut") << QByteArray("<domain>\n <devices>\n  <hostdev>\n")
                         << u"vm.xml, line 3"_s;
    QTest::newRow("wrong end") << QByteArray("x\n<domain>\n <devices></hostdev>\n</domain>")
                               << u"vm.xml, line 3, column"_s;
    QTest::newRow("attribute twice")
        << QByteArray("<domain>\n<hostdev type='a' type='b'/></domain>")
        << u"vm.xml, line 2, column"_s;
    QTest::newRow("entity") << QByteArray("<domain><name>&x;</name></domain>")
                            << u"vm.xml, line 1, column 1"_s;
    QTest::newRow("too many attributes") << "<domain>\n <!-- a=b --><a b='<c d=e>'/><b "
            + QByteArray("c='d' ").repeated(maxAttributes + 1)
            + "/></domain>" << u"vm.xml, line 2, column 30"_s;
    QTest::newRow("not UTF-8") << QByteArray("<domain>\n<name>\xc3\xa9\xe9</name></domain>")
                               << u"vm.xml, line 2, column 8"_s;
    QTest::newRow("on the first line") << QByteArray("<?xml version='1.0'?><domain>\xe9</domain>")
                                       << u"vm.xml, line 1, column 30"_s;
    QTest::newRow("unheard-of encoding")
        << QByteArray("\n<?xml version='1.0' encoding='x-none'?>\n<domain/>")
        << u"vm.xml, line 2, column 1"_s;
    QTest::newRow("too deep") << "<domain>\n" + QByteArray("<a>").repeated(100) + "</domain>"
                              << u"vm.xml, line 2, column"_s;
}

void tst_libvirtbadinput::brokenXmlHasItsPlace()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, where);
    const Error error = refused(text);
    QVERIFY2(error.where.startsWith(where), qPrintable(error.toString()));
    QVERIFY(!error.what.isEmpty());
    QVERIFY(!error.hint.isEmpty());
    QCOMPARE(error.what == u"this is nested too deeply for a domain"_s, text.contains("<a><a>"));
    QCOMPARE(error.kind, Error::Kind::BadData);
}

void tst_libvirtbadinput::whatFollowsADomainSpoilsNothing()
{
    const VmDefinition vm = read(domain(hostdev("")) + "then <run> this && that > x\n");
    QCOMPARE(vm.layout->devices.size(), 1);
    QCOMPARE(problemTexts(vm).size(), 1);
    QVERIFY(problemTexts(vm).first().endsWith(u": what follows is no XML and was left out"));
}

void tst_libvirtbadinput::documentTypesAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("entities") << QByteArray(
        "<?xml version='1.0'?>\n<!DOCTYPE domain [<!ENTITY a 'aaaa'><!ENTITY b "
        "'&a;&a;&a;'>]>\n<domain><name>&b;</name></domain>");
    QTest::newRow("external") << QByteArray(
        "<!DOCTYPE domain SYSTEM 'file:///etc/passwd'>\n<domain/>");
    QTest::newRow("small letters") << QByteArray("<!doctype html>\n<domain><devices/></domain>");
    QTest::newRow("later") << QByteArray("<domain>\n<!DOCTYPE a [<!ENTITY b 'c'>]></domain>");
}

void tst_libvirtbadinput::documentTypesAreRefused()
{
    QFETCH(QByteArray, text);
    const Error error = refused(text);
    QVERIFY(!error.what.isEmpty());
    QVERIFY(!error.hint.isEmpty());
    QVERIFY2(error.where.startsWith(u"vm.xml, line "), qPrintable(error.where));
}

void tst_libvirtbadinput::otherHypervisorsAreRefused()
{
    QCOMPARE(refused("<domain type='xen'><devices/></domain>").what,
             u"a domain of type xen is not run by QEMU"_s);
    QCOMPARE(refused("<devices></devices>").what, u"this holds no domain and no device"_s);
    QVERIFY(!refused("<domain type='xen'><devices/></domain>").hint.isEmpty());
    QVERIFY(!refused("<devices></devices>").hint.isEmpty());
}

void tst_libvirtbadinput::declaredEncodingsAreRead_data()
{
    QTest::addColumn<QByteArray>("encoding");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("Latin 1") << QByteArray("encoding=\"ISO-8859-1\"") << QByteArray("caf\xe9");
    QTest::newRow("UTF-8") << QByteArray("encoding='utf-8'") << QByteArray("caf\xc3\xa9");
    QTest::newRow("none") << QByteArray() << QByteArray("caf\xc3\xa9");
}

void tst_libvirtbadinput::declaredEncodingsAreRead()
{
    QFETCH(QByteArray, encoding);
    QFETCH(QByteArray, name);
    const VmDefinition vm = read("<?xml version='1.0' " + encoding + "?>\n<domain type='kvm'><name>"
                                 + name + "</name><devices>" + hostdev("") + "</devices></domain>");
    QCOMPARE(vm.guest.name, u"caf\u00e9"_s);
    QCOMPARE(vm.layout->devices.size(), 1);
}

void tst_libvirtbadinput::manyAttributesAreReadUpToALimit()
{
    QByteArray inner;
    for (int i = 0; i < maxAttributes - 2; ++i)
        inner += " a" + QByteArray::number(i) + "='x'";
    QCOMPARE(read("<domain><devices><hostdev mode='subsystem' type='pci'" + inner
                  + "><source><address bus='1' slot='0'/></source></hostdev></devices></domain>")
                 .layout->devices.size(),
             1);
    QCOMPARE(refused("<domain><devices><hostdev mode='subsystem' type='pci' x='y'" + inner
                     + "/></devices></domain>")
                 .what,
             u"an element has more than 256 attributes"_s);
}

/// Compared with each other they would take minutes.
void tst_libvirtbadinput::attributesWithoutNumberTakeLinearTime()
{
    QByteArray text = "<domain>\n<devices>\n <hostdev";
    for (int i = 0; i < 300'000; ++i)
        text += " a" + QByteArray::number(i) + "='x'";
    text += "/></devices></domain>";
    const ProcessorTimer timer;
    const Error error = refused(text);
    QCOMPARE(error.where, u"vm.xml, line 3, column 2"_s);
    QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
}

void tst_libvirtbadinput::hostileTextTakesLinearTime_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("piece");
    const auto row = [](const char *name, const char *before, const char *piece) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(piece);
    };
    row("attributes", "<domain ", "a='b' ");
    row("numbered attributes", "<domain ", "#='b' ");
    row("parts", "", "<hostdev/>");
    row("deep", "", "<domain>");
    row("comments", "", "<!--");
    row("comments in a domain", "<domain>", "<!-- x -->");
    row("controllers", "<domain><os><type machine='q35'/></os><devices>",
        "<controller type='pci' model='pci-bridge'/>");
    row("same index", "<domain><os><type machine='q35'/></os><devices>",
        "<controller type='pci' index='1' model='pci-bridge'/>");
    row("addresses", "<domain><os><type machine='q35'/></os><devices>",
        "<video><address type='pci' bus='99999'/></video>");
    row("text", "<domain><name>", "a&lt;");
    row("data", "<domain><name>", "<![CDATA[x]]>");
    row("arguments", "<domain>", "<qemu:arg value='-device'/>");
    row("attributes of a device", "<domain><devices><hostdev ", "#='b'\n");
    row("quotes that are not closed", "<domain><devices>", "<a b='");
    row("not closed", "<domain><name a='", "<hostdev/>\n");
}

void tst_libvirtbadinput::hostileTextTakesLinearTime()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, piece);
    QByteArray text = before;
    for (int i = 0; text.size() < 2'000'000; ++i)
        text += QByteArray(piece).replace('#', 'a' + QByteArray::number(i));
    const ProcessorTimer timer;
    sniffLibvirt(text);
    const auto vm = readLibvirtDomain(text, u"x"_s);
    QVERIFY(vm || !vm.error().what.isEmpty());
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
}

void tst_libvirtbadinput::onlyADomainIsTakenForOne_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("configuration with a note")
        << QByteArray("#<domain type='kvm'>\nhostpci0: 0b:00.0\nmachine: q35\n");
    QTest::newRow("command") << QByteArray("kvm -m 4 -device vfio-pci,host=01:00.0\n");
    QTest::newRow("another document") << QByteArray("<html><body>x</body></html>");
    QTest::newRow("a similar name") << QByteArray("<domains><x/></domains>");
}

void tst_libvirtbadinput::onlyADomainIsTakenForOne()
{
    QFETCH(QByteArray, text);
    QCOMPARE(sniffLibvirt(text), 0);
}

QTEST_GUILESS_MAIN(tst_libvirtbadinput)
#include "tst_libvirtbadinput.moc"
