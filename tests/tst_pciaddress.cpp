// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pciaddress.h"
#include "result.h"

#include <QHash>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

class tst_pciaddress : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySpellingIsRead_data();
    void everySpellingIsRead();
    void anythingElseIsRefused_data();
    void anythingElseIsRefused();
    void printedFormsAreReadAgain();
    void addressesSortByDomainThenBus();
    void placesBeyondRealHardwareAreToldApart();
    void anErrorStaysOnOneLine();
};

void tst_pciaddress::everySpellingIsRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<PciAddress>("address");
    QTest::addColumn<QString>("printed");
    QTest::newRow("short") << u"0b:00.0"_s << PciAddress {0, 0x0b, 0, 0} << u"0000:0b:00.0"_s;
    QTest::newRow("full") << u"0000:0b:1f.7"_s << PciAddress {0, 0x0b, 0x1f, 7}
                          << u"0000:0b:1f.7"_s;
    QTest::newRow("upper case") << u"ABCD:EF:0A.1"_s << PciAddress {0xabcd, 0xef, 0x0a, 1}
                                << u"abcd:ef:0a.1"_s;
    QTest::newRow("domain of five digits")
        << u"10000:e1:00.0"_s << PciAddress {0x10000, 0xe1, 0, 0} << u"10000:e1:00.0"_s;
    QTest::newRow("domain of eight digits")
        << u"00000001:02:03.4"_s << PciAddress {1, 2, 3, 4} << u"0001:02:03.4"_s;
    QTest::newRow("wide slot and function")
        << u"00:ff.f"_s << PciAddress {0, 0, 0xff, 0xf} << u"0000:00:ff.f"_s;
}

void tst_pciaddress::everySpellingIsRead()
{
    QFETCH(QString, text);
    QFETCH(PciAddress, address);
    QFETCH(QString, printed);
    QVERIFY(PciAddress::parse(text) == address);
    QVERIFY(PciAddress::parse(QLatin1StringView(text.toLatin1())) == address);
    QCOMPARE(address.toString(), printed);
}

void tst_pciaddress::anythingElseIsRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text :
         {"", "0b", "0b:00", "b:00.0", "0b:0.0", "0b:00.", "0b:00.00", "000:0b:00.0",
          "000000000:0b:00.0", "0000.0b:00.0", "0000:0b:00:0", "0g:00.0", "0b:00.g", " 0b:00.0",
          "0b:00.0 ", ":0b:00.0", "-001:0b:00.0", "0b:00.\xe9"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void tst_pciaddress::anythingElseIsRefused()
{
    QFETCH(QString, text);
    QVERIFY(!PciAddress::parse(text));
    QVERIFY(!PciAddress::parse(QLatin1StringView(text.toLatin1())));
}

void tst_pciaddress::printedFormsAreReadAgain()
{
    const PciAddress inDomain {0x10000, 0xe1, 2, 3};
    QVERIFY(PciAddress::parse(inDomain.toString()) == inDomain);
    QCOMPARE(inDomain.toShortString(), u"10000:e1:02.3"_s);
    QCOMPARE(inDomain.slotString(), u"10000:e1:02"_s);
    const PciAddress plain {0, 0x0b, 0, 1};
    QCOMPARE(plain.toShortString(), u"0b:00.1"_s);
    QVERIFY(PciAddress::parse(plain.toShortString()) == plain);
}

void tst_pciaddress::addressesSortByDomainThenBus()
{
    QVERIFY((PciAddress {0, 0xff, 0x1f, 7} < PciAddress {1, 0, 0, 0}));
    QVERIFY((PciAddress {0, 1, 0, 0} > PciAddress {0, 0, 0x1f, 7}));
    QVERIFY((PciAddress {0, 1, 2, 0}.sameSlot(PciAddress {0, 1, 2, 7})));
    QVERIFY(!(PciAddress {0, 1, 2, 0}.sameSlot(PciAddress {1, 1, 2, 0})));
    QHash<PciAddress, int> byAddress;
    for (int i = 0; i < 4096; ++i)
        byAddress.insert(PciAddress {static_cast<quint32>(i >> 8), static_cast<quint8>(i), 0, 0},
                         i);
    QCOMPARE(byAddress.size(), 4096);
    QCOMPARE(byAddress.value(PciAddress {3, 5, 0, 0}), 0x305);
}

void tst_pciaddress::placesBeyondRealHardwareAreToldApart()
{
    QVERIFY((PciAddress {0, 0, 0x1f, 7}.isRealPlace()));
    QVERIFY(!(PciAddress {0, 0, 0x20, 0}.isRealPlace()));
    QVERIFY(!(PciAddress {0, 0, 0, 8}.isRealPlace()));
}

void tst_pciaddress::anErrorStaysOnOneLine()
{
    const Error error {Error::Kind::BadData, u"no\nline"_s, u"a\x1b[31mfile"_s, u"do\tthis"_s};
    QCOMPARE(error.toString(), u"a [31mfile: no line (do this)"_s);
    QCOMPARE((Error {Error::Kind::Usage, u"what"_s, {}, {}}.toString()), u"what"_s);
}

QTEST_GUILESS_MAIN(tst_pciaddress)
#include "tst_pciaddress.moc"
