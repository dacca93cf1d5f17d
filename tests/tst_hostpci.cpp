// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hostpci.h"
#include "processortimer.h"

#include <QTest>

#include <rapidcheck.h>

using namespace Qt::StringLiterals;
using namespace rootward;

class tst_hostpci : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void admittedValuesSurviveByteForByte_data();
    void admittedValuesSurviveByteForByte();
    void refusedValuesNameProxmoxsReason_data();
    void refusedValuesNameProxmoxsReason();
    void hostsAreRead();
    void booleansHaveTheirDefaults();
    void allFunctionsChangesTheFirstItemOnly_data();
    void allFunctionsChangesTheFirstItemOnly();
    void aBooleanIsRewrittenInPlace_data();
    void aBooleanIsRewrittenInPlace();
    void aNewCardsLineIsTheWebInterfaces();
    void theCanonicalFormIsTheWebInterfaces_data();
    void theCanonicalFormIsTheWebInterfaces();
    void anyOptionCanBeGivenAndTakenAway_data();
    void anyOptionCanBeGivenAndTakenAway();
    void aMegabyteIsReadInNoTime_data();
    void aMegabyteIsReadInNoTime();
    void anyValueIsAdmittedAndPrintedAsItWas();
    void anyTextIsReadOrRefusedWithoutHarm();
};

void tst_hostpci::admittedValuesSurviveByteForByte_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text :
         {"0b:00.0", "0000:0b:00", "10000:e1:00.0", "host=0b:00.0,pcie=1", "pcie=1,host=0b:00.0",
          "pcie=YES,0b:00,rombar=Off", ",0b:00.0,,", " ,0b:00.0", "0b:00.0;0b:00.1;0c:10.f",
          "mapping=gpu-0,pcie=1", "mapping=A_,mdev=nvidia-63", "f0:ff.f,romfile=a=b.rom",
          "0b:00.0,vendor-id=0xAbCd,device-id=0x0000,sub-vendor-id=0x1111,driver=keep", "pcie=1",
          "0b:00.0,legacy-igd=1,x-vga=true"}) {
        QTest::newRow(text) << QString::fromLatin1(text);
    }
}

void tst_hostpci::admittedValuesSurviveByteForByte()
{
    QFETCH(QString, text);
    const auto value = HostpciValue::parse(text);
    QVERIFY2(value, value ? "" : qPrintable(value.error().what));
    QCOMPARE(value->text(), text);
    QCOMPARE(value->withAllFunctions(value->allFunctions()).text(), text);
    QCOMPARE(value->withBoolean(u"pcie", value->pcie()).text(), text);
}

void tst_hostpci::refusedValuesNameProxmoxsReason_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("saying");
    const auto row = [](const char *text, const char *saying) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(saying);
    };
    row("0B:00.0", "regex pattern");
    row("0000:0b", "regex pattern");
    row("000:0b:00.0", "regex pattern");
    row("0b:00.0;", "regex pattern");
    row("0b:00.g", "regex pattern");
    row("0b:00.", "regex pattern");
    row("0b:00.10", "regex pattern");
    row("someName", "regex pattern");
    row("0b:00.0 ", "regex pattern");
    row("0b:00.0,pcie=2", "boolean");
    row("0b:00.0,pcie=", "missing key");
    row("=1", "missing key");
    row("host=", "missing key");
    row("0b:00.0, pcie=1", "not defined in schema");
    row("0b:00.0,PCIE=1", "not defined in schema");
    row("0b:00.0,multifunction=1", "not defined in schema");
    row("pcie=1,0b:00.0,pcie=0", "duplicate key");
    row("0b:00.0,0b:00.1", "duplicate key");
    row("0b:00.0,host=0b:00.1", "duplicate key");
    row("mapping=1abc", "regex pattern");
    row("mapping=a", "regex pattern");
    row("0b:00.0,mdev=a.b", "regex pattern");
    row("0b:00.0,romfile=a;b", "regex pattern");
    row("0b:00.0,vendor-id=0x12", "regex pattern");
    row("0b:00.0,vendor-id=12345", "regex pattern");
    row("0b:00.0,driver=nouveau", "regex pattern");
}

void tst_hostpci::refusedValuesNameProxmoxsReason()
{
    QFETCH(QString, text);
    QFETCH(QString, saying);
    const auto value = HostpciValue::parse(text);
    QVERIFY(!value);
    QVERIFY2(value.error().what.contains(saying), qPrintable(value.error().what));
}

