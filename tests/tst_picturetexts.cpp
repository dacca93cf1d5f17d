// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportimage.h"
#include "importers.h"
#include "pictureplan.h"
#include "pseudolanguage.h"
#include "testpaths.h"

#include <QDir>
#include <QFontMetricsF>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

/// Texts of another box may be this near; fonts hang over their advance by less.
constexpr double tolerance = 0.51;

bool overlap(const QRectF &a, const QRectF &b)
{
    return a.adjusted(tolerance, tolerance, -tolerance, -tolerance)
        .intersects(b.adjusted(tolerance, tolerance, -tolerance, -tolerance));
}

bool within(const QRectF &inner, const QRectF &outer)
{
    return outer.adjusted(-tolerance, -tolerance, tolerance, tolerance).contains(inner);
}

QByteArray said(const DrawnText &text, const QByteArray &what)
{
    return '"' + text.text.toUtf8() + "\" " + what;
}

/// The rectangle is as wide as the text is in its font, so that what is measured is what is seen.
void verifyMeasured(const DrawnText &text)
{
    const double width = QFontMetricsF(drawingFont(text.style)).horizontalAdvance(text.text);
    QVERIFY2(qAbs(width - text.rect.width()) < 0.01, said(text, "is measured wrongly"));
}

#define CHECKED(call)                                                                              \
    do {                                                                                           \
        call;                                                                                      \
        if (QTest::currentTestFailed())                                                            \
            return;                                                                                \
    } while (false)

void verifyBox(const DrawnBox &box)
{
    QList<QRectF> taken;
    if (!box.badge.isNull())
        taken.append(box.badge);
    for (const DrawnChip &chip : box.chips) {
        CHECKED(verifyMeasured(chip.text));
        QVERIFY2(within(chip.rect, box.rect), said(chip.text, "leaves its box"));
        QVERIFY2(within(chip.text.rect, chip.rect), said(chip.text, "leaves its chip"));
        QVERIFY2(!chip.text.text.contains(u'…'), said(chip.text, "is cut"));
        taken.append(chip.rect);
    }
    for (const DrawnText &text : box.texts) {
        CHECKED(verifyMeasured(text));
        QVERIFY2(within(text.rect, box.rect), said(text, "leaves its box"));
        for (const QRectF &other : std::as_const(taken))
            QVERIFY2(!overlap(text.rect, other), said(text, "lies on something"));
        taken.append(text.rect);
    }
}

/// Texts beside boxes lie on no box and on no other text.
void verifySurroundings(const Drawing &drawing)
{
    QList<DrawnText> texts = drawing.texts;
    for (const DrawnOutline &outline : drawing.outlines)
        texts.append(outline.label);
    for (const DrawnBox &box : drawing.boxes) {
        if (!box.bus.text.isEmpty())
            texts.append(box.bus);
    }
    std::ranges::sort(texts, {}, [](const DrawnText &text) { return text.rect.top(); });
    QList<DrawnBox> boxes = drawing.boxes;
    std::ranges::sort(boxes, {}, [](const DrawnBox &box) { return box.rect.top(); });
    const QRectF whole(QPointF(), drawing.size);
    for (qsizetype i = 0; i < texts.size(); ++i) {
        const DrawnText &text = texts.at(i);
        CHECKED(verifyMeasured(text));
        QVERIFY2(within(text.rect, whole), said(text, "leaves the picture"));
        for (qsizetype k = i + 1; k < texts.size(); ++k) {
            if (texts.at(k).rect.top() > text.rect.bottom())
                break;
            QVERIFY2(!overlap(text.rect, texts.at(k).rect),
                     said(text, "lies on " + texts.at(k).text.toUtf8()));
        }
    }
    auto first = boxes.cbegin();
    const double tallest = std::ranges::max(boxes, {}, [](const DrawnBox &box) {
                               return box.rect.height();
                           }).rect.height();
    for (const DrawnText &text : std::as_const(texts)) {
        while (first != boxes.cend() && first->rect.top() + tallest < text.rect.top())
            ++first;
        for (auto box = first; box != boxes.cend() && box->rect.top() < text.rect.bottom(); ++box)
            QVERIFY2(!overlap(text.rect, box->rect),
                     said(text, "lies on " + box->ref.toString().toUtf8()));
    }
}

void verifyTexts(const Drawing &drawing)
{
    QVERIFY(!drawing.boxes.isEmpty());
    for (const DrawnBox &box : drawing.boxes)
        CHECKED(verifyBox(box));
    CHECKED(verifySurroundings(drawing));
}

std::shared_ptr<const Topology> captured(const QString &name)
{
    const auto capture = openHost(qEnvironmentVariable("ROOTWARD_CAPTURES") + u'/' + name);
    return capture ? capture->topology : nullptr;
}

/// Passes the first cards that stand on a bus of their own, whole and single in turn.
Plan planFor(const std::shared_ptr<const Topology> &host)
{
    Plan plan;
    plan.host = host;
    if (!host)
        return plan;
    int index = 0;
    for (const int function : passableFunctions(*host)) {
        const PciFunction &fields = host->at(function);
        const bool isCard = isEndpoint(fields.portType) && fields.address.bus != 0;
        if (index == 3 || fields.isVirtual || fields.address.function != 0 || !isCard)
            continue;
        plan = plan.withEntry(
            index,
            (index % 2 == 0 ? fields.address.slotString() : fields.address.toString())
                + u",pcie=1"_s);
        ++index;
    }
    return plan;
}

