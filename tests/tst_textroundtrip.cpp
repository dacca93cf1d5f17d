// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hostpci.h"
#include "textdiff.h"
#include "vmdocument.h"

#include <QTest>

#include <algorithm>

#include <rapidcheck.h>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

PciAddress anyAddress()
{
    return {*rc::gen::element<quint32>(0, 1, 0xffff, 0x10000, 0xffffffff),
            *rc::gen::arbitrary<quint8>(), *rc::gen::arbitrary<quint8>(),
            *rc::gen::inRange<quint8>(0, 16)};
}

QString anyOf(std::initializer_list<const char *> words)
{
    const std::string word =
        *rc::gen::elementOf(std::vector<std::string>(words.begin(), words.end()));
    return QString::fromStdString(word);
}

QString anyItem()
{
    const PciAddress address = anyAddress();
    const QString text = *rc::gen::arbitrary<bool>() ? address.toString() : address.slotString();
    return address.domain == 0 && *rc::gen::arbitrary<bool>() ? text.sliced(5) : text;
}

/// A value that the schema admits, in any spelling and order.
QString anyValue()
{
    QStringList items {anyItem()};
    const int more = *rc::gen::inRange(0, 4);
    for (int i = 0; i < more; ++i)
        items.append(anyItem());
    QStringList parts {anyOf({"", "host="}) + items.join(u';')};
    const auto maybe = [&](const QString &part) {
        if (*rc::gen::arbitrary<bool>())
            parts.insert(*rc::gen::inRange<qsizetype>(0, parts.size() + 1), part);
    };
    const auto boolean = [&](QLatin1StringView key) {
        maybe(key + u'=' + anyOf({"0", "1", "on", "OFF", "Yes", "no", "TRUE", "false"}));
    };
    boolean("pcie"_L1);
    boolean("rombar"_L1);
    boolean("x-vga"_L1);
    boolean("legacy-igd"_L1);
    maybe("driver="_L1 + anyOf({"vfio", "keep"}));
    maybe(u"mdev=nvidia-63"_s);
    maybe(u"mapping=gpu-0"_s);
    maybe(u"romfile=a=b c.rom"_s);
    maybe("vendor-id="_L1 + anyOf({"0x1002", "0xAbCd"}));
    maybe(u"sub-device-id=0x0000"_s);
    maybe(anyOf({"", " ", "\t"}));
    return parts.join(u',');
}

QByteArray anyLine()
{
    return *rc::gen::element<QByteArray>(
        "hostpci0: 0b:00,pcie=1", "hostpci0:0b:00.0 ", "hostpci10: 0c:00.0", "hostpci3: BAD",
        "hostpci2:\t0d:00", "machine: q35", "name: x", "", "  ", "# hostpci0: 0e:00", "#50%25",
        "nonsense", " hostpci0: 0b:00", "args: -device x", "\xff\xfe: \x01", "delete: hostpci0",
        "zz: last", "[PENDING]", "[snap]", "[special:cloudinit]", "[1]", "[a");
}

QByteArray anyConfiguration()
{
    QByteArray bytes;
    const int count = *rc::gen::inRange(0, 30);
    const QByteArray lineEnd = *rc::gen::element<QByteArray>("\n", "\r\n");
    for (int i = 0; i < count; ++i) {
        const bool other = *rc::gen::inRange(0, 10) == 0;
        bytes += anyLine() + (other ? QByteArray("\n") : lineEnd);
    }
    return *rc::gen::arbitrary<bool>() ? bytes + anyLine() : bytes;
}

QString anyKey()
{
    return anyOf({"hostpci0", "hostpci2", "hostpci3", "hostpci10", "machine", "name", "aa"});
}

/// What every section says besides one key.
QStringList besides(const VmDocument &document, const QString &key)
{
    QStringList list;
    for (VmDocument::Section section : document.sections()) {
        const bool decides = section.kind == VmDocument::SectionKind::Main
            || section.kind == VmDocument::SectionKind::Pending;
        if (decides) {
            section.settings.remove(key);
            section.deletes.removeAll(key);
        }
        list.append(section.name + section.description + section.deletes.join(u' '));
        for (const auto &[name, value] : section.settings.asKeyValueRange())
            list.append(name + u'=' + value);
    }
    return list;
}

