// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "processortimer.h"
#include "vmdocument.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

using Kind = VmDocument::SectionKind;

VmDocument read(const QByteArray &bytes, const QString &name = u"101.conf"_s)
{
    return VmDocument::read(bytes, name);
}

/// "key=value key=value" of one section.
QString words(const QMap<QString, QString> &settings)
{
    QStringList list;
    for (const auto &[key, value] : settings.asKeyValueRange())
        list.append(key + u'=' + value);
    return list.join(u' ');
}

QString outline(const VmDocument &document)
{
    const QStringList kinds {u"main"_s, u"pending"_s, u"snapshot"_s, u"special"_s, u"unknown"_s};
    QStringList list;
    for (const VmDocument::Section &section : document.sections()) {
        list.append(kinds.at(static_cast<int>(section.kind)) + u'(' + section.name + u")["_s
                    + words(section.settings) + u']');
    }
    return list.join(u' ');
}

} // namespace

class tst_vmdocument : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sectionsAreTold();
    void theLastOfAKeyHolds();
    void notesAreDecoded_data();
    void notesAreDecoded();
    void whatProxmoxDropsHasItsLineAndReason();
    void whatIsDroppedInASnapshotNamesItsSection();
    void theNextStartHasWhatIsPending_data();
    void theNextStartHasWhatIsPending();
    void theNameGivesTheVmid();
    void theDigestIsOfTheFilesBytes();
    void aSettingIsReplacedInPlace_data();
    void aSettingIsReplacedInPlace();
    void aNewSettingIsSortedIn_data();
    void aNewSettingIsSortedIn();
    void aSettingIsTakenAway_data();
    void aSettingIsTakenAway();
    void whatCannotBeReadBackIsRefused_data();
    void whatCannotBeReadBackIsRefused();
    void manyLinesAndSectionsTakeNoTime_data();
    void manyLinesAndSectionsTakeNoTime();
};

void tst_vmdocument::sectionsAreTold()
{
    const VmDocument document =
        read("machine: q35\r\n\r\n[pending]\r\nhostpci0: 0b:00.0\r\ndelete: net0, !vga;usb1\r\n"
             "[special:cloudinit]\nname: x\n[Snap_1]  \nname: a\n[1bad]\nname: no\n[a]\nname: no\n"
             "[ok2]\ncores: 2\n");
    QCOMPARE(outline(document),
             u"main()[machine=q35] pending()[hostpci0=0b:00.0] special(cloudinit)[name=x] "
             "snapshot(Snap_1)[name=a] unknown()[] unknown()[] snapshot(ok2)[cores=2]"_s);
    QCOMPARE(document.sections().at(1).deletes, (QStringList {u"net0"_s, u"vga"_s, u"usb1"_s}));
    QCOMPARE(document.droppedCount(), 2);
    QCOMPARE(outline(read("")), u"main()[]"_s);
}

void tst_vmdocument::theLastOfAKeyHolds()
{
    QCOMPARE(outline(read("cores: 1\nhostpci0: 0b:00.0\ncores:  2\t \nhostpci0: 0C:00.0\n")),
             u"main()[cores=2 hostpci0=0b:00.0]"_s);
}

void tst_vmdocument::notesAreDecoded_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("description");
    QTest::newRow("lines") << QByteArray("#one\n# two\nname: x\n#three\n") << u"one\n two\nthree"_s;
    QTest::newRow("encoded") << QByteArray("#50%25 a%3Ab %C3%a4\n") << u"50% a:b \u00e4"_s;
    QTest::newRow("not encoded") << QByteArray("#50% off, %zz %4\n") << u"50% off, %zz %4"_s;
    QTest::newRow("qm config") << QByteArray("description: a%0Ab%0A\n") << u"a\nb"_s;
    QTest::newRow("none") << QByteArray("name: x\n") << QString();
}

void tst_vmdocument::notesAreDecoded()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, description);
    const VmDocument document = read(text + "[snap]\n#of the snapshot\n");
    QCOMPARE(document.sections().first().description, description);
    QCOMPARE(document.sections().last().description, u"of the snapshot"_s);
    QVERIFY(document.dropped().isEmpty());
}