struct Scene {
    const char *name;
    Plan (*plan)();
    bool unfolded = false;
    bool fromCapture = false; ///< needs ROOTWARD_CAPTURES
};

const Scene scenes[] = {
    {"x399", [] { return examplePlan(u"x399-two-rx7900xt"_s); }},
    {"x570", [] { return examplePlan(u"x570-chipset-slot"_s); }},
    {"no-root", [] { return examplePlan(u"no-root"_s); }},
    {"epyc-108", [] { return planFor(captured(u"lspci-vvv-epyc-12nvme-cx5.txt"_s)); }, false, true},
    {"icelake-320", [] { return planFor(captured(u"lspci-vvv-icelake-sp-cx5-ib-320dev.txt"_s)); },
     false, true},
    {"icelake-320-unfolded",
     [] { return planFor(captured(u"lspci-vvv-icelake-sp-cx5-ib-320dev.txt"_s)); }, true, true},
    {"orion-multiroot",
     [] { return planFor(captured(u"lspci-vvnn-orion-o6-arm-multiroot.txt"_s)); }, true, true},
    {"made-5000", [] { return planFor(readHost(mixedHost(5000, 1))); }},
    {"made-5000-unfolded", [] { return planFor(readHost(mixedHost(5000, 1))); }, true},
    {"fan-2000", [] { return planFor(readHost(fanHost(2000, 1))); }},
    {"fan-2000-unfolded", [] { return planFor(readHost(fanHost(2000, 1))); }, true},
    {"deep-300", [] { return planFor(readHost(deepHost(300, 1))); }},
    {"deep-300-unfolded", [] { return planFor(readHost(deepHost(300, 1))); }, true},
};

DrawingOptions optionsFor(const Scene &scene)
{
    DrawingOptions options;
    options.folding.all = scene.unfolded;
    options.title = QString::fromLatin1(scene.name);
    options.hostLabel = u"host A"_s;
    options.guestLabel = u"101 · q35"_s;
    options.date = QDate(2026, 12, 1);
    return options;
}

void save(const QImage &image, const QString &name)
{
    const QString folder = testpaths::inProject(u"build/screenshots/pictures"_s);
    QDir().mkpath(folder);
    QVERIFY(image.save(u"%1/%2.png"_s.arg(folder, name)));
}

} // namespace

class tst_picturetexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyTextHasItsRoom_data();
    void everyTextHasItsRoom();
    void everyTextOfRandomPlansHasItsRoom();
    void themesDifferInColoursAlone();
};

void tst_picturetexts::everyTextHasItsRoom_data()
{
    QTest::addColumn<qsizetype>("index");
    QTest::addColumn<bool>("longer");
    for (qsizetype i = 0; i < qsizetype(std::size(scenes)); ++i) {
        QTest::newRow(scenes[i].name) << i << false;
        QTest::addRow("%s-longer", scenes[i].name) << i << true;
    }
}

void tst_picturetexts::everyTextHasItsRoom()
{
    QFETCH(qsizetype, index);
    QFETCH(bool, longer);
    const Scene &scene = scenes[index];
    if (scene.fromCapture && qEnvironmentVariableIsEmpty("ROOTWARD_CAPTURES"))
        QSKIP("ROOTWARD_CAPTURES is not set");
    const auto language = longer ? std::make_unique<PseudoLanguage>() : nullptr;
    const Plan plan = scene.plan();
    QVERIFY(plan.host);
    DrawingOptions options = optionsFor(scene);
    const Pictured picture = pictured(plan, options);
    QVERIFY(picture.layout);
    CHECKED(verifyTexts(picture.drawing));
    const QString name = QString::fromUtf8(QTest::currentDataTag());
    for (const int scale : {1, 2}) {
        if (const Result<QImage> made = image(picture.drawing, scale)) {
            CHECKED(save(*made, scale == 1 ? name : name + u"-200"_s));
            if (scale == 1)
                CHECKED(save(made->convertToFormat(QImage::Format_Grayscale8), name + u"-grey"_s));
        }
    }
    options.theme = Theme::dark();
    const Drawing dark = buildDrawing(plan, picture.outcome, *picture.layout, options);
    if (const Result<QImage> made = image(dark, 1))
        CHECKED(save(*made, name + u"-dark"_s));
}

void tst_picturetexts::everyTextOfRandomPlansHasItsRoom()
{
    for (quint32 seed = 0; seed < 60; ++seed) {
        DrawingOptions options;
        options.folding.all = seed % 2 == 0;
        options.layers.groups = seed % 5 != 0;
        const auto language = seed % 3 == 0 ? std::make_unique<PseudoLanguage>() : nullptr;
        const Pictured picture = pictured(randomPlan(seed), options);
        QVERIFY(picture.layout);
        verifyTexts(picture.drawing);
        QVERIFY2(!QTest::currentTestFailed(), QByteArray::number(seed));
    }
}

void tst_picturetexts::themesDifferInColoursAlone()
{
    const Plan plan = examplePlan(u"x399-two-rx7900xt"_s);
    DrawingOptions options;
    const Pictured light = pictured(plan, options);
    options.theme = Theme::dark();
    const Pictured dark = pictured(plan, options);
    QCOMPARE(light.request, dark.request);
    QCOMPARE(light.drawing.boxes.size(), dark.drawing.boxes.size());
    for (qsizetype i = 0; i < light.drawing.boxes.size(); ++i)
        QCOMPARE(light.drawing.boxes.at(i).rect, dark.drawing.boxes.at(i).rect);
}

QTEST_MAIN(tst_picturetexts)
#include "tst_picturetexts.moc"
