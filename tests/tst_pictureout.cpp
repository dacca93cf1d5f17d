// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportactions.h"
#include "exportimage.h"
#include "openedwindow.h"
#include "picturedialog.h"
#include "pictureexport.h"
#include "pictureplan.h"
#include "printpicture.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QPainter>
#include <QPrinter>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QXmlStreamReader>

using namespace rootward;

namespace {

const QStringList examples {u"x399-two-rx7900xt"_s, u"x570-chipset-slot"_s, u"no-root"_s};

ExportRequest requestOf(const QString &example, bool dark = false)
{
    ExportRequest request;
    request.plan = examplePlan(example);
    request.outcome = evaluate(request.plan);
    request.hostLabel = u"pve-secret-host"_s;
    request.dark = dark;
    return request;
}

const ExportFormat &format(const char *id)
{
    return *findExportFormat(QString::fromLatin1(id));
}

QByteArray outputOf(const QString &program, const QStringList &arguments, const QByteArray &input)
{
    QProcess process;
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000) || process.exitCode() != 0)
        return "FAILED " + process.readAllStandardError();
    return process.readAllStandardOutput();
}

/// Words alone: lines are broken and blanks are drawn as the program likes.
QString wordsOf(QString text)
{
    return text.remove(QRegularExpression(u"\\s"_s));
}

QString pdfText(const QByteArray &pdf)
{
    return wordsOf(QString::fromUtf8(outputOf(u"pdftotext"_s, {u"-raw"_s, u"-"_s, u"-"_s}, pdf)));
}

/// The titles of an SVG's groups by their ids.
QHash<QString, QString> titlesOf(const QByteArray &svg)
{
    QHash<QString, QString> titles;
    QXmlStreamReader xml(svg);
    QString id;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == "g"_L1)
            id = xml.attributes().value("id"_L1).toString();
        else if (xml.name() == "title"_L1)
            titles.insert(id, xml.readElementText());
    }
    return titles;
}

double meanDifference(const QImage &a, const QImage &b)
{
    double sum = 0;
    for (int y = 0; y < a.height(); ++y) {
        const QRgb *left = reinterpret_cast<const QRgb *>(a.constScanLine(y));
        const QRgb *right = reinterpret_cast<const QRgb *>(b.constScanLine(y));
        for (int x = 0; x < a.width(); ++x)
            sum += std::abs(qRed(left[x]) - qRed(right[x]))
                + std::abs(qGreen(left[x]) - qGreen(right[x]))
                + std::abs(qBlue(left[x]) - qBlue(right[x]));
    }
    return sum / (3.0 * 255 * a.width() * a.height());
}

QByteArray contentOf(const QString &fileName)
{
    QFile file(fileName);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class tst_pictureout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { keepSettingsApart(); }
    void cleanup() { QSettings().clear(); }
    void svgHoldsEveryLabelInFull_data() { exampleRows(); }
    void svgHoldsEveryLabelInFull();
    void pngAndSvgLookAlike_data() { exampleRows(); }
    void pngAndSvgLookAlike();
    void pdfTextCanBeExtracted_data() { exampleRows(); }
    void pdfTextCanBeExtracted();
    void nothingRedactedIsInAnyPicture();
    void theSameInputGivesTheSameBytes();
    void thePictureSaysWhatItIs();
    void aPartHoldsWhatIsToBeSeenAndAllWords();
    void theWindowExportsWhatItShows();
    void aCopyIsPixelsAndSvg();
    void theDialogRemembersAndPreviews();
    void aPrintedPageHasThePictureOnIt();

private:
    static void exampleRows();
};

void tst_pictureout::exampleRows()
{
    QTest::addColumn<QString>("example");
    QTest::addColumn<bool>("dark");
    for (const QString &example : examples) {
        QTest::newRow(qPrintable(example + u"-light"_s)) << example << false;
        QTest::newRow(qPrintable(example + u"-dark"_s)) << example << true;
    }
}

void tst_pictureout::svgHoldsEveryLabelInFull()
{
    QFETCH(QString, example);
    QFETCH(bool, dark);
    const ExportRequest request = requestOf(example, dark);
    const auto drawing = exportedDrawing(format("svg"), request, {});
    const auto bytes = writeExport(format("svg"), request);
    QVERIFY(drawing && bytes);
    QCOMPARE(outputOf(u"xmllint"_s, {u"--noout"_s, u"--nonet"_s, u"-"_s}, *bytes), QByteArray());
    const QHash<QString, QString> titles = titlesOf(*bytes);
    for (const DrawnBox &box : drawing->boxes) {
        const QString title = titles.value(box.ref.toString().replace(u' ', u'_'));
        QVERIFY2(title.contains(box.name), qPrintable(box.ref.toString() + u": "_s + title));
        for (const DrawnText &text : box.texts) {
            for (const QString &part : text.text.split(u'…', Qt::SkipEmptyParts))
                for (const QString &fact : part.split(u" · "_s, Qt::SkipEmptyParts))
                    QVERIFY2(title.contains(fact.trimmed()) || box.name.contains(fact.trimmed()),
                             qPrintable(fact + u" | "_s + title));
        }
    }
    const QString all = QString::fromUtf8(*bytes);
    for (const DrawnText &text : drawing->texts) {
        QVERIFY2(!text.text.contains(u'…') || text.text.contains(u"/…"_s), qPrintable(text.text));
        QVERIFY2(
            all.contains(u'>' + text.text.toHtmlEscaped().replace(u"&quot;"_s, u"\""_s) + u'<'),
            qPrintable(text.text));
    }
}