/// Whether `some` is `all` with nothing but whole lines left out.
bool hasOnlyLinesOf(const QByteArray &some, const QByteArray &all)
{
    const auto linesOf = [](QByteArray bytes) { return bytes.replace("\r\n", "\n").split('\n'); };
    const QByteArrayList lines = linesOf(all);
    auto place = lines.begin();
    for (const QByteArray &line : linesOf(some)) {
        place = std::find(place, lines.end(), line);
        if (place == lines.end())
            return false;
        ++place;
    }
    return true;
}

} // namespace

class tst_textroundtrip : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void addressesComeBack();
    void hostpciValuesComeBack();
    void aCanonicalValueMeansTheSame();
    void anOptionThatIsPutBackChangesNothing();
    void anUnchangedConfigurationIsWrittenByteForByte();
    void aReplacedSettingPutBackGivesTheSameBytes();
    void anEditTouchesItsOwnSettingAlone();
    void aDifferenceHoldsBothConfigurations();
};

void tst_textroundtrip::addressesComeBack()
{
    QVERIFY(rc::check("parse(print(address)) == address", [] {
        const PciAddress address = anyAddress();
        if (address.function < 16)
            RC_ASSERT(PciAddress::parse(address.toString()) == address);
        RC_ASSERT(PciAddress::parse(address.toShortString()) == address);
        RC_ASSERT(
            PciAddress::parse(address.slotString() + u'.' + QString::number(address.function, 16))
            == address);
    }));
}

void tst_textroundtrip::hostpciValuesComeBack()
{
    QVERIFY(rc::check("parse(print(value)) == value", [] {
        const QString text = anyValue();
        const auto value = HostpciValue::parse(text);
        RC_ASSERT(value.has_value());
        RC_ASSERT(value->text() == text);
        const HostpciValue changed = value->withBoolean(u"pcie", !value->pcie());
        const auto again = HostpciValue::parse(changed.text());
        RC_ASSERT(again.has_value());
        RC_ASSERT(*again == changed);
        RC_ASSERT(again->hosts() == value->hosts());
        RC_ASSERT(again->pcie() == !value->pcie());
    }));
}

void tst_textroundtrip::aCanonicalValueMeansTheSame()
{
    QVERIFY(rc::check("canonical", [] {
        const auto value = HostpciValue::parse(anyValue());
        RC_ASSERT(value.has_value());
        const HostpciValue canonical = value->canonical();
        RC_ASSERT(canonical.canonical() == canonical);
        const auto again = HostpciValue::parse(canonical.text());
        RC_ASSERT(again.has_value());
        RC_ASSERT(*again == canonical);
        RC_ASSERT(again->pcie() == value->pcie());
        RC_ASSERT(again->rombar() == value->rombar());
        RC_ASSERT(again->primaryGpu() == value->primaryGpu());
        RC_ASSERT(again->legacyIgd() == value->legacyIgd());
        RC_ASSERT(again->hosts().size() == value->hosts().size());
        for (qsizetype i = 0; i < value->hosts().size(); ++i) {
            RC_ASSERT(again->hosts().at(i).address == value->hosts().at(i).address);
            RC_ASSERT(again->hosts().at(i).allFunctions == value->hosts().at(i).allFunctions);
        }
        for (const QStringView key : {u"mdev", u"mapping", u"romfile", u"vendor-id"})
            RC_ASSERT(again->option(key) == value->option(key));
    }));
}