void tst_vmdocument::whatProxmoxDropsHasItsLineAndReason()
{
    const VmDocument document =
        read("name: x\n hostpci1: 0b:00.1\nhostpci16: 0b:00.0\nhostpci3: 0C:00.0\n"
             "hostpci4 : 0d:00.0\nhostpci01: 0b:00.0\nmachine: Q35\nempty:  \ndelete: net0\n"
             "[no section]\nkey: in it\n");
    QStringList lines;
    for (const VmDocument::Dropped &line : document.dropped())
        lines.append(u"%1 %2 %3"_s.arg(line.line).arg(line.index.value_or(-1)).arg(line.text));
    QCOMPARE(lines.join(u'\n'),
             u"2 -1  hostpci1: 0b:00.1\n3 -1 hostpci16: 0b:00.0\n4 3 hostpci3: 0C:00.0\n"
             "5 -1 hostpci4 : 0d:00.0\n6 -1 hostpci01: 0b:00.0\n7 -1 machine: Q35\n8 -1 empty:  \n"
             "9 -1 delete: net0\n10 -1 [no section]"_s);
    QVERIFY(document.dropped().at(2).reason.contains("regex pattern"_L1));
    QVERIFY(document.dropped().at(1).reason.contains("hostpci15"_L1));
    QVERIFY(document.dropped().at(8).reason.contains("section"_L1));
    QCOMPARE(document.droppedCount(), document.dropped().size());
}

void tst_vmdocument::whatIsDroppedInASnapshotNamesItsSection()
{
    const VmDocument document = read("name: x\n[snap]\nhostpci0: bad\n");
    QCOMPARE(document.dropped().first().section, 1);
    QCOMPARE(document.dropped().first().index, 0);
}

void tst_vmdocument::theNextStartHasWhatIsPending_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *text, const char *expected) {
        QTest::newRow(name) << QByteArray(text) << QString::fromLatin1(expected);
    };
    row("nothing", "a: 1\nb: 2\n", "a=1 b=2");
    row("values", "a: 1\nb: 2\n[PENDING]\nb: 3\nc: 4\n", "a=1 b=3 c=4");
    row("deleted", "a: 1\nb: 2\nc: 3\n[PENDING]\ndelete: a,!c\n", "b=2");
    row("deleted and given", "a: 1\n[PENDING]\na: 2\ndelete: a\n", "a=2");
    row("a refused value changes nothing", "hostpci0: 0b:00.0\n[PENDING]\nhostpci0: 0B:00.0\n",
        "hostpci0=0b:00.0");
    row("a snapshot is not next", "a: 1\n[snap]\na: 2\n", "a=1");
    row("the last of two", "a: 1\n[PENDING]\na: 2\n[PENDING]\nb: 1\n", "a=1 b=1");
}

void tst_vmdocument::theNextStartHasWhatIsPending()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QCOMPARE(words(read(text).nextStart()), expected);
}

void tst_vmdocument::theNameGivesTheVmid()
{
    QCOMPARE(read("", u"/etc/pve/qemu-server/8006.conf"_s).vmid(), 8006);
    QCOMPARE(read("", u"/etc/pve/qemu-server/8006.conf"_s).name(), u"8006.conf"_s);
    for (const QString &name : {u"vm.conf"_s, u"-"_s, u"x101.conf"_s, u"0101.conf"_s})
        QVERIFY(!read("", name).vmid());
}

void tst_vmdocument::theDigestIsOfTheFilesBytes()
{
    QCOMPARE(read("").digest(), QByteArray("da39a3ee5e6b4b0d3255bfef95601890afd80709"));
    QCOMPARE(read("abc").digest(), QByteArray("a9993e364706816aba3e25717850c26c9cd0d89d"));
    QVERIFY(!read("abc", u"vm.conf"_s).digest() && !read("abc", u"-"_s).digest());
    QVERIFY(!read("name: x\ndescription: of qm config\n").digest());
    QVERIFY(read("name: x\n[snap]\ndescription: x\n").digest());
}