void tst_hostpci::hostsAreRead()
{
    const auto value = HostpciValue::parse(u"0b:00;12345:0c:1f.7;00001:0d:00.0,pcie=1"_s);
    QVERIFY(value);
    const QList<HostId> ids = value->hosts();
    QCOMPARE(ids.size(), 3);
    QVERIFY(ids.at(0).allFunctions && !ids.at(0).domainWritten && ids.at(0).spelledLikeSysfs);
    QCOMPARE(ids.at(1).address.toString(), u"12345:0c:1f.7"_s);
    QVERIFY(ids.at(1).domainWritten && ids.at(1).spelledLikeSysfs);
    QVERIFY(!ids.at(2).spelledLikeSysfs);
    QVERIFY(!HostpciValue::parse(u"fffffffff:0d:00.0"_s)->hosts().first().spelledLikeSysfs);
    QVERIFY(HostpciValue::parse(u"mapping=gpu"_s)->hosts().isEmpty());
}

void tst_hostpci::booleansHaveTheirDefaults()
{
    const auto value = HostpciValue::parse(u"0b:00.0"_s);
    QVERIFY(!value->pcie() && value->rombar() && !value->primaryGpu() && !value->legacyIgd());
    const auto other = HostpciValue::parse(u"0b:00.0,pcie=On,rombar=NO,x-vga=true"_s);
    QVERIFY(other->pcie() && !other->rombar() && other->primaryGpu());
    QCOMPARE(other->option(u"pcie"), u"On"_s);
    QVERIFY(!other->option(u"mdev"));
}

void tst_hostpci::allFunctionsChangesTheFirstItemOnly_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("all");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *text, bool all, const char *expected) {
        QTest::addRow("%s %d", text, all)
            << QString::fromLatin1(text) << all << QString::fromLatin1(expected);
    };
    row("0000:0b:00,pcie=1", false, "0000:0b:00.0,pcie=1");
    row("0000:0b:00.0,pcie=1", true, "0000:0b:00,pcie=1");
    row("pcie=on,,host=0b:00.3", true, "pcie=on,,host=0b:00");
    row("0b:00.3", false, "0b:00.3");
    row("0b:00;0c:00.1,rombar=0", false, "0b:00.0;0c:00.1,rombar=0");
    row("0b:00.0;0c:00.1", true, "0b:00;0c:00.1");
    row("0b:00.0;0b:00.1", true, "0b:00");
    row("mapping=gpu", true, "mapping=gpu");
}

void tst_hostpci::allFunctionsChangesTheFirstItemOnly()
{
    QFETCH(QString, text);
    QFETCH(bool, all);
    QFETCH(QString, expected);
    const HostpciValue changed = HostpciValue::parse(text)->withAllFunctions(all);
    QCOMPARE(changed.text(), expected);
    QCOMPARE(changed, *HostpciValue::parse(expected));
    QCOMPARE(changed.hosts(), HostpciValue::parse(expected)->hosts());
}

void tst_hostpci::aBooleanIsRewrittenInPlace_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("key");
    QTest::addColumn<bool>("value");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *text, const char *key, bool value, const char *expected) {
        QTest::addRow("%s %s %d", text, key, value)
            << QString::fromLatin1(text) << QString::fromLatin1(key) << value
            << QString::fromLatin1(expected);
    };
    row("0b:00.0", "pcie", true, "0b:00.0,pcie=1");
    row("0b:00.0,x-vga=1", "pcie", true, "0b:00.0,pcie=1,x-vga=1");
    row("0b:00.0,device-id=0x1234", "pcie", true, "0b:00.0,device-id=0x1234,pcie=1");
    row("pcie=yes,0b:00.0", "pcie", false, "pcie=0,0b:00.0");
    row("pcie=yes,0b:00.0", "pcie", true, "pcie=yes,0b:00.0");
    row("0b:00.0,rombar=off", "rombar", true, "0b:00.0,rombar=1");
    row("0b:00.0", "rombar", true, "0b:00.0");
    row("0b:00.0", "rombar", false, "0b:00.0,rombar=0");
    row("0b:00.0", "romfile", true, "0b:00.0");
    row("0b:00.0", "bogus", true, "0b:00.0");
}