void tst_textroundtrip::anOptionThatIsPutBackChangesNothing()
{
    QVERIFY(rc::check("withOption there and back", [] {
        const auto value = HostpciValue::parse(anyValue());
        RC_ASSERT(value.has_value());
        const QString key = anyOf({"romfile", "mdev", "pcie", "vendor-id", "driver"});
        const QString other = key == "vendor-id"_L1 ? u"0x1234"_s
            : key == "pcie"_L1                      ? u"1"_s
            : key == "driver"_L1                    ? u"keep"_s
                                                    : u"x"_s;
        const auto old = value->option(key);
        const HostpciValue changed = value->withOption(key, other);
        RC_ASSERT(changed.option(key) == other);
        RC_ASSERT(changed.withOption(key, old) == *value);
    }));
}

void tst_textroundtrip::anUnchangedConfigurationIsWrittenByteForByte()
{
    QVERIFY(rc::check("unchanged", [] {
        const QByteArray bytes = anyConfiguration();
        const VmDocument document = VmDocument::read(bytes, u"101.conf"_s);
        RC_ASSERT(document.bytes() == bytes);
        const QMap<QString, QString> settings = document.nextStart();
        for (const auto &[key, value] : settings.asKeyValueRange())
            RC_ASSERT(document.withSetting(key, value).bytes() == bytes);
        RC_ASSERT(document.withoutSetting(u"not-there"_s).bytes() == bytes);
    }));
}

void tst_textroundtrip::aReplacedSettingPutBackGivesTheSameBytes()
{
    QVERIFY(rc::check("there and back", [] {
        const VmDocument document =
            VmDocument::read("hostpci10: 0c:00.0\n" + anyConfiguration(), u"101.conf"_s);
        const QMap<QString, QString> settings = document.nextStart();
        const QString key = settings.keys().at(*rc::gen::inRange<qsizetype>(0, settings.size()));
        const QString old = settings.value(key);
        const QString value = key == "machine"_L1 ? u"pc"_s : u"0000:0b:00.0"_s;
        const VmDocument changed = document.withSetting(key, value);
        RC_ASSERT(changed.nextStart().value(key) == value);
        RC_ASSERT(changed.withSetting(key, old) == document);
    }));
}

void tst_textroundtrip::anEditTouchesItsOwnSettingAlone()
{
    QVERIFY(rc::check("one setting, no other section, no note", [] {
        const VmDocument document = VmDocument::read(anyConfiguration(), u"101.conf"_s);
        const QString key = anyKey();
        const QString value = key == "machine"_L1 ? u"pc"_s : u"0000:0b:00.0"_s;
        const VmDocument changed = document.withSetting(key, value);
        const VmDocument without = document.withoutSetting(key);
        RC_ASSERT(besides(changed, key) == besides(document, key));
        RC_ASSERT(besides(without, key) == besides(document, key));
        RC_ASSERT(document.bytes().isEmpty()
                  || changed.bytes().endsWith('\n') == document.bytes().endsWith('\n'));
        RC_ASSERT(without.bytes().isEmpty() || hasOnlyLinesOf(without.bytes(), document.bytes()));
        RC_ASSERT(changed.nextStart().value(key) == value);
        RC_ASSERT(!without.nextStart().contains(key));
    }));
}

void tst_textroundtrip::aDifferenceHoldsBothConfigurations()
{
    QVERIFY(rc::check("one line at most changes", [] {
        const QByteArray bytes = anyConfiguration();
        const VmDocument document = VmDocument::read(bytes, u"101.conf"_s);
        // Setting what a line deletes changes that line too.
        const QString key = bytes.contains("delete: ") ? u"machine"_s : anyKey();
        const VmDocument changed = document.withSetting(key, u"0000:0b:00.0"_s);
        int removed = 0;
        int added = 0;
        for (const DiffLine &line : diffLines(bytes, changed.bytes())) {
            removed += line.kind == DiffLine::Kind::Removed;
            added += line.kind == DiffLine::Kind::Added;
        }
        // A last line without an end gets one when another follows.
        RC_ASSERT(removed <= 1);
        RC_ASSERT(added <= 2);
        RC_ASSERT(unifiedDiff(diffLines(bytes, bytes)).isEmpty());
    }));
}

QTEST_GUILESS_MAIN(tst_textroundtrip)
#include "tst_textroundtrip.moc"