void tst_vmdocument::aSettingIsReplacedInPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const char *text, const char *expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
    };
    row("alone", "hostpci0: 0b:00\n", "hostpci0: NEW\n");
    row("no blank, no end", "hostpci0:0b:00", "hostpci0:NEW");
    row("blanks around", "a: 1\nhostpci0: \t 0b:00 \t\nb: 2\n",
        "a: 1\nhostpci0: \t NEW \t\nb: 2\n");
    row("CRLF", "a: 1\r\nhostpci0: 0b:00\r\n", "a: 1\r\nhostpci0: NEW\r\n");
    row("the last of two", "hostpci0: 0b:00\nhostpci0: 0c:00\n",
        "hostpci0: 0b:00\nhostpci0: NEW\n");
    row("a refused one is not in force", "hostpci0: 0b:00\nhostpci0: 0C:00\n",
        "hostpci0: NEW\nhostpci0: 0C:00\n");
    row("a refused one alone", "hostpci0: 0B:00\n", "hostpci0: NEW\n");
    row("sections are left",
        "hostpci0: 0b:00\n\n[PENDING]\nhostpci1: 0c:00\n[snap]\nhostpci0: 0d:00",
        "hostpci0: NEW\n\n[PENDING]\nhostpci1: 0c:00\n[snap]\nhostpci0: 0d:00");
    row("what is pending decides",
        "hostpci0: 0b:00\n\n[PENDING]\nhostpci0: 0c:00 \n[snap]\nhostpci0: 0d:00",
        "hostpci0: 0b:00\n\n[PENDING]\nhostpci0: NEW \n[snap]\nhostpci0: 0d:00");
    row("the last of two pending", "[PENDING]\nhostpci0: 0b:00\n[pending]\r\nhostpci0: 0c:00\r\n",
        "[PENDING]\nhostpci0: 0b:00\n[pending]\r\nhostpci0: NEW\r\n");
    row("a refused pending value decides nothing", "hostpci0: 0b:00\n[PENDING]\nhostpci0: 0C:00\n",
        "hostpci0: NEW\n[PENDING]\nhostpci0: 0C:00\n");
    row("a pending delete goes", "hostpci0: 0b:00\n[PENDING]\ndelete: net0 , !hostpci0;vga\n",
        "hostpci0: NEW\n[PENDING]\ndelete: net0,vga\n");
    row("and its line with it", "hostpci0: 0b:00\n[PENDING]\na: 1\ndelete: hostpci0",
        "hostpci0: NEW\n[PENDING]\na: 1");
    row("and those before it", "hostpci0: 0b:00\n[PENDING]\ndelete: hostpci0\ndelete: hostpci0\n",
        "hostpci0: NEW\n[PENDING]\n");
    row("notes and strange bytes are left", "#\xff hostpci0: x\n\xfe\nhostpci0: 0b:00\n\x01\n",
        "#\xff hostpci0: x\n\xfe\nhostpci0: NEW\n\x01\n");
}

void tst_vmdocument::aSettingIsReplacedInPlace()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const QString value = u"0000:0b:00.0,pcie=1"_s;
    const VmDocument changed = read(text).withSetting(u"hostpci0"_s, value);
    QCOMPARE(changed.bytes(), expected.replace("NEW", value.toLatin1()));
    QCOMPARE(changed.nextStart().value(u"hostpci0"_s), value);
    QCOMPARE(changed.name(), u"101.conf"_s);
    QCOMPARE(changed.withSetting(u"hostpci0"_s, value), changed);
}

void tst_vmdocument::aNewSettingIsSortedIn_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const char *text, const char *expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
    };
    row("between", "bios: ovmf\nmachine: q35\n", "bios: ovmf\nNEW\nmachine: q35\n");
    row("as strings", "hostpci0: 0b:00\nhostpci10: 0c:00\nhostpci2: 0d:00\n",
        "hostpci0: 0b:00\nNEW\nhostpci10: 0c:00\nhostpci2: 0d:00\n");
    row("at the end", "bios: ovmf\n", "bios: ovmf\nNEW\n");
    row("at the end without a line end", "bios: ovmf\ncores: 1", "bios: ovmf\ncores: 1\nNEW");
    row("CRLF", "bios: ovmf\r\nmachine: q35\r\n", "bios: ovmf\r\nNEW\r\nmachine: q35\r\n");
    row("CRLF without a line end", "a: 1\r\nbios: ovmf", "a: 1\r\nbios: ovmf\r\nNEW");
    row("before the first section", "bios: ovmf\n\n[PENDING]\ncores: 1\n\n[snap]\nname: x\n",
        "bios: ovmf\nNEW\n\n[PENDING]\ncores: 1\n\n[snap]\nname: x\n");
    row("before a section without a blank line", "bios: ovmf\n[snap]\nname: x\n",
        "bios: ovmf\nNEW\n[snap]\nname: x\n");
    row("below the notes", "#note\n#more\n\n[snap]\nname: x\n",
        "#note\n#more\nNEW\n\n[snap]\nname: x\n");
    row("above the notes that follow", "bios: ovmf\n#note\n", "bios: ovmf\nNEW\n#note\n");
    row("a section alone", "[snap]\r\nname: x\r\n", "NEW\r\n[snap]\r\nname: x\r\n");
    row("nothing", "", "NEW\n");
}