void tst_pictureout::pngAndSvgLookAlike()
{
    QFETCH(QString, example);
    QFETCH(bool, dark);
    ExportRequest request = requestOf(example, dark);
    request.scale = 3;
    const auto png = writeExport(format("png"), request);
    const auto svg = writeExport(format("svg"), request);
    QVERIFY(png && svg);
    const QImage painted = QImage::fromData(*png, "PNG").convertToFormat(QImage::Format_RGB32);
    QSvgRenderer renderer(*svg);
    QVERIFY(renderer.isValid());
    QImage rendered(painted.size(), QImage::Format_RGB32);
    QPainter painter(&rendered);
    renderer.render(&painter);
    painter.end();
    const double difference = meanDifference(painted, rendered);
    QVERIFY2(difference < 0.02, QByteArray::number(difference));
    // The measure tells pictures apart at all.
    rendered.fill(painted.pixel(1, 1));
    QVERIFY(meanDifference(painted, rendered) > 0.02);
}

void tst_pictureout::pdfTextCanBeExtracted()
{
    QFETCH(QString, example);
    QFETCH(bool, dark);
    const ExportRequest request = requestOf(example, dark);
    const auto drawing = exportedDrawing(format("pdf"), request, {});
    const auto bytes = writeExport(format("pdf"), request);
    QVERIFY(drawing && bytes);
    const QString text = pdfText(*bytes);
    QVERIFY(!text.startsWith("FAILED"_L1));
    for (const DrawnText &drawn : drawing->texts)
        QVERIFY2(text.contains(wordsOf(drawn.text)), qPrintable(drawn.text));
    for (const DrawnBox &box : drawing->boxes) {
        for (const DrawnText &drawn : box.texts)
            QVERIFY2(text.contains(wordsOf(drawn.text)), qPrintable(drawn.text));
    }
}

void tst_pictureout::nothingRedactedIsInAnyPicture()
{
    ExportRequest request = requestOf(examples.first());
    request.plan.guest.name = u"payroll-guest"_s;
    request.outcome = evaluate(request.plan);
    for (const char *id : {"svg", "pdf"}) {
        const auto bytes = writeExport(format(id), request);
        QVERIFY(bytes);
        const QString text =
            QLatin1StringView(id) == "pdf"_L1 ? pdfText(*bytes) : QString::fromUtf8(*bytes);
        QVERIFY2(!text.contains("pve-secret"_L1) && !text.contains("payroll"_L1), id);
        QVERIFY2(wordsOf(text).contains("hostA"_L1), id);
    }
    request.redact = false;
    QVERIFY(writeExport(format("svg"), request)->contains("pve-secret-host"));
}

void tst_pictureout::theSameInputGivesTheSameBytes()
{
    qputenv("SOURCE_DATE_EPOCH", "1700000000");
    for (const QString &example : examples) {
        const auto first = writeExport(format("svg"), requestOf(example));
        const auto second = writeExport(format("svg"), requestOf(example));
        QVERIFY(first && second);
        QCOMPARE(*first, *second);
        QVERIFY(first->contains("2023-11-14"));
    }
    qunsetenv("SOURCE_DATE_EPOCH");
}

void tst_pictureout::thePictureSaysWhatItIs()
{
    const ExportRequest request = requestOf(examples.first());
    const QString svg = QString::fromUtf8(writeExport(format("svg"), request).value());
    for (const QString &said :
         {u"host A"_s, u"Rootward "_s + QLatin1StringView(ROOTWARD_VERSION),
          QDate::currentDate().toString(Qt::ISODate), u"carries"_s, u"not asked"_s,
          request.outcome.entries.first().sentences.guest.first(30)})
        QVERIFY2(svg.contains(said), qPrintable(said));
    QVERIFY(svg.contains(Theme::light().background.name())); // light whatever the window is
}