void tst_hostpci::aBooleanIsRewrittenInPlace()
{
    QFETCH(QString, text);
    QFETCH(QString, key);
    QFETCH(bool, value);
    QFETCH(QString, expected);
    QCOMPARE(HostpciValue::parse(text)->withBoolean(key, value).text(), expected);
}

void tst_hostpci::aNewCardsLineIsTheWebInterfaces()
{
    HostId id {PciAddress::parse("0b:00.0"_L1).value()};
    QCOMPARE(HostpciValue::forDevice(id, false).text(), u"0000:0b:00.0"_s);
    QCOMPARE(HostpciValue::forDevice(id, true).text(), u"0000:0b:00.0,pcie=1"_s);
    id.allFunctions = true;
    const HostpciValue whole = HostpciValue::forDevice(id, true);
    QCOMPARE(whole.text(), u"0000:0b:00,pcie=1"_s);
    QVERIFY(whole.allFunctions() && whole.pcie());
}

void tst_hostpci::theCanonicalFormIsTheWebInterfaces_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *text, const char *expected) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(expected);
    };
    row("0000:0b:00.0,pcie=1", "0000:0b:00.0,pcie=1");
    row("x-vga=ON,pcie=yes,host=0b:00", "0000:0b:00,pcie=1,x-vga=1");
    row("0b:00.0,pcie=off,rombar=true,x-vga=0,legacy-igd=no,driver=vfio", "0000:0b:00.0");
    row("rombar=off,0b:00.0;0001:0c:00.1", "0000:0b:00.0;0001:0c:00.1,rombar=0");
    row("pcie=1,mapping=gpu,driver=keep", "driver=keep,mapping=gpu,pcie=1");
    row(" ,0b:00.0,,vendor-id=0xAb12,romfile=b,mdev=a,",
        "0000:0b:00.0,mdev=a,romfile=b,vendor-id=0xAb12");
    row("00000:0b:00.0", "00000:0b:00.0");
    row("pcie=0", "");
}

void tst_hostpci::theCanonicalFormIsTheWebInterfaces()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(HostpciValue::parse(text)->canonical().text(), expected);
}

void tst_hostpci::anyOptionCanBeGivenAndTakenAway_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value"); // null: taken away
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *text, const char *key, const char *value,
                        const char *expected) {
        QTest::addRow("%s %s %s", text, key, value ? value : "-")
            << QString::fromLatin1(text) << QString::fromLatin1(key)
            << (value ? QString::fromLatin1(value) : QString()) << QString::fromLatin1(expected);
    };
    row("0b:00.0,pcie=1", "romfile", "a.rom", "0b:00.0,pcie=1,romfile=a.rom");
    row("0b:00.0,romfile=b,pcie=1", "romfile", "a.rom", "0b:00.0,romfile=a.rom,pcie=1");
    row("0b:00.0,romfile=b,pcie=1", "romfile", nullptr, "0b:00.0,pcie=1");
    row("0b:00.0,pcie=on", "pcie", nullptr, "0b:00.0");
    row("0b:00.0", "pcie", nullptr, "0b:00.0");
    row("0b:00.0", "mdev", "a.b", "0b:00.0");
    row("0b:00.0", "romfile", "a,pcie=1", "0b:00.0");
    row("0b:00.0", "romfile", "", "0b:00.0");
    row("0b:00.0", "pcie", "2", "0b:00.0");
    row("0b:00.0", "bogus", "1", "0b:00.0");
    row("mapping=gpu,pcie=1", "host", "0b:00;0c:00.1", "0b:00;0c:00.1,mapping=gpu,pcie=1");
    row("0b:00.0,pcie=1", "host", "0c:00", "0c:00,pcie=1");
    row("0b:00.0,pcie=1", "host", nullptr, "pcie=1");
}

void tst_hostpci::anyOptionCanBeGivenAndTakenAway()
{
    QFETCH(QString, text);
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, expected);
    const auto given = value.isNull() ? std::nullopt : std::optional(value);
    const HostpciValue changed = HostpciValue::parse(text)->withOption(key, given);
    QCOMPARE(changed.text(), expected);
    QCOMPARE(changed.hosts(), HostpciValue::parse(expected)->hosts());
}

