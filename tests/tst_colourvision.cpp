// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "appearance.h"
#include "drawingstyle.h"
#include "exportimage.h"
#include "pictureplan.h"

#include <QApplication>
#include <QPainter>
#include <QTest>

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

using Color = std::array<double, 3>;
using Matrix = std::array<Color, 3>;

struct Vision {
    const char *name;
    Matrix matrix; ///< on linear RGB
};

/// Source: Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color
/// Vision Deficiency", 2009, severity 1.0.
constexpr Vision visions[] = {
    {"usual", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868},
       {0.114503, 0.786281, 0.099216},
       {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968},
       {0.280085, 0.672501, 0.047413},
       {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779},
       {-0.078411, 0.930809, 0.147602},
       {0.004733, 0.691367, 0.303900}}}},
};

/// About ten just noticeable differences.
constexpr double leastDistance = 14;

double linear(double value)
{
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

Color seen(const QColor &color, const Matrix &matrix)
{
    const Color from {linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
    Color to {};
    for (size_t row = 0; row < 3; ++row) {
        for (size_t column = 0; column < 3; ++column)
            to[row] += matrix[row][column] * from[column];
        to[row] = std::clamp(to[row], 0.0, 1.0);
    }
    return to;
}

/// CIE 1976 L*a*b* of linear sRGB under D65.
Color lab(const Color &rgb)
{
    const auto curve = [](double t) {
        constexpr double e = 216.0 / 24389.0;
        return t > e ? std::cbrt(t) : (24389.0 / 27.0 * t + 16) / 116;
    };
    const double x = (0.4124564 * rgb[0] + 0.3575761 * rgb[1] + 0.1804375 * rgb[2]) / 0.95047;
    const double y = 0.2126729 * rgb[0] + 0.7151522 * rgb[1] + 0.0721750 * rgb[2];
    const double z = (0.0193339 * rgb[0] + 0.1191920 * rgb[1] + 0.9503041 * rgb[2]) / 1.08883;
    return {116 * curve(y) - 16, 500 * (curve(x) - curve(y)), 200 * (curve(y) - curve(z))};
}

double distance(const QColor &a, const QColor &b, const Vision &vision)
{
    const Color left = lab(seen(a, vision.matrix));
    const Color right = lab(seen(b, vision.matrix));
    return std::hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2]);
}

/// A box and the edge above it in one state, in grey.
QImage lookOf(HopState state, const Theme &theme)
{
    Drawing drawing;
    drawing.theme = theme;
    DrawnBox box;
    box.rect = QRectF(60, 10, 120, 50);
    box.state = state;
    box.badge = QRectF(158, 15, 17, 17);
    DrawnHop hop;
    hop.line = {QPointF(60, 35), QPointF(4, 35)};
    hop.state = state;
    QImage image(190, 70, QImage::Format_RGB32);
    image.fill(theme.background);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    paintHop(drawing, hop, &painter);
    paintBox(drawing, box, &painter);
    painter.end();
    return image.convertToFormat(QImage::Format_Grayscale8);
}

/// How many pixels differ by more than an eye would overlook.
int differentPixels(const QImage &a, const QImage &b)
{
    int count = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x)
            count += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 40;
    }
    return count;
}

} // namespace

class tst_colourvision : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void huesThatTellStayApart_data();
    void huesThatTellStayApart();
    void greyTellsTheStatesApart_data() { themes(); }
    void greyTellsTheStatesApart();
    void textsOfPicturesContrastWithTheirGround_data() { themes(); }
    void textsOfPicturesContrastWithTheirGround();
    void windowsContrastToo_data() { themes(); }
    void windowsContrastToo();
    void theAppearanceGivesThePalette();

private:
    static void themes();
};

void tst_colourvision::themes()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void tst_colourvision::huesThatTellStayApart_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<qsizetype>("vision");
    for (const bool dark : {false, true}) {
        for (qsizetype i = 0; i < qsizetype(std::size(visions)); ++i)
            QTest::addRow("%s-%s", visions[i].name, dark ? "dark" : "light") << dark << i;
    }
}

/// Unknown and not asked are both grey on purpose: hatch, dots and glyph tell them apart.
void tst_colourvision::huesThatTellStayApart()
{
    QFETCH(bool, dark);
    QFETCH(qsizetype, vision);
    const Theme theme = dark ? Theme::dark() : Theme::light();
    for (const HopState a : allHopStates) {
        for (const HopState b : allHopStates) {
            const bool bothGrey = (a == HopState::Unknown || a == HopState::NotAsked)
                && (b == HopState::Unknown || b == HopState::NotAsked);
            if (a == b || bothGrey)
                continue;
            const double apart =
                distance(theme.state(a).stroke, theme.state(b).stroke, visions[vision]);
            QVERIFY2(
                apart >= leastDistance,
                qPrintable(u"%1 and %2: %3"_s.arg(hopStateText(a), hopStateText(b)).arg(apart)));
        }
    }
}

