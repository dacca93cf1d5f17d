// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemupropertytable.h"
#include "startedqemu.h"

#include <QMap>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

/// The properties of QEMU's models, as QEMU has them.
class tst_oracle_properties : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theModelsHaveQemusProperties_data();
    void theModelsHaveQemusProperties();
    void aPassedFunctionsValuesAreQemus_data();
    void aPassedFunctionsValuesAreQemus();
};

void tst_oracle_properties::theModelsHaveQemusProperties_data()
{
    QTest::addColumn<QString>("model");
    for (const char *model :
         {"vfio-pci", "vfio-pci-nohotplug", "pcie-root-port", "ioh3420", "xio3130-downstream",
          "x3130-upstream", "pcie-pci-bridge", "i82801b11-bridge", "pci-bridge", "pxb-pcie", "pxb"})
        QTest::newRow(model) << QString::fromLatin1(model);
}

/// What -device MODEL,help lists is what the table has, name by name and type by type.
void tst_oracle_properties::theModelsHaveQemusProperties()
{
    QFETCH(QString, model);
    QProcess qemu;
    qemu.start(u"qemu-system-x86_64"_s, {u"-device"_s, model + u",help"_s});
    QVERIFY(qemu.waitForFinished(startedqemu::answerTimeout));
    static const QRegularExpression line(uR"(^\s+([^=\s]+)=<([^\s]+)>)"_s,
                                         QRegularExpression::MultilineOption);
    const QMap<QString, QList<QemuType>> types {
        {u"bool"_s, {QemuType::Bool}},
        {u"OnOffAuto"_s, {QemuType::OnOffAuto}},
        {u"uint8"_s, {QemuType::Uint8, QemuType::Clique}},
        {u"uint16"_s, {QemuType::Uint16, QemuType::AerLog}},
        {u"uint32"_s, {QemuType::Uint32}},
        {u"int32"_s, {QemuType::Int32}},
        {u"size"_s, {QemuType::Size}},
        {u"str"_s, {QemuType::Text, QemuType::Uuid}},
        {u"string"_s, {QemuType::Text}},
        {u"link<iommufd>"_s, {QemuType::Text}},
        {u"PCIELinkSpeed"_s, {QemuType::LinkSpeed}},
        {u"PCIELinkWidth"_s, {QemuType::LinkWidth}},
        {u"OffAutoPCIBAR"_s, {QemuType::MsixBar}},
        {u"busnr"_s, {QemuType::ReadOnly}},
    };
    int count = 0;
    auto match = line.globalMatch(QString::fromUtf8(qemu.readAllStandardOutput()));
    for (; match.hasNext(); ++count) {
        const auto found = match.next();
        const auto type = qemuPropertyType(model, found.captured(1));
        QVERIFY2(type && types.value(found.captured(2)).contains(*type),
                 qPrintable(found.captured(0)));
    }
    QVERIFY(count > 10);
    QVERIFY(!qemuPropertyType(model, u"unheard-of"_s));
    QCOMPARE(qemuPropertyType(model, u"x-speed"_s).has_value(), model == "pcie-root-port"_L1);
}

void tst_oracle_properties::aPassedFunctionsValuesAreQemus_data()
{
    QTest::addColumn<QString>("property");
    QTest::addColumn<QString>("value");
    for (const char *text : {"x-vga=maybe",
                             "x-vga=on",
                             "display=maybe",
                             "display=yes",
                             "display=auto",
                             "vf-token=zz",
                             "vf-token=auto",
                             "vf-token=12345678-1234-1234-1234-123456789abc",
                             "x-nv-gpudirect-clique=15",
                             "x-nv-gpudirect-clique=16",
                             "x-nv-gpudirect-clique=256",
                             "x-msix-relocation=bar5",
                             "x-msix-relocation=bar6",
                             "x-msix-relocation=auto",
                             "x-igd-gms=zz",
                             "x-igd-gms=0x10",
                             "x-igd-gms=-1",
                             "xres=4294967295",
                             "xres=4294967296",
                             "bootindex=-5",
                             "bootindex=x",
                             "enable-migration=ON",
                             "x-no-mmap=n"}) {
        const QString word = QString::fromLatin1(text);
        QTest::newRow(text) << word.section(u'=', 0, 0) << word.section(u'=', 1);
    }
}

/// QEMU reads the properties before it looks for the function, which is not there.
void tst_oracle_properties::aPassedFunctionsValuesAreQemus()
{
    QFETCH(QString, property);
    QFETCH(QString, value);
    const QString complaint =
        startedqemu::complaintOf({u"-M"_s, u"q35"_s, u"-device"_s,
                                  u"vfio-pci,host=ffff:ff:1f.7,%1=%2"_s.arg(property, value)});
    QVERIFY(!complaint.isEmpty());
    const auto type = qemuPropertyType(u"vfio-pci"_s, property);
    QVERIFY(type.has_value());
    QVERIFY2(isQemuValue(*type, value) == complaint.contains("no such host device"_L1),
             qPrintable(complaint));
}

QTEST_GUILESS_MAIN(tst_oracle_properties)
#include "tst_oracle_properties.moc"