void tst_vmdocument::aNewSettingIsSortedIn()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const VmDocument before = read(text);
    const VmDocument changed = before.withSetting(u"hostpci1"_s, u"0e:00.0"_s);
    QCOMPARE(changed.bytes(), expected.replace("NEW", "hostpci1: 0e:00.0"));
    QCOMPARE(changed.sections().first().settings.value(u"hostpci1"_s), u"0e:00.0"_s);
    QCOMPARE(changed.sections().first().description, before.sections().first().description);
    QCOMPARE(changed.sections().size(), before.sections().size());
    if (!text.isEmpty())
        QCOMPARE(changed.withoutSetting(u"hostpci1"_s).bytes(), text);
}

void tst_vmdocument::aSettingIsTakenAway_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const char *text, const char *expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
    };
    row("between", "a: 1\nhostpci0: 0b:00\nb: 2\n", "a: 1\nb: 2\n");
    row("each of them", "hostpci0: 0b:00\na: 1\nhostpci0: 0C:00\n", "a: 1\n");
    row("no line end", "a: 1\r\nhostpci0: 0b:00", "a: 1");
    row("pending", "hostpci0: 0b:00\n[PENDING]\nhostpci0: 0c:00\na: 1\n[snap]\nhostpci0: 0d:00\n",
        "[PENDING]\na: 1\n[snap]\nhostpci0: 0d:00\n");
    row("not there", "a: 1\n[snap]\nhostpci0: 0b:00\n", "a: 1\n[snap]\nhostpci0: 0b:00\n");
    row("alone", "hostpci0: 0b:00", "");
}

void tst_vmdocument::aSettingIsTakenAway()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const VmDocument changed = read(text).withoutSetting(u"hostpci0"_s);
    QCOMPARE(changed.bytes(), expected);
    QVERIFY(!changed.nextStart().contains(u"hostpci0"_s));
}

void tst_vmdocument::whatCannotBeReadBackIsRefused_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::newRow("line feed") << u"name"_s << u"x\nonboot: 1"_s;
    QTest::newRow("carriage return") << u"name"_s << u"x\ry"_s;
    QTest::newRow("nothing") << u"name"_s << u" \t"_s;
    QTest::newRow("NUL") << u"name"_s << QString(QChar(0));
    QTest::newRow("key with a colon") << u"name: x"_s << u"y"_s;
    QTest::newRow("key with a line end") << u"name\n"_s << u"y"_s;
    QTest::newRow("a note") << u"#name"_s << u"y"_s;
    QTest::newRow("a section") << u"[snap]"_s << u"y"_s;
    QTest::newRow("upper case") << u"Name"_s << u"y"_s;
    QTest::newRow("no key") << QString() << u"y"_s;
    QTest::newRow("the notes") << u"description"_s << u"y"_s;
    QTest::newRow("delete") << u"delete"_s << u"net0"_s;
}

void tst_vmdocument::whatCannotBeReadBackIsRefused()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    const QByteArray text("name: old\n#note\n[snap]\nname: x\n");
    QCOMPARE(read(text).withSetting(key, value).bytes(), text);
}

void tst_vmdocument::manyLinesAndSectionsTakeNoTime_data()
{
    QTest::addColumn<QByteArray>("piece");
    for (const char *piece :
         {"[ab]\n", "[PENDING]\n", "[]\n", "[snap]\nhostpci0: 0b:00.0\n", "x\n", "#a\n", "a: b\n",
          "hostpci0: 0b:00.0\n", "hostpci0: bad\n", "\n", "[", "#%41", "machine: q35\n"}) {
        QTest::newRow(piece) << QByteArray(piece);
    }
}

void tst_vmdocument::manyLinesAndSectionsTakeNoTime()
{
    QFETCH(QByteArray, piece);
    const QByteArray bytes = piece.repeated(4 * 1024 * 1024 / piece.size());
    const ProcessorTimer timer;
    const VmDocument document = read(bytes);
    QVERIFY(document.sections().size() <= VmDocument::maxSections + 1);
    QVERIFY(document.dropped().size() <= VmDocument::maxDropped);
    const VmDocument changed = document.withSetting(u"hostpci0"_s, u"0c:00.0"_s);
    QCOMPARE(changed.sections().first().settings.value(u"hostpci0"_s), u"0c:00.0"_s);
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
}

QTEST_GUILESS_MAIN(tst_vmdocument)
#include "tst_vmdocument.moc"
