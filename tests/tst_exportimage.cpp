// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportimage.h"
#include "handmadehost.h"
#include "pictureplan.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

/// The groups with an id, each with its title and the texts in it.
struct SvgContent {
    QHash<QString, QString> titles;
    QHash<QString, QStringList> texts;
    QStringList allTexts;
    int textsWithoutLength = 0;
    QString error;
};

SvgContent read(const QByteArray &bytes)
{
    SvgContent content;
    QXmlStreamReader xml(bytes);
    QString id;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == "g"_L1)
            id = xml.attributes().value("id"_L1).toString();
        else if (xml.name() == "title"_L1)
            content.titles.insert(id, xml.readElementText());
        else if (xml.name() == "text"_L1) {
            content.textsWithoutLength += xml.attributes().value("textLength"_L1).isEmpty();
            const QString text = xml.readElementText();
            content.texts[id].append(text);
            content.allTexts.append(text);
        }
    }
    content.error = xml.errorString();
    return content;
}

Plan hostileHost(const QString &name)
{
    Plan plan = examplePlan(u"x399-two-rx7900xt"_s);
    QList<PciFunction> functions = plan.host->functions();
    for (PciFunction &function : functions) {
        function.name = name;
        function.deviceName = name;
        function.physicalSlot = name;
    }
    plan.host = Topology::fromFunctions(functions).topology;
    return plan;
}

QString xmllint(const QByteArray &bytes)
{
    QProcess process;
    process.start(u"xmllint"_s, {u"--noout"_s, u"--nonet"_s, u"-"_s});
    process.write(bytes);
    process.closeWriteChannel();
    if (!process.waitForFinished())
        return u"xmllint does not run"_s;
    return process.exitCode() == 0 ? QString() : QString::fromUtf8(process.readAllStandardError());
}

} // namespace