void tst_pictureout::aPartHoldsWhatIsToBeSeenAndAllWords()
{
    const ExportRequest request = requestOf(examples.first());
    const auto whole = exportedDrawing(format("svg"), request, {});
    QVERIFY(whole);
    const DrawnBox *card = whole->box(NodeRef::hostFunction(firstGpu));
    PictureOptions options;
    options.part = card->rect.adjusted(-400, -100, 600, 100).translated(-whole->trees.topLeft());
    const auto part = exportedDrawing(format("svg"), request, options);
    QVERIFY(part);
    QVERIFY(part->boxes.size() > 3 && part->boxes.size() < whole->boxes.size());
    QVERIFY(part->box(card->ref));
    QVERIFY(!part->box(NodeRef::hostFunction(secondGpu)));
    for (const DrawnBox &box : part->boxes) {
        QVERIFY(QRectF(QPointF(), part->size).contains(box.rect));
        QCOMPARE(box.accessibleText, whole->box(box.ref)->accessibleText);
    }
    const auto textsOf = [](const Drawing &drawing) {
        QStringList texts;
        for (const DrawnText &text : drawing.texts)
            texts.append(text.text);
        return texts.join(u' ').split(u' ');
    };
    // Lines may break elsewhere; every word is there.
    QCOMPARE(textsOf(*part), textsOf(*whole));
    options.part = QRectF(-5000, -5000, 10, 10);
    const auto nothing = exportedDrawing(format("svg"), request, options);
    QVERIFY(nothing && nothing->boxes.isEmpty());
}

void tst_pictureout::theWindowExportsWhatItShows()
{
    Opened opened;
    opened.trigger(u"Show every function"_s);
    opened.waitForLayout();
    const QTemporaryDir folder;
    const QString name = folder.filePath(u"shown.svg"_s);
    QSignalSpy saved(opened.window.exports(), &ExportActions::saved);
    opened.window.exports()->saveTo("svg"_L1, name);
    QVERIFY(saved.wait());
    const QHash<QString, QString> titles = titlesOf(contentOf(name));
    for (const DrawnBox &box : opened.view()->drawing().boxes)
        QVERIFY2(titles.contains(box.ref.toString().replace(u' ', u'_')),
                 qPrintable(box.ref.toString()));
}

void tst_pictureout::aCopyIsPixelsAndSvg()
{
    Opened opened;
    QSignalSpy copied(opened.window.exports(), &ExportActions::copied);
    opened.trigger(u"Copy picture"_s);
    QVERIFY(copied.wait());
    const QMimeData *data = QGuiApplication::clipboard()->mimeData();
    QVERIFY(data->hasImage());
    QVERIFY(qvariant_cast<QImage>(data->imageData()).width() > 500);
    QVERIFY(data->data(u"image/svg+xml"_s).contains("0b:00.0"));
}

void tst_pictureout::theDialogRemembersAndPreviews()
{
    const ExportRequest request = requestOf(examples.first());
    const QRectF visible(0, 0, 500, 300);
    for (const bool again : {false, true}) {
        PictureDialog dialog(request, {}, visible, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        const auto boxes = dialog.findChildren<QComboBox *>();
        const auto checks = dialog.findChildren<QCheckBox *>();
        QCOMPARE(boxes.size(), 4);
        QCOMPARE(dialog.format() == "png"_L1, again);
        QCOMPARE(dialog.request().scale, again ? 3 : 1);
        QCOMPARE(dialog.request().redact, std::optional(true));
        QVERIFY(!dialog.request().dark); // others get it light
        QVERIFY(!dialog.options().part);
        const auto *preview = dialog.findChild<QLabel *>();
        QVERIFY(preview);
        boxes.at(0)->setCurrentIndex(boxes.at(0)->findData(u"png"_s));
        boxes.at(1)->setCurrentIndex(2);
        boxes.at(2)->setCurrentIndex(1);
        boxes.at(3)->setCurrentIndex(1);
        QCOMPARE(dialog.options().part, std::optional(visible));
        QVERIFY(dialog.request().dark);
        QVERIFY(QTest::qWaitFor([&] {
            return std::ranges::any_of(dialog.findChildren<QLabel *>(), [](const QLabel *label) {
                return !label->pixmap().isNull();
            });
        }));
        dialog.accept();
    }
}

void tst_pictureout::aPrintedPageHasThePictureOnIt()
{
    const auto drawing = exportedDrawing(format("pdf"), requestOf(examples.first()), {});
    QVERIFY(drawing);
    const QTemporaryDir folder;
    const QString name = folder.filePath(u"page.pdf"_s);
    QPrinter printer(QPrinter::HighResolution);
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setOutputFileName(name);
    printer.setPageOrientation(QPageLayout::Landscape);
    printPicture(*drawing, &printer);
    const QString text = pdfText(contentOf(name));
    QVERIFY(text.contains("hostA"_L1));
    QVERIFY(text.contains("0b:00.0"_L1));
    QVERIFY(text.contains("Rootward"_L1)); // the footer: all of it is on the page
}

QTEST_MAIN(tst_pictureout)
#include "tst_pictureout.moc"