void tst_colourvision::greyTellsTheStatesApart()
{
    QFETCH(bool, dark);
    const Theme theme = dark ? Theme::dark() : Theme::light();
    for (const HopState a : allHopStates) {
        QCOMPARE(differentPixels(lookOf(a, theme), lookOf(a, theme)), 0);
        for (const HopState b : allHopStates) {
            const int different = differentPixels(lookOf(a, theme), lookOf(b, theme));
            QVERIFY2(a == b || different > 40,
                     qPrintable(
                         u"%1 and %2: %3"_s.arg(hopStateText(a), hopStateText(b)).arg(different)));
        }
    }
}

void tst_colourvision::textsOfPicturesContrastWithTheirGround()
{
    QFETCH(bool, dark);
    for (const QString &example : {u"x399-two-rx7900xt"_s, u"x570-chipset-slot"_s, u"no-root"_s}) {
        DrawingOptions options;
        options.theme = dark ? Theme::dark() : Theme::light();
        const Pictured picture = pictured(examplePlan(example), options);
        const Theme &theme = options.theme;
        for (const DrawnBox &box : picture.drawing.boxes) {
            for (const DrawnText &text : box.texts) {
                const bool isLetter = text.style == TextStyle::Letter;
                const QColor ground = isLetter ? theme.letterBadge : boxLook(theme, box).fill;
                QVERIFY2(contrastRatio(text.color, ground) >= 4.5, qPrintable(text.text));
            }
            QVERIFY(contrastRatio(boxLook(theme, box).border.color, theme.background) >= 3);
            for (const DrawnChip &chip : box.chips)
                QVERIFY2(contrastRatio(chip.text.color, theme.box) >= 4.5,
                         qPrintable(chip.text.text));
        }
        for (const DrawnOutline &outline : picture.drawing.outlines) {
            const BoxLook look = outlineLook(theme, outline);
            QVERIFY(contrastRatio(outline.label.color, look.fill) >= 4.5);
            QVERIFY(contrastRatio(look.border.color, theme.background) >= 3);
        }
        for (const DrawnText &text : picture.drawing.texts) {
            if (text.style != TextStyle::Letter)
                QVERIFY2(contrastRatio(text.color, theme.background) >= 4.5, qPrintable(text.text));
        }
        for (const DrawnHop &hop : picture.drawing.hops)
            QVERIFY(contrastRatio(hopStroke(theme, hop).color, theme.background) >= 3);
        for (const DrawnRibbon &ribbon : picture.drawing.ribbons)
            QVERIFY(contrastRatio(ribbon.glyph.color, ribbonLook(theme, ribbon).fill) >= 3);
    }
}

void tst_colourvision::windowsContrastToo()
{
    QFETCH(bool, dark);
    const Theme theme = dark ? Theme::dark() : Theme::light();
    const QPalette palette = theme.palette();
    const std::pair<QPalette::ColorRole, QPalette::ColorRole> pairs[] = {
        {QPalette::WindowText, QPalette::Window},
        {QPalette::Text, QPalette::Base},
        {QPalette::Text, QPalette::AlternateBase},
        {QPalette::ButtonText, QPalette::Button},
        {QPalette::HighlightedText, QPalette::Highlight},
        {QPalette::Link, QPalette::Base},
        {QPalette::PlaceholderText, QPalette::Base},
        {QPalette::ToolTipText, QPalette::ToolTipBase},
    };
    for (const auto &[text, ground] : pairs)
        QVERIFY2(contrastRatio(palette.color(text), palette.color(ground)) >= 4.5,
                 QByteArray::number(int(text)));
    for (const QColor &mark : {theme.selection, theme.found, theme.group, theme.text})
        QVERIFY2(contrastRatio(mark, theme.background) >= 3, qPrintable(mark.name()));
}

void tst_colourvision::theAppearanceGivesThePalette()
{
    for (const AppearanceRow &row : appearanceTable()) {
        QCOMPARE(appearanceRow(QLatin1StringView(row.id)).appearance, row.appearance);
        applyAppearance(row.appearance);
        if (row.appearance != Appearance::System)
            QCOMPARE(Theme::fromPalette(QApplication::palette()).isDark,
                     row.appearance == Appearance::Dark);
    }
    applyAppearance(Appearance::System);
    QCOMPARE(QApplication::palette().color(QPalette::Window), QPalette().color(QPalette::Window));
    QCOMPARE(appearanceRow("no such"_L1).appearance, Appearance::System);
}

QTEST_MAIN(tst_colourvision)
#include "tst_colourvision.moc"