class tst_exportimage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void svgHasAGroupWithIdAndTitleForEachNode()
    {
        const Pictured picture = pictured(examplePlan(u"x399-two-rx7900xt"_s));
        QVERIFY(picture.layout);
        const QByteArray bytes = svg(picture.drawing);
        QCOMPARE(xmllint(bytes), QString());
        const SvgContent content = read(bytes);
        QCOMPARE(content.error, QString());
        for (const DrawnBox &box : picture.drawing.boxes) {
            QVERIFY2(content.titles.contains(box.ref.toString()), qPrintable(box.ref.toString()));
            QCOMPARE(content.titles.value(box.ref.toString()), box.accessibleText);
        }
        QVERIFY(content.titles.contains(u"0000:0b:00.0"_s));
        QVERIFY(content.titles.contains(u"guest:ich9-pcie-port-1"_s));
    }

    void svgTextIsTextWithItsLength()
    {
        const Pictured picture = pictured(examplePlan(u"x399-two-rx7900xt"_s));
        const QByteArray bytes = svg(picture.drawing);
        const SvgContent content = read(bytes);
        QVERIFY(bytes.contains("font-family=\"DejaVu Sans, Noto Sans, sans-serif\""));
        QCOMPARE(content.textsWithoutLength, 0);
        QVERIFY(content.texts.value(u"guest:ich9-pcie-port-1"_s).contains(u"ich9-pcie-port-1"_s));
        QVERIFY(content.texts.value(u"0000:00:03.1"_s).contains(u"Root Port"_s));
        for (const DrawnText &text : picture.drawing.texts)
            QVERIFY2(content.allTexts.contains(text.text), qPrintable(text.text));
    }

    void svgOfAHostileCaptureIsValid_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("markup") << u"</text></g><script>alert(1)</script>&lt;\"'"_s;
        QTest::newRow("CDATA end") << u"]]>--><!DOCTYPE x>"_s;
        QTest::newRow("control characters") << u"a\u0001\u0008\u001b[31mb\u0000c\ufffe\uffff"_s;
        QTest::newRow("direction override") << u"\u202egnp.exe\u202c"_s;
        QTest::newRow("half a surrogate") << QString(QChar(0xd800)) + u"x"_s + QChar(0xdc00);
        QTest::newRow("outside the plane") << u"\U0001f600 日本"_s;
        QTest::newRow("very long") << QString(100'000, u'W');
        QTest::newRow("entity") << u"&xxe; &#0; %s"_s;
    }
    void svgOfAHostileCaptureIsValid()
    {
        QFETCH(QString, name);
        DrawingOptions options;
        options.title = name;
        options.hostLabel = name;
        options.guestLabel = name;
        const Pictured picture = pictured(hostileHost(name), options);
        QVERIFY2(picture.layout, "no layout");
        const QByteArray bytes = svg(picture.drawing);
        QCOMPARE(xmllint(bytes), QString());
        const SvgContent content = read(bytes);
        QCOMPARE(content.error, QString());
        QVERIFY(!bytes.contains("<script"));
        for (const QString &text : content.allTexts) {
            for (const QChar character : text)
                QVERIFY(character.category() != QChar::Other_Control
                        && character.category() != QChar::Other_Format);
        }
        QVERIFY(image(picture.drawing, 1));
    }

    void pngHasTheDrawingsSizeTimesTheScale_data()
    {
        QTest::addColumn<int>("scale");
        QTest::newRow("1x") << 1;
        QTest::newRow("2x") << 2;
        QTest::newRow("3x") << 3;
    }
    void pngHasTheDrawingsSizeTimesTheScale()
    {
        QFETCH(int, scale);
        const Pictured picture = pictured(examplePlan(u"x570-chipset-slot"_s));
        const Result<QImage> made = image(picture.drawing, scale);
        QVERIFY(made);
        QCOMPARE(made->size(), (picture.drawing.size * scale).toSize());
        // The strong border of the first blocking port is where the drawing says.
        const auto blocking = std::ranges::find_if(picture.drawing.boxes, &DrawnBox::firstBlocking);
        QVERIFY(blocking != picture.drawing.boxes.end());
        const QPointF edge(blocking->rect.left(), blocking->rect.center().y() + 8);
        QCOMPARE(made->pixelColor((edge * scale).toPoint()),
                 picture.drawing.theme.state(HopState::Blocks).stroke);
        QCOMPARE(made->pixelColor(1, 1), picture.drawing.theme.background);
    }

    void aTooLargePictureIsRefusedWithTheWayOut()
    {
        Drawing drawing;
        drawing.size = QSizeF(15'000, 15'000);
        const Result<QImage> made = image(drawing, 1);
        QVERIFY(!made);
        QCOMPARE(made.error().kind, Error::Kind::CannotWrite);
        QVERIFY(made.error().toString().contains("SVG"_L1));
        drawing.size = QSizeF(5'000, 5'000);
        QVERIFY(image(drawing, 1));
        QVERIFY(!image(drawing, 3));
    }

    void pdfIsOnePageOfTheDrawingsSize()
    {
        const Pictured picture = pictured(examplePlan(u"no-root"_s));
        QTemporaryDir folder;
        QFile file(folder.filePath(u"picture.pdf"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(pdf(picture.drawing));
        file.close();
        QProcess process;
        process.start(u"pdftotext"_s, {file.fileName(), u"-"_s});
        QVERIFY(process.waitForFinished());
        QVERIFY(process.readAllStandardOutput().contains("ich9-pcie-port-1"));
        process.start(u"pdfinfo"_s, {file.fileName()});
        QVERIFY(process.waitForFinished());
        const QString info = QString::fromUtf8(process.readAllStandardOutput());
        QVERIFY2(info.contains(QRegularExpression(u"Pages: +1\\b"_s)), qPrintable(info));
        QVERIFY2(info.contains(QRegularExpression(
                     u"Page size: +%1 x %2 pts"_s.arg(picture.drawing.size.width())
                         .arg(picture.drawing.size.height()))),
                 qPrintable(info));
    }

    void bothThemesPaintTheSameShapes()
    {
        DrawingOptions options;
        options.theme = Theme::dark();
        const Pictured dark = pictured(examplePlan(u"no-root"_s), options);
        const Pictured light = pictured(examplePlan(u"no-root"_s));
        QCOMPARE(dark.drawing.size, light.drawing.size);
        const Result<QImage> made = image(dark.drawing, 1);
        QVERIFY(made);
        QCOMPARE(made->pixelColor(1, 1), Theme::dark().background);
        QVERIFY(!svg(dark.drawing).contains(Theme::light().text.name().toLatin1()));
    }
};

QTEST_MAIN(tst_exportimage)
#include "tst_exportimage.moc"
