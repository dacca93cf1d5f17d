// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "configpreview.h"

#include <QLoggingCategory>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

QStringList *warnings = nullptr;
QtMessageHandler earlier = nullptr;

void collect(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (warnings != nullptr && type != QtDebugMsg && type != QtInfoMsg)
        warnings->append(message);
    earlier(type, context, message);
}

PreviewLine plain(const QString &text)
{
    return {.text = text, .entry = {}, .state = HopState::NotAsked, .note = {}};
}

/// The colour of the first place where `part` stands in the first line.
QColor colorOf(const ConfigPreview &preview, const QString &part)
{
    const QTextBlock block = preview.document()->firstBlock();
    const auto at = static_cast<int>(block.text().indexOf(part));
    for (const QTextLayout::FormatRange &range : block.layout()->formats()) {
        if (at >= range.start && at < range.start + range.length)
            return range.format.foreground().color();
    }
    return {};
}

void show(ConfigPreview *preview, const QString &line)
{
    preview->setLines({plain(line)});
    preview->show();
    QVERIFY(QTest::qWaitForWindowExposed(preview));
}

QPalette darkPalette()
{
    QPalette dark(QColor(0x2b, 0x2f, 0x33));
    dark.setColor(QPalette::Base, QColor(0x1b, 0x1e, 0x20));
    dark.setColor(QPalette::Text, Qt::white);
    return dark;
}

} // namespace

class tst_configpreview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theDefinitionLoadsWithoutWarnings();
    void keyOptionNumberAndAddressDiffer();
    void whatProxmoxRefusesIsMarked_data();
    void whatProxmoxRefusesIsMarked();
    void coloursFollowADarkPalette();
    void thePlainTextIsExactlyTheLines();
    void theSelectedEntryIsMarked();
};

void tst_configpreview::theDefinitionLoadsWithoutWarnings()
{
    QStringList seen;
    warnings = &seen;
    earlier = qInstallMessageHandler(collect);
    ConfigPreview preview;
    show(&preview, u"hostpci0: 0000:0b:00,pcie=1"_s);
    qInstallMessageHandler(earlier);
    warnings = nullptr;
    QCOMPARE(seen, QStringList());
}

void tst_configpreview::keyOptionNumberAndAddressDiffer()
{
    ConfigPreview preview;
    show(&preview, u"hostpci0: 0000:0b:00.0,pcie=1,romfile=vbios.bin"_s);
    const QList<QColor> colors {colorOf(preview, u"hostpci0"_s), colorOf(preview, u"0000:0b"_s),
                                colorOf(preview, u"pcie"_s), colorOf(preview, u"1,rom"_s)};
    for (qsizetype i = 0; i < colors.size(); ++i) {
        QVERIFY2(colors.at(i).isValid(), qPrintable(QString::number(i)));
        for (qsizetype j = i + 1; j < colors.size(); ++j)
            QVERIFY2(colors.at(i) != colors.at(j), qPrintable(u"%1 and %2"_s.arg(i).arg(j)));
    }
}

void tst_configpreview::whatProxmoxRefusesIsMarked_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("part");
    QTest::newRow("upper case") << u"hostpci0: 0000:0B:00.0,pcie=1"_s << u"0000:0B"_s;
    QTest::newRow("no slot") << u"hostpci0: 0000:0b,pcie=1"_s << u"0000:0b"_s;
    QTest::newRow("unknown option") << u"hostpci0: 0000:0b:00,pci=1"_s << u"pci="_s;
    QTest::newRow("blank before an option") << u"hostpci0: 0000:0b:00,rom-bar=1"_s << u"rom-bar"_s;
}

void tst_configpreview::whatProxmoxRefusesIsMarked()
{
    QFETCH(QString, line);
    QFETCH(QString, part);
    ConfigPreview right;
    show(&right, u"hostpci0: 0000:0b:00.0,pcie=1"_s);
    ConfigPreview wrong;
    show(&wrong, line);
    const QColor marked = colorOf(wrong, part);
    QVERIFY(marked.isValid());
    QVERIFY(marked != colorOf(right, u"0000:0b"_s));
    QVERIFY(marked != colorOf(right, u"pcie"_s));
}

void tst_configpreview::coloursFollowADarkPalette()
{
    ConfigPreview preview;
    show(&preview, u"hostpci0: 0000:0b:00,pcie=1"_s);
    const QColor light = colorOf(preview, u"hostpci0"_s);
    preview.setPalette(darkPalette());
    const QColor dark = colorOf(preview, u"hostpci0"_s);
    QVERIFY(dark.isValid());
    QVERIFY(dark != light);
    QVERIFY(contrastRatio(dark, darkPalette().color(QPalette::Base)) > 3);
}

void tst_configpreview::thePlainTextIsExactlyTheLines()
{
    ConfigPreview preview;
    preview.setLines({plain(u"machine: q35"_s), plain(u"hostpci0: <b>0b:00</b>"_s)});
    QCOMPARE(preview.toPlainText(), u"machine: q35\nhostpci0: <b>0b:00</b>"_s);
}

void tst_configpreview::theSelectedEntryIsMarked()
{
    ConfigPreview preview;
    PreviewLine first = plain(u"hostpci0: 0000:0b:00,pcie=1"_s);
    first.entry = 0;
    first.state = HopState::Blocks;
    preview.setLines({plain(u"machine: q35"_s), first});
    preview.setCurrentEntry(0);
    QCOMPARE(preview.extraSelections().size(), 1);
    QCOMPARE(preview.extraSelections().at(0).cursor.blockNumber(), 1);
    preview.setCurrentEntry(4);
    QCOMPARE(preview.extraSelections().size(), 0);
}

QTEST_MAIN(tst_configpreview)
#include "tst_configpreview.moc"