void tst_hostpci::aMegabyteIsReadInNoTime_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("admitted");
    const qsizetype length = 1024 * 1024;
    const auto repeated = [length](const char *piece) {
        const QString text = QString::fromLatin1(piece);
        return text.repeated(length / text.size());
    };
    QTest::newRow("list") << repeated("0b:00.0;") + u"0b:00.0"_s << true;
    QTest::newRow("list with an end that is none") << repeated("0b:00.0;") << false;
    QTest::newRow("domain") << repeated("0") + u":0b:00.0"_s << true;
    QTest::newRow("commas") << u"0b:00.0"_s + repeated(",") << true;
    QTest::newRow("blank parts") << u"0b:00.0"_s + repeated(", ") << true;
    QTest::newRow("semicolons") << repeated(";") << false;
    QTest::newRow("colons") << repeated(":") << false;
    QTest::newRow("equals") << u"romfile="_s + repeated("=") << true;
    QTest::newRow("mdev") << u"0b:00.0,mdev="_s + repeated("a") << true;
    QTest::newRow("mapping") << u"mapping="_s + repeated("a") << true;
    QTest::newRow("key") << repeated("k") + u"=1"_s << false;
}

void tst_hostpci::aMegabyteIsReadInNoTime()
{
    QFETCH(QString, text);
    QFETCH(bool, admitted);
    const ProcessorTimer timer;
    const auto value = HostpciValue::parse(text);
    QCOMPARE(value.has_value(), admitted);
    if (value) {
        QCOMPARE(value->text(), text);
        QCOMPARE(value->withBoolean(u"pcie", true).withOption(u"pcie", std::nullopt).text(), text);
        QVERIFY(!value->canonical().withAllFunctions(true).text().isEmpty());
    } else {
        QVERIFY(value.error().what.size() < 500);
    }
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
}

void tst_hostpci::anyValueIsAdmittedAndPrintedAsItWas()
{
    const auto pick = [](std::initializer_list<const char *> words) {
        return rc::gen::elementOf(std::vector<std::string>(words.begin(), words.end()));
    };
    QVERIFY(rc::check("edits touch their own part only", [&] {
        std::vector<std::string> parts {*pick({"0b:00.0", "host=0000:0b:00", "0b:00;0c:00.1"})};
        const auto maybe = [&](rc::Gen<std::string> gen) {
            if (*rc::gen::arbitrary<bool>())
                parts.insert(parts.begin() + *rc::gen::inRange<int>(0, int(parts.size()) + 1),
                             *gen);
        };
        maybe(pick({"pcie=1", "pcie=off", "pcie=TRUE"}));
        maybe(pick({"rombar=0", "rombar=Yes"}));
        maybe(pick({"", "  "}));
        maybe(pick({"romfile=x=y", "driver=keep"}));
        maybe(pick({"mdev=i915"}));
        QStringList pieces;
        for (const std::string &part : parts)
            pieces.append(QString::fromStdString(part));
        const QString text = pieces.join(u',');
        const auto value = HostpciValue::parse(text);
        RC_ASSERT(value.has_value());
        RC_ASSERT(value->text() == text);
        const HostpciValue all = value->withAllFunctions(true);
        RC_ASSERT(all.allFunctions());
        RC_ASSERT(HostpciValue::parse(all.text()).value() == all);
        const HostpciValue one = value->withAllFunctions(false);
        RC_ASSERT(!one.allFunctions());
        for (const QString &piece : std::as_const(pieces)) {
            if (!piece.contains(u':'))
                RC_ASSERT(one.text().split(u',').contains(piece));
        }
        const HostpciValue toggled = value->withBoolean(u"pcie", !value->pcie());
        RC_ASSERT(toggled.pcie() != value->pcie());
        RC_ASSERT(toggled.hosts() == value->hosts());
        RC_ASSERT(toggled.rombar() == value->rombar());
    }));
}

void tst_hostpci::anyTextIsReadOrRefusedWithoutHarm()
{
    QVERIFY(rc::check("any text", [] {
        const auto bytes = *rc::gen::container<std::string>(
            rc::gen::elementOf(std::string("0123456789abcdef:.;,=pcihostrm-x \n\xc3\xa4")));
        const QString text = QString::fromUtf8(bytes);
        const auto value = HostpciValue::parse(text);
        if (value)
            RC_ASSERT(value->text() == text);
        else
            RC_ASSERT(!value.error().what.isEmpty());
    }));
}

QTEST_GUILESS_MAIN(tst_hostpci)
#include "tst_hostpci.moc"
